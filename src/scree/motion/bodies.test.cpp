// SPDX-License-Identifier: BSD-3-Clause
#include <scree/motion/bodies.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

namespace scree {
namespace {

constexpr double mass = 0.5, radius = 0.25;
const Vec3 weightless = Vec3::Zero();

Bodies make_bodies(std::size_t count) {
    Bodies bodies;
    bodies.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        bodies.ball[i] = {0, 0, 0, radius};
        bodies.kinetic[i] = {0, 0, 0, 1 / mass, 0, 0, 0, 2};
        bodies.half[i].mass = mass;
        bodies.drift[i] = {2.5 / (mass * radius * radius), 4};
        bodies.id[i] = static_cast<std::uint32_t>(i);
    }
    return bodies;
}

/// Force from position and from the velocity predicted for the whole step, as contacts see it.
using Force = std::function<ForceRow(const Ball&, const Kinetic&)>;

struct Ending {
    Vec3 position, velocity, spin;
};

Ending run(Bodies bodies, const Force& force, const Vec3& gravity, double time, int steps) {
    const double dt = time / steps;
    ForceRow now = force(bodies.ball[0], bodies.kinetic[0]);
    start(bodies, 0, now, gravity, dt);
    for (int k = 0; k < steps; ++k) {
        drift_baseline(drift_task(bodies, 0, 1, &now, gravity, dt));
        now = force(bodies.ball[0], bodies.kinetic[0]);
    }
    const WholeStep end = at_whole_step(bodies, 0, now, gravity, dt);
    return {{bodies.ball[0].x, bodies.ball[0].y, bodies.ball[0].z}, end.velocity, end.spin};
}

double order(double coarse, double fine) { return std::log2(coarse / fine); }

// x'' = -w² x in three directions at once, a little over one period: far from the start's phase,
// where the leading error could vanish by symmetry.
TEST(Motion, HarmonicForceIsSecondOrder) {
    const double stiffness = 40, w = std::sqrt(stiffness / mass),
                 time = 1.1 * 2 * std::numbers::pi / w;
    Bodies bodies = make_bodies(1);
    bodies.ball[0] = {1, 0.5, -0.2, radius};
    bodies.kinetic[0].vy = 3;
    const Force spring = [&](const Ball& b, const Kinetic&) {
        return ForceRow{-stiffness * b.x, -stiffness * b.y, -stiffness * b.z, 0, 0, 0, 0, 0};
    };
    const double c = std::cos(w * time), s = std::sin(w * time);
    const Vec3 exact(c, 0.5 * c + 3 / w * s, -0.2 * c);
    const Vec3 exact_velocity(-w * s, -0.5 * w * s + 3 * c, 0.2 * w * s);
    for (int steps = 50; steps <= 400; steps *= 2) {
        const Ending coarse = run(bodies, spring, weightless, time, steps);
        const Ending fine = run(bodies, spring, weightless, time, 2 * steps);
        EXPECT_GE(order((coarse.position - exact).norm(), (fine.position - exact).norm()), 1.95);
        EXPECT_GE(order((coarse.velocity - exact_velocity).norm(),
                        (fine.velocity - exact_velocity).norm()),
                  1.95);
    }
}

// A spring with a strong dashpot (restitution about 0.2), the velocity predicted.
TEST(Motion, DashpotWithPredictedVelocityIsSecondOrder) {
    const double stiffness = 40, damping = 4, time = 0.35;
    const double decay = damping / (2 * mass), w = std::sqrt(stiffness / mass - decay * decay);
    Bodies bodies = make_bodies(1);
    bodies.kinetic[0].vx = 2; // begins at rest length with a speed, like an impact
    const Force law = [&](const Ball& b, const Kinetic& k) {
        return ForceRow{-stiffness * b.x - damping * k.vx, 0, 0, 0, 0, 0, 0, 0};
    };
    const double e = std::exp(-decay * time);
    const double exact = 2 / w * e * std::sin(w * time);
    const double exact_velocity = 2 * e * (std::cos(w * time) - decay / w * std::sin(w * time));
    for (int steps = 50; steps <= 800; steps *= 2) {
        const Ending coarse = run(bodies, law, weightless, time, steps);
        const Ending fine = run(bodies, law, weightless, time, 2 * steps);
        EXPECT_GE(order(std::abs(coarse.position.x() - exact), std::abs(fine.position.x() - exact)),
                  1.9);
        EXPECT_GE(order(std::abs(coarse.velocity.x() - exact_velocity),
                        std::abs(fine.velocity.x() - exact_velocity)),
                  1.9);
    }
}

// Nothing but dashpots, on velocity and spin: v = v0 exp(-c t/m), w = w0 exp(-k t/I).
TEST(Motion, DampedSpinIsSecondOrder) {
    const double inertia = 0.4 * mass * radius * radius, damping = 0.02, time = 0.5;
    Bodies bodies = make_bodies(1);
    bodies.kinetic[0] = {0, 0, 0, mass, 3, -2, 1, 0};
    const Force law = [&](const Ball&, const Kinetic& k) {
        return ForceRow{0, 0, 0, 0, -damping * k.wx, -damping * k.wy, -damping * k.wz, 0};
    };
    const Vec3 exact = std::exp(-damping * time / inertia) * Vec3(3, -2, 1);
    for (int steps = 50; steps <= 400; steps *= 2) {
        const Ending coarse = run(bodies, law, weightless, time, steps);
        const Ending fine = run(bodies, law, weightless, time, 2 * steps);
        EXPECT_GE(order((coarse.spin - exact).norm(), (fine.spin - exact).norm()), 1.9);
        EXPECT_EQ(coarse.position, weightless);
    }
}

// Dyadic numbers: no rounding anywhere, so the parabola is hit to the bit.
TEST(Motion, FreeFallIsExact) {
    Bodies bodies = make_bodies(1);
    bodies.ball[0] = {1, 2, 3, radius};
    bodies.kinetic[0].vx = 0.5;
    bodies.kinetic[0].vz = 4;
    const Vec3 gravity(0.25, 0, -9.75);
    const Force none = [](const Ball&, const Kinetic&) { return ForceRow{}; };
    const Ending end = run(bodies, none, gravity, 2, 256);
    EXPECT_EQ(end.position, Vec3(1 + 0.5 * 2 + 0.5 * 0.25 * 4, 2, 3 + 4 * 2 - 0.5 * 9.75 * 4));
    EXPECT_EQ(end.velocity, Vec3(0.5 + 0.25 * 2, 0, 4 - 9.75 * 2));
}

TEST(Motion, ConstantTorqueSpinsUpTheSolidSphere) {
    const Force torque = [](const Ball&, const Kinetic&) {
        return ForceRow{0, 0, 0, 0, 0, 0.125, -0.25, 0};
    };
    const Ending end = run(make_bodies(1), torque, weightless, 1, 64);
    const double inertia = 0.4 * mass * radius * radius;
    // Sums of 64 equal numbers: rounding of a few units in the last place.
    EXPECT_NEAR(end.spin.y(), 0.125 / inertia, 1e-12);
    EXPECT_NEAR(end.spin.z(), -0.25 / inertia, 1e-12);
    EXPECT_EQ(end.spin.x(), 0);
}

TEST(Motion, RadiusMassAndMaterialPassThrough) {
    Bodies bodies = make_bodies(3);
    const ForceRow force[3] = {{1, 2, 3, 0, 4, 5, 6, 0}, {7, 8, 9, 0, 1, 2, 3, 0}, {}};
    for (std::size_t i = 0; i < 3; ++i) start(bodies, i, force[i], {0, 0, -9.81}, 1e-3);
    for (int k = 0; k < 10; ++k)
        drift_baseline(drift_task(bodies, 0, 3, force, {0, 0, -9.81}, 1e-3));
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(bodies.ball[i].radius, radius);
        EXPECT_EQ(bodies.kinetic[i].inverse_mass, 1 / mass);
        EXPECT_EQ(bodies.kinetic[i].material, 2);
        EXPECT_EQ(bodies.half[i].mass, mass);
        EXPECT_EQ(bodies.half[i].material, 2);
    }
}

