// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/shaped_force.hpp>

namespace scree {

void answer_touches(std::span<const TouchTask> tasks, const ShapedLaw& law) {
#if defined(SCREE_HAVE_AVX2)
    static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
    if (has_avx2) return detail::answer_touches_avx2(tasks.data(), tasks.size(), law);
#endif
    detail::answer_touches_baseline(tasks.data(), tasks.size(), law);
}

Answer answer_touch(const Touching& touching, const Partners& who, const ShapedLaw& law,
                    TouchMemory& memory, Losses& losses) {
    Answer answer;
    const TouchTask task{&touching,          &who.a,  &who.b,  law.row(who.row),
                         law.extra(who.row), &memory, &answer, &losses};
    answer_touches({&task, 1}, law);
    return answer;
}

} // namespace scree
