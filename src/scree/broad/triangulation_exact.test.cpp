// SPDX-License-Identifier: BSD-3-Clause
//
// The definition itself, in numbers without error and with nothing of ours but the cells: they fill
// the frame, and no point is inside the power sphere of any.
#include <scree/broad/triangulation_checks.test.hpp>

#include <scree/predicates/dyadic.hpp>
#include <scree/predicates/weighted_samples.test.hpp>

#include <cstdio>

namespace scree::test {
namespace {

using DyadicRow = std::array<Dyadic, 4>;

/// The cell's rows b, c, d in the frame of a, and what a fourth row multiplies in the determinant.
class PowerSphere {
public:
    PowerSphere(const Triangulation& t, Index cell) : origin_(t.points()[t.vertex(4 * cell)]) {
        std::array<DyadicRow, 3> rows;
        for (Index k = 0; k < 3; ++k)
            rows[k] = lifted_row<Dyadic>(t.points()[t.vertex(4 * cell + k + 1)], origin_);
        for (std::size_t skip = 0; skip < 4; ++skip) {
            std::array<DyadicRow, 3> rest = rows; // without column `skip`
            for (DyadicRow& row : rest)
                std::rotate(row.begin() + static_cast<std::ptrdiff_t>(skip),
                            row.begin() + static_cast<std::ptrdiff_t>(skip) + 1, row.end());
            cofactor_[skip] = determinant<Dyadic, 3>(rest);
            if (skip % 2 == 0) cofactor_[skip] = -cofactor_[skip];
        }
    }

    /// Six times the cell's.
    const Dyadic& volume() const { return cofactor_[3]; }

    /// +1 inside, 0 on it, -1 outside.
    int side(const WeightedPoint& p) const {
        const DyadicRow row = lifted_row<Dyadic>(p, origin_);
        Dyadic sum;
        for (std::size_t k = 0; k < 4; ++k) sum = sum + row[k] * cofactor_[k];
        return -sum.sign();
    }

private:
    WeightedPoint origin_;
    DyadicRow cofactor_;
};

struct Tally {
    std::size_t cells = 0, tests = 0, ties = 0;
};

::testing::AssertionResult is_regular(const Triangulation& t, Tally& tally) {
    Dyadic volume;
    std::map<std::array<Index, 3>, int> facets;
    for (Index c = 0; c < t.cell_slots(); ++c) {
        if (!t.is_cell(c)) continue;
        ++tally.cells;
        const PowerSphere sphere(t, c);
        if (sphere.volume().sign() <= 0)
            return ::testing::AssertionFailure() << "cell " << c << " has no volume";
        volume = volume + sphere.volume();
        std::set<Index> own;
        for (Index f = 4 * c; f < 4 * c + 4; ++f) own.insert(t.vertex(f));
        for (const Index v : own) {
            std::array<Index, 3> facet;
            std::copy_if(own.begin(), own.end(), facet.begin(), [&](Index u) { return u != v; });
            ++facets[facet];
        }
        for (Index v = 0; v < t.vertex_count(); ++v) {
            if (!is_present(t, v) || own.count(v) != 0) continue;
            ++tally.tests;
            const int side = sphere.side(t.points()[v]);
            if (side > 0)
                return ::testing::AssertionFailure() << "vertex " << v << " is inside cell " << c;
            tally.ties += side == 0 ? 1 : 0;
        }
    }
    for (const auto& [facet, cells] : facets)
        if (cells != (facet[2] < Triangulation::frame_count ? 1 : 2))
            return ::testing::AssertionFailure() << "a facet of " << cells << " cells";
    Five corners;
    std::copy_n(t.points().begin(), 4, corners.begin());
    const Dyadic whole = true_volume<Dyadic>(corners);
    if (!(volume == whole) && !(volume == -whole))
        return ::testing::AssertionFailure() << "the cells do not fill the frame";
    return states_agree(t);
}

TEST(TriangulationExact, FillsTheFrameAndSpheresAreEmpty) {
    const std::uint64_t seed = 51;
    SCOPED_TRACE(seed);
    Random random(seed);
    Workers workers(1);
    Tally tally;
    std::size_t hidden = 0;
    for (int repeat = 0; repeat < 20; ++repeat) {
        const std::vector<Points> sets = {
            random_set(random, {5 + random.below(30), 1, 0.1}),
            random_set(random, {5 + random.below(30), 100, 0.5}),
            random_set(random, {5 + random.below(30), 10, 30}),
            with_twins(random, random_set(random, {12, 2, 0.3})),
            covered(random, 5, 15),
            clusters(random, 3, 7),
            round_shell(random, 20),
            random_sheet(random, 20),
        };
        for (const Points& set : sets) {
            Points points = with_anchors(set, -4, 4);
            Triangulation t;
            t.build(points);
            ASSERT_TRUE(is_regular(t, tally)) << "repeat " << repeat;
            for (const double way : {1e-9, 1e-3, 0.1}) {
                points.resize(set.size());
                shake(random, points, way);
                points = with_anchors(points, -4, 4);
                t.move(points, workers);
                ASSERT_TRUE(is_regular(t, tally)) << "repeat " << repeat << ", way " << way;
                hidden += t.hidden().size();
            }
        }
    }
    std::printf("seed %lu: %zu cells, %zu points tested against them, %zu ties, %zu hidden\n", seed,
                tally.cells, tally.tests, tally.ties, hidden);
    EXPECT_GT(tally.tests, 1000000U);
    EXPECT_GT(hidden, 500U);
}

TEST(TriangulationExact, Ties) {
    Tally tally;
    for (const Points& points :
         {cubic_lattice(3), body_centred_lattice(2), face_centred_lattice(2), salt_lattice(2),
          integer_shell(9), integer_shell(41), crossing_rows(7, 1), crossing_rows(6, 0),
          straight_row(8), grid_sheet(5, 0), grid_sheet(5, 0.25), grid_sheet(4, 0.1)}) {
        Triangulation t;
        t.build(points);
        EXPECT_TRUE(is_regular(t, tally));
    }
    std::printf("%zu cells, %zu points tested against them, %zu ties\n", tally.cells, tally.tests,
                tally.ties);
    EXPECT_GT(tally.ties, tally.cells);
}

} // namespace
} // namespace scree::test
