// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/random.hpp>
#include <scree/motion/free_top.test.hpp>
#include <scree/motion/rigid_body.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <numbers>

namespace scree {
namespace {

using namespace test;

const Vec3 moments(1.0, 1.6, 2.2); // ascending, for the closed form

/// Load from where the body is and how it is predicted to move, as contacts see it.
using LoadAt = std::function<Load(const RigidBody&, const RigidMotion&)>;

struct Ending {
    RigidBody body;
    RigidMotion motion;
};

Ending run(RigidBody body, const RigidInertia& inertia, const LoadAt& load, double time,
           int steps) {
    const double dt = time / steps;
    const Vec3 spin = spin_of(body.attitude, inertia, body.angular_momentum);
    Load now = load(body, {body.velocity, spin});
    start(body, inertia, now, dt);
    for (int k = 0; k < steps; ++k) {
        const RigidMotion predicted = advance(body, inertia, now, dt);
        now = load(body, predicted);
    }
    return {body, at_whole_step(body, inertia, now, dt)};
}

const LoadAt no_load = [](const RigidBody&, const RigidMotion&) { return Load{}; };

RigidBody body_of(const FreeTop& top) {
    RigidBody body;
    body.attitude = top.attitude(0);
    body.angular_momentum = top.momentum();
    return body;
}

double order(double coarse, double fine) { return std::log2(coarse / fine); }

// The closed form itself, against the equations it claims to solve.
TEST(FreeTopOracle, SolvesEulersEquationsAndKeepsTheMomentum) {
    const FreeTop top(moments, 0.9, 1.1);
    const double h = 1e-4;
    for (double t = 0.1; t < 30; t += 0.7) {
        const Vec3 w = top.body_spin(t);
        const Vec3 rate = (top.body_spin(t + h) - top.body_spin(t - h)) / (2 * h);
        const Vec3 m = moments.cwiseProduct(w);
        EXPECT_LT((moments.cwiseProduct(rate) - m.cross(w)).norm(), 1e-7) << t;
        EXPECT_LT((top.attitude(t) * m - top.momentum()).norm(), 1e-12) << t;
        const Eigen::Quaterniond turn = top.attitude(t - h).conjugate() * top.attitude(t + h);
        const double sign = turn.w() < 0 ? -1 : 1;
        EXPECT_LT((sign * turn.vec() / h - w).norm(), 1e-7) << t; // half the angle over h
    }
}

TEST(RigidBody, FreeTopIsFourthOrder) {
    const FreeTop top(moments, 0.9, 1.1);
    const RigidInertia inertia = rigid_inertia(1, moments);
    const double time = 1.3 * top.period();
    for (int steps = 50; steps <= 400; steps *= 2) {
        const auto error = [&](int n) {
            return angle_between(top.attitude(time),
                                 run(body_of(top), inertia, no_load, time, n).body.attitude);
        };
        EXPECT_GE(order(error(steps), error(2 * steps)), 3.9);
    }
}

// A torque of -γ times the angular momentum, found from the predicted spin: the top goes through
// the attitudes of the free one, at the time (1 - exp(-γt))/γ.
TEST(RigidBody, TorqueThatDependsOnTheSpinIsSecondOrder) {
    const FreeTop top(moments, 0.9, 1.1);
    const RigidInertia inertia = rigid_inertia(1, moments);
    const double rate = 0.3, time = 6, own_time = (1 - std::exp(-rate * time)) / rate;
    const LoadAt drag = [&](const RigidBody& body, const RigidMotion& motion) {
        return Load{.torque = -rate * angular_momentum_of(body.attitude, inertia, motion.spin)};
    };
    const Vec3 spin = std::exp(-rate * time) * (top.attitude(own_time) * top.body_spin(own_time));
    for (int steps = 100; steps <= 800; steps *= 2) {
        const Ending coarse = run(body_of(top), inertia, drag, time, steps);
        const Ending fine = run(body_of(top), inertia, drag, time, 2 * steps);
        const auto attitude_error = [&](const Ending& end) {
            return angle_between(top.attitude(own_time), end.body.attitude);
        };
        EXPECT_GE(order(attitude_error(coarse), attitude_error(fine)), 1.9);
        EXPECT_GE(order((coarse.motion.spin - spin).norm(), (fine.motion.spin - spin).norm()), 1.9);
    }
}

// Steady precession of a symmetric top with its tip held: I1 p² cos θ - I3 n p + m g l = 0, where n
// is the spin about its axis. The attitude is Rz(p t) Rx(θ) Rz((n - p cos θ) t).
struct HeavyTop {
    double i1 = 2, i3 = 1.2, weight_arm = 3.1, tilt = 0.7, own_spin = 9;

