// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/simd.hpp>
#include <scree/laws/materials.hpp>

#include <array>

// The two normal laws, each one formula for double and Pack. A law maps overlap, effective mass and
// effective radius to an elastic force, a damping coefficient and their tangential counterparts.
//
// Onset. A step in which a contact begins or ends sees the force at one end only, and the trapezoid
// hidden in the leapfrog lets that end stand for half a step whatever part of it the contact
// lasted: an error of first order in the step for a force that jumps at zero overlap (the linear
// dashpot), and noise of second order in the energy of every collision. An overlap d that grows or
// falls at d' began or ends at phi = d / (|d'| dt) steps from here, and the part of a step to stand
// for on that side is known in closed form: for a force that goes as t^p from the onset, phi/(p+1)
// makes the first piece exact, and -zeta(-p, 1+phi)/phi^p - 1/2 (Hurwitz zeta) also removes the
// error of the later trapezoids near the branch point, needed when 0 < p < 1. Both give phi for p =
// 0.
namespace scree {

/// The constants of one pair of materials as the kernels read them: one cache line.
struct alignas(64) PairRow {
    std::array<double, 4> normal;     ///< meaning: see the law
    std::array<double, 4> tangential; ///< [0] friction, the rest: see the law
};

/// Builds the row of a pair for its law.
PairRow pair_row(const PairValues& values);

/// What laws/extended.hpp needs besides.
struct alignas(64) ExtraRow {
    /// Rolling friction, twisting friction; of cohesion over the effective radius: the constant
    /// pull (N/m) and the slope of the one that grows with the overlap (N/m²).
    std::array<double, 4> turning;
    std::array<double, 4> history; ///< meaning: see the law
};
ExtraRow extra_row(const PairValues& values);

/// Pournin's law: the steepest slope over that of the first loading is this over e². Two leaves as
/// much to lose to small reloadings as the first unloading gives back; one would leave nothing.
inline constexpr double pournin_steepness = 2;

/// Duration of one isolated impact over sqrt(m/k), k the stiffness of the first loading.
double walton_duration(double restitution);
double pournin_duration(double restitution);

/// Damping ratio of the linear law: c = ratio · sqrt(k m), from the restitution [F eq. 3.13–3.14]:
/// -2 ln e / sqrt(pi² + ln² e).
double linear_damping(double restitution);

/// sqrt(5/6) of the linear one: a Hertz spring with c = ratio · sqrt(S_n m), S_n = dF/dd, returns
/// exactly e at any speed (Antypov & Elliott 2011).
double hertz_damping(double restitution);

template <class T>
struct NormalResponse {
    T elastic;              ///< N, repulsive
    T stiffness;            ///< N/m, its derivative
    T damping;              ///< N s/m
    T tangential_stiffness; ///< N/m
    T tangential_damping;   ///< N s/m
};

/// k = normal[0] + normal[1]·m, F = k d, c = normal[2] sqrt(k m); tangential: normal[3] times both.
struct LinearLaw {
    static constexpr bool has_history = false;
    static constexpr bool stiffness_varies = false;
    static constexpr double mean_onset_damping = 1.0; ///< of t^p over [0, 1], p = 0

    template <class T>
    SCREE_INLINE static NormalResponse<T> response(const T (&p)[4], const T (&)[4], T overlap,
                                                   T mass, T /*radius*/) {
        const T stiffness = p[0] + p[1] * mass;
        const T damping = p[2] * sqrt(stiffness * mass);
        return {stiffness * overlap, stiffness, damping, p[3] * stiffness, p[3] * damping};
    }
    /// phi/2, and a share for the grains' being slowed by this very force within the step, which
    /// makes the work of the first and of the last force exact: the sum of F_n (d_n+1 - d_n-1)/2
    /// telescopes for F = k d. `own` is dt² k/m at the onset and minus that at the end. Without it
    /// each collision would lose (omega dt)^4/15 of its energy in the mean.
    template <class T>
    SCREE_INLINE static T onset_elastic(T phi, T own) {
        return T(0.5) * phi - T(0.125) * own * phi * (T(1.0) - phi * phi);
    }
    template <class T>
    SCREE_INLINE static T onset_damping(T phi) {
        return phi;
    }
    /// Energy in the normal spring.
    template <class T>
    SCREE_INLINE static T stored(T elastic, T overlap) {
        return T(0.5) * elastic * overlap;
    }
};

/// normal: [0] 2 E*, [1] damping ratio; tangential: [1] 8 G*. With a = sqrt(R d):
/// S_n = 2 E* a, F = 2/3 S_n d, c = ratio sqrt(S_n m), k_t = 8 G* a, c_t = ratio sqrt(k_t m).
struct HertzLaw {
    static constexpr bool has_history = false;
    static constexpr bool stiffness_varies = true;
    static constexpr double mean_onset_damping = 0.8; ///< p = 1/4

    template <class T>
    SCREE_INLINE static NormalResponse<T> response(const T (&p)[4], const T (&q)[4], T overlap,
                                                   T mass, T radius) {
        const T contact_radius = sqrt(radius * overlap);
        const T normal = p[0] * contact_radius;
        const T tangential = q[1] * contact_radius;
        return {T(2.0 / 3.0) * normal * overlap, normal, p[1] * sqrt(normal * mass), tangential,
                p[1] * sqrt(tangential * mass)};
    }
    /// -zeta(-3/2, 1+phi) / phi^(3/2) - 1/2, the zeta matched to 1e-6 on [0, 1]. 2/5 phi would be
    /// exact for the first piece, but leave dt^2.5 of each collision's energy to the later
    /// trapezoids.
    template <class T>
    SCREE_INLINE static T onset_elastic(T phi, T /*own*/) {
        const T zeta =
            T(y0) + phi * (T(y1) + phi * (T(y2) + phi * (T(y3) + phi * (T(y4) + phi * T(y5)))));
        return zeta / (phi * sqrt(phi)) - T(0.5);
    }
    /// -zeta(-1/4, 1+phi) / phi^(1/4) - 1/2; the zeta is smooth on [0, 1.25] and this polynomial
    /// matches it to 3e-5 (the test compares with the series).
    template <class T>
    SCREE_INLINE static T onset_damping(T phi) {
        const T zeta = T(z0) + phi * (T(z1) + phi * (T(z2) + phi * (T(z3) + phi * T(z4))));
        return zeta / sqrt(sqrt(phi)) - T(0.5);
    }
    template <class T>
    SCREE_INLINE static T stored(T elastic, T overlap) {
        return T(0.4) * elastic * overlap;
    }

    static constexpr double y0 = 0.0254860317, y1 = 0.3117691405, y2 = 0.5483628804,
                            y3 = 0.1598982727, y4 = -0.0238316148, y5 = 0.0038010371;
    static constexpr double z0 = 0.32042479, z1 = 0.86146797, z2 = 0.17565018, z3 = -0.04573813,
                            z4 = 0.0086427;
};

} // namespace scree
