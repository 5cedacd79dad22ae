// SPDX-License-Identifier: BSD-3-Clause
#include <scree/scene/drive.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

constexpr double pi = std::numbers::pi;

/// Adds the motion `since` seconds after its beginning. `runs`: not yet ended, else the wall
/// stands where the motion has left it.
struct AddMotion {
    double since;
    bool runs;
    WallMotion& to;

    void operator()(const SteadyMotion& m) const {
        to.place.shift += since * m.velocity;
        if (runs) to.velocity += m.velocity;
    }
    void operator()(const Oscillation& m) const {
        const double omega = 2 * pi * m.frequency, angle = omega * since + m.phase;
        to.place.shift += (std::sin(angle) - std::sin(m.phase)) * m.amplitude;
        if (runs) to.velocity += omega * std::cos(angle) * m.amplitude;
    }
    void operator()(const Rotation& m) const {
        to.place.center = m.center;
        to.place.axis = m.axis;
        to.place.angle = m.rate * since;
        if (runs) to.spin = m.rate * m.axis;
    }
    void operator()(const Tapping&) const {} // see add_tap: a pulse outlives the drive
    void operator()(const TimeTable& m) const {
        const TimeTable::Point now = m.at(since);
        to.place.shift += now.value;
        if (runs) to.velocity += now.slope;
    }
    void operator()(const FreeMotion&) const {}
};

void add_tap(const Tapping& tap, const Drive& drive, double time, WallMotion& to) {
    const double since = time - drive.from, period = 1 / tap.frequency;
    const double begin = period * std::floor(since / period);
    if (drive.from + begin >= drive.until || since - begin >= tap.pulse) return;
    const double phase = pi * (since - begin) / tap.pulse;
    to.place.shift += std::sin(phase) * std::sin(phase) * tap.amplitude;
    to.velocity += pi / tap.pulse * std::sin(2 * phase) * tap.amplitude;
}

} // namespace

TimeTable::Point TimeTable::at(double when) const {
    const auto after = std::upper_bound(time.begin(), time.end(), when);
    const auto k = static_cast<std::size_t>(after - time.begin());
    if (k == 0) return {value.front(), Vec3::Zero()};
    if (k == time.size()) return {value.back(), Vec3::Zero()};
    const Vec3 slope = (value[k] - value[k - 1]) / (time[k] - time[k - 1]);
    return {value[k - 1] + (when - time[k - 1]) * slope, slope};
}

Pose WallPlace::pose() const {
    if (angle == 0) return {Eigen::Matrix3d::Identity(), shift};
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
    return {turn, center - turn * center + shift};
}

FreeMotion servo(const Vec3& force, double max_speed) {
    constexpr double earth = 9.81; // m/s²
    FreeMotion free;
    free.mass = force.norm() / earth;
    free.axis = force.normalized();
    free.force = force;
    free.damping = force.norm() / max_speed;
    free.weight = false;
    return free;
}

bool is_prescribed(const Motion& motion) { return !std::holds_alternative<FreeMotion>(motion); }

void add_prescribed(const Drive& drive, double time, WallMotion& motion) {
    if (time < drive.from) return;
    if (const auto* tap = std::get_if<Tapping>(&drive.motion))
        return add_tap(*tap, drive, time, motion);
    const bool runs = time < drive.until;
    std::visit(AddMotion{std::min(time, drive.until) - drive.from, runs, motion}, drive.motion);
}

Vec3 push_at(const Drive& drive, double time) {
    const auto& free = std::get<FreeMotion>(drive.motion);
    if (time < drive.from) return Vec3::Zero();
    const double since = std::min(time, drive.until) - drive.from;
    if (free.schedule == Schedule::constant) return free.force;
    if (free.schedule == Schedule::ramp) return since / free.rise * free.force;
    return std::floor(since / free.rise * free.steps) / free.steps * free.force;
}

double top_speed(const Drive& drive, double distance) {
    if (const auto* m = std::get_if<SteadyMotion>(&drive.motion)) return m->velocity.norm();
    if (const auto* m = std::get_if<Oscillation>(&drive.motion))
        return 2 * pi * m->frequency * m->amplitude.norm();
    if (const auto* m = std::get_if<Tapping>(&drive.motion))
        return pi / m->pulse * m->amplitude.norm();
    if (const auto* m = std::get_if<Rotation>(&drive.motion)) return std::abs(m->rate) * distance;
    if (const auto* m = std::get_if<FreeMotion>(&drive.motion))
        return m->damping > 0 ? m->force.norm() / m->damping : 0;
    double fastest = 0;
    if (const auto* m = std::get_if<TimeTable>(&drive.motion))
        for (std::size_t k = 1; k < m->time.size(); ++k)
            fastest = std::max(fastest, (m->value[k] - m->value[k - 1]).norm() /
                                            (m->time[k] - m->time[k - 1]));
    return fastest;
}

double last_change(const std::vector<Drive>& drives, const GravityCourse& gravity) {
    double last = 0;
    for (const Drive& drive : drives) {
        double end = drive.from;
        if (std::isfinite(drive.until)) end = drive.until;
        if (const auto* tap = std::get_if<Tapping>(&drive.motion)) end += tap->pulse;
        if (const auto* path = std::get_if<TimeTable>(&drive.motion))
            end = std::min(drive.from + path->time.back(), drive.until);
        last = std::max(last, end);
    }
    if (!gravity.table.time.empty()) last = std::max(last, gravity.table.time.back());
    for (const GravityTurn& turn : gravity.turns) last = std::max(last, turn.from + turn.duration);
    return last;
}

Vec3 GravityCourse::at(double time) const {
    Vec3 now = table.time.empty() ? constant : table.at(time).value;
    for (const GravityTurn& turn : turns) {
        const double part = std::clamp((time - turn.from) / turn.duration, 0.0, 1.0);
        if (part > 0) now = Eigen::AngleAxisd(part * turn.angle, turn.axis) * now;
    }
    return now;
}

double GravityCourse::strongest() const {
    double most = table.time.empty() ? constant.norm() : 0;
    for (const Vec3& value : table.value) most = std::max(most, value.norm());
    return most;
}

} // namespace scree
