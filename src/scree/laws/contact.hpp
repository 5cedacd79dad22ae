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
    Triple<T> normal;    ///< unit, from A to B
    Triple<T> velocity;  ///< of B's surface relative to A's at the contact point
    Triple<T> spring;    ///< contact memory; zero when the contact is new
    T overlap;           ///< > 0
    T mass, radius;      ///< effective ones
    T twist;             ///< mean spin of A and B about the normal, rad/s
};

template <class T>
struct ContactOutput {
    T normal_force;              ///< pushes A and B apart
    Triple<T> tangential_force;  ///< on A; -on B
    Triple<T> spring;            ///< contact memory for the next step
    T lost_damping;              ///< J in this step, normal and tangential dashpots
    T lost_friction;             ///< J in this step, sliding
};

template <class T>
struct LawRow {
    T normal[4];
    T tangential[4];
};

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
    const T stretch =
        T(1.0) + T(0.5) * along * along / select(length2 > T(0.0), length2, T(1.0));
    const Triple<T> turned = stretch * flat;
    return turned + (dt * in.twist) * cross(n, turned);
}

}  // namespace detail

/// Forces and new memory of one contact evaluated `dt` after the last one.
template <class Law, class T>
SCREE_INLINE ContactOutput<T> contact_response(const LawRow<T>& row, const ContactInput<T>& in,
                                               T dt) {
    const T approach = -dot(in.velocity, in.normal);  // d(overlap)/dt; [F eq. 3.5] has the sign wrong
    const Triple<T> slide = in.velocity + approach * in.normal;
    const auto r = Law::response(row.normal, row.tangential, in.overlap, in.mass, in.radius);

    // Weights of a contact that begins or ends within a step of now.
    const T way = abs(approach) * dt;
    const auto crossing = in.overlap < way;
    T weight_elastic(1.0), weight_damping(1.0), grown(0.5), slid(1.0);
    if (any(crossing)) {
        const T phi = in.overlap / select(crossing, way, in.overlap);
        weight_elastic = select(crossing, Law::onset_elastic(phi), weight_elastic);
        weight_damping = select(crossing, Law::onset_damping(phi), weight_damping);
        const auto begins = crossing & (approach > T(0.0));
        grown = select(begins, phi, grown);
        slid = select(begins, phi, slid);
    }
    const T damping = weight_damping * r.damping;
    const T normal_force = weight_elastic * r.elastic + damping * approach;
    T lost_damping = dt * damping * approach * approach;
    T lost_friction(0.0);

    Triple<T> carried = detail::carried_spring(in, dt);
    if constexpr (Law::stiffness_varies) {
        // Mindlin: while the load grows the tangential force stays (the spring shrinks), while it
        // falls the spring stays (the force shrinks): neither creates energy; what each loses is
        // booked as sliding, for that is what happens at the rim of the contact.
        const T before = max(in.overlap - approach * dt, T(0.0));
        const T ratio = sqrt(before / in.overlap);  // k_t one step ago / now
        const T half_energy = T(0.5) * r.tangential_stiffness * dot(carried, carried);
        const auto loading = ratio < T(1.0);
        lost_friction = select(loading, half_energy * ratio * (T(1.0) - ratio),
                               half_energy * (ratio - T(1.0)));
        const T shrink = select(loading, ratio, T(1.0));
        carried = shrink * carried;
    }
    const Triple<T> trial = carried + (grown * dt) * slide;
    const T tangential_damping = weight_damping * r.tangential_damping;
    const Triple<T> wanted = r.tangential_stiffness * trial + tangential_damping * slide;
    const T limit = row.tangential[0] * max(normal_force, T(0.0));
    const T wanted2 = dot(wanted, wanted);
    const auto slips = wanted2 > limit * limit;

    // Sliding: the force is Coulomb's, carried by the spring alone; the dashpot is off.
    const T scale = limit / select(slips, sqrt(wanted2), T(1.0));
    const Triple<T> force = select(slips, scale * wanted, wanted);
    const Triple<T> spring =
        select(slips, (T(1.0) / r.tangential_stiffness) * force, trial);
    const Triple<T> slip = trial - spring;
    const Triple<T> mean = spring + (trial - (slid * dt) * slide);
    lost_friction = lost_friction + T(0.5) * r.tangential_stiffness * dot(mean, slip);
    lost_damping =
        lost_damping + select(slips, T(0.0), dt * tangential_damping * dot(slide, slide));

    return {normal_force, force, spring + (T(0.5) * dt) * slide, lost_damping, lost_friction};
}

}  // namespace scree
