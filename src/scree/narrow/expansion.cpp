// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/penetration.hpp>

#include <scree/narrow/polyhedral.hpp>

namespace scree {

Penetration penetration_expansion(const PolyhedronData& a, const PolyhedronData& b,
                                  const Pose& b_in_a) {
    const CoreGap core = polyhedral_gap(corners(a), corners(b), b_in_a);
    return {.gap = core.gap,
            .normal = core.normal,
            .supports = 2 * (core.iterations + core.expansions + 1),
            .converged = true};
}

} // namespace scree
