// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace scree {

/// A scene to start from; the first line of its text is a comment that describes it.
struct Template {
    std::string name, text;
};

/// The scenes of scenes/*.toml and those of scenes/variants.txt, by name.
const std::vector<Template>& templates();

/// Throws InputError with the nearest name.
const Template& find_template(const std::string& name);

} // namespace scree
