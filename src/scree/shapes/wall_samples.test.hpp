// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/random.hpp>
#include <scree/shapes/mesh_surface.hpp>
#include <scree/shapes/wall.hpp>

#include <cmath>
#include <numbers>

// What the wall tests share: points of a surface by its parameters (the oracle knows nothing of
// nearest points), random surfaces, and rotation.
namespace scree::test {

struct PointAt {
    double s, t;        ///< parameters in [0, 1]
    double plane_reach; ///< half the side of the patch that stands for a plane

    static Vec3 across(const Vec3& axis) {
        return axis.cross(std::abs(axis.x()) < 0.6 ? Vec3::UnitX() : Vec3::UnitY()).normalized();
    }
    Vec3 around(const Vec3& axis) const {
        const Vec3 e = across(axis);
        const double angle = 2 * std::numbers::pi * t;
        return std::cos(angle) * e + std::sin(angle) * axis.cross(e);
    }
    Vec3 operator()(const Plane& p) const {
        const Vec3 e = across(p.normal);
        return p.point + plane_reach * ((2 * s - 1) * e + (2 * t - 1) * p.normal.cross(e));
    }
    Vec3 operator()(const SphereWall& p) const {
        const double angle = std::numbers::pi * s;
        return p.center + p.radius * (std::cos(angle) * Vec3::UnitZ() +
                                      std::sin(angle) * around(Vec3::UnitZ()));
    }
    Vec3 operator()(const Rectangle& p) const {
        return p.center + (2 * s - 1) * p.half_u * p.u + (2 * t - 1) * p.half_v * p.v;
    }
    Vec3 operator()(const Frustum& p) const {
        const double radius = p.radius_base + s * (p.radius_top - p.radius_base);
        return p.base + s * p.height * p.axis + radius * around(p.axis);
    }
    Vec3 operator()(const Annulus& p) const {
        const double radius = p.inner_radius + s * (p.outer_radius - p.inner_radius);
        return p.center + radius * around(p.normal);
    }
    /// Of its first triangle; the random surfaces below hold no mesh.
    Vec3 operator()(const MeshWall& p) const {
        const TriangleMesh& mesh = p.home->mesh();
        const auto& [a, b, c] = mesh.triangles.front();
        const Vec3 at = mesh.vertices[a] + s * (mesh.vertices[b] - mesh.vertices[a]);
        return p.pose * Vec3(at + t * (mesh.vertices[c] - at));
    }
};

/// Length of the surface along the parameter s and, at its widest, along t.
struct Spans {
    double plane_reach;
    std::array<double, 2> operator()(const Plane&) const {
        return {2 * plane_reach, 2 * plane_reach};
    }
    std::array<double, 2> operator()(const SphereWall& p) const {
        return {std::numbers::pi * p.radius, 2 * std::numbers::pi * p.radius};
    }
    std::array<double, 2> operator()(const Rectangle& p) const {
        return {2 * p.half_u, 2 * p.half_v};
    }
    std::array<double, 2> operator()(const Frustum& p) const {
        return {std::hypot(p.height, p.radius_top - p.radius_base),
                2 * std::numbers::pi * std::max(p.radius_base, p.radius_top)};
    }
    std::array<double, 2> operator()(const Annulus& p) const {
        return {p.outer_radius - p.inner_radius, 2 * std::numbers::pi * p.outer_radius};
    }
    std::array<double, 2> operator()(const MeshWall& p) const {
        const double size = (p.home->bounds().high - p.home->bounds().low).norm();
        return {size, size};
    }
};

/// Grid of points, boundary included; no point of the surface is farther than `spacing` from one.
inline std::vector<Vec3> samples(const Surface& surface, double spacing, double plane_reach = 1) {
    const auto span = std::visit(Spans{plane_reach}, surface);
    const int rows = static_cast<int>(std::ceil(span[0] / spacing)) + 1;
    const int columns = static_cast<int>(std::ceil(span[1] / spacing)) + 1;
    std::vector<Vec3> points;
    for (int i = 0; i <= rows; ++i)
        for (int j = 0; j <= columns; ++j)
            points.push_back(
                std::visit(PointAt{double(i) / rows, double(j) / columns, plane_reach}, surface));
    return points;
}

inline Vec3 random_vector(Random& random, double reach) {
    const double x = random.uniform(-reach, reach);
    const double y = random.uniform(-reach, reach);
    return {x, y, random.uniform(-reach, reach)};
}

inline Eigen::Quaterniond random_quaternion(Random& random) {
    for (;;) {
        const Vec3 v = random_vector(random, 1);
        const double w = random.uniform(-1, 1);
        const Eigen::Quaterniond q(w, v.x(), v.y(), v.z());
        if (q.norm() > 0.1 && q.norm() < 1) return q.normalized();
    }
}

constexpr int surface_kinds = 8;

/// Random position, attitude and proportions, size about one; the kind is 0 … surface_kinds - 1.
inline Surface random_surface(Random& random, int kind) {
    const Vec3 p = random_vector(random, 1);
    const Eigen::Matrix3d frame = random_quaternion(random).toRotationMatrix();
    const double a = random.uniform(0.2, 1);
    const double b = random.uniform(0.2, 1);
    const double c = random.uniform(0.2, 1);
    switch (kind) {
    case 0:
        return Plane{p, frame.col(0)};
    case 1:
        return SphereWall{p, a, random.uniform() < 0.5};
    case 2:
        return Rectangle{p, frame.col(0), frame.col(1), a, b};
    case 3:
        return Frustum{p, frame.col(0), a, b, b};
    case 4:
        return Frustum{p, frame.col(0), a, b, c};
    case 5:
        return Frustum{p, frame.col(0), a, b, 0.0};
    case 6:
        return Annulus{p, frame.col(0), 0.0, a};
    default:
        return Annulus{p, frame.col(0), a * b, a};
    }
}

/// The surface turned about the origin.
struct Rotated {
    const Eigen::Matrix3d& m;
    Surface operator()(const Plane& s) const { return Plane{m * s.point, m * s.normal}; }
    Surface operator()(const SphereWall& s) const {
        return SphereWall{m * s.center, s.radius, s.inside};
    }
    Surface operator()(const Rectangle& s) const {
        return Rectangle{m * s.center, m * s.u, m * s.v, s.half_u, s.half_v};
    }
    Surface operator()(const Frustum& s) const {
        return Frustum{m * s.base, m * s.axis, s.height, s.radius_base, s.radius_top};
    }
    Surface operator()(const Annulus& s) const {
        return Annulus{m * s.center, m * s.normal, s.inner_radius, s.outer_radius};
    }
    Surface operator()(const MeshWall& s) const { return moved(s, Pose{m, Vec3::Zero()}); }
};

} // namespace scree::test
