// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

// Every tolerance of this module. All are relative, so that a pair scaled by a power of two gives
// the same bits.
namespace scree::detail {

/// Rounding of the overlap body's coordinates: a few operations, each wrong by epsilon times the
/// reach of both bodies.
inline constexpr double patch_rounding = 4 * std::numeric_limits<double>::epsilon();

/// An overlap body thinner than this along the normal has no section worth the name, as the sides
/// of its points are rounding: its largest face stands for it.
inline constexpr double patch_flatness = 64 * std::numeric_limits<double>::epsilon();

/// An area vector this small against the surface of the overlap body is what rounding leaves of
/// zero (one body pierces the other): it has no direction.
inline constexpr double patch_direction = 64 * std::numeric_limits<double>::epsilon();

/// A volume (area) below this part of the cube (square) of the diagonal is mostly the rounding of
/// the products that make it. At the border centroids are still known to a thousandth of the
/// diagonal.
inline constexpr double clear_measure = 1024 * std::numeric_limits<double>::epsilon();

} // namespace scree::detail
