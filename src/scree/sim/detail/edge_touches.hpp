// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/mesh_ends.hpp>
#include <scree/sim/shaped_contact.hpp>

#include <optional>

// Where the edge of a wall cuts into a part (docs/theory/shaped-contacts.md, "Meshes").
namespace scree::detail {

/// Edges and points are thin capsules and balls for the gap; of the part's size.
constexpr double edge_radius = 1e-9;

/// A frame at `origin` whose z is the unit `axis`.
Pose frame_along(const Vec3& axis, const Vec3& origin);

/// A part with faces: an elastic foundation along the edge, whose columns go the shortest way out
/// of the part. What an edge carries is the sum of what its pieces do.
std::optional<Touching> press_of_edge(const PartSolid& part, const Pose& pose,
                                      const RegionEnd& edge);

/// A smooth part: the shortest way out, in a point.
std::optional<Touching> point_of_edge(const PartSolid& part, const Pose& pose,
                                      const RegionEnd& edge);

/// The middle of a capsule, between its ends: in the middle of what of the edge is in it.
std::optional<Touching> middle_of_capsule(const Capsule& capsule, const Pose& pose,
                                          const RegionEnd& edge);

} // namespace scree::detail
