// SPDX-License-Identifier: BSD-3-Clause
//
// When and how the candidate list is made anew. It holds every pair closer than the skin, so it is
// good until some grain has moved half the skin. That is known without looking at each grain in
// each step: the sum of the largest speeds bounds every displacement; only when the bound is used
// up are the true displacements measured, and either the rest is granted or the list is refreshed.
#include <scree/sim/world.hpp>

#include <scree/base/assert.hpp>
#include <scree/sim/order.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace scree {
namespace {

// The skin balances the cost of refreshes against that of the candidates it adds. With a mean way u
// per step of the fastest grain, a refresh is due every skin/2u steps; in a dense bed a skin s adds
// about 3.6 s/r candidates per grain. A refresh costs as much as looking at about 100 candidates
// per grain (measured on settled and flowing beds), so the best skin is sqrt(2·100/3.6 · u · r).
constexpr double skin_factor = 55;
constexpr double smallest_skin = 0.02, largest_skin = 1.0,
                 first_skin = 0.1; // of the smallest radius

template <class T>
void permute(std::vector<T>& values, std::span<const std::uint32_t> order) {
    std::vector<T> sorted(values.size());
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
    if (travel_ <= 0.5 * skin_) return;
    ++counters_.displacement_checks;
    travel_ = largest_displacement();
    if (travel_ <= 0.5 * skin_) return;
    skin_ = choose_skin();
    refresh();
}

double World::largest_displacement() {
    // A little more than measured, so that rounding cannot hide a displacement of half the skin.
    constexpr double rounding_room = 1 + 0x1.0p-40;
    results_.resize(pairs_.chunks.size());
    std::vector<double> largest(pairs_.chunks.size(), 0);
    workers_.for_each(pairs_.chunks.size(), [&](std::size_t c, int) {
        double most = 0;
        for (std::uint32_t i = pairs_.chunks[c].first_body; i < pairs_.chunks[c].last_body; ++i) {
            const Ball &now = bodies_.ball[i], &then = reference_[i];
            const double dx = now.x - then.x, dy = now.y - then.y, dz = now.z - then.z;
            most = std::max(most, (dx * dx + dy * dy) + dz * dz);
        }
        largest[c] = most;
    });
    return rounding_room * std::sqrt(*std::max_element(largest.begin(), largest.end()));
}

double World::choose_skin() const {
    const auto steps = static_cast<double>(std::max<std::int64_t>(1, step_ - refresh_step_));
    const double way = travel_ / steps;
    const double best = std::sqrt(skin_factor * way * smallest_radius_);
    return std::clamp(best, smallest_skin * smallest_radius_, largest_skin * smallest_radius_);
}

void World::refresh() {
    const auto begin = std::chrono::steady_clock::now();
    // Rows of touching pairs, to be found again in the new list.
    std::vector<PairMemory> memory;
    for (const Chunk& chunk : pairs_.chunks)
        for (std::size_t k = chunk.first_pair; k < chunk.first_pair + chunk.real_pairs; ++k)
            if (pairs_.is_touching(k))
                memory.push_back({{pairs_.first[k], pairs_.second[k]}, pairs_.spring[k]});
    std::vector<WallRow> wall_memory = walls_.take_rows();

    std::vector<std::uint32_t> order, place(bodies_.count);
    const std::span balls(bodies_.ball.data(), bodies_.count);
    morton_order(balls, 2 * smallest_radius_ + skin_, order);
    for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = static_cast<std::uint32_t>(k);
    permute(bodies_.ball, order);
    permute(bodies_.kinetic, order);
    permute(bodies_.half, order);
    permute(bodies_.inverse, order);
    permute(bodies_.id, order);

    reference_.assign(bodies_.ball.begin(),
                      bodies_.ball.begin() + static_cast<std::ptrdiff_t>(bodies_.count));
    broad_->update(reference_, skin_, workers_, candidates_);
    rebuild_list();

    for (PairMemory& m : memory) {
        IndexPair now{place[m.pair.first], place[m.pair.second]};
        if (now.first > now.second) {
            // A and B change roles: the spring points the other way.
            std::swap(now.first, now.second);
            m.spring = {-m.spring.x, -m.spring.y, -m.spring.z, m.spring.last};
        }
        const std::size_t at = pairs_.find(now.first, now.second);
        SCREE_ASSERT(at != SIZE_MAX);
        pairs_.spring[at] = m.spring;
        pairs_.touching[at / 4] |= static_cast<std::uint8_t>(1U << (at % 4));
    }
    for (WallRow& row : wall_memory) row.body = place[row.body];
    walls_.put_rows(std::move(wall_memory), pairs_);

    travel_ = 0;
    refresh_step_ = step_;
    list_is_made_ = true;
    ++counters_.refreshes;
    counters_.candidates = static_cast<std::int64_t>(candidates_.size());
    counters_.refresh_seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Lays out the candidates; expects the bodies where the list was made.
void World::rebuild_list() {
    pairs_.build(candidates_, bodies_.count, workers_);
    walls_.refresh(bodies_, pairs_, skin_, workers_);
    for (auto& s : scratch_) s.clear();
}

} // namespace scree
