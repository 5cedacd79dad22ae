// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/detail/fast_gap.hpp>

namespace scree::detail {

FastGap choose_fast_gap() {
#if defined(SCREE_HAVE_AVX2)
    if (__builtin_cpu_supports("avx2")) return fast_gap_avx2;
#endif
    return fast_gap_baseline;
}

} // namespace scree::detail
