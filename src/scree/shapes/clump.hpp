// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/bounds.hpp>
#include <scree/base/pose.hpp>
#include <scree/shapes/mass.hpp>

#include <memory>
#include <span>
#include <vector>

namespace scree {

struct ClumpBall {
    Vec3 center = Vec3::Zero();
    double radius = 0;
};

/// What a clump is made of; never changes once built, shared by all that use it.
struct ClumpData {
    std::vector<ClumpBall> balls;
    double reach = 0; ///< the largest distance of a point of the clump from the origin
    /// Of the union, in which what several balls share counts once; relative error below 1e-10.
    MassProperties mass;
    double mass_error = 0; ///< estimate of that error, relative
};

/// A rigid union of balls.
struct Clump {
    std::shared_ptr<const ClumpData> data;
};

/// Throws InputError: no balls, numbers that are not finite, radii that are not > 0, and balls
/// outside, which touch none of the others (it says how far away they are).
Clump make_clump(std::span<const ClumpBall> balls);

inline double reach(const Clump& clump) { return clump.data->reach; }
inline MassProperties mass_properties(const Clump& clump) { return clump.data->mass; }

/// Axis-aligned bounds of the posed clump.
Bounds bounds(const Clump& clump, const Pose& pose);

/// All lengths multiplied by the factor > 0.
Clump scaled(const Clump& clump, double factor);

} // namespace scree
