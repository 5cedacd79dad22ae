// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

#include <cstdint>
#include <span>
#include <vector>

// The surface of a polyhedron as polygons of point indices, while it is being built.
namespace scree::detail {

using Polygon = std::vector<std::uint32_t>;

/// Twice the area times the unit normal, from the two shortest sides: the product of two long ones
/// cancels in a needle, and its rounding tilts the normal along the length.
Vec3 twice_area(const Vec3& a, const Vec3& b, const Vec3& c);

/// Area times unit normal.
Vec3 area_vector(std::span<const Vec3> points, std::span<const std::uint32_t> polygon);

/// The area's direction, made to stand exactly across the longest diagonal: on a sliver a tilt
/// along its length by rounding would lift the far corners off the plane.
Vec3 unit_normal(std::span<const Vec3> points, std::span<const std::uint32_t> polygon);

/// The directed edges of polygons, sorted, each with the polygon on its left.
class EdgeOwners {
public:
    static constexpr std::uint32_t nobody = 0xFFFFFFFF;
    struct Edge {
        std::uint32_t from, to, owner;
    };

    explicit EdgeOwners(std::span<const Polygon> polygons);

    /// The polygon on the left, or nobody.
    std::uint32_t owner(std::uint32_t from, std::uint32_t to) const;
    /// The polygon on the other side, or nobody.
    std::uint32_t across(const Edge& edge) const { return owner(edge.to, edge.from); }

    std::size_t size() const { return edges_.size(); }
    auto begin() const { return edges_.begin(); }
    auto end() const { return edges_.end(); }

private:
    std::vector<Edge> edges_;
};

/// Each edge between two polygons, once in each direction, and as many as Euler wants.
bool is_closed_sphere(std::span<const Polygon> polygons);

/// Which polygons count as one face: those around the largest whose corners are no farther than
/// `distance` from its plane and whose normals differ from its by no more than about `angle`.
struct Coplanar {
    double distance = 0; ///< same unit as the points
    double angle = 0;    ///< radians, small
};

/// Merges coplanar neighbours of a closed convex surface, and drops corners left in the middle of
/// a face or an edge. Each polygon starts at its lowest corner, and they are sorted. Throws
/// InputError when what is left is no closed surface.
std::vector<Polygon> merged(std::span<const Vec3> points, std::span<const Polygon> polygons,
                            const Coplanar& coplanar);

} // namespace scree::detail
