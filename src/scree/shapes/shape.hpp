// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/box.hpp>
#include <scree/shapes/capsule.hpp>
#include <scree/shapes/cone.hpp>
#include <scree/shapes/convex.hpp>
#include <scree/shapes/cylinder.hpp>
#include <scree/shapes/ellipsoid.hpp>
#include <scree/shapes/polyhedron.hpp>
#include <scree/shapes/sphere.hpp>
#include <scree/shapes/superquadric.hpp>

#include <string_view>
#include <variant>

namespace scree {

/// Any of the convex shapes, a value. Made by solid_sphere … solid_box and make_polyhedron.
using Shape =
    std::variant<Sphere, Capsule, Ellipsoid, Superquadric, Cylinder, Cone, Box, Polyhedron>;

/// What the concept Convex asks for, whatever the shape.
Vec3 support(const Shape& shape, const Vec3& direction);
double rounding(const Shape& shape);
double reach(const Shape& shape);
MassProperties mass_properties(const Shape& shape);

/// Axis-aligned bounds of the posed shape, tight up to rounding.
Bounds bounds(const Shape& shape, const Pose& pose);

/// The same shape, all lengths (the rounding, too) multiplied by the factor; a power of two gives
/// the same bits. Throws InputError unless factor > 0.
Shape scaled(const Shape& shape, double factor);
Polyhedron scaled(const Polyhedron& shape, double factor);

/// "sphere", "capsule" …
std::string_view kind_name(const Shape& shape);

} // namespace scree
