// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace scree {

/// A file of the web part as it was bundled when the program was built (web/build.mjs):
/// "report.html", "viewer.html", "viewer.js", "viewer.css", "licences.txt". Throws InputError when
/// the program was built without it.
std::string_view web_asset(std::string_view name);

/// False when the program was built without its web part.
bool has_web_assets();

} // namespace scree
