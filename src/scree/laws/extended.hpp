// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/laws/contact.hpp>
#include <scree/laws/hysteresis.hpp>

// One contact for one step, with all that the plain laws of laws/contact.hpp do not know: a normal
// force that depends on the past (laws/hysteresis.hpp), resistance to rolling and twisting, and
// cohesion. A contact then remembers a Trace besides its spring. It is a function of its own, with
// kernels of its own, so that plain scenes do not pay for it. Equations: docs/theory/hysteresis.md,
// rolling.md, cohesion.md.
namespace scree {

/// Damping of rolling and twisting, of the critical one: Ai et al. (2011) advise 0.3, which brings
/// a grain to rest in a few swings.
inline constexpr double turning_damping = 0.3;

template <class T>
struct ExtraLanes {
    T turning[4]; ///< see ExtraRow
    T history[4];
};

/// Contact memory besides the spring: how far the partners have rolled and twisted against each
/// other, half a step ahead like the spring, and what the normal law remembers.
template <class T>
struct TraceOf {
    Triple<T> roll; ///< rad, tangential part of the integral of spin_b - spin_a
    T twist;        ///< rad, its part along the normal: the same seen from A and from B
    History<T> history;
};

template <class T>
struct ExtendedInput {
    ContactInput<T> in;
    Triple<T> turn; ///< spin of B minus spin of A
    TraceOf<T> trace;
};

/// Cohesion of one contact: what pulls at any overlap, and what grows with it.
template <class T>
struct Pull {
    T constant, slope; ///< N, N/m

