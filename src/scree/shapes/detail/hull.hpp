// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/detail/polygons.hpp>

namespace scree::detail {

/// The facets of the convex hull, counter-clockwise seen from outside. The points are finite,
/// distinct, of size about 1 and not flat. Throws InputError when rounding leaves no valid surface.
std::vector<Polygon> hull_facets(std::span<const Vec3> points);

} // namespace scree::detail
