// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/random.hpp>
#include <scree/scene/scene.hpp>

namespace scree {

/// A point uniform over a tight box (in the region's own frame) around the possible centres of a
/// ball. Not every point holds the ball: at least a quarter do, when the ball is small.
Vec3 random_center(const Region& region, double radius, Random& random);

} // namespace scree
