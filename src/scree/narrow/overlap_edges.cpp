// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/detail/overlap_edges.hpp>

namespace scree::detail {

OverlapByEdges choose_overlap_by_edges() {
#if defined(SCREE_HAVE_AVX2)
    if (__builtin_cpu_supports("avx2")) return overlap_edges_avx2;
#endif
    return overlap_edges_baseline;
}

} // namespace scree::detail
