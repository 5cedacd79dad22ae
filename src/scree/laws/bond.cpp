// SPDX-License-Identifier: BSD-3-Clause
#include <scree/laws/bond.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

// A power above 1 has no stiffness at rest; what the time step must resolve is that at this part of
// the rest length.
constexpr double usual_strain = 0.02;

double inertia(double mass, double radius) { return 0.4 * mass * radius * radius; }

/// 1/m for sliding the two sides of the bond across each other: the spheres turn as well.
double inverse_shear_mass(const BondRow& row, const BondEnds& e) {
    return 1 / e.mass_a + 1 / e.mass_b + row.lever_a * row.lever_a / inertia(e.mass_a, e.radius_a) +
           row.lever_b * row.lever_b / inertia(e.mass_b, e.radius_b);
}

double inverse_inertia(const BondEnds& e) {
    return 1 / inertia(e.mass_a, e.radius_a) + 1 / inertia(e.mass_b, e.radius_b);
}

double dashpot(double ratio, double stiffness, double inverse_mass) {
    return 2 * ratio * std::sqrt(stiffness / inverse_mass);
}

/// Section and length of the beam as springs. The shear spring holds the bending of the piece
/// itself too, so that a chain of them is a Timoshenko beam at its nodes, however few they are
/// (docs/theory/bonds.md).
void set_beam(const BeamBond& beam, const BondEnds& ends, BondRow& row) {
    const double r = beam.radius_ratio * std::min(ends.radius_a, ends.radius_b);
    const double length = row.rest, nu = beam.poisson;
    const double area = std::numbers::pi * r * r, second = 0.25 * area * r * r;
    const double shear_modulus = beam.young / (2 * (1 + nu));
    const double rim = 6 * (1 + nu) / (7 + 6 * nu); // Cowper 1966, round section
    row.normal = beam.young * area / length;
    row.bending = beam.young * second / length;
    row.torsion = shear_modulus * 2 * second / length;
    row.shear = 1 / (length / (rim * shear_modulus * area) +
                     length * length * length / (12 * beam.young * second));
    row.per_tension = 1 / (beam.tensile_strength * area);
    row.per_shear = 1 / (beam.shear_strength * area);
    row.per_bending = r / (beam.bending_strength * second);
    row.per_torsion = r / (beam.torsion_strength * 2 * second);
}

struct Axial {
    double stretch, rest, normal;
    AxialPull operator()(const BeamBond&) const {
        return {normal * stretch, 0.5 * normal * stretch * stretch, normal};
    }
    template <class Glue>
    AxialPull operator()(const Glue& glue) const {
        return {glue.pull(stretch, rest), glue.energy(stretch, rest),
                glue.stiffness(stretch, rest)};
    }
};

struct Pair {
    Vec3 normal;
    double distance;
};

/// Shear: half the stiffness times the square of the part of w = l_a e_a + l_b e_b across the
/// line of centres, e_a and e_b the axis as each sphere carries it.
void add_shear(const BondRow& row, const BondEnd& a, const BondEnd& b, const Pair& pair,
               BondResponse& out) {
    const Vec3 e_a = a.turn * row.axis, e_b = b.turn * row.axis;
    const Vec3 w = row.lever_a * e_a + row.lever_b * e_b;
    const double along = w.dot(pair.normal);
    const Vec3 across = w - along * pair.normal;
    out.shift = -across;
    out.force_on_a -= row.shear * along / pair.distance * across;
    out.torque_on_a -= row.shear * row.lever_a * e_a.cross(across);
    out.torque_on_b -= row.shear * row.lever_b * e_b.cross(across);
    out.stored += 0.5 * row.shear * across.squaredNorm();
    out.use = row.shear * across.norm() * row.per_shear;
}

/// Bending and torsion: by the turn of B against A, ρ = 2 vec(q_a* q_b), in the frame of both.
void add_couple(const BondRow& row, const BondEnd& a, const BondEnd& b, double tension,
                BondResponse& out) {
    Eigen::Quaterniond turn = a.turn.conjugate() * b.turn;
    if (turn.w() < 0) turn.coeffs() = -turn.coeffs();
    const Vec3 rho = 2 * turn.vec();
    const double twist = rho.dot(row.axis);
    const Vec3 bend = rho - twist * row.axis;
    const Vec3 moment = row.bending * bend + row.torsion * twist * row.axis;
    const Vec3 couple = a.turn * (turn.w() * moment + turn.vec().cross(moment));
    out.torque_on_a += couple;
    out.torque_on_b -= couple;
    out.stored += 0.5 * (row.bending * bend.squaredNorm() + row.torsion * twist * twist);
    out.use += row.torsion * std::abs(twist) * row.per_torsion;
    out.use =
        std::max(out.use, tension * row.per_tension + row.bending * bend.norm() * row.per_bending);
}