TEST(Motion, ARangeMovesOnlyItsOwnBodies) {
    Bodies bodies = make_bodies(5);
    const ForceRow force[2] = {{1, 0, 0, 0, 0, 0, 0, 0}, {0, 3, 4, 0, 0, 0, 0, 0}};
    const DriftReport report = drift_baseline(drift_task(bodies, 2, 4, force, weightless, 0.5));
    for (const std::size_t still : {0U, 1U, 4U}) EXPECT_EQ(bodies.ball[still].x, 0);
    EXPECT_EQ(bodies.ball[2].x, 0.5 * 0.5 * 1 / mass);
    EXPECT_EQ(bodies.ball[3].z, 0.5 * 0.5 * 4 / mass);
    EXPECT_EQ(report.largest_pace2, 4 * 25.0); // speed 5 · 0.5/mass, reach 1/2
    EXPECT_EQ(report.broken, SIZE_MAX);
}

TEST(Motion, TheFirstBrokenBodyIsReported) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double bad : {nan, infinity, -infinity, 1e200}) // 1e200 squares to infinity
        for (int field = 0; field < 6; ++field) {
            Bodies bodies = make_bodies(6);
            ForceRow force[6] = {};
            double* fields[6] = {&force[3].fx, &force[3].fy, &force[3].fz,
                                 &force[3].tx, &force[3].ty, &force[3].tz};
            *fields[field] = bad;
            force[5].fx = bad;
            EXPECT_EQ(drift_baseline(drift_task(bodies, 0, 6, force, weightless, 1e-3)).broken, 3U);
        }
}

TEST(Bodies, TheTwoIdleOnesTouchNothing) {
    const Bodies bodies = make_bodies(4);
    ASSERT_EQ(bodies.ball.size(), 6U);
    const Ball &a = bodies.ball[4], &b = bodies.ball[5];
    EXPECT_EQ(a.radius + b.radius, 0);
    EXPECT_GT(std::abs(b.x - a.x), 0);
    EXPECT_GT(bodies.kinetic[4].inverse_mass, 0);
    EXPECT_GT(bodies.bytes(), 4 * (sizeof(Ball) + sizeof(Kinetic) + sizeof(HalfStep)));
}

} // namespace
} // namespace scree
