// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/scene/grain_shape.hpp>
#include <scree/shapes/triangle_mesh.hpp>

namespace scree {

/// The surface in the body's frame and of its size: polyhedra exact, round shapes as near as
/// mesh_of(Shape) is, clumps as their union.
TriangleMesh mesh_of(const GrainShape& shape);

} // namespace scree
