// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/polyhedron.hpp>
#include <scree/shapes/triangle_mesh.hpp>

#include <string>

namespace scree {

/// How far a mesh is from being convex.
struct Convexity {
    double depth = 0;         ///< m: of the vertex that lies deepest below the hull
    std::uint32_t vertex = 0; ///< that one
    double relative = 0;      ///< depth over the largest side of the mesh's box
    double volume = 0;        ///< m³ that the triangles enclose (negative: inside out)
    double hull_volume = 0;   ///< m³
};

/// For finite vertices that are not flat; the mesh need not be closed. Throws InputError where
/// there is no hull.
Convexity convexity(const TriangleMesh& mesh);

/// The solid that a closed mesh bounds, which must be convex (up to 1e-5 of its size, the digits
/// that mesh files have). Throws InputError: open, inside out, without volume; not convex, by how
/// much, and what can be done.
Polyhedron convex_solid(const TriangleMesh& mesh, double rounding = 0);

} // namespace scree
