// SPDX-License-Identifier: BSD-3-Clause
//
// When and how the candidate list is made anew.
//
// The list is made of the grains' balls, each inflated by the way its grain is expected to go while
// the list lasts, and of a common skin for what is not expected: a grain may go its own inflation
// plus half the skin, its reach. So one fast grain does not cost all others a thick skin.
//
// That nobody has gone further is known without looking at each grain in each step: the sum of the
// largest speed/reach bounds the used part of every reach; only when the bound exceeds one are the
// true ways measured, and either the rest is granted or the list is refreshed.
#include <scree/sim/world.hpp>

#include <scree/base/assert.hpp>
#include <scree/broad/order.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace scree {
namespace {

// A list that is to last T steps needs the reach T (v + x): v the way of the grain per step, x the
// unexpected part, measured on the last list. In a dense bed a reach of s on both sides adds about
// 7 s/r candidates per grain, and a refresh costs as much as looking at some number of candidates
// per grain (measured on settled and flowing beds); their sum is least for
// T = sqrt(lifetime_factor · r / mean(v + x)).
constexpr double lifetime_factor = 30;
constexpr double longest_lifetime = 1000; // steps
// Of the smallest radius, as those in World.
constexpr double wall_margin = 0.25, smallest_skin = 0.02, largest_own = 4.0;
constexpr std::uint32_t nowhere = UINT32_MAX;

double way_between(const Ball& a, const Ball& b) {
    // A little more than measured, so that rounding cannot hide anything.
    constexpr double rounding_room = 1 + 0x1.0p-40;
    const double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
    return rounding_room * std::sqrt((dx * dx + dy * dy) + dz * dz);
}

template <class T>
void permute(std::vector<T>& values, std::span<const std::uint32_t> order) {
    std::vector<T> sorted(values.size());
    if (values.empty()) return;
    for (std::size_t k = 0; k < order.size(); ++k) sorted[k] = values[order[k]];
    for (std::size_t k = order.size(); k < values.size(); ++k) sorted[k] = values[k];
    values.swap(sorted);
}

} // namespace

void World::refresh_if_moved() {
    if (!list_is_made_) {
        skin_ = first_skin * smallest_radius_;
        refresh();
        return;
    }
    SCREE_ASSERT_SLOW(measure_ways().used <= used_ + 1e-6); // but for rounding
    const bool is_outlived = has_outturned_ || drives_.is_list_outlived(walls_) ||
                             bonds_.is_list_outdated(refresh_step_);
    if (used_ <= 1 && !is_outlived) return;
    ++counters_.displacement_checks;
    const Ways ways = measure_ways();
    used_ = ways.used;
    if (used_ <= 1 && !is_outlived) return;
    choose_reaches(ways);
    refresh();
}

World::Ways World::measure_ways() {
    std::vector<Ways> parts(pairs_.chunks.size());
    const auto steps = static_cast<double>(step_ - refresh_step_);
    workers_.for_each(parts.size(), [&](std::size_t c, int) {
        Ways& part = parts[c];
        for (std::uint32_t i = pairs_.chunks[c].first_body; i < pairs_.chunks[c].last_body; ++i) {
            const Ball &now = bodies_.ball[i], &then = reference_[i];
            const double way = way_between(now, then), own = then.radius - now.radius;
            part.used = std::max(part.used, way / (own + 0.5 * skin_));
            part.unexpected = std::max(part.unexpected, way / steps - own / lifetime_);
            const double speed = speed_of(i);
            part.speeds += speed;
            part.fastest = std::max(part.fastest, speed);
        }
    });
    Ways all;
    for (const Ways& part : parts) {
        all.used = std::max(all.used, part.used);
        all.unexpected = std::max(all.unexpected, part.unexpected);
        all.speeds += part.speeds;
        all.fastest = std::max(all.fastest, part.fastest);
    }
    return all;
}

double World::speed_of(std::size_t i) const {
    const HalfStep& h = bodies_.half[i];
    return std::sqrt((h.vx * h.vx + h.vy * h.vy) + h.vz * h.vz);
}

void World::choose_reaches(const Ways& ways) {
    if (bodies_.count == 0) return;
    const double mean = dt_ * ways.speeds / static_cast<double>(bodies_.count) + ways.unexpected;
    const double best = std::sqrt(lifetime_factor * smallest_radius_ / mean);
    const double most =
        std::min(largest_own * smallest_radius_ / (dt_ * ways.fastest), longest_lifetime);
    lifetime_ = std::max(std::min(best, most), 1.0);
    skin_ = std::clamp(2 * lifetime_ * ways.unexpected, smallest_skin * smallest_radius_,
                       largest_skin * smallest_radius_);
}

