// SPDX-License-Identifier: BSD-3-Clause
//
// What the search takes from the triangulation: which close pairs are edges, and by which paths the
// others are joined (docs/theory/triangulation.md). With d the distance of two centres and
// h(u, v) = d² - r_u² - r_v².
#include <scree/broad/triangulation_checks.test.hpp>

#include <scree/broad/neighbour_rows.hpp>

#include <cstdio>

namespace scree::test {
namespace {

constexpr Index first = Triangulation::frame_count;
/// Distances here have errors of a few 1e-16; what is nearer to a bound than this is not asked.
constexpr double rounding = 1e-12;

double distance(const WeightedPoint& a, const WeightedPoint& b) {
    return std::sqrt(square(a.x - b.x) + square(a.y - b.y) + square(a.z - b.z));
}
double radius(const WeightedPoint& p) { return std::sqrt(p.weight); }
double gap(const WeightedPoint& a, const WeightedPoint& b) {
    return distance(a, b) - radius(a) - radius(b);
}
double product(const WeightedPoint& a, const WeightedPoint& b) {
    return square(distance(a, b)) - a.weight - b.weight;
}

enum class Nearest { touching, orthogonal };

/// Balls put one after the other, the largest first, wherever chance finds a place: no two overlap,
/// or none by more than a right angle (h >= 0).
Points placed_set(Random& random, std::size_t count, double ratio, Nearest nearest) {
    std::vector<double> radii(count);
    for (double& r : radii) r = 0.15 / log_uniform(random, 1, ratio);
    std::sort(radii.rbegin(), radii.rend());
    Points points;
    for (const double r : radii)
        for (int attempt = 0; attempt < 300; ++attempt) {
            const WeightedPoint p{random.uniform(), random.uniform(), random.uniform(), r * r};
            const bool fits = std::all_of(points.begin(), points.end(), [&](const auto& q) {
                return nearest == Nearest::touching ? gap(p, q) >= 0 : product(p, q) >= 0;
            });
            if (!fits) continue;
            points.push_back(p);
            break;
        }
    return points;
}

/// Points with the neighbours of each.
struct Graph {
    Points points;
    std::vector<std::vector<Index>> rows;
    std::size_t hidden;

