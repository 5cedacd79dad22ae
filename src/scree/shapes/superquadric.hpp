// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>
#include <scree/shapes/mass.hpp>

namespace scree {

/// (|x/a|^n2 + |y/b|^n2)^(n1/n2) + |z/c|^n1 = 1, rounded. Exponents from 2 (ellipsoid) upward
/// (more and more a box): all convex, with one tangent plane at each point. Below 2 the surface has
/// edges and below 1 it is not convex; those are refused.
struct Superquadric {
    Vec3 half = Vec3::Zero(); ///< half axes of the core, along x, y, z
    double block_z = 2;       ///< exponent n1, of the outlines that contain the z axis
    double block_xy = 2;      ///< exponent n2, of the outline across the z axis
    double rounding = 0;
};

/// Throws InputError unless half > 0, both exponents are >= 2 and finite, and rounding >= 0.
Superquadric solid_superquadric(const Vec3& half, double block_z, double block_xy,
                                double rounding = 0);

Vec3 support(const Superquadric& shape, const Vec3& direction);
inline double rounding(const Superquadric& shape) { return shape.rounding; }
double reach(const Superquadric& shape);
MassProperties mass_properties(const Superquadric& shape);

} // namespace scree
