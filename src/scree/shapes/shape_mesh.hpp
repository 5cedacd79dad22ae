// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/shape.hpp>
#include <scree/shapes/triangle_mesh.hpp>

namespace scree {

/// The surface as triangles, for pictures and exports only (contacts never see them). Polyhedra
/// without rounding are exact; of all others the corners lie on the surface, one for each direction
/// of an icosahedron cut `cuts` times (20 · 4^cuts triangles).
TriangleMesh mesh_of(const Shape& shape, int cuts = 3);

} // namespace scree
