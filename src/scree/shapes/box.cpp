// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/box.hpp>
#include <scree/shapes/detail/complaints.hpp>
#include <scree/shapes/detail/moments.hpp>

#include <numbers>

namespace scree {
namespace {

constexpr double pi = std::numbers::pi;

/// ∫ x_k² over the rounded box. It falls into the core, slabs on the faces, quarter cylinders on
/// the edges and eighths of a ball at the corners; one octant of each, by symmetry, times eight.
double second_moment(const Box& box, int k) {
    const double p = box.half[k];
    const double q = box.half[(k + 1) % 3];
    const double s = box.half[(k + 2) % 3];
    const double r = box.rounding;
    const double r2 = r * r;
    const double r3 = r2 * r;
    const double r4 = r2 * r2;
    const double beside = p * p * p / 3 * (q * s + r * (q + s) + pi / 4 * r2); // |x_k| < p
    const double end_face = q * s * (p * p * r + p * r2 + r3 / 3);
    const double end_edges = (q + s) * (pi / 4 * p * p * r2 + 2 * p * r3 / 3 + pi / 16 * r4);
    const double corner = pi / 6 * p * p * r3 + pi / 8 * p * r4 + pi / 30 * r4 * r;
    return 8 * (beside + end_face + end_edges + corner);
}

} // namespace

Box solid_box(const Vec3& half, double rounding) {
    detail::Complaints complaints;
    complaints.positive("half", half);
    complaints.not_negative("rounding", rounding);
    complaints.raise();
    return {half, rounding};
}

Vec3 support(const Box& shape, const Vec3& direction) {
    const auto& half = shape.half;
    return {direction.x() < 0 ? -half.x() : half.x(), direction.y() < 0 ? -half.y() : half.y(),
            direction.z() < 0 ? -half.z() : half.z()};
}

double reach(const Box& shape) { return shape.half.stableNorm(); }

MassProperties mass_properties(const Box& shape) {
    const double a = shape.half.x();
    const double b = shape.half.y();
    const double c = shape.half.z();
    const double r = shape.rounding;
    const double volume = 8 * a * b * c + 8 * r * (a * b + b * c + c * a) +
                          2 * pi * r * r * (a + b + c) + 4 * pi / 3 * r * r * r;
    const Vec3 squares(second_moment(shape, 0), second_moment(shape, 1), second_moment(shape, 2));
    return {volume, Vec3::Zero(), detail::inertia_of(squares.asDiagonal())};
}

CornerBuffer corners(const Box& shape) {
    CornerBuffer buffer;
    for (unsigned i = 0; i < 8; ++i) {
        Vec3 corner = shape.half;
        for (unsigned k = 0; k < 3; ++k)
            if (((i >> k) & 1U) == 0) corner[k] = -corner[k];
        buffer.add(corner);
    }
    return buffer;
}

} // namespace scree
