// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/clump_contacts.hpp>

#include <scree/sim/detail/clump_rows.hpp>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace scree {
namespace {

using detail::for_each_clump_near_walls;
using detail::rounding_room;
using detail::stray;

constexpr std::uint32_t none = UINT32_MAX;
constexpr std::size_t grains_per_block = 64;

double distance2(const Ball& a, const Ball& b) {
    const double x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
    return x * x + y * y + z * z;
}

} // namespace

detail::PlaceRows detail::choose_place_rows() {
#if defined(SCREE_HAVE_AVX2)
    if (__builtin_cpu_supports("avx2")) return place_rows_avx2;
#endif
    return place_rows_baseline;
}

bool ClumpContacts::is_of_balls(const ShapedBodies::Body* body) {
    return body == nullptr || std::all_of(body->parts->begin(), body->parts->end(),
                                          [](const PartSolid& part) { return part.is_ball; });
}

void ClumpContacts::make_list(std::span<const IndexPair> pairs, const View& view,
                              const WallList& walls, const Images& images, Workers& workers) {
    const Memory memory = save();
    set_grains(pairs, view, walls, images);
    set_rows(view, images);
    list_rows(walls, workers);
    restore(memory.touches, memory.at_walls);
}

/// Every grain of a pair, of those that are images the grain itself, and clumps near walls.
void ClumpContacts::set_grains(std::span<const IndexPair> pairs, const View& view,
                               const WallList& walls, const Images& images) {
    const Bodies& bodies = view.bodies;
    std::vector<std::uint32_t> grain_at(bodies.ball.size(), none);
    for (const IndexPair& pair : pairs)
        for (const std::uint32_t place : {pair.first, pair.second, images.owner(pair.second)})
            grain_at[place] = 0;
    for_each_clump_near_walls(
        view, walls, [&](const WallList::PerChunk&, const auto& near) { grain_at[near.body] = 0; });
    grains_.clear();
    first_row_.assign(bodies.count + 1, 0);
    std::uint32_t rows = 0;
    for (std::uint32_t place = 0; place < grain_at.size(); ++place) {
        if (place == bodies.count) real_rows_ = rows;
        if (place <= bodies.count) first_row_[place] = rows;
        if (grain_at[place] == none) continue;
        const std::uint32_t id = bodies.id[images.owner(place)];
        const auto* body = view.shaped.find(id);
        const auto parts = body != nullptr ? static_cast<std::uint32_t>(body->parts->size()) : 1;
        grain_at[place] = static_cast<std::uint32_t>(grains_.size());
        grains_.push_back({place, id, rows, parts});
        rows += parts;
    }
    set_pairs(pairs, grain_at);
    set_walls(view, walls, grain_at);
}

void ClumpContacts::set_pairs(std::span<const IndexPair> pairs,
                              std::span<const std::uint32_t> grain_at) {
    pairs_.clear();
    for (const IndexPair& pair : pairs) {
        const std::uint32_t first = grain_at[pair.first], second = grain_at[pair.second];
        const auto [low, high] = std::minmax(grains_[first].id, grains_[second].id);
        pairs_.push_back({{low, high}, first, second, grains_[first].id != low});
    }
    by_name_.resize(pairs_.size());
    std::iota(by_name_.begin(), by_name_.end(), 0U);
    std::sort(by_name_.begin(), by_name_.end(),
              [&](std::uint32_t x, std::uint32_t y) { return pairs_[x].name < pairs_[y].name; });
}

void ClumpContacts::set_rows(const View& view, const Images& images) {
    const std::size_t rows =
        grains_.empty() ? 0 : grains_.back().first_row + grains_.back().row_count;
    Bodies idle; // of no bodies: the two that touch nothing
    idle.resize(0);
    ball_.assign(rows, {});
    kinetic_.assign(rows, {});
    lever_.assign(rows + 2, {});
    ball_.insert(ball_.end(), idle.ball.begin(), idle.ball.end());
    kinetic_.insert(kinetic_.end(), idle.kinetic.begin(), idle.kinetic.end());
    listed_ = ball_;
    grain_of_row_.resize(rows);
    owner_.clear();
    for (std::uint32_t g = 0; g < grains_.size(); ++g)
        for (std::uint32_t k = 0; k < grains_[g].row_count; ++k) {
            grain_of_row_[grains_[g].first_row + k] = g;
            if (grains_[g].first_row >= real_rows_)
                owner_.push_back(first_row_[images.owner(grains_[g].place)] + k);
        }
    own_.assign(rows, {});
    for (const Grain& grain : grains_)
        if (const auto* body = view.shaped.find(grain.id))
            for (std::uint32_t k = 0; k < grain.row_count; ++k) {
                const PartSolid& part = (*body->parts)[k];
                const Vec3& at = part.in_body.position;
                own_[grain.first_row + k] = {at.x(), at.y(), at.z(), part.bound};
            }
    strayed_.assign((grains_.size() + grains_per_block - 1) / grains_per_block, 0);
    for (std::size_t block = 0; block < strayed_.size(); ++block) move_rows(block, view);
}

