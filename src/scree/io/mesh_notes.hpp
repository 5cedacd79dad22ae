// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/scene/scene.hpp>

#include <string>
#include <vector>

namespace scree {

/// What a user should know of the meshes of a scene: their size, what was left out of them, and
/// where they are open, the longest opening first.
std::vector<std::string> mesh_notes(const Scene& scene);

} // namespace scree
