// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/kernel.hpp>

namespace scree {

KernelChoice baseline_kernel(LawKind law, bool extended) {
    return extended ? detail::extended_baseline(law) : detail::kernels_baseline(law);
}

KernelChoice choose_kernel(LawKind law, bool extended) {
#if defined(SCREE_HAVE_AVX2)
    if (__builtin_cpu_supports("avx2"))
        return extended ? detail::extended_avx2(law) : detail::kernels_avx2(law);
#endif
    return baseline_kernel(law, extended);
}

} // namespace scree
