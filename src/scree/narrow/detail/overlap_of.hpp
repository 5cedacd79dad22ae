// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/detail/overlap_edges_body.hpp>
#include <scree/narrow/detail/overlap_features_body.hpp>
#include <scree/narrow/detail/overlap_remembered_body.hpp>

// The ways to an overlap, quickest first.
namespace scree::detail {
inline namespace SCREE_ISA {
namespace {

bool overlap_of(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a,
                const PressDirection& direction, PressedOverlap& answer) {
    answer.is_simple = answer.is_remembered = false;
    if (direction.memory != nullptr && direction.memory->piece_count != 0) {
        if (RememberedPair(a, b, b_in_a, direction, answer).run()) return true;
        direction.memory->piece_count = 0;
    }
    if (FeaturePair(a, b, b_in_a, direction, answer).run()) return true;
    return EdgePair(a, b, b_in_a, direction, answer).run();
}

} // namespace
} // namespace SCREE_ISA
} // namespace scree::detail
