// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/shaped_contact.hpp>

#include <scree/base/random.hpp>
#include <scree/shapes/generated.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace scree {
namespace {

TEST(Touching, ACubeOnAPlaneHasItsWholeFace) {
    TouchWorkspace work;
    const PartSolid cube = part_solid(solid_box({1, 1, 1}), {});
    const double depth = 1e-3;
    const auto t = touch_of_plane(cube, {Eigen::Matrix3d::Identity(), {0, 0, 1 - depth}},
                                  {Vec3::Zero(), Vec3::UnitZ()}, work);
    ASSERT_TRUE(t);
    EXPECT_NEAR(t->depth, depth, 1e-15);
    EXPECT_NEAR(t->volume, 4 * depth, 1e-14);
    EXPECT_NEAR(t->opening, 4, 1e-12);
    EXPECT_NEAR(t->depth_squares, 4 * depth * depth, 1e-15);
    EXPECT_NEAR(t->point.head<2>().norm(), 0, 1e-12);
    EXPECT_EQ(t->normal, Vec3(0, 0, -1));
}

// Tipped so that it stands on an edge: a wedge, of which depth, volume and centroid are known.
TEST(Touching, ATippedCubeIsAWedge) {
    TouchWorkspace work;
    const PartSolid cube = part_solid(solid_box({1, 1, 1}), {});
    const double angle = 0.1, depth = 0.01;
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(angle, Vec3::UnitY()).toRotationMatrix();
    const Vec3 edge = turn * Vec3(1, 0, -1); // the lowest
    const auto t = touch_of_plane(cube, {turn, {0, 0, -edge.z() - depth}},
                                  {Vec3::Zero(), Vec3::UnitZ()}, work);
    ASSERT_TRUE(t);
    EXPECT_NEAR(t->depth, depth, 1e-14);
    // The section is a triangle with legs along the face and the side of the cube.
    const double width = depth / std::sin(angle) / std::cos(angle); // of the section in the plane
    EXPECT_NEAR(t->volume, 2 * 0.5 * width * depth, 1e-12);
    EXPECT_NEAR(t->opening, 2 * width, 1e-10);
    EXPECT_NEAR(t->depth_squares, 2 * width * depth * depth / 3, 1e-13);
    EXPECT_LT(t->point.x(), edge.x() + 0.01); // within the wedge
}

// Two balls, two cubes face to face, a cylinder standing on a plate: depth, volume, place.
TEST(Touching, PartsMeetAsTheyMust) {
    TouchWorkspace work;
    const auto at = [](double z) { return Pose{Eigen::Matrix3d::Identity(), {0, 0, z}}; };
    const PartSolid ball = part_solid(solid_sphere(1), {});
    const PartSolid cube = part_solid(solid_box({1, 1, 1}), {});
    const PartSolid rod = part_solid(solid_cylinder(0.5, 1), {});
    const PartSolid rounded = part_solid(solid_box({0.9, 0.9, 0.9}, 0.1), {});
    EXPECT_FALSE(touch_of_parts(ball, at(0), ball, at(2.1), {nullptr, work}));
    const auto balls = touch_of_parts(ball, at(0), ball, at(1.9), {nullptr, work});
    ASSERT_TRUE(balls);
    EXPECT_NEAR(balls->depth, 0.1, 1e-14);
    EXPECT_EQ(balls->volume, 0);
    EXPECT_NEAR(balls->point.z(), 0.95, 1e-14);
    TouchStart start;
    for (const int again : {0, 1}) { // also with a warm start
        const auto cubes = touch_of_parts(cube, at(0), cube, at(1.99), {&start, work});
        ASSERT_TRUE(cubes) << again;
        EXPECT_NEAR(cubes->depth, 0.01, 1e-14);
        EXPECT_NEAR(cubes->volume, 0.04, 1e-12);
        EXPECT_NEAR((cubes->point - Vec3(0, 0, 0.995)).norm(), 0, 1e-12);
    }
    const auto standing = touch_of_parts(cube, at(0), rod, at(1.99), {nullptr, work});
    ASSERT_TRUE(standing);
    EXPECT_NEAR(standing->depth, 0.01, 1e-6);
    EXPECT_NEAR(standing->spread.area, 0.25 * 3.14159, 0.005);
    EXPECT_NEAR(standing->point.head<2>().norm(), 0, 1e-9);
    const auto soft = touch_of_parts(cube, at(0), rounded, at(1.99), {nullptr, work});
    ASSERT_TRUE(soft);
    EXPECT_NEAR(soft->depth, 0.01, 1e-14);
    EXPECT_NEAR(soft->volume, 4 * 0.81 * 0.01, 1e-12); // the flat part of the face
}

// The volume law is an energy: pressed by a little, the volume grows by the opening times that,
// also where the least depth is along another direction and the overlap holds more than one of its
// columns.
TEST(Touching, TheVolumeGrowsAsItsOpeningSays) {
    const std::uint64_t seed = 3;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    const auto any = [&] {
        return Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    };
    const PartSolid a = part_solid(regular_solid("tetrahedron", 1), {});
    const PartSolid b = part_solid(random_polyhedron({}, 1), {});
    TouchWorkspace work;
    const TouchAid aid{nullptr, work, true};
    int touching = 0, fuller = 0;
    double worst = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        const Pose pose_a{
            Eigen::AngleAxisd(random.uniform(0, 3), any().normalized()).toRotationMatrix(),
            Vec3::Zero()};
        const Vec3 place = random.uniform(0.8, 1.6) * any().normalized();
        const auto at = [&](const Vec3& shift) { return Pose{Eigen::Matrix3d::Identity(), shift}; };
        const auto t = touch_of_parts(a, pose_a, b, at(place), aid);
        if (!t || !(t->volume > 1e-3)) continue;
        const double step = 1e-5;
        const auto more = touch_of_parts(a, pose_a, b, at(place - step * t->normal), aid);
        const auto less = touch_of_parts(a, pose_a, b, at(place + step * t->normal), aid);
        ASSERT_TRUE(more && less);
        ++touching;
        fuller += t->opening * t->depth < 0.999 * t->volume ? 1 : 0;
        worst = std::max(worst, std::abs((more->volume - less->volume) / (2 * step) - t->opening) /
                                    t->opening);
    }
    std::printf("%d overlaps, %d of them fuller than a column: off by %.1e\n", touching, fuller,
                worst);
    EXPECT_GT(touching, 500);
    EXPECT_GT(fuller, 5);
    EXPECT_LT(worst, 1e-3);
}

} // namespace
} // namespace scree
