// SPDX-License-Identifier: BSD-3-Clause
#include "bench_beds.hpp"
#include "bench_peers.hpp"
#include "bench_rows.hpp"
#include "commands.hpp"
#include "programs.hpp"
#include "thread_watch.hpp"

#include <scree/shapes/generated.hpp>
#include <scree/sim/measures.hpp>
#include <scree/sim/world.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

// Grains that are no balls, on one core: a settled bed of polyhedra against YADE's and against a
// bed of balls, clumps against as many loose balls, and what one contact costs (bench_touches.cpp).
namespace scree {
namespace {

constexpr double radius = 1e-3, stiffness = 1000;
constexpr int warm_up_steps = 200;
constexpr double times_yade_aimed = 500, sphere_steps_aimed = 40;

/// Forty different ones of 16 to 24 corners.
std::vector<GrainShape> random_grains() {
    std::vector<GrainShape> shapes;
    shapes.reserve(40);
    for (int k = 0; k < 40; ++k)
        shapes.push_back(grain_shape(fmt::format("random {}", k),
                                     random_polyhedron({.seed = 100 + static_cast<std::uint64_t>(k),
                                                        .vertices = 16 + k % 9,
                                                        .aspect = {0.9, 0.9}},
                                                       1)));
    return shapes;
}

/// Balls in a compact lump, each touching others halfway: centres of a face-centred cubic lattice,
/// nearest to the middle first.
GrainShape lump(int balls) {
    std::vector<Vec3> places;
    for (int x = -3; x <= 3; ++x)
        for (int y = -3; y <= 3; ++y)
            for (int z = -3; z <= 3; ++z)
                if ((x + y + z) % 2 == 0) places.emplace_back(x, y, z);
    const Vec3 middle(0.4, 0.3, 0.2);
    std::ranges::stable_sort(places, {}, [&](const Vec3& p) { return (p - middle).norm(); });
    std::vector<ClumpBall> made;
    made.reserve(static_cast<std::size_t>(balls));
    for (int k = 0; k < balls; ++k) made.push_back({places[static_cast<std::size_t>(k)], 1});
    return grain_shape(fmt::format("lump of {}", balls), make_clump(made));
}

/// A bed that goes on from window to window.
class Lane {
public:
    Lane(const BenchBed& bed, double count, int threads)
        : scene_(bed.scene), world_(bed.scene, bed.grains, {.dt = bed.dt, .threads = threads}),
          count_(count) {
        for (int k = 0; k < warm_up_steps; ++k) world_.step();
        hash_ = world_.state_hash();
        const ThreadWatch watch;
        for (int k = 0; k < 20; ++k) world_.step();
        seconds_per_step_ = watch.seconds() / 20;
    }

    /// Grain-steps per second of the processor over about this long.
    double window(double seconds) {
        const auto steps =
            std::max<std::int64_t>(20, static_cast<std::int64_t>(seconds / seconds_per_step_));
        const ThreadWatch watch;
        for (std::int64_t k = 0; k < steps; ++k) world_.step();
        return count_ * static_cast<double>(steps) / watch.seconds();
    }

    /// The last call: it leaves the world in the middle of a step.
    double coordination() {
        world_.evaluate();
        Ledger ledger;
        return take_measures(scene_, world_, ledger).coordination;
    }
    const World& world() const { return world_; }
    const std::string& hash() const { return hash_; }
    double count() const { return count_; }

private:
    const Scene& scene_;
    World world_;
    double count_;
    std::string hash_;
    double seconds_per_step_ = 0;
};

struct Samples {
    std::vector<double> ours, peer, ratio;

