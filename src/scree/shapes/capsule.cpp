// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/capsule.hpp>
#include <scree/shapes/detail/complaints.hpp>

#include <numbers>

namespace scree {

Capsule solid_capsule(double half_length, double radius) {
    detail::Complaints complaints;
    complaints.not_negative("half_length", half_length);
    complaints.positive("radius", radius);
    complaints.raise();
    return {half_length, radius};
}

Vec3 support(const Capsule& shape, const Vec3& direction) {
    return {0, 0, direction.z() < 0 ? -shape.half_length : shape.half_length};
}

double reach(const Capsule& shape) { return shape.half_length; }

/// A cylinder and two half balls, whose centroids lie 3/8 of the radius beyond its ends.
MassProperties mass_properties(const Capsule& shape) {
    const double h = shape.half_length;
    const double r = shape.radius;
    const double cylinder = 2 * std::numbers::pi * r * r * h;
    const double ball = 4 * std::numbers::pi / 3 * r * r * r;
    const double axial = cylinder * r * r / 2 + ball * 0.4 * r * r;
    const double across =
        cylinder * (r * r / 4 + h * h / 3) + ball * (0.4 * r * r + h * h + 0.75 * h * r);
    return {cylinder + ball, Vec3::Zero(), Vec3(across, across, axial).asDiagonal()};
}

CornerBuffer corners(const Capsule& shape) {
    CornerBuffer buffer;
    buffer.add({0, 0, -shape.half_length});
    buffer.add({0, 0, shape.half_length});
    return buffer;
}

} // namespace scree
