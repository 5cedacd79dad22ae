// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/shaped_bodies.hpp>

#include <scree/base/assert.hpp>
#include <scree/base/simd.hpp>
#include <scree/motion/turning.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

namespace scree {
namespace {

Vec3 torque_of(const ForceRow& force) { return {force.tx, force.ty, force.tz}; }

} // namespace

ShapedBodies::ShapedBodies(const Scene& scene) : shapes_(scene.shapes), fluid_(scene.fluid) {}

const std::vector<PartSolid>* ShapedBodies::instance(int shape, double radius) {
    auto& made = instances_[{shape, radius}];
    if (made == nullptr) {
        made = std::make_unique<std::vector<PartSolid>>();
        for (const GrainPart& part : shapes_[static_cast<std::size_t>(shape)].parts)
            made->push_back(part_solid(scaled(part.shape, radius),
                                       {part.in_body.rotation, radius * part.in_body.position}));
    }
    return made.get();
}

namespace {

/// Rotation and inverse inertia of the body in a lane.
void take_frame(const FourTurns& four, std::size_t lane, ShapedBodies::Body& body) {
    for (int k = 0; k < 9; ++k) body.rotation(k / 3, k % 3) = four.rotation[k][lane];
    const auto entry = [&](int k) { return four.inverse_inertia[k][lane]; };
    body.inverse_inertia << entry(0), entry(5), entry(4), //
        entry(5), entry(1), entry(3),                     //
        entry(4), entry(3), entry(2);
}

} // namespace

void ShapedBodies::set_attitude(Body& body) {
    FourTurns four;
    for (int k = 0; k < 4; ++k) four.attitude[k][0] = body.state.attitude.coeffs()[k];
    for (int k = 0; k < 3; ++k) four.inverse[k][0] = body.inertia.inverse[k];
    set_frame(four);
    take_frame(four, 0, body);
}

void ShapedBodies::insert(const Turning& state, double mass) {
    if (place_.size() <= state.id) place_.resize(state.id + std::size_t{1}, -1);
    auto at = static_cast<std::int32_t>(bodies_.size());
    if (free_.empty()) {
        bodies_.emplace_back();
    } else {
        at = free_.back();
        free_.pop_back();
    }
    place_[state.id] = at;
    ++count_;
    Body& body = bodies_[static_cast<std::size_t>(at)];
    body.state = state;
    const GrainShape& shape = shapes_[static_cast<std::size_t>(state.shape)];
    const double r = state.radius;
    body.inertia = rigid_inertia(mass, (mass * r * r) * shape.moments);
    body.parts = instance(state.shape, r);
    body.drag = fluid_.rotational_drag + 8 * std::numbers::pi * fluid_.viscosity * r * r * r;
    set_attitude(body);
}

void ShapedBodies::add(std::uint32_t id, const Grain& grain, double mass) {
    insert({id, grain.shape, grain.radius, grain.attitude.normalized(), Vec3::Zero()}, mass);
    set_spin(id, grain.spin);
}

void ShapedBodies::restore(const Turning& state, double mass) { insert(state, mass); }

void ShapedBodies::remove(std::uint32_t id) {
    if (find(id) == nullptr) return;
    free_.push_back(place_[id]);
    place_[id] = -1;
    --count_;
}

std::vector<Turning> ShapedBodies::save() const {
    std::vector<Turning> out;
    for (std::uint32_t id = 0; id < place_.size(); ++id)
        if (const Body* body = find(id)) out.push_back(body->state);
    return out;
}

void ShapedBodies::set_spin(std::uint32_t id, const Vec3& spin) {
    Body& body = bodies_[static_cast<std::size_t>(place_[id])];
    body.state.momentum = angular_momentum_of(body.state.attitude, body.inertia, spin);
}

/// The torque, less what a fluid takes. Its part is implicit in the step, so that it never turns a
/// body back.
Vec3 ShapedBodies::damped(const Body& body, const Vec3& torque, double dt) const {
    if (body.drag == 0) return torque;
    const Vec3 spin = spin_of(body.state.attitude, body.inertia, body.state.momentum);
    const double share = 1 / (1 + 0.5 * dt * body.drag / body.inertia.principal.minCoeff());
    const Vec3 now = spin + 0.5 * dt * body.inverse_inertia * torque;
    return torque - (share * body.drag) * now;
}

void ShapedBodies::start(std::uint32_t id, const ForceRow& force, double dt) {
    Body& body = bodies_[static_cast<std::size_t>(place_[id])];
    body.state.momentum -= 0.5 * dt * damped(body, torque_of(force), dt);
}

Vec3 ShapedBodies::spin_at_whole_step(std::uint32_t id, const ForceRow& force, double dt) const {
    const Body& body = *find(id);
    return spin_of(body.state.attitude, body.inertia,
                   body.state.momentum + 0.5 * dt * damped(body, torque_of(force), dt));
}

double ShapedBodies::turning_energy(std::uint32_t id, const Vec3& spin) const {
    const Body& body = *find(id);
    return kinetic_energy(body.state.attitude, body.inertia, {Vec3::Zero(), spin});
}

double ShapedBodies::drag_power(std::uint32_t id, const Vec3& spin) const {
    return find(id)->drag * spin.squaredNorm();
}

void ShapedBodies::forget_ways(const Bodies& bodies) {
    std::uint32_t end = 0;
    for (std::size_t i = 0; i < bodies.count; ++i) end = std::max(end, bodies.id[i] + 1);
    ways_.assign(end, 0);
    turns_.assign(end, 0);
    allowed_turns_.assign(end, std::numeric_limits<double>::infinity());
}

namespace {

/// However the spin wanders while the body turns freely, it is at most that of the momentum about
/// the axis of the least moment: a bound on the speed of the surface about the centre.
double turning_speed(const ShapedBodies::Body& body, double bounding_radius) {
    return bounding_radius * body.inertia.inverse.maxCoeff() * body.state.momentum.norm();
}

// Of the ball that holds the grain: what is always allowed for, and from where on a box is no use.
constexpr double least_turn = 0.05, largest_turn = 0.3;

} // namespace

Bounds ShapedBodies::box_of(const Bodies& bodies, std::size_t i, double reach, double seconds) {
    const Ball& ball = bodies.ball[i];
    const Vec3 center(ball.x, ball.y, ball.z);
    // A little more, so that by rounding no pair is dropped whose balls are close.
    const double whole =
        (ball.radius + reach) * (1 + 0x1.0p-40) + 0x1.0p-48 * center.cwiseAbs().maxCoeff();
    Bounds box{center.array() - whole, center.array() + whole};
    const std::uint32_t id = bodies.id[i];
    const Body* body = find(id);
    if (body == nullptr) return box;
    const double allowed =
        1.5 * seconds * turning_speed(*body, ball.radius) + least_turn * ball.radius;
    if (!(allowed < largest_turn * ball.radius)) return box;
    allowed_turns_[id] = allowed;
    const GrainShape& shape = shapes_[static_cast<std::size_t>(body->state.shape)];
    const double beyond = allowed + reach;
    for (int k = 0; k < 3; ++k)
        for (const int sense : {1, -1}) {
            const Vec3 own = sense * body->rotation.row(k).transpose();
            const double extent = body->state.radius * own.dot(farthest(shape, own)) + beyond;
            if (!(extent < whole)) continue;
            (sense > 0 ? box.high : box.low)[k] = center[k] + sense * extent;
        }
    return box;
}

/// Bodies on their way through the four lanes of turn_bodies.
struct ShapedBodies::Turns {
    static constexpr std::size_t most = 32;
    std::array<FourTurns, most / lane_count> fours;
    std::array<std::size_t, most> place; ///< in Bodies
    std::array<Body*, most> body;
    std::size_t count = 0;
};

void ShapedBodies::gather(Bodies& bodies, std::size_t i, const ForceRow& force, double dt,
                          Turns& turns, DriftReport& report) {
    Body& body = bodies_[static_cast<std::size_t>(place_[bodies.id[i]])];
    const Vec3 torque = torque_of(force);
    const Vec3 all = damped(body, torque, dt);
    if (body.drag != 0) {
        const Vec3 now =
            spin_of(body.state.attitude, body.inertia, body.state.momentum + 0.5 * dt * all);
        report.lost_fluid += dt * now.dot(torque - all);
    }
    FourTurns& four = turns.fours[turns.count / lane_count];
    const std::size_t lane = turns.count % lane_count;
    for (int k = 0; k < 4; ++k) four.attitude[k][lane] = body.state.attitude.coeffs()[k];
    for (int k = 0; k < 3; ++k) {
        four.momentum[k][lane] = body.state.momentum[k];
        four.torque[k][lane] = all[k];
        four.inverse[k][lane] = body.inertia.inverse[k];
    }
    turns.place[turns.count] = i;
    turns.body[turns.count++] = &body;
}

void ShapedBodies::scatter(Bodies& bodies, const Turns& turns, double dt, DriftReport& report) {
    for (std::size_t n = 0; n < turns.count; ++n) {
        const FourTurns& four = turns.fours[n / lane_count];
        const std::size_t lane = n % lane_count, i = turns.place[n];
        const auto vec = [lane](const FourTurns::Row* rows) {
            return Vec3(rows[0][lane], rows[1][lane], rows[2][lane]);
        };
        Body& body = *turns.body[n];
        body.state.momentum = vec(four.momentum);
        Vec3 predicted = vec(four.spin);
        if ((four.left_over >> lane & 1U) == 0) {
            for (int k = 0; k < 4; ++k) body.state.attitude.coeffs()[k] = four.attitude[k][lane];
            take_frame(four, lane, body);
        } else {
            body.state.attitude =
                turned_freely(body.state.attitude, body.inertia, body.state.momentum, dt);
            set_attitude(body);
            predicted = body.inverse_inertia * (body.state.momentum + 0.5 * dt * vec(four.torque));
        }
        const std::uint32_t id = body.state.id;
        const double turned = dt * bodies.ball[i].radius * four.fastest[lane];
        ways_[id] += turned;
        turns_[id] += turned;
        report.has_outturned |= turns_[id] > allowed_turns_[id];
        const Vec3 half = vec(four.half_spin);
        HalfStep& h = bodies.half[i];
        h.wx = half.x(), h.wy = half.y(), h.wz = half.z();
        Kinetic& k = bodies.kinetic[i];
        k.wx = predicted.x(), k.wy = predicted.y(), k.wz = predicted.z();
        if (!predicted.allFinite() && i < report.broken) report.broken = i;
    }
}

void ShapedBodies::turn(Bodies& bodies, std::size_t begin, std::size_t end, const ForceRow* force,
                        double dt, DriftReport& report) {
    Turns turns;
    const auto flush = [&] {
        const std::size_t fours = (turns.count + lane_count - 1) / lane_count;
        turn_bodies(std::span(turns.fours).first(fours), dt);
        scatter(bodies, turns, dt, report);
        turns.count = 0;
    };
    for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t id = bodies.id[i];
        const HalfStep& h = bodies.half[i];
        ways_[id] += dt * std::sqrt(h.vx * h.vx + h.vy * h.vy + h.vz * h.vz);
        if (find(id) == nullptr) continue;
        gather(bodies, i, force[i - begin], dt, turns, report);
        if (turns.count == Turns::most) flush();
    }
    if (turns.count > 0) flush();
}

std::size_t ShapedBodies::bytes() const {
    return bodies_.capacity() * sizeof(Body) + place_.capacity() * sizeof(std::int32_t) +
           (ways_.capacity() + turns_.capacity() + allowed_turns_.capacity()) * sizeof(double);
}

} // namespace scree
