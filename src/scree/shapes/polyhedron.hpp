// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/shared_list.hpp>
#include <scree/base/vec3.hpp>
#include <scree/shapes/corners.hpp>
#include <scree/shapes/mass.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace scree {

/// What a polyhedron is made of; never changes once built, shared by all that use it. Those that
/// differ in size alone share all lists of indices and the normals.
struct PolyhedronData {
    /// Corners, one array per coordinate, padded (see Corners). The shape is their convex hull.
    std::vector<double> x, y, z;
    std::uint32_t corner_count = 0;
    double reach = 0;

    /// Faces as convex polygons, counter-clockwise seen from outside: face f has the corners
    /// face_corners[face_start[f]] … [face_start[f + 1] - 1]. Coplanar triangles are one face
    /// (up to rounding for a hull of points, up to 1e-5 of the extent for given faces).
    SharedList<std::uint32_t> face_start, face_corners;
    /// Across the edge from face_corners[k] to the next corner of its face.
    SharedList<std::uint32_t> face_across;
    SharedList<Vec3> face_normal; ///< unit, outward
    /// The same, one array per coordinate, padded with zeros to a whole number of fours.
    SharedList<double> normal_x, normal_y, normal_z;
    /// How far any corner reaches along each normal. Faces of a mesh are flat to 1e-5 only, and the
    /// plane of a sliver is wrong by epsilon times length over width: a plane at this distance from
    /// the origin never cuts its own body. Padded like the normals, with infinity.
    std::vector<double> face_offset;
    bool is_flat = false; ///< all faces are, but for rounding
    /// The faces around corner i are corner_faces[corner_face_start[i]] … [… [i + 1] - 1].
    SharedList<std::uint32_t> corner_face_start, corner_faces;

    /// Each edge once, lower corner first, sorted.
    SharedList<std::array<std::uint32_t, 2>> edges;
    /// From corner i an edge leads to neighbours[neighbour_start[i]] …, with two faces on its left
    /// and right; counter-clockwise seen from outside, the lowest first.
    SharedList<std::uint32_t> neighbour_start, neighbours;
    SharedList<std::array<std::uint32_t, 2>> neighbour_faces;
    SharedList<std::uint32_t> starts; ///< see Corners; only for many corners

    MassProperties mass; ///< exact up to rounding, without the rounding radius

    std::size_t face_count() const { return face_normal.size(); }
    std::span<const std::uint32_t> face(std::size_t f) const {
        return {face_corners.data() + face_start[f], face_start[f + 1] - face_start[f]};
    }
    Vec3 corner(std::uint32_t i) const { return {x[i], y[i], z[i]}; }
};

/// A convex polyhedron, all of whose points are moved out by `rounding` (Minkowski sum with a
/// ball).
struct Polyhedron {
    std::shared_ptr<const PolyhedronData> data;
    double rounding = 0;
};

/// The hull of the points. Throws InputError for fewer than four points, coplanar points (it says
/// how thin they are), and numbers that are not finite.
Polyhedron make_polyhedron(std::span<const Vec3> points, double rounding = 0);

/// From faces (polygons of point indices, counter-clockwise seen from outside), which must be the
/// closed surface of a convex solid; coplanar neighbours are merged. Throws InputError naming the
/// face or point: open, inside out, crossed, not convex (by how much, and what to do).
Polyhedron make_polyhedron(std::span<const Vec3> points,
                           std::span<const std::vector<std::uint32_t>> faces, double rounding = 0);

Vec3 support(const Polyhedron& shape, const Vec3& direction);
inline double rounding(const Polyhedron& shape) { return shape.rounding; }
double reach(const Polyhedron& shape);
MassProperties mass_properties(const Polyhedron& shape);

/// Views of the core's corners, for the polyhedral pairs.
Corners corners(const Polyhedron& shape);
Corners corners(const PolyhedronData& data);

} // namespace scree
