// SPDX-License-Identifier: BSD-3-Clause
#include <scree/motion/bodies.hpp>

namespace scree {
namespace {

// Two balls that touch nothing, not even each other.
constexpr Ball first_idle{0, 0, 0, 0};
constexpr Ball second_idle{1, 0, 0, 0};
constexpr double idle_mass = 1;

} // namespace

void Bodies::resize(std::size_t n) {
    count = n;
    ball.resize(n + 2);
    kinetic.resize(n + 2);
    half.resize(n);
    drift.resize(n);
    id.resize(n);
    ball[n] = first_idle;
    ball[n + 1] = second_idle;
    kinetic[n] = kinetic[n + 1] = Kinetic{0, 0, 0, idle_mass, 0, 0, 0, 0};
}

std::size_t Bodies::bytes() const {
    return ball.capacity() * sizeof(Ball) + kinetic.capacity() * sizeof(Kinetic) +
           half.capacity() * sizeof(HalfStep) + drift.capacity() * sizeof(DriftRow) +
           id.capacity() * sizeof(std::uint32_t);
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
            .dt = dt};
}

WholeStep at_whole_step(const Bodies& bodies, std::size_t i, const ForceRow& force,
                        const Vec3& gravity, double dt) {
    const HalfStep& half = bodies.half[i];
    const Vec3 acceleration =
        Vec3(force.fx, force.fy, force.fz) * bodies.kinetic[i].inverse_mass + gravity;
    const Vec3 spin_up = Vec3(force.tx, force.ty, force.tz) * bodies.drift[i].inverse_inertia;
    return {Vec3(half.vx, half.vy, half.vz) + 0.5 * dt * acceleration,
            Vec3(half.wx, half.wy, half.wz) + 0.5 * dt * spin_up};
}

void start(Bodies& bodies, std::size_t i, const ForceRow& force, const Vec3& gravity, double dt) {
    const Kinetic& now = bodies.kinetic[i];
    const Vec3 acceleration =
        Vec3(force.fx, force.fy, force.fz) * bodies.kinetic[i].inverse_mass + gravity;
    const Vec3 spin_up = Vec3(force.tx, force.ty, force.tz) * bodies.drift[i].inverse_inertia;
    const Vec3 velocity = Vec3(now.vx, now.vy, now.vz) - 0.5 * dt * acceleration;
    const Vec3 spin = Vec3(now.wx, now.wy, now.wz) - 0.5 * dt * spin_up;
    bodies.half[i] = {velocity.x(), velocity.y(), velocity.z(), bodies.half[i].mass,
                      spin.x(),     spin.y(),     spin.z(),     now.material};
}

} // namespace scree
