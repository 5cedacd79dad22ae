// SPDX-License-Identifier: BSD-3-Clause
#include <scree/laws/normal.hpp>

#include <algorithm>
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

double walton_duration(double restitution) {
    // A quarter of a period with k, and one with k/e².
    return std::numbers::pi / 2 * (1 + restitution);
}

double pournin_duration(double restitution) {
    // In units of k, m and the largest overlap: a quarter of a period up; down along u from (1, 1)
    // to the return line r d; along that to zero.
    const double e2 = restitution * restitution, u = pournin_steepness / e2;
    const double r = (e2 * u - 1) / (u + e2 - 2);
    const double corner = (u - 1) / (u - r), rest = 1 - 1 / u, root = std::sqrt(u);
    const double turn = std::acos(std::clamp((corner - rest) * u, -1.0, 1.0));
    const double speed = std::sin(turn) / root;
    return std::numbers::pi / 2 + turn / root +
           std::atan2(std::sqrt(r) * corner, speed) / std::sqrt(r);
}

namespace {

double stiffness_per_mass(const PairValues& v) {
    if (!(v.contact_time > 0)) return 0;
    const double t2 = v.contact_time * v.contact_time;
    if (has_history(v.law)) {
        const double duration = v.law == LawKind::walton ? walton_duration(v.restitution)
                                                         : pournin_duration(v.restitution);
        return duration * duration / t2;
    }
    const double log_e = std::log(v.restitution);
    return (std::numbers::pi * std::numbers::pi + log_e * log_e) / t2;
}

} // namespace

ExtraRow extra_row(const PairValues& v) {
    const double e2 = v.restitution * v.restitution;
    constexpr double two_pi = 2 * std::numbers::pi;
    ExtraRow row{
        {v.rolling_friction, v.twisting_friction, two_pi * v.cohesion, two_pi * v.cohesion_density},
        {0, 0, 0, 0}};
    if (v.law == LawKind::walton) row.history = {1 / e2, v.hardening, 0, 0};
    if (v.law == LawKind::pournin)
        row.history = {pournin_steepness / e2, 0, 1 - e2, -std::log(v.reload_loss)};
    return row;
}

PairRow pair_row(const PairValues& v) {
    if (v.law == LawKind::hertz) {
        return {{2 * v.effective_young, hertz_damping(v.restitution), 0, 0},
                {v.friction, 8 * v.effective_shear, 0, 0}};
    }
    return {{v.stiffness, stiffness_per_mass(v), linear_damping(v.restitution), v.tangential_ratio},
            {v.friction, 0, 0, 0}};
}

} // namespace scree
