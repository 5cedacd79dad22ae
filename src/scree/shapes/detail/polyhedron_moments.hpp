// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/mass.hpp>
#include <scree/shapes/polyhedron.hpp>

namespace scree::detail {

/// Of the polyhedron whose corners, faces and normals are filled in.
MassProperties core_mass(const PolyhedronData& data);

/// Of the same, rounded by a ball of this radius.
MassProperties rounded_mass(const PolyhedronData& data, double radius);

} // namespace scree::detail
