// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>
#include <scree/shapes/mass.hpp>

namespace scree {

/// About the z axis, between ±half_length.
struct Cylinder {
    double radius = 0, half_length = 0; ///< of the core
    double rounding = 0;
};

/// Throws InputError unless radius > 0, half_length > 0 and rounding >= 0.
Cylinder solid_cylinder(double radius, double half_length, double rounding = 0);

Vec3 support(const Cylinder& shape, const Vec3& direction);
inline double rounding(const Cylinder& shape) { return shape.rounding; }
double reach(const Cylinder& shape);
MassProperties mass_properties(const Cylinder& shape);

} // namespace scree
