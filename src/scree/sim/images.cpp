// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/images.hpp>

#include <scree/base/assert.hpp>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

Vec3 center_of(const Ball& b) { return {b.x, b.y, b.z}; }

Ball shifted(const Ball& b, const Vec3& shift) {
    return {b.x + shift.x(), b.y + shift.y(), b.z + shift.z(), b.radius};
}

} // namespace

// With all of the period a ball and half the skin reach at most half of it, and steps of one period
// find every close image.
double Images::largest_swelling(double largest_radius, double skin, double part) const {
    return std::max(0.5 * (part * period_.shortest() - skin) - largest_radius, 0.0);
}

void Images::find(std::span<const Ball> balls, double skin) {
    real_ = static_cast<std::uint32_t>(balls.size());
    first_.clear();
    owners_.clear();
    steps_.clear();
    for (std::uint32_t i = 0; i < real_; ++i) {
        first_.push_back(static_cast<std::uint32_t>(owners_.size()));
        // The other ball is no larger; a little more, so that rounding cannot hide anything.
        const double reach = (2 * balls[i].radius + skin) * (1 + 0x1.0p-40);
        for_each_image(period_, center_of(balls[i]), reach, [&](ImageStep step) {
            owners_.push_back(i);
            steps_.push_back(step);
        });
    }
    first_.push_back(static_cast<std::uint32_t>(owners_.size()));
}

std::uint32_t Images::place(std::uint32_t owner, ImageStep step) const {
    for (std::uint32_t k = first_[owner]; k < first_[owner + 1]; ++k)
        if (steps_[k].number == step.number) return real_ + k;
    return UINT32_MAX;
}

void Images::search(BroadPhase& broad, const SearchTask& task, Workers& workers,
                    std::vector<IndexPair>& pairs) {
    SCREE_ASSERT(task.balls.size() == real_);
    balls_.assign(task.balls.begin(), task.balls.end());
    radii_.assign(task.radii.begin(), task.radii.end());
    ids_.clear();
    // An image keeps its id from list to list, whoever else comes and goes.
    const auto id = [](std::uint32_t owner, ImageStep step) {
        SCREE_ASSERT(owner < UINT32_MAX / 27);
        return 27 * owner + static_cast<std::uint32_t>(step.number);
    };
    for (const std::uint32_t owner : task.ids) ids_.push_back(id(owner, {ImageStep::none}));
    boxes_.assign(task.boxes.begin(), task.boxes.end());
    for (std::size_t k = 0; k < count(); ++k) {
        if (!task.boxes.empty()) {
            const Bounds& box = task.boxes[owners_[k]];
            boxes_.push_back({box.low + shift_of(k), box.high + shift_of(k)});
        }
        balls_.push_back(shifted(task.balls[owners_[k]], shift_of(k)));
        radii_.push_back(task.radii[owners_[k]]);
        ids_.push_back(id(task.ids[owners_[k]], steps_[k]));
    }
    broad.update({balls_, task.skin, radii_, ids_, boxes_}, workers, pairs);
    std::size_t kept = 0;
    for (const IndexPair pair : pairs) { // sorted: images come after all real ones
        if (pair.first >= real_) break;
        if (pair.second >= real_) {
            const std::uint32_t owner = owners_[pair.second - real_];
            if (owner == pair.first || !is_listed(task.balls, pair.first, owner)) continue;
        }
        pairs[kept++] = pair;
    }
    pairs.resize(kept);
}

void Images::follow(Bodies& bodies, std::size_t first, std::size_t last) const {
    for (std::uint32_t k = first_[first]; k < first_[last]; ++k) {
        const std::size_t to = real_ + k;
        bodies.ball[to] = shifted(bodies.ball[owners_[k]], shift_of(k));
        bodies.kinetic[to] = bodies.kinetic[owners_[k]];
    }
}

Images::Listed Images::listed(const Bodies& bodies, std::span<const Ball> balls, std::uint32_t i,
                              std::uint32_t j) const {
    const Vec3 way = center_of(bodies.ball[j]) - center_of(bodies.ball[i]);
    ImageStep step{0};
    for (int k = 2; k >= 0; --k) {
        const double periods = period_.along(k) ? -std::round(way[k] / period_.length[k]) : 0;
        step.number = 3 * step.number + static_cast<int>(std::clamp(periods, -1.0, 1.0)) + 1;
    }
    if (step.number == ImageStep::none) return {{std::min(i, j), std::max(i, j)}, i > j};
    if (is_listed(balls, i, j)) return {{i, place(j, step)}, false};
    return {{j, place(i, step.back())}, true};
}

std::size_t Images::bytes() const {
    return balls_.capacity() * sizeof(Ball) + boxes_.capacity() * sizeof(Bounds) +
           radii_.capacity() * sizeof(double) + steps_.capacity() * sizeof(ImageStep) +
           (first_.capacity() + owners_.capacity() + ids_.capacity()) * sizeof(std::uint32_t);
}

} // namespace scree
