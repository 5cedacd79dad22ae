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

} // namespace scree::detail
