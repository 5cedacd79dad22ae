// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/wall_mesh.hpp>

#include <scree/shapes/mesh_surface.hpp>

#include <cmath>
#include <numbers>

namespace scree {
namespace {

struct Frame {
    Vec3 u, v;
};

Frame frame_across(const Vec3& axis) {
    const Vec3 u = across(axis);
    return {u, axis.cross(u)};
}

/// A ring of points about an axis; a ring of no radius is its centre, `segments` times.
void add_ring(TriangleMesh& mesh, const Vec3& center, const Frame& frame, double radius,
              int segments) {
    for (int k = 0; k < segments; ++k) {
        const double t = 2 * std::numbers::pi * k / segments;
        mesh.vertices.emplace_back(center +
                                   radius * (std::cos(t) * frame.u + std::sin(t) * frame.v));
    }
}

/// Nothing where the triangle has no area because two of its corners coincide.
void add_triangle(TriangleMesh& mesh, const std::array<std::uint32_t, 3>& t) {
    const auto& v = mesh.vertices;
    if (v[t[0]] != v[t[1]] && v[t[1]] != v[t[2]] && v[t[2]] != v[t[0]]) mesh.triangles.push_back(t);
}

/// Joins two rings.
void join_rings(TriangleMesh& mesh, std::uint32_t first, std::uint32_t second, int segments) {
    const auto n = static_cast<std::uint32_t>(segments);
    for (std::uint32_t k = 0; k < n; ++k) {
        const std::uint32_t next = (k + 1) % n;
        add_triangle(mesh, {first + k, first + next, second + k});
        add_triangle(mesh, {first + next, second + next, second + k});
    }
}

TriangleMesh quad(const Vec3& center, const Vec3& u, const Vec3& v) {
    return {{center - u - v, center + u - v, center + u + v, center - u + v},
            {{0, 1, 2}, {0, 2, 3}}};
}

struct MeshOf {
    const Bounds& region;
    int segments;

    TriangleMesh operator()(const Plane& s) const {
        const Vec3 middle = 0.5 * (region.low + region.high);
        const double reach = 0.5 * (region.high - region.low).norm();
        const Frame f = frame_across(s.normal);
        const Vec3 foot = middle - (middle - s.point).dot(s.normal) * s.normal;
        return quad(foot, reach * f.u, reach * f.v);
    }
    TriangleMesh operator()(const Rectangle& s) const {
        return quad(s.center, s.half_u * s.u, s.half_v * s.v);
    }
    TriangleMesh operator()(const SphereWall& s) const {
        TriangleMesh mesh;
        const int rings = segments / 2;
        for (int k = 0; k <= rings; ++k) {
            const double t = std::numbers::pi * k / rings;
            const double radius = k % rings == 0 ? 0 : s.radius * std::sin(t); // exact at the poles
            add_ring(mesh, s.center + s.radius * std::cos(t) * Vec3::UnitZ(),
                     {Vec3::UnitX(), Vec3::UnitY()}, radius, segments);
            if (k > 0)
                join_rings(mesh, static_cast<std::uint32_t>((k - 1) * segments),
                           static_cast<std::uint32_t>(k * segments), segments);
        }
        return mesh;
    }
    TriangleMesh operator()(const Frustum& s) const {
        return band(s.base, s.radius_base, s.base + s.height * s.axis, s.radius_top, s.axis);
    }
    TriangleMesh operator()(const Annulus& s) const {
        return band(s.center, s.inner_radius, s.center, s.outer_radius, s.normal);
    }
    TriangleMesh operator()(const MeshWall& s) const {
        TriangleMesh mesh = s.home->mesh();
        if (s.is_moved)
            for (Vec3& vertex : mesh.vertices) vertex = s.pose * vertex;
        return mesh;
    }

    TriangleMesh band(const Vec3& a, double radius_a, const Vec3& b, double radius_b,
                      const Vec3& axis) const {
        TriangleMesh mesh;
        const Frame f = frame_across(axis);
        add_ring(mesh, a, f, radius_a, segments);
        add_ring(mesh, b, f, radius_b, segments);
        join_rings(mesh, 0, static_cast<std::uint32_t>(segments), segments);
        return mesh;
    }
};

} // namespace

TriangleMesh mesh_of(const Surface& surface, const Bounds& region, int segments) {
    return std::visit(MeshOf{region, segments}, surface);
}

} // namespace scree
