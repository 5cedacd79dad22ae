// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/shaped_contact.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <utility>

namespace scree {
namespace {

std::shared_ptr<const PolyhedronData> box_data(const Vec3& half) {
    std::array<Vec3, 8> corners;
    for (unsigned k = 0; k < 8; ++k)
        corners[k] = {(k & 1U) != 0 ? half.x() : -half.x(), (k & 2U) != 0 ? half.y() : -half.y(),
                      (k & 4U) != 0 ? half.z() : -half.z()};
    return make_polyhedron(corners).data;
}

/// Circles about the z axis as polygons: {z, radius}.
constexpr int segments = 48;
std::shared_ptr<const PolyhedronData>
round_data(std::initializer_list<std::pair<double, double>> circles) {
    std::vector<Vec3> points;
    for (const auto& [z, radius] : circles)
        for (int k = 0; k < (radius > 0 ? segments : 1); ++k) {
            const double angle = 2 * std::numbers::pi * k / segments;
            points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
        }
    return make_polyhedron(points).data;
}

void turn(Spread& spread, const Eigen::Matrix3d& rotation) {
    spread.second = rotation * spread.second * rotation.transpose();
}

std::optional<Touching> apart(double gap, double* clearance) {
    if (clearance != nullptr) *clearance = gap;
    return std::nullopt;
}

/// A side of a polygon seen from its centroid: its distance, where it begins and ends along itself,
/// and how far away those ends are.
struct Side {
    double height, begin, end, to_begin, to_end;
};
/// ∫ |r| dA over the triangle that it makes: h³/6 [t sqrt(1+t²) + asinh t] between the ends, h t
/// the way along it; the difference of the two asinh is the logarithm of (s + r)/(s' + r'), where s
/// + r is also h²/(r - s).
double arm_integral(const Side& s) {
    if (s.height == 0) return 0;
    const double h2 = s.height * s.height;
    const auto sum = [&](double along, double away) {
        return along > 0 ? along + away : h2 / (away - along);
    };
    const double logarithm = std::log(sum(s.end, s.to_end) / sum(s.begin, s.to_begin));
    return s.height / 6 * (s.end * s.to_end - s.begin * s.to_begin + h2 * logarithm);
}

/// The contact of a patch, given in the frame `pose`; else of the witness points. `shift` takes
/// the overlap of the proxies to that of the shapes.
Touching spread_over(const ContactPatch& patch, const Pose& pose, const Vec3& shift,
                     Touching touching) {
    const double opening = patch.area_vector.dot(patch.normal);
    if (!patch.touching || !(patch.volume > 0) || !(opening > 0)) return touching;
    touching.point = pose * patch.volume_centroid + shift;
    // Locally the volume goes as depth^p; columns of a wedge or a cap of that kind. A slab behind a
    // thin wall may hold more than stands before its front: a convex overlap has p >= 1.
    const double power = std::max(opening * touching.depth / patch.volume, 1.0);
    touching.opening = opening;
    touching.volume = opening * touching.depth / power;
    touching.depth_squares = 2 * touching.volume * touching.depth / (power + 1);
    touching.area_moment = pose.rotation * patch.area_moment;
    return touching;
}

} // namespace

double beyond_proxy(const PartSolid& part, const Pose& pose, const Vec3& direction) {
    if (part.is_polyhedron) return rounding(part.shape);
    const Vec3 own = pose.rotation.transpose() * direction;
    const Polyhedron proxy{part.proxy, 0};
    return own.dot(support(part.shape, own) - support(proxy, own)) + rounding(part.shape);
}

PartSolid part_solid(const Shape& shape, const Pose& in_body) {
    PartSolid part;
    part.shape = shape;
    part.in_body = in_body;
    part.bound = reach(shape) + rounding(shape);
    if (const auto* box = std::get_if<Box>(&shape)) {
        part.proxy = box_data(box->half);
    } else if (const auto* polyhedron = std::get_if<Polyhedron>(&shape)) {
        part.proxy = polyhedron->data;
    }
    part.is_polyhedron = part.proxy != nullptr;
    if (const auto* cylinder = std::get_if<Cylinder>(&shape))
        part.proxy = round_data({{-cylinder->half_length, cylinder->radius},
                                 {cylinder->half_length, cylinder->radius}});
    if (const auto* cone = std::get_if<Cone>(&shape))
        part.proxy = round_data({{-0.25 * cone->height, cone->radius}, {0.75 * cone->height, 0}});
    part.is_ball = std::holds_alternative<Sphere>(shape);
    part.has_corners = part.is_polyhedron || part.is_ball || std::holds_alternative<Capsule>(shape);
    return part;
}

Spread spread_of(std::span<const Segment> sides, const Vec3& normal) {
    using Vec2 = Eigen::Vector2d;
    Spread spread;
    if (sides.size() < 3) return spread;
    const Vec3 u = across(normal), v = normal.cross(u);
    const Vec3 origin = sides.front().from;
    const auto in_plane = [&](const Vec3& point) {
        return Vec2(u.dot(point - origin), v.dot(point - origin));
    };
    const auto twice_area = [](const Vec2& p, const Vec2& q) {
        return p.x() * q.y() - p.y() * q.x();
    };
    double twice = 0;
    Vec2 moment = Vec2::Zero();
    for (const Segment& side : sides) {
        const Vec2 p = in_plane(side.from), q = in_plane(side.to);
        const double part = twice_area(p, q);
        twice += part;
        moment += part * (p + q);
    }
    if (!(std::abs(twice) > 0)) return spread;
    const Vec2 centroid = moment / (3 * twice);
    double arms = 0, xx = 0, xy = 0, yy = 0;
    for (const Segment& side : sides) {
        const Vec2 p = in_plane(side.from) - centroid, q = in_plane(side.to) - centroid;
        const Vec2 way = q - p, sum = p + q;
        const double part = twice_area(p, q), edge = way.norm();
        if (!(edge > 0)) continue;
        // Over the triangle of centroid and edge: ∫ r rᵀ dA = A/12 (p pᵀ + q qᵀ + (p+q)(p+q)ᵀ).
        xx += part * (p.x() * p.x() + q.x() * q.x() + sum.x() * sum.x());
        xy += part * (p.x() * p.y() + q.x() * q.y() + sum.x() * sum.y());
        yy += part * (p.y() * p.y() + q.y() * q.y() + sum.y() * sum.y());
        arms += arm_integral(
            {std::abs(part) / edge, way.dot(p) / edge, way.dot(q) / edge, p.norm(), q.norm()});
    }
    // Of r × n, with r along u and v: y u - x v.
    spread.second = (yy * u * u.transpose() + xx * v * v.transpose() -
                     xy * (u * v.transpose() + v * u.transpose())) /
                    (12 * twice);
    spread.area = 0.5 * std::abs(twice);
    spread.mean_arm = arms / spread.area;
    return spread;
}

Spread spread_of(const std::vector<Vec3>& polygon, const Vec3& normal) {
    std::vector<Segment> sides;
    for (std::size_t k = 0; k < polygon.size(); ++k)
        sides.push_back({polygon[k], polygon[(k + 1) % polygon.size()]});
    return spread_of(sides, normal);
}

std::optional<Touching> touch_of_slab(const PartSolid& a, const Pose& pose_a, const Slab& slab,
                                      const Pose& pose_b, const TouchAid& aid) {
    const Gap answer = gap(a.shape, pose_a, slab.thin.shape, pose_b, aid.memory);
    if (!(answer.gap < 0)) return apart(answer.lower, aid.clearance);
    Touching touching{-answer.gap, answer.normal, 0.5 * (answer.on_a + answer.on_b), {}};
    if (a.proxy == nullptr || slab.thick.proxy == nullptr) return touching;
    // B's proxy is moved against the normal, so that both overlap as deep as the shapes do.
    const double of_a = beyond_proxy(a, pose_a, answer.normal);
    const Vec3 shift = -(of_a + beyond_proxy(slab.thick, pose_b, -answer.normal)) * answer.normal;
    const Pose b_in_a = relative(pose_a, {pose_b.rotation, pose_b.position + shift});
    const Vec3 normal_in_a = (pose_a.rotation.transpose() * answer.normal).normalized();
    const ContactPatch& patch = contact_sides(*a.proxy, *slab.thick.proxy, b_in_a,
                                              {normal_in_a, !aid.by_volume}, aid.work.patch);
    if (aid.by_volume && patch.touching) touching.normal = pose_a.rotation * patch.normal;
    touching = spread_over(patch, pose_a, of_a * answer.normal, touching);
    if (touching.volume > 0) {
        const PatchWorkspace& w = aid.work.patch;
        touching.spread = spread_of(w.section, w.section_normal);
        turn(touching.spread, pose_a.rotation * w.section_to_a);
    }
    return touching;
}

std::optional<Touching> touch_of_parts(const PartSolid& a, const Pose& pose_a, const PartSolid& b,
                                       const Pose& pose_b, const TouchAid& aid) {
    const double room = a.bound + b.bound;
    const double distance2 = (pose_b.position - pose_a.position).squaredNorm();
    if (distance2 >= room * room) return apart(std::sqrt(distance2) - room, aid.clearance);
    if (a.is_ball && b.is_ball && distance2 > 0) {
        const double distance = std::sqrt(distance2);
        const Vec3 normal = (pose_b.position - pose_a.position) / distance;
        const double depth = room - distance;
        return Touching{depth, normal, pose_a.position + (a.bound - 0.5 * depth) * normal, {}};
    }
    return touch_of_slab(a, pose_a, {b, b}, pose_b, aid);
}

Vec3 farthest_of(const PartSolid& part, const Pose& pose, const Vec3& direction) {
    return pose * support(part.shape, pose.rotation.transpose() * direction) +
           rounding(part.shape) * direction;
}

std::optional<Touching> touch_of_plane(const PartSolid& part, const Pose& pose, const Plane& plane,
                                       TouchWorkspace& work, double* clearance) {
    const Vec3 lowest = farthest_of(part, pose, -plane.normal);
    const double gap = plane.normal.dot(lowest - plane.point);
    if (!(gap < 0)) return apart(gap, clearance);
    Touching touching{-gap, -plane.normal, lowest - 0.5 * gap * plane.normal, {}};
    if (part.proxy == nullptr) return touching;
    const Pose back = inverse(pose);
    const double beyond = beyond_proxy(part, pose, -plane.normal);
    const Plane own{back * (plane.point + beyond * plane.normal), back.rotation * plane.normal};
    const ContactPatch& patch = contact_patch(*part.proxy, own, work.patch);
    touching = spread_over(patch, pose, -beyond * plane.normal, touching);
    if (!(touching.volume > 0)) return touching;
    touching.spread = spread_of(patch.polygon, patch.normal);
    turn(touching.spread, pose.rotation);
    // Columns begin at the plane: ∫ t² dA is twice the volume's first moment.
    touching.depth_squares = 2 * patch.volume * own.normal.dot(own.point - patch.volume_centroid);
    return touching;
}

} // namespace scree
