// SPDX-License-Identifier: BSD-3-Clause
#include "bench_rows.hpp"
#include "commands.hpp"
#include "temporary_folder.hpp"

#include <scree/base/stopwatch.hpp>
#include <scree/io/runner.hpp>
#include <scree/io/scene_file.hpp>
#include <scree/view/picture.hpp>
#include <scree/view/report.hpp>
#include <scree/view/run_api.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace scree {
namespace {

/// A block of grains on a lattice that begins to fall in its box; a frame every step.
PlacedScene falling_block(int count) {
    constexpr double radius = 0.005;
    // Lattice places per volume, and a fifth more than needed.
    const double edge = std::cbrt(1.2 * count * std::pow(2 * radius, 3) / std::numbers::sqrt2);
    PlacedScene placed;
    placed.text = fmt::format(
        R"(title = "block"
duration = 1
wall = [{{ type = "box", low = [0, 0, 0], high = [{0}, {0}, {1}], open = ["+z"] }}]
[material.glass]
density = 2500
contact_time = 1e-3
restitution = 0.5
friction = 0.4
[[grains]]
radius = {2}
count = {3}
fill = "lattice"
region = {{ type = "box", low = [0, 0, 0], high = [{0}, {0}, {1}] }}
[output]
frames_every = 1e-6
)",
        edge, 1.2 * edge, radius, count);
    placed.scene = read_scene_text(placed.text, "block");
    placed.grains = place_grains(placed.scene);
    return placed;
}

RunFolder run_for(const TemporaryFolder& parent, int grains, std::int64_t steps) {
    RunFolder folder(parent.path() / "run");
    const PlacedScene placed = falling_block(grains);
    RunSettings settings;
    settings.steps = steps;
    const RunPlan plan = plan_run(placed.scene, placed.grains, settings, false);
    settings.frame_steps = plan.frame_steps;
    settings.measure_steps = plan.measure_steps;
    folder.create(placed.text, settings);
    RunRequest request;
    request.threads = default_threads();
    start_run(placed, folder, settings, plan, request);
    return folder;
}

BenchRow row(const char* name, double seconds, std::string hash, std::string note) {
    BenchRow out;
    out.name = name;
    out.unit = BenchUnit::seconds;
    out.ours = seconds;
    out.hash = std::move(hash);
    out.note = std::move(note);
    return out;
}

BenchRow picture_row(const RunFolder& folder) {
    const StoredRun run = open_run(folder);
    const Stopwatch watch;
    const Drawing drawing = draw({run.scene, run.first, run.first}, {});
    PictureOptions options;
    options.threads = default_threads();
    const double aspect = static_cast<double>(options.width) / options.height;
    const Camera camera = camera_for("iso", drawing.bounds, up_of(run.scene), aspect);
    const std::string png = png_bytes(render(drawing, camera, options));
    return row("view-picture", watch.seconds(), text_hash(png),
               fmt::format("{}x{} of {} spheres, {} samples, shadows (10 s asked)", options.width,
                           options.height, drawing.balls.size(), options.samples));
}

BenchRow first_row(const RunFolder& folder) {
    const Stopwatch watch;
    RunApi api(folder);
    api.run();
    const std::string bytes = api.frame(0, {});
    const double seconds = watch.seconds();
    return row(
        "view-first", seconds, bytes,
        fmt::format("from opening the run to the viewer's first {} bytes (2 s asked with the "
                    "browser's part); the frame's file has {} bytes",
                    bytes.size(), std::filesystem::file_size(folder.frame_file(0))));
}

BenchRow report_row(const RunFolder& folder) {
    const Stopwatch watch;
    const std::string data = report_data(folder, default_threads());
    const double seconds = watch.seconds();
    return row("view-report", seconds, "", // it holds the times of the log
               fmt::format("report of {} frames, {} bytes (5 s asked)", folder.frames().size(),
                           data.size()));
}

} // namespace

void view_rows(const BenchOptions& /*options*/, const EmitRow& emit) {
    {
        const TemporaryFolder parent;
        const RunFolder folder = run_for(parent, 100000, 1);
        emit(picture_row(folder));
        emit(first_row(folder));
    }
    const TemporaryFolder parent;
    emit(report_row(run_for(parent, 1000, 999)));
}

} // namespace scree
