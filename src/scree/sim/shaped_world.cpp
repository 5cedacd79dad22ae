// SPDX-License-Identifier: BSD-3-Clause
//
// What World does for grains that are no balls.
#include <scree/sim/world.hpp>

#include <scree/base/assert.hpp>

#include <algorithm>

namespace scree {

/// The body becomes the ball that holds the grain. Without an inverse inertia the drift leaves the
/// spin alone, and the kernel of the walls the body.
void World::set_shaped(std::size_t i, const Grain& grain, double mass) {
    bodies_.ball[i].radius = grain.radius * shaped_->bodies.reach(grain.shape);
    bodies_.drift[i].inverse_inertia = 0;
    shaped_->bodies.add(bodies_.id[i], grain, mass);
}

void World::restore_shaped(const SavedState& state) {
    std::vector<std::uint32_t> place(state.labels.group.size(), 0);
    for (std::size_t i = 0; i < bodies_.count; ++i)
        place[bodies_.id[i]] = static_cast<std::uint32_t>(i);
    for (const Turning& turning : state.shaped.turning) {
        const std::size_t i = place[turning.id];
        SCREE_ASSERT(bodies_.id[i] == turning.id);
        bodies_.drift[i].inverse_inertia = 0;
        shaped_->bodies.restore(turning, state.half[i].mass);
    }
}

/// Files keep none where there are only balls so far: their boxes drop no pair.
void World::restore_boxes(std::span<const ListBox> saved) {
    SCREE_ASSERT(saved.empty() || saved.size() == bodies_.count);
    shaped_->bodies.forget_ways(bodies_);
    boxes_.clear();
    for (std::size_t i = 0; i < saved.size(); ++i) {
        boxes_.push_back(saved[i].box);
        has_outturned_ |= shaped_->bodies.restore_box(bodies_.id[i], saved[i]);
    }
}

/// Sets body i moving, given the forces where it is.
void World::start_body(std::size_t i, const ForceRow& force) {
    start(bodies_, i, force, gravity_, dt_);
    if (is_shaped(i)) shaped_->bodies.start(bodies_.id[i], force, dt_);
}

WholeStep World::motion_of(std::size_t i) const {
    const ForceRow& force = pairs_.force_on(i);
    WholeStep motion = at_whole_step(bodies_, i, force, gravity_, dt_);
    if (is_shaped(i)) motion.spin = shaped_->bodies.spin_at_whole_step(bodies_.id[i], force, dt_);
    return motion;
}

double World::turning_energy(std::size_t i, const Vec3& spin) const {
    if (is_shaped(i)) return shaped_->bodies.turning_energy(bodies_.id[i], spin);
    const double r = bodies_.ball[i].radius;
    return 0.2 * bodies_.half[i].mass * r * r * spin.squaredNorm();
}

double World::extent_of(std::size_t i, const Vec3& direction) const {
    if (!is_shaped(i)) return bodies_.ball[i].radius;
    const auto& body = *shaped_->bodies.find(bodies_.id[i]);
    const GrainShape& shape = shaped_->bodies.shapes()[static_cast<std::size_t>(body.state.shape)];
    const Vec3 own = body.rotation.transpose() * direction;
    return body.state.radius * own.dot(farthest(shape, own));
}

/// Of two bodies, the second one shifted, whose balls do.
bool World::do_overlap(const IndexPair& pair, const Vec3& shift) const {
    if (!is_shaped(pair.first) && !is_shaped(pair.second)) return true;
    return ShapedContacts::do_overlap(bodies_, shaped_->bodies, pair.first, pair.second, shift);
}

bool World::is_candidate_pair(const IndexPair& pair) const {
    const std::uint32_t first = images_.owner(pair.first), second = images_.owner(pair.second);
    if (!is_shaped(first) && !is_shaped(second))
        return pairs_.find(pair.first, pair.second) != SIZE_MAX;
    const auto [low, high] = std::minmax(bodies_.id[first], bodies_.id[second]);
    return shaped_->contacts.is_candidate({low, high});
}

} // namespace scree
