// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

#include <limits>
#include <string>
#include <variant>

// What holds the spheres of a cluster together [F §3.5]: a central glue, or a little elastic beam
// that also resists shear, bending and torsion and may break.
//
// Everything follows from a potential of the two centres and the two orientations, so a bond turns
// with its grains without any memory of its own: a rigid motion makes no force at any angle, force
// and torques balance exactly, and the leapfrog keeps the energy. (Bonds that add up small
// displacements step by step, as contacts do, drift.)
namespace scree {

/// [F eq. 3.25], F = A · gap^α, attractive when apart. For an overlap the printed power of a
/// negative number has no meaning: it is meant as sign(gap) A |gap|^α.
struct PowerGlue {
    double strength = 0; ///< A, N/m^α
    double exponent = 1; ///< α, at least 1: below, the force has no stiffness at rest

    double pull(double stretch, double rest) const;
    double energy(double stretch, double rest) const;
    double stiffness(double stretch, double rest) const;
};

/// [F eq. 3.26–3.29], V = A x^-α + B x^-β with B such that the rest length is a minimum; it is one
/// if A (α - β) > 0.
struct PotentialGlue {
    double strength = 0; ///< A, J m^α; negative for α < β
    double alpha = 0, beta = 0;

    double pull(double stretch, double rest) const;
    double energy(double stretch, double rest) const; ///< zero at rest
    double stiffness(double stretch, double rest) const;
};

/// A round elastic beam from centre to centre. Strengths are stresses at its rim: tension and
/// bending add up, and so do shear and torsion (Potyondy & Cundall 2004).
struct BeamBond {
    double young = 0; ///< Pa
    double poisson = 0;
    double radius_ratio = 1; ///< radius of the beam over that of the smaller sphere
    double tensile_strength = std::numeric_limits<double>::infinity(); ///< Pa
    double shear_strength = std::numeric_limits<double>::infinity();
    double bending_strength = std::numeric_limits<double>::infinity();
    double torsion_strength = std::numeric_limits<double>::infinity();
};

using BondModel = std::variant<PowerGlue, PotentialGlue, BeamBond>;

struct BondKind {
    std::string name;
    BondModel model;
    double damping = 0; ///< of the relative motion of a pair, over the critical one
    /// Stretch over rest length at which a glue lets go.
    double break_strain = std::numeric_limits<double>::infinity();
};

struct BondEnds {
    double radius_a, mass_a, radius_b, mass_b;
};

/// A bond between two spheres: what does not change.
struct BondRow {
    Vec3 axis = Vec3::UnitZ();       ///< unit, from A to B when both are in their first orientation
    double rest = 0;                 ///< distance of the centres at rest
    double lever_a = 0, lever_b = 0; ///< from the centres to the middle of the bond; sum: rest
    double normal = 0, shear = 0, bending = 0, torsion = 0; ///< stiffness; normal of beams only
    double normal_damping = 0;                              ///< of a glue over sqrt(stiffness)
    double shear_damping = 0, bending_damping = 0, torsion_damping = 0;
    // Inverse limits, zero: unbreakable. 1/N, 1/N, 1/(N m), 1/(N m)
    double per_tension = 0, per_shear = 0, per_bending = 0, per_torsion = 0;
};

BondRow bond_row(const BondKind& kind, const BondEnds& ends, const Vec3& from_a_to_b);

/// Bound on the squared angular frequency of the pair alone, 1/s².
double pair_frequency2(const BondKind& kind, const BondRow& row, const BondEnds& ends);

/// One of the two spheres.
struct BondEnd {
    Vec3 center;
    Vec3 velocity, spin; ///< at the same time
    Eigen::Quaterniond turn;
};

struct BondResponse {
    Vec3 force_on_a = Vec3::Zero(); ///< on B the opposite
    Vec3 torque_on_a = Vec3::Zero(), torque_on_b = Vec3::Zero();
    double stored = 0;         ///< J
    double damping = 0;        ///< W, taken by the dashpots
    double use = 0;            ///< of the strength; breaks above 1
    Vec3 shift = Vec3::Zero(); ///< of B's side against A's, across the bond
};
BondResponse bond_response(const BondKind& kind, const BondRow& row, const BondEnd& a,
                           const BondEnd& b);

/// The pull of a bond along its axis (positive: attractive) and what it has stored thereby.
struct AxialPull {
    double force, stored, stiffness;
};
AxialPull axial_pull(const BondKind& kind, const BondRow& row, double stretch);

} // namespace scree
