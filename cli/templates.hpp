// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace scree {

/// A scene to start from; the first line of its text is a comment that describes it.
struct Template {
    std::string name, text;
};
const std::vector<Template>& templates();

} // namespace scree
