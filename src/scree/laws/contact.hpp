// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/simd.hpp>
#include <scree/laws/normal.hpp>

// One contact for one step: normal law, tangential spring, Coulomb's limit, and what was lost.
//
// Time. Forces are evaluated at whole steps, with velocities predicted for the whole step. The
// spring is the integral of the tangential velocity [F eq. 3.8]; stored between steps is its value
// half a step ahead, so that `stored + dt/2 · v_t` is the trapezoidal integral up to now: second
// order without loading the velocities of the last step. In the first step of a contact the spring
// has grown for the fraction phi only (see laws/normal.hpp).
//
// Rotation. The stored spring is turned with the contact: projected into the new tangent plane at
// its old length, and twisted about the normal by the mean spin of the two bodies, so that a pair
// moving as one rigid body keeps its spring (the test turns such a pair).
namespace scree {

template <class T>
struct ContactInput {
    Triple<T> normal;   ///< unit, from A to B
    Triple<T> velocity; ///< of B's surface relative to A's at the contact point
    Triple<T> spring;   ///< contact memory; zero when the contact is new
    T last;             ///< contact memory: see ContactOutput; zero when the contact is new
    T overlap;          ///< > 0
    T mass, inverse_mass, radius; ///< effective ones
    T twist;                      ///< mean spin of A and B about the normal, rad/s
};

template <class T>
struct ContactOutput {
    T normal_force;             ///< pushes A and B apart
    Triple<T> tangential_force; ///< on A; -on B
    Triple<T> spring;           ///< contact memory for the next step
    T last; ///< likewise: the overlap; or, when the contact is taken to end in the coming step,
            ///< minus the part of that step this force stands for
    T lost_damping;  ///< J in this step, normal and tangential dashpots
    T lost_friction; ///< J in this step, sliding
};

template <class T>
struct LawRow {
    T normal[4];
    T tangential[4];
};

/// A contact is taken to end in the coming step when its overlap is below this many ways of a step:
/// the forces of that step shift the end by less than the margin, so none ends unforeseen.
inline constexpr double sure_to_end = 1.25;

/// Of the sum of radii. Two balls may overlap, d² < (r_a + r_b)², and yet sqrt(d²) round to
/// r_a + r_b: callers keep the overlap above this, half a unit in the last place, for laws divide
/// by it.
inline constexpr double smallest_overlap = 0x1.0p-54;

namespace detail {

/// Turns the spring of the last step into the present tangent plane, at its old length.
template <class T>
SCREE_INLINE Triple<T> carried_spring(const ContactInput<T>& in, T dt) {
    const Triple<T>& s = in.spring;
    const Triple<T>& n = in.normal;
    const T along = dot(s, n);
    const T length2 = dot(s, s);
    const Triple<T> flat = s - along * n;
    // length restored to second order in the angle: |s|/|flat| = 1 + (along/|s|)²/2 + …
    const T stretch = T(1.0) + T(0.5) * along * along / select(length2 > T(0.0), length2, T(1.0));
    const Triple<T> turned = stretch * flat;
    // The square keeps the length to fourth order; without it every step of twist would add energy.
    const T angle = dt * in.twist;
    return (T(1.0) - T(0.5) * angle * angle) * turned + angle * cross(n, turned);
}

} // namespace detail

/// Forces and new memory of one contact evaluated `dt` after the last one.
template <class Law, class T>
SCREE_INLINE ContactOutput<T> contact_response(const LawRow<T>& row, const ContactInput<T>& in,
                                               T dt) {
    const T approach =
        -dot(in.velocity, in.normal); // d(overlap)/dt; [F eq. 3.5] has the sign wrong
    const Triple<T> slide = in.velocity + approach * in.normal;
    const auto r = Law::response(row.normal, row.tangential, in.overlap, in.mass, in.radius);

    // The force stands for half a step before and half a step after now, unless the contact begins
    // or ends in that time (see laws/normal.hpp). What is predicted to end and then does not is set
    // right by what the memory says was covered. Within the part of a step next to the onset or the
    // end the dashpot slows the grains by a few per cent, which the predicted velocity does not
    // know: `slow_down` solves for it.
    const T half(0.5), none(0.0), whole(1.0);
    const T way = abs(approach) * dt;
    const auto usual = in.last > none, was_ending = in.last < none;
    const auto is_new = !(usual | was_ending);
    const T was_covered = select(was_ending, -in.last, select(usual, half, none));
    const auto ends = (approach < none) & (in.overlap < T(sure_to_end) * way);
    T elastic_before(0.5), elastic_after(0.5), after(0.5), grown(0.5), slid(1.0);
    T before = whole - was_covered, last = in.overlap;
    // The prediction knows the acceleration of the last step only; what this contact adds to it
    // since then, dt dN/dt, is known here. Without it restitution would be off by (omega dt)²/2 of
    // the loss.
    const T push = r.elastic + r.damping * approach;
    const T gain = r.stiffness * approach - r.damping * push * in.inverse_mass;
    T now = approach - half * dt * dt * gain * in.inverse_mass;
    const auto second = (approach > none) & (in.overlap < T(2.0) * way) & !is_new;
    if (any(second)) {
        // The last force stood for more or less than a step, and spoiled the prediction from it.
        const T phi = max(in.overlap / select(second, way, whole) - whole, T(0.01));
        const T excess = Law::onset_damping(phi) - half;
        now =
            select(second, now + half * dt * excess * r.damping * approach * in.inverse_mass, now);
    }
    T mean_before = now, mean_after = now;
    if (any(is_new | ends)) {
        const T slow_down = T(Law::mean_onset_damping) * dt * r.damping * in.inverse_mass;
        const T phi = in.overlap / select(way > none, way, in.overlap);
        // With the mean speed of that part its length is known better.
        const T part = phi * T(2.0) / (whole + whole / (whole + phi * slow_down));

        const T first = select(approach > none, select(part < whole, part, whole), half);
        now = select(is_new, approach / (whole + first * slow_down), now);
        mean_before = select(is_new, half * (approach + now), now);
        elastic_before = select(is_new, T(Law::mean_onset_elastic) * first, elastic_before);
        before = select(is_new, Law::onset_damping(first), before);
        grown = select(is_new, first, grown);
        slid = select(is_new, first, slid);

        const auto as_usual = is_new | !was_ending;
        mean_after = select(ends, half * (now + now / (whole + part * slow_down)), now);
        const T balance = whole + T(Law::balance) * dt * dt * r.stiffness * in.inverse_mass;
        elastic_after = select(ends & (part < whole), T(Law::mean_onset_elastic) * part * balance,
                               elastic_after);
        after = select(ends, select(as_usual, Law::onset_damping(part), part), after);
        last = select(ends, -part, last);
    }
    const T normal_force = (elastic_before + elastic_after) * r.elastic +
                           r.damping * (before * mean_before + after * mean_after);
    T lost_damping =
        dt * r.damping * (before * mean_before * mean_before + after * mean_after * mean_after);
    T lost_friction(0.0);

    Triple<T> carried = detail::carried_spring(in, dt);
    if constexpr (Law::stiffness_varies) {
        // Mindlin: while the load grows the tangential force stays (the spring shrinks), while it
        // falls the spring stays (the force shrinks): neither creates energy; what each loses is
        // booked as sliding, for that is what happens at the rim of the contact.
        const T last_overlap = select(usual, in.last, max(in.overlap - approach * dt, T(0.0)));
        const T ratio = sqrt(last_overlap / in.overlap); // k_t one step ago / now
        const T half_energy = T(0.5) * r.tangential_stiffness * dot(carried, carried);
        const auto loading = ratio < T(1.0);
        lost_friction =
            select(loading, half_energy * ratio * (T(1.0) - ratio), half_energy * (ratio - T(1.0)));
        const T shrink = select(loading, ratio, T(1.0));
        carried = shrink * carried;
    }
    const Triple<T> trial = carried + (grown * dt) * slide;
    const T stiffness = r.tangential_stiffness;
    const T weight = elastic_before + elastic_after;
    const T dashpot = (before + after) * r.tangential_damping;
    // Sliding: Coulomb's limit holds for the spring alone, which slips, and for spring and dashpot
    // together; the dashpot never charges the spring.
    const T spring_limit = row.tangential[0] * max(r.elastic + r.damping * now, none);
    const T pull2 = stiffness * stiffness * dot(trial, trial);
    const auto slips = pull2 > spring_limit * spring_limit;
    Triple<T> spring = trial;
    if (any(slips)) {
        spring = select(slips, spring_limit / sqrt(select(slips, pull2, whole)), whole) * trial;
        const Triple<T> mean = spring + (trial - (slid * dt) * slide);
        lost_friction = lost_friction + half * stiffness * dot(mean, trial - spring);
    }
    const T limit = row.tangential[0] * max(normal_force, none);
    Triple<T> force = (weight * stiffness) * spring + dashpot * slide;
    const T wanted2 = dot(force, force);
    const auto too_much = wanted2 > limit * limit;
    if (any(too_much))
        force = select(too_much, limit / sqrt(select(too_much, wanted2, whole)), whole) * force;
    // What the force takes beyond the spring. In the first step of a contact the dashpot's force is
    // a jump that the predicted velocity does not know (a sphere's surface yields 7/2 times as much
    // as its centre).
    const Triple<T> extra = force - (weight * stiffness) * spring;
    const T yielded = select(is_new, T(1.75) * dt * dt * in.inverse_mass * dot(extra, extra), none);
    lost_damping = lost_damping + (dt * dot(extra, slide) - yielded);
    // A contact that ends lets go of its spring: what does not go into motion is lost.
    const T let_go = half * stiffness * dot(spring, spring) +
                     (elastic_after * dt) * stiffness * dot(spring, slide);
    lost_friction = lost_friction + select(ends, let_go, none);
    spring = select(ends, none * spring, spring);

    // Without friction nothing is remembered.
    const auto rough = row.tangential[0] > none;
    const Triple<T> ahead = spring + (half * dt) * slide;
    return {normal_force, force,        select(rough, ahead, none * ahead),
            last,         lost_damping, select(rough, lost_friction, none)};
}

} // namespace scree
