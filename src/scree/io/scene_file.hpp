// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/scene/scene.hpp>

#include <filesystem>
#include <string>

namespace scree {

/// Reads and checks a scene file (docs/scene-file.md). Throws one InputError that holds every
/// mistake found, in the order of the lines, each as "file:line: key: what is wrong".
Scene read_scene_file(const std::filesystem::path& path);

/// The same for text in memory; `name` stands for the file in messages, and for its folder when
/// the scene refers to other files.
Scene read_scene_text(const std::string& text, const std::string& name);

/// Where the folder of a run keeps a copy of a file that its scene refers to by `name`. A reader
/// looks there first, so that a run does not need the files it came from, wherever these were.
std::filesystem::path stored_input_file(const std::filesystem::path& folder,
                                        const std::string& name);

} // namespace scree
