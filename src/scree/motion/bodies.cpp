// SPDX-License-Identifier: BSD-3-Clause
#include <scree/motion/bodies.hpp>

#include <cmath>

namespace scree {
namespace {

// Two balls that touch nothing, not even each other.
constexpr Ball first_idle{0, 0, 0, 0};
constexpr Ball second_idle{1, 0, 0, 0};
constexpr double idle_mass = 1;

} // namespace

void Bodies::resize(std::size_t n) {
    count = n;
    half.resize(n);
    drift.resize(n);
    id.resize(n);
    if (!drag.empty()) drag.resize(n);
    resize_images(0);
}

void Bodies::resize_images(std::size_t images) {
    const std::size_t n = count + images;
    ball.resize(n + 2);
    kinetic.resize(n + 2);
    ball[n] = first_idle;
    ball[n + 1] = second_idle;
    kinetic[n] = kinetic[n + 1] = Kinetic{0, 0, 0, idle_mass, 0, 0, 0, 0};
}

std::size_t Bodies::bytes() const {
    return drag.capacity() * sizeof(DragRow) + ball.capacity() * sizeof(Ball) +
           kinetic.capacity() * sizeof(Kinetic) + half.capacity() * sizeof(HalfStep) +
           drift.capacity() * sizeof(DriftRow) + id.capacity() * sizeof(std::uint32_t);
}

DriftTask drift_task(Bodies& bodies, std::size_t begin, std::size_t end, const ForceRow* force,
                     const Vec3& gravity, double dt) {
    return {.ball = bodies.ball.data(),
            .kinetic = bodies.kinetic.data(),
            .half = bodies.half.data(),
            .row = bodies.drift.data(),
            .begin = begin,
            .end = end,
            .force = force,
            .gravity = {gravity.x(), gravity.y(), gravity.z()},
            .dt = dt,
            .drag = bodies.drag.empty() ? nullptr : bodies.drag.data()};
}

DragFactors drag_factors(double drag, double inertia, double dt) {
    const double rate = drag / inertia;
    const auto gain = [&](double t) { return rate > 0 ? -std::expm1(-rate * t) / rate : t; };
    return {.keep = std::exp(-rate * dt),
            .gain = gain(dt),
            .half_keep = std::exp(-rate * 0.5 * dt),
            .half_gain = gain(0.5 * dt),
            .drag = drag};
}

WholeStep at_whole_step(const Bodies& bodies, std::size_t i, const ForceRow& force,
                        const Vec3& gravity, double dt) {
    const HalfStep& half = bodies.half[i];
    const Vec3 acceleration =
        Vec3(force.fx, force.fy, force.fz) * bodies.kinetic[i].inverse_mass + gravity;
    const Vec3 spin_up = Vec3(force.tx, force.ty, force.tz) * bodies.drift[i].inverse_inertia;
    if (!bodies.drag.empty()) {
        const auto& [motion, turning] = bodies.drag[i];
        return {motion.half_keep * Vec3(half.vx, half.vy, half.vz) +
                    motion.half_gain * acceleration,
                turning.half_keep * Vec3(half.wx, half.wy, half.wz) + turning.half_gain * spin_up};
    }
    return {Vec3(half.vx, half.vy, half.vz) + 0.5 * dt * acceleration,
            Vec3(half.wx, half.wy, half.wz) + 0.5 * dt * spin_up};
}

void start(Bodies& bodies, std::size_t i, const ForceRow& force, const Vec3& gravity, double dt) {
    const Kinetic& now = bodies.kinetic[i];
    const Vec3 acceleration =
        Vec3(force.fx, force.fy, force.fz) * bodies.kinetic[i].inverse_mass + gravity;
    const Vec3 spin_up = Vec3(force.tx, force.ty, force.tz) * bodies.drift[i].inverse_inertia;
    Vec3 velocity = Vec3(now.vx, now.vy, now.vz) - 0.5 * dt * acceleration;
    Vec3 spin = Vec3(now.wx, now.wy, now.wz) - 0.5 * dt * spin_up;
    if (!bodies.drag.empty()) {
        const auto& [motion, turning] = bodies.drag[i];
        velocity =
            (Vec3(now.vx, now.vy, now.vz) - motion.half_gain * acceleration) / motion.half_keep;
        spin = (Vec3(now.wx, now.wy, now.wz) - turning.half_gain * spin_up) / turning.half_keep;
    }
    bodies.half[i] = {velocity.x(), velocity.y(), velocity.z(), bodies.half[i].mass,
                      spin.x(),     spin.y(),     spin.z(),     now.material};
}

} // namespace scree
