// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/exact_nearest.test.hpp>
#include <scree/narrow/random_simplices.test.hpp>
#include <scree/narrow/simplex.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cstdio>
#include <limits>

// Every method against exact arithmetic, on every kind of simplex. Errors are in units of
// u · (largest norm of a vertex), u = 2^-53.
namespace scree {
namespace {

using namespace test;

constexpr double roundoff = 0x1p-53;
constexpr std::size_t simplices_per_kind = 200'000;

using Method = NearestPoint (*)(std::span<const Vec3>);

struct Errors {
    double point = 0, distance = 0, recombined = 0, weight_sum = 0;
    bool are_weights_positive = true;

    void add(const Simplex& s, const NearestPoint& found, const ExactNearest& exact) {
        const double unit = std::max(roundoff * s.size(), std::numeric_limits<double>::min());
        Vec3 sum = Vec3::Zero();
        double weights = 0;
        for (std::size_t i = 0; i < s.count; ++i) {
            sum += found.weight[i] * s.vertex[i];
            weights += found.weight[i];
            are_weights_positive &= found.weight[i] >= 0 && found.weight[i] <= 1;
            are_weights_positive &= (found.used >> i & 1U) == (found.weight[i] > 0 ? 1U : 0U);
        }
        raise(point, (found.point - exact.point).stableNorm() / unit);
        raise(recombined, (sum - exact.point).stableNorm() / unit);
        raise(distance, std::abs(found.point.stableNorm() - exact.distance()) / unit);
        raise(weight_sum, std::abs(weights - 1) / roundoff);
    }
    /// Not a number counts as infinite.
    static void raise(double& largest, double value) {
        if (!(value <= largest)) {
            largest = value >= 0 ? value : std::numeric_limits<double>::infinity();
        }
    }
};

constexpr SimplexKind every_kind[] = {
    SimplexKind::plain,    SimplexKind::far,          SimplexKind::coincident,
    SimplexKind::close,    SimplexKind::collinear,    SimplexKind::needle,
    SimplexKind::coplanar, SimplexKind::sliver,       SimplexKind::origin_within,
    SimplexKind::lattice,  SimplexKind::huge_or_tiny,
};
static_assert(std::size(every_kind) == simplex_kind_count);

/// What signed_volumes promises, in units of u. Edges are right to u each and a normal b × c to
/// 6 u |b||c|, so its direction to 6 u / sin; the triangle's angle has a sine of 1/16 or more, or
/// there are more digits. The foot thus moves by 6 · 16 = 96, and by a few u for the products
/// after.
constexpr double point_tolerance = 128;
/// The weights of a triangle add 4 u / sin each; those of a tetrahedron are right to 36 u over
/// volume / (longest edge)³, which is 2^-8 or more.
constexpr double recombined_tolerance = 36 * 256;
/// Three or four quotients and the additions.
constexpr double sum_tolerance = 8;
/// What the other methods reach: they work on squared lengths, so no bound of this form holds for
/// thin simplices. This one says that they found the right place.
constexpr double rough_tolerance = 0x1p-20 / roundoff;

void expect_accurate(const Errors& errors) {
    EXPECT_LE(errors.point, point_tolerance);
    EXPECT_LE(errors.distance, point_tolerance);
    EXPECT_LE(errors.recombined, recombined_tolerance);
    EXPECT_LE(errors.weight_sum, sum_tolerance);
    EXPECT_TRUE(errors.are_weights_positive);
}

void print(const char* name, const Errors& e) {
    std::printf("  %-20s point %.3g, distance %.3g, from weights %.3g, sum of weights %.3g\n", name,
                e.point, e.distance, e.recombined, e.weight_sum);
}

/// How often vertices, edges, faces, insides carry the nearest point. Exactly flat simplices have
/// no inside, collinear ones no face; of the nearly flat ones the origin hits few. The others give
/// each region one query in a hundred.
void expect_hits(SimplexKind kind, const std::size_t (&hits)[5]) {
    std::printf("  vertex %zu, edge %zu, face %zu, inside %zu\n", hits[1], hits[2], hits[3],
                hits[4]);
    EXPECT_GE(hits[1], simplices_per_kind / 20);
    EXPECT_GE(hits[2], simplices_per_kind / 50);
    const bool is_line = kind == SimplexKind::collinear || kind == SimplexKind::needle;
    if (!is_line) {
        EXPECT_GE(hits[3], simplices_per_kind / 400);
    }
    const bool is_solid = kind == SimplexKind::plain || kind == SimplexKind::origin_within ||
                          kind == SimplexKind::lattice || kind == SimplexKind::huge_or_tiny;
    if (is_solid) {
        EXPECT_GE(hits[4], simplices_per_kind / 100);
    }
}

class EveryKind : public testing::TestWithParam<SimplexKind> {};
INSTANTIATE_TEST_SUITE_P(Simplex, EveryKind, testing::ValuesIn(every_kind),
                         [](const auto& kind) { return name_of(kind.param); });

TEST_P(EveryKind, AgreesWithExactArithmetic) {
    const std::uint64_t seed = 4001 + static_cast<std::uint64_t>(GetParam());
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::printf("  seed %llu\n", static_cast<unsigned long long>(seed));
    SimplexSource source(GetParam(), seed);
    Errors volumes, backup, subsets, regions;
    std::size_t hits[5] = {};
    for (std::size_t n = 0; n < simplices_per_kind; ++n) {
        const Simplex s = source.next(2 + n % 3);
        const ExactNearest exact = exact_nearest(s.view());
        ++hits[std::popcount(exact.used)];
        volumes.add(s, signed_volumes(s.view()), exact);
        backup.add(s, johnson_with_backup(s.view()), exact);
        subsets.add(s, best_subset(s.view()), exact);
        regions.add(s, voronoi_regions(s.view()), exact);
    }
    print("signed_volumes", volumes);
    expect_accurate(volumes);
    const auto expect_rough = [](const char* name, const Errors& e) {
        SCOPED_TRACE(name);
        print(name, e);
        EXPECT_LE(e.point, rough_tolerance);
        EXPECT_LE(e.weight_sum, sum_tolerance);
        EXPECT_TRUE(e.are_weights_positive);
    };
    expect_rough("johnson_with_backup", backup);
    expect_rough("best_subset", subsets);
    expect_rough("voronoi_regions", regions);
    expect_hits(GetParam(), hits);
}

/// What GJK asks: the vertices that carry the nearest point v of the last simplex, and before them
/// a vertex w with w·v < v·v. Then w must carry the next one [M §3.2.2].
struct Step {
    Simplex simplex;
    bool is_real = false;  ///< w is clear of rounding, as GJK's own test makes sure
    bool is_clear = false; ///< so is v from the origin
};

Step next_step(SimplexSource& source, std::size_t count) {
    const Simplex old = source.next(count - 1);
    const ExactNearest last = exact_nearest(old.view());
    const Vec3 w = source.vertex_for(old);
    Step step;
    step.simplex.vertex.fill(w);
    step.simplex.count = 1;
    for (std::size_t i = 0; i < old.count; ++i) {
        if ((last.used >> i & 1U) == 0) continue;
        step.simplex.vertex[step.simplex.count++] = old.vertex[i];
    }
    const double v = last.distance();
    const double rounding = 1e-12 * step.simplex.size();
    step.is_real = step.simplex.count == count && v > 0 && w.dot(last.point) < v * v - rounding * v;
    step.is_clear = v > rounding;
    return step;
}

/// Collinear vertices cannot improve on a foot inside their edge; sizes are for the general query.
constexpr SimplexKind step_kinds[] = {
    SimplexKind::plain,  SimplexKind::far,           SimplexKind::coincident,
    SimplexKind::close,  SimplexKind::needle,        SimplexKind::coplanar,
    SimplexKind::sliver, SimplexKind::origin_within, SimplexKind::lattice,
};
class EveryStep : public testing::TestWithParam<SimplexKind> {};
INSTANTIATE_TEST_SUITE_P(Simplex, EveryStep, testing::ValuesIn(step_kinds),
                         [](const auto& kind) { return name_of(kind.param); });

TEST_P(EveryStep, NewestVertexAgreesWithExactArithmetic) {
    const std::uint64_t seed = 5001 + static_cast<std::uint64_t>(GetParam());
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::printf("  seed %llu\n", static_cast<unsigned long long>(seed));
    SimplexSource source(GetParam(), seed);
    Errors errors;
    std::size_t asked[5] = {};
    std::size_t not_carried = 0;
    for (std::size_t n = 0; n < simplices_per_kind; ++n) {
        const Step step = next_step(source, 2 + n % 3);
        if (!step.is_real) continue;
        const NearestPoint found = signed_volumes_newest(step.simplex.view());
        errors.add(step.simplex, found, exact_nearest(step.simplex.view()));
        ++asked[step.simplex.count];
        if (step.is_clear) not_carried += 1 - (found.used & 1U);
    }
    std::printf("  segments %zu, triangles %zu, tetrahedra %zu\n", asked[2], asked[3], asked[4]);
    print("signed_volumes_newest", errors);
    expect_accurate(errors);
    EXPECT_EQ(not_carried, 0U);
    EXPECT_GE(asked[2], simplices_per_kind / 20);
    EXPECT_GE(asked[3], simplices_per_kind / 200);
    if (GetParam() != SimplexKind::needle) { // its faces are hit by chance only
        EXPECT_GE(asked[4], simplices_per_kind / 2000);
    }
}

/// Why there is a backup procedure: the cofactors of simplices without area are noise, and their
/// signs either fit no subset or the wrong one [M §2.4.3].
TEST(Johnson, AloneFailsOnFlatSimplices) {
    const std::uint64_t seed = 6001;
    SimplexSource source(SimplexKind::collinear, seed);
    std::size_t nothing = 0, wrong = 0;
    for (std::size_t n = 0; n < simplices_per_kind; ++n) {
        const Simplex s = source.next(4);
        const NearestPoint found = johnson(s.view());
        nothing += found.used == 0 ? 1 : 0;
        const double error = (found.point - signed_volumes(s.view()).point).norm();
        wrong += found.used != 0 && error > 1e-3 * s.size() ? 1 : 0;
    }
    std::printf("  seed %llu: no subset %zu, wrong %zu of %zu\n",
                static_cast<unsigned long long>(seed), nothing, wrong, simplices_per_kind);
    EXPECT_GT(nothing, simplices_per_kind / 1000);
    EXPECT_GT(wrong, 0U);
}

} // namespace
} // namespace scree
