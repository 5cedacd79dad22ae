// SPDX-License-Identifier: BSD-3-Clause
#include "bench_rows.hpp"
#include "commands.hpp"

#include <scree/base/stopwatch.hpp>
#include <scree/io/lab_book.hpp>
#include <scree/io/runner.hpp>
#include <scree/io/scene_file.hpp>
#include <scree/measure/laboratory.hpp>

#include <fmt/format.h>

#include <functional>

// What measuring costs: time of a row of every kind, against the steps between two rows.
namespace scree {
namespace {

constexpr int warm_up_steps = 8000, timed_steps = 200, timed_rows = 7;

/// A tube of spheres that have begun to settle, and one measure of each kind.
constexpr const char* scene_text = R"(title = "measured tube"
duration = 1
wall = [{ type = "cylinder", base = [0, 0, 0], top = [0, 0, 0.4], radius = 0.06 },
        { type = "disc", name = "floor", center = [0, 0, 0], normal = [0, 0, 1], radius = 0.07 }]
[material.glass]
density = 2500
contact_time = 2e-4
restitution = 0.5
friction = 0.4
[[grains]]
classes = [{ radius = 0.0025, share = 1 }, { radius = 0.003, share = 1 }]
count = 10000
fill = "lattice"
region = { type = "cylinder", base = [0, 0, 0], top = [0, 0, 0.4], radius = 0.06 }
[[measure]]
name = "layers"
type = "layers"
count = 40
[[measure]]
name = "rings"
type = "rings"
count = 10
[[measure]]
name = "density"
type = "density"
region = { type = "box", low = [-0.03, -0.03, 0.02], high = [0.03, 0.03, 0.08] }
[[measure]]
name = "coordination"
type = "coordination"
[[measure]]
name = "stress"
type = "stress"
[[measure]]
name = "walls"
type = "walls"
[[measure]]
name = "segregation"
type = "segregation"
cell = 0.02
[[measure]]
name = "flow"
type = "flow"
point = [0, 0, 0.05]
normal = [0, 0, -1]
radius = 0.02
[[measure]]
name = "velocity"
type = "velocity"
[[measure]]
name = "rdf"
type = "rdf"
region = { type = "cylinder", base = [0, 0, 0], top = [0, 0, 0.15], radius = 0.06 }
radius = 0.02
bins = 100
[[measure]]
name = "contacts"
type = "contacts"
)";

double seconds_of(const std::function<void()>& work, int rounds) {
    std::vector<double> times;
    for (int k = 0; k < rounds; ++k) {
        const Stopwatch watch;
        work();
        times.push_back(watch.seconds());
    }
    return quantile(times, 0.5);
}

} // namespace

void measures_rows(const BenchOptions& options, const EmitRow& emit) {
    const Scene scene = read_scene_text(scene_text, "tube");
    const std::vector<Grain> grains = place_grains(scene);
    const RunPlan plan = plan_run(scene, grains, {}, false);
    World world(scene, grains, {.dt = plan.dt, .threads = options.threads});
    for (int k = 0; k < warm_up_steps; ++k) world.step();
    const double step = seconds_of([&] { world.step(); }, timed_steps);
    world.evaluate();
    world.complete_forces();
    const Frame frame = make_frame(world);
    Laboratory laboratory(scene);
    const std::int64_t steps = LabBook::run_rows_per_row * plan.measure_steps;
    const double between = static_cast<double>(steps) * step;
    const auto row = [&](const std::string& name, double seconds, const std::string& note) {
        BenchRow out;
        out.name = name;
        out.unit = BenchUnit::seconds;
        out.ours = seconds;
        out.note = fmt::format("{:.2f} ms, {:.2f} % of the {} steps between two rows{}",
                               1e3 * seconds, 100 * seconds / between, steps, note);
        out.counts = {{"grains", static_cast<double>(grains.size())},
                      {"contacts", static_cast<double>(frame.contact.size())}};
        emit(out);
    };
    const double look = seconds_of([&] { make_frame(world); }, timed_rows);
    double all = look;
    row("measures-frame", look, ", once for all kinds");
    for (std::size_t k = 0; k < laboratory.count(); ++k) {
        double seconds = 0;
        const std::string& name = scene.measurements[k].name;
        if (name == "flow")
            seconds = seconds_of([&] { laboratory.look(world); }, timed_rows) *
                      static_cast<double>(steps) / Laboratory::steps_between_looks;
        else
            seconds = seconds_of([&] { laboratory.rows(k, frame, world.labels()); }, timed_rows);
        // The table of contacts is large, and pairs over long distances are many: asked for on
        // purpose, and mostly with an interval of their own.
        if (name != "contacts" && name != "rdf") all += seconds;
        row("measures-" + name, seconds, "");
    }
    row("measures", all, ": all kinds but rdf and contacts (2 % asked)");
}

} // namespace scree
