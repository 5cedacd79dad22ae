// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What one impact must give, written down again from the literature and not from the engine.
namespace scree::test_support {

struct ImpactOracle {
    double restitution = 0, duration = 0, peak_overlap = 0;
};

/// m d'' = -k d - c d' with k and c from duration and restitution: d = v/w exp(-l t) sin(w t),
/// w = pi/T, l = -ln(e)/T [F eq. 3.13–3.14]; the peak is where tan(w t) = w/l.
ImpactOracle linear_impact(double duration, double restitution, double approach);

/// m d'' = -4/3 E* sqrt(R) d^1.5, in closed form: peak (15 m v²/(16 E* sqrt(R)))^0.4, duration
/// 4/5 B(2/5, 1/2) peak / v.
ImpactOracle elastic_hertz_impact(double young, double mass, double radius, double approach);

/// The same with the dashpot c = sqrt(5/6) · -2 ln e/sqrt(pi² + ln² e) · sqrt(m S_n), S_n = 2 E*
/// sqrt(R d), by a Runge–Kutta method of fourth order with 1/50000 of the elastic duration. Its own
/// error, checked by halving, is below 1e-5: the branch point of d^(1/4) costs it some of its
/// order.
ImpactOracle damped_hertz_impact(double young, double mass, double radius, double approach,
                                 double restitution);

/// A sphere on a plane, linear law with friction and tangential spring and dashpot; t is along the
/// plane, slide = v_t + lever · w with lever = r - d/2. Coulomb's limit holds for spring and
/// dashpot together, and for the spring alone, which slips.
struct ObliqueSphere {
    double mass, radius;
    double stiffness, damping; ///< normal
    double tangential_ratio, friction;
};
struct ObliqueOracle {
    double normal_speed, tangential_velocity, spin; ///< after the impact
};
ObliqueOracle oblique_impact(const ObliqueSphere& sphere, double approach, double tangential,
                             double spin);

} // namespace scree::test_support
