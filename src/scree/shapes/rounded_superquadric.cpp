// SPDX-License-Identifier: BSD-3-Clause
//
// What the rounding adds to a superquadric: the points x + s n over the surface, n its unit normal
// and 0 < s < r. One octant, the others are mirror images. On it both exponents' angles are
// replaced by a variable w in (0, 1) with
//     cos² = p(w) = wⁿ / (wⁿ + (1 - w)ⁿ),   sin² = q = 1 - p,
// so that the coordinates p^(1/n), q^(1/n) and the normal's p^(1-1/n), q^(1-1/n) are all smooth in
// w. What is steep for large n lies at w = 1/2, where two double-exponential rules meet.
#include <scree/shapes/detail/moments.hpp>
#include <scree/shapes/detail/quadrature.hpp>
#include <scree/shapes/detail/rounded_superquadric.hpp>

#include <array>
#include <cmath>

namespace scree::detail {
namespace {

/// p^(1/n), q^(1/n) and p^(1-1/n), q^(1-1/n), their derivatives by w, and the node's weight.
struct Station {
    double p, q, p_slope, q_slope;                 ///< of the point
    double p_out, q_out, p_out_slope, q_out_slope; ///< of the normal
    double weight;
};

Station station(double n, double w, double rest, double weight) {
    const bool is_low = w < rest;
    const double ratio = is_low ? w / rest : rest / w; // <= 1
    const double power = std::pow(ratio, n);
    // The larger of p, q is 1 / (1 + power), the smaller power / (1 + power).
    const double large = std::pow(1 + power, -1 / n);
    const double small = ratio * large;
    const double large_out = 1 / ((1 + power) * large);
    const double small_out = ratio == 0 ? 0 : power / ratio * large_out;
    const double p_whole = is_low ? power / (1 + power) : 1 / (1 + power);
    const double q_whole = is_low ? 1 / (1 + power) : power / (1 + power);
    Station s{};
    s.p = is_low ? small : large;
    s.q = is_low ? large : small;
    s.p_out = is_low ? small_out : large_out;
    s.q_out = is_low ? large_out : small_out;
    // dp/dw = n p q / (w (1 - w)).
    const double pace = 1 / (w * rest);
    s.p_slope = s.p * q_whole * pace;
    s.q_slope = -s.q * p_whole * pace;
    s.p_out_slope = (n - 1) * s.p_out * q_whole * pace;
    s.q_out_slope = -(n - 1) * s.q_out * p_whole * pace;
    s.weight = weight;
    return s;
}

std::vector<Station> stations(double n) {
    std::vector<Station> all;
    for (const Node& node : double_exponential(0.04)) {
        const double w = node.x / 2; // in (0, 1/2), and its mirror image
        all.push_back(station(n, w, 1 - w, node.weight / 2));
        all.push_back(station(n, 1 - w, w, node.weight / 2));
    }
    return all;
}

/// Volume and ∫ x_k² of the shell over a piece of surface at `x` with tangents u, v; `out` is a
/// normal of any length, `out_u`, `out_v` its derivatives. The element of the surface moved out by
/// s is a quadratic in s, whose coefficients are triple products with the normal: what the unit
/// normal's derivatives have along the normal itself falls out.
struct Patch {
    Vec3 x, u, v, out, out_u, out_v;

    std::array<double, 4> shell(double r) const {
        const double length = out.norm();
        const Vec3 n = out / length;
        const double flat = n.dot(u.cross(v));
        const double bent = n.dot(u.cross(out_v) + out_u.cross(v)) / length;
        const double curved = n.dot(out_u.cross(out_v)) / (length * length);
        const std::array<double, 3> element = {flat, bent, curved};
        std::array<double, 4> sums{};
        double power = r; // r^(i + 1)
        for (std::size_t i = 0; i < 3; ++i, power *= r) {
            const auto k = static_cast<double>(i);
            sums[0] += element[i] * power / (k + 1);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const double a = x[static_cast<int>(axis)];
                const double b = n[static_cast<int>(axis)];
                sums[axis + 1] +=
                    element[i] * power *
                    (a * a / (k + 1) + 2 * a * b * r / (k + 2) + b * b * r * r / (k + 3));
            }
        }
        return sums;
    }
};

/// With w, `up` goes down from the pole, and `around` from the y to the x axis: u × v points out.
Patch patch_at(const Vec3& half, const Station& up, const Station& around) {
    const Vec3 inverse = half.cwiseInverse();
    Patch patch;
    patch.x = half.cwiseProduct(Vec3(up.p * around.p, up.p * around.q, up.q));
    patch.v = half.cwiseProduct(Vec3(up.p_slope * around.p, up.p_slope * around.q, up.q_slope));
    patch.u = half.cwiseProduct(Vec3(up.p * around.p_slope, up.p * around.q_slope, 0));
    patch.out =
        inverse.cwiseProduct(Vec3(up.p_out * around.p_out, up.p_out * around.q_out, up.q_out));
    patch.out_v = inverse.cwiseProduct(
        Vec3(up.p_out_slope * around.p_out, up.p_out_slope * around.q_out, up.q_out_slope));
    patch.out_u =
        inverse.cwiseProduct(Vec3(up.p_out * around.p_out_slope, up.p_out * around.q_out_slope, 0));
    return patch;
}

} // namespace

MassProperties rounded_superquadric_mass(const Superquadric& shape) {
    // In units of the largest half axis, so that no power under- or overflows.
    const double unit = shape.half.maxCoeff();
    const Vec3 half = shape.half / unit;
    const MassProperties core = mass_properties(Superquadric{half, shape.block_z, shape.block_xy});
    double volume = core.volume;
    Vec3 squares = second_of(core.inertia).diagonal();
    const auto round = stations(shape.block_xy);
    for (const Station& up : stations(shape.block_z))
        for (const Station& around : round) {
            const auto shell = patch_at(half, up, around).shell(shape.rounding / unit);
            const double weight = 8 * up.weight * around.weight;
            volume += weight * shell[0];
            squares += weight * Vec3(shell[1], shell[2], shell[3]);
        }
    const double cube = unit * unit * unit;
    return {volume * cube, Vec3::Zero(),
            inertia_of(Vec3(squares * (cube * unit * unit)).asDiagonal())};
}

} // namespace scree::detail
