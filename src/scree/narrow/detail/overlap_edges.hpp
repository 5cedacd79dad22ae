// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/contact_patch.hpp>

namespace scree::detail {

/// What a contact force needs of the overlap body, in A's frame.
struct EdgeOverlap {
    BodyIntegrals body;
    Vec3 normal = Vec3::Zero(); ///< unit: the given one, or the area vector's direction
    Spread spread;              ///< of the section by the plane through the centroid
    bool is_simple = false;     ///< a corner in a face, or an edge across an edge
    bool is_remembered = false; ///< put together as it was
};

/// The overlap of two polyhedra of few corners that hardly overlap, in plain doubles, tuned for
/// speed. False when it cannot vouch for its answer, for whatever reason: then overlap_body
/// decides.
using OverlapByEdges = bool (*)(const PolyhedronData& a, const PolyhedronData& b,
                                const Pose& b_in_a, const PressDirection& direction,
                                EdgeOverlap& answer);

bool overlap_edges_baseline(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a,
                            const PressDirection& direction, EdgeOverlap& answer);
bool overlap_edges_avx2(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a,
                        const PressDirection& direction, EdgeOverlap& answer);

/// The fastest this processor has; all give the same bits.
OverlapByEdges choose_overlap_by_edges();

} // namespace scree::detail
