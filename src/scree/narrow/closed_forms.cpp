// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/closed_forms.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

// Each shape is a core (point, segment, box) and a radius. The cores' distance and direction are
// found first, the radii are subtracted from the distance: nothing cancels before the last step.
namespace scree {
namespace {

using Vec2 = Eigen::Vector2d;

// Exact where the squares would leave the range of doubles.
double length(const Vec3& v) {
    const double squared = v.squaredNorm();
    return squared > 1e-280 && squared < 1e280 ? std::sqrt(squared) : v.stableNorm();
}

// A point of A's core, B's core at `distance` from it along the unit `normal`, and the radii.
ClosedGap rounded(const Vec3& core_of_a, double distance, const Vec3& normal, double radius_a,
                  double radius_b) {
    const double gap = distance - (radius_a + radius_b);
    const Vec3 on_a = core_of_a + radius_a * normal;
    return {gap, normal, on_a, on_a + gap * normal};
}

// From the origin to the nearest point of from + t · axis, |t| ≤ half. Where that is between the
// ends, the rounding of `from` is taken out once more along the axis: however near the point, the
// way is across the axis to the last bits, and the normal does not tilt a long segment.
Vec3 way_to_segment(const Vec3& from, const Vec3& axis, double half) {
    const double t = -from.dot(axis) / axis.squaredNorm();
    if (std::abs(t) > half) return from + std::copysign(half, t) * axis;
    const Vec3 way = from + t * axis;
    return way - way.dot(axis) / axis.squaredNorm() * axis;
}

} // namespace

ClosedGap closed_gap(const Sphere& a, const Sphere& b, const Pose& b_in_a) {
    const double distance = length(b_in_a.position);
    const Vec3 normal = distance > 0 ? Vec3(b_in_a.position / distance) : Vec3::UnitZ();
    return rounded(Vec3::Zero(), distance, normal, a.radius, b.radius);
}

ClosedGap closed_gap(const Sphere& a, const Box& b, const Pose& b_in_a) {
    const Vec3 center = -(b_in_a.rotation.transpose() * b_in_a.position); // in the box's frame
    const Vec3 way = center.cwiseMax(-b.half).cwiseMin(b.half) - center;
    double distance = length(way);
    Vec3 direction;
    if (distance > 0) {
        direction = way / distance;
    } else {
        Eigen::Index k = 0;
        distance = -(b.half - center.cwiseAbs()).minCoeff(&k);
        direction = (center[k] < 0 ? 1 : -1) * Vec3::Unit(k);
    }
    return rounded(Vec3::Zero(), distance, b_in_a.rotation * direction, a.radius, b.rounding);
}

ClosedGap closed_gap(const Sphere& a, const Capsule& b, const Pose& b_in_a) {
    const Vec3 way = way_to_segment(b_in_a.position, b_in_a.rotation.col(2), b.half_length);
    const double distance = length(way);
    const Vec3 normal = distance > 0 ? Vec3(way / distance) : Vec3(b_in_a.rotation.col(0));
    return rounded(Vec3::Zero(), distance, normal, a.radius, b.radius);
}

// The segments are s e_z, |s| ≤ half a, and p + t v, |t| ≤ half b. With s free, the distance is
// that of the origin from the line q + t w, the projection on the xy plane: t = -q·w / w·w. Unlike
// the usual formula, which divides two differences by the squared sine of the angle, this loses
// nothing when the axes are nearly parallel; and where both lines are nearest between their ends,
// the normal is known from w alone, however near they come. Clamping t, then s, then t again is
// enough as the squared distance is convex.
ClosedGap closed_gap(const Capsule& a, const Capsule& b, const Pose& b_in_a) {
    const Vec3 p = b_in_a.position;
    const Vec3 v = b_in_a.rotation.col(2);
    const Vec2 q = p.head<2>();
    const Vec2 w = v.head<2>();
    const double ww = w.squaredNorm();
    const bool parallel = ww < std::numeric_limits<double>::min();
    const Vec3 perpendicular =
        parallel ? Vec3(Vec3::UnitX()) : Vec3(w.y() / std::sqrt(ww), -w.x() / std::sqrt(ww), 0);

    double free = 0;
    if (parallel) {
        const double low = std::max(-a.half_length, p.z() - b.half_length);
        const double high = std::min(a.half_length, p.z() + b.half_length);
        free = ((low + high) / 2 - p.z()) / v.z();
    } else {
        free = -q.dot(w) / ww;
    }
    const double t = std::clamp(free, -b.half_length, b.half_length);
    double s = p.z() + t * v.z();
    Vec3 way(q.x() + t * w.x(), q.y() + t * w.y(), 0);
    if (std::abs(s) > a.half_length) {
        s = std::copysign(a.half_length, s);
        way = way_to_segment(p - Vec3(0, 0, s), v, b.half_length);
    } else if (t == free && !parallel) {
        const double signed_distance = q.dot(perpendicular.head<2>());
        const double side = signed_distance < 0 ? -1 : 1;
        return rounded({0, 0, s}, std::abs(signed_distance), side * perpendicular, a.radius,
                       b.radius);
    }
    const double distance = length(way);
    const Vec3 normal = distance > 0 ? Vec3(way / distance) : perpendicular;
    return rounded({0, 0, s}, distance, normal, a.radius, b.radius);
}

} // namespace scree
