// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/pack/packing.hpp>
#include <scree/view/image.hpp>

#include <filesystem>
#include <span>
#include <string>

// What `scree pack` leaves behind.
namespace scree {

struct PackedGrains {
    std::span<const double> radii;
    std::span<const int> size_classes;
    const Packing& packing;
};

/// "a box of 0.1 x 0.1 x 0.2 m"
std::string words_for(const Container& container);

/// `how`: lines to be kept with the table, as comments.
std::string packing_csv(const PackedGrains& grains, const std::string& how);

/// A scene whose walls are the container, open at the top, and whose grains are those of `table`;
/// that of a periodic box has no walls and no gravity.
std::string packing_scene(const Container& container, const std::filesystem::path& table);

Image packing_picture(const PackedGrains& grains, int threads);

} // namespace scree
