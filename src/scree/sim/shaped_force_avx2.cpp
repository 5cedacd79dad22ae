// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/detail/shaped_force_body.hpp>

namespace scree::detail {

void answer_touches_avx2(const TouchTask* tasks, std::size_t count, const ShapedLaw& law) {
    answer_by_law(tasks, count, law);
}

} // namespace scree::detail