bool ClumpContacts::move_rows(std::size_t block, const View& view) {
    static const detail::PlaceRows place_rows = detail::choose_place_rows();
    bool has_strayed = false;
    const std::size_t end = std::min((block + 1) * grains_per_block, grains_.size());
    for (std::size_t g = block * grains_per_block; g < end; ++g) {
        const Grain& grain = grains_[g];
        const Ball& ball = view.bodies.ball[grain.place];
        const Kinetic& k = view.bodies.kinetic[grain.place];
        const std::size_t row = grain.first_row;
        if (const auto* body = view.shaped.find(grain.id)) {
            has_strayed |= place_rows({&ball, &k, body->rotation.data(),
                                       body->inverse_inertia.data(), &own_[row], grain.row_count,
                                       &ball_[row], &kinetic_[row], &lever_[row], &listed_[row]});
        } else {
            ball_[row] = ball;
            kinetic_[row] = k;
            const double room = stray * ball.radius;
            has_strayed |= !(distance2(ball, listed_[row]) < room * room);
        }
    }
    return has_strayed;
}

/// Pairs of rows that touch, or may before one of them strays.
void ClumpContacts::list_rows(const WallList& walls, Workers& workers) {
    listed_ = ball_;
    std::vector<IndexPair> close;
    for (std::size_t from = 0, to = 0; from < pairs_.size(); from = to) {
        while (to < pairs_.size() && pairs_[to].first == pairs_[from].first) ++to;
        const Grain& a = grains_[pairs_[from].first];
        for (std::uint32_t i = a.first_row; i < a.first_row + a.row_count; ++i)
            for (std::size_t p = from; p < to; ++p) {
                const Grain& b = grains_[pairs_[p].second];
                for (std::uint32_t j = b.first_row; j < b.first_row + b.row_count; ++j) {
                    const double reach =
                        (rounding_room + stray) * (ball_[i].radius + ball_[j].radius);
                    if (distance2(ball_[i], ball_[j]) < reach * reach) close.push_back({i, j});
                }
            }
    }
    near_.build(close, real_rows_, workers, owner_);
    list_walls(walls);
}

void ClumpContacts::find(const View& view, const WallList& walls, const Law& law,
                         Workers& workers) {
    losses_ = {};
    count_ = 0;
    if (grains_.empty()) return;
    workers.for_each(strayed_.size(),
                     [&](std::size_t block, int) { strayed_[block] = move_rows(block, view); });
    if (std::find(strayed_.begin(), strayed_.end(), 1) != strayed_.end()) {
        const Memory memory = save();
        list_rows(walls, workers);
        restore(memory.touches, memory.at_walls);
    }
    results_.resize(near_.chunks.size());
    scratch_.resize(static_cast<std::size_t>(workers.threads()));
    workers.for_each(near_.chunks.size(), [&](std::size_t c, int worker) {
        const Chunk& chunk = near_.chunks[c];
        auto& scratch = scratch_[static_cast<std::size_t>(worker)];
        if (scratch.size() < chunk.pair_count + 8) scratch.resize(chunk.pair_count + 8);
        KernelTask task =
            kernel_task(ball_.data(), kinetic_.data(), near_, chunk, law.laws, law.dt);
        task.scratch = scratch.data();
        task.lever = lever_.data();
        results_[c] = law.kernel(task);
        const KernelResult at_walls =
            wall_forces(walls, at_walls_[c],
                        {.ball = ball_.data(),
                         .kinetic = kinetic_.data(),
                         .idle = static_cast<std::uint32_t>(grain_of_row_.size()),
                         .range = chunk,
                         .force = task.force,
                         .drift = nullptr,
                         .lever = lever_.data()},
                        {law.laws, law.wall_kernel, law.dt});
        results_[c].losses += at_walls.losses;
        results_[c].contacts += at_walls.contacts;
    });
    workers.for_each(near_.chunks.size(),
                     [&](std::size_t c, int) { near_.gather(near_.chunks[c]); });
    for (const KernelResult& result : results_) {
        losses_ += result.losses;
        count_ += result.contacts;
    }
}

void ClumpContacts::add_force(std::size_t place, Vec3& push, Vec3& torque) const {
    const std::uint32_t end = first_row_[place + 1];
    Vec3 force_of_all = push, torque_of_all = torque;
    for (std::uint32_t row = first_row_[place]; row < end;) {
        const Chunk& chunk = near_.chunks[near_.chunk_of(row)];
        for (; row < std::min(end, chunk.last_body); ++row) {
            const ForceRow& f = near_.force[chunk.first_slot + (row - chunk.first_body)];
            const LeverRow& arm = lever_[row];
            force_of_all += Vec3(f.fx, f.fy, f.fz);
            torque_of_all +=
                Vec3(f.tx + (arm.y * f.fz - arm.z * f.fy), f.ty + (arm.z * f.fx - arm.x * f.fz),
                     f.tz + (arm.x * f.fy - arm.y * f.fx));
        }
    }
    push = force_of_all;
    torque = torque_of_all;
}

