// SPDX-License-Identifier: BSD-3-Clause
//
// Triangulations that followed their points, by many kinds of motion, against those built from
// scratch and against CGAL's.
#include <scree/broad/cgal_cells.test.hpp>

#include <cstdio>
#include <functional>

namespace scree::test {
namespace {

constexpr Index first = Triangulation::frame_count;
constexpr double room = 4; ///< half the edge of the cube of the anchors

struct Kind {
    const char* name;
    std::function<Points(Random&)> make;
};

/// A triangulation and the points as its owner knows them.
struct Case {
    Random random;
    Points points; ///< anchors are the last two
    Triangulation t;
    Workers workers{1};
    double radius; ///< the median

    Case(const Kind& kind, std::uint64_t seed) : random(seed) {
        points = kind.make(random);
        std::vector<double> weights;
        for (const WeightedPoint& p : points) weights.push_back(p.weight);
        std::nth_element(weights.begin(), weights.begin() + weights.size() / 2, weights.end());
        radius = std::sqrt(weights[weights.size() / 2]);
        anchor_ = static_cast<Index>(points.size());
        points = with_anchors(points, -room, room);
        t.build(points);
    }

    bool is_anchor(std::size_t k) const { return k == anchor_ || k == anchor_ + 1; }
    std::size_t any() {
        std::size_t k = anchor_;
        while (is_anchor(k) || !is_present(t, first + static_cast<Index>(k)))
            k = random.below(points.size());
        return k;
    }
    void change_all(const std::function<void(WeightedPoint&)>& change) {
        for (std::size_t k = 0; k < points.size(); ++k)
            if (!is_anchor(k)) change(points[k]);
    }
    /// Those that have left the cube come in again from the other side.
    void follow() {
        change_all([](WeightedPoint& p) {
            for (double* x : {&p.x, &p.y, &p.z})
                if (std::abs(*x) > room) *x = std::remainder(*x, 2 * room);
        });
        t.move(points, workers);
    }

private:
    Index anchor_;
};

void walk(Case& c, double way) {
    c.change_all([&](WeightedPoint& p) {
        Points one{p};
        shake(c.random, one, way);
        p = one[0];
    });
    c.follow();
}

void shear_all(Case& c, double way) {
    c.change_all([&](WeightedPoint& p) { p.x += way * p.z; });
    c.follow();
}

/// Only some fall, and push nobody.
void fall(Case& c, double way) {
    c.change_all([&](WeightedPoint& p) {
        if (c.random.below(10) == 0) p.z -= way;
    });
    c.follow();
}

void rotate_all(Case& c, double way) {
    c.change_all([&](WeightedPoint& p) {
        Points one{p};
        rotate(one, way);
        p = one[0];
    });
    c.follow();
}

/// Few exchange places or jump; `way` only shakes the others.
void teleport(Case& c, double way) {
    for (int k = 0; k < 3; ++k) std::swap(c.points[c.any()], c.points[c.any()]);
    WeightedPoint& p = c.points[c.any()];
    p = {c.random.uniform(-1, 2), c.random.uniform(-1, 2), c.random.uniform(-1, 2), p.weight};
    walk(c, 0.01 * way);
}

void breathe(Case& c, double way) {
    c.change_all([&](WeightedPoint& p) {
        p.weight = std::min(9.0, p.weight * std::exp(c.random.uniform(-way, way)));
    });
    c.follow();
}

/// Some go, others come, all move.
void come_and_go(Case& c, double way) {
    for (int k = 0; k < 5; ++k) c.t.remove(first + static_cast<Index>(c.any()));
    walk(c, way);
    for (int k = 0; k < 5; ++k) {
        WeightedPoint p = c.points[c.any()];
        if (k > 0) p.x *= c.random.uniform(0.9, 1); // else a twin
        const Index v = c.t.insert(p);
        ASSERT_NE(v, Triangulation::none);
        if (v - first == c.points.size()) c.points.push_back(p);
        c.points[v - first] = p;
    }
}

enum class Unit { radius, one };
struct Motion {
    const char* name;
    void (*move)(Case&, double way);
    Unit unit; ///< of the way
};
constexpr std::array<Motion, 7> motions = {{{"walk", walk, Unit::radius},
                                            {"shear", shear_all, Unit::one},
                                            {"fall", fall, Unit::radius},
                                            {"rotate", rotate_all, Unit::one},
                                            {"teleport", teleport, Unit::radius},
                                            {"breathe", breathe, Unit::one},
                                            {"come and go", come_and_go, Unit::radius}}};

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all = {
        {"loose",
         [](Random& random) {
             return random_set(random, {200, 2, 0.1});
         }},
        {"dense",
         [](Random& random) {
             return random_set(random, {200, 1, 0.6});
         }},
        {"wide",
         [](Random& random) {
             return random_set(random, {200, 100, 0.5});
         }},
        {"deep",
         [](Random& random) {
             return random_set(random, {150, 10, 30});
         }},
        {"covered", [](Random& random) { return covered(random, 10, 120); }},
        {"twins",
         [](Random& random) {
             return with_twins(random, random_set(random, {60, 3, 0.5}));
         }},
        {"cubic", [](Random&) { return cubic_lattice(4); }},
        {"face-centred", [](Random&) { return face_centred_lattice(3); }},
        {"sheet", [](Random&) { return grid_sheet(4, 0); }},
        {"shell", [](Random& random) { return round_shell(random, 80); }},
        {"few",
         [](Random& random) {
             return random_set(random, {8, 3, 0.5});
         }},
    };
    return all;
}

class TriangulationMotion : public ::testing::TestWithParam<std::size_t> {};

TEST_P(TriangulationMotion, EqualsAFreshOne) {
    const Motion& motion = motions[GetParam()];
    TriangulationCounts sum;
    std::size_t compared = 0, hidden = 0;
    for (std::size_t k = 0; k < kinds().size(); ++k) {
        const std::uint64_t seed = 1000 * GetParam() + k;
        Case c(kinds()[k], seed);
        for (const double way : {1e-4, 1e-3, 1e-2, 0.1, 1.0})
            for (int round = 0; round < 8; ++round) {
                motion.move(c, motion.unit == Unit::radius ? way * c.radius : way);
                ASSERT_TRUE(agrees_with_fresh_build(c.t))
                    << motion.name << ", " << kinds()[k].name << ", seed " << seed << ", way "
                    << way << ", round " << round;
                ++compared;
                hidden += c.t.hidden().size();
                if (round % 4 != 3) continue;
                ASSERT_TRUE(agrees_with_cgal(c.t))
                    << motion.name << ", " << kinds()[k].name << ", seed " << seed << ", way "
                    << way << ", round " << round;
            }
        const TriangulationCounts& n = c.t.counts();
        sum.builds += n.builds - 1;
        sum.flips_23 += n.flips_23;
        sum.flips_32 += n.flips_32;
        sum.flips_41 += n.flips_41;
        sum.inverted += n.inverted;
        sum.stuck += n.stuck;
        sum.reinserted += n.reinserted;
    }
    std::printf("%s, seeds %zu: %zu compared, %zu hidden, flips %ld %ld %ld, inverted %ld, stuck "
                "%ld, put back %ld, builds %ld\n",
                motion.name, 1000 * GetParam(), compared, hidden, sum.flips_23, sum.flips_32,
                sum.flips_41, sum.inverted, sum.stuck, sum.reinserted, sum.builds);
    // Most motions were followed, not built anew, and there was something to do.
    EXPECT_LT(sum.builds, static_cast<std::int64_t>(compared) / 2);
    EXPECT_GT(sum.flips_23, static_cast<std::int64_t>(compared));
    EXPECT_GT(sum.reinserted, 0);
    EXPECT_GT(hidden, compared);
}

INSTANTIATE_TEST_SUITE_P(Motions, TriangulationMotion,
                         ::testing::Range(std::size_t{0}, motions.size()), [](const auto& test) {
                             std::string name;
                             for (const char ch : std::string(motions[test.param].name))
                                 if (ch != ' ') name += ch;
                             return name;
                         });

// Cells have the same numbers however many threads look at them.
TEST(TriangulationMotion, ThreadsDoNotMatter) {
    Random random(77);
    Points points = random_set(random, {3000, 5, 0.5});
    Triangulation one, three;
    one.build(points);
    three.build(points);
    Workers alone(1), together(3);
    for (const double way : {1e-4, 1e-3, 3e-3, 1e-2}) {
        shake(random, points, way);
        one.move(points, alone);
        three.move(points, together);
        ASSERT_EQ(one.cell_slots(), three.cell_slots());
        for (Index f = 0; f < 4 * one.cell_slots(); ++f)
            ASSERT_EQ(one.vertex(f), three.vertex(f)) << "way " << way;
        EXPECT_EQ(one.counts().predicates, three.counts().predicates);
    }
    EXPECT_TRUE(agrees_with_cgal(one));
    EXPECT_GT(one.cell_slots(), 3 * 4096U); // pieces of the check
    EXPECT_GT(one.counts().flips(), 1000);
    EXPECT_GT(one.counts().reinserted, 10);
}

} // namespace
} // namespace scree::test
