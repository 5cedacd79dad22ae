// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/detail/complaints.hpp>
#include <scree/shapes/detail/directions.hpp>
#include <scree/shapes/detail/moments.hpp>
#include <scree/shapes/detail/rounded_superquadric.hpp>
#include <scree/shapes/ellipsoid.hpp>

#include <numbers>

namespace scree {

Ellipsoid solid_ellipsoid(const Vec3& half, double rounding) {
    detail::Complaints complaints;
    complaints.positive("half", half);
    complaints.not_negative("rounding", rounding);
    complaints.raise();
    return {half, rounding};
}

Vec3 support(const Ellipsoid& shape, const Vec3& direction) {
    // The unit ball's support for the direction seen where the ellipsoid is that ball.
    const Vec3 seen = detail::tamed(shape.half.cwiseProduct(detail::tamed(direction)));
    return shape.half.cwiseProduct(seen / seen.norm());
}

double reach(const Ellipsoid& shape) { return shape.half.maxCoeff(); }

MassProperties mass_properties(const Ellipsoid& shape) {
    if (shape.rounding > 0)
        return detail::rounded_superquadric_mass({shape.half, 2, 2, shape.rounding});
    const double volume = 4 * std::numbers::pi / 3 * shape.half.prod();
    const Vec3 squares = volume / 5 * shape.half.cwiseAbs2();
    return {volume, Vec3::Zero(), detail::inertia_of(squares.asDiagonal())};
}

} // namespace scree
