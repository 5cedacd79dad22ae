// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/detail/moments.hpp>
#include <scree/shapes/detail/quadrature.hpp>
#include <scree/shapes/detail/revolution.hpp>

#include <cmath>
#include <numbers>

namespace scree::detail {
namespace {

/// Enough for degree 5: the integrands are cubic, and linear is what the measure adds.
const std::vector<Node>& along_radius() {
    static const std::vector<Node> nodes = gauss_legendre(3);
    return nodes;
}

/// Third powers of sine and cosine over no more than π: 16 nodes leave rounding only.
const std::vector<Node>& along_arc() {
    static const std::vector<Node> nodes = gauss_legendre(16);
    return nodes;
}

} // namespace

void Revolution::add(const Point& at, double area) {
    const double piece = 2 * std::numbers::pi * at.radius * area;
    volume_ += piece;
    z_ += piece * at.z;
    z_squared_ += piece * at.z * at.z;
    radius_squared_ += piece * at.radius * at.radius;
}

void Revolution::add_triangle(const Point& a, const Point& b, const Point& c) {
    const double twice_area =
        std::abs((b.radius - a.radius) * (c.z - a.z) - (b.z - a.z) * (c.radius - a.radius));
    for (const Node& s : along_radius())
        for (const Node& t : along_radius()) {
            const auto mix = [&](double at_a, double at_b, double at_c) {
                return (1 - s.x) * at_a + s.x * ((1 - t.x) * at_b + t.x * at_c);
            };
            add({mix(a.radius, b.radius, c.radius), mix(a.z, b.z, c.z)},
                twice_area * s.x * s.weight * t.weight);
        }
}

void Revolution::add_quadrangle(const std::array<Point, 4>& corners) {
    add_triangle(corners[0], corners[1], corners[2]);
    add_triangle(corners[0], corners[2], corners[3]);
}

void Revolution::add_sector(const Point& center, double radius, double from, double to) {
    for (const Node& turn : along_arc()) {
        const double angle = from + (to - from) * turn.x;
        for (const Node& s : along_radius()) {
            const double out = radius * s.x;
            add({center.radius + out * std::cos(angle), center.z + out * std::sin(angle)},
                (to - from) * turn.weight * radius * s.weight * out);
        }
    }
}

MassProperties Revolution::mass() const {
    Moments sum;
    sum.volume = volume_;
    sum.first.z() = z_;
    sum.second.diagonal() << radius_squared_ / 2, radius_squared_ / 2, z_squared_;
    return mass_of(sum, Vec3::Zero());
}

} // namespace scree::detail
