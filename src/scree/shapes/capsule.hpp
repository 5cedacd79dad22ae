// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>
#include <scree/shapes/corners.hpp>
#include <scree/shapes/mass.hpp>

namespace scree {

/// A segment on the z axis, rounded: its ends are half balls about ±half_length.
struct Capsule {
    double half_length = 0, radius = 0;
};

/// Throws InputError unless half_length >= 0 and radius > 0.
Capsule solid_capsule(double half_length, double radius);

Vec3 support(const Capsule& shape, const Vec3& direction);
inline double rounding(const Capsule& shape) { return shape.radius; }
double reach(const Capsule& shape);
MassProperties mass_properties(const Capsule& shape);
CornerBuffer corners(const Capsule& shape); ///< the ends of the segment

} // namespace scree
