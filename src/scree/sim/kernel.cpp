// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/kernel.hpp>

namespace scree {

KernelChoice baseline_kernel(LawKind law) { return detail::kernels_baseline(law); }

KernelChoice choose_kernel(LawKind law) {
#if defined(SCREE_HAVE_AVX2)
    if (__builtin_cpu_supports("avx2")) return detail::kernels_avx2(law);
#endif
    return baseline_kernel(law);
}

} // namespace scree
