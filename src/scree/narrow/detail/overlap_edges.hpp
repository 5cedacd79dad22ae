// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/contact_patch.hpp>

namespace scree::detail {

/// The overlap of two polyhedra of few corners that hardly overlap, in plain doubles, tuned for
/// speed. False when it cannot vouch for its answer, for whatever reason: then overlap_body
/// decides.
using OverlapByEdges = bool (*)(const PolyhedronData& a, const PolyhedronData& b,
                                const Pose& b_in_a, const PressDirection& direction,
                                PressedOverlap& answer);

bool overlap_edges_baseline(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a,
                            const PressDirection& direction, PressedOverlap& answer);
bool overlap_edges_avx2(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a,
                        const PressDirection& direction, PressedOverlap& answer);

/// The fastest this processor has; all give the same bits.
OverlapByEdges choose_overlap_by_edges();

} // namespace scree::detail
