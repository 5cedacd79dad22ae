// SPDX-License-Identifier: BSD-3-Clause
#include <scree/laws/normal.hpp>

#include <cmath>
#include <numbers>

namespace scree {

double linear_damping(double restitution) {
    const double log_e = std::log(restitution);
    return -2 * log_e / std::sqrt(std::numbers::pi * std::numbers::pi + log_e * log_e);
}

double hertz_damping(double restitution) {
    return std::sqrt(5.0 / 6.0) * linear_damping(restitution);
}

PairRow pair_row(const PairValues& v) {
    if (v.law == LawKind::hertz) {
        return {{2 * v.effective_young, hertz_damping(v.restitution), 0, 0},
                {v.friction, 8 * v.effective_shear, 0, 0}};
    }
    double per_mass = 0;
    if (v.contact_time > 0) {
        const double log_e = std::log(v.restitution);
        const double pi2 = std::numbers::pi * std::numbers::pi;
        per_mass = (pi2 + log_e * log_e) / (v.contact_time * v.contact_time);
    }
    return {{v.stiffness, per_mass, linear_damping(v.restitution), v.tangential_ratio},
            {v.friction, 0, 0, 0}};
}

} // namespace scree