    void add(double our, double their) {
        ours.push_back(our);
        peer.push_back(their);
        ratio.push_back(our / their);
    }
};

BenchRow row_of(const std::string& name, const std::string& peer, const Samples& s, Lane& lane) {
    BenchRow row;
    row.name = name;
    row.peer_name = peer;
    row.ours = quantile(s.ours, 0.5);
    row.peer = quantile(s.peer, 0.5);
    row.ratio = quantile(s.ratio, 0.5);
    row.low = quantile(s.ratio, 0.1);
    row.high = quantile(s.ratio, 0.9);
    row.hash = lane.hash();
    row.counts = {{"grains", static_cast<double>(lane.world().grain_count())},
                  {"contacts", static_cast<double>(lane.world().contact_count())},
                  {"candidates", static_cast<double>(lane.world().counters().candidates)}};
    return row;
}

Samples alternate(Lane& ours, Lane& peer, const BenchOptions& o) {
    Samples samples;
    for (int k = 0; k < o.rounds; ++k) {
        const double our = ours.window(o.seconds / 2);
        samples.add(our, peer.window(o.seconds / 2));
    }
    return samples;
}

BenchRow against_spheres(const BenchBed& bed, const BenchOptions& o) {
    const BenchBed spheres = settled_bed({250, {radius}, {1}, stiffness, 4, 2});
    Lane ours(bed, static_cast<double>(bed.grains.size()), o.threads);
    Lane peer(spheres, static_cast<double>(spheres.grains.size()), o.threads);
    const Samples samples = alternate(ours, peer, o);
    BenchRow row = row_of("shapes-2k", "spheres", samples, ours);
    const auto grains = static_cast<double>(bed.grains.size());
    row.note = fmt::format(
        "a grain-step costs {:.1f} ({:.1f} – {:.1f}) of the spheres' ({} aimed); "
        "coordination {:.2f} and {:.2f}, {:.1f} candidates and {:.0f} bytes per "
        "grain",
        1 / row.ratio, 1 / row.high, 1 / row.low, sphere_steps_aimed, ours.coordination(),
        peer.coordination(), static_cast<double>(ours.world().counters().candidates) / grains,
        static_cast<double>(ours.world().bytes()) / grains);
    return row;
}

/// The peer is started for each round, and is slow: few rounds, few steps.
BenchRow against_yade(const BenchBed& bed, const BenchOptions& o) {
    constexpr std::int64_t steps = 2;
    Lane ours(bed, static_cast<double>(bed.grains.size()), o.threads);
    Samples samples;
    std::string why;
    std::int64_t touching = 0;
    for (int k = 0; k < std::min(o.rounds, 2) && why.empty(); ++k) {
        const double our = ours.window(o.seconds / 2);
        const auto peer = yade_polyhedra(bed, steps, why);
        if (!peer) break;
        touching = peer->touching;
        samples.add(our, ours.count() / peer->seconds_per_step);
    }
    BenchRow row = row_of("shapes-2k", "yade", samples, ours);
    if (!why.empty()) row.ours = ours.window(o.seconds / 2);
    row.note = why.empty()
                   ? fmt::format("{:.0f} grain-steps per second of YADE's ({} times aimed); {} "
                                 "contacts of ours, {} of YADE's",
                                 row.peer, times_yade_aimed, ours.world().contact_count(), touching)
                   : why;
    return row;
}

/// As many balls loose as there are in the clumps, with the size they have there.
BenchRow clumps_row(int balls, const BenchOptions& o) {
    const GrainShape shape = lump(balls);
    const auto count = static_cast<std::size_t>(1200 / balls);
    const BenchBed clumps = settled_bed({count, {radius}, {1}, stiffness, 1, 1, {shape}});
    const double ball = radius * std::get<Sphere>(shape.parts.front().shape).radius;
    const BenchBed loose =
        settled_bed({count * static_cast<std::size_t>(balls), {ball}, {1}, stiffness});
    const double all = static_cast<double>(clumps.grains.size()) * balls;
    Lane ours(clumps, all, o.threads);
    Lane peer(loose, static_cast<double>(loose.grains.size()), o.threads);
    const Samples samples = alternate(ours, peer, o);
    BenchRow row = row_of(fmt::format("clumps-{}", balls), "spheres", samples, ours);
    row.note = fmt::format("ball-steps per second of {} clumps of {}, over those of loose balls (1 "
                           "aimed); {:.2f} and {:.2f} contacts per ball",
                           clumps.grains.size(), balls,
                           static_cast<double>(ours.world().contact_count()) / all,
                           static_cast<double>(peer.world().contact_count()) / peer.count());
    return row;
}

} // namespace

void shapes_rows(const BenchOptions& o, const EmitRow& emit) {
    if (!o.json)
        fmt::print("grains that are no balls, {} thread{}; medians of {} alternations\n", o.threads,
                   o.threads == 1 ? "" : "s", o.rounds);
    const BenchBed bed = settled_bed({250, {radius}, {1}, stiffness, 4, 2, random_grains()});
    emit(against_spheres(bed, o));
    if (!o.no_peers && !find_program("yade").empty()) emit(against_yade(bed, o));
    for (const int balls : {3, 6, 12}) emit(clumps_row(balls, o));
    touch_rows(o, emit);
}

} // namespace scree
