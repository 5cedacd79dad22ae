// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/mesh_surface.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace scree {

/// A straight stretch where a flat region ends and no other one goes on smoothly, as long as it
/// goes, however the region is cut.
struct RegionEnd {
    Vec3 from, to;
    Vec3 outward; ///< unit, in the region's plane, away from it
    Vec3 normal;  ///< of the region
    /// Does another face rise from it, seen from the side of the region's normal, and from behind?
    std::array<bool, 2> rises;
    /// If so: by which angle out of the plane, the steepest; > π/2 leans over the region.
    std::array<double, 2> angle;
    double width = 0; ///< m, of the region behind it: its area over the length of its ends

    /// Is it a groove for what is here: do two faces of a room meet there, and this is within?
    bool is_groove_from(const Vec3& point) const;
};

double distance_to(const RegionEnd& end, const Vec3& point);

/// Does the one hold the other, up to a length?
bool covers(const RegionEnd& whole, const RegionEnd& piece, double tolerance);

/// The ends of all flat regions of a mesh.
class MeshEnds {
public:
    explicit MeshEnds(const MeshSurface& mesh);

    std::span<const RegionEnd> of(std::uint32_t region) const {
        return {ends_.data() + start_[region], start_[region + 1] - start_[region]};
    }
    std::span<const RegionEnd> all() const { return ends_; }

private:
    std::vector<std::uint32_t> start_;
    std::vector<RegionEnd> ends_;
};

} // namespace scree
