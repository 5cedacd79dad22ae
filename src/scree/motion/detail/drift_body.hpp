// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/simd.hpp>
#include <scree/motion/bodies.hpp>

#include <limits>

// Included by one source per instruction set, like sim/detail/kernel_body.hpp.
namespace scree {
inline namespace SCREE_ISA {

/// The first three lanes of one, the fourth of the other.
SCREE_INLINE Pack with_fourth(Pack three, Pack fourth) {
    return Pack(__builtin_shufflevector(three.v, fourth.v, 0, 1, 2, 7));
}

SCREE_INLINE double squared_norm(Pack three) {
    const Lanes s = three.v * three.v;
    return (s[0] + s[1]) + s[2];
}

SCREE_INLINE std::size_t first_broken(const DriftTask& task) {
    for (std::size_t i = task.begin; i < task.end; ++i) {
        const double size =
            squared_norm(load(&task.half[i].vx)) + squared_norm(load(&task.half[i].wx));
        if (!(size < std::numeric_limits<double>::infinity())) return i;
    }
    return SIZE_MAX;
}

/// A factor for the first three lanes; the fourth is carried through.
SCREE_INLINE Pack three_of(double factor, double fourth) {
    return Pack(Lanes{factor, factor, factor, fourth});
}

template <bool in_fluid>
SCREE_INLINE DriftReport run_drift(const DriftTask& task) {
    // The fourth lanes carry radius, mass and material through unchanged: their forces are zero.
    const Pack weight(Lanes{task.gravity[0], task.gravity[1], task.gravity[2], 0});
    const double dt = task.dt;
    const Pack step(dt), half_step(0.5 * dt);
    const Pack drift(Lanes{dt, dt, dt, 0});
    double largest = 0, lost = 0;
    Pack squares(0.0); // of all, where anything not finite stays visible
    const ForceRow* force = task.force;
    for (std::size_t i = task.begin; i < task.end; ++i, ++force) {
        HalfStep& half = task.half[i];
        Kinetic& kinetic = task.kinetic[i];
        Ball& ball = task.ball[i];
        const DriftRow& row = task.row[i];
        const double inverse_mass = kinetic.inverse_mass;
        const Pack acceleration = load(&force->fx) * Pack(inverse_mass) + weight;
        const Pack spin_up = load(&force->tx) * Pack(row.inverse_inertia);
        Pack velocity = load(&half.vx) + step * acceleration;
        Pack spin = load(&half.wx) + step * spin_up;
        if constexpr (in_fluid) {
            const auto& [way, turn] = task.drag[i];
            const Pack old = load(&half.vx), old_spin = load(&half.wx);
            const Pack now = Pack(way.half_keep) * old + Pack(way.half_gain) * acceleration;
            const Pack now_spin = Pack(turn.half_keep) * old_spin + Pack(turn.half_gain) * spin_up;
            lost += dt * (way.drag * squared_norm(now) + turn.drag * squared_norm(now_spin));
            velocity = three_of(way.keep, 1) * old + Pack(way.gain) * acceleration;
            spin = three_of(turn.keep, 1) * old_spin + Pack(turn.gain) * spin_up;
        }
        store(&half.vx, velocity);
        store(&half.wx, spin);
        store(&ball.x, load(&ball.x) + drift * velocity);
        Pack predicted = velocity + half_step * acceleration;
        Pack predicted_spin = spin + half_step * spin_up;
        if constexpr (in_fluid) {
            const auto& [way, turn] = task.drag[i];
            predicted = Pack(way.half_keep) * velocity + Pack(way.half_gain) * acceleration;
            predicted_spin = three_of(turn.half_keep, 1) * spin + Pack(turn.half_gain) * spin_up;
        }
        store(&kinetic.vx, with_fourth(predicted, Pack(inverse_mass)));
        store(&kinetic.wx, predicted_spin);
        const double pace2 = squared_norm(velocity) * row.inverse_reach2;
        largest = pace2 > largest ? pace2 : largest;
        squares = squares + (velocity * velocity + spin * spin);
    }
    const bool is_sound = sum(squares) < std::numeric_limits<double>::infinity();
    return {largest, is_sound ? SIZE_MAX : first_broken(task), lost};
}

SCREE_INLINE DriftReport run_drift(const DriftTask& task) {
    return task.drag != nullptr ? run_drift<true>(task) : run_drift<false>(task);
}

} // namespace SCREE_ISA
} // namespace scree
