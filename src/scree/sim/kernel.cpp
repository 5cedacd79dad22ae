// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/kernel.hpp>

namespace scree {

KernelChoice baseline_kernel(LawKind law) {
    return {law == LawKind::linear ? detail::linear_kernel_baseline : detail::hertz_kernel_baseline,
            "baseline"};
}

KernelChoice choose_kernel(LawKind law) {
#if defined(SCREE_HAVE_AVX2_KERNEL)
    if (__builtin_cpu_supports("avx2"))
        return {law == LawKind::linear ? detail::linear_kernel_avx2 : detail::hertz_kernel_avx2,
                "avx2"};
#endif
    return baseline_kernel(law);
}

} // namespace scree
