// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/gap_memory.hpp>
#include <scree/narrow/polyhedral.hpp>

namespace scree::detail {

/// The gap of two polyhedral cores in plain doubles, tuned for speed; false when it cannot vouch
/// for its answer, for whatever reason: then the plain version in detail/*_core.hpp decides, from
/// double to exact. `memory` may be null.
using FastGap = bool (*)(const Corners& a, const Corners& b, const Pose& b_in_a, GapMemory* memory,
                         CoreGap& answer);

bool fast_gap_baseline(const Corners& a, const Corners& b, const Pose& b_in_a, GapMemory* memory,
                       CoreGap& answer);
bool fast_gap_avx2(const Corners& a, const Corners& b, const Pose& b_in_a, GapMemory* memory,
                   CoreGap& answer);

/// The fastest this processor has; all give the same bits.
FastGap choose_fast_gap();

} // namespace scree::detail
