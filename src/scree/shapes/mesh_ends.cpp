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
    std::array<double, 2> angle{};
};

/// By which angle another triangle at this side rises over the region's plane; 0 goes straight on.
void look_at(const Side& side, std::uint32_t other, const Vec3& outward, Beside& beside) {
    const Vec3 way = side.middle(other) - side.from();
    const Vec3& normal = side.mesh.region_plane(side.region()).normal;
    const double angle = std::atan2(normal.dot(way), outward.dot(way));
    const double smooth = side.mesh.options().smooth_angle;
    if (std::abs(angle) <= smooth) {
        beside.is_smooth = true;
        return;
    }
    const std::size_t at = angle > 0 ? 0 : 1;
    beside.rises[at] = true;
    beside.angle[at] = std::max(beside.angle[at], std::abs(angle));
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
std::optional<RegionEnd> end_of(const Side& side) {
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
    return RegionEnd{
        side.from(),  side.to(),    outward, side.mesh.region_plane(side.region()).normal,
        beside.rises, beside.angle, 0};
}

/// Ends of a region on one line have one key. It is rounded: where that fails a straight end stays
/// in pieces, which costs time only.
struct Line {
    Vec3 along;
    std::array<std::int64_t, 6> key;
    double begin, end;
};
Line line_of(const RegionEnd& e, double size) {
    constexpr double same_direction = 1e-5, same_place = 1e-6;
    const Vec3 along = e.outward.cross(e.normal);
    const auto rounded = [](double x) { return static_cast<std::int64_t>(std::llround(x)); };
    Line line{along, {}, along.dot(e.from), along.dot(e.to)};
    for (std::size_t k = 0; k < 3; ++k)
        line.key[k] = rounded(e.outward[static_cast<int>(k)] / same_direction);
    line.key[3] = rounded(e.outward.dot(e.from) / (same_place * size));
    line.key[4] = e.rises[0] ? 1 : 0;
    line.key[5] = e.rises[1] ? 1 : 0;
    if (line.begin > line.end) std::swap(line.begin, line.end);
    return line;
}

/// The ends of one region, pieces of one straight line that adjoin or overlap made one.
std::vector<RegionEnd> joined(const std::vector<RegionEnd>& ends, double size) {
    constexpr double adjoin = 1e-9;
    std::vector<Line> lines;
    lines.reserve(ends.size());
    for (const RegionEnd& e : ends) lines.push_back(line_of(e, size));
    std::vector<std::size_t> order(ends.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(
        order, {}, [&](std::size_t i) { return std::pair(lines[i].key, lines[i].begin); });
    std::vector<RegionEnd> out;
    const Line* last = nullptr;
    double reached = 0;
    for (const std::size_t i : order) {
        const Line& line = lines[i];
        const bool goes_on =
            last != nullptr && last->key == line.key && line.begin <= reached + adjoin * size;
        const bool is_turned = line.along.dot(ends[i].to - ends[i].from) < 0;
        const Vec3 &from = is_turned ? ends[i].to : ends[i].from,
                   &to = is_turned ? ends[i].from : ends[i].to;
        if (!goes_on) {
            out.push_back(ends[i]);
            out.back().from = from;
        }
        if (!goes_on || line.end > reached) {
            out.back().to = to;
            reached = line.end;
        }
        for (const std::size_t k : {0U, 1U})
            out.back().angle[k] = std::max(out.back().angle[k], ends[i].angle[k]);
        last = &line;
    }
    return out;
}

} // namespace

double distance_to(const RegionEnd& end, const Vec3& point) {
    const Vec3 way = end.to - end.from;
    const double part = std::clamp(way.dot(point - end.from) / way.squaredNorm(), 0.0, 1.0);
    return (point - end.from - part * way).norm();
}

bool covers(const RegionEnd& whole, const RegionEnd& piece, double tolerance) {
    return distance_to(whole, piece.from) <= tolerance && distance_to(whole, piece.to) <= tolerance;
}

bool RegionEnd::is_groove_from(const Vec3& point) const {
    const double height = normal.dot(point - from);
    const std::size_t side = height >= 0 ? 0 : 1;
    return rises[side] && std::atan2(std::abs(height), outward.dot(point - from)) > angle[side];
}

MeshEnds::MeshEnds(const MeshSurface& mesh) {
    std::vector<std::vector<RegionEnd>> found(mesh.region_count());
    for (const MeshEdge& edge : mesh.edges()) {
        const bool has_two = edge.triangles[1] != MeshEdge::nobody;
        if (has_two && mesh.regions()[edge.triangles[0]] == mesh.regions()[edge.triangles[1]])
            continue;
        for (const std::uint32_t t : edge.triangles)
            if (t != MeshEdge::nobody)
                if (const auto end = end_of({mesh, edge, t}))
                    found[mesh.regions()[t]].push_back(*end);
    }
    std::vector<double> area(mesh.region_count(), 0);
    for (std::uint32_t t = 0; t < mesh.regions().size(); ++t) {
        const auto& c = mesh.corners(t);
        area[mesh.regions()[t]] += 0.5 * (c[1] - c[0]).cross(c[2] - c[0]).norm();
    }
    const Bounds box = mesh.bounds();
    start_.assign(1, 0);
    for (std::size_t r = 0; r < found.size(); ++r) {
        std::vector<RegionEnd> whole = joined(found[r], (box.high - box.low).norm());
        double length = 0;
        for (const RegionEnd& end : whole) length += (end.to - end.from).norm();
        for (RegionEnd& end : whole) end.width = area[r] / length;
        ends_.insert(ends_.end(), whole.begin(), whole.end());
        start_.push_back(static_cast<std::uint32_t>(ends_.size()));
    }
}

} // namespace scree
