// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/detail/complaints.hpp>
#include <scree/shapes/detail/directions.hpp>
#include <scree/shapes/detail/moments.hpp>
#include <scree/shapes/detail/rounded_superquadric.hpp>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

/// (u^q + v^q)^(1/q) for u, v >= 0, the larger taken out first; q may be infinite.
double norm(double u, double v, double q) {
    const auto [small, large] = std::minmax(u, v);
    if (large == 0) return 0;
    return large * std::pow(1 + std::pow(small / large, q), 1 / q);
}

/// Exponent of the norm dual to that of exponent n.
double dual(double n) { return n / (n - 1); }

double beta(double x, double y) { return std::tgamma(x) * std::tgamma(y) / std::tgamma(x + y); }

} // namespace

Superquadric solid_superquadric(const Vec3& half, double block_z, double block_xy,
                                double rounding) {
    detail::Complaints complaints;
    complaints.positive("half", half);
    complaints.unless(block_z >= 2 && std::isfinite(block_z), "block_z", "be >= 2", block_z);
    complaints.unless(block_xy >= 2 && std::isfinite(block_xy), "block_xy", "be >= 2", block_xy);
    complaints.not_negative("rounding", rounding);
    complaints.raise();
    return {half, block_z, block_xy, rounding};
}

/// The surface is the unit sphere of a norm, an n2-norm within an n1-norm; the support is the
/// gradient of the dual norm, whose exponents are n/(n - 1).
Vec3 support(const Superquadric& shape, const Vec3& direction) {
    const Vec3 d = detail::tamed(shape.half.cwiseProduct(detail::tamed(direction)));
    const double across = norm(std::abs(d.x()), std::abs(d.y()), dual(shape.block_xy));
    const double all = norm(across, std::abs(d.z()), dual(shape.block_z));
    const auto share = [](double part, double whole, double n) {
        return std::copysign(std::pow(std::abs(part) / whole, 1 / (n - 1)), part);
    };
    const double ring = share(across, all, shape.block_z);
    Vec3 point(0, 0, share(d.z(), all, shape.block_z));
    if (across > 0) {
        point.x() = ring * share(d.x(), across, shape.block_xy);
        point.y() = ring * share(d.y(), across, shape.block_xy);
    }
    return shape.half.cwiseProduct(point);
}

/// The farthest point: Hölder's inequality on the squares, whose exponents are n/2.
double reach(const Superquadric& shape) {
    const Vec3 unit = shape.half / shape.half.maxCoeff();
    const auto on_squares = [](double n) { return n / (n - 2); }; // infinite for n = 2
    const double across =
        norm(unit.x() * unit.x(), unit.y() * unit.y(), on_squares(shape.block_xy));
    return shape.half.maxCoeff() *
           std::sqrt(norm(across, unit.z() * unit.z(), on_squares(shape.block_z)));
}

/// [Jaklic2000 §2.4.3, 2.4.4], whose exponents are e = 2/n.
MassProperties mass_properties(const Superquadric& shape) {
    if (shape.rounding > 0) return detail::rounded_superquadric_mass(shape);
    const double e1 = 2 / shape.block_z;
    const double e2 = 2 / shape.block_xy;
    const double box = shape.half.prod() * e1 * e2;
    const double volume = 2 * box * beta(e1 / 2 + 1, e1) * beta(e2 / 2, e2 / 2);
    const double across = box / 2 * beta(3 * e2 / 2, e2 / 2) * beta(e1 / 2, 2 * e1 + 1);
    const double along = 2 * box * beta(e2 / 2, e2 / 2 + 1) * beta(3 * e1 / 2, e1 + 1);
    const Vec3 squares = shape.half.cwiseAbs2().cwiseProduct(Vec3(across, across, along));
    return {volume, Vec3::Zero(), detail::inertia_of(squares.asDiagonal())};
}

} // namespace scree
