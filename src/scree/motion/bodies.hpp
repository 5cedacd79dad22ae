// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/ball.hpp>
#include <scree/base/vec3.hpp>

#include <cstdint>
#include <vector>

// The state of all grains, and its second-order motion.
//
// Leapfrog: velocities live at half steps, positions at whole steps. Forces that depend on velocity
// (dashpots, friction) need it at the whole step; it is predicted there by v(n+1/2) + dt/2 a(n),
// which is off by O(dt²) and keeps the scheme of second order. [F eq. 3.20–3.21] is first order.
//
// Records of four doubles per grain rather than one array per component: a contact loads its two
// grains at random places, and wants few cache lines; the kernel transposes four records at a time.
namespace scree {

/// Predicted for the present whole step, read by the contact kernel: one cache line.
struct alignas(64) Kinetic {
    double vx, vy, vz, inverse_mass;
    double wx, wy, wz, material; ///< the material's index
};

/// At the last half step.
struct alignas(64) HalfStep {
    double vx, vy, vz, mass;
    double wx, wy, wz, material;
};

struct alignas(64) ForceRow {
    double fx, fy, fz, zero_f;
    double tx, ty, tz, zero_t;
};

/// What the drift needs besides.
struct DriftRow {
    double inverse_inertia;
    double inverse_reach2; ///< 1/m²: of the way the body may go until the list is refreshed
};

/// Linear drag on a body [F eq. 3.23–3.24], as factors: v becomes keep · v + gain · a.
///
/// With a force that is constant over the time t this is exact, keep = exp(-C t/m) and gain =
/// (1 - keep) m/C: stable for any drag, of second order like the leapfrog, and with the right decay
/// and terminal velocity at any step.
struct DragFactors {
    double keep = 1, gain = 0;           ///< over a step
    double half_keep = 1, half_gain = 0; ///< over half of it
    double drag = 0;                     ///< C: kg/s; of the spin: N m s
};
struct DragRow {
    DragFactors motion, spin;
};
/// `inertia`: mass or moment of inertia.
DragFactors drag_factors(double drag, double inertia, double dt);

struct Bodies {
    std::size_t count = 0;
    // `count` real bodies, then images of them, if any, then two that touch nothing, for padded
    // lanes.
    std::vector<Ball> ball;
    std::vector<Kinetic> kinetic;
    std::vector<HalfStep> half;
    std::vector<DriftRow> drift;
    std::vector<DragRow> drag;     ///< of all bodies, or empty: no fluid
    std::vector<std::uint32_t> id; ///< of the scene; the order changes when grains are re-sorted

    void resize(std::size_t n); ///< real bodies; without images
    /// Makes room for images (sim/images.hpp), whose balls and kinetics are yet to be set.
    void resize_images(std::size_t images);
    /// The first of the two that touch nothing.
    std::size_t idle() const { return ball.size() - 2; }
    std::size_t bytes() const;
};

/// The largest (speed / reach)² met by a drift, the first body (by place) whose state is no longer
/// finite, and what drag took.
struct DriftReport {
    double largest_pace2 = 0;
    std::size_t broken = SIZE_MAX;
    double lost_fluid = 0;      ///< J, of the power at the whole step times the step
    bool has_outturned = false; ///< some body has turned farther than its box of the list allows
};

/// Bodies [begin, end), to be kicked by `force[0 …]` and gravity and moved by one step.
struct DriftTask {
    Ball* ball;
    Kinetic* kinetic;
    HalfStep* half;
    const DriftRow* row;
    std::size_t begin, end;
    const ForceRow* force;
    double gravity[3];
    double dt;
    const DragRow* drag = nullptr;
};
DriftTask drift_task(Bodies& bodies, std::size_t begin, std::size_t end, const ForceRow* force,
                     const Vec3& gravity, double dt);

/// Built once per instruction set, like the contact kernel (sim/kernel.hpp); same bits.
using Drift = DriftReport (*)(const DriftTask&);
DriftReport drift_baseline(const DriftTask& task);
DriftReport drift_avx2(const DriftTask& task);

/// Velocity and spin of body i at the present whole step, given its force there.
struct WholeStep {
    Vec3 velocity, spin;
};
WholeStep at_whole_step(const Bodies& bodies, std::size_t i, const ForceRow& force,
                        const Vec3& gravity, double dt);

/// Sets body i moving at the start of a run: positions at step 0, velocities at step 0 as well.
/// The half-step velocity is filled in by `start`, once the first forces are known.
void start(Bodies& bodies, std::size_t i, const ForceRow& force, const Vec3& gravity, double dt);

} // namespace scree
