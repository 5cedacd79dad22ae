// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "templates.hpp"

namespace scree {

/// What CMake has made part of the program: scenes/*.toml, and scenes/variants.txt.
std::vector<Template> template_files();
std::string template_variants();

} // namespace scree
