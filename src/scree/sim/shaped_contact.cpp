// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/shaped_contact.hpp>

#include <scree/narrow/polyhedral.hpp>

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

std::optional<Touching> apart(double gap, double* clearance) {
    if (clearance != nullptr) *clearance = gap;
    return std::nullopt;
}

/// Makes it the contact of an overlap, given in the frame `pose`, where there is one. `shift` takes
/// the overlap of the proxies to that of the shapes.
void spread_over(const BodyIntegrals& overlap, const Vec3& normal, const Pose& pose,
                 const Vec3& shift, Touching& touching) {
    const double opening = overlap.area_of_a.dot(normal);
    if (!(overlap.volume > 0) || !(opening > 0)) return;
    touching.point = pose * overlap.centroid + shift;
    // Locally the volume goes as depth^p; columns of a wedge or a cap of that kind. A slab behind a
    // thin wall may hold more than stands before its front: a convex overlap has p >= 1.
    const double power = std::max(opening * touching.depth / overlap.volume, 1.0);
    touching.opening = opening;
    touching.volume = opening * touching.depth / power;
    touching.depth_squares = 2 * touching.volume * touching.depth / (power + 1);
    touching.area_moment = pose.rotation * overlap.moment_of_a;
}

} // namespace

double beyond_proxy(const PartSolid& part, const Pose& pose, const Vec3& direction) {
    if (part.is_polyhedron) return part.rounding;
    const Vec3 own = pose.rotation.transpose() * direction;
    const Polyhedron proxy{part.proxy, 0};
    return own.dot(support(part.shape, own) - support(proxy, own)) + part.rounding;
}

PartSolid part_solid(const Shape& shape, const Pose& in_body) {
    PartSolid part;
    part.shape = shape;
    part.in_body = in_body;
    part.rounding = rounding(shape);
    part.bound = reach(shape) + part.rounding;
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
    if (part.proxy != nullptr) part.corners = corners(*part.proxy);
    part.is_whole = in_body.rotation.isIdentity(0) && in_body.position.isZero(0);
    part.has_corners = part.is_polyhedron || part.is_ball || std::holds_alternative<Capsule>(shape);
    return part;
}

namespace {

/// Two bodies whose proxies overlap, in the frame of A.
struct Meeting {
    const PolyhedronData &a, &b;
    Pose b_in_a;   ///< of the proxies, moved so that they overlap as deep as the shapes do
    Vec3 normal;   ///< unit, of the gap
    double beyond; ///< how far A's shape reaches beyond its proxy along the normal
    std::span<const CornerPair> facing; ///< of the proxies; may be empty
    bool is_solid;                      ///< not a slab behind a thin wall
};

/// Completes a contact of which depth and normal are known.
void spread_out(const Meeting& meeting, const Pose& pose_a, const TouchAid& aid,
                Touching& touching) {
    const PressDirection press{meeting.normal, !aid.by_volume, meeting.facing,
                               aid.start != nullptr ? &aid.start->overlap : nullptr};
    const PressedOverlap& overlap =
        contact_spread(meeting.a, meeting.b, meeting.b_in_a, press, aid.work.patch);
    if (!(overlap.body.volume > 0)) return;
    const Vec3 shift = meeting.beyond * touching.normal;
    if (aid.by_volume) touching.normal = pose_a.rotation * overlap.normal;
    spread_over(overlap.body, overlap.normal, pose_a, shift, touching);
    if (!(touching.volume > 0)) return;
    // Pressed along another direction than that of the least depth, the overlap may hold more than
    // its opening times that depth; the volume law is an energy only of all of it.
    if (aid.by_volume && meeting.is_solid) touching.volume = overlap.body.volume;
    touching.spread = turned(overlap.spread, pose_a.rotation);
}

/// As touch_of_slab, where all are polyhedra: everything is asked for in the frame of A.
std::optional<Touching> touch_of_polyhedra(const PartSolid& a, const Pose& pose_a, const Slab& slab,
                                           const Pose& pose_b, const TouchAid& aid) {
    const Pose b_in_a = relative(pose_a, pose_b);
    const CoreGap core = polyhedral_gap(a.corners, slab.thin.corners, b_in_a,
                                        aid.start != nullptr ? &aid.start->gap : nullptr);
    const double both = a.rounding + slab.thin.rounding;
    if (!(core.gap < both)) return apart(core.gap - both, aid.clearance);
    const bool is_solid = &slab.thin == &slab.thick;
    const std::span facing(core.corners.data(), static_cast<std::size_t>(core.count));
    Meeting meeting{*a.proxy,    *slab.thick.proxy, b_in_a,
                    core.normal, a.rounding,        is_solid ? facing : decltype(facing){},
                    is_solid};
    if (both > 0) meeting.b_in_a.position -= both * core.normal;
    Touching touching{both - core.gap, pose_a.rotation * core.normal, Vec3::Zero(), {}};
    spread_out(meeting, pose_a, aid, touching);
    if (touching.volume > 0) return touching;
    Vec3 on_a = Vec3::Zero();
    for (std::size_t k = 0; k < facing.size(); ++k)
        on_a += core.weights[k] * a.corners[core.corners[k].a];
    touching.point = pose_a * (on_a + (a.rounding - 0.5 * touching.depth) * core.normal);
    return touching;
}

} // namespace

std::optional<Touching> touch_of_slab(const PartSolid& a, const Pose& pose_a, const Slab& slab,
                                      const Pose& pose_b, const TouchAid& aid) {
    if (a.is_polyhedron && slab.thin.is_polyhedron && slab.thick.is_polyhedron)
        return touch_of_polyhedra(a, pose_a, slab, pose_b, aid);
    GapMemory* const memory = aid.start != nullptr ? &aid.start->gap : nullptr;
    const Gap answer = gap(a.shape, pose_a, slab.thin.shape, pose_b, memory);
    if (!(answer.gap < 0)) return apart(answer.lower, aid.clearance);
    Touching touching{-answer.gap, answer.normal, 0.5 * (answer.on_a + answer.on_b), {}};
    if (a.proxy == nullptr || slab.thick.proxy == nullptr) return touching;
    const double of_a = beyond_proxy(a, pose_a, answer.normal);
    const Vec3 shift = -(of_a + beyond_proxy(slab.thick, pose_b, -answer.normal)) * answer.normal;
    spread_out({*a.proxy,
                *slab.thick.proxy,
                relative(pose_a, {pose_b.rotation, pose_b.position + shift}),
                (pose_a.rotation.transpose() * answer.normal).normalized(),
                of_a,
                {},
                &slab.thin == &slab.thick},
               pose_a, aid, touching);
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
           part.rounding * direction;
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
    spread_over({.volume = patch.volume,
                 .centroid = patch.volume_centroid,
                 .area_of_a = patch.area_vector,
                 .moment_of_a = patch.area_moment},
                patch.normal, pose, -beyond * plane.normal, touching);
    if (!(touching.volume > 0)) return touching;
    touching.spread = turned(spread_of(patch.polygon, patch.normal), pose.rotation);
    // Columns begin at the plane: ∫ t² dA is twice the volume's first moment.
    touching.depth_squares = 2 * patch.volume * own.normal.dot(own.point - patch.volume_centroid);
    return touching;
}

} // namespace scree