void add_dashpots(const BondRow& row, const BondEnd& a, const BondEnd& b, const Pair& pair,
                  BondResponse& out) {
    const Vec3& n = pair.normal;
    const double part = pair.distance / row.rest; // levers must add up to the distance
    const double l_a = part * row.lever_a, l_b = part * row.lever_b;
    const Vec3 velocity = b.velocity - a.velocity + n.cross(l_a * a.spin + l_b * b.spin);
    const Vec3 slide = velocity - velocity.dot(n) * n;
    const Vec3 turn = b.spin - a.spin;
    const Vec3 twist = turn.dot(n) * n, tip = turn - twist;
    const Vec3 force = row.shear_damping * slide;
    const Vec3 couple = row.bending_damping * tip + row.torsion_damping * twist;
    out.force_on_a += force;
    out.torque_on_a += l_a * n.cross(force) + couple;
    out.torque_on_b += l_b * n.cross(force) - couple;
    out.damping += force.dot(slide) + couple.dot(turn);
}

} // namespace

double PowerGlue::pull(double stretch, double) const {
    return std::copysign(strength * std::pow(std::abs(stretch), exponent), stretch);
}
double PowerGlue::energy(double stretch, double) const {
    return strength * std::pow(std::abs(stretch), exponent + 1) / (exponent + 1);
}
double PowerGlue::stiffness(double stretch, double) const {
    return strength * exponent * std::pow(std::abs(stretch), exponent - 1);
}

// With u = x/x0 and B of eq. 3.29: V = A x0^-α (u^-α - (α/β) u^-β). The book's F (3.27) is dV/dx: a
// pull, as in 3.25, not the usual -dV/dx.
double PotentialGlue::pull(double stretch, double rest) const {
    const double u = std::log1p(stretch / rest);
    return strength * alpha * std::pow(rest, -alpha - 1) *
           (std::exp(-(beta + 1) * u) - std::exp(-(alpha + 1) * u));
}
double PotentialGlue::energy(double stretch, double rest) const {
    const double u = std::log1p(stretch / rest);
    return strength * std::pow(rest, -alpha) *
           (std::expm1(-alpha * u) - alpha / beta * std::expm1(-beta * u));
}
double PotentialGlue::stiffness(double stretch, double rest) const {
    const double u = std::log1p(stretch / rest);
    return strength * alpha * std::pow(rest, -alpha - 2) *
           ((alpha + 1) * std::exp(-(alpha + 2) * u) - (beta + 1) * std::exp(-(beta + 2) * u));
}

AxialPull axial_pull(const BondKind& kind, const BondRow& row, double stretch) {
    return std::visit(Axial{stretch, row.rest, row.normal}, kind.model);
}

BondRow bond_row(const BondKind& kind, const BondEnds& ends, const Vec3& from_a_to_b) {
    BondRow row;
    row.rest = from_a_to_b.norm();
    row.axis = from_a_to_b / row.rest;
    row.lever_a = row.rest * ends.radius_a / (ends.radius_a + ends.radius_b);
    row.lever_b = row.rest - row.lever_a;
    const double inverse_mass = 1 / ends.mass_a + 1 / ends.mass_b;
    if (const auto* beam = std::get_if<BeamBond>(&kind.model)) {
        set_beam(*beam, ends, row);
        const double z = kind.damping;
        row.normal_damping = dashpot(z, row.normal, inverse_mass);
        row.shear_damping = dashpot(z, row.shear, inverse_shear_mass(row, ends));
        row.bending_damping = dashpot(z, row.bending, inverse_inertia(ends));
        row.torsion_damping = dashpot(z, row.torsion, inverse_inertia(ends));
    } else {
        row.normal_damping = dashpot(kind.damping, 1, inverse_mass);
    }
    return row;
}

double pair_frequency2(const BondKind& kind, const BondRow& row, const BondEnds& ends) {
    const double inverse_mass = 1 / ends.mass_a + 1 / ends.mass_b;
    double stiffness = axial_pull(kind, row, 0).stiffness;
    for (const double part : {-usual_strain, usual_strain})
        stiffness = std::max(stiffness, axial_pull(kind, row, part * row.rest).stiffness);
    return std::max(
        {stiffness * inverse_mass,
         row.shear * inverse_shear_mass(row, ends) + row.bending * inverse_inertia(ends),
         row.torsion * inverse_inertia(ends)});
}

BondResponse bond_response(const BondKind& kind, const BondRow& row, const BondEnd& a,
                           const BondEnd& b) {
    const Vec3 apart = b.center - a.center;
    const double distance = apart.norm();
    const Pair pair{apart / distance, distance};
    const double stretch = distance - row.rest;
    const AxialPull axial = axial_pull(kind, row, stretch);
    const double rate = (b.velocity - a.velocity).dot(pair.normal);
    const bool is_beam = row.normal > 0;
    const double damping = is_beam ? row.normal_damping
                                   : row.normal_damping * std::sqrt(std::max(axial.stiffness, 0.0));
    BondResponse out;
    out.force_on_a = (axial.force + damping * rate) * pair.normal;
    out.stored = axial.stored;
    out.damping = damping * rate * rate;
    if (is_beam) {
        add_shear(row, a, b, pair, out);
        add_couple(row, a, b, axial.force, out);
        if (row.shear_damping > 0) add_dashpots(row, a, b, pair, out);
    } else {
        out.use = stretch / (row.rest * kind.break_strain);
    }
    return out;
}

} // namespace scree
