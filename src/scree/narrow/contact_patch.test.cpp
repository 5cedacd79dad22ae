// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/allocation_count.test.hpp>
#include <scree/narrow/contact_patch.hpp>
#include <scree/narrow/solids.test.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace scree {
namespace {

using namespace test;

// A few dozen operations on lengths of about one.
constexpr double rounding = 1e-14;

ContactPatch patch(const Polyhedron& a, const Polyhedron& b, const Pose& b_in_a) {
    PatchWorkspace workspace;
    return contact_patch(*a.data, *b.data, b_in_a, workspace);
}

ContactPatch patch(const Polyhedron& a, const Polyhedron& b, const Pose& b_in_a, const Vec3& n) {
    PatchWorkspace workspace;
    return contact_patch(*a.data, *b.data, b_in_a, n, workspace);
}

ContactPatch patch(const Polyhedron& a, const Plane& wall) {
    PatchWorkspace workspace;
    return contact_patch(*a.data, wall, workspace);
}

void expect_point(const Vec3& got, const Vec3& expected, double tolerance = rounding) {
    EXPECT_LE((got - expected).norm(), tolerance)
        << "got " << got.transpose() << ", expected " << expected.transpose();
}

TEST(ContactPatch, BoxOnBox) {
    // The upper box stands 0.25 deep in the lower, over a corner of it.
    const auto a = box_solid({2, 2, 1});
    const auto b = box_solid({1, 1, 1});
    const ContactPatch p = patch(a, b, at({1.5, 0.5, 1.75}));
    EXPECT_TRUE(p.touching);
    EXPECT_NEAR(p.volume, 1.5 * 2 * 0.25, rounding);
    expect_point(p.volume_centroid, {1.25, 0.5, 0.875});
    // A's top in B, 1.5 x 2, and the side x = 2 in B, 2 x 0.25.
    expect_point(p.area_vector, {0.5, 0, 3});
    expect_point(p.normal, Vec3(0.5, 0, 3).normalized());
    expect_point(p.area_moment,
                 Vec3(0, 0, 0.125).cross(Vec3(0, 0, 3)) + Vec3(0.75, 0, 0).cross(Vec3(0.5, 0, 0)));

    const ContactPatch flat = patch(a, b, at({1.5, 0.5, 1.75}), Vec3::UnitZ());
    EXPECT_NEAR(flat.area, 3, rounding);
    expect_point(flat.centroid, {1.25, 0.5, 0.875});
    ASSERT_EQ(flat.polygon.size(), 4U);
    for (std::size_t k = 0; k < 4; ++k) {
        const Vec3 side = flat.polygon[(k + 1) % 4] - flat.polygon[k];
        const Vec3 next = flat.polygon[(k + 2) % 4] - flat.polygon[(k + 1) % 4];
        EXPECT_GT(side.cross(next).z(), 2.9); // counter-clockwise around the normal, 1.5 · 2
        EXPECT_NEAR(flat.polygon[k].z(), 0.875, rounding);
    }
}

TEST(ContactPatch, CubesTurnedByHalfARightAngle) {
    // Two cubes of side 2, one turned by 45° about z, overlap in a regular octagonal prism with
    // inradius 1: area 8 (√2 - 1).
    const auto cube = box_solid({1, 1, 1});
    const double octagon = 8 * (std::sqrt(2.0) - 1);
    const ContactPatch p =
        patch(cube, cube, turned(Vec3::UnitZ(), std::numbers::pi / 4, {0, 0, 1.5}), Vec3::UnitZ());
    EXPECT_NEAR(p.volume, octagon * 0.5, rounding);
    EXPECT_NEAR(p.area, octagon, rounding);
    EXPECT_EQ(p.polygon.size(), 8U);
    expect_point(p.centroid, {0, 0, 0.75});
    expect_point(p.volume_centroid, {0, 0, 0.75});
    expect_point(p.area_vector, {0, 0, octagon});
    expect_point(p.area_moment, Vec3::Zero());
}

TEST(ContactPatch, EdgeOnFace) {
    // A cube turned by 45° about x lowers its edge by 0.1 into a face: a prism of triangular
    // section, 0.1 deep and 0.2 wide, 2 long; its centroid is a third down from the face.
    const auto cube = box_solid({1, 1, 1});
    const auto floor = box_solid({3, 3, 1});
    const Pose pose = turned(Vec3::UnitX(), std::numbers::pi / 4, {0, 0, std::sqrt(2.0) + 0.9});
    const ContactPatch p = patch(floor, cube, pose);
    EXPECT_NEAR(p.volume, 0.1 * 0.1 * 2, rounding);
    expect_point(p.volume_centroid, {0, 0, 1 - 0.1 / 3}, 100 * rounding); // depth 0.1, at the edge
    expect_point(p.normal, Vec3::UnitZ(), 100 * rounding);
    expect_point(p.area_vector, {0, 0, 0.4}, 10 * rounding);
    EXPECT_NEAR(p.area, 2 * 0.4 / 3, 100 * rounding); // two thirds of the width at the face
}

TEST(ContactPatch, TetrahedronAndHalfSpace) {
    // The corner tetrahedron x, y, z ≥ 0, x + y + z ≤ 1 with the wall over x ≤ s.
    const auto a = make_polyhedron(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    for (const double s : {0.125, 0.5, 0.75}) {
        const double rest = 1 - s;
        const double volume = (1 - rest * rest * rest) / 6;
        const ContactPatch p = patch(a, Plane{{s, 5, -3}, Vec3::UnitX()});
        EXPECT_TRUE(p.touching);
        EXPECT_NEAR(p.volume, volume, rounding);
        EXPECT_NEAR(p.area, rest * rest / 2, rounding);
        expect_point(p.centroid, {s, rest / 3, rest / 3});
        expect_point(p.normal, -Vec3::UnitX());
        expect_point(p.area_vector, -rest * rest / 2 * Vec3::UnitX());
        // The whole (volume 1/6, centroid 1/4) less the small one beyond the plane.
        const double beyond = rest * rest * rest / 6;
        expect_point(p.volume_centroid,
                     (Vec3(1, 1, 1) / 24 - beyond * Vec3(s + rest / 4, rest / 4, rest / 4)) /
                         volume);
        EXPECT_EQ(p.polygon.size(), 3U);
        for (const Vec3& point : p.polygon) EXPECT_NEAR(point.x(), s, rounding);
    }
}

TEST(ContactPatch, HalfSpaceFarAndBehind) {
    const auto cube = box_solid({1, 1, 1});
    const ContactPatch away = patch(cube, Plane{{0, 0, -1.5}, Vec3::UnitZ()});
    EXPECT_FALSE(away.touching);
    EXPECT_EQ(away.volume, 0);
    EXPECT_TRUE(away.polygon.empty());

    const ContactPatch buried = patch(cube, Plane{{0, 0, 1.5}, Vec3::UnitZ()});
    EXPECT_TRUE(buried.touching);
    EXPECT_NEAR(buried.volume, 8, rounding);
    EXPECT_EQ(buried.area, 0);
    EXPECT_EQ(buried.area_vector, Vec3::Zero());
    expect_point(buried.centroid, Vec3::Zero());

    // Standing on the wall, to the last bit: no volume, all of the area.
    const ContactPatch standing = patch(cube, Plane{{7, 9, -1}, Vec3::UnitZ()});
    EXPECT_TRUE(standing.touching);
    EXPECT_EQ(standing.volume, 0);
    EXPECT_NEAR(standing.area, 4, rounding);
    expect_point(standing.centroid, {0, 0, -1});
    expect_point(standing.normal, -Vec3::UnitZ());
}

TEST(ContactPatch, NormalTurnsWhereLeastPenetrationJumps) {
    // Edges of two boxes overlap by u in x and v in y: the least penetration is along x for u < v
    // and along y for u > v. The area vector is h (v, u): at u = v it passes through the diagonal.
    const auto a = box_solid({1, 1, 1});
    const auto b = box_solid({1, 1, 2});
    const double v = 0.1;
    Vec3 before = Vec3::Zero();
    for (double u = 0.09; u < 0.11; u += 0.001) {
        const ContactPatch p = patch(a, b, at({2 - u, 2 - v, 0}));
        expect_point(p.area_vector, {2 * v, 2 * u, 0}, 10 * rounding);
        expect_point(p.normal, Vec3(v, u, 0).normalized(), 100 * rounding); // depth 0.1
        EXPECT_NEAR(p.volume, 2 * u * v, rounding);
        // d(angle) = du v / (u² + v²) < 0.001 · 0.1 / 0.018
        EXPECT_LT((p.normal - before).norm(), before == Vec3::Zero() ? 2 : 0.006);
        before = p.normal;
    }
}

TEST(ContactPatch, SharedFeatures) {
    const auto cube = box_solid({1, 1, 1});
    const ContactPatch face = patch(cube, cube, at({0, 0, 2}));
    EXPECT_TRUE(face.touching);
    EXPECT_EQ(face.volume, 0);
    EXPECT_NEAR(face.area, 4, rounding);
    expect_point(face.centroid, {0, 0, 1});
    expect_point(face.normal, Vec3::UnitZ());

    const ContactPatch edge = patch(cube, cube, at({0, 2, 2}));
    EXPECT_EQ(edge.volume, 0);
    EXPECT_NEAR(edge.area, 0, rounding);
    EXPECT_TRUE(edge.touching); // all numbers are exact here
    expect_point(edge.volume_centroid, {0, 1, 1});

    const ContactPatch corner = patch(cube, cube, at({2, 2, 2}));
    EXPECT_EQ(corner.volume, 0);
    EXPECT_NEAR(corner.area, 0, rounding);
    EXPECT_TRUE(corner.touching);
    expect_point(corner.volume_centroid, {1, 1, 1});
    expect_point(corner.centroid, {1, 1, 1});

    const ContactPatch copy = patch(cube, cube, at({0, 0, 0}));
    EXPECT_NEAR(copy.volume, 8, rounding);
    expect_point(copy.volume_centroid, Vec3::Zero());
    EXPECT_EQ(copy.area_vector, Vec3::Zero());
    EXPECT_EQ(copy.normal, Vec3(Vec3::UnitZ())); // no direction: the documented one
    EXPECT_NEAR(copy.area, 4, rounding);

    // Flush below, one inside the other's footprint: coplanar faces that look the same way.
    const auto small = box_solid({0.5, 0.5, 0.5});
    const ContactPatch flush = patch(cube, small, at({1.25, 0, -0.5}));
    EXPECT_NEAR(flush.volume, 0.25, rounding);
    expect_point(flush.volume_centroid, {0.875, 0, -0.5});
    EXPECT_TRUE(patch(cube, cube, at({0, 0, 2 + 4 * epsilon})).polygon.empty());
}

TEST(ContactPatch, OneInsideTheOther) {
    const auto large = box_solid({2, 2, 2});
    const auto small = box_solid({0.5, 0.5, 0.5});
    for (const bool swap : {false, true}) {
        const Pose pose = at(swap ? Vec3(-0.5, 0.25, 0) : Vec3(0.5, -0.25, 0));
        const ContactPatch p = swap ? patch(small, large, pose) : patch(large, small, pose);
        EXPECT_NEAR(p.volume, 1, rounding);
        EXPECT_EQ(p.area_vector, Vec3::Zero());
        expect_point(p.normal, pose.position.normalized()); // from centroid to centroid
        expect_point(p.volume_centroid, swap ? Vec3::Zero() : pose.position);
        EXPECT_GT(p.area, 0.9);
    }
}

TEST(ContactPatch, PiercedPlateHasNoDirection) {
    // A needle through a plate: both faces of the plate push, and cancel.
    const auto plate = box_solid({2, 2, 0.25});
    const auto needle = box_solid({0.25, 0.25, 3});
    const ContactPatch p = patch(plate, needle, at({0.5, 0, 0}));
    EXPECT_NEAR(p.volume, 0.125, rounding);
    expect_point(p.area_vector, Vec3::Zero());
    expect_point(p.normal, Vec3::UnitX());
}

TEST(ContactPatch, AllocatesNothingTheSecondTime) {
    Random random(5);
    const auto a = random_grain(random, 40);
    const auto b = random_grain(random, 60);
    const Pose pose{random_attitude(random), Vec3(1.2, 0.3, 0.2)};
    const Plane wall{{0, 0, -0.5}, Vec3::UnitZ()};
    PatchWorkspace workspace;
    const auto all = [&] {
        const double v = contact_patch(*a.data, *b.data, pose, workspace).volume;
        return v + contact_patch(*a.data, *b.data, pose, Vec3::UnitX(), workspace).volume +
               contact_patch(*a.data, wall, workspace).volume;
    };
    const long before_first = allocation_count();
    const double first = all();
    const double second = all();
    const long before = allocation_count();
    const double third = all();
    EXPECT_EQ(allocation_count(), before);
    EXPECT_GT(before, before_first); // the counter counts
    EXPECT_GT(first, 0);
    EXPECT_EQ(first, second);
    EXPECT_EQ(first, third);
}

} // namespace
} // namespace scree
