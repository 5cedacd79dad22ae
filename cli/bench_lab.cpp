// SPDX-License-Identifier: BSD-3-Clause
#include "bench_rows.hpp"
#include "commands.hpp"

#include <scree/base/ball.hpp>
#include <scree/base/error.hpp>
#include <scree/base/hash.hpp>
#include <scree/base/stopwatch.hpp>
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

} // namespace

void lab_rows(const BenchOptions& o, const EmitRow& emit) {
    using enum ContainerKind;
    for (const PackBench& bench : {PackBench{"pack-10k", box, 0.60, 0.4, 5},
                                   PackBench{"pack-10k-equal", periodic, 0.62, 0, 1}})
        emit(pack_row(bench, o));
}

} // namespace scree
