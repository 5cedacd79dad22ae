// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/frame_file.hpp>
#include <scree/scene/scene.hpp>
#include <scree/sim/measures.hpp>
#include <scree/sim/saved_state.hpp>

#include <filesystem>
#include <span>
#include <string>

namespace scree {

/// All that a run needs to go on: the world, and what its observers have begun.
struct Checkpoint {
    SavedState state;
    Ledger ledger;
    std::vector<double> laboratory;  ///< Laboratory::save
    std::int64_t settled_checks = 0; ///< in a row, for "until settled"
    double largest_residual = 0;     ///< of the ledger so far, relative
    bool finished = false;
    std::string scene_hash; ///< of the scene file's text and of the files it refers to
};

void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);

/// Throws InputError: missing, truncated, damaged (the state's hash does not match), or written by
/// a version of scree with another format.
Checkpoint read_checkpoint(const std::filesystem::path& path);

/// Hash of a text, to see whether two scenes are the same.
std::string text_hash(const std::string& text);
/// Of a scene file's text and the files it refers to.
std::string scene_hash(const std::string& text, std::span<const SceneInput> inputs);

} // namespace scree
