// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/run_folder.hpp>
#include <scree/sim/time_step.hpp>
#include <scree/sim/world.hpp>

#include <atomic>
#include <functional>
#include <optional>
#include <string>

// A run from its first step (or its last checkpoint) to its end, with everything it leaves behind.
namespace scree {

/// The figures the program chose for a scene.
struct RunPlan {
    StepChoice choice;
    double dt = 0;
    std::optional<std::int64_t> steps; ///< none: until settled, however long it takes
    std::int64_t frame_steps = 1, measure_steps = 1;
};

/// Throws InputError for a time step that is unsafe, unless `force`.
RunPlan plan_run(const Scene& scene, std::span<const Grain> grains, const RunSettings& settings,
                 bool force);

struct RunProgress {
    std::int64_t step = 0;
    std::optional<std::int64_t> steps;
    double time = 0;             ///< simulated, s
    double seconds = 0;          ///< spent on steps_done
    std::int64_t steps_done = 0; ///< by this call
    double grain_steps_per_second = 0;
};

struct RunRequest {
    int threads = 1;
    std::int64_t audit_every = 0; ///< steps; 0: never
    double checkpoint_seconds = 30;
    const std::atomic<bool>* stop = nullptr; ///< becomes true when the user wants to leave
    std::function<void(const RunProgress&)> progress;
};

struct RunResult {
    bool finished = false, settled = false, was_finished = false;
    std::int64_t steps = 0, grains = 0;
    double time = 0, seconds = 0, grain_steps_per_second = 0;
    std::string state_hash;
    Measures last;
    double largest_relative_residual = 0; ///< of all rows of the run
    World::Audit audit;
    WorldCounters counters;
    std::string broad, isa;
    std::string search; ///< what the search did, in a few words
    RunPlan plan;
};

/// A scene with its grains in place, and its text word by word as the folder keeps it.
struct PlacedScene {
    Scene scene;
    std::string text;
    std::vector<Grain> grains;
};

/// A new run in a folder made for it.
RunResult start_run(const PlacedScene& placed, const RunFolder& folder, const RunSettings& settings,
                    const RunPlan& plan, const RunRequest& request);

/// Goes on with the run in the folder; one killed before its first checkpoint starts anew.
RunResult resume_run(const RunFolder& folder, const RunSettings& changes,
                     const RunRequest& request);

} // namespace scree
