// SPDX-License-Identifier: BSD-3-Clause
#include <scree/broad/pores.hpp>

#include <scree/base/random.hpp>
#include <scree/broad/laguerre.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace scree {
namespace {

using Points = std::vector<WeightedPoint>;

WeightedPoint ball(const Vec3& center, double radius) {
    return {center.x(), center.y(), center.z(), radius * radius};
}
Vec3 center(const WeightedPoint& p) { return {p.x, p.y, p.z}; }

// Four balls of radius 1 that touch: the sphere between them has radius √(3/2) - 1.
TEST(TangentSphere, BetweenFourEqualBalls) {
    const double s = 1 / std::sqrt(2.0);
    const std::array<WeightedPoint, 4> balls{ball({s, s, s}, 1), ball({-s, -s, s}, 1),
                                             ball({-s, s, -s}, 1), ball({s, -s, -s}, 1)};
    const auto sphere = tangent_sphere(balls);
    ASSERT_TRUE(sphere);
    EXPECT_NEAR(sphere->radius, std::sqrt(1.5) - 1, 1e-15);
    EXPECT_LT(sphere->center.norm(), 1e-15);
}

// Any sphere, and four balls put around it: that sphere must come back. Where a second one touches
// them too and is smaller, that one does; it is counted.
TEST(TangentSphere, ComesBack) {
    const std::uint64_t seed = 3;
    SCOPED_TRACE(seed);
    Random random(seed);
    int same = 0, other = 0, negative = 0;
    for (int k = 0; k < 5000; ++k) {
        const Vec3 middle(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        const double radius = random.uniform(-0.2, 1);
        std::array<WeightedPoint, 4> balls{};
        for (WeightedPoint& b : balls) {
            const double r = random.uniform(0.25, 2);
            Vec3 to;
            do {
                to = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
            } while (to.norm() > 1 || to.norm() < 0.1);
            b = ball(middle + (radius + r) * to.normalized(), r);
        }
        const auto found = tangent_sphere(balls);
        ASSERT_TRUE(found);
        const double volume = std::abs((center(balls[1]) - center(balls[0]))
                                           .cross(center(balls[2]) - center(balls[0]))
                                           .dot(center(balls[3]) - center(balls[0])));
        if (volume < 0.05) continue; // flat ones lose their digits
        for (const WeightedPoint& b : balls)
            EXPECT_NEAR((found->center - center(b)).norm(), found->radius + std::sqrt(b.weight),
                        1e-9 * (1 + std::abs(found->radius)));
        if (std::abs(found->radius - radius) < 1e-8) {
            ++same;
            negative += radius < 0 ? 1 : 0;
        } else {
            ++other;
            EXPECT_LT(std::abs(found->radius), std::abs(radius));
        }
    }
    std::printf("same %d, another %d, negative %d\n", same, other, negative);
    EXPECT_GT(same, 3000);
    EXPECT_GT(negative, 300);
}

// Three small balls inside of a large one: what touches them from outside is in the large one.
TEST(TangentSphere, ThereMayBeNone) {
    const std::array<WeightedPoint, 4> inside{ball({0, 0, 0}, 1), ball({0.1, 0, 0}, 0.01),
                                              ball({0, 0.1, 0}, 0.01), ball({0, 0, 0.1}, 0.01)};
    EXPECT_FALSE(tangent_sphere(inside));
}

TEST(Pores, HaveTheSamePowerForFourAndNoLessForOthers) {
    const std::uint64_t seed = 4;
    SCOPED_TRACE(seed);
    Random random(seed);
    Points points;
    for (int k = 0; k < 200; ++k)
        points.push_back(ball({random.uniform(), random.uniform(), random.uniform()},
                              random.uniform(0.02, 0.1)));
    const ConvexContainer box{{Vec3::Constant(0), Vec3::Constant(1)}};
    Workers workers(1);
    const auto all = tessellate(points, box, workers).pores;
    EXPECT_GT(all.size(), 600U);
    for (const Pore& pore : all) {
        const auto power = [&](std::size_t i) {
            return (pore.center - center(points[i])).squaredNorm() - points[i].weight;
        };
        for (const std::uint32_t g : pore.grains) EXPECT_NEAR(power(g), pore.power, 1e-9);
        for (std::size_t i = 0; i < points.size(); ++i) EXPECT_GE(power(i), pore.power - 1e-9);
    }
}

// In a face-centred lattice the holes between six balls (octahedra) have orthogonal spheres of
// radius r (a/2 squared less r²) and those between four (tetrahedra) of (3/16 a² - r²); spheres
// that fit have (√2 - 1) r and (√(3/2) - 1) r.
TEST(Pores, HolesOfAFaceCenteredLattice) {
    Points points;
    const double a = 1, r = a / (2 * std::sqrt(2.0));
    for (int x = 0; x < 7; ++x)
        for (int y = 0; y < 7; ++y)
            for (int z = 0; z < 7; ++z)
                if ((x + y + z) % 2 == 0) points.push_back(ball({0.5 * x, 0.5 * y, 0.5 * z}, r));
    Workers workers(1);
    const auto all =
        tessellate(points, {{Vec3::Constant(0.6), Vec3::Constant(2.4)}}, workers).pores;
    int octahedra = 0, tetrahedra = 0;
    for (const Pore& pore : all) {
        ASSERT_TRUE(pore.tangent);
        EXPECT_LT((pore.tangent->center - pore.center).norm(), 1e-14);
        const bool is_large = pore.power > 0.1;
        EXPECT_NEAR(pore.power, is_large ? 0.25 - r * r : 3.0 / 16 - r * r, 1e-14);
        EXPECT_NEAR(pore.tangent->radius, (is_large ? std::sqrt(2.0) : std::sqrt(1.5)) * r - r,
                    1e-14);
        ++(is_large ? octahedra : tetrahedra);
    }
    // In the box: 4³ tetrahedra's centres at odd quarters, of which 0.75 … 2.25 are inside; and
    // (x, y, z) of halves with an odd sum, 1 … 2, each cut into four or five cells.
    EXPECT_EQ(tetrahedra, 64);
    EXPECT_GE(octahedra, 4 * 13);
    EXPECT_LE(octahedra, 5 * 14);
}

} // namespace
} // namespace scree
