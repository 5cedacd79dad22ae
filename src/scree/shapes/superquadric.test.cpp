// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/box.hpp>
#include <scree/shapes/convex_checks.test.hpp>
#include <scree/shapes/ellipsoid.hpp>
#include <scree/shapes/superquadric.hpp>

#include <gtest/gtest.h>

namespace scree {
namespace {

using namespace test;
constexpr double pi = std::numbers::pi;

static_assert(Convex<Superquadric>);

double level(const Superquadric& shape, const Vec3& p) {
    const Vec3 u = p.cwiseQuotient(shape.half).cwiseAbs();
    const double n = shape.block_xy;
    const double across = std::pow(std::pow(u.x(), n) + std::pow(u.y(), n), 1 / n);
    return std::pow(std::pow(across, shape.block_z) + std::pow(u.z(), shape.block_z),
                    1 / shape.block_z);
}

TEST(Superquadric, Support) {
    for (const auto& [n1, n2] : {std::pair{2.0, 2.0}, {2.5, 6.0}, {8.0, 2.0}, {20.0, 9.0}}) {
        const Superquadric shape = solid_superquadric({0.3, 0.5, 1.2}, n1, n2);
        // The surface along rays, by its own equation.
        std::vector<Vec3> surface;
        for (const Vec3& d : spread_directions(40000)) surface.emplace_back(d / level(shape, d));
        expect_support(shape, surface, 1e-2, [&](const Vec3& p) { return level(shape, p); });
    }
    expect_tight_bounds(solid_superquadric({0.3, 0.5, 1.2}, 3, 4, 0.1), 5e-3);
}

TEST(Superquadric, SupportAlongAxesAndAtAnyScale) {
    for (const double n : {2.0, 2.0001, 3.0, 50.0, 1e6}) {
        const Superquadric shape = solid_superquadric({1e-5, 2e-5, 3e-5}, n, n);
        EXPECT_EQ(support(shape, {0, 0, -1e-300}), Vec3(0, 0, -3e-5));
        EXPECT_EQ(support(shape, {1e300, 0, 0}), Vec3(1e-5, 0, 0));
        EXPECT_EQ(support(shape, {0, 1e-300, 0}), Vec3(0, 2e-5, 0));
        const Vec3 nearly = support(shape, {1, 1e-320, -1e-300});
        EXPECT_TRUE(nearly.allFinite());
        EXPECT_EQ(nearly.x(), 1e-5);
        const Vec3 a = support(shape, {0.3, -0.2, 0.7});
        const Vec3 b = support(shape, Vec3(0.3, -0.2, 0.7) * 0x1p900);
        EXPECT_EQ(a, b);
    }
}

TEST(Superquadric, MassOfAnEllipsoidAndNearlyOfABox) {
    const Vec3 half(0.3, 0.5, 1.2);
    const MassProperties round = mass_properties(solid_superquadric(half, 2, 2));
    const MassProperties egg = mass_properties(solid_ellipsoid(half));
    EXPECT_NEAR(round.volume / egg.volume, 1, 1e-14);
    EXPECT_LT((round.inertia - egg.inertia).norm(), 1e-14);
    const MassProperties blocky = mass_properties(solid_superquadric(half, 1e4, 1e4));
    EXPECT_NEAR(blocky.volume / (8 * half.prod()), 1, 1e-6); // it falls short by O(1/n²)
}

TEST(Superquadric, Mass) {
    // Along rays: by normals, the flat sides would hardly be sampled.
    for (const auto& [n1, n2] : {std::pair{3.0, 5.0}, {6.0, 2.0}, {2.0, 9.0}}) {
        const Superquadric shape = solid_superquadric({0.3, 0.5, 0.8}, n1, n2);
        const auto samples = [&](int count) {
            std::vector<Vec3> points;
            for (const Vec3& d : spread_directions(count)) points.emplace_back(d / level(shape, d));
            return points;
        };
        expect_mass_of_samples(mass_properties(shape), samples, 1e-4);
    }
}

TEST(Superquadric, RoundedMass) {
    expect_mass(solid_superquadric({0.3, 0.5, 0.8}, 3, 5, 0.4), 1e-3);
    // Nearly a box, rounded: the rim of a cube's edge is there whatever the exponent.
    const Vec3 half(0.3, 0.5, 0.8);
    const MassProperties blocky = mass_properties(solid_superquadric(half, 2000, 2000, 0.4));
    const MassProperties box = mass_properties(solid_box(half, 0.4));
    EXPECT_NEAR(blocky.volume / box.volume, 1, 1e-3);
    EXPECT_LT((blocky.inertia - box.inertia).norm() / box.inertia.norm(), 1e-3); // O(1/n)
}

/// The solid angle of all normals is 4π whatever the shape, and it is what
/// the cube of the rounding multiplies. Third differences of the volume by r leave nothing else.
TEST(Superquadric, QuadratureHasConverged) {
    for (const auto& [n1, n2] : {std::pair{2.0, 2.0}, {2.3, 7.0}, {20.0, 2.0}, {100.0, 100.0}}) {
        const auto volume = [&, a = n1, b = n2](double r) {
            return mass_properties(solid_superquadric({0.3, 0.5, 1.2}, a, b, r)).volume;
        };
        const double third = volume(4) - 3 * volume(3) + 3 * volume(2) - volume(1);
        EXPECT_NEAR(third / (8 * pi), 1, 1e-9) << n1 << ", " << n2;
    }
}

} // namespace
} // namespace scree
