// SPDX-License-Identifier: BSD-3-Clause
#include <scree/broad/cell_check.hpp>

namespace scree::detail {

CellCheck choose_cell_check() {
#if defined(SCREE_HAVE_AVX2)
    if (__builtin_cpu_supports("avx2")) return cell_check_avx2();
#endif
    return cell_check_baseline();
}

} // namespace scree::detail
