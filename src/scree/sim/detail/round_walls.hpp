// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/sim/shaped_walls.hpp>

// Grains inside of round walls: spheres, cylinders and cones seen from within.
namespace scree::detail {

/// How a point stands to a round wall, seen from the side on which a grain's centre is.
struct Beyond {
    double depth; ///< m, of the point beyond the surface; negative: before it
    Vec3 outward; ///< unit, into the wall
};
Beyond beyond(const SphereWall& wall, const Vec3& point);
Beyond beyond(const Frustum& wall, const Vec3& point);

/// Is the grain's centre inside?
bool is_inside(const SphereWall& wall, const Vec3& center);
bool is_inside(const Frustum& wall, const Vec3& center);

/// Where a convex part sticks out of a room that is convex: at some of its corners, each of which
/// is a touch of its own; a part without corners at the points whose normal is the wall's, found by
/// x ← support(outward normal at x) from several sides.
template <class Wall>
void sticking_out(const Wall& wall, const ShapedWalls::Query& query, std::vector<WallTouch>& out);

extern template void sticking_out(const SphereWall&, const ShapedWalls::Query&,
                                  std::vector<WallTouch>&);
extern template void sticking_out(const Frustum&, const ShapedWalls::Query&,
                                  std::vector<WallTouch>&);

} // namespace scree::detail
