// SPDX-License-Identifier: BSD-3-Clause
//
// The measurement behind docs/decisions/0010-rotation-scheme.md. Times are printed, not tested.
#include <scree/base/stopwatch.hpp>
#include <scree/motion/free_top.test.hpp>
#include <scree/motion/rotation_schemes.test.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

namespace scree {
namespace {

using namespace test;

const Vec3 moments(1.0, 1.6, 2.2);

struct EnergyError {
    double worst = 0, drift = 0; ///< relative; the drift: mean of the second half minus the first
};

/// Turning freely for many steps, from the attitude of the closed form.
EnergyError free_energy(FreeTurn turn, const FreeTop& top, double dt, int steps) {
    const RigidInertia inertia = rigid_inertia(1, moments);
    Quaternion q = top.attitude(0);
    const auto energy = [&] { return top.momentum().dot(spin_of(q, inertia, top.momentum())); };
    const double at_start = energy();
    EnergyError error;
    for (int k = 0; k < steps; ++k) {
        q = turn(q, inertia, top.momentum(), dt);
        const double now = energy() / at_start - 1;
        error.worst = std::max(error.worst, std::abs(now));
        error.drift += (k < steps / 2 ? -2 : 2) * now / steps;
    }
    return error;
}

double free_error(FreeTurn turn, const FreeTop& top, double time, int steps) {
    const RigidInertia inertia = rigid_inertia(1, moments);
    Quaternion q = top.attitude(0);
    for (int k = 0; k < steps; ++k) q = turn(q, inertia, top.momentum(), time / steps);
    return angle_between(top.attitude(time), q);
}

/// An asymmetric top in a field that pulls at two of its axes: chaotic, energy the only integral.
EnergyError field_energy(FreeTurn turn, double dt, int steps) {
    const RigidInertia inertia = rigid_inertia(1, moments);
    const Vec3 a(0.9, 0.3, -0.2), b(0.1, -0.8, 0.6); // arms, in the body's frame
    const Vec3 up(0, 0, 1), across(1, 0, 0);         // what pulls at them
    Quaternion q = Quaternion::Identity();
    const auto torque = [&] { return Vec3((q * a).cross(up) + (q * b).cross(across)); };
    Vec3 momentum = Vec3(0.9, 1.1, -0.4) - 0.5 * dt * torque(); // half a step back
    double at_start = 0;
    EnergyError error;
    for (int k = 0; k < steps; ++k) {
        const Vec3 t = torque();
        const Vec3 whole = momentum + 0.5 * dt * t;
        const double energy =
            0.5 * whole.dot(spin_of(q, inertia, whole)) - (q * a).dot(up) - (q * b).dot(across);
        if (k == 0) at_start = energy;
        const double scale = 3; // J: between the depth of the field and the energy of motion
        const double now = (energy - at_start) / scale;
        error.worst = std::max(error.worst, std::abs(now));
        error.drift += (k < steps / 2 ? -2 : 2) * now / steps;
        momentum += dt * t;
        q = turn(q, inertia, momentum, dt);
    }
    return error;
}

double nanoseconds(FreeTurn turn, const FreeTop& top) {
    const RigidInertia inertia = rigid_inertia(1, moments);
    double best = 1e30;
    for (int round = 0; round < 5; ++round) {
        const int steps = 100000;
        Quaternion q = top.attitude(0);
        const Stopwatch watch;
        for (int k = 0; k < steps; ++k) q = turn(q, inertia, top.momentum(), 2e-3);
        best = std::min(best, watch.seconds() / steps * 1e9);
        EXPECT_TRUE(q.coeffs().allFinite());
    }
    return best;
}

TEST(RotationSchemes, Compared) {
    const FreeTop top(moments, 0.9, 1.1);
    const double dt = 0.02, time = 1.3 * top.period();
    std::printf("%-18s %10s %10s %8s %10s %10s %10s %8s\n", "scheme", "free dE", "drift", "order",
                "error", "field dE", "drift", "ns");
    for (const Scheme& scheme : schemes) {
        const EnergyError free = free_energy(scheme.turn, top, dt, 1000000);
        const EnergyError field = field_energy(scheme.turn, dt, 1000000);
        const double coarse = free_error(scheme.turn, top, time, 400);
        const double fine = free_error(scheme.turn, top, time, 800);
        std::printf("%-18s %10.1e %10.1e %8.2f %10.1e %10.1e %10.1e %8.0f\n", scheme.name,
                    free.worst, free.drift, std::log2(coarse / fine), fine, field.worst,
                    field.drift, nanoseconds(scheme.turn, top));
        EXPECT_GE(std::log2(coarse / fine), 1.9) << scheme.name;
    }
    // What the decision rests on: ours keeps the energy of a free top to rounding, does not drift
    // in a field, and follows the free top better than any other.
    EXPECT_LT(free_energy(turned_freely, top, dt, 100000).worst, 1e-11);
    EXPECT_LT(std::abs(field_energy(turned_freely, dt, 1000000).drift), 1e-5);
    EXPECT_GT(std::abs(field_energy(midpoint, dt, 1000000).drift), 1e-4);
    EXPECT_GT(free_energy(no_squish, top, dt, 100000).worst, 1e-6);
    for (const Scheme& scheme : schemes)
        EXPECT_LE(free_error(turned_freely, top, time, 800),
                  free_error(scheme.turn, top, time, 800));
}

} // namespace
} // namespace scree
