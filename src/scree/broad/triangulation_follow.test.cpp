// SPDX-License-Identifier: BSD-3-Clause
//
// The paths that a motion can take: flips, cells turned inside out, flipping that gets stuck,
// points that leave the frame; and the list of changed vertices.
#include <scree/broad/neighbour_rows.hpp>
#include <scree/broad/triangulation_checks.test.hpp>

#include <cstdio>
#include <limits>

namespace scree::test {
namespace {

constexpr Index first = Triangulation::frame_count; ///< vertex of the first point

class TriangulationMove : public ::testing::Test {
protected:
    void build(const Points& points) {
        anchored_ = with_anchors(points, -4, 4);
        t_.build(anchored_);
    }
    void move(const Points& points) {
        anchored_ = with_anchors(points, -4, 4);
        t_.move(anchored_, workers_);
        ASSERT_TRUE(t_.is_valid());
        ASSERT_TRUE(agrees_with_fresh_build(t_));
    }
    const TriangulationCounts& counts() const { return t_.counts(); }

    Triangulation t_;
    Points anchored_;
    Workers workers_{1};
};

TEST_F(TriangulationMove, NothingMoved) {
    Random random(1);
    const Points points = random_set(random, {50, 2, 0.1});
    build(points);
    EXPECT_EQ(t_.take_changed().size(), points.size() + 2);
    move(points);
    EXPECT_TRUE(t_.take_changed().empty());
    EXPECT_EQ(counts().flips(), 0);
    EXPECT_EQ(counts().updates, 1);
}

TEST_F(TriangulationMove, PointPassesThroughATriangle) {
    Points points = {{1, 0, 0, 0}, {-0.5, 0.8, 0, 0}, {-0.5, -0.8, 0, 0}, {0, 0, 1, 0}};
    build(points);
    points[3].z = -1;
    move(points);
    EXPECT_GE(counts().inverted, 1);
    EXPECT_GE(counts().reinserted, 1);
    EXPECT_EQ(counts().builds, 1);
}

// A cell that becomes flat is no cell either.
TEST_F(TriangulationMove, PointComesToRestInATriangle) {
    Points points = {{1, 0, 0, 0}, {-0.5, 0.8, 0, 0}, {-0.5, -0.8, 0, 0}, {0, 0, 1, 0}};
    build(points);
    for (const double z : {0.0, 1.0, 0.0, -1.0}) {
        points[3].z = z;
        move(points);
    }
    EXPECT_GE(counts().inverted, 2);
    EXPECT_EQ(counts().builds, 1);
}

TEST_F(TriangulationMove, LargeMotionsTurnCellsInsideOut) {
    const std::uint64_t seed = 31;
    SCOPED_TRACE(seed);
    Random random(seed);
    Points points = random_set(random, {200, 3, 0.3});
    build(points);
    // Mean spacing 0.17. By 0.01 few cells turn round, by 0.2 nearly all.
    for (int round = 0; round < 30; ++round) {
        shake(random, points, 0.01);
        move(points);
    }
    EXPECT_GT(counts().inverted, 0);
    EXPECT_GT(counts().reinserted, 0);
    EXPECT_EQ(counts().builds, 1);
    shake(random, points, 0.2);
    move(points);
    EXPECT_EQ(counts().builds, 2); // too many to be taken out
    std::printf("seed %lu: %ld inverted, %ld reinserted\n", seed, counts().inverted,
                counts().reinserted);
}

// Four points in a plane with one above and one below: the diagonal of the four changes, and as the
// cells around it are four, not three, no flip of five points can do that.
TEST_F(TriangulationMove, QuadrangleGetsStuck) {
    const auto octahedron = [](double a, double b) {
        return Points{{-a, 0, 0, 0}, {a, 0, 0, 0}, {0, -b, 0, 0},
                      {0, b, 0, 0},  {0, 0, 1, 0}, {0, 0, -1, 0}};
    };
    build(octahedron(0.8, 0.9));
    move(octahedron(0.9, 0.8));
    EXPECT_GE(counts().stuck, 1);
    EXPECT_GE(counts().reinserted, 1);
    EXPECT_EQ(counts().builds, 1);
}

// Layers of a lattice slide, and the diagonals in all their squares change at once.
TEST_F(TriangulationMove, SlidingLayers) {
    Points points = cubic_lattice(4);
    shift(points, -1.5);
    build(points);
    for (int round = 0; round < 40; ++round) {
        shear(points, round % 20 < 10 ? 0.05 : -0.05);
        move(points);
        if (HasFatalFailure()) return;
    }
    EXPECT_GE(counts().stuck, 1);
    EXPECT_GT(counts().flips(), 10);
}

// In a sheet that stays flat flips of the cells above and below get stuck again and again, often
// after others were done, so that the facets still irregular belong to cells that the undoing of
// these takes away. (Vertices of such cells were asked for after the undoing, when there were
// none.)
TEST_F(TriangulationMove, FlatSheetsGetStuckAfterFlips) {
    const std::uint64_t seed = 32;
    SCOPED_TRACE(seed);
    std::int64_t stuck = 0, put_back = 0;
    for (std::uint64_t trial = 0; trial < 50; ++trial) {
        Random random(1000 * seed + trial);
        Points points = random_sheet(random, 60);
        build(points);
        for (int round = 0; round < 4; ++round) {
            for (WeightedPoint& p : points) {
                p.x += random.uniform(-0.01, 0.01);
                p.y += random.uniform(-0.01, 0.01);
            }
            move(points);
            if (HasFatalFailure()) return;
        }
        stuck += counts().stuck;
        put_back += counts().reinserted;
        t_ = Triangulation();
    }
    std::printf("seed %lu: stuck %ld times in 200 moves, %ld vertices put back\n", seed, stuck,
                put_back);
    EXPECT_GT(stuck, 10);
    EXPECT_GT(put_back, 10);
}

// Points in general position get stuck as well, if rarely: once in fifty jumps of all the radii of
// a hundred balls by up to a factor of two, once in a hundred thousand motions by a third of the
// spacing.
TEST_F(TriangulationMove, JumpingRadiiGetStuck) {
    const std::uint64_t seed = 33;
    SCOPED_TRACE(seed);
    std::int64_t stuck = 0, hidden = 0;
    for (std::uint64_t trial = 0; trial < 100; ++trial) {
        Random random(1000 * seed + trial);
        Points points = random_set(random, {100, 3, 1});
        build(points);
        for (int round = 0; round < 6; ++round) {
            for (WeightedPoint& p : points)
                p.weight = std::min(1.0, p.weight * log_uniform(random, 0.25, 4));
            move(points);
            if (HasFatalFailure()) return;
        }
        EXPECT_EQ(counts().inverted, 0);
        stuck += counts().stuck;
        hidden += counts().flips_41;
        t_ = Triangulation();
    }
    std::printf("seed %lu: stuck %ld times in 600 moves, %ld hidden\n", seed, stuck, hidden);
    EXPECT_GT(stuck, 0);
    EXPECT_GT(hidden, 600);
}

// Rings of three, turned against each other to and fro: twisted prisms that have no triangulation
// of their own [Schönhardt 1928] come and go.
TEST_F(TriangulationMove, TwistedPrisms) {
    const std::uint64_t seed = 34;
    SCOPED_TRACE(seed);
    Random random(seed);
    Points points;
    for (int ring = 0; ring < 6; ++ring)
        for (int k = 0; k < 3; ++k) {
            const double angle = 2 * std::numbers::pi / 3 * k + 0.5 * ring;
            points.push_back({std::cos(angle), std::sin(angle), ring - 2.5, 0.01});
        }
    build(points);
    for (int round = 0; round < 100; ++round) {
        for (std::size_t ring = 0; ring < 6; ++ring) {
            Points three(points.begin() + 3 * ring, points.begin() + 3 * ring + 3);
            rotate(three, random.uniform(-0.5, 0.5));
            std::copy(three.begin(), three.end(), points.begin() + 3 * ring);
        }
        move(points);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(counts().inverted, 100);
    EXPECT_GT(counts().flips(), 100);
    EXPECT_EQ(counts().builds, 1);
}

TEST(Triangulation, FrameHasRoomForHalfAsMuch) {
    Workers workers(1);
    Random random(35);
    Points points = with_anchors(random_set(random, {30, 2, 0.1}), 0, 1);
    Triangulation t;
    t.build(points);
    const Cells before = cells_of(t);
    EXPECT_EQ(t.insert({0.5, 0.5, 1.3, 0}), Triangulation::none);
    EXPECT_EQ(cells_of(t), before);
    EXPECT_EQ(t.vertex_count(), first + 32);
    EXPECT_EQ(t.insert({0.5, 0.5, 1.2, 0}), first + 32);
    EXPECT_TRUE(is_sound(t));
    points.push_back({0.5, 0.5, 1.3, 0});
    t.move(points, workers);
    EXPECT_EQ(t.counts().builds, 2);
    EXPECT_TRUE(agrees_with_fresh_build(t));
    EXPECT_EQ(t.insert({0.5, 0.5, 1.35, 0}), first + 33); // the frame is a new one
    EXPECT_TRUE(is_sound(t));
}

// Those removed stay away however the next motion is done, and nobody looks where they are. (A
// motion that had to build anew brought them back.)
TEST(Triangulation, RemovedStayAway) {
    Workers workers(1);
    Random random(36);
    const double nowhere = std::numeric_limits<double>::quiet_NaN();
    // By flips, with some taken out, with too many to be taken out, and out of the frame.
    for (const double way : {0.001, 0.01, 0.5, 5.0}) {
        SCOPED_TRACE(way);
        Points points = random_set(random, {100, 2, 0.1});
        Triangulation t;
        t.build(points);
        for (const std::size_t gone : {10, 20, 99}) {
            t.remove(first + static_cast<Index>(gone));
            points[gone] = {nowhere, nowhere, nowhere, nowhere};
        }
        shake(random, points, way);
        t.move(points, workers);
        EXPECT_EQ(t.counts().builds, way > 0.1 ? 2 : 1);
        EXPECT_TRUE(is_sound(t));
        for (const Index gone : {10, 20, 99}) {
            EXPECT_FALSE(is_present(t, first + gone));
            EXPECT_TRUE(is_present(t, first + gone - 1));
        }
        const Index again = t.insert(points[0]); // a twin in one of their places
        EXPECT_TRUE(again == first + 10 || again == first + 20 || again == first + 99);
        EXPECT_EQ(t.vertex_count(), first + 100);
        EXPECT_TRUE(is_sound(t));
    }
}

using Row = std::vector<Index>;

std::vector<Row> rows_of(const Triangulation& t) {
    Star star;
    std::vector<Row> rows(t.vertex_count());
    for (Index v = first; v < t.vertex_count(); ++v)
        if (t.is_visible(v)) {
            const auto row = star.neighbours(t, v);
            rows[v].assign(row.begin(), row.end());
        }
    return rows;
}

/// Vertices whose neighbours changed without being listed; how many were listed is added.
std::size_t unlisted(const std::vector<Row>& before, Triangulation& t, std::size_t& listed) {
    const std::vector<Index> changed = t.take_changed();
    const std::set<Index> once(changed.begin(), changed.end());
    EXPECT_EQ(once.size(), changed.size());
    listed += changed.size();
    const std::vector<Row> after = rows_of(t);
    std::size_t count = 0;
    for (Index v = first; v < t.vertex_count(); ++v) {
        const bool is_same = v < before.size() ? before[v] == after[v] : after[v].empty();
        if (!is_same && once.count(v) == 0) ++count;
    }
    EXPECT_TRUE(t.take_changed().empty());
    return count;
}

TEST(Triangulation, ListsChangedVertices) {
    const std::uint64_t seed = 37;
    SCOPED_TRACE(seed);
    Random random(seed);
    Workers workers(1);
    Points points = with_anchors(random_set(random, {300, 5, 1}), -1, 2);
    Triangulation t;
    t.build(points);
    std::size_t listed = 0, moved = 0;
    EXPECT_EQ(unlisted(std::vector<Row>(t.vertex_count()), t, listed), 0U);
    EXPECT_EQ(listed, points.size());
    listed = 0;
    for (int round = 0; round < 60; ++round) {
        const std::vector<Row> before = rows_of(t);
        if (round % 3 == 0) {
            shake(random, points, round % 2 == 0 ? 1e-4 : 3e-3);
            t.move(points, workers);
            ++moved;
        } else if (round % 3 == 1) {
            const auto v = static_cast<Index>(first + random.below(300));
            t.remove(v);
            points[v - first] = {random.uniform(), random.uniform(), random.uniform(), 1e-3};
        } else {
            const Index v = t.insert(points[random.below(points.size())]);
            ASSERT_NE(v, Triangulation::none);
            points[v - first] = t.points()[v];
        }
        EXPECT_EQ(unlisted(before, t, listed), 0U) << "round " << round;
    }
    // Some are listed, but by no means all each time.
    std::printf("seed %lu: %zu of %zu vertices listed\n", seed, listed, 60 * points.size());
    EXPECT_GT(listed, 60U);
    EXPECT_LT(listed, 60 * points.size() / 2);
    EXPECT_EQ(t.counts().builds, 1);
    EXPECT_EQ(moved, 20U);
}

} // namespace
} // namespace scree::test
