// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/pose.hpp>
#include <scree/shapes/polyhedron.hpp>

#include <string_view>

// The published ways to measure how deep two convex polyhedra overlap, side by side, so that one
// can referee the others. They see the sharp cores (no rounding). Work in the frame of A.
namespace scree {

enum class PenetrationMethod {
    expansion,  ///< silhouette expansion of the Minkowski difference: the default
    gjk_td,     ///< tetrahedron distortion [D Alg. 3]
    nezami,     ///< revised fast common plane [D Alg. 2]
    cundall,    ///< revised common plane [D Alg. 1]
    exhaustive, ///< every face normal and every pair of edges
};

struct Penetration {
    double gap = 0;             ///< signed: negative is the depth of the overlap
    Vec3 normal = Vec3::Zero(); ///< unit, from A to B
    int supports = 0;           ///< support evaluations (one per body): the cost without noise
    bool converged = false;
};

Penetration penetration_gjk_td(const PolyhedronData& a, const PolyhedronData& b,
                               const Pose& b_in_a);
Penetration penetration_nezami(const PolyhedronData& a, const PolyhedronData& b,
                               const Pose& b_in_a);
Penetration penetration_cundall(const PolyhedronData& a, const PolyhedronData& b,
                                const Pose& b_in_a);
Penetration penetration_exhaustive(const PolyhedronData& a, const PolyhedronData& b,
                                   const Pose& b_in_a);

} // namespace scree
