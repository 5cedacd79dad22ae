// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/mesh_ends.hpp>

#include <scree/shapes/detail/tolerances.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace scree {
namespace {

/// An edge as a side of one of its triangles.
struct Side {
    const MeshSurface& mesh;
    const MeshEdge& edge;
    std::uint32_t triangle;

    std::uint32_t region() const { return mesh.regions()[triangle]; }
    const Vec3& from() const { return mesh.mesh().vertices[edge.vertices[0]]; }
    const Vec3& to() const { return mesh.mesh().vertices[edge.vertices[1]]; }

    Vec3 outward() const {
        const Vec3 along = (to() - from()).normalized();
        const Vec3 across = mesh.region_plane(region()).normal.cross(along).normalized();
        return across.dot(middle(triangle) - from()) > 0 ? Vec3(-across) : across;
    }
    Vec3 middle(std::uint32_t t) const {
        const auto& c = mesh.corners(t);
        return (c[0] + c[1] + c[2]) / 3;
    }
};

/// What was found beside a side.
struct Beside {
    bool is_smooth = false;
    std::array<bool, 2> rises{};
};

/// By which angle another triangle at this side rises over the region's plane; 0 goes straight on.
void look_at(const Side& side, std::uint32_t other, const Vec3& outward, Beside& beside) {
    const Vec3 way = side.middle(other) - side.from();
    const Vec3& normal = side.mesh.region_plane(side.region()).normal;
    const double angle = std::atan2(normal.dot(way), outward.dot(way));
    const double smooth = side.mesh.options().smooth_angle;
    if (std::abs(angle) <= smooth)
        beside.is_smooth = true;
    else
        beside.rises[angle > 0 ? 0 : 1] = true;
}

/// How near another triangle must come to lie on this side; less than this one is wide, else its
/// other neighbours would be taken for one.
double reach_of(const Side& side, const Vec3& point) {
    const auto& c = side.mesh.corners(side.triangle);
    const double length = (side.to() - side.from()).norm();
    const double size =
        std::max({(c[1] - c[0]).norm(), (c[2] - c[1]).norm(), (c[0] - c[2]).norm()});
    const double altitude = (c[1] - c[0]).cross(c[2] - c[0]).norm() / size;
    return std::min({detail::leak_tolerance * size, 0.01 * altitude, 0.01 * length}) +
           detail::seam_rounding * point.cwiseAbs().maxCoeff();
}

/// Nothing where the region, or another one, goes on smoothly.
std::optional<RegionEnd> end_of(const Side& side, std::uint32_t number) {
    const Vec3 outward = side.outward();
    Beside beside;
    bool is_inner = true;
    for (const double part : {0.21, 0.5, 0.83}) {
        const Vec3 point = side.from() + part * (side.to() - side.from());
        const double reach = reach_of(side, point);
        const Vec3 beyond = point + 4 * reach * outward;
        bool goes_on = false;
        side.mesh.for_each_near(point, 5 * reach, [&](std::uint32_t t) {
            if (t == side.triangle) return;
            if (side.mesh.regions()[t] == side.region())
                goes_on = goes_on || side.mesh.nearest_on(t, beyond).distance <= reach;
            else if (side.mesh.nearest_on(t, point).distance <= reach)
                look_at(side, t, outward, beside);
        });
        is_inner = is_inner && goes_on;
    }
    if (is_inner || beside.is_smooth) return {};
    return RegionEnd{side.from(), side.to(), outward, number, beside.rises};
}

} // namespace

MeshEnds::MeshEnds(const MeshSurface& mesh) {
    std::vector<std::pair<std::uint32_t, RegionEnd>> found;
    const std::span<const MeshEdge> edges = mesh.edges();
    for (std::uint32_t e = 0; e < edges.size(); ++e) {
        const MeshEdge& edge = edges[e];
        const bool has_two = edge.triangles[1] != MeshEdge::nobody;
        if (has_two && mesh.regions()[edge.triangles[0]] == mesh.regions()[edge.triangles[1]])
            continue;
        for (const std::uint32_t t : edge.triangles)
            if (t != MeshEdge::nobody)
                if (const auto end = end_of({mesh, edge, t}, e))
                    found.emplace_back(mesh.regions()[t], *end);
    }
    std::ranges::stable_sort(found, {}, [](const auto& f) { return f.first; });
    start_.assign(mesh.region_count() + 1, 0);
    for (const auto& [region, end] : found) {
        ++start_[region + 1];
        ends_.push_back(end);
    }
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
}

} // namespace scree
