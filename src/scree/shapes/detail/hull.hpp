// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/detail/polygons.hpp>

namespace scree::detail {

/// How long, wide and thick points are, each measured across the one before.
struct Extent {
    double length = 0, width = 0, thickness = 0;
};
Extent extent_of(const std::vector<Vec3>& points);

/// The facets of the convex hull, counter-clockwise seen from outside. The points are finite,
/// distinct, of size about 1 and not flat. Throws InputError when rounding leaves no valid surface.
std::vector<Polygon> hull_facets(std::span<const Vec3> points);

} // namespace scree::detail
