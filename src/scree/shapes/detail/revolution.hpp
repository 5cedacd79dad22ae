// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/mass.hpp>

#include <array>

namespace scree::detail {

/// The solid that a half-plane profile sweeps around the z axis, added up from pieces of the
/// profile. Exact up to rounding: all integrands are polynomials or low trigonometric ones.
class Revolution {
public:
    /// Distance from the axis, and height.
    struct Point {
        double radius, z;
    };

    void add_triangle(const Point& a, const Point& b, const Point& c);
    /// Corners in order around it.
    void add_quadrangle(const std::array<Point, 4>& corners);
    /// A sector of a disc; angles from the outward direction, up to π/2 is the direction of z.
    void add_sector(const Point& center, double radius, double from, double to);

    MassProperties mass() const;

private:
    void add(const Point& at, double area);

    double volume_ = 0, z_ = 0, z_squared_ = 0, radius_squared_ = 0; ///< integrals over the solid
};

} // namespace scree::detail
