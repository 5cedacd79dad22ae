// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/ball.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace scree {

/// Places of the balls along a Morton curve over cells of `edge`: order[k] is the ball that comes
/// k-th. Balls in one cell keep their present order. Scale-free; any extent (cells beyond 2^21 per
/// axis share the last one).
void morton_order(std::span<const Ball> balls, double edge, std::vector<std::uint32_t>& order);

} // namespace scree
