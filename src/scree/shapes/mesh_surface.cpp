// SPDX-License-Identifier: BSD-3-Clause
//
// Building the surface: what is no triangle is left out, edges and flat regions are found, leaks
// are named. The contacts are in mesh_contacts.cpp.
#include <scree/base/assert.hpp>
#include <scree/shapes/detail/complaints.hpp>
#include <scree/shapes/detail/polygons.hpp>
#include <scree/shapes/detail/polyhedron_build.hpp>
#include <scree/shapes/detail/tolerances.hpp>
#include <scree/shapes/mesh_surface.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace scree {
namespace {

bool comes_before(const Vec3& a, const Vec3& b) {
    return std::tuple(a.x(), a.y(), a.z()) < std::tuple(b.x(), b.y(), b.z());
}

void check(const TriangleMesh& mesh, const MeshOptions& options) {
    detail::Complaints complaints;
    complaints.unless(options.smooth_angle >= 0 && options.smooth_angle < 1.57, "smooth_angle",
                      "be from 0 to below 1.57", options.smooth_angle);
    {
        detail::Several wrong(complaints, "wrong vertices");
        for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
            if (!mesh.vertices[i].allFinite())
                wrong.add("vertex " + std::to_string(i) + ": must be finite, got " +
                          detail::text(mesh.vertices[i]));
    }
    {
        detail::Several wrong(complaints, "wrong triangles");
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
            for (const auto i : mesh.triangles[t])
                if (i >= mesh.vertices.size())
                    wrong.add("triangle " + std::to_string(t) + ": names vertex " +
                              std::to_string(i) + ", but there are " +
                              std::to_string(mesh.vertices.size()));
    }
    complaints.raise();
}

/// For each vertex the first one with the same coordinates.
std::vector<std::uint32_t> welded(const std::vector<Vec3>& vertices) {
    std::vector<std::uint32_t> order(vertices.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, [&](std::uint32_t i, std::uint32_t j) {
        if (comes_before(vertices[i], vertices[j])) return true;
        if (comes_before(vertices[j], vertices[i])) return false;
        return i < j;
    });
    std::vector<std::uint32_t> first(vertices.size());
    for (std::size_t k = 0; k < order.size(); ++k)
        first[order[k]] =
            k > 0 && vertices[order[k]] == vertices[order[k - 1]] ? first[order[k - 1]] : order[k];
    return first;
}

double longest_side(const std::array<Vec3, 3>& corner) {
    return std::max({(corner[1] - corner[0]).norm(), (corner[2] - corner[1]).norm(),
                     (corner[0] - corner[2]).norm()});
}

/// The direction in the plane of the triangle, across the edge from `from` to `to`, to `inside`. By
/// way of the normal: in a thin triangle the difference of its long sides is mostly rounding.
Vec3 inward_of(const Vec3& normal, const Vec3& from, const Vec3& to, const Vec3& inside) {
    const Vec3 across = normal.cross(to - from).normalized();
    return across.dot(inside - from) < 0 ? Vec3(-across) : across;
}

} // namespace

MeshSurface::MeshSurface(const TriangleMesh& mesh, const MeshOptions& options)
    : options_(options), smooth_cosine_(std::cos(options.smooth_angle)) {
    check(mesh, options);
    clean(mesh);
    fit_triangles();
    find_edges();
    tree_.build(boxes());
    find_regions();
    find_smooth_neighbours();
    find_leaks();
}

void MeshSurface::refit(std::span<const Vec3> vertices) {
    SCREE_ASSERT(vertices.size() == mesh_.vertices.size());
    mesh_.vertices.assign(vertices.begin(), vertices.end());
    fit_triangles();
    tree_.refit(boxes());
}

