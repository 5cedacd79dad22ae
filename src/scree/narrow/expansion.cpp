// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/penetration.hpp>

#include <scree/narrow/polyhedral.hpp>

#include <array>

namespace scree {

Penetration penetration_expansion(const PolyhedronData& a, const PolyhedronData& b,
                                  const Pose& b_in_a) {
    const CoreGap core = polyhedral_gap(corners(a), corners(b), b_in_a);
    return {.gap = core.gap,
            .normal = core.normal,
            .supports = 2 * (core.iterations + core.expansions + 1),
            .converged = true};
}

std::span<const PenetrationMethod> penetration_methods() {
    static constexpr std::array<PenetrationMethod, 5> methods{{
        {"gjk_td", penetration_gjk_td},
        {"nezami", penetration_nezami},
        {"cundall", penetration_cundall},
        {"exhaustive", penetration_exhaustive},
        {"expansion", penetration_expansion},
    }};
    return methods;
}

} // namespace scree
