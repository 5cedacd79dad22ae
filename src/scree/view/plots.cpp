// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/plots.hpp>

#include <scree/view/detail/plot_parts.hpp>
#include <scree/view/drawing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace scree {
namespace {

constexpr int layers = 40;
constexpr double bins_per_decade = 8;
// The flow rate is the difference over this part of the rows.
constexpr std::size_t rate_parts = 60;

/// Mean slope over a window around each row, cut off at the ends.
std::vector<double> rate_of(const std::vector<double>& times, const std::vector<double>& values) {
    const std::size_t n = times.size();
    const std::size_t half = std::max<std::size_t>(1, n / rate_parts / 2);
    std::vector<double> out(n);
    for (std::size_t k = 0; k < n; ++k) {
        const std::size_t a = k > half ? k - half : 0, b = std::min(n - 1, k + half);
        const double span = times[b] - times[a];
        out[k] = span > 0 ? (values[b] - values[a]) / span : 0;
    }
    return out;
}

} // namespace

std::vector<Json> measure_plots(const Scene& scene, const MeasuresTable& table) {
    std::vector<Json> plots;
    const std::vector<double>* time = table.column("time_s");
    if (!time || time->empty()) return plots;
    const auto values = [&](const std::string& name) { return table.column(name); };
    std::vector<Series> energies = {{"kinetic", values("kinetic_J")},
                                    {"potential", values("potential_J")},
                                    {"stored in contacts", values("stored_J")},
                                    {"lost by damping", values("lost_damping_J")},
                                    {"lost by friction", values("lost_friction_J")}};
    for (const auto& [name, column] : {std::pair{"lost by plastic overlap", "lost_plastic_J"},
                                       std::pair{"lost by rolling", "lost_rolling_J"},
                                       std::pair{"lost to the fluid", "lost_fluid_J"}})
        if (values(column) != nullptr) energies.push_back({name, values(column)});
    energies.push_back({"residual", values("residual_J")});
    plots.push_back(line_plot("Energy", "potential energy is zero at the start",
                              axis("energy", "J"), *time, energies));
    plots.push_back(line_plot(
        "Energy ledger", "energy from nowhere, over the largest energy turned over so far",
        axis("relative residual", ""), *time, {{"residual", values("relative_residual")}}));
    plots.push_back(line_plot("Density", "solid fraction", axis("density", ""), *time,
                              {{"density", values("density")}}));
    plots.push_back(line_plot("Coordination number", "contacts per grain; walls count once",
                              axis("contacts per grain", ""), *time,
                              {{"coordination", values("coordination")}}));
    if (!scene.planes.empty()) {
        std::vector<Series> masses, rates;
        std::vector<std::vector<double>> slopes(scene.planes.size());
        for (std::size_t k = 0; k < scene.planes.size(); ++k) {
            const std::string& name = scene.planes[k].name;
            const std::vector<double>* mass = values(name + "_mass_kg");
            if (!mass) continue;
            slopes[k] = rate_of(*time, *mass);
            masses.push_back({name, mass});
            rates.push_back({name, &slopes[k]});
        }
        plots.push_back(line_plot("Flow", "net mass through each plane since the start",
                                  axis("mass", "kg"), *time, masses));
        plots.push_back(
            line_plot("Flow rate",
                      fmt::format("mean over {} rows of measures.csv",
                                  2 * std::max<std::size_t>(1, time->size() / rate_parts / 2)),
                      axis("mass per time", "kg/s"), *time, rates));
    }
    plots.push_back(line_plot("Largest speed", "of any grain", axis("speed", "m/s"), *time,
                              {{"largest speed", values("largest_speed_m_s")}}));
    return plots;
}

Json coordination_plot(const Frame& frame) {
    std::vector<double> counts(1, 0), edges;
    for (const std::int32_t c : frame.contacts) {
        const auto k = static_cast<std::size_t>(c);
        if (k >= counts.size()) counts.resize(k + 1, 0);
        ++counts[k];
    }
    for (std::size_t k = 0; k <= counts.size(); ++k) edges.push_back(static_cast<double>(k) - 0.5);
    return bar_plot("Contacts of a grain", "last frame; walls included", axis("contacts", ""),
                    axis("grains", ""), edges, counts);
}

