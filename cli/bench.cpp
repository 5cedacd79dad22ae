// SPDX-License-Identifier: BSD-3-Clause
#include "bench_beds.hpp"
#include "bench_peers.hpp"
#include "bench_rows.hpp"
#include "commands.hpp"
#include "programs.hpp"

#include <scree/base/error.hpp>
#include <scree/base/stopwatch.hpp>
#include <scree/base/version.hpp>
#include <scree/io/files.hpp>
#include <scree/io/json.hpp>
#include <scree/sim/measures.hpp>
#include <scree/sim/world.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <sstream>

// Speed, as ratios inside one run: ours and the peer alternate on the same bed, the row gives the
// median ratio and its 10–90 % range, and the hash of our state, so that a fast wrong answer shows.
namespace scree {
namespace {

constexpr int warm_up_steps = 200;

struct OurRun {
    double seconds_per_step = 0, refresh_share = 0;
    std::string hash;
    double coordination = 0, bytes = 0, candidates = 0;
    std::size_t contacts = 0;
};

OurRun run_ours(const BenchBed& bed, int threads, std::int64_t steps) {
    World world(bed.scene, bed.grains, {.dt = bed.dt, .threads = threads});
    for (int k = 0; k < warm_up_steps; ++k) world.step();
    OurRun run;
    run.hash = world.state_hash(); // after a fixed number of steps: the same in every round
    const double refresh_before = world.counters().refresh_seconds;
    const Stopwatch watch;
    for (std::int64_t k = 0; k < steps; ++k) world.step();
    const double seconds = watch.seconds();
    run.seconds_per_step = seconds / static_cast<double>(steps);
    run.refresh_share = (world.counters().refresh_seconds - refresh_before) / seconds;
    run.bytes = static_cast<double>(world.bytes());
    run.candidates = static_cast<double>(world.counters().candidates);
    run.contacts = world.contact_count();
    world.evaluate();
    Ledger ledger;
    run.coordination = take_measures(bed.scene, world, ledger).coordination;
    return run;
}

using PeerRun = std::function<std::optional<double>(const BenchBed&, std::int64_t, std::string&)>;

struct Peer {
    std::string name, program;
    PeerRun run;
};

std::vector<Peer> other_programs() {
    return {{"lammps", "lmp", lammps_seconds_per_step}, {"yade", "yade", yade_seconds_per_step}};
}

/// Ourselves with one thread.
Peer one_thread() {
    return {"1 thread", "", [](const BenchBed& bed, std::int64_t steps, std::string&) {
                return std::optional(run_ours(bed, 1, steps).seconds_per_step);
            }};
}

BenchRow compare(const std::string& name, const BenchBed& bed, const Peer& peer,
                 const BenchOptions& o) {
    const OurRun trial = run_ours(bed, o.threads, 20);
    const auto steps =
        std::max<std::int64_t>(100, static_cast<std::int64_t>(o.seconds / trial.seconds_per_step));
    const auto grains = static_cast<double>(bed.grains.size());
    std::vector<double> ours, theirs, ratios;
    BenchRow row;
    row.name = name;
    row.peer_name = peer.name;
    OurRun last;
    for (int round = 0; round < o.rounds; ++round) {
        last = run_ours(bed, o.threads, steps);
        ours.push_back(grains / last.seconds_per_step);
        if (peer.run) {
            std::string why;
            const auto seconds = peer.run(bed, std::max<std::int64_t>(100, steps / 2), why);
            if (!seconds) {
                row.note = why;
                break;
            }
            theirs.push_back(grains / *seconds);
            ratios.push_back(*seconds / last.seconds_per_step);
        }
    }
    row.ours = quantile(ours, 0.5);
    row.peer = quantile(theirs, 0.5);
    row.ratio = quantile(ratios, 0.5);
    row.low = quantile(ratios, 0.1);
    row.high = quantile(ratios, 0.9);
    row.hash = last.hash;
    const auto half_list = static_cast<double>(last.contacts);
    row.note += fmt::format(
        "{}coordination {:.2f}, {:.2f} candidates per grain, refreshes {:.1f} %, "
        "{:.0f} bytes per grain = 400 + {:.0f} per contact",
        row.note.empty() ? "" : "; ", last.coordination, last.candidates / grains,
        100 * last.refresh_share, last.bytes / grains, (last.bytes - 400 * grains) / half_list);
    return row;
}

/// Rows on the same bed stand next to each other, so that it is made once.
struct Bench {
    std::string name, about, bed; ///< no bed: `rows` makes them all
    std::vector<Peer> peers;
    int threads = 0; ///< 0: as the user says
    void (*rows)(const BenchOptions&, const EmitRow&) = nullptr;
};

std::vector<Bench> benches() {
    return {
        {"bed-10k", "settled frictional bed, 10 000 spheres", "10k", other_programs()},
        {"threads-10k", "two threads against one on that bed", "10k", {one_thread()}, 2},
        {"bed-sizes", "settled bed of sizes 1:5:35, mass 10:20:70 %, 25 000 spheres", "sizes",
         other_programs()},
        {"flow", "the hourglass while it runs: share of list refreshes", "flow", {}},
        {"bed-100k", "settled frictional bed, 100 000 spheres", "100k", other_programs()},
        {"threads-100k", "two threads against one on that bed", "100k", {one_thread()}, 2},
        {"view",
         "pictures, report and the viewer's data: seconds on all cores",
         "",
         {},
         default_threads(),
         view_rows},
        {"measures", "what [[measure]] costs: seconds per row", "", {}, 1, measures_rows},
        {"broad", "searches while balls move: nanoseconds per ball", "", {}, 1, broad_rows},
        {"narrow", "distance and penetration of polyhedra: nanoseconds", "", {}, 1, narrow_rows},
        {"shapes", "beds of polyhedra and clumps; nanoseconds per contact", "", {}, 1, shapes_rows},
        {"lab", "packings, pouring, measures: what goes on around a run", "", {}, 1, lab_rows}};
}

void print_heading(const BenchOptions& o) {
    fmt::print("grain-steps per second, {} thread{} unless the name says otherwise; medians of {} "
               "alternations\n",
               o.threads, o.threads == 1 ? "" : "s", o.rounds);
}

void print_row(const BenchRow& r) {
    const std::string range =
        fmt::format("ratio {:5.3g} ({:.3g} – {:.3g})  {}", r.ratio, r.low, r.high, r.hash);
    if (r.unit == BenchUnit::seconds) {
        fmt::print("{:<18} {:8.2f} s    {}\n", r.name, r.ours, r.hash);
    } else if (r.unit == BenchUnit::nanoseconds) {
        const std::string peer =
            r.peer > 0 ? fmt::format("{:<13} {:9.0f} ns  {}", r.peer_name, r.peer, range) : r.hash;
        fmt::print("{:<22} {:9.0f} ns  {}\n", r.name, r.ours, peer);
    } else if (r.peer > 0) {
        fmt::print("{:<18} {:8.2f} M/s  {:<8} {:8.2f} M/s  {}\n", r.name, r.ours / 1e6, r.peer_name,
                   r.peer / 1e6, range);
    } else {
        fmt::print("{:<18} {:8.2f} M/s  {}\n", r.name, r.ours / 1e6, r.hash);
    }
    fmt::print("{:<18} {}\n", "", r.note);
    std::fflush(stdout);
}

const char* unit_of(const BenchRow& r) {
    switch (r.unit) {
    case BenchUnit::seconds:
        return "s";
    case BenchUnit::nanoseconds:
        return "ns";
    default:
        return "grain-steps/s";
    }
}

Json json_of(const BenchRow& r) {
    Json range = Json::array();
    range.push(r.low).push(r.high);
    Json counts = Json::object();
    for (const auto& [name, value] : r.counts) counts.add(name, value);
    return Json::object()
        .add("name", r.name)
        .add("unit", unit_of(r))
        .add("ours", r.ours)
        .add("peer_name", r.peer_name)
        .add("peer", r.peer)
        .add("ratio", r.ratio)
        .add("range", range)
        .add("state_hash", r.hash)
        .add("counts", counts)
        .add("note", r.note);
}

std::string processor() {
    std::istringstream lines(read_text_file("/proc/cpuinfo"));
    for (std::string line; std::getline(lines, line);)
        if (line.rfind("model name", 0) == 0) return line.substr(line.find(": ") + 2);
    return "unknown";
}

/// One more line of a table that is kept from version to version.
void keep_row(const std::filesystem::path& file, const BenchRow& r, int threads) {
    std::string counts;
    for (const auto& [name, value] : r.counts)
        counts += fmt::format("{}{}={:.4g}", counts.empty() ? "" : " ", name, value);
    if (!std::filesystem::exists(file))
        append_line(file,
                    "commit,compiler,flags,processor,threads,name,unit,ours,peer_name,peer,ratio,"
                    "low,high,state_hash,counts");
    append_line(file,
                fmt::format("{},{},{},{},{},{},{},{:.4g},{},{:.4g},{:.3f},{:.3f},{:.3f},{},{}",
                            version_commit, build_compiler, build_flags, processor(), threads,
                            r.name, unit_of(r), r.ours, r.peer_name, r.peer, r.ratio, r.low, r.high,
                            r.hash, counts));
}

} // namespace

double quantile(std::vector<double> values, double q) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const double at = q * static_cast<double>(values.size() - 1);
    const auto k = static_cast<std::size_t>(at);
    const double part = at - static_cast<double>(k);
    return k + 1 < values.size() ? values[k] * (1 - part) + values[k + 1] * part : values[k];
}

