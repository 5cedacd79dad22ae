// SPDX-License-Identifier: BSD-3-Clause
//
// Candidate pairs of shaped grains: how the list is made, and how its memory lives on.
#include <scree/sim/shaped_contacts.hpp>

#include <scree/base/assert.hpp>

#include <algorithm>
#include <numeric>

namespace scree {

void ShapedContacts::take_candidates(std::vector<IndexPair>& candidates, const Bodies& bodies,
                                     const ShapedBodies& shaped, const Images& images) {
    taken_.clear();
    of_balls_.clear();
    const auto body_of = [&](std::uint32_t i) { return shaped.find(bodies.id[images.owner(i)]); };
    std::erase_if(candidates, [&](const IndexPair& pair) {
        const auto *first = body_of(pair.first), *second = body_of(pair.second);
        if (first == nullptr && second == nullptr) return false;
        const bool are_of_balls =
            ClumpContacts::is_of_balls(first) && ClumpContacts::is_of_balls(second);
        (are_of_balls ? of_balls_ : taken_).push_back(pair);
        return true;
    });
}

namespace {

/// Part pairs of a pair that keep a TouchStart: those of which at least one is a polyhedron and
/// none is curved.
std::uint32_t warm_pairs(const ShapedBodies::Body* a, const ShapedBodies::Body* b) {
    std::uint32_t faces_a = 0, round_a = 0, faces_b = 0, round_b = 0;
    const auto count = [](const ShapedBodies::Body* body, std::uint32_t& faces,
                          std::uint32_t& round) {
        if (body == nullptr) round = 1;
        for (std::size_t k = 0; body != nullptr && k < body->parts->size(); ++k) {
            const PartSolid& part = (*body->parts)[k];
            if (part.has_corners) ++(part.is_polyhedron ? faces : round);
        }
    };
    count(a, faces_a, round_a);
    count(b, faces_b, round_b);
    return faces_a * (faces_b + round_b) + round_a * faces_b;
}

std::uint32_t warm_parts(const ShapedBodies::Body* body) {
    return static_cast<std::uint32_t>(
        std::count_if(body->parts->begin(), body->parts->end(),
                      [](const PartSolid& p) { return p.has_corners; }));
}

} // namespace

void ShapedContacts::make_list(const Bodies& bodies, const ShapedBodies& shaped,
                               const WallList& walls, const Images& images, Workers& workers) {
    clumps_.make_list(of_balls_, {bodies, shaped}, walls, images, workers);
    ShapedState memory;
    save_pairs(memory);
    pairs_.clear();
    standing_.clear();
    std::vector<std::uint32_t> index(bodies.ball.size(), UINT32_MAX); // in standing_, by place
    const auto standing = [&](std::uint32_t place, std::uint32_t home) {
        if (index[place] == UINT32_MAX) {
            index[place] = static_cast<std::uint32_t>(standing_.size());
            standing_.push_back({.place = place, .home = home, .id = bodies.id[home]});
        }
        return index[place];
    };
    for (auto [first, second] : taken_) {
        Pair p;
        p.home_a = images.owner(first), p.home_b = images.owner(second);
        if (bodies.id[p.home_a] > bodies.id[p.home_b]) {
            std::swap(first, second);
            std::swap(p.home_a, p.home_b);
        }
        p.a = standing(first, p.home_a), p.b = standing(second, p.home_b);
        p.name = {bodies.id[p.home_a], bodies.id[p.home_b]};
        p.warm_count =
            warm_pairs(shaped.find(p.name.a), shaped.find(static_cast<std::uint32_t>(p.name.b)));
        pairs_.push_back(p);
    }
    for (const WallList::PerChunk& chunk : walls.chunks)
        for (const WallList::Near& near : chunk.near) {
            const auto* body = shaped.find(bodies.id[near.body]);
            if (ClumpContacts::is_of_balls(body)) continue;
            for (std::uint32_t k = 0; k < near.count; ++k) {
                const int surface = chunk.near_surfaces[near.first + k];
                Pair p;
                p.home_a = near.body;
                p.a = standing(near.body, near.body);
                p.b = static_cast<std::uint32_t>(surface);
                p.name = {bodies.id[near.body], -1 - std::int64_t{surface}};
                const Surface& wall = walls.surfaces[p.b];
                if (!std::holds_alternative<Plane>(wall) && !std::holds_alternative<MeshWall>(wall))
                    p.warm_count = warm_parts(body);
                pairs_.push_back(p);
            }
        }
    make_room();
    link(bodies.count);
    restore_pairs(memory);
}

/// For all that goes with the pairs; empty.
void ShapedContacts::make_room() {
    by_name_.resize(pairs_.size());
    std::iota(by_name_.begin(), by_name_.end(), 0U);
    const auto name = [this](std::uint32_t p) { return pairs_[p].name; };
    std::ranges::sort(by_name_,
                      [&](std::uint32_t x, std::uint32_t y) { return name(x) < name(y); });
    SCREE_ASSERT(std::ranges::adjacent_find(by_name_, {}, name) == by_name_.end());
    std::uint32_t warm = 0;
    for (Pair& p : pairs_) {
        p.first_warm = warm;
        warm += p.warm_count;
    }
    warm_.assign(warm, {});
    ranges_.clear();
    ranges_.resize((pairs_.size() + pairs_per_range - 1) / pairs_per_range);
    pushes_.assign(pairs_.size(), {});
}

void ShapedContacts::link(std::size_t body_count) {
    link_start_.assign(body_count + 1, 0);
    const auto for_each_body = [&](auto&& call) {
        for (std::uint32_t p = 0; p < pairs_.size(); ++p) {
            call(pairs_[p].home_a, Link{p, 0});
            if (pairs_[p].name.b >= 0) call(pairs_[p].home_b, Link{p, 1});
        }
    };
    for_each_body([&](std::uint32_t body, Link) { ++link_start_[body + 1]; });
    for (std::size_t i = 0; i < body_count; ++i) link_start_[i + 1] += link_start_[i];
    links_.resize(link_start_[body_count]);
    std::vector<std::uint32_t> next(link_start_.begin(), link_start_.end() - 1);
    for_each_body([&](std::uint32_t body, Link link) { links_[next[body]++] = link; });
}

void ShapedContacts::forget(std::uint32_t id) {
    clumps_.forget(id);
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
        Pair& pair = pairs_[p];
        if (pair.name.a != id && pair.name.b != std::int64_t{id}) continue;
        set_touch_count(p, 0);
        pushes_[p] = {};
        pair.asleep_until = 0;
        for (std::uint32_t k = 0; k < pair.warm_count; ++k) warm_[pair.first_warm + k].forget();
    }
}

