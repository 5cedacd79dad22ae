// SPDX-License-Identifier: BSD-3-Clause
#include <scree/motion/turning.hpp>

namespace scree {

void turn_bodies(std::span<FourTurns> bodies, double dt) {
#if defined(SCREE_HAVE_AVX2)
    static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
    if (has_avx2) return detail::turn_avx2(bodies, dt);
#endif
    detail::turn_baseline(bodies, dt);
}

} // namespace scree
