// SPDX-License-Identifier: BSD-3-Clause
//
// One step: who may touch (broad), where and how deep (narrow), what force (laws), where next
// (motion).
#include <scree/sim/world.hpp>

#include <scree/base/assert.hpp>
#include <scree/base/error.hpp>

#include <cmath>

namespace scree {

void World::evaluate() {
    SCREE_ASSERT(!evaluated_);
    change_gravity();
    place_walls();
    exchange_grains();
    refresh_if_moved();
    find_forces();
    if (step_ == 0) {
        for (const Chunk& chunk : pairs_.chunks) pairs_.gather(chunk);
        forces_complete_ = true;
        for (std::size_t i = 0; i < bodies_.count; ++i) start_body(i, pairs_.force_on(i));
        lost_now_.damping *= 0.5; // a trapezoidal sum begins with half a step
        work_now_ *= 0.5;
    }
    evaluated_ = true;
}

/// Contacts of all chunks: grain on grain, then grain on wall, each into the chunk's own slots.
void World::find_forces() {
    results_.resize(pairs_.chunks.size());
    if (shaped_)
        shaped_->contacts.find({bodies_,
                                shaped_->bodies,
                                walls_,
                                {laws_, dt_, by_volume_, step_ == 0},
                                kernel_.clumps,
                                kernel_.clump_walls},
                               workers_);
    workers_.for_each(pairs_.chunks.size(), [&](std::size_t c, int worker) {
        const Chunk& chunk = pairs_.chunks[c];
        auto& scratch = scratch_[static_cast<std::size_t>(worker)];
        if (scratch.size() < chunk.pair_count + 8) scratch.resize(chunk.pair_count + 8);
        KernelTask task =
            kernel_task(bodies_.ball.data(), bodies_.kinetic.data(), pairs_, chunk, laws_, dt_);
        task.scratch = scratch.data();
        KernelResult result = kernel_.kernel(task);
        const KernelResult at_walls =
            wall_forces(walls_, walls_.chunks[c],
                        {.ball = bodies_.ball.data(),
                         .kinetic = bodies_.kinetic.data(),
                         .idle = static_cast<std::uint32_t>(bodies_.idle()),
                         .range = chunk,
                         .force = pairs_.force.data() + chunk.first_slot,
                         .drift = bodies_.drift.data(),
                         .lever = nullptr},
                        {laws_, kernel_.walls, dt_});
        result.losses += at_walls.losses;
        result.contacts += at_walls.contacts;
        results_[c] = result;
        if (shaped_)
            shaped_->contacts.add_forces(chunk.first_body, chunk.last_body,
                                         pairs_.force.data() + chunk.first_slot);
    });
    lost_now_ = {};
    contacts_ = 0;
    for (const KernelResult& result : results_) {
        lost_now_ += result.losses;
        contacts_ += result.contacts;
    }
    if (bonds_.any()) lost_now_ += bonds_.add_forces({bodies_, dt_, step_}, pairs_, workers_);
    if (shaped_) {
        lost_now_ += shaped_->contacts.losses_now();
        contacts_ += shaped_->contacts.count_now();
    }
    forces_complete_ = false;
    sum_wall_forces();
}

/// The work of a gravity that changes, -Σ m Δg·x, with the places in the middle of the last step:
/// then the sum over all steps is the very energy that the kicks g(n) have given.
void World::change_gravity() {
    if (!course_of_gravity_.changes()) return;
    gravity_ = course_of_gravity_.at(time());
    if (step_ == 0) return;
    const Vec3 change = gravity_ - course_of_gravity_.at(time() - dt_);
    if (change.isZero(0)) return;
    Vec3 moment = Vec3::Zero();
    for (std::size_t i = 0; i < bodies_.count; ++i) {
        const Ball& b = bodies_.ball[i];
        const HalfStep& h = bodies_.half[i];
        moment += h.mass * (Vec3(b.x, b.y, b.z) - 0.5 * dt_ * Vec3(h.vx, h.vy, h.vz));
    }
    work_ -= change.dot(moment);
}

void World::place_walls() {
    if (drives_.any()) drives_.place(time(), walls_);
}

void World::sum_wall_forces() {
    work_now_ = 0;
    if (!drives_.any()) return;
    force_on_walls_.assign(walls_.motion.size(), Vec3::Zero());
    for (const WallList::PerChunk& chunk : walls_.chunks) {
        for (std::size_t w = 0; w < force_on_walls_.size(); ++w)
            force_on_walls_[w] += chunk.force_on_wall[w];
        work_now_ += dt_ * chunk.power;
    }
    if (shaped_) work_now_ += dt_ * shaped_->contacts.push_walls(walls_, force_on_walls_);
}

void World::complete_forces() {
    SCREE_ASSERT(evaluated_);
    if (forces_complete_) return;
    workers_.for_each(pairs_.chunks.size(),
                      [&](std::size_t c, int) { pairs_.gather(pairs_.chunks[c]); });
    forces_complete_ = true;
}

void World::advance() {
    SCREE_ASSERT(evaluated_);
    drifts_.resize(pairs_.chunks.size());
    workers_.for_each(pairs_.chunks.size(), [&](std::size_t c, int) {
        const Chunk& chunk = pairs_.chunks[c];
        if (!forces_complete_) pairs_.gather(chunk);
        drifts_[c] =
            kernel_.drift(drift_task(bodies_, chunk.first_body, chunk.last_body,
                                     pairs_.force.data() + chunk.first_slot, gravity_, dt_));
        if (bonds_.any()) bonds_.turn(bodies_, chunk.first_body, chunk.last_body, dt_);
        if (shaped_)
            shaped_->bodies.turn(bodies_, chunk.first_body, chunk.last_body,
                                 pairs_.force.data() + chunk.first_slot, dt_, drifts_[c]);
        if (images_.any()) images_.follow(bodies_, chunk.first_body, chunk.last_body);
    });
    double pace2 = 0;
    for (const DriftReport& report : drifts_) {
        if (report.broken != SIZE_MAX)
            throw RunError("grain " + std::to_string(bodies_.id[report.broken]) +
                           " has no finite velocity after step " + std::to_string(step_) +
                           "; a smaller time step or softer contacts may help");
        if (report.largest_pace2 > pace2) pace2 = report.largest_pace2;
        lost_now_.fluid += report.lost_fluid;
        has_outturned_ |= report.has_outturned;
    }
    used_ += dt_ * std::sqrt(pace2);
    if (step_ == 0) lost_now_.fluid *= 0.5;
    lost_ += lost_now_;
    work_ += work_now_;
    drives_.advance(time(), dt_, gravity_, force_on_walls_);
    ++step_;
    ++counters_.steps;
    counters_.grain_steps += static_cast<std::int64_t>(bodies_.count);
    evaluated_ = false;
}

} // namespace scree
