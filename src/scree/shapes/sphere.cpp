// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/detail/complaints.hpp>
#include <scree/shapes/sphere.hpp>

#include <numbers>

namespace scree {

Sphere solid_sphere(double radius) {
    detail::Complaints complaints;
    complaints.positive("radius", radius);
    complaints.raise();
    return {radius};
}

Vec3 support(const Sphere&, const Vec3&) { return Vec3::Zero(); }

double reach(const Sphere&) { return 0; }

MassProperties mass_properties(const Sphere& shape) {
    const double volume = 4 * std::numbers::pi / 3 * shape.radius * shape.radius * shape.radius;
    return {volume, Vec3::Zero(),
            0.4 * volume * shape.radius * shape.radius * Eigen::Matrix3d::Identity()};
}

CornerBuffer corners(const Sphere&) {
    CornerBuffer buffer;
    buffer.add(Vec3::Zero());
    return buffer;
}

} // namespace scree