const ClumpContacts::Pair* ClumpContacts::find_pair(const PairName& name) const {
    const auto found =
        std::lower_bound(by_name_.begin(), by_name_.end(), name,
                         [&](std::uint32_t p, const PairName& n) { return pairs_[p].name < n; });
    return found != by_name_.end() && pairs_[*found].name == name ? &pairs_[*found] : nullptr;
}

bool ClumpContacts::is_candidate(const PairName& name) const { return find_pair(name) != nullptr; }

std::vector<ClumpContacts::Touch> ClumpContacts::touches() const {
    std::vector<Touch> out;
    for (const Chunk& chunk : near_.chunks)
        for (std::size_t k = chunk.first_pair; k < chunk.first_pair + chunk.real_pairs; ++k) {
            if (!near_.is_touching(k)) continue;
            std::uint32_t a = near_.first[k], b = near_.second[k];
            Spring spring = near_.spring[k];
            Trace trace = near_.keeps_traces ? near_.trace[k] : Trace{};
            if (grains_[grain_of_row_[a]].id > grains_[grain_of_row_[b]].id) {
                std::swap(a, b);
                spring = swapped(spring);
                trace = swapped(trace);
            }
            const Grain &of_a = grains_[grain_of_row_[a]], &of_b = grains_[grain_of_row_[b]];
            out.push_back(
                {{of_a.id, of_b.id}, a - of_a.first_row, b - of_b.first_row, a, b, spring, trace});
        }
    std::sort(out.begin(), out.end(), [](const Touch& x, const Touch& y) {
        if (x.pair != y.pair) return x.pair < y.pair;
        return std::tie(x.part_a, x.part_b) < std::tie(y.part_a, y.part_b);
    });
    return out;
}

ClumpContacts::Memory ClumpContacts::save() const {
    Memory memory{{}, save_walls()};
    for (const Touch& touch : touches()) {
        TouchRow& row = memory.touches.emplace_back();
        row.pair = touch.pair;
        row.part_a = touch.part_a;
        row.part_b = touch.part_b;
        row.memory.spring = touch.spring;
        row.memory.trace = touch.trace;
    }
    return memory;
}

void ClumpContacts::restore(std::span<const TouchRow> touches,
                            std::span<const BallAtWall> at_walls) {
    restore_walls(at_walls);
    for (const TouchRow& row : touches) {
        const Pair* pair = find_pair(row.pair);
        if (pair == nullptr) continue;
        const auto [i, j] = pair->is_swapped ? std::pair(row.part_b, row.part_a)
                                             : std::pair(row.part_a, row.part_b);
        const std::size_t at =
            near_.find(grains_[pair->first].first_row + i, grains_[pair->second].first_row + j);
        if (at == SIZE_MAX) continue;
        const auto& [spring, trace] = std::tie(row.memory.spring, row.memory.trace);
        if (pair->is_swapped)
            put(at, swapped(spring), swapped(trace));
        else
            put(at, spring, trace);
    }
}

void ClumpContacts::put(std::size_t at, const Spring& spring, const Trace& trace) {
    near_.spring[at] = spring;
    if (near_.keeps_traces) near_.trace[at] = trace;
    near_.touching[at / 4] |= static_cast<std::uint8_t>(1U << (at % 4));
}

void ClumpContacts::forget(std::uint32_t id) {
    for (const Chunk& chunk : near_.chunks)
        for (std::size_t k = chunk.first_pair; k < chunk.first_pair + chunk.real_pairs; ++k) {
            if (grains_[grain_of_row_[near_.first[k]]].id != id &&
                grains_[grain_of_row_[near_.second[k]]].id != id)
                continue;
            near_.spring[k] = {};
            if (near_.keeps_traces) near_.trace[k] = {};
            near_.touching[k / 4] &= static_cast<std::uint8_t>(~(1U << (k % 4)));
        }
    for (WallList::PerChunk& chunk : at_walls_)
        std::erase_if(chunk.rows, [&](const WallRow& row) {
            return grains_[grain_of_row_[row.body]].id == id;
        });
}

std::size_t ClumpContacts::bytes() const {
    std::size_t at_walls = near_walls_.capacity() * sizeof(NearWalls);
    for (const WallList::PerChunk& chunk : at_walls_) at_walls += chunk.bytes();
    return at_walls + near_.bytes() + grains_.capacity() * sizeof(Grain) +
           pairs_.capacity() * sizeof(Pair) +
           (ball_.capacity() + listed_.capacity() + own_.capacity()) * sizeof(Ball) +
           kinetic_.capacity() * sizeof(Kinetic) + lever_.capacity() * sizeof(LeverRow) +
           (by_name_.capacity() + grain_of_row_.capacity() + first_row_.capacity() +
            owner_.capacity()) *
               sizeof(std::uint32_t);
}

} // namespace scree
