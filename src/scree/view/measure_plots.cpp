// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/measure_plots.hpp>

#include <scree/io/measures_table.hpp>
#include <scree/measure/kinds.hpp>
#include <scree/view/detail/plot_parts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

struct Shown {
    std::string label, unit;
    std::vector<std::string> columns;
};

/// What is drawn over time of each kind.
struct Choose {
    const Scene& scene;

    Shown operator()(const DensityMeasure&) const {
        return {"solid fraction", "", {"solid_fraction"}};
    }
    Shown operator()(const CoordinationMeasure&) const {
        return {"contacts per grain", "", {"coordination", "coordination_without_rattlers"}};
    }
    Shown operator()(const StressMeasure&) const {
        return {"stress", "Pa", {"pressure_Pa", "deviator_Pa"}};
    }
    Shown operator()(const WallsMeasure& m) const {
        Shown out{"force", "N", {}};
        for (const std::size_t w : m.walls)
            for (const char* c : {"_fx_N", "_fy_N", "_fz_N"})
                out.columns.push_back(column_word(scene.walls[w].name) + c);
        return out;
    }
    Shown operator()(const SegregationMeasure&) const {
        return {"Lacey's mixing index", "", {"lacey_index"}};
    }
    Shown operator()(const FlowMeasure&) const { return {"net mass", "kg", {"mass_kg"}}; }
    Shown operator()(const VelocityMeasure&) const {
        return {"speed", "m/s", {"rms_speed_m_s", "largest_speed_m_s"}};
    }
    Shown operator()(const auto&) const { return {}; }
};

/// The chosen columns at the times where all of them are numbers.
Json over_time(const Measurement& m, Shown shown, const MeasuresTable& table) {
    if (m.average > 0)
        for (std::size_t k = 0, n = shown.columns.size(); k < n; ++k)
            shown.columns.push_back(shown.columns[k] + "_mean");
    std::vector<double> times;
    std::vector<std::vector<double>> kept(shown.columns.size());
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const auto value = [&](const std::string& name) {
            const std::vector<double>* column = table.column(name);
            return column ? (*column)[row] : nothing;
        };
        if (!std::all_of(shown.columns.begin(), shown.columns.end(),
                         [&](const std::string& c) { return std::isfinite(value(c)); }))
            continue;
        times.push_back(value("time_s"));
        for (std::size_t k = 0; k < kept.size(); ++k) kept[k].push_back(value(shown.columns[k]));
    }
    std::vector<Series> series;
    for (std::size_t k = 0; k < kept.size(); ++k) series.push_back({shown.columns[k], &kept[k]});
    return line_plot(m.name, fmt::format("measures/{}.csv", m.name), axis(shown.label, shown.unit),
                     times, series);
}

std::optional<Json> last_profile(const Measurement& m, const Profile& profile,
                                 const MeasuresTable& table) {
    std::vector<double> values;
    for (std::size_t k = 0; k + 1 < profile.edges.size(); ++k)
        values.push_back(table.columns[k + 2].back()); // after time and step
    if (!std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); }))
        return {};
    return bar_plot(m.name, fmt::format("measures/{}.csv, last row", m.name),
                    axis(profile.label, profile.unit), axis(profile.value, ""), profile.edges,
                    values);
}

} // namespace

std::vector<Json> measurement_plots(const Scene& scene, const RunFolder& folder) {
    std::vector<Json> plots;
    for (const Measurement& m : scene.measurements) {
        const auto file = folder.measurement_file(m.name);
        if (!std::filesystem::exists(file)) continue;
        const Shown shown = std::visit(Choose{scene}, m.kind);
        const auto profile = profile_of(m.kind);
        if (shown.columns.empty() && !profile) continue;
        const MeasuresTable table = read_measures(file);
        if (table.rows() == 0) continue;
        if (!profile) plots.push_back(over_time(m, shown, table));
        if (profile)
            if (const auto plot = last_profile(m, *profile, table)) plots.push_back(*plot);
    }
    return plots;
}

} // namespace scree
