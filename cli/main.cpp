// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "frames.hpp"

#include <scree/base/error.hpp>
#include <scree/base/version.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>

namespace {

using namespace scree;

constexpr int exit_bad_input = 2, exit_run_failed = 3;

using Action = std::function<int()>;

/// CLI11's own checks print the whole range of doubles, 309 digits long.
CLI::Validator number_check(const char* allowed, bool (*is_allowed)(double)) {
    return {[=](const std::string& text) {
                double value = 0;
                return CLI::detail::lexical_cast(text, value) && is_allowed(value)
                           ? std::string()
                           : fmt::format("must be {}, got {}", allowed, text);
            },
            "NUMBER"};
}
CLI::Validator positive() {
    return number_check("> 0", [](double x) { return x > 0; });
}
CLI::Validator thread_count() {
    return number_check("from 1 to 1024", [](double x) { return x >= 1 && x <= 1024; });
}
CLI::Validator not_negative() {
    return number_check(">= 0", [](double x) { return x >= 0; });
}

void add_run_settings(CLI::App& app, RunOptions& o) {
    app.add_option("--threads", o.threads,
                   "threads to use (default: all cores); never changes the result")
        ->check(thread_count());
    app.add_option(
        "--broad", o.broad,
        "neighbour search: all-pairs, grid, sweep, triangulation, auto; never changes the result");
    app.add_option("--steps", o.steps, "stop after this many steps instead of the scene's duration")
        ->check(not_negative());
    app.add_option("--dt", o.dt, "time step in s instead of the chosen one");
    app.add_flag("--force", o.force, "accept an unsafe time step");
    app.add_flag("--json", o.json, "print figures as JSON");
}

void add_new(CLI::App& app, Action& action) {
    auto* cmd = app.add_subcommand("new", "write a commented scene to start from");
    auto o = std::make_shared<NewOptions>();
    cmd->add_option("name", o->name, "template (see --list)");
    cmd->add_option("file", o->file, "file to write (default: NAME.toml)");
    cmd->add_option("--set", o->values,
                    "KEY=VALUE: another value than the template's, e.g. drive.frequency=10 or "
                    "grains.small.count=500 (may be repeated)")
        ->allow_extra_args(false);
    cmd->add_flag("--list", o->list, "list the templates");
    cmd->add_flag("--json", o->json, "print the list as JSON");
    cmd->callback([o, &action] { action = [o] { return new_command(*o); }; });
}

void add_check(CLI::App& app, Action& action) {
    auto* cmd = app.add_subcommand("check", "is a scene valid, and what would its run be?");
    auto o = std::make_shared<RunOptions>();
    cmd->add_option("scene", o->scene, "scene file (TOML)")->required();
    add_run_settings(*cmd, *o);
    cmd->callback([o, &action] { action = [o] { return check_command(*o); }; });
}

void add_run(CLI::App& app, Action& action) {
    auto* cmd = app.add_subcommand("run", "simulate a scene, or go on with a run");
    auto o = std::make_shared<RunOptions>();
    cmd->add_option("scene", o->scene, "scene file (TOML)");
    cmd->add_option("-o,--output", o->output, "folder for the results (default: out/NAME)");
    cmd->add_option("--resume", o->resume, "go on with the run in this folder");
    add_run_settings(*cmd, *o);
    cmd->add_option("--audit", o->audit, "every N steps, look for missed contacts by brute force")
        ->check(positive());
    cmd->add_option("--checkpoint", o->checkpoint_seconds,
                    "seconds between checkpoints (default 30)")
        ->check(not_negative());
    cmd->add_flag("--quiet", o->quiet, "no progress");
    cmd->add_flag("--no-report", o->no_report, "no report.html at the end");
    cmd->callback([o, &action] { action = [o] { return run_command(*o); }; });
}

void add_explain(CLI::App& app, Action& action) {
    auto* cmd = app.add_subcommand("explain", "the contact of two materials in figures");
    auto o = std::make_shared<ExplainOptions>();
    cmd->add_option("scene", o->scene, "scene file (TOML)")->required();
    cmd->add_option("a", o->a, "material, or the name of a wall")->required();
    cmd->add_option("b", o->b, "material, or the name of a wall")->required();
    cmd->add_option("--speed", o->speed, "impact speed in m/s (default: expected in the scene)")
        ->check(positive());
    cmd->add_flag("--json", o->json, "print figures as JSON");
    cmd->callback([o, &action] { action = [o] { return explain_command(*o); }; });
}

void add_law(CLI::App& app, Action& action) {
    auto* cmd = app.add_subcommand("law", "force against overlap of one impact, as a table");
    auto o = std::make_shared<LawOptions>();
    cmd->add_option("scene", o->scene, "scene file (TOML)")->required();
    cmd->add_option("a", o->a, "material, or the name of a wall")->required();
    cmd->add_option("b", o->b, "material, or the name of a wall")->required();
    cmd->add_option("--speed", o->speed, "impact speed in m/s (default: expected in the scene)")
        ->check(positive());
    cmd->add_option("--reloadings", o->reloadings, "how often the grains are pushed back together")
        ->check(CLI::Range(0, 1000));
    cmd->add_option("--turn-at", o->turn_at, "at this part of the largest overlap (default 0.5)")
        ->check(CLI::Range(0.01, 0.99));
    cmd->add_option("-o,--output", o->output, "write the table to this CSV file");
    cmd->callback([o, &action] { action = [o] { return law_command(*o); }; });
}

void add_sight(CLI::App& app, SightOptions& o) {
    app.add_option("--color", o.color,
                   "colour grains and cells by this field (see scree render --list; default "
                   "velocity, with --cells laguerre)");
    app.add_option("--range", o.range, "values at the ends of the colour scale")->expected(2);
    app.add_option("--view", o.view, "front, back, left, right, top or iso (default iso)");
    app.add_flag("--chains", o.chains, "force chains inside translucent grains");
    app.add_flag("--bonds", o.bonds, "bonds inside translucent grains, whole and broken");
    app.add_flag("--edges", o.edges, "edges of the triangulation, by the gap between the grains");
    app.add_flag("--pores", o.pores,
                 "spheres that fit between four grains, by radius, in place of the grains");
    app.add_flag("--cells", o.cells,
                 "Laguerre cells in place of the grains; their outlines with --chains, --edges or "
                 "--pores");
    app.add_option("--size", o.size, "WIDTHxHEIGHT in pixels (default 1920x1080)");
}

void add_export(CLI::App& app, Action& action) {
    auto* cmd = app.add_subcommand("export", "frames for other programs");
    auto o = std::make_shared<ExportOptions>();
    cmd->add_option("folder", o->folder, "folder of a run")->required();
    cmd->add_flag("--vtk", o->vtk, "VTK files for ParaView");
    cmd->add_flag("--csv", o->csv, "CSV tables");
    cmd->add_flag("--triangulation", o->triangulation,
                  "VTK files of the triangulation's edges, cells and pores, and of the Laguerre "
                  "cells; grains with the densities of these");
    cmd->add_flag("--povray", o->povray, "scenes for POV-Ray 3.7");
    cmd->add_flag("--gltf", o->gltf, "glTF 2.0 files (GLB) for slides and web pages");
    cmd->add_option("--frame", o->frame, frame_help);
    cmd->add_option("-o,--output", o->output, "folder to write to (default: FOLDER/export)");
    add_sight(*cmd, *o);
    cmd->callback([o, &action] { action = [o] { return export_command(*o); }; });
}

void add_render(CLI::App& app, Action& action) {
    auto* cmd = app.add_subcommand("render", "ray-traced pictures of a run (PNG)");
    auto o = std::make_shared<RenderOptions>();
    cmd->add_option("folder", o->folder, "folder of a run");
    cmd->add_option("--frame", o->frame, frame_help);
    cmd->add_option("-o,--output", o->output,
                    "file for one picture, folder for several (default: FOLDER/pictures)");
    add_sight(*cmd, *o);
    cmd->add_option("--walls", o->walls, "cut, glass or none (default cut)");
    cmd->add_option("--cut", o->cut, "take away what is beyond a plane: X Y Z and its normal")
        ->expected(6);
    cmd->add_option("--turn", o->turn,
                    "degrees the camera goes around from the first picture to the last");
    cmd->add_option(
        "--pictures", o->pictures,
        "so many pictures of one frame, evenly over --turn (its end left out, so that a "
        "full turn can be repeated)");
    cmd->add_option("--strip", o->strip, "one picture of so many moments of the run, side by side")
        ->check(CLI::Range(2, 100));
    cmd->add_option("--samples", o->samples, "rays per pixel (default 8)")->check(positive());
    cmd->add_option("--background", o->background, "white or black");
    cmd->add_flag("--no-legend", o->no_legend, "no legend, scale bar and time");
    cmd->add_flag("--film", o->film,
                  "all frames (or all --pictures), and an MP4 where ffmpeg is installed");
    cmd->add_option("--threads", o->threads, "threads (default: all cores)")->check(thread_count());
    cmd->add_flag("--list", o->list, "list the fields to colour by");
    cmd->callback([o, &action] { action = [o] { return render_command(*o); }; });
}

void add_report(CLI::App& app, Action& action) {
    auto* cmd = app.add_subcommand("report", "a run as one page: pictures, plots, results");
    auto o = std::make_shared<ReportOptions>();
    cmd->add_option("folder", o->folder, "folder of a run")->required();
    cmd->add_option("-o,--output", o->output, "file to write (default: FOLDER/report.html)");
    cmd->add_option("--threads", o->threads, "threads (default: all cores)")->check(thread_count());
    cmd->callback([o, &action] { action = [o] { return report_command(*o); }; });
}

void add_view(CLI::App& app, Action& action) {
    auto* cmd = app.add_subcommand("view", "look at a run in the browser, also while it goes on");
    auto o = std::make_shared<ViewOptions>();
    cmd->add_option("folder", o->folder, "folder of a run")->required();
    cmd->add_option("--port", o->port, "port on 127.0.0.1 (default: any free one)")
        ->check(CLI::Range(1, 65535));
    cmd->callback([o, &action] { action = [o] { return view_command(*o); }; });
}

void add_small(CLI::App& app, Action& action) {
    auto* hash = app.add_subcommand("hash", "the state hash of a run's last state");
    auto folder = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    hash->add_option("folder", *folder, "folder of a run")->required();
    hash->add_flag("--json", *json, "print as JSON");
    hash->callback([folder, json, &action] {
        action = [folder, json] { return hash_command(*folder, *json); };
    });
    auto* manual = app.add_subcommand("manual", "every key of the scene file, as Markdown");
    manual->callback([&action] { action = [] { return manual_command(); }; });
}

void add_bench(CLI::App& app, Action& action) {
    auto* cmd = app.add_subcommand("bench", "speed here, against installed peers, as ratios");
    auto o = std::make_shared<BenchOptions>();
    cmd->add_option("names", o->names, "benchmarks to run (default: all; see --list)");
    cmd->add_flag("--list", o->list, "list the benchmarks");
    cmd->add_option("--rounds", o->rounds, "alternations of ours and peer (default 5)")
        ->check(positive());
    cmd->add_option("--seconds", o->seconds, "seconds per measurement (default 2)")
        ->check(positive());
    cmd->add_option("--threads", o->threads, "threads (default 1)")->check(thread_count());
    cmd->add_option("--save", o->save, "add the rows to this CSV file (bench/results/TOPIC.csv)");
    cmd->add_flag("--no-peers", o->no_peers, "do not run other programs");
    cmd->add_flag("--json", o->json, "print rows as JSON");
    cmd->callback([o, &action] { action = [o] { return bench_command(*o); }; });
}

void add_distance(CLI::App& app, Action& action) {
    auto* cmd = app.add_subcommand("distance", "how far apart, or how deep in each other, are two "
                                               "convex shapes? With a proof, if wanted");
    auto o = std::make_shared<DistanceOptions>();
    const char* const shape =
        "mesh file (STL, OBJ, OFF, PLY), or sphere:R, capsule:HALF,R, box:X,Y,Z (half sides), "
        "ellipsoid:X,Y,Z, superquadric:X,Y,Z,N1,N2, cylinder:R,HALF, cone:R,H";
    cmd->add_option("a", o->a, shape)->required();
    cmd->add_option("b", o->b, "the same")->required();
    for (auto [name, pose] : {std::pair{"--pose-a", &o->pose_a}, {"--pose-b", &o->pose_b}})
        cmd->add_option(name, *pose, "x,y,z in m; with a turn x,y,z,axis_x,axis_y,axis_z,degrees");
    cmd->add_option("--round-a", o->round_a, "round A by a ball of this radius, m");
    cmd->add_option("--round-b", o->round_b, "round B by a ball of this radius, m");
    cmd->add_option("--method", o->method,
                    "also by this penetration method: expansion, gjk_td, nezami, cundall, "
                    "exhaustive, or all side by side");
    cmd->add_flag("--hull", o->hull, "take the convex hulls of meshes that are not convex");
    cmd->add_flag("--certificate", o->certificate, "print the proof, and what checking it gives");
    cmd->add_flag("--json", o->json, "print figures as JSON");
    cmd->callback([o, &action] { action = [o] { return distance_command(*o); }; });
}

void add_pack(CLI::App& app, Action& action) {
    auto* cmd = app.add_subcommand("pack", "a dense packing of spheres without overlap (CSV)");
    auto o = std::make_shared<PackOptions>();
    cmd->add_option("--radius", o->radius, "equal spheres of this radius, m");
    cmd->add_option("--psd", o->psd, "sieve curve: CSV with size (diameter) and passing");
    cmd->add_option("--unit", o->unit, "of the sieve curve's sizes: m or mm (default m)");
    cmd->add_option("--uniform", o->uniform, "radii between MIN,MAX, m");
    cmd->add_option("--normal", o->normal, "radii by MEAN,DEVIATION[,MIN,MAX], m");
    cmd->add_option("--lognormal", o->lognormal,
                    "radii by MEDIAN,SIGMA[,MIN,MAX]; sigma is that of ln r");
    cmd->add_option("--weibull", o->weibull, "radii by SCALE,SHAPE[,MIN,MAX]");
    cmd->add_option("--by", o->by, "what the law counts: number or mass");
    cmd->add_option("--density", o->density, "solid fraction, from wall to wall (default 0.6)");
    cmd->add_option(
        "--count", o->count,
        "number of spheres; the container takes the size they need (default without a container "
        "10000)");
    cmd->add_option("--box", o->box, "X,Y,Z: sides in m; with --count their proportions");
    cmd->add_option("--cylinder", o->cylinder,
                    "RADIUS,HEIGHT in m, standing; with --count their proportions");
    cmd->add_flag("--periodic", o->periodic, "no walls: the box repeats itself on all sides");
    cmd->add_option("--seed", o->seed, "another seed, another packing (default 1)");
    cmd->add_option("-o,--output", o->output, "file to write (default packing.csv)");
    cmd->add_option("--scene", o->scene, "also write a scene that begins with this packing");
    cmd->add_option("--picture", o->picture, "also draw it (PNG)");
    cmd->add_option("--threads", o->threads,
                    "threads to use (default: all cores); never changes the result")
        ->check(thread_count());
    cmd->add_flag("--json", o->json, "print figures as JSON");
    cmd->add_flag("--quiet", o->quiet, "no progress");
    cmd->callback([o, &action] { action = [o] { return pack_command(*o); }; });
}

void add_reproduce(CLI::App& app, Action& action) {
    auto* cmd = app.add_subcommand("reproduce", "recompute published tables and figures");
    auto o = std::make_shared<ReproduceOptions>();
    cmd->add_option("names", o->names, "tables and figures (default: list them)");
    cmd->add_flag("--full", o->full, "at the size of the source, which may take long");
    cmd->callback([o, &action] { action = [o] { return reproduce_command(*o); }; });
}

/// CLI11 would only say that a command is missing.
void require_known_command(const CLI::App& app, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return;
    std::vector<std::string> known;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        known.push_back(command->get_name());
    const std::string word = argv[1];
    if (std::ranges::find(known, word) == known.end())
        throw InputError(fmt::format("unknown command \"{}\"{}", word, suggestion(word, known)));
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app{"scree: granular material by the discrete-element method", "scree"};
    app.require_subcommand(1);
    app.set_version_flag("--version",
                         fmt::format("scree {} {}", scree::version_string, scree::version_commit));
    Action action;
    add_new(app, action);
    add_check(app, action);
    add_run(app, action);
    add_explain(app, action);
    add_law(app, action);
    add_export(app, action);
    add_render(app, action);
    add_report(app, action);
    add_view(app, action);
    add_bench(app, action);
    add_distance(app, action);
    add_pack(app, action);
    add_reproduce(app, action);
    add_small(app, action);
    try {
        require_known_command(app, argc, argv);
        app.parse(argc, argv);
        return action();
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : exit_bad_input;
    } catch (const scree::InputError& e) {
        for (const std::string& message : e.messages()) fmt::print(stderr, "error: {}\n", message);
        return exit_bad_input;
    } catch (const scree::RunError& e) {
        fmt::print(stderr, "error: {}\n", e.what());
        return exit_run_failed;
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "error: out of memory\n");
        return exit_run_failed;
    }
}
