// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/box.hpp>
#include <scree/shapes/convex_checks.test.hpp>

#include <gtest/gtest.h>

namespace scree {
namespace {

using namespace test;
constexpr double pi = std::numbers::pi;

static_assert(Convex<Box>);

TEST(Box, SupportIsACorner) {
    const Box box = solid_box({1, 2, 3});
    EXPECT_EQ(support(box, {1, -1e-300, 1e300}), Vec3(1, -2, 3));
    EXPECT_DOUBLE_EQ(reach(box), std::sqrt(14.0));
    const CornerBuffer buffer = corners(box);
    const Corners view = buffer;
    const auto expected = box_points({1, 2, 3});
    ASSERT_EQ(view.count, 8U);
    for (std::uint32_t i = 0; i < 8; ++i) EXPECT_EQ(view[i], expected[i]);
    EXPECT_EQ(view.reach, reach(box));
    expect_tight_bounds(solid_box({1, 2, 3}, 0.4), 1e-3);
}

TEST(Box, MassIsThatOfTheRoundedPolyhedron) {
    // Closed form against the sum over prisms, sectors and wedges, which knows no box.
    for (const double r : {0.0, 0.3, 5.0}) {
        const Vec3 half(0.7, 0.4, 0.9);
        const MassProperties mass = mass_properties(solid_box(half, r));
        const MassProperties other = mass_properties(make_polyhedron(box_points(half), r));
        EXPECT_NEAR(mass.volume / other.volume, 1, 1e-14);
        EXPECT_LT((mass.inertia - other.inertia).norm() / mass.inertia.norm(), 1e-14);
    }
    expect_mass(solid_box({0.7, 0.4, 0.9}, 0.3), 1e-4);
}

} // namespace
} // namespace scree
