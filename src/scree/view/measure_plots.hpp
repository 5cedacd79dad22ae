// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/json.hpp>
#include <scree/io/run_folder.hpp>

#include <vector>

namespace scree {

/// A plot for each [[measure]] of a scene that has a simple one: the profile of the last row, or
/// its main numbers over time. Measures without rows yet have none.
std::vector<Json> measurement_plots(const Scene& scene, const RunFolder& folder);

} // namespace scree