    double precession() const {
        const double c = std::cos(tilt);
        const double root = std::sqrt(i3 * i3 * own_spin * own_spin - 4 * i1 * c * weight_arm);
        return 2 * weight_arm / (i3 * own_spin + root); // the slow one
    }
    Eigen::Quaterniond attitude(double t) const {
        const auto turn = [](double angle, const Vec3& axis) {
            return Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis));
        };
        return turn(precession() * t, Vec3::UnitZ()) * turn(tilt, Vec3::UnitX()) *
               turn((own_spin - precession() * std::cos(tilt)) * t, Vec3::UnitZ());
    }
    Vec3 body_spin() const { return {0, precession() * std::sin(tilt), own_spin}; } // at t = 0
    RigidInertia inertia() const { return rigid_inertia(1, {i1, i1, i3}); }
    LoadAt load() const {
        return [arm = weight_arm](const RigidBody& body, const RigidMotion&) {
            const Vec3 axis = body.attitude * Vec3::UnitZ();
            return Load{.torque = arm * axis.cross(-Vec3::UnitZ())};
        };
    }
    RigidBody body() const {
        RigidBody body;
        body.attitude = attitude(0);
        body.angular_momentum =
            angular_momentum_of(body.attitude, inertia(), body.attitude * body_spin());
        return body;
    }
    double energy(const Ending& end) const {
        return kinetic_energy(end.body.attitude, inertia(), end.motion) +
               weight_arm * (end.body.attitude * Vec3::UnitZ()).z();
    }
};

TEST(RigidBody, HeavyTopPrecessesAsItMust) {
    const HeavyTop top;
    const double time = 2 * std::numbers::pi / top.precession(); // once around
    for (int steps = 2000; steps <= 16000; steps *= 2) {
        const Ending coarse = run(top.body(), top.inertia(), top.load(), time, steps);
        const Ending fine = run(top.body(), top.inertia(), top.load(), time, 2 * steps);
        const double error = angle_between(top.attitude(time), coarse.body.attitude);
        const double finer = angle_between(top.attitude(time), fine.body.attitude);
        EXPECT_GE(order(error, finer), 1.95);
        EXPECT_NEAR(top.energy(fine), top.energy(coarse), 1e-4);
        EXPECT_NEAR((fine.body.attitude * Vec3::UnitZ()).z(), std::cos(top.tilt), 1e-4);
    }
}

