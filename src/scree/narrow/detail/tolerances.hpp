// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

// Every tolerance of this module. All are relative, so that a pair scaled by a power of two gives
// the same bits.
namespace scree::detail {

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
