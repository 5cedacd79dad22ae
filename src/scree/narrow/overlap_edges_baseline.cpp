// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/detail/overlap_of.hpp>

namespace scree::detail {

bool overlap_edges_baseline(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a,
                            const PressDirection& direction, PressedOverlap& answer) {
    return overlap_of(a, b, b_in_a, direction, answer);
}

} // namespace scree::detail
