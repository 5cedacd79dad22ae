// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/detail/polygons.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace scree::detail {
namespace {

constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

/// The polygons from the largest to the smallest; a face grows from its largest piece, whose plane
/// is known best.
std::vector<std::uint32_t> by_size(std::span<const Vec3> area) {
    std::vector<std::uint32_t> order(area.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(
        order, [&](auto a, auto b) { return area[a].squaredNorm() > area[b].squaredNorm(); });
    return order;
}

/// Assigns every polygon to a group: the number of the polygon it grew from.
class Groups {
public:
    Groups(std::span<const Vec3> points, std::span<const Polygon> polygons,
           const EdgeOwners& owners, const Coplanar& coplanar)
        : points_(points), polygons_(polygons), owners_(owners), coplanar_(coplanar) {
        for (const auto& polygon : polygons) area_.push_back(area_vector(points, polygon));
        group_.assign(polygons.size(), nobody);
        for (const std::uint32_t seed : by_size(area_))
            if (group_[seed] == nobody) grow(seed);
    }

    const std::vector<std::uint32_t>& of_polygon() const { return group_; }

private:
    void grow(std::uint32_t seed) {
        group_[seed] = seed;
        if (area_[seed].squaredNorm() == 0) return;
        const Vec3 normal = area_[seed].normalized();
        std::vector<std::uint32_t> open = {seed};
        while (!open.empty()) {
            const Polygon& polygon = polygons_[open.back()];
            open.pop_back();
            for (std::size_t i = 0; i < polygon.size(); ++i) {
                const auto other = owners_.find({polygon[(i + 1) % polygon.size()], polygon[i]});
                if (other == owners_.end() || group_[other->second] != nobody) continue;
                if (!lies_in(other->second, points_[polygons_[seed][0]], normal)) continue;
                group_[other->second] = seed;
                open.push_back(other->second);
            }
        }
    }

    bool lies_in(std::uint32_t polygon, const Vec3& point, const Vec3& normal) const {
        // A polygon narrower than the tolerance has a normal made of rounding: its corners decide.
        const Vec3& area = area_[polygon];
        double length = 0;
        for (const auto corner : polygons_[polygon]) {
            if (std::abs(normal.dot(points_[corner] - point)) > coplanar_.distance) return false;
            length = std::max(length, (points_[corner] - points_[polygons_[polygon][0]]).norm());
        }
        const bool is_sliver = area.norm() <= length * coplanar_.distance;
        return is_sliver || normal.cross(area).norm() <= coplanar_.angle * normal.dot(area);
    }

    std::span<const Vec3> points_;
    std::span<const Polygon> polygons_;
    const EdgeOwners& owners_;
    Coplanar coplanar_;
    std::vector<Vec3> area_;
    std::vector<std::uint32_t> group_;
};

/// The outline of every group: its directed edges whose other side belongs to another group.
std::vector<Polygon> outlines(const EdgeOwners& owners, const std::vector<std::uint32_t>& group) {
    std::map<std::uint32_t, std::map<std::uint32_t, std::uint32_t>> next; // per group: from, to
    for (const auto& [edge, owner] : owners) {
        const auto other = owners.find({edge.second, edge.first});
        if (other != owners.end() && group[other->second] == group[owner]) continue;
        next[group[owner]][edge.first] = edge.second;
    }
    std::vector<Polygon> loops;
    for (const auto& [name, edges] : next) {
        Polygon loop = {edges.begin()->first};
        while (loop.size() <= edges.size()) {
            const auto to = edges.find(loop.back());
            if (to == edges.end() || to->second == loop.front()) break;
            loop.push_back(to->second);
        }
        loops.push_back(std::move(loop));
    }
    return loops;
}

/// A corner of two faces only lies inside their common edge.
bool drop_corners_inside_edges(std::vector<Polygon>& polygons) {
    std::map<std::uint32_t, int> faces_at;
    for (const auto& polygon : polygons)
        for (const auto corner : polygon) ++faces_at[corner];
    std::size_t dropped = 0;
    for (auto& polygon : polygons)
        dropped += std::erase_if(polygon, [&](auto corner) { return faces_at[corner] < 3; });
    dropped += std::erase_if(polygons, [](const auto& polygon) { return polygon.size() < 3; });
    return dropped > 0;
}

} // namespace

Vec3 area_vector(std::span<const Vec3> points, std::span<const std::uint32_t> polygon) {
    Vec3 twice = Vec3::Zero();
    const Vec3& first = points[polygon[0]];
    for (std::size_t i = 2; i < polygon.size(); ++i)
        twice += (points[polygon[i - 1]] - first).cross(points[polygon[i]] - first);
    return 0.5 * twice;
}

EdgeOwners edge_owners(std::span<const Polygon> polygons) {
    EdgeOwners owners;
    for (std::uint32_t f = 0; f < polygons.size(); ++f)
        for (std::size_t i = 0; i < polygons[f].size(); ++i)
            owners[{polygons[f][i], polygons[f][(i + 1) % polygons[f].size()]}] = f;
    return owners;
}

std::vector<Polygon> merged(std::span<const Vec3> points, std::span<const Polygon> polygons,
                            const Coplanar& coplanar) {
    const EdgeOwners owners = edge_owners(polygons);
    const Groups groups(points, polygons, owners, coplanar);
    auto faces = outlines(owners, groups.of_polygon());
    while (drop_corners_inside_edges(faces)) {
    }
    for (auto& face : faces) std::ranges::rotate(face, std::ranges::min_element(face));
    std::ranges::sort(faces);
    return faces;
}

} // namespace scree::detail