Json force_plot(const Frame& frame) {
    double sum = 0;
    std::vector<double> forces;
    for (const ContactRecord& c : frame.contact)
        if (c.normal_force > 0) {
            forces.push_back(c.normal_force);
            sum += c.normal_force;
        }
    std::vector<double> edges, values;
    double mean = 0;
    if (!forces.empty()) {
        mean = sum / static_cast<double>(forces.size());
        const auto [low, high] = std::minmax_element(forces.begin(), forces.end());
        // Far weaker forces say nothing and would only stretch the axis.
        const double from = std::floor(bins_per_decade * std::log10(std::max(*low / mean, 1e-3)));
        const double to = std::floor(bins_per_decade * std::log10(*high / mean)) + 1;
        for (double k = from; k <= to; ++k) edges.push_back(std::pow(10, k / bins_per_decade));
        values.assign(edges.size() - 1, 0);
        for (const double force : forces) {
            const double at = std::floor(bins_per_decade * std::log10(force / mean)) - from;
            if (at < 0) continue;
            const auto k = std::min(static_cast<std::size_t>(at), values.size() - 1);
            values[k] += 1 / (static_cast<double>(forces.size()) * (edges[k + 1] - edges[k]));
        }
    }
    return bar_plot(
        "Contact forces",
        fmt::format("last frame; probability density of {} normal forces, mean {:.4g} N",
                    forces.size(), mean),
        axis("force over mean", "", true), axis("probability density", "", true), edges, values);
}

double slice_volume(double radius, double low, double high) {
    const double a = std::clamp(low, -radius, radius), b = std::clamp(high, -radius, radius);
    return std::numbers::pi * ((b - a) * radius * radius - (b * b * b - a * a * a) / 3);
}

Json layer_plot(const Scene& scene, std::span<const Frame> frames) {
    const Vec3 up = up_of(scene);
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Frame& f : frames)
        for (std::size_t i = 0; i < f.center.size(); ++i) {
            low = std::min(low, up.dot(f.center[i]) - f.radius[i]);
            high = std::max(high, up.dot(f.center[i]) + f.radius[i]);
        }
    std::vector<double> times, heights;
    for (int k = 0; k <= layers; ++k) heights.push_back(low + (high - low) * k / layers);
    const double thickness = (high - low) / layers;
    std::vector<std::vector<double>> solid(layers, std::vector<double>(frames.size(), 0));
    for (std::size_t t = 0; t < frames.size(); ++t) {
        const Frame& f = frames[t];
        // A cell reaches half way to the frames before and after.
        times.push_back(t == 0 ? f.time : 0.5 * (frames[t - 1].time + f.time));
        for (std::size_t i = 0; i < f.center.size(); ++i) {
            const double at = up.dot(f.center[i]), r = f.radius[i];
            const auto first = static_cast<int>((at - r - low) / thickness);
            const auto last = static_cast<int>((at + r - low) / thickness);
            for (int k = std::max(first, 0); k <= std::min(last, layers - 1); ++k) {
                const auto row = static_cast<std::size_t>(k);
                solid[row][t] +=
                    slice_volume(r, heights[row] - at, heights[row + 1] - at) / thickness;
            }
        }
    }
    times.push_back(frames.back().time);
    Json rows = Json::array();
    for (const auto& row : solid) rows.push(Json::list(row));
    return Json::object()
        .add("kind", "heat")
        .add("title", "Layers")
        .add("note", "solid volume of each layer over its thickness")
        .add("x", axis("time", "s"))
        .add("y", axis("height", "m"))
        .add("value", axis("solid cross-section", "m²"))
        .add("xs", Json::list(times))
        .add("ys", Json::list(heights))
        .add("values", rows)
        .add("colors", Json::list(colors_of(Legend{})));
}

} // namespace scree
