// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/bounds.hpp>
#include <scree/base/random.hpp>
#include <scree/base/vec3.hpp>

#include <variant>

namespace scree {

struct BoxRegion {
    Vec3 low, high;
};
struct FrustumRegion { ///< also a cylinder (equal radii)
    Vec3 base, top;
    double radius_base, radius_top;
};
struct SphereRegion {
    Vec3 center;
    double radius;
};
/// Where grains are put, or looked at.
using Region = std::variant<BoxRegion, FrustumRegion, SphereRegion>;

/// True when the ball lies wholly inside the region; it may stick out by `slack`.
bool holds_ball(const Region& region, const Vec3& center, double radius, double slack);

Bounds bounds(const Region& region);
double volume(const Region& region);

/// Radius of the largest ball that the region holds.
double largest_ball(const Region& region);

/// A point uniform over a tight box (in the region's own frame) around the possible centres of a
/// ball. Not every point holds the ball: at least a quarter do, when the ball is small.
Vec3 random_center(const Region& region, double radius, Random& random);

} // namespace scree
