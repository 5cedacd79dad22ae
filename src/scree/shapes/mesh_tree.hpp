// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/bounds.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace scree {

/// A binary tree of boxes over numbered boxes. Its form depends on the boxes at its building only;
/// afterwards it can be refitted to others.
class MeshTree {
public:
    void build(std::span<const Bounds> boxes);
    void refit(std::span<const Bounds> boxes);

    Bounds bounds() const { return nodes_[0].box; }

    /// Calls `visit(index)` for each box closer than `distance` to the point.
    template <class Visit>
    void for_each_near(const Vec3& point, double distance, Visit visit) const {
        Stack stack;
        stack.push(0);
        while (!stack.is_empty()) {
            const Node& node = nodes_[stack.pop()];
            if (squared_distance(node.box, point) > distance * distance) continue;
            if (node.count == 0) {
                stack.push(node.first + 1);
                stack.push(node.first);
            }
            for (std::uint32_t k = 0; k < node.count; ++k) visit(items_[node.first + k]);
        }
    }

    /// The nearest of all: `measure(index, limit)` gives the squared distance of an item. Returns
    /// nothing; the measure keeps what it finds. Nearer boxes are looked at first.
    template <class Measure>
    void for_nearest(const Vec3& point, Measure measure) const {
        double limit = std::numeric_limits<double>::infinity();
        Stack stack;
        stack.push(0);
        while (!stack.is_empty()) {
            const Node& node = nodes_[stack.pop()];
            if (squared_distance(node.box, point) > limit) continue;
            if (node.count == 0) {
                const bool left_first = squared_distance(nodes_[node.first].box, point) <=
                                        squared_distance(nodes_[node.first + 1].box, point);
                stack.push(node.first + (left_first ? 1 : 0));
                stack.push(node.first + (left_first ? 0 : 1));
            }
            for (std::uint32_t k = 0; k < node.count; ++k)
                limit = std::min(limit, measure(items_[node.first + k]));
        }
    }

private:
    struct Node {
        Bounds box{Vec3::Zero(), Vec3::Zero()};
        std::uint32_t first =
            0; ///< the left child, the right one behind it; of a leaf its first item
        std::uint32_t count = 0; ///< of a leaf's items; 0: not a leaf
    };
    /// Deep enough for any tree that halves its items.
    class Stack {
    public:
        void push(std::uint32_t node) { nodes_[size_++] = node; }
        std::uint32_t pop() { return nodes_[--size_]; }
        bool is_empty() const { return size_ == 0; }

    private:
        std::array<std::uint32_t, 128> nodes_;
        std::size_t size_ = 0;
    };

    static double squared_distance(const Bounds& box, const Vec3& point) {
        return (point - point.cwiseMax(box.low).cwiseMin(box.high)).squaredNorm();
    }
    void split(std::uint32_t node, std::uint32_t begin, std::uint32_t end,
               std::span<const Bounds> boxes);

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> items_;
};

} // namespace scree