int bench_command(const BenchOptions& o) {
    const auto all = benches();
    if (o.list) {
        for (const Bench& b : all) fmt::print("{:<12} {}\n", b.name, b.about);
        return 0;
    }
    std::vector<std::string> names(all.size());
    std::transform(all.begin(), all.end(), names.begin(), [](const Bench& b) { return b.name; });
    for (const std::string& name : o.names)
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            throw InputError("bench: no benchmark \"" + name + "\"" + suggestion(name, names));
        }
    Json rows = Json::array();
    const auto emit = [&](const BenchRow& row, int threads) {
        if (!o.save.empty()) keep_row(o.save, row, threads);
        if (o.json) {
            rows.push(json_of(row));
        } else {
            print_row(row);
        }
    };
    BenchBed bed;
    std::string bed_name;
    for (const Bench& bench : all) {
        if (!o.names.empty() &&
            std::find(o.names.begin(), o.names.end(), bench.name) == o.names.end())
            continue;
        if (bench.rows != nullptr) {
            bench.rows(o, [&](const BenchRow& row) { emit(row, bench.threads); });
            continue;
        }
        if (bed_name.empty() && !o.json) print_heading(o);
        if (bench.bed != bed_name) {
            fmt::print(stderr, "preparing the bed of {} …\n", bench.name);
            bed = make_bed(bench.bed);
            bed_name = bench.bed;
        }
        BenchOptions options = o;
        if (bench.threads > 0) options.threads = bench.threads;
        bool compared = false;
        for (const Peer& peer : bench.peers) {
            const bool is_program = !peer.program.empty();
            if (is_program && (o.no_peers || find_program(peer.program).empty())) continue;
            emit(compare(bench.name, bed, peer, options), options.threads);
            compared = true;
        }
        if (!compared) emit(compare(bench.name, bed, {}, options), options.threads);
    }
    if (o.json) fmt::print("{}\n", rows.text());
    return 0;
}

} // namespace scree
