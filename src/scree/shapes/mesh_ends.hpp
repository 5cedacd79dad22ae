// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/mesh_surface.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace scree {

/// A stretch of an edge where a flat region ends and no other one goes on smoothly.
struct RegionEnd {
    Vec3 from, to;
    Vec3 outward;       ///< unit, in the region's plane, away from it
    std::uint32_t edge; ///< number of the edge
    /// Does another face rise from it, seen from the side of the region's normal, and from behind?
    std::array<bool, 2> rises;
};

/// The ends of all flat regions of a mesh.
class MeshEnds {
public:
    explicit MeshEnds(const MeshSurface& mesh);

    std::span<const RegionEnd> of(std::uint32_t region) const {
        return {ends_.data() + start_[region], start_[region + 1] - start_[region]};
    }

private:
    std::vector<std::uint32_t> start_;
    std::vector<RegionEnd> ends_;
};

} // namespace scree
