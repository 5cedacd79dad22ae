// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/scene/scene.hpp>

#include <span>
#include <string>

namespace scree {

/// A normal impact must be resolved by this many steps: restitution, duration and peak overlap are
/// then right to better than 1e-3 (tests/physics/impact.test.cpp), and stability has room to spare.
inline constexpr double steps_per_contact = 50;
/// A strong dashpot (restitution below a half) works faster than that: a step is at most this part
/// of mass over damping.
inline constexpr double steps_per_damping_time = 37;
/// Coarser than this is refused unless forced.
inline constexpr double fewest_steps_per_contact = 20;

/// The same for half a period of the fastest swing that bonds allow, which hardly any does: the
/// leapfrog then keeps the energy to a few thousandths.
inline constexpr double steps_per_swing = 20, fewest_steps_per_swing = 5;

struct StepChoice {
    double dt = 0;           ///< s
    double contact_time = 0; ///< s, of the shortest contact considered
    std::string reason;      ///< for people
    double unsafe_above = 0; ///< s, 1/20 of that contact
};

StepChoice choose_time_step(const Scene& scene, std::span<const Grain> grains);

/// Effective values of one impact between grains (or a grain and a wall: infinite mass and radius).
struct ImpactValues {
    double mass = 0, radius = 0; ///< effective
    double speed = 0;            ///< m/s, of the impact considered (Hertz depends on it)
    double stiffness = 0;        ///< N/m; Hertz: at the peak overlap of that impact
    double damping = 0;          ///< N s/m; Hertz: at the peak overlap
    double contact_time = 0;     ///< s
    double peak_overlap = 0;     ///< m, of the undamped impact for Hertz
    double critical_step = 0;    ///< s, 2/omega of the pair's undamped oscillation
    /// How much faster shapes swing on their contacts than balls of their masses, squared: on a
    /// broad face, or about a push far from the centre.
    double quickness = 1;
};
ImpactValues impact_values(const PairValues& values, double mass, double radius, double speed);

/// The largest speed the scene is expected to reach: what it starts with and a fall over its
/// height.
double expected_speed(const Scene& scene, std::span<const Grain> grains);

} // namespace scree
