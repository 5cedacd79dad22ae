// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/pose.hpp>
#include <scree/shapes/polyhedron.hpp>

#include <span>
#include <string_view>

// The published ways to measure how deep two convex polyhedra overlap, side by side, so that one
// can referee the others (docs/theory/penetration.md). They see the sharp cores (no rounding) and
// work in the frame of A. For bodies that are apart the
// gap is positive but, except for the first, not their distance.
namespace scree {

struct Penetration {
    double gap = 0;             ///< signed: negative is the depth of the overlap
    Vec3 normal = Vec3::Zero(); ///< unit, from A to B
    int supports = 0;           ///< support evaluations (one per body): the cost without noise
    bool converged = false;     ///< if not, gap and normal belong together but may be too deep
};

/// Silhouette expansion of the Minkowski difference, in exact arithmetic where need be: the
/// default, and what `gap` uses (gap.hpp). Also right for bodies that are apart.
Penetration penetration_expansion(const PolyhedronData& a, const PolyhedronData& b,
                                  const Pose& b_in_a);
/// Tetrahedron distortion [D Alg. 3]. Exact up to rounding; fast where the overlap is shallow. Not
/// converged where the bodies are
/// apart, touch, or take more than 10 000 steps.
Penetration penetration_gjk_td(const PolyhedronData& a, const PolyhedronData& b,
                               const Pose& b_in_a);
/// Always ends; deeper than the least depth in some per cent of all pairs.
Penetration penetration_nezami(const PolyhedronData& a, const PolyhedronData& b,
                               const Pose& b_in_a);
/// To about 1e-9 of the size at best; deeper than the least depth in every third or fifth pair.
Penetration penetration_cundall(const PolyhedronData& a, const PolyhedronData& b,
                                const Pose& b_in_a);
/// The referee: exact up to rounding, at the price of (edges of A) × (edges of B) × corners.
Penetration penetration_exhaustive(const PolyhedronData& a, const PolyhedronData& b,
                                   const Pose& b_in_a);

struct PenetrationMethod {
    std::string_view name;
    Penetration (*measure)(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a);
};

/// All of them, by name: gjk_td, nezami, cundall, exhaustive, expansion.
std::span<const PenetrationMethod> penetration_methods();

} // namespace scree