/// Of every touching pair, by the places of its two grains, the lower one first.
void World::collect_memory(std::vector<PairMemory>& pairs, std::vector<Trace>& traces) const {
    for (const Chunk& chunk : pairs_.chunks)
        for (std::size_t k = chunk.first_pair; k < chunk.first_pair + chunk.real_pairs; ++k) {
            if (!pairs_.is_touching(k)) continue;
            const std::uint32_t i = pairs_.first[k], j = images_.owner(pairs_.second[k]);
            pairs.push_back(i < j ? PairMemory{{i, j}, pairs_.spring[k]}
                                  : PairMemory{{j, i}, swapped(pairs_.spring[k])});
            if (pairs_.keeps_traces)
                traces.push_back(i < j ? pairs_.trace[k] : swapped(pairs_.trace[k]));
        }
}

/// Gives a touching pair, by the places of its two grains, its memory. When A and B change roles
/// the spring points the other way.
void World::put_pair(const PairMemory& m, const Trace& trace) {
    const auto [i, j] = m.pair;
    const Images::Listed now = images_.any()
                                   ? images_.listed(bodies_, reference_, i, j)
                                   : Images::Listed{{std::min(i, j), std::max(i, j)}, i > j};
    const std::size_t at = pairs_.find(now.pair.first, now.pair.second);
    SCREE_ASSERT(at != SIZE_MAX);
    pairs_.spring[at] = now.is_swapped ? swapped(m.spring) : m.spring;
    if (pairs_.keeps_traces) pairs_.trace[at] = now.is_swapped ? swapped(trace) : trace;
    pairs_.touching[at / 4] |= static_cast<std::uint8_t>(1U << (at % 4));
}

/// Puts every centre back into the period. What that takes from the potential energy, or gives to
/// it, is work of the gravity that pulls along it; nobody has crossed a plane by it.
void World::wrap_bodies() {
    const Periodic& period = images_.period();
    for (std::size_t i = 0; i < bodies_.count; ++i) {
        if (!leaves_.empty() && leaves_[i] == mark_removed) continue; // booked as it went
        Ball& ball = bodies_.ball[i];
        const Vec3 before(ball.x, ball.y, ball.z), after = period.wrapped(before);
        if (before == after) continue;
        ball = {after.x(), after.y(), after.z(), ball.radius};
        const double mass = bodies_.half[i].mass;
        work_ -= mass * gravity_.dot(after - before);
        for (std::size_t p = 0; p < planes_.size(); ++p) {
            const double passed = planes_passed(planes_[p], after, period) -
                                  planes_passed(planes_[p], before, period);
            exchanged_.grains_beyond[p] += passed;
            exchanged_.mass_beyond[p] += passed * mass;
        }
        if (i < walls_.clearance.size())
            walls_.clearance[i] = -std::numeric_limits<double>::infinity();
    }
}

/// Rows of touching pairs, to be found again in the new list.
World::Memory World::take_memory() {
    Memory memory;
    collect_memory(memory.pairs, memory.traces);
    memory.walls = walls_.take_rows();
    return memory;
}

/// Puts the bodies in Morton order, without those that leave; returns where each has gone.
std::vector<std::uint32_t> World::sort_bodies() {
    std::vector<std::uint32_t> order, place(bodies_.count, nowhere);
    const std::span balls(bodies_.ball.data(), bodies_.count);
    morton_order(balls, 2 * smallest_radius_ + skin_, order);
    if (!leaves_.empty())
        std::erase_if(order, [&](std::uint32_t i) { return leaves_[i] == mark_removed; });
    for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = static_cast<std::uint32_t>(k);
    permute(bodies_.ball, order);
    permute(bodies_.kinetic, order);
    permute(bodies_.half, order);
    permute(bodies_.drift, order);
    permute(bodies_.drag, order);
    permute(bodies_.id, order);
    permute(walls_.clearance, order);
    if (order.size() < bodies_.count) {
        bodies_.resize(order.size());
        walls_.clearance.resize(order.size());
    }
    return place;
}

