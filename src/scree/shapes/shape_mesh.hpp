// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/clump.hpp>
#include <scree/shapes/shape.hpp>
#include <scree/shapes/triangle_mesh.hpp>

#include <span>

namespace scree {

/// The surface as triangles, for pictures and exports only (contacts never see them). Polyhedra
/// without rounding are exact; of all others the corners lie on the surface, one for each direction
/// of an icosahedron cut `cuts` times (20 · 4^cuts triangles). Three cuts leave a ball within 0.5 %
/// of its radius, and the volume of any shape within 2.5 %.
TriangleMesh mesh_of(const Shape& shape, int cuts = 3);

/// The surface of the union: of each ball what lies in no other. Seams lie on the circles where
/// balls meet, with corners of either side's own: they are closed but for what arcs of one triangle
/// differ from their chords.
TriangleMesh mesh_of(std::span<const ClumpBall> balls);

} // namespace scree