bool ShapedContacts::is_candidate(const PairName& name) const {
    const auto found =
        std::lower_bound(by_name_.begin(), by_name_.end(), name,
                         [&](std::uint32_t p, const PairName& n) { return pairs_[p].name < n; });
    return (found != by_name_.end() && pairs_[*found].name == name) || clumps_.is_candidate(name);
}

void ShapedContacts::save(ShapedState& state) const {
    save_pairs(state);
    ClumpContacts::Memory clumps = clumps_.save();
    state.touches.insert(state.touches.end(), clumps.touches.begin(), clumps.touches.end());
    state.at_walls = std::move(clumps.at_walls);
}

void ShapedContacts::restore(const ShapedState& state) {
    restore_pairs(state);
    clumps_.restore(state.touches, state.at_walls);
}

void ShapedContacts::save_pairs(ShapedState& state) const {
    for (const std::uint32_t p : by_name_) {
        const Pair& pair = pairs_[p];
        for (const Touch& touch : touches_of(p))
            state.touches.push_back({pair.name, touch.part_a, touch.part_b, touch.memory});
        for (std::uint32_t k = 0; k < pair.warm_count; ++k)
            if (!warm_[pair.first_warm + k].is_empty())
                state.warm.push_back({pair.name, k, warm_[pair.first_warm + k]});
    }
}

/// Both are sorted by name, with the rows of clumps behind; rows of pairs that are no longer near
/// are dropped (they do not touch).
void ShapedContacts::restore_pairs(const ShapedState& state) {
    std::vector<std::span<const TouchRow>> rows(pairs_.size());
    auto touch = state.touches.begin();
    auto warm = state.warm.begin();
    for (const std::uint32_t p : by_name_) {
        const Pair& pair = pairs_[p];
        while (touch != state.touches.end() && touch->pair < pair.name) ++touch;
        const auto first = touch;
        while (touch != state.touches.end() && touch->pair == pair.name) ++touch;
        rows[p] = {first, touch};
        while (warm != state.warm.end() && warm->pair < pair.name) ++warm;
        for (; warm != state.warm.end() && warm->pair == pair.name; ++warm)
            if (warm->index < pair.warm_count) warm_[pair.first_warm + warm->index] = warm->start;
    }
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
        Pair& pair = pairs_[p];
        auto& touches = ranges_[p / pairs_per_range].touches;
        pair.first_touch = static_cast<std::uint32_t>(touches.size());
        pair.touch_count = static_cast<std::uint32_t>(rows[p].size());
        for (const TouchRow& row : rows[p]) {
            Touch& made = touches.emplace_back();
            made.part_a = row.part_a;
            made.part_b = row.part_b;
            made.memory = row.memory;
        }
    }
}

std::size_t ShapedContacts::bytes() const {
    std::size_t total = clumps_.bytes() + pairs_.capacity() * sizeof(Pair) +
                        standing_.capacity() * sizeof(Standing) +
                        warm_.capacity() * sizeof(TouchStart) +
                        pushes_.capacity() * sizeof(TouchPush) + links_.capacity() * sizeof(Link) +
                        (link_start_.capacity() + by_name_.capacity()) * sizeof(std::uint32_t);
    for (const Range& r : ranges_) total += r.touches.capacity() * sizeof(Touch);
    return total;
}

} // namespace scree