    SCREE_INLINE T force(T overlap) const { return constant + slope * overlap; }
    SCREE_INLINE T energy(T overlap) const {
        return -(constant + T(0.5) * slope * overlap) * overlap;
    }
};
/// `turning`: of an ExtraRow or of its lanes.
template <class T, class Row>
SCREE_INLINE Pull<T> pull_of(const Row& turning, T radius) {
    return {turning[2] * radius, turning[3] * radius};
}

template <class T>
struct ExtendedOutput {
    ContactOutput<T> contact;
    Triple<T> moment; ///< on A; -on B: a pure couple keeps angular momentum whatever the sizes
    TraceOf<T> trace;
    T lost_plastic, lost_rolling; ///< J in this step
};

namespace detail {

/// Rolling or twisting: what there is besides the contact itself.
template <class T>
struct Turning {
    T friction, inertia;
    Triple<T> carried, rate;
};

/// k = k_t R², R the effective radius, for both; limits friction · R · N (Ai et al. 2011, type C).
template <class Law, class T>
SCREE_INLINE Held<T> held_turning(const Turning<T>& t, const NormalResponse<T>& r,
                                  const StepParts<T>& p, const ContactInput<T>& in, T dt) {
    const T none(0.0);
    const T weight = p.elastic_before + p.elastic_after;
    const T arm = t.friction * in.radius;
    Holding<T> h;
    h.carried = t.carried;
    h.rate = t.rate;
    h.stiffness = r.tangential_stiffness * in.radius * in.radius;
    h.damping = T(2 * turning_damping) * sqrt(h.stiffness * t.inertia);
    h.lost = h.lost_damping = none;
    if constexpr (Law::stiffness_varies)
        change_load(h, stiffness_ratio(in, -dot(in.velocity, in.normal), dt));
    h.spring_limit = arm * max(r.elastic + r.damping * p.now, none);
    const T dashpots = p.damping_before * p.mean_before + p.damping_after * p.mean_after;
    h.limit = arm * max(weight * r.elastic + r.damping * dashpots, none);
    h.yields = T(0.5) * dt * dt / t.inertia;
    Held<T> out = held(h, p, in, dt);
    const auto rough = t.friction > none;
    out.memory = select(rough, T(1.0), none) * out.memory;
    out.lost = select(rough, out.lost, none);
    out.lost_damping = select(rough, out.lost_damping, none);
    return out;
}

/// How much of a step a force stands for that is constant from the onset to the end.
template <class T>
SCREE_INLINE T constant_parts(const ContactInput<T>& in, const StepParts<T>& p) {
    const T none(0.0), half(0.5);
    const auto usual = in.last > none, was_ending = in.last < none;
    const T before = select(usual, half, select(was_ending, T(1.0) + in.last, p.since));
    return before + select(p.last < none, -p.last, half);
}

/// The same for a force that grows evenly with the overlap; `stiffness` is that of all forces.
template <class T>
SCREE_INLINE T linear_parts(const ContactInput<T>& in, const StepParts<T>& p, T stiffness, T dt) {
    const T none(0.0), half(0.5);
    const T own = dt * dt * stiffness * in.inverse_mass, rest = -p.last;
    const auto is_new = !((in.last > none) | (in.last < none));
    const auto ends = (rest > none) & (rest < T(1.0));
    return select(is_new, LinearLaw::onset_elastic(p.since, own), half) +
           select(ends, LinearLaw::onset_elastic(rest, -own), half);
}

/// Cohesion over the step. `stiffness`: of spring and pull together.
template <class T>
SCREE_INLINE T pull_over_step(const Pull<T>& pull, const ContactInput<T>& in, const StepParts<T>& p,
                              T stiffness, T dt) {
    return pull.constant * constant_parts(in, p) +
           pull.slope * in.overlap * linear_parts(in, p, stiffness, dt);
}

/// The spring as the motion feels it.
template <class T>
SCREE_INLINE NormalResponse<T> softened(NormalResponse<T> r, const Pull<T>& pull, T overlap) {
    r.elastic = r.elastic - pull.slope * overlap;
    r.stiffness = r.stiffness - pull.slope;
    return r;
}

} // namespace detail

/// Forces, moment and new memory of one contact evaluated `dt` after the last one.
template <class Law, class T>
SCREE_INLINE ExtendedOutput<T> extended_response(const LawRow<T>& row, const ExtraLanes<T>& extra,
                                                 const ExtendedInput<T>& x, T dt) {
    const T none(0.0);
    const ContactInput<T>& in = x.in;
    const T approach = -dot(in.velocity, in.normal);
    ExtendedOutput<T> out;
    NormalResponse<T> r;
    T mend(0.0);
    out.lost_plastic = none;
    if constexpr (Law::has_history) {
        const Followed<T> f = Law::follow(row.normal, extra.history, in, x.trace.history);
        r = f.response;
        mend = f.mend;
        out.trace.history = f.history;
        out.lost_plastic = f.lost;
    } else {
        r = Law::response(row.normal, row.tangential, in.overlap, in.mass, in.radius);
        out.trace.history = {none, none, none, none};
    }
    const Pull<T> pull = pull_of(extra.turning, in.radius);
    const NormalResponse<T> felt = detail::softened(r, pull, in.overlap);
    const auto p = detail::step_parts<Law>(in, felt, approach, dt);
    out.contact = detail::answered<Law>(row.tangential[0], in, r, p, dt);
    // The pull of cohesion bears no friction and no rolling: those follow the push alone.
    out.contact.normal_force =
        out.contact.normal_force + (mend - detail::pull_over_step(pull, in, p, felt.stiffness, dt));
    if constexpr (Law::has_history) out.contact.last = in.overlap; // the law needs to know it

    const T size = in.mass * in.radius * in.radius, along = dot(x.turn, in.normal);
    const Triple<T> tip = x.turn - along * in.normal;
    const auto roll = detail::held_turning<Law>(
        {extra.turning[0], T(1.4) * size, detail::carried_spring(x.trace.roll, in, dt), tip}, r, p,
        in, dt);
    const auto twist = detail::held_turning<Law>(
        {extra.turning[1], T(0.4) * size, x.trace.twist * in.normal, along * in.normal}, r, p, in,
        dt);
    out.moment = roll.force + twist.force;
    out.trace.roll = roll.memory;
    out.trace.twist = dot(twist.memory, in.normal);
    out.lost_rolling = roll.lost + twist.lost;
    out.contact.lost_damping = out.contact.lost_damping + (roll.lost_damping + twist.lost_damping);
    return out;
}

} // namespace scree
