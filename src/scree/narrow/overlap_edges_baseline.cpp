// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/detail/overlap_edges_body.hpp>
#include <scree/narrow/detail/overlap_features_body.hpp>

namespace scree::detail {

bool overlap_edges_baseline(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a,
                            const PressDirection& direction, EdgeOverlap& answer) {
    if (FeaturePair(a, b, b_in_a, direction, answer).run()) return true;
    return EdgePair(a, b, b_in_a, direction, answer).run();
}

} // namespace scree::detail
