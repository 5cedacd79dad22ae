// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

// The surface of a polyhedron as polygons of point indices, while it is being built.
namespace scree::detail {

using Polygon = std::vector<std::uint32_t>;

/// Area times unit normal, by fans about the first corner: no digits are lost far from the origin.
Vec3 area_vector(std::span<const Vec3> points, std::span<const std::uint32_t> polygon);

/// The polygon on the left of each directed edge.
using EdgeOwners = std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>;
EdgeOwners edge_owners(std::span<const Polygon> polygons);

/// Which polygons count as one face: those around the largest whose corners are no farther than
/// `distance` from its plane and whose normals differ from its by no more than about `angle`.
struct Coplanar {
    double distance = 0; ///< same unit as the points
    double angle = 0;    ///< radians, small
};

/// Merges coplanar neighbours of a closed convex surface, and drops corners left in the middle of
/// a face or an edge. Each polygon starts at its lowest corner, and they are sorted.
std::vector<Polygon> merged(std::span<const Vec3> points, std::span<const Polygon> polygons,
                            const Coplanar& coplanar);

} // namespace scree::detail
