// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/run_folder.hpp>

#include <scree/base/error.hpp>
#include <scree/io/files.hpp>
#include <scree/io/scene_file.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <sstream>

namespace scree {

void RunFolder::create(const std::string& scene_text, const RunSettings& settings,
                       std::span<const SceneInput> inputs) const {
    namespace fs = std::filesystem;
    if (holds_a_run())
        throw InputError(path_.string() + ": already holds a run; go on with it by --resume " +
                         path_.string() + ", or choose another folder");
    std::error_code error;
    if (fs::exists(path_) && !fs::is_directory(path_))
        throw InputError(path_.string() + ": is a file; the output needs a folder");
    if (fs::is_directory(path_, error) && !fs::is_empty(path_, error))
        throw InputError(path_.string() + ": is not empty and holds no run; choose another folder");
    fs::create_directories(path_ / "frames", error);
    if (error)
        throw InputError(path_.string() + ": output folder cannot be made: " + error.message());
    try {
        write_settings(settings);
        for (const SceneInput& input : inputs) {
            const fs::path file = stored_input_file(path_, input.name);
            fs::create_directories(file.parent_path());
            write_file_atomically(file, input.text);
        }
        write_file_atomically(scene_file(), scene_text); // last: marks the folder as a run
    } catch (const RunError& e) {
        throw InputError(std::string(e.what()));
    }
}

void RunFolder::write_settings(const RunSettings& settings) const {
    std::string text = fmt::format("broad = \"{}\"\n", settings.broad);
    const auto add = [&](const char* key, const std::optional<std::int64_t>& value) {
        if (value) text += fmt::format("{} = {}\n", key, *value);
    };
    if (settings.dt) text += fmt::format("dt = {:.17e}\n", *settings.dt);
    add("steps", settings.steps);
    add("frame_steps", settings.frame_steps);
    add("measure_steps", settings.measure_steps);
    write_file_atomically(path_ / "settings.toml", text);
}

void RunFolder::require_run() const {
    if (!std::filesystem::exists(path_)) throw InputError(path_.string() + ": no such folder");
    if (!holds_a_run())
        throw InputError(path_.string() + ": is not the folder of a run (scene.toml is missing)");
}

RunSettings RunFolder::settings() const {
    RunSettings out;
    const auto file = path_ / "settings.toml";
    try {
        const toml::table table = toml::parse(read_text_file(file), file.string());
        out.dt = table["dt"].value<double>();
        out.steps = table["steps"].value<std::int64_t>();
        out.frame_steps = table["frame_steps"].value<std::int64_t>();
        out.measure_steps = table["measure_steps"].value<std::int64_t>();
        out.broad = table["broad"].value_or(std::string("auto"));
    } catch (const toml::parse_error& e) {
        throw InputError(file.string() + ": is damaged: " + std::string(e.description()));
    }
    return out;
}

std::filesystem::path RunFolder::frame_file(std::int64_t index) const {
    return path_ / "frames" / fmt::format("{:06}.h5", index);
}

std::vector<std::int64_t> RunFolder::frames() const {
    std::vector<std::int64_t> out;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(path_ / "frames", error))
        if (entry.path().extension() == ".h5")
            out.push_back(std::strtoll(entry.path().stem().c_str(), nullptr, 10));
    std::sort(out.begin(), out.end());
    return out;
}

void RunFolder::log(const std::string& line) const {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    append_line(log_file(), fmt::format("{:%Y-%m-%d %H:%M:%S} {}", now, line));
}

RunFolder::State RunFolder::state() const {
    namespace fs = std::filesystem;
    std::istringstream lines(fs::exists(log_file()) ? read_text_file(log_file()) : "");
    std::string last;
    for (std::string line; std::getline(lines, line);) last = line;
    constexpr std::size_t stamp = 20; // "2026-01-31 12:00:00 "
    if (last.size() > stamp) {
        if (last.compare(stamp, 8, "finished") == 0) return State::finished;
        if (last.compare(stamp, 7, "stopped") == 0) return State::stopped;
    }
    constexpr auto patience = std::chrono::minutes(1); // twice the time between checkpoints
    for (const fs::path& file : {measures_file(), checkpoint_file(), log_file(), scene_file()}) {
        std::error_code error;
        const auto written = fs::last_write_time(file, error);
        if (!error && fs::file_time_type::clock::now() - written < patience) return State::running;
    }
    return State::stopped;
}

void RunFolder::begin_measures(const Scene& scene, std::int64_t first_step) const {
    std::string header;
    const auto names = measure_names(scene);
    for (const std::string& name : names) header += (header.empty() ? "" : ",") + name;
    std::string kept = header + '\n';
    if (std::filesystem::exists(measures_file())) {
        std::istringstream lines(read_text_file(measures_file()));
        std::string line;
        std::getline(lines, line);
        while (std::getline(lines, line)) {
            const auto comma = line.find(',');
            if (comma == std::string::npos) continue;
            if (std::strtoll(line.c_str() + comma + 1, nullptr, 10) < first_step)
                kept += line + '\n';
        }
    }
    write_file_atomically(measures_file(), kept);
}

void RunFolder::add_measures(const Measures& measures) const {
    std::string line;
    for (const double value : measure_values(measures))
        line += fmt::format("{}{:.17g}", line.empty() ? "" : ",", value);
    append_line(measures_file(), line);
}

} // namespace scree
