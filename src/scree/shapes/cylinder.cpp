// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/cylinder.hpp>
#include <scree/shapes/detail/complaints.hpp>
#include <scree/shapes/detail/directions.hpp>
#include <scree/shapes/detail/revolution.hpp>

#include <cmath>
#include <numbers>

namespace scree {

Cylinder solid_cylinder(double radius, double half_length, double rounding) {
    detail::Complaints complaints;
    complaints.positive("radius", radius);
    complaints.positive("half_length", half_length);
    complaints.not_negative("rounding", rounding);
    complaints.raise();
    return {radius, half_length, rounding};
}

Vec3 support(const Cylinder& shape, const Vec3& direction) {
    const double z = direction.z() < 0 ? -shape.half_length : shape.half_length;
    if (direction.x() == 0 && direction.y() == 0) return {0, 0, z};
    return detail::on_circle(shape.radius, z, direction);
}

double reach(const Cylinder& shape) { return std::hypot(shape.radius, shape.half_length); }

MassProperties mass_properties(const Cylinder& shape) {
    constexpr double quarter = std::numbers::pi / 2;
    const double h = shape.half_length;
    const double end = h + shape.rounding;
    const double side = shape.radius + shape.rounding;
    detail::Revolution solid;
    solid.add_quadrangle({{{0, -end}, {shape.radius, -end}, {shape.radius, end}, {0, end}}});
    if (shape.rounding > 0) {
        solid.add_quadrangle({{{shape.radius, -h}, {side, -h}, {side, h}, {shape.radius, h}}});
        solid.add_sector({shape.radius, h}, shape.rounding, 0, quarter);
        solid.add_sector({shape.radius, -h}, shape.rounding, -quarter, 0);
    }
    return solid.mass();
}

} // namespace scree
