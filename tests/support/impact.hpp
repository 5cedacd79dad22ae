// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/scenes.hpp"

// One impact of grain 0 with grain 1 (if there is one) or with a plane wall through the origin.
namespace scree::test_support {

struct Impact {
    Scene scene;
    std::vector<Grain> grains; ///< touching at the start (gap 0), approaching
    Vec3 normal;               ///< unit, from grain 0 to its partner
    double approach = 0;       ///< m/s, normal speed before the impact
    double mass = 0;           ///< effective
    double radius = 0;         ///< effective
};

struct Rebound {
    double restitution = 0;  ///< normal
    double duration = 0;     ///< s
    double peak_overlap = 0; ///< m
    double peak_force = 0;   ///< N, the largest seen at whole steps
    Vec3 velocity, spin;     ///< of grain 0 afterwards
    std::int64_t steps = 0;  ///< spent in contact
};

/// Two grains of unequal size that meet head on, along a direction that is no axis.
Impact meeting_grains(const Scene& scene, double speed);
/// A grain thrown at a plane: `speed`, at `angle` (radians) to the normal, spinning with `spin`.
Impact grain_on_wall(const Scene& scene, double speed, double angle = 0,
                     const Vec3& spin = Vec3::Zero(), double radius = 0.005);

/// The contact begins `phase` (0 … 1) of a step before a whole step. Beginning and end of the
/// contact are found exactly, since before and after it the flight is free; the peak by cubic
/// interpolation.
Rebound run_impact(const Impact& impact, double dt, double phase);

} // namespace scree::test_support
