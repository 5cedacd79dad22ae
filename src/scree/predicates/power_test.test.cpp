// SPDX-License-Identifier: BSD-3-Clause
#include <scree/predicates/weighted_samples.test.hpp>

#include <scree/predicates/double_double.hpp>
#include <scree/predicates/dyadic.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

// The predicates against determinants over all permutations in dyadic numbers, which have a test of
// their own, and in part in rational ones, which are slow.
namespace scree {
namespace {

using namespace test;

constexpr int samples_per_kind = 500;

int orientation(const Five& p, PredicateCounts& counts) {
    return scree::orientation(p[0], p[1], p[2], p[3], counts);
}
int power_side(const Five& p, PredicateCounts& counts) {
    return scree::power_side(p[0], p[1], p[2], p[3], p[4], counts);
}
bool in_conflict(const Five& p, PredicateCounts& counts) {
    return scree::in_conflict(p[0], p[1], p[2], p[3], p[4], counts);
}

/// Whether lengths are multiples of 2^-61 of their size and weights of its square, so that integers
/// of 64 bits would do.
bool is_integral(const Five& p) {
    std::vector<DoubleDouble> lengths;
    std::vector<DoubleDouble> weights;
    for (const WeightedPoint& q : p) {
        lengths.push_back(detail::two_sum(q.x, -p[0].x));
        lengths.push_back(detail::two_sum(q.y, -p[0].y));
        lengths.push_back(detail::two_sum(q.z, -p[0].z));
        weights.push_back(detail::two_sum(q.weight, -p[0].weight));
    }
    double most = 0;
    for (const DoubleDouble& length : lengths) most = std::max(most, std::abs(length.high));
    const int shift = 60 - std::ilogb(most);
    const auto are_whole = [](const std::vector<DoubleDouble>& sums, int exponent) {
        const auto is_whole = [&](double x) {
            return std::trunc(std::ldexp(x, exponent)) == std::ldexp(x, exponent);
        };
        return std::all_of(sums.begin(), sums.end(), [&](const DoubleDouble& sum) {
            return is_whole(sum.high) && is_whole(sum.low);
        });
    };
    return most > 0 && are_whole(lengths, shift) && are_whole(weights, 2 * shift);
}

struct Tally {
    PredicateCounts orientation, side;
    int flat = 0, ties = 0, inside = 0, in_integers = 0, in_expansions = 0;
};

template <class Number>
void expect_true_signs(const Five& p, Tally& tally) {
    const int volume = true_volume<Number>(p).sign();
    const int side = -true_side<Number>(p).sign();
    const std::int64_t exact_before = tally.side.exact;
    EXPECT_EQ(orientation(p, tally.orientation), volume);
    EXPECT_EQ(power_side(p, tally.side), side);
    EXPECT_EQ(detail::exact_orientation(p[0], p[1], p[2], p[3]), volume);
    EXPECT_EQ(detail::exact_power_side(p[0], p[1], p[2], p[3], p[4]), side);
    tally.flat += volume == 0 ? 1 : 0;
    tally.ties += side == 0 ? 1 : 0;
    tally.inside += side > 0 ? 1 : 0;
    if (tally.side.exact > exact_before)
        ++(is_integral(p) ? tally.in_integers : tally.in_expansions);
}

Tally tally_of(SampleKind kind, Random& random) {
    SCOPED_TRACE(name_of(kind));
    Tally tally;
    for (int k = 0; k < samples_per_kind; ++k) {
        const Five p = sample(kind, random);
        if (k % 20 == 0)
            expect_true_signs<cpp_rational>(p, tally);
        else
            expect_true_signs<Dyadic>(p, tally);
    }
    EXPECT_EQ(tally.side.calls, samples_per_kind);
    EXPECT_EQ(tally.orientation.calls, samples_per_kind);
    return tally;
}

TEST(PowerTest, signs_are_true) {
    const std::uint64_t seed = 31;
    SCOPED_TRACE(seed);
    Random random(seed);
    std::array<Tally, sample_kind_count> tallies;
    for (int kind = 0; kind < sample_kind_count; ++kind)
        tallies[static_cast<std::size_t>(kind)] = tally_of(static_cast<SampleKind>(kind), random);
    const auto of = [&](SampleKind kind) { return tallies[static_cast<std::size_t>(kind)]; };

    constexpr int half = samples_per_kind / 2;
    EXPECT_GE(of(SampleKind::generic).inside, samples_per_kind / 5);
    EXPECT_GE(of(SampleKind::nearly_coplanar).orientation.exact, half);
    EXPECT_GE(of(SampleKind::nearly_cospherical).in_integers, half);
    EXPECT_GE(of(SampleKind::about_zero).in_expansions, half);
    EXPECT_GE(of(SampleKind::nearly_orthogonal).side.exact, half);
    EXPECT_GE(of(SampleKind::integer_lattice).ties, samples_per_kind / 4);
    EXPECT_GE(of(SampleKind::integer_lattice).flat, samples_per_kind / 20);
    EXPECT_GE(of(SampleKind::decimal_lattice).in_integers, samples_per_kind / 4);
    EXPECT_GE(of(SampleKind::far_lattice).side.exact, samples_per_kind / 4);
    EXPECT_GE(of(SampleKind::twins).ties, samples_per_kind / 4);
    EXPECT_GE(of(SampleKind::extreme).side.exact, half);
}

TEST(PowerTest, filter_decides_generic_points) {
    const std::uint64_t seed = 32;
    SCOPED_TRACE(seed);
    Random random(seed);
    for (const SampleKind kind : {SampleKind::generic, SampleKind::small, SampleKind::large,
                                  SampleKind::negative_weights, SampleKind::far_away}) {
        SCOPED_TRACE(name_of(kind));
        PredicateCounts counts;
        for (int k = 0; k < 20000; ++k) {
            const Five p = sample(kind, random);
            orientation(p, counts);
            power_side(p, counts);
        }
        EXPECT_EQ(counts.calls, 40000);
        EXPECT_LE(counts.exact, counts.calls / 1000);
    }
}

/// On a lattice the exact way is taken for ties and flat cells, and for hardly anything else.
TEST(PowerTest, filter_decides_what_is_no_tie_on_a_lattice) {
    const std::uint64_t seed = 33;
    SCOPED_TRACE(seed);
    Random random(seed);
    PredicateCounts counts;
    int ties = 0;
    for (int k = 0; k < 20000; ++k)
        ties += power_side(sample(SampleKind::decimal_lattice, random), counts) == 0 ? 1 : 0;
    EXPECT_GE(counts.exact, ties);
    EXPECT_GE(ties, 4000) << "decimal spacings round: not all ties are exact";
    EXPECT_LE(counts.exact, 12000);
    PredicateCounts integers;
    ties = 0;
    for (int k = 0; k < 20000; ++k)
        ties += power_side(sample(SampleKind::integer_lattice, random), integers) == 0 ? 1 : 0;
    EXPECT_EQ(integers.exact, ties);
}

TEST(PowerTest, swapping_vertices_turns_the_sign) {
    const std::uint64_t seed = 34;
    SCOPED_TRACE(seed);
    Random random(seed);
    PredicateCounts counts;
    for (int k = 0; k < 20000; ++k) {
        const Five p = sample(static_cast<SampleKind>(k % sample_kind_count), random);
        Five swapped = p;
        const std::size_t i = random.below(4);
        std::swap(swapped[i], swapped[(i + 1 + random.below(3)) % 4]);
        EXPECT_EQ(orientation(swapped, counts), -orientation(p, counts));
        EXPECT_EQ(power_side(swapped, counts), -power_side(p, counts));
    }
}

bool is_twin(const Five& p) {
    return std::any_of(p.begin(), p.begin() + 4, [&](const WeightedPoint& q) {
        return q.x == p[4].x && q.y == p[4].y && q.z == p[4].z;
    });
}

/// Places in increasing order of the points, e after its twin.
std::array<std::size_t, 5> places_in_order(const Five& p) {
    std::array<std::size_t, 5> places = {0, 1, 2, 3, 4};
    std::stable_sort(places.begin(), places.end(), [&](std::size_t i, std::size_t j) {
        return std::tie(p[i].x, p[i].y, p[i].z) < std::tie(p[j].x, p[j].y, p[j].z);
    });
    return places;
}

/// The determinant with lifts really raised: the largest point's by ε, the next by ε², … where ε is
/// far below any ratio of two cofactors of these samples.
int perturbed_side(const Five& p) {
    const std::array<std::size_t, 5> places = places_in_order(p);
    std::array<Dyadic, 5> rise;
    Dyadic epsilon(1.0);
    for (std::size_t k = 5; k-- > 0;) {
        epsilon = epsilon * Dyadic(0x1p-1000);
        rise[places[k]] = epsilon;
    }
    std::array<std::array<Dyadic, 4>, 4> rows;
    for (std::size_t i = 0; i < 4; ++i) {
        rows[i] = lifted_row<Dyadic>(p[i + 1], p[0]);
        rows[i][3] = rows[i][3] + rise[i + 1] - rise[0];
    }
    return -sign(determinant(rows));
}

TEST(PowerTest, ties_are_broken_as_if_weights_were_perturbed) {
    const std::uint64_t seed = 35;
    SCOPED_TRACE(seed);
    Random random(seed);
    PredicateCounts counts;
    int ties = 0;
    int twins = 0;
    int conflicts = 0;
    constexpr std::array kinds = {SampleKind::integer_lattice, SampleKind::decimal_lattice,
                                  SampleKind::twins, SampleKind::nearly_orthogonal};
    for (int k = 0; k < 12000; ++k) {
        Five p = sample(kinds[static_cast<std::size_t>(k) % kinds.size()], random);
        const int volume = orientation(p, counts);
        if (volume == 0) continue;
        if (volume < 0) std::swap(p[0], p[1]);
        const bool conflict = in_conflict(p, counts);
        EXPECT_EQ(conflict, perturbed_side(p) > 0);
        EXPECT_NE(perturbed_side(p), 0);
        if (power_side(p, counts) != 0) continue;
        ++ties;
        conflicts += conflict ? 1 : 0;
        twins += is_twin(p) ? 1 : 0;
        EXPECT_FALSE(is_twin(p) && conflict);
    }
    EXPECT_GE(ties, 1500);
    EXPECT_GE(twins, 300);
    EXPECT_GE(ties - twins - conflicts, 200);
    EXPECT_GE(conflicts, 200);
}

TEST(PowerTest, even_permutations_of_the_cell_change_nothing) {
    const std::uint64_t seed = 36;
    SCOPED_TRACE(seed);
    Random random(seed);
    PredicateCounts counts;
    int asked = 0;
    for (int k = 0; k < 20000; ++k) {
        Five p = sample(static_cast<SampleKind>(k % sample_kind_count), random);
        const int volume = orientation(p, counts);
        if (volume == 0) continue;
        if (volume < 0) std::swap(p[0], p[1]);
        Five turned = p;
        std::rotate(turned.begin() + 1, turned.begin() + 2, turned.begin() + 4);
        Five crossed = p;
        std::swap(crossed[0], crossed[1]);
        std::swap(crossed[2], crossed[3]);
        EXPECT_EQ(in_conflict(turned, counts), in_conflict(p, counts));
        EXPECT_EQ(in_conflict(crossed, counts), in_conflict(p, counts));
        ++asked;
    }
    EXPECT_GE(asked, 15000);
}

/// 6 · the volume of all cells that no other point is in conflict with.
double volume_of_empty_cells(const std::vector<WeightedPoint>& points, PredicateCounts& counts) {
    const auto is_empty = [&](const Five& cell) {
        return std::none_of(points.begin(), points.end(), [&](const WeightedPoint& e) {
            for (std::size_t i = 0; i < 4; ++i)
                if (cell[i].x == e.x && cell[i].y == e.y && cell[i].z == e.z) return false;
            return in_conflict({cell[0], cell[1], cell[2], cell[3], e}, counts);
        });
    };
    double sum = 0;
    const std::size_t n = points.size();
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j)
            for (std::size_t k = j + 1; k < n; ++k)
                for (std::size_t l = k + 1; l < n; ++l) {
                    Five cell = {points[i], points[j], points[k], points[l], {}};
                    const int volume = orientation(cell, counts);
                    if (volume == 0) continue;
                    if (volume < 0) std::swap(cell[0], cell[1]);
                    if (is_empty(cell)) sum += true_volume<double>(cell);
                }
    return sum;
}

std::vector<WeightedPoint> cubic_lattice(int nx, int ny, int nz) {
    std::vector<WeightedPoint> points;
    for (int x = 0; x < nx; ++x)
        for (int y = 0; y < ny; ++y)
            for (int z = 0; z < nz; ++z) points.push_back({1.0 * x, 1.0 * y, 1.0 * z, 0.25});
    return points;
}

/// All eight corners of a cube lie on one sphere, and yet the empty cells fill the lattice exactly
/// once: they are one triangulation. Without perturbation too many cells would be empty.
TEST(PowerTest, empty_cells_of_a_lattice_are_one_triangulation) {
    PredicateCounts counts;
    EXPECT_EQ(volume_of_empty_cells(cubic_lattice(2, 2, 2), counts), 6);
    EXPECT_EQ(volume_of_empty_cells(cubic_lattice(3, 3, 2), counts), 6 * 4);
    EXPECT_EQ(volume_of_empty_cells(cubic_lattice(2, 2, 4), counts), 6 * 3);
    EXPECT_GE(counts.exact, counts.calls / 10);
}

/// Five corners of one cube, four of them a square.
TEST(PowerTest, ties_by_hand) {
    PredicateCounts counts;
    const WeightedPoint low{0, 0, 0, 0}, right{1, 0, 0, 0}, back{0, 1, 0, 0}, far{1, 1, 0, 0};
    const WeightedPoint top{0, 0, 1, 0};
    // (1, 1, 0) is raised most. As the query it is not in conflict ...
    ASSERT_EQ(scree::orientation(low, right, back, top, counts), 1);
    EXPECT_EQ(scree::power_side(low, right, back, top, far, counts), 0);
    EXPECT_FALSE(scree::in_conflict(low, right, back, top, far, counts));
    // ... and as a vertex it lets in who can take its place without turning the cell.
    ASSERT_EQ(scree::orientation(low, right, far, top, counts), 1);
    EXPECT_EQ(scree::power_side(low, right, far, top, back, counts), 0);
    EXPECT_TRUE(scree::in_conflict(low, right, far, top, back, counts));
}

TEST(PowerTest, heavier_and_lighter_twins) {
    PredicateCounts counts;
    const Five cell = {{{0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {0, 0, 1, 1}}};
    Five heavier = cell;
    heavier[4].weight = 1 + 0x1p-52;
    Five lighter = cell;
    lighter[4].weight = 1 - 0x1p-53;
    EXPECT_EQ(power_side(cell, counts), 0);
    EXPECT_FALSE(in_conflict(cell, counts));
    EXPECT_EQ(power_side(heavier, counts), 1);
    EXPECT_EQ(power_side(lighter, counts), -1);
}

TEST(PowerTest, counts_add_up) {
    PredicateCounts counts{3, 1};
    counts += PredicateCounts{4, 2};
    EXPECT_EQ(counts.calls, 7);
    EXPECT_EQ(counts.exact, 3);
}

} // namespace
} // namespace scree
