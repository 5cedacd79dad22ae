// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/kernel.hpp>

namespace scree {

KernelTask kernel_task(const Ball* ball, const Kinetic* kinetic, PairList& pairs,
                       const Chunk& chunk, const LawTable& laws, double dt) {
    return {.ball = ball,
            .kinetic = kinetic,
            .rows = laws.rows.data(),
            .materials = laws.materials,
            .dt = dt,
            .first = pairs.first.data() + chunk.first_pair,
            .second = pairs.second.data() + chunk.first_pair,
            .slot = pairs.slot.data() + chunk.first_pair,
            .pair_count = chunk.pair_count,
            .first_body = chunk.first_body,
            .spring = pairs.spring.data() + chunk.first_pair,
            .touching = pairs.touching.data() + chunk.first_pair / 4,
            .force = pairs.force.data() + chunk.first_slot,
            .slot_count = chunk.slot_count,
            .scratch = nullptr,
            .extra = laws.extra.data(),
            .trace = pairs.keeps_traces ? pairs.trace.data() + chunk.first_pair : nullptr};
}

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
