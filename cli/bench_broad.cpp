// SPDX-License-Identifier: BSD-3-Clause
#include "bench_beds.hpp"
#include "bench_links.hpp"
#include "bench_rows.hpp"
#include "broad_peers.hpp"
#include "commands.hpp"

#include <scree/base/error.hpp>
#include <scree/base/hash.hpp>
#include <scree/base/random.hpp>
#include <scree/base/stopwatch.hpp>
#include <scree/broad/broad_phase.hpp>
#include <scree/broad/order.hpp>
#include <scree/broad/triangulation.hpp>
#include <scree/scene/scene.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

// Searches on the same balls in motion, each update timed in turn: the triangulation against the
// grid, and against CGAL's, which has to be built anew. Nanoseconds per ball; the hash is that of
// the last list of pairs, which all searches must agree on.
namespace scree {
namespace {

constexpr std::uint64_t seed = 71;
constexpr double skin_of_smallest = 0.1;

struct BallSet {
    std::string name;
    std::vector<Ball> balls; ///< in Morton order, as the engine has them
    double smallest = 0;
};

BallSet in_order(std::string name, std::vector<Ball> balls) {
    BallSet set{std::move(name), {}, balls.at(0).radius};
    for (const Ball& b : balls) set.smallest = std::min(set.smallest, b.radius);
    std::vector<std::uint32_t> order;
    morton_order(balls, 2 * set.smallest, order);
    for (const std::uint32_t k : order) set.balls.push_back(balls[k]);
    return set;
}

std::vector<Ball> balls_of(const BenchBed& bed) {
    std::vector<Ball> balls;
    for (const Grain& g : bed.grains)
        balls.push_back({g.center.x(), g.center.y(), g.center.z(), g.radius});
    return balls;
}

std::vector<WeightedPoint> points_of(std::span<const Ball> balls) {
    std::vector<WeightedPoint> points;
    points.reserve(balls.size());
    for (const Ball& b : balls) points.push_back({b.x, b.y, b.z, b.radius * b.radius});
    return points;
}

/// The settled bed again and again, side by side: seams are as walls.
std::vector<Ball> tiles(const std::vector<Ball>& bed, int x, int y, int z) {
    std::array<double, 3> size{};
    for (const Ball& b : bed) {
        size[0] = std::max(size[0], b.x + b.radius);
        size[1] = std::max(size[1], b.y + b.radius);
        size[2] = std::max(size[2], b.z + b.radius);
    }
    std::vector<Ball> balls;
    for (int i = 0; i < x; ++i)
        for (int j = 0; j < y; ++j)
            for (int k = 0; k < z; ++k)
                for (const Ball& b : bed)
                    balls.push_back(
                        {b.x + i * size[0], b.y + j * size[1], b.z + k * size[2], b.radius});
    return balls;
}

/// Classes of radii from 1 to `ratio`, numbers in proportion to r^-1.5, without overlap.
std::vector<Ball> wide_balls(std::int64_t count, double ratio) {
    constexpr int classes = 10;
    GrainGroup group;
    double volume = 0, shares = 0;
    for (int k = 0; k < classes; ++k) {
        const double radius = std::pow(ratio, k / (classes - 1.0));
        const double share = std::pow(radius, -1.5);
        group.classes.push_back({.radius = radius, .share = share, .spread = 0.05});
        shares += share;
        volume += share * ball_volume(radius);
    }
    const double edge =
        std::max(std::cbrt(static_cast<double>(count) * volume / shares / 0.25), 4 * ratio);
    group.name = "wide";
    group.count = count;
    group.fill = RandomFill{BoxRegion{Vec3::Zero(), Vec3::Constant(edge)}};
    BenchBed bed;
    Material m;
    m.name = "any";
    m.density = 1;
    bed.scene.materials = {m};
    bed.scene.grains = {group};
    bed.grains = place_grains(bed.scene);
    return balls_of(bed);
}

void shake(Random& random, std::vector<Ball>& balls, double way) {
    for (Ball& b : balls) {
        b.x += way * random.uniform(-1, 1);
        b.y += way * random.uniform(-1, 1);
        b.z += way * random.uniform(-1, 1);
    }
}

std::string hash_of(const std::vector<IndexPair>& pairs) {
    StateHash hash;
    for (const IndexPair& p : pairs) hash.add((std::uint64_t{p.first} << 32U) | p.second);
    return hash.text();
}

/// One search, timed while the balls move.
struct Follower {
    std::unique_ptr<BroadPhase> search;
    std::vector<IndexPair> pairs;
    std::vector<double> seconds = {};

