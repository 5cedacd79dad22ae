// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

// Every tolerance of this module, relative to the pair: `scale` below is the reach of both cores
// plus the distance of their origins.
namespace scree::detail {

inline constexpr double unit_roundoff = std::numeric_limits<double>::epsilon() / 2;

/// An answer is accepted when its bounds from above and below, as computed, are at most this far
/// apart (times scale). The computed bounds err by at most 12 u each: a corner of B in the frame of
/// A by 6 u (three products, three sums and the subtraction of A's), a height along a unit
/// direction by 4 u, the direction's own rounding by 2 u. So the true gap lies within 36 u = 4e-15
/// of what is reported.
inline constexpr double accepted_width = 12 * unit_roundoff;

/// Faces of the difference body whose unit normals differ by no more than the root of this stand
/// for one when the foot of the origin is looked for. Along a ridge of tilt t between two equally
/// near faces the foot is known to the rounding over t, while the other face's is off by the depth
/// times t: 6e-8 of the scale at worst. Faces that are as near but look elsewhere are another way
/// out.
inline constexpr double twin_tilt_squared = 36 * unit_roundoff;

/// Expansion steps; hulls of a few thousand corners need a few hundred.
inline constexpr int expansion_limit = 20000;

/// Curved cores: the search ends when the bounds are this close (in units of the reach of D), where
/// a triangle inscribed in a round surface has shrunk to a millionth of its radius …
inline constexpr double curved_slack = 1e-13;
/// … and an answer counts as converged when they are no farther apart than this.
inline constexpr double curved_width = 1e-10;
inline constexpr int curved_expansion_limit = 3000;
/// Faces as near as the nearest belong to it when their unit normals differ by less than a tenth of
/// a per cent (squared): the largest triangles a flat or curved patch of D is left with.
inline constexpr double curved_tilt_squared = 1e-6;

/// Rounding of the overlap body's coordinates: a few operations, each wrong by epsilon times the
/// reach of both bodies.
inline constexpr double patch_rounding = 4 * std::numeric_limits<double>::epsilon();

/// An overlap body thinner than this along the normal has no section worth the name, as the sides
/// of its points are rounding: its largest face stands for it.
inline constexpr double patch_flatness = 64 * std::numeric_limits<double>::epsilon();

/// Overlaps thinner than this many roundings of the coordinates are left to the plain way: faces
/// are not flat to better.
inline constexpr double thin_to = 8192;

/// An area vector this small against the surface of the overlap body is what rounding leaves of
/// zero (one body pierces the other): it has no direction.
inline constexpr double patch_direction = 64 * std::numeric_limits<double>::epsilon();

/// A volume (area) below this part of the cube (square) of the diagonal is mostly the rounding of
/// the products that make it. At the border centroids are still known to a thousandth of the
/// diagonal.
inline constexpr double clear_measure = 1024 * std::numeric_limits<double>::epsilon();

/// Edges at a smaller angle (its sine) are parallel: their cross product is rounding, which for
/// unit vectors is a few units of the last place.
inline constexpr double parallel_sine = 4 * std::numeric_limits<double>::epsilon();

/// A corner of the Minkowski difference lies in a face when it is no farther out than rounding puts
/// it: one difference of corners and a product of three terms on each side, relative to the pair.
inline constexpr double coplanar_rounding = 16 * std::numeric_limits<double>::epsilon();

/// Sine of the widest angle below which a triangle's normal is not trusted: squared.
inline constexpr double thin_sine_squared = 0x1p-8;

/// Volume, over the cube of the longest edge, below which weights are not trusted: squared.
inline constexpr double sliver_volume_squared = 0x1p-16;

/// Errors of the point–simplex query are proven below this many roundoffs: 12 for a volume of
/// edges, 48 for their sum, 100 for the point of a triangle that is not thin.
inline constexpr double proven_roundoffs = 128;

/// Of products of lengths: what is below it in the methods that Signed Volumes is compared with may
/// be rounding, which it is far above.
inline constexpr double comparison_noise = 0x1p-40;

/// Of the largest vertex of the simplex: a smaller distance is not told from contact.
inline constexpr double touching_rounding = 2 * std::numeric_limits<double>::epsilon();

} // namespace scree::detail
