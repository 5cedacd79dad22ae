// SPDX-License-Identifier: BSD-3-Clause
#include <scree/pack/detail/close_pairs.hpp>

#include <algorithm>

namespace scree {

ClosePairs::ClosePairs(const Container& container) : container_(container), search_(make_grid()) {}

// Whoever may meet a neighbour across a face appears a second time beyond it (at edges and corners
// more often), so that a search that knows nothing of periods finds the pair.
void ClosePairs::add_images(std::span<const Ball> balls, double skin) {
    double largest = 0;
    for (const Ball& b : balls) largest = std::max(largest, b.radius);
    balls_.assign(balls.begin(), balls.end());
    image_.resize(balls.size());
    for (std::size_t i = 0; i < balls.size(); ++i) image_[i] = static_cast<std::uint32_t>(i);
    for (int axis = 0; axis < 3; ++axis) {
        const double side = container_.size[axis];
        const std::size_t count = balls_.size();
        for (std::size_t i = 0; i < count; ++i) {
            const Ball b = balls_[i];
            const double place = axis == 0 ? b.x : axis == 1 ? b.y : b.z;
            const double reach = b.radius + largest + skin;
            for (const double shift : {side, -side}) {
                const bool is_near = shift > 0 ? place < reach : place > side - reach;
                if (!is_near) continue;
                Ball moved = b;
                (axis == 0 ? moved.x : axis == 1 ? moved.y : moved.z) += shift;
                balls_.push_back(moved);
                image_.push_back(image_[i]);
            }
        }
    }
}

const std::vector<IndexPair>& ClosePairs::find(std::span<const Ball> balls, double skin,
                                               Workers& workers) {
    if (container_.kind != ContainerKind::periodic) {
        search_->update({balls, skin}, workers, pairs_);
        return pairs_;
    }
    add_images(balls, skin);
    search_->update({balls_, skin}, workers, pairs_);
    const auto own = static_cast<std::uint32_t>(balls.size());
    std::size_t kept = 0;
    for (const IndexPair& p : pairs_) {
        if (p.first >= own) break; // sorted: only images follow
        const std::uint32_t other = image_[p.second];
        if (other != p.first) pairs_[kept++] = {std::min(p.first, other), std::max(p.first, other)};
    }
    pairs_.resize(kept);
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    return pairs_;
}

} // namespace scree