    explicit Graph(const Points& set) : points(set), rows(set.size()) {
        Triangulation t;
        t.build(set);
        hidden = t.hidden().size();
        Star star;
        for (Index k = 0; k < set.size(); ++k)
            if (t.is_visible(k + first))
                for (const Index v : star.neighbours(t, k + first)) rows[k].push_back(v - first);
    }
    bool has_edge(Index i, Index j) const {
        return std::binary_search(rows[i].begin(), rows[i].end(), j);
    }
    /// Is j next to i, or to one that is joined with i by such that `leads_on`?
    template <class LeadsOn>
    bool is_reached(Index i, Index j, LeadsOn&& leads_on) const {
        std::vector<Index> path{i};
        std::set<Index> seen{i};
        for (std::size_t next = 0; next < path.size(); ++next)
            for (const Index v : rows[path[next]])
                if (seen.insert(v).second && leads_on(v)) path.push_back(v);
        return seen.count(j) != 0;
    }
};

struct Tally {
    std::size_t sure = 0;    ///< close pairs that must be edges
    std::size_t unsure = 0;  ///< close pairs that may not be
    std::size_t no_edge = 0; ///< those of them that are not
};

/// Without h < 0: if all edges of i have h > 2 s (2 r_i + s), its close pairs are edges; else those
/// that are not are joined by a path of vertices with less.
void check_shallow(const Graph& graph, double s, Tally& tally) {
    const Points& p = graph.points;
    for (Index i = 0; i < p.size(); ++i) {
        const double limit = 2 * s * (2 * radius(p[i]) + s);
        double least = std::numeric_limits<double>::infinity();
        for (const Index u : graph.rows[i]) least = std::min(least, product(p[i], p[u]));
        for (Index j = 0; j < p.size(); ++j) {
            if (j == i || gap(p[i], p[j]) >= s - rounding) continue;
            if (least > limit + rounding) {
                ++tally.sure;
                EXPECT_TRUE(graph.has_edge(i, j));
                continue;
            }
            ++tally.unsure;
            if (graph.has_edge(i, j)) continue;
            ++tally.no_edge;
            EXPECT_TRUE(graph.is_reached(
                i, j, [&](Index u) { return product(p[i], p[u]) <= limit + rounding; }));
        }
    }
}

TEST(TriangulationPairs, WithoutDeepOverlapFewAreNoEdges) {
    const std::uint64_t seed = 71;
    SCOPED_TRACE(seed);
    Random random(seed);
    Tally tally;
    std::size_t overlapping = 0;
    for (int repeat = 0; repeat < 10; ++repeat)
        for (const double ratio : {1.0, 3.0, 30.0, 300.0}) {
            const Graph graph(placed_set(random, 250, ratio, Nearest::orthogonal));
            EXPECT_EQ(graph.hidden, 0U); // at its own centre each has the least power
            for (const auto& a : graph.points)
                for (const auto& b : graph.points) overlapping += gap(a, b) < 0 ? 1 : 0;
            const double smallest = radius(graph.points.back());
            for (const double skin : {0.01, 0.1, 0.3, 1.0, 3.0})
                check_shallow(graph, skin * smallest, tally);
        }
    std::printf("seed %lu: %zu close pairs must be edges and are; of %zu others %zu are not and "
                "are reached; %zu overlap\n",
                seed, tally.sure, tally.unsure, tally.no_edge, overlapping / 2);
    EXPECT_GT(tally.sure, 1000U);
    EXPECT_GT(tally.unsure, 1000U);
    EXPECT_GT(tally.no_edge, 10U);
    EXPECT_GT(overlapping, 1000U);
}

// Overlaps of any depth: paths of vertices with d(i, u) <= r_i + s + sqrt(r_u² + s (2 r_i + s)).
TEST(TriangulationPairs, OfDeepOverlapsAllAreReached) {
    const std::uint64_t seed = 72;
    SCOPED_TRACE(seed);
    Random random(seed);
    std::size_t pairs = 0, no_edge = 0;
    for (int repeat = 0; repeat < 5; ++repeat)
        for (const double ratio : {1.0, 3.0, 30.0, 300.0})
            for (const double fill : {0.5, 3.0, 30.0}) {
                const Graph graph(random_set(random, {150, ratio, fill}));
                const Points& p = graph.points;
                const double s = log_uniform(random, 0.001, 0.1);
                for (Index i = 0; i < p.size(); ++i)
                    for (Index j = 0; j < p.size(); ++j) {
                        if (i == j || graph.rows[i].empty() || graph.rows[j].empty() ||
                            gap(p[i], p[j]) >= s)
                            continue;
                        ++pairs;
                        if (graph.has_edge(i, j)) continue;
                        ++no_edge;
                        const double r = radius(p[i]);
                        EXPECT_TRUE(graph.is_reached(i, j, [&](Index u) {
                            return distance(p[i], p[u]) <=
                                   rounding + r + s + std::sqrt(p[u].weight + s * (2 * r + s));
                        }));
                    }
            }
    std::printf("seed %lu: %zu close pairs, %zu are no edges\n", seed, pairs, no_edge);
    EXPECT_GT(no_edge, pairs / 10);
    EXPECT_GT(pairs - no_edge, pairs / 10);
}

const double certain_gap = 2 * (std::sqrt(2.0) - 1); ///< in smallest radii

TEST(TriangulationPairs, WithoutOverlapCloseOnesAreEdges) {
    const std::uint64_t seed = 73;
    SCOPED_TRACE(seed);
    Random random(seed);
    std::size_t pairs = 0, beyond = 0;
    for (int repeat = 0; repeat < 10; ++repeat)
        for (const double ratio : {1.0, 2.0, 10.0, 100.0}) {
            const Graph graph(placed_set(random, 300, ratio, Nearest::touching));
            const Points& p = graph.points;
            const double limit = certain_gap * radius(p.back());
            for (Index i = 0; i < p.size(); ++i)
                for (Index j = i + 1; j < p.size(); ++j) {
                    const double g = gap(p[i], p[j]);
                    if (g < limit - rounding) {
                        ++pairs;
                        EXPECT_TRUE(graph.has_edge(i, j)) << "gap " << g << " of " << limit;
                    } else if (g < 3 * limit && !graph.has_edge(i, j)) {
                        ++beyond;
                    }
                }
        }
    std::printf("seed %lu: %zu pairs closer than the bound; %zu beyond it are no edges\n", seed,
                pairs, beyond);
    EXPECT_GT(pairs, 1000U);
    EXPECT_GT(beyond, 100U);
}

// The bound is sharp: four touching balls in a rhombus, across which the gap is the bound when it
// is a square.
TEST(TriangulationPairs, SquareReachesTheBound) {
    for (const double stretch : {1 - 1e-6, 1 + 1e-6}) {
        const double a = std::sqrt(2.0) * stretch, b = std::sqrt(4 - a * a);
        const Graph graph({{-a, 0, 0, 1}, {a, 0, 0, 1}, {0, -b, 0, 1}, {0, b, 0, 1}});
        EXPECT_NEAR(gap(graph.points[0], graph.points[1]), certain_gap, 1e-5);
        EXPECT_EQ(graph.has_edge(0, 1), stretch < 1);
        EXPECT_EQ(graph.has_edge(2, 3), stretch > 1);
    }
}

} // namespace
} // namespace scree::test
