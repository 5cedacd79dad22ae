// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/cone.hpp>
#include <scree/shapes/detail/complaints.hpp>
#include <scree/shapes/detail/directions.hpp>
#include <scree/shapes/detail/revolution.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

double base(const Cone& shape) { return -shape.height / 4; }
double tip(const Cone& shape) { return 3 * shape.height / 4; }

} // namespace

Cone solid_cone(double radius, double height, double rounding) {
    detail::Complaints complaints;
    complaints.positive("radius", radius);
    complaints.positive("height", height);
    complaints.not_negative("rounding", rounding);
    complaints.raise();
    return {radius, height, rounding};
}

Vec3 support(const Cone& shape, const Vec3& direction) {
    const Vec3 d = detail::tamed(direction);
    const double out = std::hypot(d.x(), d.y());
    if (d.z() * shape.height > out * shape.radius) return {0, 0, tip(shape)};
    if (out == 0) return {0, 0, base(shape)};
    return detail::on_circle(shape.radius, base(shape), d);
}

double reach(const Cone& shape) {
    return std::max(std::hypot(shape.radius, base(shape)), tip(shape));
}

MassProperties mass_properties(const Cone& shape) {
    const double R = shape.radius;
    const double r = shape.rounding;
    const double low = base(shape);
    const double top = tip(shape);
    detail::Revolution solid;
    solid.add_triangle({0, low}, {R, low}, {0, top});
    if (r > 0) {
        // Where the side's normal points, from the outward direction.
        const double lean = std::atan2(R, shape.height);
        const double out = r * std::cos(lean);
        const double up = r * std::sin(lean);
        solid.add_quadrangle({{{0, low - r}, {R, low - r}, {R, low}, {0, low}}});
        solid.add_quadrangle({{{R, low}, {R + out, low + up}, {out, top + up}, {0, top}}});
        solid.add_sector({R, low}, r, -std::numbers::pi / 2, lean);
        solid.add_sector({0, top}, r, lean, std::numbers::pi / 2);
    }
    return solid.mass();
}

} // namespace scree
