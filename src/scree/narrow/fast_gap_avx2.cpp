// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/detail/fast_gap_body.hpp>

namespace scree::detail {

bool fast_gap_avx2(const Corners& a, const Corners& b, const Pose& b_in_a, GapMemory* memory,
                   CoreGap& answer) {
    return fast_gap_here(a, b, b_in_a, memory, answer);
}

} // namespace scree::detail
