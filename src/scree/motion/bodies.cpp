// SPDX-License-Identifier: BSD-3-Clause
#include <scree/motion/bodies.hpp>

#include <scree/base/simd.hpp>

#include <limits>

namespace scree {
namespace {

// Two balls that touch nothing, not even each other.
constexpr Ball first_idle{0, 0, 0, 0};
constexpr Ball second_idle{1, 0, 0, 0};
constexpr double idle_mass = 1;

/// The first three lanes of one, the fourth of the other.
SCREE_INLINE Pack with_fourth(Pack three, Pack fourth) {
    return Pack(__builtin_shufflevector(three.v, fourth.v, 0, 1, 2, 7));
}

SCREE_INLINE double squared_norm(Pack three) {
    const Lanes s = three.v * three.v;
    return (s[0] + s[1]) + s[2];
}

Pack weight_of(const Vec3& gravity) {
    return Pack(Lanes{gravity.x(), gravity.y(), gravity.z(), 0});
}

} // namespace

void Bodies::resize(std::size_t n) {
    count = n;
    ball.resize(n + 2);
    kinetic.resize(n + 2);
    half.resize(n);
    inverse.resize(n);
    id.resize(n);
    ball[n] = first_idle;
    ball[n + 1] = second_idle;
    kinetic[n] = kinetic[n + 1] = Kinetic{0, 0, 0, idle_mass, 0, 0, 0, 0};
}

std::size_t Bodies::bytes() const {
    return ball.capacity() * sizeof(Ball) + kinetic.capacity() * sizeof(Kinetic) +
           half.capacity() * sizeof(HalfStep) + inverse.capacity() * sizeof(InverseMass) +
           id.capacity() * sizeof(std::uint32_t);
}

DriftReport kick_and_drift(Bodies& bodies, std::size_t begin, std::size_t end,
                           const ForceRow* force, const Vec3& gravity, double dt) {
    // The fourth lanes carry radius, mass and material through unchanged: their forces are zero.
    const Pack weight = weight_of(gravity);
    const Pack step(dt), half_step(0.5 * dt);
    const Pack drift(Lanes{dt, dt, dt, 0});
    DriftReport report;
    for (std::size_t i = begin; i < end; ++i, ++force) {
        HalfStep& half = bodies.half[i];
        Kinetic& kinetic = bodies.kinetic[i];
        Ball& ball = bodies.ball[i];
        const InverseMass inverse = bodies.inverse[i];
        const Pack acceleration = load(&force->fx) * Pack(inverse.mass) + weight;
        const Pack spin_up = load(&force->tx) * Pack(inverse.inertia);
        const Pack velocity = load(&half.vx) + step * acceleration;
        const Pack spin = load(&half.wx) + step * spin_up;
        store(&half.vx, velocity);
        store(&half.wx, spin);
        store(&ball.x, load(&ball.x) + drift * velocity);
        const Pack predicted = velocity + half_step * acceleration;
        store(&kinetic.vx, with_fourth(predicted, Pack(inverse.mass)));
        store(&kinetic.wx, spin + half_step * spin_up);
        const double speed2 = squared_norm(velocity), spin2 = squared_norm(spin);
        if (speed2 > report.largest_speed2) report.largest_speed2 = speed2;
        if (!(speed2 + spin2 < std::numeric_limits<double>::infinity()) &&
            report.broken == SIZE_MAX)
            report.broken = i;
    }
    return report;
}

WholeStep at_whole_step(const Bodies& bodies, std::size_t i, const ForceRow& force,
                        const Vec3& gravity, double dt) {
    const HalfStep& half = bodies.half[i];
    const InverseMass inverse = bodies.inverse[i];
    const Vec3 acceleration = Vec3(force.fx, force.fy, force.fz) * inverse.mass + gravity;
    const Vec3 spin_up = Vec3(force.tx, force.ty, force.tz) * inverse.inertia;
    return {Vec3(half.vx, half.vy, half.vz) + 0.5 * dt * acceleration,
            Vec3(half.wx, half.wy, half.wz) + 0.5 * dt * spin_up};
}

void start(Bodies& bodies, std::size_t i, const ForceRow& force, const Vec3& gravity, double dt) {
    const Kinetic& now = bodies.kinetic[i];
    const InverseMass inverse = bodies.inverse[i];
    const Vec3 acceleration = Vec3(force.fx, force.fy, force.fz) * inverse.mass + gravity;
    const Vec3 spin_up = Vec3(force.tx, force.ty, force.tz) * inverse.inertia;
    const Vec3 velocity = Vec3(now.vx, now.vy, now.vz) - 0.5 * dt * acceleration;
    const Vec3 spin = Vec3(now.wx, now.wy, now.wz) - 0.5 * dt * spin_up;
    bodies.half[i] = {velocity.x(), velocity.y(), velocity.z(), bodies.half[i].mass,
                      spin.x(),     spin.y(),     spin.z(),     now.material};
}

} // namespace scree
