// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/detail/cundall.hpp>
#include <scree/narrow/detail/distortion.hpp>
#include <scree/narrow/random_pairs.test.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

namespace scree {
namespace {

using namespace test_support;

using Method = Penetration (*)(const PolyhedronData&, const PolyhedronData&, const Pose&);
struct Named {
    const char* name;
    Method measure;
    double tolerance; ///< of normal and gap for bodies of size 1
};
// To rounding: some products of lengths of about 1. Cundall: its last tilt is 1e-7 degrees.
constexpr Named methods[] = {{"exhaustive", penetration_exhaustive, 1e-15},
                             {"gjk_td", penetration_gjk_td, 1e-15},
                             {"nezami", penetration_nezami, 1e-15},
                             {"cundall", penetration_cundall, 4e-9}};

Polyhedron box(const Vec3& low, const Vec3& high) {
    std::vector<Vec3> points;
    for (const double x : {low.x(), high.x()})
        for (const double y : {low.y(), high.y()})
            for (const double z : {low.z(), high.z()}) points.emplace_back(x, y, z);
    return make_polyhedron(points);
}

Polyhedron cube(double edge) { return box(Vec3::Constant(-edge / 2), Vec3::Constant(edge / 2)); }

/// Every other corner of a cube.
Polyhedron regular_tetrahedron() {
    return make_polyhedron(std::vector<Vec3>{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}});
}

Pose moved(const Vec3& by) { return {.position = by}; }

TEST(Penetration, OfTwoCubesIsAlongTheShallowestAxis) {
    const Polyhedron c = cube(1);
    for (const Named& m : methods) {
        const Penetration p = m.measure(*c.data, *c.data, moved({0.75, -0.25, 0.125}));
        EXPECT_TRUE(p.converged) << m.name;
        EXPECT_NEAR(p.gap, -0.25, m.tolerance) << m.name;
        EXPECT_LT((p.normal - Vec3::UnitX()).norm(), m.tolerance) << m.name;
        EXPECT_GT(p.supports, 0) << m.name;
    }
}

// Two roofs, upside down on each other, their ridges crossed: A's along x at z = 1, B's along y at
// z = 0.75. The one facet of A − B with both ridges is horizontal, at 0.25; the slopes of 45
// degrees go through the other's ridge at half its length, deeper than that.
TEST(Penetration, OfCrossedRidgesIsAlongTheirCrossProduct) {
    const Polyhedron a = make_polyhedron(
        std::vector<Vec3>{{-2, 0, 1}, {2, 0, 1}, {-2, -1, 0}, {2, -1, 0}, {-2, 1, 0}, {2, 1, 0}});
    const Polyhedron b = make_polyhedron(std::vector<Vec3>{
        {0, -2, 0.75}, {0, 2, 0.75}, {-1, -2, 1.75}, {-1, 2, 1.75}, {1, -2, 1.75}, {1, 2, 1.75}});
    for (const Named& m : methods) {
        const Penetration p = m.measure(*a.data, *b.data, Pose{});
        EXPECT_NEAR(p.gap, -0.25, 2 * m.tolerance) << m.name;
        EXPECT_LT((p.normal - Vec3::UnitZ()).norm(), m.tolerance) << m.name;
    }
}

TEST(Penetration, OfConcentricCubesIsTheirEdge) {
    const Polyhedron c = cube(1);
    for (const Named& m : methods) {
        const Penetration p = m.measure(*c.data, *c.data, Pose{});
        EXPECT_NEAR(p.gap, -1, m.tolerance) << m.name;
        EXPECT_NEAR(p.normal.norm(), 1, 1e-15) << m.name;
    }
}

TEST(Penetration, OfBodiesApartIsPositiveAndGjkTdSaysSo) {
    const Polyhedron c = cube(1);
    const Pose apart = moved({1.5, 0.25, 0.125});
    EXPECT_DOUBLE_EQ(penetration_exhaustive(*c.data, *c.data, apart).gap, 0.5);
    const Penetration p = penetration_gjk_td(*c.data, *c.data, apart);
    EXPECT_FALSE(p.converged);
    EXPECT_GT(p.gap, 0);
}

TEST(Penetration, OfAScaledPairIsScaledToTheBit) {
    constexpr std::uint64_t seed = 41;
    std::printf("seed %d\n", static_cast<int>(seed));
    Random random(seed);
    int overlapping = 0;
    for (int k = 0; k < 200; ++k) {
        const RandomPair pair = random_overlap(random);
        const PolyhedronData &a = *pair.a.data, &b = *pair.b.data;
        const auto scaled = [](const PolyhedronData& body) {
            std::vector<Vec3> points;
            for (std::uint32_t i = 0; i < body.corner_count; ++i)
                points.push_back(0x1p-30 * body.corner(i));
            return make_polyhedron(points);
        };
        const Polyhedron small_a = scaled(a), small_b = scaled(b);
        Pose pose = pair.b_in_a;
        pose.position *= 0x1p-30;
        for (const Named& m : methods) {
            const Penetration large = m.measure(a, b, pair.b_in_a);
            const Penetration small = m.measure(*small_a.data, *small_b.data, pose);
            EXPECT_EQ(small.gap, 0x1p-30 * large.gap) << m.name;
            EXPECT_EQ(small.normal, large.normal) << m.name;
            EXPECT_EQ(small.supports, large.supports) << m.name;
            if (m.measure == penetration_exhaustive) overlapping += large.gap < 0 ? 1 : 0;
        }
    }
    EXPECT_GT(overlapping, 100); // not vacuous
}

TEST(Exhaustive, DoesNotCareWhichBodyIsFirst) {
    constexpr std::uint64_t seed = 42;
    std::printf("seed %d\n", static_cast<int>(seed));
    Random random(seed);
    for (int k = 0; k < 300; ++k) {
        const RandomPair pair = random_overlap(random);
        const PolyhedronData &a = *pair.a.data, &b = *pair.b.data;
        const Penetration there = penetration_exhaustive(a, b, pair.b_in_a);
        const Penetration back = penetration_exhaustive(b, a, inverse(pair.b_in_a));
        // The corners of one are turned in one case and those of the other in the second: a few
        // units of the last place of the size.
        EXPECT_NEAR(there.gap, back.gap, 1e-14 * (a.reach + b.reach));
    }
}

// Any direction parts the bodies with at least the depth, by definition of the least.
TEST(Exhaustive, NoDirectionIsShallower) {
    constexpr std::uint64_t seed = 43;
    std::printf("seed %d\n", static_cast<int>(seed));
    Random random(seed);
    int overlapping = 0;
    for (int k = 0; k < 300; ++k) {
        const RandomPair pair = random_overlap(random);
        const PolyhedronData &a = *pair.a.data, &b = *pair.b.data;
        const Penetration p = penetration_exhaustive(a, b, pair.b_in_a);
        if (p.gap >= 0) continue; // apart, edges may be nearest in a direction of their own
        ++overlapping;
        detail::PosedPair corners(a, b, pair.b_in_a);
        EXPECT_NEAR(corners.deepest(p.normal).gap, p.gap, 1e-14 * (a.reach + b.reach));
        for (int i = 0; i < 300; ++i) {
            const Vec3 n = (p.normal + random_point(random, i % 2 == 0 ? 1 : 0.01)).normalized();
            EXPECT_LE(corners.deepest(n).gap, p.gap + 1e-14 * (a.reach + b.reach));
        }
    }
    EXPECT_GT(overlapping, 150); // not vacuous
}

// [D §3.2] counts v_A + v_B corners on A − B, and from this fewer than 3 (v_A + v_B) − 8 steps.
// Take a regular tetrahedron and a copy. Their differences a_i − a_j are 0 and twelve points (±2,
// ±2, 0) in all orders: a cuboctahedron with 12 corners where the count says 8, its square faces at
// distance 2 and its triangles |x| + |y| + |z| = 4 at 4/√3 > 2. Moving the copy by (−3, 2, −1)/16
// moves the origin nearest to the square x = −2: depth 2 − 3/16. Found, but not within 16 steps.
TEST(GjkTd, TakesMoreStepsThanItsBound) {
    const Polyhedron t = regular_tetrahedron();
    std::vector<Vec3> differences;
    for (std::uint32_t i = 0; i < 4; ++i)
        for (std::uint32_t j = 0; j < 4; ++j)
            differences.emplace_back(t.data->corner(i) - t.data->corner(j));
    EXPECT_EQ(make_polyhedron(differences).data->corner_count, 12U);

    detail::PosedPair pair(*t.data, *t.data, moved(Vec3(-3, 2, -1) / 16));
    const auto start = detail::enclosing_tetrahedron(pair);
    ASSERT_EQ(start.status, detail::Enclosure::Status::enclosed);
    const int before = pair.supports();
    const Penetration p = detail::distort(start, pair, detail::Outward::from_origin, 10'000);
    const int steps = (p.supports - before) / 2;
    std::printf("%d steps, bound %d\n", steps, 3 * (4 + 4) - 8);
    EXPECT_GT(steps, 3 * (4 + 4) - 8);
    EXPECT_TRUE(p.converged);
    EXPECT_NEAR(p.gap, -(2 - 3.0 / 16), 1e-15); // one difference and a product with a unit normal
    EXPECT_EQ(p.normal, -Vec3::UnitX());
}

// Started with a best gap of −1000 [D Alg. 1 line 1], nothing would be found that is deeper than
// that.
TEST(Cundall, FindsOverlapsDeeperThanAThousand) {
    const Polyhedron c = cube(8000);
    const Penetration p = penetration_cundall(*c.data, *c.data, moved({5000, 1000, 500}));
    EXPECT_NEAR(p.gap, -3000, 1e-4); // 8000 m times a tilt of 1e-7 degrees, some times over
}

// [D Alg. 1 lines 11–14] divide n + k p by 1 + k². With k = tan 5° that is shorter than 1 by k²/2,
// and gaps would look smaller in size by 0.4 % per tilt, so that every tilt seems to help. The root
// makes the first tilt right; the second is along the same p, which is no longer across n.
TEST(Cundall, TiltsAreOfUnitLengthOnlyIfNormalised) {
    const double k = std::tan(5 * std::numbers::pi / 180);
    const Vec3 n = Vec3::UnitX(), p = Vec3::UnitY();
    EXPECT_LT(((n + k * p) / (1 + k * k)).norm(), 1 - 0.003);
    const Vec3 once = (n + k * p) / std::sqrt(1 + k * k);
    EXPECT_NEAR(once.norm(), 1, 1e-15);
    EXPECT_GT(((once + k * p) / std::sqrt(1 + k * k)).norm(), 1 + 0.003);

    const Polyhedron c = cube(1);
    const Penetration found = penetration_cundall(*c.data, *c.data, moved({0.75, -0.25, 0.125}));
    EXPECT_NEAR(found.normal.norm(), 1, 1e-15);
}

// [D Alg. 2 line 8] replaces the normal by the line V1V2 in every round, also in the last, in which
// nothing better is found. Here that line is far from the normal that was found.
TEST(Nezami, KeepsTheBestNormalNotTheLineOfTheDeepestCorners) {
    const Polyhedron c = cube(1);
    const Pose pose = moved({0.75, -0.25, 0.125});
    const Penetration p = penetration_nezami(*c.data, *c.data, pose);
    detail::PosedPair pair(*c.data, *c.data, pose);
    const auto deepest = pair.deepest(p.normal);
    const Vec3 line = (pair.corner_b(deepest.b) - pair.corner_a(deepest.a)).normalized();
    EXPECT_EQ(p.normal, Vec3::UnitX());
    EXPECT_LT(std::abs(line.dot(p.normal)), 0.9); // more than 25 degrees
}

} // namespace
} // namespace scree
