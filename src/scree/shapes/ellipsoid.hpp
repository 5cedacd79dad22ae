// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>
#include <scree/shapes/mass.hpp>

namespace scree {

/// About the origin, its axes along x, y, z.
struct Ellipsoid {
    Vec3 half = Vec3::Zero(); ///< half axes of the core
    double rounding = 0;
};

/// Throws InputError unless half > 0 and rounding >= 0.
Ellipsoid solid_ellipsoid(const Vec3& half, double rounding = 0);

Vec3 support(const Ellipsoid& shape, const Vec3& direction);
inline double rounding(const Ellipsoid& shape) { return shape.rounding; }
double reach(const Ellipsoid& shape);
MassProperties mass_properties(const Ellipsoid& shape);

} // namespace scree
