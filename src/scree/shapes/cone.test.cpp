// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/cone.hpp>
#include <scree/shapes/convex_checks.test.hpp>

#include <gtest/gtest.h>

namespace scree {
namespace {

using namespace test;
constexpr double pi = std::numbers::pi;

static_assert(Convex<Cone>);

TEST(Cone, Support) {
    const Cone cone = solid_cone(0.5, 1.6);
    std::vector<Vec3> surface = {{0, 0, 1.2}};
    for (int k = 0; k < 4000; ++k)
        surface.emplace_back(0.5 * std::cos(2 * pi * k / 4000), 0.5 * std::sin(2 * pi * k / 4000),
                             -0.4);
    expect_support(cone, surface, 1e-5, [](const Vec3& p) {
        const double side = std::hypot(p.x(), p.y()) / 0.5 + (p.z() + 0.4) / 1.6;
        return std::max(side, p.z() / -0.4);
    });
    EXPECT_EQ(support(cone, {0, 0, -1e-300}), Vec3(0, 0, -0.4));
    EXPECT_EQ(support(cone, {1e300, 0, 0}).x(), 0.5);
    EXPECT_DOUBLE_EQ(reach(solid_cone(3, 0.4)), std::hypot(3, 0.1));
    expect_tight_bounds(solid_cone(0.5, 1.6, 0.2), 1e-3);
}

TEST(Cone, Mass) {
    const MassProperties mass = mass_properties(solid_cone(2, 3));
    const double volume = pi * 4 * 3 / 3;
    EXPECT_NEAR(mass.volume / volume, 1, 1e-14);
    EXPECT_LT(mass.centroid.norm(), 1e-15);
    const double across = 3.0 / 20 * 4 + 3.0 / 80 * 9;
    EXPECT_LT((mass.inertia - volume * diagonal(across, across, 0.3 * 4)).norm() / volume, 1e-13);
    expect_mass(solid_cone(0.5, 0.6, 0.3), 1e-4);
    // The slender tip gains more than the base.
    EXPECT_GT(mass_properties(solid_cone(0.5, 1.6, 0.3)).centroid.z(), 0.01);
}

} // namespace
} // namespace scree
