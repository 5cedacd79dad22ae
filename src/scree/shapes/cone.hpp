// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>
#include <scree/shapes/mass.hpp>

namespace scree {

/// About the z axis, the centroid of its core in the origin: the base at z = -height/4, the tip at
/// 3/4 height.
struct Cone {
    double radius = 0, height = 0; ///< of the core
    double rounding = 0;
};

/// Throws InputError unless radius > 0, height > 0 and rounding >= 0.
Cone solid_cone(double radius, double height, double rounding = 0);

Vec3 support(const Cone& shape, const Vec3& direction);
inline double rounding(const Cone& shape) { return shape.rounding; }
double reach(const Cone& shape);
MassProperties mass_properties(const Cone& shape);

} // namespace scree