// The requirement, at a step in which the body turns by about 0.03 rad: far more than a
// contact would allow.
TEST(RigidBody, FreeTopOverAMillionSteps) {
    const FreeTop top(moments, 0.9, 1.1);
    const RigidInertia inertia = rigid_inertia(1, moments);
    RigidBody body = body_of(top);
    const Vec3 momentum = body.angular_momentum;
    const double dt = 0.02;
    double energy = 0, momentum_error = 0, unit_error = 0;
    std::array<double, 2> mean{}; // of the relative energy error in the two halves
    double worst = 0;
    const int steps = 1000000;
    for (int k = 0; k < steps; ++k) {
        const RigidMotion motion = advance(body, inertia, {}, dt);
        const double now = kinetic_energy(body.attitude, inertia, motion);
        if (k == 0) energy = now;
        const double error = now / energy - 1;
        worst = std::max(worst, std::abs(error));
        mean[k < steps / 2 ? 0 : 1] += 2 * error / steps;
        if (k % 1000 != 0) continue;
        const Vec3 found = angular_momentum_of(body.attitude, inertia, motion.spin);
        momentum_error = std::max(momentum_error, (found - momentum).norm() / momentum.norm());
        unit_error = std::max(unit_error, std::abs(body.attitude.norm() - 1));
    }
    std::printf(
        "free top, 1e6 steps: momentum within %.1e, energy within %.1e (means of the halves "
        "%.1e, %.1e), quaternion unit within %.1e\n",
        momentum_error, worst, mean[0], mean[1], unit_error);
    EXPECT_EQ(body.angular_momentum, momentum);
    EXPECT_LT(momentum_error, 1e-14);
    EXPECT_LT(worst, 1e-11); // rounding of a million steps; asked for are 1e-6
    EXPECT_LT(std::abs(mean[1] - mean[0]), 1e-11);
    EXPECT_LT(unit_error, 1e-15);
}

// A box thrown about its middle axis turns over and over, with the period of the closed form.
TEST(RigidBody, DzhanibekovTurnsOverWithTheAnalyticPeriod) {
    const Vec3 sides(0.3, 0.2, 0.1); // moments in ascending order
    const Vec3 box(sides.y() * sides.y() + sides.z() * sides.z(),
                   sides.x() * sides.x() + sides.z() * sides.z(),
                   sides.x() * sides.x() + sides.y() * sides.y());
    const RigidInertia inertia = rigid_inertia(12, box);
    // Nearly on the separatrix M² = 2 E I2: at its fastest the middle axis has nearly all.
    const double ratio = std::sqrt(box.x() * (box.y() - box.x()) / (box.z() * (box.z() - box.y())));
    const FreeTop top(box, 10, 10 * ratio * (1 + 1e-4));
    EXPECT_GT(top.modulus(), 0.999);
    RigidBody body = body_of(top);
    const double dt = 1e-3;
    double last = 0, first_flip = -1;
    int flips = 0;
    for (int k = 1; flips < 41; ++k) {
        ASSERT_LT(k, 200000);
        const RigidMotion motion = advance(body, inertia, {}, dt);
        const double middle = (body.attitude.conjugate() * motion.spin).y();
        if (last < 0 && middle >= 0) {
            const double t = (k - middle / (middle - last)) * dt;
            if (flips++ == 0) first_flip = t;
            if (flips == 41) {
                EXPECT_NEAR((t - first_flip) / 40, top.period(), 1e-5 * top.period());
            }
        }
        last = middle;
    }
}

TEST(RigidBody, ScalingByPowersOfTwoIsExact) {
    const double length = 0x1p-20, mass = 0x1p-35, time = 0x1p-11;
    const double inertia_scale = mass * length * length;
    const FreeTop top(moments, 0.9, 1.1);
    RigidBody a = body_of(top), b = a;
    a.velocity = {1, 2, 3};
    b.velocity = a.velocity * (length / time);
    b.angular_momentum *= inertia_scale / time;
    const RigidInertia ia = rigid_inertia(1.5, moments),
                       ib = rigid_inertia(1.5 * mass, moments * inertia_scale);
    Random random(7);
    for (int k = 0; k < 1000; ++k) {
        const auto vector = [&] {
            return Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        };
        const Load load{vector(), vector(), vector()};
        const Load scaled{load.force * (mass * length / time / time),
                          load.torque * (inertia_scale / time / time),
                          load.gravity * (length / time / time)};
        const double dt = k % 10 == 0 ? 2 : 0.05; // with and without parts
        const RigidMotion ma = advance(a, ia, load, dt);
        const RigidMotion mb = advance(b, ib, scaled, dt * time);
        ASSERT_EQ(a.attitude.coeffs(), b.attitude.coeffs());
        ASSERT_EQ(Vec3(a.position * length), b.position);
        ASSERT_EQ(Vec3(ma.spin / time), mb.spin);
        ASSERT_EQ(Vec3(ma.velocity * (length / time)), mb.velocity);
    }
}

