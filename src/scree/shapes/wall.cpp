// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/wall.hpp>

#include <scree/shapes/detail/tolerances.hpp>
#include <scree/shapes/mesh_surface.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

// Nearest points in closed form: no iteration, no trigonometry, no allocation.
//
// Each piece has ONE local minimum of the distance, so its nearest point says all there is to say.
// For flat convex pieces and planes this is convexity. For what turns about an axis, let the centre
// have the cylindrical coordinates (r, z) and a point of the surface (R, z') at the angle t from
// the centre; its squared distance is r² + R² - 2rR·cos t + (z - z')². As rR >= 0, no angle beats t
// = 0, whatever z': the far side of a cone is never nearest, and a local minimum off t = 0 needs rR
// = 0. With R = 0 (a tip) the point is on the meridian t = 0 as well; with r = 0 all angles tie. On
// that meridian the frustum and the ring are segments, hence convex, hence one minimum.
namespace scree {
namespace {

using detail::axis_tolerance;
using detail::touch_tolerance;

/// Cylindrical coordinates of a point about the line (origin, axis).
struct AboutAxis {
    double along, radius;
    Vec3 outward;
};

AboutAxis about_axis(const Vec3& origin, const Vec3& axis, double size, const Vec3& center) {
    const Vec3 d = center - origin;
    const double along = d.dot(axis);
    Vec3 q = d - along * axis;
    q -= q.dot(axis) * axis; // near the axis the first difference keeps an axial rest
    const double radius = q.norm();
    if (radius <= axis_tolerance * (std::abs(along) + size))
        return {along, 0.0, across(axis)}; // two pieces on one axis agree
    return {along, radius, q / radius};
}

/// Foot on a boundary curve. `away` points from the foot to the centre, `own` is the surface's
/// normal there, `size` that of the piece.
Foot edge_foot(const Vec3& point, const Vec3& away, const Vec3& own, double size) {
    const double distance = away.norm();
    if (distance <= touch_tolerance * size) return {distance, point, own, true};
    return {distance, point, away / distance, true};
}

/// Foot straight below the centre, at the signed height `height` along the unit `normal`.
Foot inner_foot(const Vec3& center, double height, const Vec3& normal, bool on_edge) {
    const Vec3 point = center - height * normal;
    if (height < 0) return {-height, point, -normal, on_edge};
    return {height, point, normal, on_edge};
}

Bounds disc_bounds(const Vec3& center, const Vec3& n, double radius) {
    const Vec3 reach = radius * Vec3(std::sqrt(n.y() * n.y() + n.z() * n.z()),
                                     std::sqrt(n.z() * n.z() + n.x() * n.x()),
                                     std::sqrt(n.x() * n.x() + n.y() * n.y()));
    return {center - reach, center + reach};
}

struct BoundsOf {
    Bounds operator()(const Plane&) const {
        const Vec3 all = Vec3::Constant(std::numeric_limits<double>::infinity());
        return {-all, all};
    }
    Bounds operator()(const SphereWall& s) const {
        const Vec3 reach = Vec3::Constant(s.radius);
        return {s.center - reach, s.center + reach};
    }
    Bounds operator()(const Rectangle& s) const {
        const Vec3 reach = s.half_u * s.u.cwiseAbs() + s.half_v * s.v.cwiseAbs();
        return {s.center - reach, s.center + reach};
    }
    Bounds operator()(const Frustum& s) const {
        const Bounds base = disc_bounds(s.base, s.axis, s.radius_base);
        const Bounds top = disc_bounds(s.base + s.height * s.axis, s.axis, s.radius_top);
        return {base.low.cwiseMin(top.low), base.high.cwiseMax(top.high)};
    }
    Bounds operator()(const Annulus& s) const {
        return disc_bounds(s.center, s.normal, s.outer_radius);
    }
    Bounds operator()(const MeshWall& s) const {
        if (!s.is_moved) return s.home->bounds();
        const Vec3 all = Vec3::Constant(std::numeric_limits<double>::infinity());
        Bounds box{all, -all};
        for (const Vec3& vertex : s.home->mesh().vertices) {
            const Vec3 here = s.pose * vertex;
            box.low = box.low.cwiseMin(here);
            box.high = box.high.cwiseMax(here);
        }
        return box;
    }
};

struct ScaledBy {
    double factor;
    Surface operator()(const Plane& s) const { return Plane{factor * s.point, s.normal}; }
    Surface operator()(const SphereWall& s) const {
        return SphereWall{factor * s.center, factor * s.radius, s.inside};
    }
    Surface operator()(const Rectangle& s) const {
        return Rectangle{factor * s.center, s.u, s.v, factor * s.half_u, factor * s.half_v};
    }
    Surface operator()(const Frustum& s) const {
        return Frustum{factor * s.base, s.axis, factor * s.height, factor * s.radius_base,
                       factor * s.radius_top};
    }
    Surface operator()(const Annulus& s) const {
        return Annulus{factor * s.center, s.normal, factor * s.inner_radius,
                       factor * s.outer_radius};
    }
    Surface operator()(const MeshWall& s) const {
        TriangleMesh mesh = s.home->mesh();
        for (Vec3& vertex : mesh.vertices) vertex *= factor;
        return MeshWall{std::make_shared<const MeshSurface>(mesh, s.home->options()),
                        {s.pose.rotation, factor * s.pose.position},
                        s.is_moved};
    }
};

MeshWall at_pose(const MeshWall& s, const Pose& pose) {
    const bool is_moved = pose.rotation != Eigen::Matrix3d::Identity() || !pose.position.isZero(0);
    return {s.home, pose, is_moved};
}

struct MovedBy {
    const Vec3& shift;
    Surface operator()(Plane s) const { return s.point += shift, s; }
    Surface operator()(SphereWall s) const { return s.center += shift, s; }
    Surface operator()(Rectangle s) const { return s.center += shift, s; }
    Surface operator()(Frustum s) const { return s.base += shift, s; }
    Surface operator()(Annulus s) const { return s.center += shift, s; }
    Surface operator()(const MeshWall& s) const {
        return at_pose(s, {s.pose.rotation, s.pose.position + shift});
    }
};

struct PosedAt {
    const Pose& pose;
    Vec3 turned(const Vec3& direction) const { return pose.rotation * direction; }
    Surface operator()(const Plane& s) const { return Plane{pose * s.point, turned(s.normal)}; }
    Surface operator()(SphereWall s) const { return s.center = pose * s.center, s; }
    Surface operator()(const Rectangle& s) const {
        return Rectangle{pose * s.center, turned(s.u), turned(s.v), s.half_u, s.half_v};
    }
    Surface operator()(const Frustum& s) const {
        return Frustum{pose * s.base, turned(s.axis), s.height, s.radius_base, s.radius_top};
    }
    Surface operator()(const Annulus& s) const {
        return Annulus{pose * s.center, turned(s.normal), s.inner_radius, s.outer_radius};
    }
    Surface operator()(const MeshWall& s) const {
        return at_pose(s, {pose.rotation * s.pose.rotation, pose * s.pose.position});
    }
};

} // namespace

Foot nearest(const Plane& s, const Vec3& center) {
    const double height = (center - s.point).dot(s.normal);
    return {height, center - height * s.normal, s.normal, false};
}

Foot nearest(const SphereWall& s, const Vec3& center) {
    const Vec3 d = center - s.center;
    const double r = d.norm();
    // At the very centre every direction is nearest: up it is.
    const Vec3 outward = r > axis_tolerance * s.radius ? Vec3(d / r) : Vec3(Vec3::UnitZ());
    const Vec3 point = s.center + s.radius * outward;
    if (s.inside) return {s.radius - r, point, -outward, false};
    return {r - s.radius, point, outward, false};
}

Foot nearest(const Rectangle& s, const Vec3& center) {
    const Vec3 d = center - s.center;
    const Vec3 normal = s.u.cross(s.v);
    const double a = d.dot(s.u);
    const double b = d.dot(s.v);
    const double height = d.dot(normal);
    if (std::abs(a) <= s.half_u && std::abs(b) <= s.half_v)
        return inner_foot(center, height, normal,
                          std::abs(a) == s.half_u || std::abs(b) == s.half_v);
    const double foot_a = std::clamp(a, -s.half_u, s.half_u);
    const double foot_b = std::clamp(b, -s.half_v, s.half_v);
    return edge_foot(s.center + foot_a * s.u + foot_b * s.v,
                     (a - foot_a) * s.u + (b - foot_b) * s.v + height * normal, normal,
                     s.half_u + s.half_v);
}

Foot nearest(const Frustum& s, const Vec3& center) {
    const double size = s.height + std::max(s.radius_base, s.radius_top);
    const AboutAxis c = about_axis(s.base, s.axis, size, center);
    // In the centre's meridian half-plane the surface is a segment that starts at (0, radius_base)
    // with the direction (axial, radial); (-radial, axial) is its normal away from the axis.
    const double widening = s.radius_top - s.radius_base;
    const double length = std::sqrt(s.height * s.height + widening * widening);
    const double axial = s.height / length;
    const double radial = widening / length;
    const double off_base = c.radius - s.radius_base;
    const double on_segment = c.along * axial + off_base * radial;
    const double height = off_base * axial - c.along * radial;
    const Vec3 inward = radial * s.axis - axial * c.outward;
    if (on_segment >= 0 && on_segment <= length)
        return inner_foot(center, -height, inward, on_segment == 0 || on_segment == length);
    const double foot_along = on_segment < 0 ? 0.0 : s.height;
    const double foot_radius = on_segment < 0 ? s.radius_base : s.radius_top;
    return edge_foot(s.base + foot_along * s.axis + foot_radius * c.outward,
                     (c.along - foot_along) * s.axis + (c.radius - foot_radius) * c.outward, inward,
                     size);
}

Foot nearest(const Annulus& s, const Vec3& center) {
    const AboutAxis c = about_axis(s.center, s.normal, s.outer_radius, center);
    if (c.radius >= s.inner_radius && c.radius <= s.outer_radius) {
        const bool on_inner = s.inner_radius > 0 && c.radius == s.inner_radius;
        return inner_foot(center, c.along, s.normal, on_inner || c.radius == s.outer_radius);
    }
    const double foot_radius = c.radius < s.inner_radius ? s.inner_radius : s.outer_radius;
    return edge_foot(s.center + foot_radius * c.outward,
                     (c.radius - foot_radius) * c.outward + c.along * s.normal, s.normal,
                     s.outer_radius);
}

Foot nearest(const MeshWall& s, const Vec3& center) {
    if (!s.is_moved) return s.home->nearest(center).foot;
    Foot foot = s.home->nearest(point_at_home(s, center)).foot;
    foot.point = s.pose * foot.point;
    foot.toward = s.pose.rotation * foot.toward;
    return foot;
}

Foot nearest(const Surface& s, const Vec3& center) {
    return std::visit([&](const auto& piece) { return nearest(piece, center); }, s);
}

Surface scaled(const Surface& s, double factor) { return std::visit(ScaledBy{factor}, s); }

Surface moved(const Surface& s, const Vec3& shift) { return std::visit(MovedBy{shift}, s); }

Surface moved(const Surface& s, const Pose& pose) { return std::visit(PosedAt{pose}, s); }

Bounds bounds(const Surface& s) { return std::visit(BoundsOf{}, s); }

} // namespace scree
