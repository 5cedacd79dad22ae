// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/scene/scene.hpp>

#include <filesystem>
#include <string>

namespace scree {

/// Reads and checks a scene file (docs/scene-file.md). Throws one InputError that holds every
/// mistake found, in the order of the lines, each as "file:line: key: what is wrong".
Scene read_scene_file(const std::filesystem::path& path);

/// The same for text in memory; `name` stands for the file in messages.
Scene read_scene_text(const std::string& text, const std::string& name);

} // namespace scree
