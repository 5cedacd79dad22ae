// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/convex_checks.test.hpp>
#include <scree/shapes/ellipsoid.hpp>

#include <gtest/gtest.h>

namespace scree {
namespace {

using namespace test;
constexpr double pi = std::numbers::pi;

static_assert(Convex<Ellipsoid>);

TEST(Ellipsoid, Support) {
    const Ellipsoid egg = solid_ellipsoid({0.3, 0.5, 1.2});
    std::vector<Vec3> surface;
    for (const Vec3& d : spread_directions(40000)) surface.push_back(egg.half.cwiseProduct(d));
    expect_support(egg, surface, 1e-3,
                   [&](const Vec3& p) { return p.cwiseQuotient(egg.half).norm(); });
    expect_tight_bounds(solid_ellipsoid({0.3, 0.5, 1.2}, 0.1), 1e-3);
    EXPECT_EQ(support(egg, {0, 0, -1e-300}), Vec3(0, 0, -1.2));
    EXPECT_EQ(support(egg, {1e300, 0, 0}), Vec3(0.3, 0, 0));
}

TEST(Ellipsoid, Mass) {
    const MassProperties mass = mass_properties(solid_ellipsoid({1, 2, 3}));
    EXPECT_DOUBLE_EQ(mass.volume, 8 * pi);
    EXPECT_DOUBLE_EQ(mass.inertia(0, 0), 8 * pi / 5 * 13);
    expect_mass(solid_ellipsoid({0.3, 0.5, 1.2}), 1e-4);
}

TEST(Ellipsoid, RoundedMass) {
    expect_mass(solid_ellipsoid({0.3, 0.5, 1.2}, 0.4), 1e-4);
    // A ball rounded is a ball.
    const MassProperties mass = mass_properties(solid_ellipsoid({1, 1, 1}, 0.5));
    EXPECT_NEAR(mass.volume / (4 * pi / 3 * std::pow(1.5, 3)), 1, 1e-12);
    EXPECT_LT((mass.inertia - 8 * pi / 15 * std::pow(1.5, 5) * Eigen::Matrix3d::Identity()).norm(),
              1e-11);
}

} // namespace
} // namespace scree
