// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/shape_mesh.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace scree {
namespace {

/// The plane of the circle in which another ball meets this one; what lies above it is inside the
/// other.
struct Seam {
    Vec3 center, normal; ///< unit
    double radius;       ///< of the circle

    double height(const Vec3& p) const { return normal.dot(p - center); }
    /// Where the way from a to b crosses, put on the circle.
    Vec3 crossing(const Vec3& a, const Vec3& b) const {
        const double t = height(a) / (height(a) - height(b));
        const Vec3 p = a + t * (b - a);
        const Vec3 out = p - center - height(p) * normal;
        return out.norm() > 0 ? Vec3(center + radius / out.norm() * out) : p;
    }
};

/// Points of both spheres have the same power to both: a plane (see detail/ball_union.cpp).
Seam seam_of(const ClumpBall& ball, const ClumpBall& other) {
    const Vec3 way = other.center - ball.center;
    const double distance = way.norm();
    const double r = ball.radius, s = other.radius;
    const double along = 0.5 * (distance + (r - s) * (r + s) / distance);
    return {ball.center + along / distance * way, way / distance,
            std::sqrt(std::max(0.0, (r - along) * (r + along)))};
}

using Polygon = std::vector<Vec3>;

Polygon cut(const Polygon& polygon, const Seam& seam) {
    Polygon kept;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Vec3 &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
        const bool keeps_a = seam.height(a) <= 0, keeps_b = seam.height(b) <= 0;
        if (keeps_a) kept.push_back(a);
        if (keeps_a != keeps_b) kept.push_back(seam.crossing(a, b));
    }
    return kept;
}

void add_fan(const Polygon& polygon, TriangleMesh& mesh) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    if (polygon.size() < 3) return;
    mesh.vertices.insert(mesh.vertices.end(), polygon.begin(), polygon.end());
    for (std::uint32_t k = 2; k < polygon.size(); ++k)
        mesh.triangles.push_back({first, first + k - 1, first + k});
}

/// Without the vertices that no triangle has.
TriangleMesh used_part(const TriangleMesh& mesh) {
    constexpr std::uint32_t unused = ~0U;
    std::vector<std::uint32_t> place(mesh.vertices.size(), unused);
    TriangleMesh out;
    for (auto triangle : mesh.triangles) {
        for (std::uint32_t& corner : triangle) {
            if (place[corner] == unused) {
                place[corner] = static_cast<std::uint32_t>(out.vertices.size());
                out.vertices.push_back(mesh.vertices[corner]);
            }
            corner = place[corner];
        }
        out.triangles.push_back(triangle);
    }
    return out;
}

/// Is the ball inside another? Of equal ones the first is not.
bool is_hidden(std::span<const ClumpBall> balls, std::size_t i) {
    for (std::size_t j = 0; j < balls.size(); ++j) {
        const double room = balls[j].radius - balls[i].radius;
        const double distance = (balls[j].center - balls[i].center).norm();
        if (distance <= room && (room > 0 || j < i)) return true;
    }
    return false;
}

std::vector<Seam> seams_of(std::span<const ClumpBall> balls, std::size_t i) {
    std::vector<Seam> seams;
    for (std::size_t j = 0; j < balls.size(); ++j) {
        const double distance = (balls[j].center - balls[i].center).norm();
        if (distance < balls[i].radius + balls[j].radius &&
            distance > std::abs(balls[i].radius - balls[j].radius))
            seams.push_back(seam_of(balls[i], balls[j]));
    }
    return seams;
}

} // namespace

TriangleMesh mesh_of(std::span<const ClumpBall> balls) {
    // Many balls are small against the grain, and look round with fewer triangles.
    const TriangleMesh unit = mesh_of(Shape(Sphere{1}), balls.size() <= 16 ? 3 : 2);
    TriangleMesh mesh;
    for (std::size_t i = 0; i < balls.size(); ++i) {
        if (is_hidden(balls, i)) continue;
        const std::vector<Seam> seams = seams_of(balls, i);
        const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
        for (const Vec3& v : unit.vertices)
            mesh.vertices.emplace_back(balls[i].center + balls[i].radius * v);
        for (const auto& [a, b, c] : unit.triangles) {
            const Polygon whole{mesh.vertices[first + a], mesh.vertices[first + b],
                                mesh.vertices[first + c]};
            Polygon polygon = whole;
            for (const Seam& seam : seams) polygon = cut(polygon, seam);
            if (polygon == whole)
                mesh.triangles.push_back({first + a, first + b, first + c});
            else
                add_fan(polygon, mesh);
        }
    }
    return used_part(mesh);
}

} // namespace scree
