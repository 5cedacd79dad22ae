// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/clump.hpp>
#include <scree/shapes/detail/moments.hpp>

namespace scree::detail {

struct UnionMoments {
    Moments moments;  ///< about the origin
    double error = 0; ///< estimate, relative to the volume and its moments
};

/// Volume, ∫ x and ∫ x xᵀ of the union of balls of size about 1, near the origin.
UnionMoments ball_union_moments(std::span<const ClumpBall> balls);

} // namespace scree::detail