    void update(const BallSet& set, Workers& workers) {
        const Stopwatch watch;
        search->update({set.balls, skin_of_smallest * set.smallest}, workers, pairs);
        seconds.push_back(watch.seconds());
    }
};

BenchRow row_of(const std::string& name, double count, const std::vector<double>& ours,
                const std::vector<double>& theirs) {
    BenchRow row;
    row.name = name;
    row.unit = BenchUnit::nanoseconds;
    std::vector<double> ratios;
    for (std::size_t k = 0; k < std::min(ours.size(), theirs.size()); ++k)
        ratios.push_back(theirs[k] / ours[k]);
    row.ours = 1e9 * quantile(ours, 0.5) / count;
    row.peer = 1e9 * quantile(theirs, 0.5) / count;
    row.ratio = quantile(ratios, 0.5);
    row.low = quantile(ratios, 0.1);
    row.high = quantile(ratios, 0.9);
    return row;
}

/// From balls in any order, as CGAL gets them.
double build_seconds(const BallSet& set) {
    Triangulation triangulation;
    const Stopwatch watch;
    std::vector<std::uint32_t> order;
    morton_order(set.balls, 2 * set.smallest, order);
    std::vector<WeightedPoint> points;
    points.reserve(order.size());
    for (const std::uint32_t k : order) {
        const Ball& b = set.balls[k];
        points.push_back({b.x, b.y, b.z, b.radius * b.radius});
    }
    triangulation.build(points);
    return watch.seconds();
}

/// Builds, then motions of several lengths.
void rows_of(BallSet set, const BenchOptions& o, const EmitRow& emit) {
    Random random(seed);
    Workers workers(o.threads);
    const auto count = static_cast<double>(set.balls.size());
    std::vector<double> builds, peer_builds;
    const int rounds = count > 3e5 ? std::min(o.rounds, 2) : o.rounds;
    for (int k = 0; k < rounds; ++k) {
        builds.push_back(build_seconds(set));
#if defined(SCREE_HAVE_CGAL)
        if (!o.no_peers) peer_builds.push_back(cgal_build_seconds(set.balls));
#endif
    }
    BenchRow build = row_of(set.name + "-build", count, builds, peer_builds);
    build.peer_name = "cgal";
    if (peer_builds.empty())
        build.note = "configure with -DSCREE_BENCH_CGAL=ON to compare with CGAL";
    emit(build);
    Follower edges_of{make_triangulation_search(), {}}, grid{make_grid(), {}};
    edges_of.update(set, workers);
    for (const double way : {1e-4, 1e-3, 1e-2}) {
        edges_of.seconds.clear();
        grid.seconds.clear();
        for (int k = 0; k < 4 * rounds; ++k) {
            shake(random, set.balls, way * set.smallest);
            edges_of.update(set, workers);
            grid.update(set, workers);
            if (edges_of.pairs != grid.pairs)
                throw RunError("bench broad: the searches disagree on " + set.name);
        }
        const std::string name = fmt::format("{}-{:.0e}", set.name, way);
        BenchRow row = row_of(name, count, edges_of.seconds, grid.seconds);
        row.peer_name = "grid";
        row.hash = hash_of(edges_of.pairs);
        row.note = fmt::format("{:.2f} pairs per ball, {:.0f} bytes; {}",
                               static_cast<double>(edges_of.pairs.size()) / count,
                               static_cast<double>(edges_of.search->bytes()) / count,
                               edges_of.search->summary());
        emit(row);
        if (peer_builds.empty()) continue;
        row = row_of(name, count, edges_of.seconds,
                     std::vector(edges_of.seconds.size(), quantile(peer_builds, 0.5)));
        row.peer_name = "cgal";
        row.hash = hash_of(edges_of.pairs);
        emit(row);
    }
}

/// Every cell's orientation and every facet's power test, one by one.
void predicate_rows(const BallSet& set, const BenchOptions& o, const EmitRow& emit) {
    Triangulation t;
    const std::vector<WeightedPoint> points = points_of(set.balls);
    t.build(points);
    const auto at = [&](std::uint32_t f) -> const WeightedPoint& {
        return t.points()[t.vertex(f)];
    };
    std::vector<double> turns, sides;
    PredicateCounts turned, sided;
    std::int64_t positive = 0, conflicts = 0;
    for (int k = 0; k < o.rounds; ++k) {
        const std::int64_t before = turned.calls, sides_before = sided.calls;
        Stopwatch watch;
        for (std::uint32_t f = 0; f < 4 * t.cell_slots(); f += 4)
            if (t.is_cell(f / 4))
                positive += orientation(at(f), at(f + 1), at(f + 2), at(f + 3), turned);
        turns.push_back(watch.seconds() / static_cast<double>(turned.calls - before));
        watch = Stopwatch();
        for (std::uint32_t f = 0; f < 4 * t.cell_slots(); ++f) {
            const std::uint32_t c = f - f % 4;
            if (t.is_cell(f / 4) && t.across(f) != Triangulation::none)
                conflicts += static_cast<std::int64_t>(
                    in_conflict(at(c), at(c + 1), at(c + 2), at(c + 3), at(t.across(f)), sided));
        }
        sides.push_back(watch.seconds() / static_cast<double>(sided.calls - sides_before));
    }
    if (positive != turned.calls || conflicts != 0)
        throw RunError("bench broad: the triangulation of " + set.name + " is not regular");
    const auto emit_one = [&](const char* name, const std::vector<double>& seconds,
                              const PredicateCounts& counts) {
        BenchRow row = row_of(fmt::format("{}-{}", set.name, name), 1, seconds, {});
        row.note = fmt::format(
            "per call; the filter decided {:.4f} %",
            100 * (1 - static_cast<double>(counts.exact) / static_cast<double>(counts.calls)));
        emit(row);
    };
    emit_one("orientation", turns, turned);
    emit_one("power-test", sides, sided);
}

/// Equal balls at the corners of cubes: everything is a tie.
BallSet lattice() {
    std::vector<Ball> balls;
    for (int x = 0; x < 20; ++x)
        for (int y = 0; y < 20; ++y)
            for (int z = 0; z < 20; ++z) balls.push_back({0.1 * x, 0.1 * y, 0.1 * z, 0.05});
    return in_order("lattice", balls);
}

void link_rows(const BallSet& set, const BenchOptions& o, const EmitRow& emit) {
    Triangulation triangulation;
    const std::vector<WeightedPoint> points = points_of(set.balls);
    triangulation.build(points);
    std::vector<std::vector<double>> seconds(3);
    std::vector<LinkCost> costs;
    for (int k = 0; k < o.rounds; ++k) {
        costs = link_costs(triangulation);
        for (std::size_t i = 0; i < costs.size(); ++i) seconds[i].push_back(costs[i].seconds);
    }
    const auto count = static_cast<double>(points.size());
    for (std::size_t i = 1; i < costs.size(); ++i) {
        if (costs[i].sum != costs[0].sum) throw RunError("bench broad: links disagree");
        BenchRow row = row_of(set.name + "-links", count, seconds[0], seconds[i]);
        row.peer_name = costs[i].name;
        row.note = fmt::format("{:.0f} bytes per ball against {:.0f}",
                               static_cast<double>(costs[0].bytes) / count,
                               static_cast<double>(costs[i].bytes) / count);
        emit(row);
    }
}

} // namespace

void broad_rows(const BenchOptions& o, const EmitRow& emit) {
    const std::vector<Ball> bed = balls_of(make_bed("10k"));
    predicate_rows(in_order("10k", bed), o, emit);
    predicate_rows(lattice(), o, emit);
    link_rows(in_order("10k", bed), o, emit);
    rows_of(in_order("10k", bed), o, emit);
    rows_of(in_order("100k", tiles(bed, 5, 2, 1)), o, emit);
    for (const int ratio : {10, 100, 1000})
        rows_of(in_order(fmt::format("1:{}", ratio), wide_balls(50000, ratio)), o, emit);
    rows_of(in_order("1:35", balls_of(make_bed("sizes"))), o, emit);
    rows_of(in_order("1M", tiles(bed, 5, 5, 4)), o, emit);
}

} // namespace scree
