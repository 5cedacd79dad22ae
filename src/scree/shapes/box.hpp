// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>
#include <scree/shapes/corners.hpp>
#include <scree/shapes/mass.hpp>

namespace scree {

/// About the origin, along the axes.
struct Box {
    Vec3 half = Vec3::Zero(); ///< of the sides of the core
    double rounding = 0;
};

/// Throws InputError unless half > 0 and rounding >= 0.
Box solid_box(const Vec3& half, double rounding = 0);

Vec3 support(const Box& shape, const Vec3& direction);
inline double rounding(const Box& shape) { return shape.rounding; }
double reach(const Box& shape);
MassProperties mass_properties(const Box& shape);
CornerBuffer corners(const Box& shape); ///< bit k of the index is the side along axis k

} // namespace scree
