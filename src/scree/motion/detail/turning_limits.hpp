// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What the plain and the fast version of free turning share.
namespace scree::detail {

/// Half the angle (radians) that a body may turn about any axis within one part of a step. The
/// fixed point of half_turn then contracts by 0.5 or better, and the correction of the moments
/// stays small.
inline constexpr double largest_half_turn = 0.25;

/// At the rate above 50 rounds are enough; in a usual step (1e-2 rad) there are six.
inline constexpr int most_rounds = 80;

} // namespace scree::detail
