// SPDX-License-Identifier: BSD-3-Clause
#include "bench_rows.hpp"
#include "commands.hpp"
#include "narrow_pairs.hpp"
#include "narrow_peers.hpp"
#include "thread_watch.hpp"

#include <scree/base/hash.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

// Signed gaps of polyhedra against other libraries. Ours and the peer alternate over all pairs;
// when warm, the pairs have moved by a time step between two alternations, ours remembers each pair
// and Bullet is given its last normal as a guess (the others take none).
namespace scree {
namespace {

constexpr std::uint64_t first_seed = 20240701;
constexpr double wrong_from = 1e-6; ///< sizes a peer may differ from ours

/// Pairs of one kind, before and after the motion of each time step.
struct NarrowCase {
    std::string name;
    const BodySet* set;
    bool apart, warm;
    PairSteps steps; ///< only the first when cold
};

class Ours {
public:
    Ours(const NarrowCase& c, std::size_t pairs) : memories_(c.warm ? pairs : 0) {
        for (const Polyhedron& body : c.set->bodies) corners_.push_back(corners(body));
    }

    CoreGap answer(const BodyPair& pair, std::size_t k) {
        return polyhedral_gap(corners_[pair.a], corners_[pair.b], pair.b_in_a,
                              memories_.empty() ? nullptr : &memories_[k]);
    }

