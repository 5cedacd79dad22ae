// SPDX-License-Identifier: BSD-3-Clause
//
// Balls of clumps at walls: the contacts of balls (sim/wall_list.hpp), with rows for bodies.
#include <scree/sim/clump_contacts.hpp>

#include <scree/sim/detail/clump_rows.hpp>

#include <algorithm>
#include <tuple>

namespace scree {

void ClumpContacts::set_walls(const View& view, const WallList& walls,
                              std::span<const std::uint32_t> grain_at) {
    near_walls_.clear();
    near_surfaces_.clear();
    detail::for_each_clump_near_walls(
        view, walls, [&](const WallList::PerChunk& chunk, const WallList::Near& near) {
            near_walls_.push_back({grain_at[near.body],
                                   static_cast<std::uint32_t>(near_surfaces_.size()), near.count});
            const auto from = chunk.near_surfaces.begin() + near.first;
            near_surfaces_.insert(near_surfaces_.end(), from, from + near.count);
        });
}

/// Surfaces that a row touches, or may before it strays.
void ClumpContacts::list_walls(const WallList& walls) {
    at_walls_.resize(near_.chunks.size());
    for (WallList::PerChunk& chunk : at_walls_) {
        chunk.near.clear();
        chunk.near_surfaces.clear();
        chunk.rows.clear();
    }
    for (const NearWalls& near : near_walls_) {
        const Grain& grain = grains_[near.grain];
        for (std::uint32_t row = grain.first_row; row < grain.first_row + grain.row_count; ++row) {
            WallList::PerChunk& chunk = at_walls_[near_.chunk_of(row)];
            const Ball& ball = ball_[row];
            const auto first = static_cast<std::uint32_t>(chunk.near_surfaces.size());
            for (std::uint32_t k = near.first; k < near.first + near.count; ++k) {
                const auto s = static_cast<std::size_t>(near_surfaces_[k]);
                const double room = walls.margin.empty() ? 0 : walls.margin[walls.wall[s]];
                const double reach = (detail::rounding_room + detail::stray) * ball.radius + room;
                if (nearest(walls.surfaces[s], {ball.x, ball.y, ball.z}).distance < reach)
                    chunk.near_surfaces.push_back(near_surfaces_[k]);
            }
            const auto count = static_cast<std::uint32_t>(chunk.near_surfaces.size()) - first;
            if (count > 0) chunk.near.push_back({row, first, count});
        }
    }
}

double ClumpContacts::push_walls(std::vector<Vec3>& force_on_wall) const {
    double power = 0;
    for (const WallList::PerChunk& chunk : at_walls_) {
        if (chunk.force_on_wall.empty()) continue;
        for (std::size_t w = 0; w < force_on_wall.size(); ++w)
            force_on_wall[w] += chunk.force_on_wall[w];
        power += chunk.power;
    }
    return power;
}

std::vector<BallAtWall> ClumpContacts::save_walls() const {
    std::vector<BallAtWall> out;
    for_each_at_wall([&](std::uint32_t id, const WallRow& row) {
        out.push_back({id, row.body - grains_[grain_of_row_[row.body]].first_row, row});
        out.back().row.body = 0;
    });
    std::sort(out.begin(), out.end(), [](const BallAtWall& a, const BallAtWall& b) {
        if (std::tie(a.id, a.part) != std::tie(b.id, b.part))
            return std::tie(a.id, a.part) < std::tie(b.id, b.part);
        return comes_before(a.row, b.row);
    });
    return out;
}

void ClumpContacts::restore_walls(std::span<const BallAtWall> rows) {
    std::vector<std::uint32_t> by_id; // grains near walls
    for (const NearWalls& near : near_walls_) by_id.push_back(near.grain);
    const auto id = [&](std::uint32_t grain) { return grains_[grain].id; };
    std::ranges::sort(by_id, {}, id);
    for (const BallAtWall& at : rows) {
        const auto found = std::ranges::lower_bound(by_id, at.id, {}, id);
        if (found == by_id.end() || id(*found) != at.id) continue;
        WallRow row = at.row;
        row.body = grains_[*found].first_row + at.part;
        at_walls_[near_.chunk_of(row.body)].rows.push_back(row);
    }
    for (WallList::PerChunk& chunk : at_walls_)
        std::sort(chunk.rows.begin(), chunk.rows.end(), comes_before);
}

} // namespace scree
