// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

// Every tolerance of this module. All are relative, so that a scene scaled by a power of two gives
// the same bits.
namespace scree::detail {

/// A centre this close to an axis (relative to the piece) has no radial direction worth the name:
/// the subtraction that yields it is mostly rounding. We take a fixed direction instead.
inline constexpr double axis_tolerance = 1e-14;

/// A centre this close to a boundary curve (relative to the piece) lies on it: the direction of the
/// difference is rounding, the surface's own normal serves.
inline constexpr double touch_tolerance = 1e-14;

/// Pieces closer than this part of the grain's radius meet in a seam. It moves a contact by a
/// billionth of a radius, far below any overlap, and is far above what rounding opens.
inline constexpr double seam_tolerance = 1e-9;

/// Rounding of coordinates opens seams too when the scene is far from the origin or the pieces are
/// huge against the grain: a few operations, each wrong by epsilon times the largest length.
inline constexpr double seam_rounding = 32 * std::numeric_limits<double>::epsilon();

/// Points thinner than this part of their extent are called flat. Below it the side on which a
/// point lies is mostly rounding (of the points, of the hull's planes: some 1e-15 of the extent
/// each).
inline constexpr double flat_tolerance = 1e-10;

/// Facets of a hull whose corners leave a common plane by no more than this part of the extent are
/// one face. Corners computed in double precision are off by a few 1e-16; a bevel that someone
/// meant is far larger.
inline constexpr double coplanar_tolerance = 1e-14;

/// … and their normals differ by no more than this (radians), so that the sides of a needle, all
/// within a hair of each other's planes, stay apart.
inline constexpr double coplanar_angle = 1e-3;

/// A polyhedron whose corners all lie this close to the planes of their faces, relative to its
/// reach, counts as flat: above what merging facets leaves, below any bevel.
inline constexpr double flat_rounding = 1e-13;

/// A given surface counts as convex, and its faces as planar and one, up to this part of its
/// extent. Meshes come with single-precision coordinates (off by 6e-8) or six printed digits
/// (5e-6).
inline constexpr double mesh_tolerance = 1e-5;

/// Balls of a clump no farther apart than this part of their radii touch: files give them with six
/// digits or so.
inline constexpr double clump_tolerance = 1e-5;

/// A triangle of a wall lower than this part of its longest side has no normal worth the name, and
/// no area that anything could stand on.
inline constexpr double sliver_tolerance = 1e-12;

/// Triangles of a wall whose normals differ by no more than this (radians) are one flat region:
/// what six digits leave of a plane.
inline constexpr double flat_angle = 1e-5;

/// Feet on a mesh closer than this many seam tolerances, with normals that agree, are one contact:
/// stacks of triangles thinner than a seam leave some that no single seam explains.
inline constexpr double same_place = 1e3;

/// An open edge is covered by another triangle that comes this near (part of its triangle's size).
inline constexpr double leak_tolerance = 1e-6;

} // namespace scree::detail
