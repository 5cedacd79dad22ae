// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/capsule.hpp>
#include <scree/shapes/convex_checks.test.hpp>
#include <scree/shapes/cylinder.hpp>

#include <gtest/gtest.h>

namespace scree {
namespace {

using namespace test;
constexpr double pi = std::numbers::pi;

static_assert(Convex<Cylinder>);

TEST(Cylinder, Support) {
    const Cylinder can = solid_cylinder(0.5, 1.5);
    std::vector<Vec3> rims;
    for (int k = 0; k < 4000; ++k)
        for (const double z : {-1.5, 1.5})
            rims.emplace_back(0.5 * std::cos(2 * pi * k / 4000), 0.5 * std::sin(2 * pi * k / 4000),
                              z);
    expect_support(can, rims, 1e-5, [](const Vec3& p) {
        return std::max(std::hypot(p.x(), p.y()) / 0.5, std::abs(p.z()) / 1.5);
    });
    EXPECT_EQ(support(can, {0, 0, -1e-300}), Vec3(0, 0, -1.5));
    EXPECT_EQ(support(can, {-1e300, 0, 0}).x(), -0.5);
    expect_tight_bounds(solid_cylinder(0.5, 1.5, 0.2), 1e-3);
}

TEST(Cylinder, Mass) {
    const MassProperties mass = mass_properties(solid_cylinder(2, 3));
    const double volume = pi * 4 * 6;
    EXPECT_NEAR(mass.volume / volume, 1, 1e-14);
    EXPECT_LT((mass.inertia - volume * diagonal(4 / 4.0 + 9 / 3.0, 4, 2)).norm() / volume, 1e-13);
    expect_mass(solid_cylinder(0.5, 0.4, 0.6), 1e-4);
    // A rounded cylinder of no radius is a capsule.
    const MassProperties thin = mass_properties(Cylinder{0, 0.7, 0.5});
    const MassProperties capsule = mass_properties(solid_capsule(0.7, 0.5));
    EXPECT_NEAR(thin.volume / capsule.volume, 1, 1e-14);
    EXPECT_LT((thin.inertia - capsule.inertia).norm(), 1e-14);
}

} // namespace
} // namespace scree
