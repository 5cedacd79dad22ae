// SPDX-License-Identifier: BSD-3-Clause
//
// Flat regions of a mesh: what they are must depend on the surface and not on its triangles.
#include <scree/shapes/detail/tolerances.hpp>
#include <scree/shapes/mesh_surface.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

namespace scree {
namespace {

std::tuple<double, double, double> coordinates(const Vec3& p) { return {p.x(), p.y(), p.z()}; }

} // namespace

void MeshSurface::find_regions() {
    const std::vector<std::uint32_t> seeds = grow_regions();
    join_regions(seeds);
    number_regions(seeds);
}

/// From the largest triangles on over flat edges, as far as the normal stays that of the first one:
/// a long row of small bends is not taken for flat. Returns the first triangles.
std::vector<std::uint32_t> MeshSurface::grow_regions() {
    std::vector<std::vector<std::uint32_t>> beside(triangles_.size());
    for (const MeshEdge& edge : edges_)
        if (edge.triangles[1] != MeshEdge::nobody && edge.angle <= detail::flat_angle) {
            beside[edge.triangles[0]].push_back(edge.triangles[1]);
            beside[edge.triangles[1]].push_back(edge.triangles[0]);
        }
    std::vector<std::uint32_t> order(triangles_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, [&](std::uint32_t i, std::uint32_t j) {
        return triangles_[i].size > triangles_[j].size;
    });
    region_.assign(triangles_.size(), MeshEdge::nobody);
    std::vector<std::uint32_t> seeds;
    for (const std::uint32_t seed : order) {
        if (region_[seed] != MeshEdge::nobody) continue;
        const auto name = static_cast<std::uint32_t>(seeds.size());
        seeds.push_back(seed);
        std::vector<std::uint32_t> open = {seed};
        region_[seed] = name;
        while (!open.empty()) {
            const std::uint32_t t = open.back();
            open.pop_back();
            for (const std::uint32_t other : beside[t]) {
                const Vec3 tilt = triangles_[other].normal.cross(triangles_[seed].normal);
                if (region_[other] != MeshEdge::nobody || tilt.norm() > detail::flat_angle)
                    continue;
                region_[other] = name;
                open.push_back(other);
            }
        }
    }
    return seeds;
}

/// At a T, or where pieces overlap, triangles lie in one plane and touch without sharing an edge:
/// an edge of the one runs over the other. Afterwards a region has the number of its first part.
void MeshSurface::join_regions(const std::vector<std::uint32_t>& seeds) {
    std::vector<std::uint32_t> leader(seeds.size());
    std::iota(leader.begin(), leader.end(), 0U);
    const auto find = [&](std::uint32_t r) {
        while (leader[r] != r) r = leader[r] = leader[leader[r]];
        return r;
    };
    const auto join = [&](std::uint32_t s, std::uint32_t t) {
        const std::uint32_t a = std::min(find(region_[s]), find(region_[t]));
        const std::uint32_t b = std::max(find(region_[s]), find(region_[t]));
        const auto tilt = [&](std::uint32_t i, std::uint32_t j) {
            return triangles_[i].normal.cross(triangles_[j].normal).norm();
        };
        if (a != b && tilt(s, t) <= detail::flat_angle &&
            tilt(seeds[a], seeds[b]) <= detail::flat_angle)
            leader[b] = a;
    };
    for (const MeshEdge& edge : edges_) {
        if (edge.kind != EdgeKind::open && edge.kind != EdgeKind::crossed) continue;
        const Vec3& a = mesh_.vertices[edge.vertices[0]];
        const Vec3& b = mesh_.vertices[edge.vertices[1]];
        const std::uint32_t own = edge.triangles[0];
        for (const double part : {0.21, 0.5, 0.83}) {
            const Vec3 point = a + part * (b - a);
            const double tolerance = cover_tolerance(own, point);
            tree_.for_each_near(point, tolerance, [&](std::uint32_t t) {
                if (t != own && passes_through(t, point, tolerance)) join(own, t);
            });
        }
    }
    for (std::uint32_t& r : region_) r = find(r);
}

void MeshSurface::number_regions(const std::vector<std::uint32_t>& seeds) {
    const Vec3 all = Vec3::Constant(std::numeric_limits<double>::infinity());
    std::vector<Bounds> extent(seeds.size(), Bounds{all, -all});
    for (std::size_t t = 0; t < triangles_.size(); ++t)
        for (const Vec3& p : triangles_[t].corner) {
            Bounds& box = extent[region_[t]];
            box.low = box.low.cwiseMin(p);
            box.high = box.high.cwiseMax(p);
        }
    std::vector<std::uint32_t> order;
    for (std::uint32_t r = 0; r < seeds.size(); ++r)
        if (extent[r].low.x() <= extent[r].high.x()) order.push_back(r); // the others were joined
    std::ranges::stable_sort(order, {}, [&](std::uint32_t r) {
        return std::tuple(coordinates(extent[r].low), coordinates(extent[r].high));
    });
    std::vector<std::uint32_t> number(seeds.size(), MeshEdge::nobody);
    for (std::uint32_t k = 0; k < order.size(); ++k) number[order[k]] = k;
    for (std::uint32_t& r : region_) r = number[r];
    region_count_ = static_cast<std::uint32_t>(order.size());
    for (const std::uint32_t r : order)
        region_plane_.push_back({triangles_[seeds[r]].corner[0], triangles_[seeds[r]].normal});
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
        Vec3& first = region_plane_[region_[t]].point;
        const Vec3& own = triangles_[t].corner[0];
        if (coordinates(own) < coordinates(first)) first = own;
    }
}

void MeshSurface::find_smooth_neighbours() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    const auto link = [&](std::uint32_t s, std::uint32_t t) {
        const std::uint32_t a = region_[s];
        const std::uint32_t b = region_[t];
        if (a == b || std::abs(triangles_[s].normal.dot(triangles_[t].normal)) < smooth_cosine_)
            return;
        pairs.emplace_back(a, b);
        pairs.emplace_back(b, a);
    };
    for (const MeshEdge& edge : edges_)
        if (edge.triangles[1] != MeshEdge::nobody) link(edge.triangles[0], edge.triangles[1]);
    // Across vertices, too, but for tips where very many meet: there all would know all.
    constexpr std::size_t most = 32;
    for (std::uint32_t v = 0; v < mesh_.vertices.size(); ++v) {
        const auto those = around(v);
        for (std::size_t i = 0; i < those.size() && those.size() <= most; ++i)
            for (std::size_t j = 0; j < i; ++j) link(those[i], those[j]);
    }
    std::ranges::sort(pairs);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    smooth_start_.assign(region_count_ + 1, 0);
    for (const auto& [a, b] : pairs) ++smooth_start_[a + 1], smooth_.push_back(b);
    std::partial_sum(smooth_start_.begin(), smooth_start_.end(), smooth_start_.begin());
}

} // namespace scree
