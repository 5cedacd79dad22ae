// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/bounds.hpp>
#include <scree/base/pose.hpp>
#include <scree/shapes/corners.hpp>
#include <scree/shapes/mass.hpp>

#include <concepts>

namespace scree {

/// A convex shape is a convex core and the radius of a ball that rounds it (Minkowski sum). Its
/// frame is its own. `support` is a point of the core farthest along `direction`, which need not
/// be unit but is not zero; `reach` bounds the core's distance from the origin.
template <class S>
concept Convex = requires(const S& s, const Vec3& direction) {
    { support(s, direction) } -> std::same_as<Vec3>;
    { rounding(s) } -> std::same_as<double>;
    { reach(s) } -> std::same_as<double>;
    { mass_properties(s) } -> std::same_as<MassProperties>;
};

/// Axis-aligned bounds of the posed shape, tight up to rounding.
template <Convex S>
Bounds bounds(const S& shape, const Pose& pose) {
    Bounds box{pose.position, pose.position};
    for (int k = 0; k < 3; ++k) {
        const Vec3 axis = pose.rotation.row(k);
        box.high[k] += axis.dot(support(shape, axis)) + rounding(shape);
        box.low[k] += axis.dot(support(shape, -axis)) - rounding(shape);
    }
    return box;
}

} // namespace scree