void MeshSurface::clean(const TriangleMesh& mesh) {
    const std::vector<std::uint32_t> first = welded(mesh.vertices);
    constexpr std::uint32_t unused = MeshEdge::nobody;
    std::vector<std::uint32_t> name(mesh.vertices.size(), unused);
    std::set<std::array<std::uint32_t, 3>> seen;
    for (const auto& given : mesh.triangles) {
        std::array<std::uint32_t, 3> t{};
        std::ranges::transform(given, t.begin(), [&](std::uint32_t i) { return first[i]; });
        const std::array<Vec3, 3> corner = {mesh.vertices[t[0]], mesh.vertices[t[1]],
                                            mesh.vertices[t[2]]};
        const double length = longest_side(corner);
        const double height =
            length > 0 ? detail::twice_area(corner[0], corner[1], corner[2]).norm() / length : 0;
        if (!(height > detail::sliver_tolerance * length)) {
            ++findings_.slivers;
            continue;
        }
        std::array<std::uint32_t, 3> key = t;
        std::ranges::sort(key);
        if (!seen.insert(key).second) {
            ++findings_.duplicates;
            continue;
        }
        for (auto& i : t) {
            if (name[i] == unused) {
                name[i] = static_cast<std::uint32_t>(mesh_.vertices.size());
                mesh_.vertices.push_back(mesh.vertices[i]);
            }
            i = name[i];
        }
        mesh_.triangles.push_back(t);
    }
    if (mesh_.triangles.empty())
        throw InputError("triangles: none with an area, the wall is empty");
}

void MeshSurface::fit_triangles() {
    triangles_.resize(mesh_.triangles.size());
    for (std::size_t k = 0; k < triangles_.size(); ++k) {
        Triangle& t = triangles_[k];
        const auto& v = mesh_.triangles[k];
        const auto& at = mesh_.vertices;
        const Vec3 twice_area = detail::twice_area(at[v[0]], at[v[1]], at[v[2]]);
        t.normal = twice_area.normalized();
        t.vertex = v;
        // The order must not depend on who numbered the vertices: two triangles at an edge then run
        // along it the same way, and round in the same way.
        std::ranges::sort(
            t.vertex, [&](std::uint32_t i, std::uint32_t j) { return comes_before(at[i], at[j]); });
        for (std::size_t i = 0; i < 3; ++i) t.corner[i] = at[t.vertex[i]];
        for (std::size_t i = 0; i < 3; ++i)
            t.inward[i] =
                inward_of(t.normal, t.corner[(i + 1) % 3], t.corner[(i + 2) % 3], t.corner[i]);
        t.size = longest_side(t.corner);
        t.altitude = twice_area.norm() / t.size;
    }
}

std::vector<Bounds> MeshSurface::boxes() const {
    std::vector<Bounds> all;
    all.reserve(triangles_.size());
    for (const Triangle& t : triangles_)
        all.push_back({t.corner[0].cwiseMin(t.corner[1]).cwiseMin(t.corner[2]),
                       t.corner[0].cwiseMax(t.corner[1]).cwiseMax(t.corner[2])});
    return all;
}

void MeshSurface::find_edges() {
    struct Side {
        std::uint32_t low, high, triangle;
        bool is_forward;
        std::uint32_t opposite;
    };
    std::vector<Side> sides;
    around_start_.assign(mesh_.vertices.size() + 1, 0);
    for (std::uint32_t t = 0; t < mesh_.triangles.size(); ++t) {
        const auto& v = mesh_.triangles[t];
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = v[k];
            const std::uint32_t b = v[(k + 1) % 3];
            sides.push_back({std::min(a, b), std::max(a, b), t, a < b, v[(k + 2) % 3]});
            ++around_start_[a + 1];
        }
    }
    std::partial_sum(around_start_.begin(), around_start_.end(), around_start_.begin());
    around_.resize(around_start_.back());
    std::vector<std::uint32_t> next(around_start_.begin(), around_start_.end() - 1);
    for (std::uint32_t t = 0; t < mesh_.triangles.size(); ++t)
        for (const auto v : mesh_.triangles[t]) around_[next[v]++] = t;

    std::ranges::sort(sides, {},
                      [](const Side& s) { return std::tuple(s.low, s.high, s.triangle); });
    for (std::size_t k = 0; k < sides.size();) {
        std::size_t end = k + 1;
        while (end < sides.size() && sides[end].low == sides[k].low &&
               sides[end].high == sides[k].high)
            ++end;
        MeshEdge edge{{sides[k].low, sides[k].high}, {sides[k].triangle, MeshEdge::nobody}};
        if (end > k + 1) {
            const Side& a = sides[k];
            const Side& b = sides[k + 1];
            edge.triangles[1] = b.triangle;
            const auto& at = mesh_.vertices;
            const auto into = [&](const Side& side) {
                return inward_of(triangles_[side.triangle].normal, at[a.low], at[a.high],
                                 at[side.opposite]);
            };
            const Vec3 into_a = into(a);
            const Vec3 into_b = into(b);
            edge.angle = std::atan2(into_a.cross(into_b).norm(), -into_a.dot(into_b));
            const bool is_above = triangles_[a.triangle].normal.dot(into_b) > 0;
            edge.kind = edge.angle <= detail::flat_angle ? EdgeKind::flat
                        : is_above                       ? EdgeKind::concave
                                                         : EdgeKind::convex;
            if (end > k + 2 || a.is_forward == b.is_forward) edge.kind = EdgeKind::crossed;
        }
        if (edge.kind == EdgeKind::crossed) ++findings_.crossed;
        edges_.push_back(edge);
        k = end;
    }
}

