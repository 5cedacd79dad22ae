// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/triangle_mesh.hpp>
#include <scree/shapes/wall.hpp>

namespace scree {

/// A surface as triangles, for pictures and exports only (contacts never see them). Round ones are
/// inscribed: `segments` around the axis. A plane, which has no end, is drawn as the square that
/// covers the projection of `region`.
TriangleMesh mesh_of(const Surface& surface, const Bounds& region, int segments = 96);

} // namespace scree
