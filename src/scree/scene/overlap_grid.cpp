// SPDX-License-Identifier: BSD-3-Clause
#include <scree/scene/overlap_grid.hpp>

#include <scree/base/assert.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace scree {
namespace {

constexpr std::size_t first_bucket_count = 64;

std::uint64_t cell_hash(std::int64_t x, std::int64_t y, std::int64_t z) {
    std::uint64_t h = static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15U;
    h = (h ^ (h >> 29U) ^ static_cast<std::uint64_t>(y)) * 0xBF58476D1CE4E5B9U;
    h = (h ^ (h >> 31U) ^ static_cast<std::uint64_t>(z)) * 0x94D049BB133111EBU;
    return h ^ (h >> 32U);
}

std::int64_t cell_index(double x, double cell) {
    return static_cast<std::int64_t>(std::floor(x / cell));
}

} // namespace

OverlapGrid::OverlapGrid(double largest_radius, double rounding, const Periodic& period)
    : period_(period), largest_radius_(largest_radius), rounding_(rounding) {}

void OverlapGrid::link(Level& level, int slot) {
    const auto s = static_cast<std::size_t>(slot);
    int& head = level.heads[level.hashes[s] & (level.heads.size() - 1)];
    level.next[s] = head;
    head = slot;
}

void OverlapGrid::add(const Vec3& center, double radius) {
    SCREE_ASSERT(radius > 0 && radius <= largest_radius_);
    const int depth = std::ilogb(largest_radius_ / radius);
    while (levels_.size() <= static_cast<std::size_t>(depth)) {
        Level level;
        level.largest_radius = std::ldexp(largest_radius_, -static_cast<int>(levels_.size()));
        levels_.push_back(std::move(level));
    }
    Level& level = levels_[static_cast<std::size_t>(depth)];
    const double cell = 2 * level.largest_radius;
    const int slot = static_cast<int>(level.balls.size());
    level.balls.push_back(static_cast<int>(centers_.size()));
    level.hashes.push_back(cell_hash(cell_index(center.x(), cell), cell_index(center.y(), cell),
                                     cell_index(center.z(), cell)));
    level.next.push_back(-1);
    if (level.balls.size() * 2 > level.heads.size()) {
        level.heads.assign(std::max(first_bucket_count, level.heads.size() * 2), -1);
        for (int s = 0; s <= slot; ++s) link(level, s);
    } else {
        link(level, slot);
    }
    centers_.push_back(center);
    radii_.push_back(radius);
}

bool OverlapGrid::overlaps(int ball, const Vec3& center, double radius) const {
    const double touching = radius + this->radius(ball);
    const double allowed = touching * (1 - touch_tolerance) - rounding_;
    return (center - this->center(ball)).squaredNorm() < allowed * allowed;
}

// Calls visit(ball) for the balls of the level that may be near, some of them twice, until it
// returns false. A range of more cells than the level has balls is not worth walking.
template <class Visit>
bool OverlapGrid::visit_near(const Level& level, const Vec3& center, double radius,
                             Visit&& visit) const {
    if (level.balls.empty()) return true;
    const double cell = 2 * level.largest_radius;
    const double reach = radius + level.largest_radius;
    const double cells_across = 2 * reach / cell + 1;
    if (cells_across * cells_across * cells_across > static_cast<double>(level.balls.size()) + 27)
        return std::all_of(level.balls.begin(), level.balls.end(), visit);

    const auto visit_cell = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
        const std::uint64_t hash = cell_hash(x, y, z);
        for (int s = level.heads[hash & (level.heads.size() - 1)]; s >= 0;
             s = level.next[static_cast<std::size_t>(s)])
            if (!visit(level.balls[static_cast<std::size_t>(s)])) return false;
        return true;
    };
    std::array<std::int64_t, 3> low{}, high{}, own{};
    for (int k = 0; k < 3; ++k) {
        const auto n = static_cast<std::size_t>(k);
        low[n] = cell_index(center[k] - reach, cell);
        high[n] = cell_index(center[k] + reach, cell);
        own[n] = cell_index(center[k], cell);
    }
    if (!visit_cell(own[0], own[1], own[2])) return false; // the likeliest place to overlap
    for (std::int64_t x = low[0]; x <= high[0]; ++x)
        for (std::int64_t y = low[1]; y <= high[1]; ++y)
            for (std::int64_t z = low[2]; z <= high[2]; ++z)
                if (!visit_cell(x, y, z)) return false;
    return true;
}

bool OverlapGrid::is_free(const Vec3& center, double radius) const {
    bool is_free = is_free_here(center, radius);
    if (is_free && period_.any())
        for_each_image(period_, center, radius + largest_radius_, [&](ImageStep step) {
            is_free = is_free && is_free_here(center + step.shift(period_), radius);
        });
    return is_free;
}

bool OverlapGrid::is_free_here(const Vec3& center, double radius) const {
    return std::all_of(levels_.begin(), levels_.end(), [&](const Level& level) {
        return visit_near(level, center, radius,
                          [&](int ball) { return !overlaps(ball, center, radius); });
    });
}

void OverlapGrid::find_overlapped(const Vec3& center, double radius,
                                  std::vector<int>& found) const {
    for (const Level& level : levels_)
        visit_near(level, center, radius, [&](int ball) {
            if (overlaps(ball, center, radius)) found.push_back(ball);
            return true;
        });
}

std::vector<int> OverlapGrid::overlapped(const Vec3& center, double radius) const {
    std::vector<int> found;
    find_overlapped(center, radius, found);
    if (period_.any())
        for_each_image(period_, center, radius + largest_radius_, [&](ImageStep step) {
            find_overlapped(center + step.shift(period_), radius, found);
        });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

} // namespace scree