    void gaps(std::span<const BodyPair> pairs, std::span<double> out) {
        for (std::size_t k = 0; k < pairs.size(); ++k) out[k] = answer(pairs[k], k).gap;
    }

private:
    std::vector<Corners> corners_;
    std::vector<GapMemory> memories_;
};

/// What has no noise: the answers' hash and how they were found.
struct Description {
    std::string hash;
    std::array<double, 4> percent_by_level{};
    double iterations = 0, expansions = 0; ///< averages
};

Description describe(const NarrowCase& c) {
    Ours ours(c, c.steps[0].size());
    Description out;
    StateHash hash;
    double count = 0;
    for (std::size_t s = 0; s < c.steps.size(); ++s) {
        for (std::size_t k = 0; k < c.steps[s].size(); ++k) {
            const CoreGap g = ours.answer(c.steps[s][k], k);
            for (const double x : {g.gap, g.normal.x(), g.normal.y(), g.normal.z()}) hash.add(x);
            if (c.warm && s == 0) continue; // that one is cold
            out.percent_by_level[static_cast<std::size_t>(g.level)] += 1;
            out.iterations += g.iterations;
            out.expansions += g.expansions;
            ++count;
        }
    }
    for (double& share : out.percent_by_level) share *= 100 / count;
    out.iterations /= count;
    out.expansions /= count;
    out.hash = hash.text();
    return out;
}

/// How much of a case a peer is asked for, so that a slow one does not take all day.
struct Extent {
    std::size_t pairs, alternations;
};

Extent choose_extent(const NarrowCase& c, NarrowPeer* peer, const BenchOptions& o) {
    constexpr std::size_t trial = 64;
    const double budget = 0.1 * o.seconds; // there are more than a hundred rows
    const auto rounds = static_cast<std::size_t>(o.rounds);
    std::vector<double> out(trial);
    Ours ours(c, trial);
    const auto pairs = std::span(c.steps[0]).first(trial);
    const ThreadWatch watch;
    ours.gaps(pairs, out);
    if (peer != nullptr) peer->gaps(pairs, {c.apart, false}, out);
    const double seconds_per_pair = watch.seconds() / trial;
    const auto affordable = static_cast<std::size_t>(budget / seconds_per_pair);
    const std::size_t count = std::clamp(affordable / rounds, trial, c.steps[0].size());
    return {count, std::clamp(affordable / count, rounds, 4 * rounds)};
}

struct Samples {
    std::vector<double> ours, peer, ratio; ///< ns, ns, one
    double wrong = 0, asked = 0;
};

void count_wrong(std::span<const double> ours, std::span<const double> peer, Samples& samples) {
    for (std::size_t k = 0; k < ours.size(); ++k)
        if (!(std::abs(ours[k] - peer[k]) <= wrong_from)) ++samples.wrong;
    samples.asked += static_cast<double>(ours.size());
}

Samples alternate(const NarrowCase& c, NarrowPeer* peer, const Extent& extent) {
    Ours ours(c, extent.pairs);
    std::vector<double> our_gaps(extent.pairs);
    std::vector<double> peer_gaps(extent.pairs);
    Samples samples;
    const double to_ns = 1e9 / static_cast<double>(extent.pairs);
    for (std::size_t k = 0; k <= extent.alternations; ++k) {
        const auto pairs = std::span(c.steps[c.warm ? k : 0]).first(extent.pairs);
        const ThreadWatch our_watch;
        ours.gaps(pairs, our_gaps);
        const double our_time = our_watch.seconds() * to_ns;
        double peer_time = 0;
        if (peer != nullptr) {
            const ThreadWatch peer_watch;
            peer->gaps(pairs, {c.apart, c.warm}, peer_gaps);
            peer_time = peer_watch.seconds() * to_ns;
            count_wrong(our_gaps, peer_gaps, samples);
        }
        if (k == 0) continue; // first touch, and cold when the case is warm
        samples.ours.push_back(our_time);
        samples.peer.push_back(peer_time);
        samples.ratio.push_back(peer_time / our_time);
    }
    return samples;
}

BenchRow narrow_row(const NarrowCase& c, const Description& d, const std::string& peer_name,
                    const Samples& samples) {
    BenchRow row;
    row.name = c.name;
    row.peer_name = peer_name;
    row.unit = BenchUnit::nanoseconds;
    row.hash = d.hash;
    row.ours = quantile(samples.ours, 0.5);
    row.peer = quantile(samples.peer, 0.5);
    row.ratio = quantile(samples.ratio, 0.5);
    row.low = quantile(samples.ratio, 0.1);
    row.high = quantile(samples.ratio, 0.9);
    const double wrong = samples.asked > 0 ? 100 * samples.wrong / samples.asked : 0;
    row.counts = {{"wrong_percent", wrong},
                  {"fast_percent", d.percent_by_level[0]},
                  {"plain_percent", d.percent_by_level[1]},
                  {"extended_percent", d.percent_by_level[2]},
                  {"exact_percent", d.percent_by_level[3]},
                  {"iterations", d.iterations},
                  {"expansions", d.expansions}};
    if (!peer_name.empty()) row.note = fmt::format("wrong {:.2f} %", wrong);
    return row;
}

std::string text_of(const Description& d) {
    const auto& p = d.percent_by_level;
    return fmt::format("fast {:.2f} %, plain {:.2f} %, extended {:.2f} %, exact {:.2f} %; {:.2f} "
                       "iterations, {:.2f} expansions",
                       p[0], p[1], p[2], p[3], d.iterations, d.expansions);
}

/// The peers of a set, made once for all its cases.
struct MadePeer {
    NarrowPeerKind kind;
    std::unique_ptr<NarrowPeer> peer;
};

void run_case(const NarrowCase& c, std::span<MadePeer> peers, const BenchOptions& o,
              const EmitRow& emit) {
    const Description d = describe(c);
    bool is_first = true;
    const auto compare = [&](const std::string& name, NarrowPeer* peer) {
        const Samples samples = alternate(c, peer, choose_extent(c, peer, o));
        BenchRow row = narrow_row(c, d, name, samples);
        if (is_first) row.note += (row.note.empty() ? "" : "; ") + text_of(d);
        is_first = false;
        emit(row);
    };
    for (MadePeer& made : peers)
        if (made.kind.has_distances || !c.apart) compare(made.kind.name, made.peer.get());
    if (is_first) compare("", nullptr);
}

std::vector<Placement> cold_placements(bool are_grains) {
    if (are_grains) return {{"gap", 1e-3, 1e-2}, {"overlap", -1e-2, -1e-3}};
    return {{"distant", 0.8, 1.2},
            {"gap-1e-2", 1e-2, 1e-2},
            {"gap-1e-6", 1e-6, 1e-6},
            {"overlap-1e-2", -1e-2, -1e-2}};
}

std::vector<Placement> warm_placements(bool are_grains) {
    if (are_grains) return cold_placements(true);
    return {{"gap-1e-2", 1e-2, 1e-2}, {"overlap-1e-2", -1e-2, -1e-2}};
}

void run_set(const BodySet& set, const BenchOptions& o, const EmitRow& emit) {
    std::vector<MadePeer> peers;
    if (!o.no_peers)
        for (const NarrowPeerKind& kind : narrow_peers())
            peers.push_back({kind, kind.make(set.bodies)});
    const bool are_grains = set.name == "grain";
    std::uint64_t seed = first_seed;
    for (const bool warm : {false, true}) {
        const std::size_t steps = warm ? 4 * static_cast<std::size_t>(o.rounds) + 1 : 1;
        for (const Placement& p : warm ? warm_placements(are_grains) : cold_placements(are_grains))
            run_case({fmt::format("{}-{}-{}", warm ? "warm" : "cold", set.name, p.name), &set,
                      p.apart(), warm, place_pairs(set, p, steps, ++seed)},
                     peers, o, emit);
    }
}

/// What we aim at, as times faster than Bullet.
struct Target {
    const char* about;
    double ratio;
    std::vector<std::string> cases;
};

std::vector<Target> targets() {
    const auto cold = [](const std::string& size) {
        return std::vector{"cold-" + size + "-distant", "cold-" + size + "-gap-1e-2",
                           "cold-" + size + "-gap-1e-6"};
    };
    return {{"distance cold, 8 corners", 5, cold("8")},
            {"distance cold, 20 corners", 5, cold("20")},
            {"distance cold, 50 corners", 4, cold("50")},
            {"distance cold, 100 corners", 4, cold("100")},
            {"distance cold, 1000 corners", 6, cold("1000")},
            {"distance cold, 5000 corners", 15, cold("5000")},
            {"distance cold, grains", 2.5, {"cold-grain-gap"}},
            {"penetration cold, grains", 3, {"cold-grain-overlap"}},
            {"distance warm, grains", 6, {"warm-grain-gap"}},
            {"penetration warm, grains", 6, {"warm-grain-overlap"}}};
}

void print_summary(const std::map<std::string, double>& bullet_ratios) {
    fmt::print("\ntimes faster than Bullet, and what we aim at\n");
    for (const Target& t : targets()) {
        std::string numbers;
        bool reached = true;
        for (const std::string& name : t.cases) {
            const auto found = bullet_ratios.find(name);
            if (found == bullet_ratios.end()) return;
            numbers += fmt::format("{}{:.2f}", numbers.empty() ? "" : ", ", found->second);
            reached = reached && found->second >= t.ratio;
        }
        fmt::print("{:<28} {:>4.1f} aimed  {:<12} {}\n", t.about, t.ratio,
                   reached ? "reached" : "not reached", numbers);
    }
}

} // namespace

void narrow_rows(const BenchOptions& o, const EmitRow& emit) {
    if (!o.json)
        fmt::print("signed gap of two polyhedra of size 1, one thread; median ns per pair, "
                   "ratio = peer / ours; seeds from {}\n",
                   first_seed);
    std::map<std::string, double> bullet_ratios;
    const EmitRow note_and_emit = [&](const BenchRow& row) {
        if (row.peer_name.starts_with("bullet")) bullet_ratios[row.name] = row.ratio;
        emit(row);
    };
    std::uint64_t seed = first_seed;
    for (const std::uint32_t corners : {8, 20, 50, 100, 1000, 5000})
        run_set(round_bodies(corners, ++seed), o, note_and_emit);
    run_set(grains(++seed), o, note_and_emit);
    if (o.json || o.no_peers) return;
    if (!bullet_ratios.empty()) print_summary(bullet_ratios);
    for (const std::string& package : missing_narrow_packages())
        fmt::print("the Debian package {} would add rows\n", package);
}

} // namespace scree
