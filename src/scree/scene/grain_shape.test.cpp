// SPDX-License-Identifier: BSD-3-Clause
#include <scree/scene/grain_shape.hpp>

#include <scree/base/random.hpp>
#include <scree/shapes/generated.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace scree {
namespace {

std::vector<GrainShape> some_shapes() {
    return {grain_shape("box", solid_box({3, 2, 1})), grain_shape("cone", solid_cone(2, 5, 0.3)),
            grain_shape("ellipsoid", solid_ellipsoid({1, 2, 3})),
            grain_shape("grain", generated_grain({}, 0.01)),
            grain_shape("clump", make_clump(std::vector<ClumpBall>{
                                     {{0, 0, 0}, 1}, {{1, 0.2, 0}, 0.7}, {{0, 1, 0.5}, 0.4}}))};
}

// Points of the body by chance: their mean is the centroid, their second moments the inertia, the
// share of a box that they fill the volume. An oracle that knows nothing of mass properties.
TEST(GrainShape, HasTheVolumeOfTheUnitBallAboutItsCentroidAndPrincipalAxes) {
    constexpr int samples = 40000; // errors of 4 sigma are below 0.05 for all that is compared
    for (const GrainShape& shape : some_shapes()) {
        Random random(20261117);
        const double side = 2 * shape.reach;
        int inside = 0;
        Vec3 mean = Vec3::Zero();
        Eigen::Matrix3d second = Eigen::Matrix3d::Zero();
        const PosedGrain body{&shape, 1, Vec3::Zero(), Eigen::Quaterniond::Identity()};
        for (int k = 0; k < samples; ++k) {
            const Vec3 x(random.uniform(-0.5, 0.5) * side, random.uniform(-0.5, 0.5) * side,
                         random.uniform(-0.5, 0.5) * side);
            if (overlap_of(body, {nullptr, 1e-9, x, body.attitude}) < 0) continue;
            EXPECT_LT(x.norm(), shape.reach);
            ++inside;
            mean += x;
            second += x * x.transpose();
        }
        ASSERT_GT(inside, 2000) << shape.name;
        const double volume = side * side * side * inside / samples;
        EXPECT_NEAR(volume, 4 * std::numbers::pi / 3, 0.08 * volume) << shape.name;
        mean /= inside;
        second /= inside;
        EXPECT_LT(mean.norm(), 0.05) << shape.name;
        EXPECT_LT((second - Eigen::Matrix3d(second.diagonal().asDiagonal())).norm(), 0.05);
        const Vec3 moments = Vec3::Constant(second.trace()) - second.diagonal();
        EXPECT_LT((moments - shape.moments).norm(), 0.05 * moments.norm()) << shape.name;
    }
}

TEST(GrainShape, KnowsItsExtents) {
    const GrainShape cube = grain_shape("cube", solid_box({1, 1, 1}));
    const double half = std::cbrt(std::numbers::pi / 6); // of a cube of volume 4π/3
    EXPECT_NEAR(cube.reach, std::sqrt(3.0) * half, 1e-9);
    EXPECT_LE(cube.inner, half);
    EXPECT_GT(cube.inner, 0.9 * half);
    EXPECT_NEAR(farthest(cube, cube.frame.transpose() * Vec3::UnitX()).norm(), cube.reach, 1e-9);
    // (x × n)² over the gyration radius² 2/3 half²: 2 half² at a corner, with the normal of a face.
    EXPECT_NEAR(cube.lever, 3, 0.2);
    // The largest shadow of a cube is seen along a diagonal: sqrt(3) faces.
    EXPECT_NEAR(cube.breadth, std::sqrt(3.0) * 4 * half * half / std::numbers::pi, 0.01);
    EXPECT_NEAR(cube.moments.maxCoeff(), 2.0 / 3 * half * half, 1e-12);
    EXPECT_NEAR(cube.moments.minCoeff(), 2.0 / 3 * half * half, 1e-12);
}

} // namespace
} // namespace scree