double MeshSurface::area() const {
    double sum = 0;
    for (const Triangle& t : triangles_) sum += 0.5 * t.size * t.altitude;
    return sum;
}

/// How near another triangle must come to lie on this one's side.
double MeshSurface::cover_tolerance(std::uint32_t triangle, const Vec3& point) const {
    const Triangle& own = triangles_[triangle];
    // Less than the triangle is high, else its other neighbours would be taken for a cover.
    return std::min(detail::leak_tolerance * own.size, 0.1 * own.altitude) +
           detail::seam_rounding * point.cwiseAbs().maxCoeff();
}

/// Does a triangle that is not at this edge pass through the point?
bool MeshSurface::is_covered(const Vec3& point, const MeshEdge& edge) const {
    const double tolerance = cover_tolerance(edge.triangles[0], point);
    bool is_there = false;
    tree_.for_each_near(point, tolerance, [&](std::uint32_t t) {
        is_there = is_there || (t != edge.triangles[0] && passes_through(t, point, tolerance));
    });
    return is_there;
}

/// Open edges that no other triangle runs along (as at a T, where one side was cut and the other
/// was not, or where a sliver was left out), in chains that share vertices.
void MeshSurface::find_leaks() {
    std::vector<std::uint32_t> leader(mesh_.vertices.size());
    std::iota(leader.begin(), leader.end(), 0U);
    const auto find = [&](std::uint32_t v) {
        while (leader[v] != v) v = leader[v] = leader[leader[v]];
        return v;
    };
    std::vector<const MeshEdge*> open;
    for (const MeshEdge& edge : edges_) {
        if (edge.kind != EdgeKind::open) continue;
        const Vec3& a = mesh_.vertices[edge.vertices[0]];
        const Vec3& b = mesh_.vertices[edge.vertices[1]];
        const auto at = [&](double part) { return Vec3(a + part * (b - a)); };
        if (is_covered(at(0.5), edge) && is_covered(at(0.21), edge) && is_covered(at(0.83), edge))
            continue;
        open.push_back(&edge);
        const std::uint32_t low = find(edge.vertices[0]);
        const std::uint32_t high = find(edge.vertices[1]);
        leader[std::max(low, high)] = std::min(low, high);
    }
    std::map<std::uint32_t, MeshLeak> leaks;
    for (const MeshEdge* edge : open) {
        MeshLeak& leak = leaks[find(edge->vertices[0])];
        const Vec3& a = mesh_.vertices[edge->vertices[0]];
        const Vec3& b = mesh_.vertices[edge->vertices[1]];
        const double length = (b - a).norm();
        leak.place += length * 0.5 * (a + b);
        leak.length += length;
        ++leak.edges;
    }
    for (auto& [name, leak] : leaks) {
        leak.place /= leak.length;
        findings_.leaks.push_back(leak);
    }
    std::ranges::stable_sort(findings_.leaks, std::greater{}, &MeshLeak::length);
}

} // namespace scree
