// SPDX-License-Identifier: BSD-3-Clause
//
// Small cases of which one can say what must come out. triangulation_oracle.test.cpp and
// triangulation_motion.test.cpp compare large ones with other triangulations.
#include <scree/broad/triangulation_checks.test.hpp>

namespace scree::test {
namespace {

constexpr Index first = Triangulation::frame_count; ///< vertex of the first point

Triangulation built(const Points& points) {
    Triangulation t;
    t.build(points);
    return t;
}

bool has_cell(const Triangulation& t, Quadruple points) {
    for (Index& v : points) v += first;
    std::sort(points.begin(), points.end());
    const Cells cells = cells_of(t);
    return std::binary_search(cells.begin(), cells.end(), points);
}

bool has_edge(const Triangulation& t, Index a, Index b) {
    const Edges edges = edges_of(cells_of(t));
    return std::binary_search(edges.begin(), edges.end(),
                              std::array<Index, 2>{std::min(a, b) + first, std::max(a, b) + first});
}

/// Euler's relation for a ball bounded by the four facets of the frame: cells, edges and vertices.
void expect_euler(const Triangulation& t) {
    std::set<std::array<Index, 2>> edges;
    std::set<Index> vertices;
    const Cells cells = cells_of(t);
    for (const Quadruple& q : cells)
        for (std::size_t i = 0; i < 4; ++i) {
            vertices.insert(q[i]);
            for (std::size_t j = i + 1; j < 4; ++j) edges.insert({q[i], q[j]});
        }
    EXPECT_EQ(cells.size() + vertices.size() + 1, edges.size());
}

TEST(Triangulation, NoPointLeavesTheFrame) {
    const Triangulation t = built({});
    EXPECT_TRUE(is_sound(t));
    EXPECT_EQ(cells_of(t), (Cells{{0, 1, 2, 3}}));
}

TEST(Triangulation, OnePointMakesFourCells) {
    const Triangulation t = built({{1, 2, 3, 0}});
    EXPECT_TRUE(is_sound(t));
    EXPECT_EQ(cells_of(t), (Cells{{0, 1, 2, 4}, {0, 1, 3, 4}, {0, 2, 3, 4}, {1, 2, 3, 4}}));
}

TEST(Triangulation, TwoPointsAreNeighbours) {
    for (const double weight : {0.0, 0.25, 1.0}) {
        const Triangulation t = built({{0, 0, 0, weight}, {1, 0, 0, weight}});
        EXPECT_TRUE(is_sound(t));
        EXPECT_TRUE(has_edge(t, 0, 1));
        expect_euler(t);
    }
}

// Where numbers are so far apart that a frame of the size of the points would be flat.
TEST(Triangulation, FarFromTheOrigin) {
    Random random(7);
    for (const double place : {1e9, 1e14, 1e16, 1e17, 1e20}) {
        SCOPED_TRACE(place);
        Points points = random_set(random, {50, 2, 0.1});
        shift(points, place);
        EXPECT_TRUE(is_sound(built(points)));
        EXPECT_TRUE(is_sound(built({{place, 0, 0, 1}})));
        EXPECT_TRUE(is_sound(built({{place, 0, 0, 1}, {-place, 1, 0, 1}})));
    }
}

/// A triangle of circumradius 1 and two points above and below its centre. The sphere through the
/// triangle and (0, 0, h) meets the axis again at -1/h, so for h < 1 the lower one is inside.
Points bipyramid(double h) {
    const double c = 0.5, s = std::sqrt(0.75);
    return {
        {1, 0, 0, 0.01}, {-c, s, 0, 0.01}, {-c, -s, 0, 0.01}, {0, 0, h, 0.01}, {0, 0, -h, 0.01}};
}

TEST(Triangulation, FivePoints) {
    const Triangulation flat = built(bipyramid(0.8));
    EXPECT_TRUE(is_sound(flat));
    for (const Quadruple& cell : {Quadruple{0, 1, 3, 4}, {1, 2, 3, 4}, {2, 0, 3, 4}})
        EXPECT_TRUE(has_cell(flat, cell));
    const Triangulation high = built(bipyramid(1.2));
    EXPECT_TRUE(is_sound(high));
    EXPECT_TRUE(has_cell(high, {0, 1, 2, 3}));
    EXPECT_TRUE(has_cell(high, {0, 1, 2, 4}));
    EXPECT_FALSE(has_edge(high, 3, 4));
    expect_euler(flat);
    expect_euler(high);
    // Larger balls above and below do the same as less height: h² - weight is what counts.
    Points heavy = bipyramid(1.2);
    heavy[3].weight = heavy[4].weight = 0.01 + 1.44 - 0.64;
    EXPECT_TRUE(has_cell(built(heavy), {1, 2, 3, 4}));
}

TEST(Triangulation, FlipsWhenTheSphereIsPassed) {
    Workers workers(1);
    Triangulation t = built(with_anchors(bipyramid(1.2), -20, 20));
    t.move(with_anchors(bipyramid(0.8), -20, 20), workers);
    EXPECT_TRUE(agrees_with_fresh_build(t));
    EXPECT_TRUE(has_cell(t, {0, 1, 3, 4}));
    EXPECT_GE(t.counts().flips_23, 1);
    EXPECT_EQ(t.counts().flips_41, 0);
    const std::int64_t before = t.counts().flips_32;
    t.move(with_anchors(bipyramid(1.2), -20, 20), workers);
    EXPECT_TRUE(agrees_with_fresh_build(t));
    EXPECT_TRUE(has_cell(t, {0, 1, 2, 3}));
    EXPECT_GT(t.counts().flips_32, before);
    EXPECT_EQ(t.counts().updates, 2);
    EXPECT_EQ(t.counts().builds, 1);
    EXPECT_EQ(t.counts().inverted, 0);
    EXPECT_EQ(t.counts().reinserted, 0);
}

/// 27 large balls, the middle one number 13 at the origin with radius 1, and a small one of weight
/// w at (x, x, x). The middle one's power cell is the cube of half edge 0.75; of it the small one
/// claims the points p with x (p_x + p_y + p_z) > (1 - w + 3 x²) / 2. For w = 0.01 that is nothing
/// when x <= 0.25: at the corner 0.5625 < 0.58875.
Points small_among_large(double x) {
    Points points = cubic_lattice(3, 1);
    for (WeightedPoint& p : points) p = {1.5 * (p.x - 1), 1.5 * (p.y - 1), 1.5 * (p.z - 1), 1};
    points.push_back({x, x, x, 0.01});
    return with_anchors(points, -10, 10);
}
constexpr Index middle = first + 13, small = first + 27;

TEST(Triangulation, CoveredBallIsHiddenUntilItMovesOut) {
    Workers workers(1);
    Triangulation t = built(small_among_large(0.1));
    EXPECT_TRUE(is_sound(t));
    EXPECT_TRUE(t.is_hidden(small));
    EXPECT_FALSE(t.is_visible(small));
    EXPECT_EQ(std::vector<Index>(t.hidden().begin(), t.hidden().end()), std::vector<Index>{small});
    t.move(small_among_large(0.75), workers); // the middle between eight
    EXPECT_TRUE(t.is_visible(small));
    EXPECT_TRUE(t.hidden().empty());
    EXPECT_TRUE(agrees_with_fresh_build(t));
    t.move(small_among_large(0.1), workers);
    EXPECT_TRUE(t.is_hidden(small));
    EXPECT_TRUE(agrees_with_fresh_build(t));
}

TEST(Triangulation, CoveredBallIsHiddenByAFlip) {
    // It swells and shrinks where it is: no cell turns round, so the vertex goes by a 4-1 flip.
    Workers workers(1);
    Points points = small_among_large(0.2);
    points[small - first].weight = 0.9;
    Triangulation t = built(points);
    ASSERT_TRUE(t.is_visible(small));
    points[small - first].weight = 0.01;
    t.move(points, workers);
    EXPECT_TRUE(t.is_hidden(small));
    EXPECT_TRUE(agrees_with_fresh_build(t));
    EXPECT_EQ(t.counts().flips_41, 1);
    points[small - first].weight = 0.9;
    t.move(points, workers);
    EXPECT_TRUE(t.is_visible(small));
    EXPECT_TRUE(agrees_with_fresh_build(t));
}

TEST(Triangulation, CoveredBallAppearsWhenTheLargeOneGoes) {
    Triangulation t = built(small_among_large(0.1));
    t.remove(middle);
    EXPECT_TRUE(t.is_visible(small));
    EXPECT_FALSE(t.is_visible(middle));
    EXPECT_FALSE(t.is_hidden(middle));
    EXPECT_TRUE(agrees_with_fresh_build(t));
    EXPECT_EQ(t.insert({0, 0, 0, 1}), middle); // numbers are used again
    EXPECT_TRUE(t.is_hidden(small));
    EXPECT_TRUE(agrees_with_fresh_build(t));
    t.remove(small); // hidden ones can go, too
    EXPECT_TRUE(t.hidden().empty());
    EXPECT_TRUE(agrees_with_fresh_build(t));
}

TEST(Triangulation, OfTwinsOneIsVisible) {
    Random random(1);
    Points points = random_set(random, {20, 2, 0.2});
    points.insert(points.end(), points.begin(), points.begin() + 20);
    Triangulation t = built(with_anchors(points, -1, 2));
    EXPECT_TRUE(is_sound(t));
    EXPECT_EQ(t.hidden().size(), 20U);
    for (Index v = first; v < first + 20; ++v) {
        EXPECT_NE(t.is_visible(v), t.is_visible(v + 20));
        t.remove(t.is_visible(v) ? v : v + 20);
        EXPECT_TRUE(agrees_with_fresh_build(t));
    }
    EXPECT_TRUE(t.hidden().empty());
    EXPECT_GE(edges_of(cells_of(t)).size(), 60U);
}

// Two balls meet at one place, stay together as equal twins, and part again.
TEST(Triangulation, TwinsMeetAndPart) {
    Workers workers(1);
    Random random(2);
    const Points apart = with_anchors(random_set(random, {30, 1, 0.1}), -1, 2);
    Points together = apart;
    together[7] = together[12];
    Triangulation t = built(apart);
    for (int round = 0; round < 3; ++round) {
        t.move(together, workers);
        EXPECT_EQ(t.hidden().size(), 1U);
        EXPECT_TRUE(agrees_with_fresh_build(t));
        t.move(apart, workers);
        EXPECT_TRUE(t.hidden().empty());
        EXPECT_TRUE(agrees_with_fresh_build(t));
    }
}

TEST(Triangulation, AllInOnePlace) {
    Workers workers(1);
    Points points(30, {0.5, 0.5, 0.5, 0.1});
    points[17].weight = 0.2;
    Triangulation t = built(with_anchors(points, -1, 2));
    EXPECT_TRUE(is_sound(t));
    EXPECT_TRUE(t.is_visible(first + 17));
    EXPECT_EQ(t.hidden().size(), 29U);
    Random random(3);
    shake(random, points, 0.3);
    t.move(with_anchors(points, -1, 2), workers);
    EXPECT_TRUE(agrees_with_fresh_build(t));
    t.move(with_anchors(Points(30, {0, 0, 0, 0.1}), -1, 2), workers);
    EXPECT_EQ(t.hidden().size(), 29U);
    EXPECT_TRUE(agrees_with_fresh_build(t));
}

struct Kind {
    const char* name;
    Points points;
};

/// Sets small enough to look at after every change, within [-4, 4]³.
std::vector<Kind> small_sets() {
    Random random(4);
    std::vector<Kind> kinds = {
        {"random", random_set(random, {40, 3, 0.3})},
        {"overlapping", random_set(random, {40, 5, 20})},
        {"covered", covered(random, 6, 30)},
        {"nested", nested(random, 10, 4)},
        {"twins", with_twins(random, random_set(random, {20, 2, 0.3}))},
        {"cubic", cubic_lattice(3)},
        {"cubic twins", with_twins(random, cubic_lattice(3))},
        {"body-centred", body_centred_lattice(2)},
        {"face-centred", face_centred_lattice(2)},
        {"cospherical", integer_shell(9)},
        {"nearly cospherical", round_shell(random, 40)},
        {"coplanar", grid_sheet(4, 0)},
        {"random coplanar", random_sheet(random, 30)},
        {"collinear", straight_row(4)},
        {"crossing rows", crossing_rows(7, 1)},
    };
    return kinds;
}

TEST(Triangulation, RemovalOfEachLeavesTheRest) {
    for (const Kind& kind : small_sets()) {
        SCOPED_TRACE(kind.name);
        const Triangulation all = built(with_anchors(kind.points, -4, 4));
        ASSERT_TRUE(agrees_with_fresh_build(all));
        for (Index v = first; v < first + kind.points.size(); ++v) {
            Triangulation t = all;
            t.remove(v);
            ASSERT_TRUE(is_sound(t)) << "without " << v;
            ASSERT_TRUE(agrees_with_fresh_build(t)) << "without " << v;
        }
    }
}

TEST(Triangulation, GoesAndComesOneByOne) {
    Random random(5);
    for (const Kind& kind : small_sets()) {
        SCOPED_TRACE(kind.name);
        Points order = kind.points;
        Triangulation t = built(with_anchors(order, -4, 4));
        std::vector<Index> left;
        for (Index v = first; v < first + order.size(); ++v) left.push_back(v);
        while (!left.empty()) {
            std::swap(left[random.below(left.size())], left.back());
            t.remove(left.back());
            left.pop_back();
            ASSERT_TRUE(agrees_with_fresh_build(t)) << left.size() << " left";
        }
        EXPECT_EQ(edges_of(cells_of(t)).size(), 1U); // of the anchors
        shuffle(random, order);
        for (const WeightedPoint& p : order) {
            const Index v = t.insert(p);
            ASSERT_GE(v, first);
            ASSERT_LT(v, first + order.size()); // no number is wasted
            ASSERT_TRUE(agrees_with_fresh_build(t)) << "with " << v;
        }
        EXPECT_TRUE(is_sound(t));
    }
}

TEST(Triangulation, LocatesEveryPoint) {
    Random random(6);
    for (const Kind& kind : small_sets()) {
        SCOPED_TRACE(kind.name);
        const Triangulation t = built(with_anchors(kind.points, -4, 4));
        for (int k = 0; k < 200; ++k) {
            const WeightedPoint p =
                k < 20 ? kind.points[random.below(kind.points.size())]
                       : WeightedPoint{random.uniform(-4, 4), random.uniform(-4, 4),
                                       random.uniform(-4, 4), 0};
            const Index cell = t.locate(p, static_cast<Index>(random.below(t.cell_slots())));
            ASSERT_TRUE(t.is_cell(cell));
            for (std::size_t i = 0; i < 4; ++i) { // p in the place of each vertex: still positive
                std::array<WeightedPoint, 4> corner;
                for (Index j = 0; j < 4; ++j) corner[j] = t.points()[t.vertex(4 * cell + j)];
                corner[i] = p;
                PredicateCounts counts;
                EXPECT_GE(orientation(corner[0], corner[1], corner[2], corner[3], counts), 0);
            }
        }
    }
}

} // namespace
} // namespace scree::test