void World::put_memory(Memory memory, std::span<const std::uint32_t> place) {
    const auto is_gone = [&](std::uint32_t i) { return !leaves_.empty() && leaves_[i] != 0; };
    for (std::size_t k = 0; k < memory.pairs.size(); ++k) {
        PairMemory& m = memory.pairs[k];
        if (is_gone(m.pair.first) || is_gone(m.pair.second)) continue;
        m.pair = {place[m.pair.first], place[m.pair.second]};
        put_pair(m, pairs_.keeps_traces ? memory.traces[k] : Trace{});
    }
    std::erase_if(memory.walls, [&](const WallRow& row) { return is_gone(row.body); });
    for (WallRow& row : memory.walls) row.body = place[row.body];
    walls_.put_rows(std::move(memory.walls), pairs_);
}

void World::refresh() {
    const auto begin = std::chrono::steady_clock::now();
    Memory memory = take_memory();
    const double way_of_walls = drives_.largest_way(walls_);
    for (std::size_t i = 0; i < std::min(walls_.clearance.size(), reference_.size()); ++i)
        walls_.clearance[i] -= way_between(bodies_.ball[i], reference_[i]) + way_of_walls;
    if (images_.any()) wrap_bodies();
    const std::vector<std::uint32_t> place = sort_bodies();

    reference_.assign(bodies_.ball.begin(),
                      bodies_.ball.begin() + static_cast<std::ptrdiff_t>(bodies_.count));
    const double most = largest_swelling();
    for (std::size_t i = 0; list_is_made_ && i < bodies_.count; ++i)
        reference_[i].radius += std::min(lifetime_ * dt_ * speed_of(i), most);
    drives_.set_references(reference_, lifetime_ * dt_, wall_margin * smallest_radius_, walls_);
    if (shaped_) make_boxes();
    make_list();
    put_memory(std::move(memory), place);
    leaves_.clear();

    used_ = 0;
    has_outturned_ = false;
    refresh_step_ = step_;
    list_is_made_ = true;
    ++counters_.refreshes;
    const std::size_t shaped = shaped_ ? shaped_->contacts.candidate_count() : 0;
    counters_.candidates = static_cast<std::int64_t>(candidates_.size() + shaped);
    counters_.refresh_seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// In a period no ball of the list may reach too far around.
double World::largest_swelling() const {
    if (!images_.any()) return std::numeric_limits<double>::infinity();
    double largest = 0;
    for (std::size_t i = 0; i < bodies_.count; ++i)
        largest = std::max(largest, bodies_.ball[i].radius);
    return images_.largest_swelling(largest, skin_, shaped_ ? 0.5 : 1.0);
}

void World::list_pairs() {
    const SearchTask task{reference_, skin_, radii_, std::span(bodies_.id.data(), bodies_.count),
                          boxes_};
    if (!images_.any()) return broad_->update(task, workers_, candidates_);
    images_.find(reference_, skin_);
    images_.search(*broad_, task, workers_, candidates_);
    bodies_.resize_images(images_.count());
    images_.follow(bodies_, 0, bodies_.count);
}

/// How far body i may go until the list is made anew.
double World::reach_of(std::size_t i) const {
    return reference_[i].radius - bodies_.ball[i].radius + 0.5 * skin_;
}

/// Boxes of the grains, as long as the list may last.
void World::make_boxes() {
    shaped_->bodies.forget_ways(bodies_);
    boxes_.resize(bodies_.count);
    for (std::size_t i = 0; i < bodies_.count; ++i) {
        const double reach = reach_of(i);
        boxes_[i] = shaped_->bodies.box_of(bodies_, i, reach, lifetime_ * dt_);
    }
}

/// The list of the reference balls.
void World::make_list() {
    for (std::size_t i = 0; i < bodies_.count; ++i) {
        const double reach = reach_of(i);
        bodies_.drift[i].inverse_reach2 = 1 / (reach * reach);
    }
    radii_.resize(bodies_.count);
    for (std::size_t i = 0; i < bodies_.count; ++i) radii_[i] = bodies_.ball[i].radius;
    list_pairs();
    if (bonds_.any()) bonds_.place(bodies_, images_, candidates_);
    if (shaped_) shaped_->contacts.take_candidates(candidates_, bodies_, shaped_->bodies, images_);
    pairs_.build(candidates_, bodies_.count, workers_, images_.owners());
    walls_.refresh(reference_, 0.5 * skin_, pairs_, workers_);
    if (shaped_) shaped_->contacts.make_list(bodies_, shaped_->bodies, walls_, images_, workers_);
    for (auto& s : scratch_) s.clear();
}

} // namespace scree
