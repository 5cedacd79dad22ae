// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

#include <cstdint>
#include <span>

namespace scree {

/// A view of the corners of a polyhedral core: one array per coordinate, readable up to the next
/// multiple of four (the rest repeats a corner), so that four are scanned at a time.
struct Corners {
    const double* x = nullptr;
    const double* y = nullptr;
    const double* z = nullptr;
    std::uint32_t count = 0;
    double reach = 0; ///< the largest distance of a corner from the origin

    /// Which corners share an edge: those of corner i are neighbours[start[i]] … [start[i + 1] -
    /// 1]. Empty where the corners are few: they are scanned.
    std::span<const std::uint32_t> neighbour_start, neighbours;

    Vec3 operator[](std::uint32_t i) const { return {x[i], y[i], z[i]}; }
};

} // namespace scree
