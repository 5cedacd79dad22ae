// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "progress.hpp"
#include "stop.hpp"

#include <scree/base/error.hpp>
#include <scree/base/stopwatch.hpp>
#include <scree/io/files.hpp>
#include <scree/io/json.hpp>
#include <scree/io/mesh_notes.hpp>
#include <scree/io/runner.hpp>
#include <scree/io/scene_file.hpp>
#include <scree/view/report.hpp>
#include <scree/view/web_assets.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <string_view>
#include <thread>

namespace scree {
namespace {

RunSettings settings_of(const RunOptions& o) {
    RunSettings settings;
    settings.dt = o.dt;
    settings.steps = o.steps;
    settings.broad = o.broad;
    return settings;
}

std::string how_long(const RunPlan& plan, const Scene& scene) {
    if (!plan.steps) return "until settled";
    return fmt::format("{} steps, {:.4g} s{}", *plan.steps,
                       static_cast<double>(*plan.steps) * plan.dt,
                       scene.until_settled ? " at most (until settled)" : "");
}

bool is_poured(const GrainGroup& group) { return std::holds_alternative<PourFill>(group.fill); }

bool pours(const Scene& scene) { return std::ranges::any_of(scene.grains, is_poured); }

/// The report mentions residuals from a thousandth on; beyond this nothing of a run is to be
/// believed.
constexpr double open_ledger = 0.02;

/// Of all groups that are poured: how many, if each says so.
std::string to_be_poured(const Scene& scene) {
    std::int64_t count = 0;
    for (const GrainGroup& group : scene.grains) {
        if (!is_poured(group)) continue;
        if (!group.count) return "more";
        count += *group.count;
    }
    return std::to_string(count);
}

void print_plan(const Scene& scene, const RunPlan& plan, std::size_t grains, bool dt_given) {
    fmt::print("{}\n", scene.title.empty() ? scene.file : scene.title);
    fmt::print("  grains     {}{}\n", grains,
               pours(scene) ? fmt::format(" at the start, {} poured", to_be_poured(scene)) : "");
    fmt::print("  length     {}\n", how_long(plan, scene));
    fmt::print("  time step  {:.4g} s: {}\n", plan.dt,
               dt_given ? fmt::format("given; chosen would be {:.4g} s, {}", plan.choice.dt,
                                      plan.choice.reason)
                        : plan.choice.reason);
    for (const std::string& note : mesh_notes(scene)) fmt::print("  mesh       {}\n", note);
}

void print_result(const RunResult& r, const RunFolder& folder, bool has_report) {
    if (r.was_finished) {
        fmt::print("this run was finished already, at step {} ({:.4g} s)\n", r.steps, r.time);
    } else {
        fmt::print(
            "{} at step {} ({:.4g} s simulated in {:.1f} s, {:.2f} M grain-steps/s, {} {})\n",
            !r.finished ? "stopped"
            : r.settled ? "settled"
                        : "finished",
            r.steps, r.time, r.seconds, r.grain_steps_per_second / 1e6, r.broad, r.isa);
        fmt::print("  energy     largest residual of the ledger {:.2e} of the energy turned over\n",
                   r.largest_relative_residual);
        if (std::abs(r.largest_relative_residual) > open_ledger)
            fmt::print(
                "  WARNING    the ledger is open: energy came or went that no contact accounts "
                "for; do not trust this run\n");
        fmt::print("  list       {} refreshes, {:.1f} % of the time, {:.2f} candidates per grain\n",
                   r.counters.refreshes,
                   100 * r.counters.refresh_seconds / std::max(r.seconds, 1e-9),
                   r.grains > 0
                       ? static_cast<double>(r.counters.candidates) / static_cast<double>(r.grains)
                       : 0.0);
        if (!r.search.empty()) fmt::print("  search     {}\n", r.search);
    }
    fmt::print("  state hash {}\n", r.state_hash);
    fmt::print("  results    {}: measures.csv, frames.xdmf (ParaView), frames/*.h5, log.txt\n",
               folder.path().string());
    if (has_report)
        fmt::print("  report     {}: pictures and plots\n", report_file(folder).string());
    if (has_web_assets()) fmt::print("  look       scree view {}\n", folder.path().string());
    if (!r.finished) fmt::print("  go on with scree run --resume {}\n", folder.path().string());
}

Json json_of(const RunResult& r, const RunFolder& folder) {
    Json json = Json::object();
    json.add("folder", folder.path().string())
        .add("finished", r.finished)
        .add("settled", r.settled)
        .add("steps", r.steps)
        .add("grains", r.grains)
        .add("time_s", r.time)
        .add("time_step_s", r.plan.dt)
        .add("time_step_reason", r.plan.choice.reason)
        .add("seconds", r.seconds)
        .add("grain_steps_per_second", r.grain_steps_per_second)
        .add("largest_relative_residual", r.largest_relative_residual)
        .add("refreshes", r.counters.refreshes)
        .add("refresh_seconds", r.counters.refresh_seconds)
        .add("audit_missed", r.audit.missed)
        .add("audit_touching", r.audit.touching)
        .add("state_hash", r.state_hash);
    return json;
}

RunResult start(const RunOptions& o, const RunFolder& folder, const RunRequest& request) {
    const std::string text = read_text_file(o.scene);
    const Scene scene = read_scene_text(text, o.scene);
    const auto grains = place_grains(scene);
    const RunPlan plan = plan_run(scene, grains, settings_of(o), o.force);
    make_broad_phase(o.broad); // a wrong name is found before the folder is made
    RunSettings settings = settings_of(o);
    settings.frame_steps = plan.frame_steps;
    settings.measure_steps = plan.measure_steps;
    catch_stop_signals(); // until here nothing was written: a signal may end the program at once
    folder.create(text, settings, scene.inputs);
    if (!o.json) print_plan(scene, plan, grains.size(), o.dt.has_value());
    return start_run({scene, text, grains}, folder, settings, plan, request);
}

/// The run is over and safe: whatever is wrong with its report must not make it a failure. False
/// when there is none.
bool write_report(const RunFolder& folder, int threads, bool quiet) {
    if (!quiet) {
        fmt::print("writing the report …\n");
        std::fflush(stdout);
    }
    try {
        write_file_atomically(report_file(folder), report_html(folder, threads));
        return true;
    } catch (const std::exception& e) {
        fmt::print(stderr, "no report: {}\n", e.what());
        return false;
    }
}

} // namespace

int default_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

int run_command(const RunOptions& o) {
    if (o.scene.empty() == o.resume.empty())
        throw InputError("run: give either a scene file or --resume FOLDER");
    if (!o.resume.empty() && (o.dt || !o.output.empty()))
        throw InputError(
            "run: --resume keeps the run's own time step and folder; leave out --dt and -o");
    const RunFolder folder(!o.resume.empty()   ? std::filesystem::path(o.resume)
                           : !o.output.empty() ? std::filesystem::path(o.output)
                                               : "out" / std::filesystem::path(o.scene).stem());
    if (!o.resume.empty()) catch_stop_signals();
    ProgressPrinter printer;
    RunRequest request;
    request.threads = o.threads > 0 ? o.threads : default_threads();
    request.audit_every = o.audit;
    request.checkpoint_seconds = o.checkpoint_seconds;
    request.stop = &stop_asked();
    if (!o.quiet && !o.json) request.progress = [&](const RunProgress& p) { printer.show(p); };
    const RunResult result =
        o.resume.empty() ? start(o, folder, request) : resume_run(folder, settings_of(o), request);
    printer.done();
    // A report from before this call shows another state, unless the run was finished already.
    bool has_report = result.was_finished && std::filesystem::exists(report_file(folder));
    if (result.finished && !has_report && !o.no_report && has_web_assets())
        has_report = write_report(folder, request.threads, o.quiet || o.json);
    if (o.json) {
        fmt::print("{}\n", json_of(result, folder).text());
    } else {
        print_result(result, folder, has_report);
        if (o.audit > 0)
            fmt::print("  audit      {} missed of {}\n", result.audit.missed,
                       result.audit.touching);
    }
    if (result.audit.missed > 0) throw RunError("the candidate list missed contacts (see audit)");
    return result.finished ? 0 : 128 + stop_signal();
}

int check_command(const RunOptions& o) {
    const Scene scene = read_scene_file(o.scene);
    const auto grains = place_grains(scene);
    const RunPlan plan = plan_run(scene, grains, settings_of(o), o.force);
    // A short trial tells how fast this scene starts out here; a dense bed is slower.
    World world(scene, grains,
                {.dt = plan.dt,
                 .broad = o.broad,
                 .threads = o.threads > 0 ? o.threads : default_threads()});
    const Stopwatch watch;
    std::int64_t steps = 0;
    double seconds = 0;
    while (seconds < 0.5 && steps < 20000) {
        world.step();
        ++steps;
        seconds = watch.seconds();
    }
    const double per_step = seconds / static_cast<double>(steps);
    const double expected = plan.steps ? per_step * static_cast<double>(*plan.steps) : 0;
    if (o.json) {
        Json json = Json::object();
        json.add("grains", grains.size())
            .add("time_step_s", plan.dt)
            .add("time_step_reason", plan.choice.reason)
            .add("unsafe_above_s", plan.choice.unsafe_above)
            .add("steps", plan.steps.value_or(-1))
            .add("frame_every_steps", plan.frame_steps)
            .add("measure_every_steps", plan.measure_steps)
            .add("seconds_per_step", per_step)
            .add("expected_seconds", plan.steps ? expected : -1.0)
            .add("mesh_notes", Json::list(mesh_notes(scene)));
        fmt::print("{}\n", json.text());
        return 0;
    }
    print_plan(scene, plan, grains.size(), o.dt.has_value());
    fmt::print("  output     a frame every {} steps, a row of measures every {}\n",
               plan.frame_steps, plan.measure_steps);
    if (plan.steps) {
        std::string_view yet_to_come;
        if (pours(scene))
            yet_to_come = " before most grains are there";
        else if (world.contact_count() < world.grain_count())
            yet_to_come = " in which grains hardly touch";
        fmt::print("  expected   {}{:.0f} s with {} threads, from a trial of {} steps{}\n",
                   yet_to_come.empty() ? "" : "more than ", std::max(1.0, expected),
                   world.threads(), steps, yet_to_come);
    } else {
        fmt::print("  expected   {:.3g} ms per step with {} threads\n", 1e3 * per_step,
                   world.threads());
    }
    fmt::print("the scene is valid\n");
    return 0;
}

} // namespace scree