TEST(RigidBody, LargeStepsAreCutAndKeepTheEnergy) {
    const RigidInertia inertia = rigid_inertia(1, moments);
    Random random(8);
    for (int trial = 0; trial < 1000; ++trial) {
        RigidBody body;
        body.angular_momentum = {random.uniform(-1, 1), random.uniform(-1, 1),
                                 random.uniform(-1, 1)};
        const double dt = std::exp(random.uniform(-7, 7));
        const auto energy = [&] {
            return body.angular_momentum.dot(
                spin_of(body.attitude, inertia, body.angular_momentum));
        };
        const double before = energy();
        advance(body, inertia, {}, dt);
        EXPECT_NEAR(energy(), before, 1e-11 * before);
        EXPECT_NEAR(body.attitude.norm(), 1, 1e-15);
    }
}

// Needles and plates: the moments meet the triangle inequality with equality.
TEST(RigidBody, ExtremeBodiesKeepTheirEnergy) {
    for (const Vec3& extreme : {Vec3(1e-6, 1, 1), Vec3(1, 1, 2), Vec3(1e-3, 1, 1.001)}) {
        const RigidInertia inertia = rigid_inertia(1, extreme);
        RigidBody body;
        body.angular_momentum = extreme.cwiseProduct(Vec3(3, 0.5, -0.7));
        const double before =
            body.angular_momentum.dot(spin_of(body.attitude, inertia, body.angular_momentum));
        for (int k = 0; k < 10000; ++k) advance(body, inertia, {}, 0.01);
        EXPECT_TRUE(is_sound(body));
        const double after =
            body.angular_momentum.dot(spin_of(body.attitude, inertia, body.angular_momentum));
        EXPECT_NEAR(after, before, 1e-11 * before);
    }
}

TEST(RigidBody, SphereTurnsAboutAFixedAxis) {
    const RigidInertia inertia = rigid_inertia(1, Vec3::Constant(0.4));
    RigidBody body;
    body.angular_momentum = {0, 0, 0.4 * 3};
    for (int k = 0; k < 1000; ++k) advance(body, inertia, {}, 1e-3);
    EXPECT_LT(angle_between(body.attitude, Eigen::Quaterniond(Eigen::AngleAxisd(3, Vec3::UnitZ()))),
              1e-11); // 3 (3e-3)⁴ times a small factor
}

TEST(RigidBody, WhatCannotBeTurnedIsNotSound) {
    const RigidInertia inertia = rigid_inertia(1, moments);
    RigidBody body;
    body.angular_momentum = {0, 0, 1e9};
    EXPECT_TRUE(is_sound(body));
    advance(body, inertia, {}, 1);
    EXPECT_FALSE(is_sound(body));
    body = {};
    body.angular_momentum.x() = std::numeric_limits<double>::quiet_NaN();
    advance(body, inertia, {}, 1);
    EXPECT_FALSE(is_sound(body));
}

TEST(RigidBody, FallsLikeAPoint) {
    const RigidInertia inertia = rigid_inertia(2, moments);
    const Vec3 gravity(0, 0, -10);
    const LoadAt weight = [&](const RigidBody&, const RigidMotion&) {
        return Load{.force = {4, 0, 0}, .gravity = gravity};
    };
    RigidBody body;
    body.velocity = {0, 1, 3};
    const Ending end = run(body, inertia, weight, 2, 64);
    EXPECT_LT((end.body.position - Vec3(4, 2, -14)).norm(), 1e-13);
    EXPECT_LT((end.motion.velocity - Vec3(4, 1, -17)).norm(), 1e-13);
}

} // namespace
} // namespace scree
