// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/convex_checks.test.hpp>
#include <scree/shapes/sphere.hpp>

#include <gtest/gtest.h>

namespace scree {
namespace {

using namespace test;
constexpr double pi = std::numbers::pi;

static_assert(Convex<Sphere>);

TEST(Sphere, IsARoundedPoint) {
    const Sphere ball = solid_sphere(2);
    EXPECT_EQ(support(ball, {1, 2, 3}), Vec3(0, 0, 0));
    EXPECT_EQ(rounding(ball), 2);
    EXPECT_EQ(reach(ball), 0);
    const CornerBuffer buffer = corners(ball);
    const Corners view = buffer;
    EXPECT_EQ(view.count, 1U);
    for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(view[i], Vec3(0, 0, 0));
    const Bounds box = bounds(ball, {Eigen::Matrix3d::Identity(), {1, 1, 1}});
    EXPECT_EQ(box.low, Vec3(-1, -1, -1));
    EXPECT_EQ(box.high, Vec3(3, 3, 3));
}

TEST(Sphere, Mass) {
    const MassProperties mass = mass_properties(solid_sphere(2));
    EXPECT_DOUBLE_EQ(mass.volume, 32 * pi / 3);
    EXPECT_DOUBLE_EQ(mass.inertia(0, 0), 0.4 * 4 * 32 * pi / 3);
    expect_mass(solid_sphere(0.3), 1e-4);
}

} // namespace
} // namespace scree
