// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/shapes/detail/polygons.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

namespace scree::detail {
namespace {

constexpr std::uint32_t nobody = EdgeOwners::nobody;

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
        const Vec3 normal = unit_normal(points_, polygons_[seed]);
        std::vector<std::uint32_t> open = {seed};
        while (!open.empty()) {
            const Polygon& polygon = polygons_[open.back()];
            open.pop_back();
            for (std::size_t i = 0; i < polygon.size(); ++i) {
                const auto other = owners_.owner(polygon[(i + 1) % polygon.size()], polygon[i]);
                if (other == nobody || group_[other] != nobody) continue;
                if (!lies_in(other, points_[polygons_[seed][0]], normal)) continue;
                group_[other] = seed;
                open.push_back(other);
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
    std::vector<std::vector<EdgeOwners::Edge>> rims(group.size()); // each sorted, as the owners are
    for (const auto& edge : owners) {
        const std::uint32_t other = owners.across(edge);
        if (other == EdgeOwners::nobody || group[other] != group[edge.owner])
            rims[group[edge.owner]].push_back(edge);
    }
    std::vector<Polygon> loops;
    for (const auto& rim : rims) {
        if (rim.empty()) continue;
        Polygon loop = {rim[0].from};
        while (loop.size() <= rim.size()) {
            const auto edge =
                std::ranges::lower_bound(rim, loop.back(), {}, &EdgeOwners::Edge::from);
            if (edge == rim.end() || edge->from != loop.back() || edge->to == loop.front()) break;
            loop.push_back(edge->to);
        }
        loops.push_back(std::move(loop));
    }
    return loops;
}

/// A corner of two faces only lies inside their common edge.
bool drop_corners_inside_edges(std::vector<Polygon>& polygons, std::size_t points) {
    std::vector<int> faces_at(points);
    for (const auto& polygon : polygons)
        for (const auto corner : polygon) ++faces_at[corner];
    std::size_t dropped = 0;
    for (auto& polygon : polygons)
        dropped += std::erase_if(polygon, [&](auto corner) { return faces_at[corner] < 3; });
    dropped += std::erase_if(polygons, [](const auto& polygon) { return polygon.size() < 3; });
    return dropped > 0;
}

} // namespace

Vec3 twice_area(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 ab = b - a;
    const Vec3 bc = c - b;
    const Vec3 ca = a - c;
    const double longest = std::max({ab.squaredNorm(), bc.squaredNorm(), ca.squaredNorm()});
    if (ab.squaredNorm() == longest) return bc.cross(ca);
    return bc.squaredNorm() == longest ? ca.cross(ab) : ab.cross(bc);
}

Vec3 area_vector(std::span<const Vec3> points, std::span<const std::uint32_t> polygon) {
    Vec3 twice = Vec3::Zero();
    for (std::size_t i = 2; i < polygon.size(); ++i)
        twice += twice_area(points[polygon[0]], points[polygon[i - 1]], points[polygon[i]]);
    return 0.5 * twice;
}

Vec3 unit_normal(std::span<const Vec3> points, std::span<const std::uint32_t> polygon) {
    const auto farthest_from = [&](const Vec3& from) {
        const auto distance = [&](std::uint32_t i) { return (points[i] - from).squaredNorm(); };
        return points[*std::ranges::max_element(polygon, {}, distance)];
    };
    const Vec3 end = farthest_from(points[polygon[0]]);
    const Vec3 along = (farthest_from(end) - end).stableNormalized();
    const Vec3 normal = area_vector(points, polygon).stableNormalized();
    return (normal - along.dot(normal) * along).normalized();
}

EdgeOwners::EdgeOwners(std::span<const Polygon> polygons) {
    for (std::uint32_t f = 0; f < polygons.size(); ++f)
        for (std::size_t i = 0; i < polygons[f].size(); ++i)
            edges_.push_back({polygons[f][i], polygons[f][(i + 1) % polygons[f].size()], f});
    std::ranges::sort(edges_, {}, [](const Edge& e) { return std::tuple(e.from, e.to, e.owner); });
}

std::uint32_t EdgeOwners::owner(std::uint32_t from, std::uint32_t to) const {
    const auto ends = [](const Edge& e) { return std::pair(e.from, e.to); };
    const auto found = std::ranges::lower_bound(edges_, std::pair(from, to), {}, ends);
    return found != edges_.end() && ends(*found) == std::pair(from, to) ? found->owner : nobody;
}

bool is_closed_sphere(std::span<const Polygon> polygons) {
    const EdgeOwners edges(polygons);
    std::size_t corners = 0;
    const EdgeOwners::Edge* before = nullptr;
    for (const auto& edge : edges) {
        if (edges.across(edge) == EdgeOwners::nobody) return false;
        const bool is_new_corner = before == nullptr || before->from != edge.from;
        if (!is_new_corner && before->to == edge.to) return false; // run twice the same way
        corners += is_new_corner ? 1 : 0;
        before = &edge;
    }
    return corners + polygons.size() == edges.size() / 2 + 2;
}

std::vector<Polygon> merged(std::span<const Vec3> points, std::span<const Polygon> polygons,
                            const Coplanar& coplanar) {
    const EdgeOwners owners(polygons);
    const Groups groups(points, polygons, owners, coplanar);
    auto faces = outlines(owners, groups.of_polygon());
    while (drop_corners_inside_edges(faces, points.size())) {
    }
    if (!is_closed_sphere(faces))
        throw InputError("the faces fall apart when nearly coplanar ones are merged: parts of the "
                         "surface are smaller than rounding, leave them out");
    for (auto& face : faces) std::rotate(face.begin(), std::ranges::min_element(face), face.end());
    std::ranges::sort(faces);
    return faces;
}

} // namespace scree::detail
