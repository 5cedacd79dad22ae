// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/laws/materials.hpp>

#include <vector>

// Force against overlap of one contact, for people who want to see a law.
namespace scree {

/// One head-on impact. `reloadings` times, when the overlap has fallen to the part `turn_at` of its
/// largest value, the velocity is reversed, as by a push from other grains.
struct CurveOptions {
    double mass = 1, radius = 1; ///< effective
    double speed = 1;            ///< m/s
    double dt = 0;               ///< s
    int reloadings = 0;
    double turn_at = 0.5;
};

struct CurvePoint {
    double time, overlap, force; ///< s, m, N (positive: pushes)
    double lost;                 ///< J up to now, dashpot and plastic overlap
    int reloading;               ///< how many have begun
};

/// The contact from touch to parting, one point per step; the last has no overlap, and its time is
/// that of the end. `rebound` (m/s) is the speed then.
struct Curve {
    std::vector<CurvePoint> points;
    double rebound = 0;
    bool sticks = false; ///< by cohesion: did not part within many times the duration of an impact
};
Curve force_curve(const PairValues& values, const CurveOptions& options);

} // namespace scree
