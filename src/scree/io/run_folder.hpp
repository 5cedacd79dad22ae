// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/checkpoint.hpp>
#include <scree/io/frame_file.hpp>
#include <scree/scene/scene.hpp>

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scree {

/// What a run was asked for beyond its scene; kept in the folder so that a resumed run ends as the
/// undisturbed one would have.
struct RunSettings {
    std::optional<double> dt;          ///< s, the user's own
    std::optional<std::int64_t> steps; ///< in place of the scene's duration
    std::string broad = "auto";
    // Set by the run itself: a run that is made longer keeps its intervals.
    std::optional<std::int64_t> frame_steps, measure_steps;
};

/// The folder of one run:
///   scene.toml      the scene as run          settings.toml   RunSettings
///   scene_files/    files the scene refers to, if it does
///   measures.csv    one row per interval      log.txt         what happened, with times
///   frames/         000000.h5 …               frames.xdmf     for ParaView
///   checkpoint.h5   the last whole state      result.json     written at the end
///   measures/       NAME.csv of [[measure]]   measures.h5     all measures, at the end
class RunFolder {
public:
    explicit RunFolder(std::filesystem::path path) : path_(std::move(path)) {}

    /// Makes the folder for a new run, with copies of the files that its scene refers to. Throws
    /// InputError when it holds something already or cannot be written.
    void create(const std::string& scene_text, const RunSettings& settings,
                std::span<const SceneInput> inputs = {}) const;

    bool holds_a_run() const { return std::filesystem::exists(scene_file()); }
    /// Throws InputError unless it holds a run.
    void require_run() const;
    RunSettings settings() const;
    void write_settings(const RunSettings& settings) const;

    std::filesystem::path path() const { return path_; }
    std::filesystem::path scene_file() const { return path_ / "scene.toml"; }
    std::filesystem::path checkpoint_file() const { return path_ / "checkpoint.h5"; }
    std::filesystem::path measures_file() const { return path_ / "measures.csv"; }
    std::filesystem::path measurement_file(const std::string& name) const {
        return path_ / "measures" / (name + ".csv");
    }
    std::filesystem::path measures_image() const { return path_ / "measures.h5"; }
    std::filesystem::path result_file() const { return path_ / "result.json"; }
    std::filesystem::path log_file() const { return path_ / "log.txt"; }
    std::filesystem::path xdmf_file() const { return path_ / "frames.xdmf"; }
    std::filesystem::path frame_file(std::int64_t index) const;
    /// Indices of the frames there are, ascending.
    std::vector<std::int64_t> frames() const;

    void log(const std::string& line) const;

    enum class State { running, finished, stopped };
    /// From the last line of the log; a run that has written nothing for a minute was killed.
    State state() const;

    /// Starts measures.csv, or takes back the rows at or after `first_step` that a resumed run will
    /// write again.
    void begin_measures(const Scene& scene, std::int64_t first_step) const;
    void add_measures(const Measures& measures) const;

private:
    std::filesystem::path path_;
};

} // namespace scree
