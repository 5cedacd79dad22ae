// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/mesh_tree.hpp>

#include <algorithm>
#include <numeric>

namespace scree {
namespace {

constexpr std::uint32_t leaf_size = 4;

Bounds joined(const Bounds& a, const Bounds& b) {
    return {a.low.cwiseMin(b.low), a.high.cwiseMax(b.high)};
}

} // namespace

void MeshTree::build(std::span<const Bounds> boxes) {
    items_.resize(boxes.size());
    std::iota(items_.begin(), items_.end(), 0U);
    nodes_.assign(1, {});
    split(0, 0, static_cast<std::uint32_t>(boxes.size()), boxes);
    refit(boxes);
}

/// Halves by the middles along the longest side: balanced, hence never deep, whatever the mesh.
void MeshTree::split(std::uint32_t node, std::uint32_t begin, std::uint32_t end,
                     std::span<const Bounds> boxes) {
    if (end - begin <= leaf_size) {
        nodes_[node].first = begin;
        nodes_[node].count = end - begin;
        return;
    }
    const auto middle_of = [&](std::uint32_t i) { return Vec3(boxes[i].low + boxes[i].high); };
    Vec3 low = middle_of(items_[begin]);
    Vec3 high = low;
    for (std::uint32_t k = begin; k < end; ++k) {
        low = low.cwiseMin(middle_of(items_[k]));
        high = high.cwiseMax(middle_of(items_[k]));
    }
    int axis = 0;
    (high - low).maxCoeff(&axis);
    const std::uint32_t middle = begin + (end - begin) / 2;
    const auto at = [&](std::uint32_t k) {
        return items_.begin() + static_cast<std::ptrdiff_t>(k);
    };
    std::nth_element(at(begin), at(middle), at(end), [&](std::uint32_t i, std::uint32_t j) {
        const double a = middle_of(i)[axis];
        const double b = middle_of(j)[axis];
        return a != b ? a < b : i < j;
    });
    const auto first = static_cast<std::uint32_t>(nodes_.size());
    nodes_[node].first = first;
    nodes_[node].count = 0;
    nodes_.resize(nodes_.size() + 2);
    split(first, begin, middle, boxes);
    split(first + 1, middle, end, boxes);
}

void MeshTree::refit(std::span<const Bounds> boxes) {
    // Children stand behind their parents.
    for (std::size_t n = nodes_.size(); n-- > 0;) {
        Node& node = nodes_[n];
        if (node.count == 0) {
            node.box = joined(nodes_[node.first].box, nodes_[node.first + 1].box);
            continue;
        }
        node.box = boxes[items_[node.first]];
        for (std::uint32_t k = 1; k < node.count; ++k)
            node.box = joined(node.box, boxes[items_[node.first + k]]);
    }
}

} // namespace scree
