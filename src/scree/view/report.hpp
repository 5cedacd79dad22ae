// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/run_folder.hpp>

#include <string>

namespace scree {

/// A run as one page of HTML that needs nothing else: pictures, plots, results, how it was made.
std::string report_html(const RunFolder& folder, int threads);

/// The data of that page, as JSON (the page draws it: web/src/report).
std::string report_data(const RunFolder& folder, int threads);

/// Where the report of a run lies.
std::filesystem::path report_file(const RunFolder& folder);

} // namespace scree
