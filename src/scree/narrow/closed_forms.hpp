// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/pose.hpp>
#include <scree/shapes/box.hpp>
#include <scree/shapes/capsule.hpp>
#include <scree/shapes/convex.hpp>
#include <scree/shapes/sphere.hpp>
#include <scree/shapes/wall.hpp>

// Pairs whose signed gap has a closed form. All are good to a few epsilon of the sizes and the
// offset, at any gap; none of them is ever NaN for finite input.
namespace scree {

/// In the frame of A. `gap` is negative in overlap: the way, along `normal`, that parts the bodies.
struct ClosedGap {
    double gap = 0;
    Vec3 normal = Vec3::Zero(); ///< unit, from A to B
    Vec3 on_a = Vec3::Zero();   ///< on A's surface
    Vec3 on_b = Vec3::Zero();   ///< on B's surface: on_a + gap · normal
};

/// Concentric spheres: the normal is +z.
ClosedGap closed_gap(const Sphere& a, const Sphere& b, const Pose& b_in_a);

/// A centre in the box's core (its surface included) leaves by the nearest face, of several the one
/// of the first axis, and of two opposite ones that on the positive side.
ClosedGap closed_gap(const Sphere& a, const Box& b, const Pose& b_in_a);

/// A centre on the capsule's segment: the normal is the capsule's own x axis.
ClosedGap closed_gap(const Sphere& a, const Capsule& b, const Pose& b_in_a);

/// Segments that meet: the normal is B's axis × A's axis, where these are parallel +x. Of parallel
/// segments side by side the middle of the common stretch is taken.
ClosedGap closed_gap(const Capsule& a, const Capsule& b, const Pose& b_in_a);

/// Any convex shape and the half-space behind a plane (B, given in A's frame).
template <Convex A>
ClosedGap closed_gap(const A& a, const Plane& wall) {
    const Vec3 lowest = support(a, -wall.normal);
    const double gap = wall.normal.dot(lowest - wall.point) - rounding(a);
    const Vec3 on_a = lowest - rounding(a) * wall.normal;
    return {gap, -wall.normal, on_a, on_a - gap * wall.normal};
}

} // namespace scree
