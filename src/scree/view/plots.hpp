// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/json.hpp>
#include <scree/io/measures_table.hpp>
#include <scree/io/run_folder.hpp>

#include <span>
#include <string>
#include <vector>

// The plots of a report, as the data that web/src/plot.ts draws. Values are those of measures.csv
// and of the frames; nothing is smoothed unless a note says so.
namespace scree {

/// Over time: energies, the ledger's residual, density, coordination, flow, largest speed.
std::vector<Json> measure_plots(const Scene& scene, const MeasuresTable& table);

/// How many grains have 0, 1, 2 … contacts.
Json coordination_plot(const Frame& frame);

/// Normal forces of contacts over their mean; both axes logarithmic, probability density.
Json force_plot(const Frame& frame);

/// Solid matter by height and time: each layer's solid volume over its thickness. There must be
/// grains, and more than one moment.
Json layer_plot(const Scene& scene, std::span<const Frame> frames);

/// Volume of the part of a ball that lies between two heights above its centre.
double slice_volume(double radius, double low, double high);

} // namespace scree
