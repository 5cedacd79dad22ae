// SPDX-License-Identifier: BSD-3-Clause
//
// Triangulations of points at rest, against CGAL's of the same points and frame. Ties are broken in
// the same way there [DevillersTeillaud2011], so the cells of lattices must agree as well.
#include <scree/broad/cgal_cells.test.hpp>

#include <cstdio>
#include <functional>

namespace scree::test {
namespace {

struct Tally {
    std::size_t sets = 0, points = 0, hidden = 0, with_hidden = 0;
    PredicateCounts predicates;

    void add(const Triangulation& t) {
        ++sets;
        points += t.vertex_count() - Triangulation::frame_count;
        hidden += t.hidden().size();
        with_hidden += t.hidden().empty() ? 0 : 1;
        predicates += t.counts().predicates;
    }
    void print(const char* name, std::uint64_t seed) const {
        std::printf("%s, seed %lu: %zu sets, %zu points, %zu hidden in %zu sets, exact %.3g %%\n",
                    name, seed, sets, points, hidden, with_hidden, 100 * exact_share());
    }
    double exact_share() const {
        return static_cast<double>(predicates.exact) / static_cast<double>(predicates.calls);
    }
};

TEST(TriangulationOracle, RandomSets) {
    const std::uint64_t seed = 101;
    Random random(seed);
    Tally tally;
    for (int repeat = 0; repeat < 8; ++repeat)
        for (const std::size_t count : {5, 10, 20, 50, 100, 200, 500})
            for (const double ratio : {1.0, 2.0, 10.0, 100.0, 1000.0})
                for (const double fill : {0.01, 0.5, 3.0, 50.0}) {
                    Triangulation t;
                    t.build(random_set(random, {count, ratio, fill}));
                    ASSERT_TRUE(agrees_with_cgal(t))
                        << "seed " << seed << ", set " << tally.sets << ": " << count
                        << " points 1:" << ratio << ", fill " << fill;
                    tally.add(t);
                }
    tally.print("random sets", seed);
    // Not vacuous: sets of all kinds, from none hidden to many.
    EXPECT_GE(tally.sets, 1000U);
    EXPECT_GT(tally.with_hidden, tally.sets / 5);
    EXPECT_LT(tally.with_hidden, 4 * tally.sets / 5);
    EXPECT_LT(tally.exact_share(), 0.01);
}

struct Kind {
    const char* name;
    std::function<Points(Random&)> make;
    bool has_ties = true, hides = false;
};

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all = {
        {"cubic lattice", [](Random&) { return cubic_lattice(6); }},
        {"body-centred lattice", [](Random&) { return body_centred_lattice(5); }},
        {"face-centred lattice", [](Random&) { return face_centred_lattice(4); }},
        {"salt lattice", [](Random&) { return salt_lattice(5); }},
        {"round shell", [](Random& random) { return round_shell(random, 150); }},
        {"integer shell 9", [](Random&) { return integer_shell(9); }},
        {"integer shell 41", [](Random&) { return integer_shell(41); }},
        {"integer shell 146", [](Random&) { return integer_shell(146, 1); }},
        {"shells 26, 41, 50",
         [](Random&) {
             Points points = integer_shell(26);
             for (const int n : {41, 50})
                 for (const WeightedPoint& p : integer_shell(n)) points.push_back(p);
             return points;
         }},
        {"crossing rows", [](Random&) { return crossing_rows(21, 1); }},
        {"rows in one plane", [](Random&) { return crossing_rows(20, 0); }},
        {"straight row", [](Random&) { return straight_row(40); }},
        {"flat sheet", [](Random&) { return grid_sheet(15, 0); }},
        {"tilted sheet", [](Random&) { return grid_sheet(12, 0.25); }},
        {"rounded sheet", [](Random&) { return grid_sheet(12, 0.1); }},
        {"random sheet", [](Random& random) { return random_sheet(random, 200); }, true, true},
        {"twins",
         [](Random& random) {
             return with_twins(random, random_set(random, {100, 4, 0.5}));
         },
         true, true},
        {"twins on a lattice", [](Random& random) { return with_twins(random, cubic_lattice(4)); },
         true, true},
        {"clusters", [](Random& random) { return clusters(random, 8, 25); }},
        {"nested", [](Random& random) { return nested(random, 40, 5); }, true, true},
        {"covered", [](Random& random) { return covered(random, 20, 300); }, false, true},
        {"mixed lattice",
         [](Random& random) {
             Points points = cubic_lattice(5);
             for (WeightedPoint& p : points) p.weight = 0.5 * static_cast<double>(random.below(4));
             return points;
         },
         true, true},
    };
    return all;
}

/// The same in other places and sizes: exactly, as far as coordinates are small binary fractions,
/// and with rounding that turns ties into near ties.
const std::vector<std::pair<const char*, void (*)(Points&)>>& placements() {
    static const std::vector<std::pair<const char*, void (*)(Points&)>> all = {
        {"as made", [](Points&) {}},
        {"1e6 away", [](Points& points) { shift(points, 1e6); }},
        {"size 1e-5", [](Points& points) { scale(points, 1e-5); }},
        {"size 1e2", [](Points& points) { scale(points, 1e2); }},
        {"size 0.1, 1e5 away",
         [](Points& points) {
             scale(points, 0.1);
             shift(points, 1e5);
         }},
        {"turned", [](Points& points) { rotate(points, 0.3); }},
    };
    return all;
}

class NastySets : public ::testing::TestWithParam<std::size_t> {};

TEST_P(NastySets, AgreeWithCgal) {
    const Kind& kind = kinds()[GetParam()];
    const std::uint64_t seed = 200 + GetParam();
    Random random(seed);
    Tally tally;
    for (const auto& [name, place] : placements())
        for (const bool shuffled : {false, true}) {
            Points points = kind.make(random);
            place(points);
            if (shuffled) shuffle(random, points);
            Triangulation t;
            t.build(points);
            EXPECT_TRUE(agrees_with_cgal(t))
                << kind.name << ", " << name << (shuffled ? ", shuffled" : "") << ", seed " << seed;
            EXPECT_TRUE(t.is_valid());
            tally.add(t);
        }
    tally.print(kind.name, seed);
    EXPECT_GT(tally.points, 12 * 20U);
    if (kind.has_ties) {
        EXPECT_GT(tally.exact_share(), 0.01);
    }
    EXPECT_EQ(tally.with_hidden, kind.hides ? tally.sets : 0);
}

INSTANTIATE_TEST_SUITE_P(Kinds, NastySets, ::testing::Range(std::size_t{0}, kinds().size()),
                         [](const auto& test) {
                             std::string name;
                             for (const char c : std::string(kinds()[test.param].name))
                                 if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
                             return name;
                         });

} // namespace
} // namespace scree::test
