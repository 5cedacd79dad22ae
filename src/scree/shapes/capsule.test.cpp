// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/capsule.hpp>
#include <scree/shapes/convex_checks.test.hpp>

#include <gtest/gtest.h>

namespace scree {
namespace {

using namespace test;
constexpr double pi = std::numbers::pi;

static_assert(Convex<Capsule>);

TEST(Capsule, SupportIsAnEnd) {
    const Capsule capsule = solid_capsule(3, 0.5);
    EXPECT_EQ(support(capsule, {1, 0, 1e-300}), Vec3(0, 0, 3));
    EXPECT_EQ(support(capsule, {1e300, 0, -1}), Vec3(0, 0, -3));
    EXPECT_EQ(reach(capsule), 3);
    const CornerBuffer buffer = corners(capsule);
    const Corners view = buffer;
    EXPECT_EQ(view.count, 2U);
    EXPECT_EQ(view.reach, 3);
    EXPECT_EQ(view[0], Vec3(0, 0, -3));
    for (std::uint32_t i = 1; i < 4; ++i) EXPECT_EQ(view[i], Vec3(0, 0, 3));
    expect_tight_bounds(capsule, 1e-3);
}

TEST(Capsule, Mass) {
    expect_mass(solid_capsule(0.7, 0.5), 1e-4);
    const MassProperties ball = mass_properties(solid_capsule(0, 2));
    EXPECT_DOUBLE_EQ(ball.volume, 32 * pi / 3);
    EXPECT_DOUBLE_EQ(ball.inertia(0, 0), ball.inertia(2, 2));
}

} // namespace
} // namespace scree
