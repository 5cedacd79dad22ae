// SPDX-License-Identifier: BSD-3-Clause
#include "bench_rows.hpp"
#include "commands.hpp"

#include <scree/base/ball.hpp>
#include <scree/base/error.hpp>
#include <scree/base/hash.hpp>
#include <scree/base/stopwatch.hpp>
#include <scree/io/runner.hpp>
#include <scree/io/scene_file.hpp>
#include <scree/pack/packing.hpp>
#include <scree/scene/size_distribution.hpp>

#include <fmt/format.h>

#include <cmath>

namespace scree {
namespace {

constexpr std::uint64_t seed = 1;

struct PackBench {
    const char* name;
    ContainerKind kind;
    double density, sigma, ratio; ///< log-normal radii of a range 1:ratio; sigma 0: all equal
};

std::vector<double> radii_of(const PackBench& bench, std::size_t count) {
    std::vector<double> equal(count, 1e-3);
    if (bench.sigma == 0) return equal;
    Random random(seed);
    const double half = std::sqrt(bench.ratio);
    const LognormalSizes law{1e-3, bench.sigma, 1e-3 / half, 1e-3 * half};
    return SizeCurve({law, false}).sample(count, random);
}

BenchRow pack_row(const PackBench& bench, const BenchOptions& o) {
    const std::vector<double> radii = radii_of(bench, 10000);
    double solid = 0;
    for (const double r : radii) solid += ball_volume(r);
    const Container container{bench.kind, Vec3::Constant(std::cbrt(solid / bench.density))};
    Workers workers(o.threads);
    std::vector<double> seconds;
    Packing packing;
    for (int k = 0; k < o.rounds; ++k) {
        const Stopwatch watch;
        packing = pack_balls({radii, container, seed}, workers);
        seconds.push_back(watch.seconds());
    }
    const PackingFacts facts = facts_of(radii, packing, 0.01, workers);
    if (facts.largest_overlap > 0) throw RunError("bench lab: the packing has overlaps");
    StateHash hash;
    for (const Vec3& c : packing.centers)
        for (int k = 0; k < 3; ++k) hash.add(c[k]);
    BenchRow row;
    row.name = bench.name;
    row.unit = BenchUnit::seconds;
    row.ours = quantile(seconds, 0.5);
    row.hash = hash.text();
    row.note = fmt::format("density {:.4f} ({} asked) of 10 000 spheres, {} iterations, {:.2f} "
                           "contacts per sphere (120 s asked)",
                           packing.density, bench.density, packing.iterations, facts.coordination);
    row.counts = {{"iterations", static_cast<double>(packing.iterations)},
                  {"density", packing.density}};
    return row;
}

/// Spheres poured over a box as fast as there is room.
constexpr const char* poured_scene = R"(title = "poured"
duration = 10
[material.glass]
density = 2500
contact_time = 1e-3
restitution = 0.4
friction = 0.4
[[grains]]
radius = 0.001
spread = 0.1
count = 100000
fill = "pour"
velocity = [0, 0, -2]
region = { type = "box", low = [0, 0, 0.05], high = [0.15, 0.15, 0.07] }
[[wall]]
type = "box"
low = [0, 0, 0]
high = [0.15, 0.15, 0.2]
open = ["+z"]
)";

constexpr std::int64_t steps_per_window = 500;
constexpr double time_to_rest = 0.2; ///< s
constexpr int settled_windows = 5;

/// Grain-steps per second over the next steps.
double window(World& world) {
    const std::int64_t before = world.counters().grain_steps;
    const Stopwatch watch;
    for (std::int64_t k = 0; k < steps_per_window; ++k) world.step();
    return static_cast<double>(world.counters().grain_steps - before) / watch.seconds();
}

/// What a grain costs per step while 100 000 are poured, against the bed they become. Not counted:
/// the first tenth, when there is hardly anything to compute.
BenchRow pour_row(const BenchOptions& o) {
    const Scene scene = read_scene_text(poured_scene, "poured");
    const std::vector<Grain> nobody;
    const RunPlan plan = plan_run(scene, nobody, {}, false);
    World world(scene, nobody, {.dt = plan.dt, .threads = o.threads});
    const auto wanted = static_cast<std::size_t>(*scene.grains.front().count);
    std::vector<double> pouring, settled, ratios;
    while (world.grain_count() < wanted) {
        const double speed = window(world);
        if (world.grain_count() > wanted / 10) pouring.push_back(speed);
    }
    const double poured_at = world.time();
    while (world.time() < poured_at + time_to_rest) world.step();
    for (int k = 0; k < settled_windows; ++k) settled.push_back(window(world));
    BenchRow row;
    row.name = "pour-100k";
    row.peer_name = "settled bed";
    row.ours = quantile(pouring, 0.5);
    row.peer = quantile(settled, 0.5);
    for (const double speed : pouring) ratios.push_back(speed / row.peer);
    row.ratio = quantile(ratios, 0.5);
    row.low = quantile(ratios, 0.1);
    row.high = quantile(ratios, 0.9);
    row.hash = world.state_hash();
    row.note =
        fmt::format("grain-steps per second while {} grains are poured in {:.2f} s, over those "
                    "of the bed afterwards (1 asked)",
                    wanted, poured_at);
    row.counts = {{"grains", static_cast<double>(wanted)},
                  {"refreshes", static_cast<double>(world.counters().refreshes)}};
    return row;
}

} // namespace

void lab_rows(const BenchOptions& o, const EmitRow& emit) {
    using enum ContainerKind;
    for (const PackBench& bench : {PackBench{"pack-10k", box, 0.60, 0.4, 5},
                                   PackBench{"pack-10k-equal", periodic, 0.62, 0, 1}})
        emit(pack_row(bench, o));
    emit(pour_row(o));
    measures_rows(o, [&](const BenchRow& row) {
        if (row.name == "measures") emit(row); // each kind: scree bench measures
    });
}

} // namespace scree
