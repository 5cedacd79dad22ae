// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>
#include <scree/shapes/corners.hpp>
#include <scree/shapes/mass.hpp>

namespace scree {

/// A point, rounded.
struct Sphere {
    double radius = 0;
};

/// Throws InputError unless radius > 0.
Sphere solid_sphere(double radius);

Vec3 support(const Sphere& shape, const Vec3& direction);
inline double rounding(const Sphere& shape) { return shape.radius; }
double reach(const Sphere& shape);
MassProperties mass_properties(const Sphere& shape);
CornerBuffer corners(const Sphere& shape); ///< the centre

} // namespace scree
