// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/wall_drives.hpp>

#include <scree/base/assert.hpp>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

Vec3 along(const Vec3& axis, const Vec3& v) { return axis.isZero(0) ? v : axis.dot(v) * axis; }

/// Leapfrog like the grains'; the first kick, out of rest, is half a step.
void follow(const FreeMotion& free, const Vec3& force, double dt, bool is_first, MoverState& m) {
    const Vec3 acceleration = along(free.axis, force - free.damping * m.velocity) / free.mass;
    m.half_velocity += (is_first ? 0.5 * dt : dt) * acceleration;
    m.velocity = m.half_velocity + 0.5 * dt * acceleration;
    m.shift += dt * m.half_velocity;
}

} // namespace

WallDrives::WallDrives(const Scene& scene, const Vec3& origin)
    : drives_(scene.drives), movers_(scene.drives.size()) {
    if (!any()) return;
    references_.resize(scene.walls.size());
    for (Drive& drive : drives_)
        if (auto* rotation = std::get_if<Rotation>(&drive.motion)) rotation->center -= origin;
}

void WallDrives::place(double time, WallList& walls) const {
    walls.motion.assign(references_.size(), {});
    walls.margin.resize(references_.size());
    for (std::size_t w = 0; w < references_.size(); ++w) walls.margin[w] = references_[w].margin;
    for (std::size_t d = 0; d < drives_.size(); ++d)
        for (const int wall : drives_[d].walls) {
            WallMotion& motion = walls.motion[static_cast<std::size_t>(wall)];
            add_prescribed(drives_[d], time, motion);
            motion.place.shift += movers_[d].shift;
            motion.velocity += movers_[d].velocity;
        }
    for (std::size_t w = 0; w < references_.size(); ++w) walls.place(w);
}

void WallDrives::place_at_references(WallList& walls) const {
    walls.motion.assign(references_.size(), {});
    walls.margin.resize(references_.size());
    for (std::size_t w = 0; w < references_.size(); ++w) {
        walls.margin[w] = references_[w].margin;
        walls.motion[w].place = references_[w].place;
        walls.place(w);
    }
}

void WallDrives::set_references(std::span<const Ball> balls, double seconds, double least_margin,
                                WallList& walls) {
    for (std::size_t w = 0; w < references_.size(); ++w) {
        const WallMotion& motion = walls.motion[w];
        WallReference& reference = references_[w];
        reference = {motion.place, 0, 0};
        const bool is_driven = std::any_of(drives_.begin(), drives_.end(), [&](const Drive& d) {
            return std::find(d.walls.begin(), d.walls.end(), static_cast<int>(w)) != d.walls.end();
        });
        if (!is_driven) continue;
        const Vec3 on_axis = motion.place.center + motion.place.shift;
        for (const Ball& b : balls)
            reference.lever = std::max(
                reference.lever, motion.place.axis.cross(Vec3(b.x, b.y, b.z) - on_axis).norm());
        const double speed = motion.velocity.norm() + motion.spin.norm() * reference.lever;
        reference.margin = std::max(seconds * speed, least_margin);
        walls.margin[w] = reference.margin;
    }
}

double WallDrives::way(std::size_t w, const WallList& walls) const {
    const WallPlace &now = walls.motion[w].place, &then = references_[w].place;
    return (now.shift - then.shift).norm() +
           std::abs(now.angle - then.angle) * references_[w].lever;
}

bool WallDrives::is_list_outlived(const WallList& walls) const {
    for (std::size_t w = 0; w < references_.size(); ++w)
        if (way(w, walls) > references_[w].margin) return true;
    return false;
}

double WallDrives::largest_way(const WallList& walls) const {
    double largest = 0;
    for (std::size_t w = 0; w < references_.size(); ++w) largest = std::max(largest, way(w, walls));
    return largest;
}

void WallDrives::advance(double time, double dt, const Vec3& gravity,
                         std::span<const Vec3> force_on_wall) {
    for (std::size_t d = 0; d < drives_.size(); ++d) {
        const Drive& drive = drives_[d];
        if (is_prescribed(drive.motion) || time < drive.from) continue;
        Vec3 force = Vec3::Zero();
        for (const int wall : drive.walls) force += force_on_wall[static_cast<std::size_t>(wall)];
        const auto& free = std::get<FreeMotion>(drive.motion);
        force += push_at(drive, time);
        if (free.weight) force += free.mass * gravity;
        follow(free, force, dt, time - dt < drive.from, movers_[d]);
    }
}

void WallDrives::restore(const std::vector<MoverState>& movers,
                         const std::vector<WallReference>& references) {
    SCREE_ASSERT(movers.size() == movers_.size() && references.size() == references_.size());
    movers_ = movers;
    references_ = references;
}

} // namespace scree
