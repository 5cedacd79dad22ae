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

/// Turns a spring of the last step into the present tangent plane, at its old length.
template <class T>
SCREE_INLINE Triple<T> carried_spring(const Triple<T>& s, const ContactInput<T>& in, T dt) {
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

/// How much of the step around now each part of the force stands for: half a step before and half a
/// step after, unless the contact begins or ends in that time (laws/normal.hpp).
template <class T>
struct StepParts {
    T elastic_before, elastic_after, damping_before, damping_after;
    T now, mean_before, mean_after; ///< approach now, and its means over the damping parts
    T since;                        ///< the part of a step since the last evaluation or the onset
    T last;                         ///< memory for the next step: negative when the contact ends
};

/// The approach at this whole step. The prediction knows the acceleration of the last step only;
/// what this contact adds to it since then, dt dN/dt, is known here. Without it restitution would
/// be off by (omega dt)²/2 of the loss.
template <class Law, class T>
SCREE_INLINE T corrected_approach(const ContactInput<T>& in, const NormalResponse<T>& r, T approach,
                                  T dt) {
    const T half(0.5), whole(1.0);
    const T push = r.elastic + r.damping * approach;
    const T gain = r.stiffness * approach - r.damping * push * in.inverse_mass;
    T now = approach - half * dt * dt * gain * in.inverse_mass;
    const T way = approach * dt;
    const auto second = in.overlap < way + way; // not when new: then the caller knows better
    if (any(second)) {
        // The last force stood for more or less than a step, and spoiled the prediction from it.
        const T phi = max(in.overlap / select(second, way, whole) - whole, T(0.01));
        const T excess = half * dt * (Law::onset_damping(phi) - half) * r.damping;
        now = select(second, now + excess * approach * in.inverse_mass, now);
    }
    return now;
}

/// What is taken to end and then does not is set right by what the memory says was covered. Within
/// the part of a step next to the onset or the end the dashpot slows the grains by a few per cent,
/// which the predicted velocity does not know: `slow_down` solves for it.
template <class Law, class T>
SCREE_INLINE StepParts<T> step_parts(const ContactInput<T>& in, const NormalResponse<T>& r,
                                     T approach, T dt) {
    const T half(0.5), none(0.0), whole(1.0);
    const auto usual = in.last > none, was_ending = in.last < none;
    const T covered = select(was_ending, -in.last, select(usual, half, none));
    const T way = abs(approach) * dt;
    StepParts<T> p;
    const auto is_new = !(usual | was_ending);
    const auto ends = (approach < none) & (in.overlap < T(sure_to_end) * way);
    p.elastic_before = p.elastic_after = p.damping_after = half;
    p.damping_before = whole - covered;
    p.since = whole;
    p.last = in.overlap;
    p.now = corrected_approach<Law>(in, r, approach, dt);
    p.mean_before = p.mean_after = p.now;
    if (any(is_new | ends)) {
        const T slow_down = T(Law::mean_onset_damping) * dt * r.damping * in.inverse_mass;
        const T own = dt * dt * r.stiffness * in.inverse_mass;
        const T phi = in.overlap / select(way > none, way, in.overlap);
        // With the mean speed of that part its length is known better.
        const T part = phi * T(2.0) / (whole + whole / (whole + phi * slow_down));

        const T first = select(approach > none, select(part < whole, part, whole), half);
        p.now = select(is_new, approach / (whole + first * slow_down), p.now);
        p.mean_before = select(is_new, half * (approach + p.now), p.now);
        p.elastic_before = select(is_new, Law::onset_elastic(first, own), half);
        p.damping_before = select(is_new, Law::onset_damping(first), p.damping_before);
        p.since = select(is_new, first, whole);

        p.mean_after = select(ends, half * (p.now + p.now / (whole + part * slow_down)), p.now);
        p.elastic_after = select(ends & (part < whole), Law::onset_elastic(part, -own), half);
        const T tail = select(was_ending, part, Law::onset_damping(part));
        p.damping_after = select(ends, tail, half);
        p.last = select(ends, -part, p.last);
    }
    return p;
}

/// k_t one step ago over k_t now, for a stiffness that goes as the root of the overlap.
template <class T>
SCREE_INLINE T stiffness_ratio(const ContactInput<T>& in, T approach, T dt) {
    const T none(0.0);
    const T before = select(in.last > none, in.last, max(in.overlap - approach * dt, none));
    return sqrt(before / in.overlap);
}

/// What to multiply a vector of squared length `size2` by so that it is not longer than `limit`.
template <class T>
SCREE_INLINE T share_within(T size2, T limit) {
    T share(1.0);
    const auto too_long = size2 > limit * limit;
    if (any(too_long))
        share = select(too_long, limit / sqrt(select(too_long, size2, T(1.0))), T(1.0));
    return share;
}

/// A spring and a dashpot side by side under Coulomb's limit: against sliding, rolling or twisting.
template <class T>
struct Holding {
    Triple<T> carried, rate; ///< the spring half a step after the last evaluation; its rate now
    T stiffness, damping;
    T spring_limit;       ///< of the force of the spring alone, which slips
    T limit;              ///< of spring and dashpot together: the dashpot never charges the spring
    T yields;             ///< dt²/2 over the inertia that the force acts on
    T lost, lost_damping; ///< J so far
};
template <class T>
struct Held {
    Triple<T> force, memory;
    T lost, lost_damping; ///< J
};

template <class T>
SCREE_INLINE Held<T> held(const Holding<T>& h, const StepParts<T>& p, const ContactInput<T>& in,
                          T dt) {
    const T half(0.5), none(0.0);
    const auto is_new = !((in.last > none) | (in.last < none)), ends = p.last < none;
    const T weight = p.elastic_before + p.elastic_after;
    // The spring grows by the trapezoid, or since the onset.
    const Triple<T> trial = h.carried + (select(is_new, p.since, half) * dt) * h.rate;
    const T kept = share_within(h.stiffness * h.stiffness * dot(trial, trial), h.spring_limit);
    const Triple<T> spring = kept * trial;
    const Triple<T> mean = spring + (trial - (p.since * dt) * h.rate);
    T lost = h.lost + half * h.stiffness * dot(mean, trial - spring);
    const T dashpot = (p.damping_before + p.damping_after) * h.damping;
    const Triple<T> wanted = (weight * h.stiffness) * spring + dashpot * h.rate;
    const Triple<T> force = share_within(dot(wanted, wanted), h.limit) * wanted;

    // What the force takes beyond the spring. In the first step of a contact the dashpot's force is
    // a jump that the predicted velocity does not know.
    const Triple<T> extra = force - (weight * h.stiffness) * spring;
    const T yielded = h.yields * dot(extra, extra);
    const T lost_damping =
        h.lost_damping + (dt * dot(extra, h.rate) - select(is_new, yielded, none));
    // A contact that ends lets go of its spring: what does not go into motion is lost.
    const T let_go = half * h.stiffness * dot(spring, spring) +
                     (p.elastic_after * dt) * h.stiffness * dot(spring, h.rate);
    lost = lost + select(ends, let_go, none);
    return {force, select(ends, none, T(1.0)) * spring + (half * dt) * h.rate, lost, lost_damping};
}

/// Mindlin's load rule for a stiffness that goes as the root of the overlap: while the load grows
/// the force stays (the spring shrinks), while it falls the spring stays (the force shrinks).
/// Neither creates energy; what each loses is booked as sliding, for that is what happens at the
/// rim of the contact. `ratio` is stiffness before over stiffness now.
template <class T>
SCREE_INLINE void change_load(Holding<T>& h, T ratio) {
    const T one(1.0);
    const T energy = T(0.5) * h.stiffness * dot(h.carried, h.carried);
    h.lost = select(ratio < one, energy * ratio * (one - ratio), energy * (ratio - one));
    h.carried = select(ratio < one, ratio, one) * h.carried;
}

/// Everything but the normal law: `r` and `p` say what the contact is like now.
template <class Law, class T>
SCREE_INLINE ContactOutput<T> answered(T friction, const ContactInput<T>& in,
                                       const NormalResponse<T>& r, const StepParts<T>& p, T dt) {
    const T none(0.0);
    const T approach = -dot(in.velocity, in.normal);
    const T weight = p.elastic_before + p.elastic_after;
    const T before = p.damping_before * p.mean_before, after = p.damping_after * p.mean_after;
    const T normal_force = weight * r.elastic + r.damping * (before + after);
    Holding<T> h;
    h.lost_damping = dt * r.damping * (before * p.mean_before + after * p.mean_after);
    h.carried = carried_spring(in.spring, in, dt);
    h.rate = in.velocity + approach * in.normal;
    h.stiffness = r.tangential_stiffness;
    h.damping = r.tangential_damping;
    h.lost = none;
    if constexpr (Law::stiffness_varies) change_load(h, stiffness_ratio(in, approach, dt));
    h.spring_limit = friction * max(r.elastic + r.damping * p.now, none);
    h.limit = friction * max(normal_force, none);
    h.yields =
        T(1.75) * dt * dt * in.inverse_mass; // a surface yields 7/2 times as much as a centre
    const Held<T> side = held(h, p, in, dt);
    // Without friction nothing is remembered.
    const auto rough = friction > none;
    const Triple<T> memory = select(rough, T(1.0), none) * side.memory;
    return {normal_force, side.force,        memory,
            p.last,       side.lost_damping, select(rough, side.lost, none)};
}

} // namespace detail

/// Forces and new memory of one contact evaluated `dt` after the last one.
template <class Law, class T>
SCREE_INLINE ContactOutput<T> contact_response(const LawRow<T>& row, const ContactInput<T>& in,
                                               T dt) {
    // d(overlap)/dt; [F eq. 3.5] has the sign wrong
    const T approach = -dot(in.velocity, in.normal);
    const auto r = Law::response(row.normal, row.tangential, in.overlap, in.mass, in.radius);
    const auto p = detail::step_parts<Law>(in, r, approach, dt);
    return detail::answered<Law>(row.tangential[0], in, r, p, dt);
}

} // namespace scree
