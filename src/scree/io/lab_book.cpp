// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/lab_book.hpp>

#include <scree/base/error.hpp>
#include <scree/base/version.hpp>
#include <scree/io/files.hpp>
#include <scree/io/hdf5_file.hpp>
#include <scree/io/measures_table.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <sstream>

namespace scree {
namespace {

std::string line_of(double time, std::int64_t step, const Row& row) {
    std::string line = fmt::format("{:.17g},{}", time, step);
    for (const double value : row) line += fmt::format(",{:.17g}", value);
    return line;
}

/// Time, step and the columns of a line.
struct ReadLine {
    double time;
    std::int64_t step;
    Row row;
};
std::optional<ReadLine> read_line(const std::string& line) {
    const auto comma = line.find(',');
    if (comma == std::string::npos) return {};
    ReadLine out{std::strtod(line.c_str(), nullptr),
                 std::strtoll(line.c_str() + comma + 1, nullptr, 10),
                 {}};
    for (auto at = line.find(',', comma + 1); at != std::string::npos; at = line.find(',', at + 1))
        out.row.push_back(std::strtod(line.c_str() + at + 1, nullptr));
    return out;
}

void add_table(Hdf5Image& file, const std::string& group, const MeasuresTable& table) {
    file.group(group);
    for (std::size_t k = 0; k < table.names.size(); ++k)
        file.dataset(group + "/" + table.names[k], table.columns[k]);
}

} // namespace

LabBook::LabBook(const Scene& scene, const RunFolder& folder, const Times& times)
    : scene_(scene), folder_(folder), laboratory_(scene) {
    for (const Measurement& m : scene.measurements) {
        steps_.push_back(m.every > 0 ? std::max<std::int64_t>(1, std::llround(m.every / times.dt))
                                     : times.default_steps);
        means_.emplace_back();
    }
}

std::string LabBook::header(std::size_t k) const {
    std::string out = "time_s,step";
    const ColumnNames names = laboratory_.column_names(k);
    for (const std::string& name : names) out += "," + name;
    if (scene_.measurements[k].average > 0)
        for (const std::string& name : names) out += "," + name + "_mean";
    return out;
}

void LabBook::begin(std::int64_t first_step, const std::vector<double>& kept) {
    if (scene_.measurements.empty()) return;
    if (first_step > 0 && !laboratory_.restore(kept))
        throw InputError(folder_.checkpoint_file().string() +
                         ": is damaged: its measurements are not those of the scene");
    std::error_code error;
    std::filesystem::create_directories(folder_.measurement_file("x").parent_path(), error);
    if (error)
        throw RunError(folder_.path().string() +
                       ": folder measures cannot be made: " + error.message());
    for (std::size_t k = 0; k < scene_.measurements.size(); ++k) take_back_rows(k, first_step);
}

// Means go on from the rows themselves: they hold every digit, and a checkpoint need not.
void LabBook::take_back_rows(std::size_t k, std::int64_t first_step) {
    const Measurement& m = scene_.measurements[k];
    const auto file = folder_.measurement_file(m.name);
    if (m.average > 0) means_[k] = MovingMean(m.average);
    std::string kept = header(k) + '\n';
    if (std::filesystem::exists(file)) {
        const std::size_t columns = laboratory_.column_names(k).size();
        std::istringstream lines(read_text_file(file));
        std::string line;
        std::getline(lines, line);
        while (std::getline(lines, line)) {
            auto read = read_line(line);
            if (!read || read->step >= first_step || read->row.size() < columns) continue;
            kept += line + '\n';
            read->row.resize(columns);
            if (means_[k]) means_[k]->add(read->time, read->row);
        }
    }
    write_file_atomically(file, kept);
}

void LabBook::observe(World& world, bool at_end) {
    if (scene_.measurements.empty()) return;
    const std::int64_t now = world.step_index();
    bool is_any_due = at_end;
    for (std::size_t k = 0; k < steps_.size(); ++k) is_any_due = is_any_due || is_due(k, now);
    if (laboratory_.has_flow() && (is_any_due || now % Laboratory::steps_between_looks == 0))
        laboratory_.look(world);
    if (!is_any_due) return;
    world.complete_forces();
    const Frame frame = make_frame(world);
    for (std::size_t k = 0; k < steps_.size(); ++k)
        if (at_end || is_due(k, now)) add(k, frame, world.labels());
}

void LabBook::add(std::size_t k, const Frame& frame, const GrainLabels& labels) {
    std::string text;
    for (Row& row : laboratory_.rows(k, frame, labels)) {
        if (means_[k]) {
            const Row means = means_[k]->add(frame.time, row);
            row.insert(row.end(), means.begin(), means.end());
        }
        text += (text.empty() ? "" : "\n") + line_of(frame.time, frame.step, row);
    }
    if (!text.empty()) append_line(folder_.measurement_file(scene_.measurements[k].name), text);
}

void LabBook::write_hdf5() const {
    if (scene_.measurements.empty()) return;
    Hdf5Image file;
    file.attribute("format", "scree measures");
    file.attribute("format_version", std::int64_t{1});
    file.attribute("scree_version", std::string(version_string));
    add_table(file, "run", read_measures(folder_.measures_file()));
    for (const Measurement& m : scene_.measurements) {
        add_table(file, m.name, read_measures(folder_.measurement_file(m.name)));
        if (const auto profile = profile_of(m.kind))
            file.dataset(m.name + "/edges_m", profile->edges);
    }
    file.write(folder_.measures_image());
}

} // namespace scree
