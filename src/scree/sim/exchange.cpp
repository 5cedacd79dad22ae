// SPDX-License-Identifier: BSD-3-Clause
//
// Grains enter and leave between two steps. Those that leave take their energy along, with that of
// the springs of their contacts; those that enter bring theirs. A new list is made at once, so that
// what follows depends on the grains alone, not on when the last list was made.
#include <scree/sim/world.hpp>

#include <scree/sim/inspect.hpp>

#include <algorithm>
#include <limits>

namespace scree {
namespace {

WholeStep predicted(const Kinetic& k) { return {Vec3(k.vx, k.vy, k.vz), Vec3(k.wx, k.wy, k.wz)}; }

} // namespace

void World::exchange_grains() {
    returned_now_.clear();
    if (!traffic_.is_due(step_)) return;
    const double g = gravity_.norm();
    const Vec3 up = g > 0 ? Vec3(-gravity_ / g) : Vec3(Vec3::UnitZ());
    const Traffic::Changes changes = traffic_.look({bodies_, walls_, up, g, step_, time()});
    if (changes.none()) return;
    const bool was_empty = bodies_.count == 0;
    leaves_.assign(bodies_.count + changes.added.size(), 0);
    take_out(changes);
    put_in(changes.added);
    find_smallest();
    if (!list_is_made_) return; // the first list is yet to come
    skin_ = was_empty ? first_skin * smallest_radius_
                      : std::min(skin_, largest_skin * smallest_radius_);
    refresh();
}

/// Books the energy of a body and the planes it is beyond.
void World::book(std::size_t i, double sign) {
    const Ball& ball = bodies_.ball[i];
    const Vec3 center(ball.x, ball.y, ball.z);
    const double mass = bodies_.half[i].mass;
    const WholeStep motion = predicted(bodies_.kinetic[i]);
    exchanged_.energy += sign * (0.5 * mass * motion.velocity.squaredNorm() +
                                 turning_energy(i, motion.spin) - mass * gravity_.dot(center));
    for (std::size_t p = 0; p < planes_.size(); ++p) {
        const double passed = planes_passed(planes_[p], center, images_.period());
        exchanged_.grains_beyond[p] += sign * passed;
        exchanged_.mass_beyond[p] += sign * passed * mass;
    }
}

void World::take_out(const Traffic::Changes& changes) {
    if (changes.removed.empty() && changes.returned.empty()) return;
    for (const std::uint32_t i : changes.removed) leaves_[i] = mark_removed;
    for (const auto& [i, center, velocity] : changes.returned) leaves_[i] = mark_returned;
    std::vector<std::uint8_t> goes(labels_.group.size(), 0); // by id
    for (std::size_t i = 0; i < bodies_.count; ++i) goes[bodies_.id[i]] = leaves_[i];
    for (const ContactRecord& c : inspect_contacts(*this))
        if (goes[c.a] != 0 || (c.b >= 0 && goes[static_cast<std::size_t>(c.b)] != 0))
            exchanged_.energy -= c.stored;
    if (bonds_.any()) exchanged_.energy -= bonds_.release({bodies_, dt_, step_}, goes);
    for (const std::uint32_t i : changes.removed) book(i, -1);
    for (std::size_t i = 0; shaped_ && i < bodies_.count; ++i) {
        if (leaves_[i] != 0) shaped_->contacts.forget(bodies_.id[i]);
        if (leaves_[i] == mark_removed) shaped_->bodies.remove(bodies_.id[i]);
    }
    for (const auto& [i, center, velocity] : changes.returned) {
        book(i, -1);
        Ball& ball = bodies_.ball[i];
        ball = {center.x(), center.y(), center.z(), ball.radius};
        Kinetic& k = bodies_.kinetic[i];
        k = {velocity.x(), velocity.y(), velocity.z(), k.inverse_mass, 0, 0, 0, k.material};
        if (is_shaped(i)) shaped_->bodies.set_spin(bodies_.id[i], Vec3::Zero());
        start_body(i, {});
        returned_now_.push_back(bodies_.id[i]);
        if (i < walls_.clearance.size()) // else the first list is yet to come
            walls_.clearance[i] = -std::numeric_limits<double>::infinity();
        book(i, 1);
    }
}

void World::put_in(std::span<const Grain> grains) {
    const std::size_t before = bodies_.count, first_id = labels_.group.size();
    bodies_.resize(before + grains.size());
    for (std::size_t k = 0; k < grains.size(); ++k) set_body(before + k, grains[k]);
    set_drag(before);
    if (bonds_.any()) bonds_.tie(grains, static_cast<std::uint32_t>(first_id));
    for (std::size_t k = 0; k < grains.size(); ++k) {
        start_body(before + k, {}); // nothing touches it yet
        book(before + k, 1);
    }
    walls_.clearance.resize(bodies_.count, -std::numeric_limits<double>::infinity());
}

} // namespace scree
