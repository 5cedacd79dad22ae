// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <support/scenes.hpp>

#include <scree/shapes/generated.hpp>

#include <cmath>
#include <numbers>

// Scenes with grains that are no balls.
namespace scree::test_support {

/// Radius of the ball that has the volume of a cube of side 2 · half.
inline double radius_of_cube(double half) { return half * std::cbrt(6 / std::numbers::pi); }

inline GrainShape cube_shape() { return grain_shape("cube", solid_box({1, 1, 1})); }

/// A grain of the scene's shape `shape` whose described frame stands at `attitude`.
inline Grain shaped_grain(const Scene& scene, int shape, const Vec3& center, double radius,
                          const Eigen::Quaterniond& attitude = Eigen::Quaterniond::Identity()) {
    Grain g = grain_at(center, radius);
    g.shape = shape;
    const Eigen::Quaterniond frame(scene.shapes[static_cast<std::size_t>(shape)].frame);
    g.attitude = (attitude * frame).normalized();
    return g;
}

/// Kinetic energy of turning, from a frame: ω·L/2 with L from the world's own inertia.
inline double energy_of(World& world, const Scene& scene, Ledger& ledger) {
    const Measures m = take_measures(scene, world, ledger);
    return m.kinetic + m.potential + m.stored;
}

inline Eigen::Quaterniond turned(const Vec3& axis, double angle) {
    return Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()));
}

} // namespace scree::test_support
