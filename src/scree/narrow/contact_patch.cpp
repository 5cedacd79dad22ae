// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/contact_patch.hpp>

#include <scree/base/assert.hpp>
#include <scree/narrow/detail/overlap_body.hpp>
#include <scree/narrow/detail/overlap_edges.hpp>
#include <scree/narrow/detail/tolerances.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace scree {
namespace {

// Fills the patch's polygon with the largest (seen along the normal) of the body's faces that `use`
// names, turned counter-clockwise around the normal, without repeated points.
template <class Use>
void take_largest_face(const ClipBody& body, const Vec3& normal, Use use, ContactPatch& patch) {
    double largest = -1;
    bool turn = false;
    std::span<const std::uint32_t> best;
    for (std::size_t f = 0; f < body.face_count(); ++f) {
        if (!use(body.face_of[f])) continue;
        const auto loop = body.face(f);
        double area = 0;
        for (std::size_t k = 2; k < loop.size(); ++k)
            area += (body.points[loop[k - 1]] - body.points[loop[0]])
                        .cross(body.points[loop[k]] - body.points[loop[0]])
                        .dot(normal);
        if (std::abs(area) <= largest) continue;
        largest = std::abs(area);
        turn = area < 0;
        best = loop;
    }
    for (const std::uint32_t i : best)
        if (patch.polygon.empty() || patch.polygon.back() != body.points[i])
            patch.polygon.push_back(body.points[i]);
    while (patch.polygon.size() > 1 && patch.polygon.front() == patch.polygon.back())
        patch.polygon.pop_back();
    if (turn) std::ranges::reverse(patch.polygon);
}

// The polygon of the body's section by the plane through `center`, in the body's frame.
void take_section(const Vec3& center, const Vec3& normal, double size, PatchWorkspace& w) {
    const double highest = measure(w.clipper, normal, normal.dot(center));
    const double lowest = *std::min_element(w.clipper.height.begin(), w.clipper.height.end());
    if (highest - lowest <= detail::patch_flatness * size) {
        take_largest_face(
            w.clipper.body, normal, [](FaceOf) { return true; }, w.patch);
        for (Vec3& point : w.patch.polygon) point -= normal.dot(point - center) * normal;
        return;
    }
    cut(w.clipper, 0, FaceOf::cut);
    take_largest_face(
        w.clipper.kept, normal, [](FaceOf of) { return of == FaceOf::cut; }, w.patch);
}

// Where an edge meets the plane of the section; the same bits from either of its faces.
Vec3 crossing(const Clipper& c, std::uint32_t inside, std::uint32_t outside) {
    const double weight = c.height[outside] / (c.height[outside] - c.height[inside]);
    return weight * c.body.points[inside] + (1 - weight) * c.body.points[outside];
}

// The same as sides: each face that the plane crosses gives one, from where its loop comes back
// below the plane to where it left (rounding may make it several).
void take_sides(const Vec3& center, const Vec3& normal, double size, PatchWorkspace& w) {
    w.sides.clear();
    const Clipper& c = w.clipper;
    const double highest = measure(w.clipper, normal, normal.dot(center));
    const double lowest = *std::min_element(c.height.begin(), c.height.end());
    if (highest - lowest <= detail::patch_flatness * size) {
        take_largest_face(
            c.body, normal, [](FaceOf) { return true; }, w.patch);
        const auto& polygon = w.patch.polygon;
        for (std::size_t k = 0; k < polygon.size(); ++k)
            w.sides.push_back({polygon[k], polygon[(k + 1) % polygon.size()]});
        w.patch.polygon.clear();
        return;
    }
    for (std::size_t f = 0; f < c.body.face_count(); ++f) {
        const auto loop = c.body.face(f);
        std::optional<Vec3> first_return, leave;
        std::uint32_t before = loop.back();
        for (const std::uint32_t now : loop) {
            const bool was_in = c.height[before] <= 0, is_in = c.height[now] <= 0;
            if (was_in && !is_in) leave = crossing(c, before, now);
            if (!was_in && is_in) {
                const Vec3 back = crossing(c, now, before);
                if (leave)
                    w.sides.push_back({back, *leave});
                else
                    first_return = back;
                leave.reset();
            }
            before = now;
        }
        if (first_return && leave) w.sides.push_back({*first_return, *leave});
    }
}

void reset(ContactPatch& patch) {
    std::vector<Vec3> memory = std::move(patch.polygon);
    memory.clear();
    patch = {};
    patch.polygon = std::move(memory);
}

/// Of a body inside the other, where a closed surface adds up to zero, exactly that.
BodyIntegrals without_rounding(BodyIntegrals body) {
    if (!body.has_a || !body.has_b) body.area_of_a = body.moment_of_a = Vec3::Zero();
    return body;
}

void set_integrals(ContactPatch& patch, const BodyIntegrals& body) {
    patch.touching = true;
    patch.volume = body.volume;
    patch.volume_centroid = body.centroid;
    patch.area_vector = body.area_of_a;
    patch.area_moment = body.moment_of_a;
}

Vec3 between_centroids(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a) {
    const Vec3 way = b_in_a * b.mass.centroid - a.mass.centroid;
    const double length = way.stableNorm();
    return length > 0 ? Vec3(way / length) : Vec3::UnitZ();
}

/// What is known before of the direction in which the bodies press.
struct Known {
    const Vec3* along;  // any direction, in which they hardly overlap; may be null
    const Vec3* normal; // the patch's; null: the area vector's
};

/// The overlap in the workspace's clipper, measured.
struct Cut {
    BodyIntegrals body;   // in the frame of A
    Vec3 normal;          // likewise
    Vec3 center;          // in the frame of the planes, as the clipper's body
    Eigen::Matrix3d to_a; // from there
    Vec3 origin_in_a;

    Vec3 local_normal() const { return to_a.transpose() * normal; }
};
std::optional<Cut> cut_overlap(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a,
                               const Known& known, PatchWorkspace& w) {
    const detail::CutPair pair = detail::overlap_body(a, b, b_in_a, known.along, w);
    if (w.clipper.body.points.empty()) return {};

    Cut cut;
    const bool in_a = pair.planes_are == FaceOf::a;
    cut.to_a = in_a ? Eigen::Matrix3d::Identity() : b_in_a.rotation;
    cut.origin_in_a = in_a ? b_in_a.position : Vec3::Zero();
    cut.body =
        without_rounding(integrate(w.clipper.body, detail::patch_rounding * (a.reach + b.reach)));
    BodyIntegrals& body = cut.body;
    cut.center = body.centroid;
    body.centroid = cut.to_a * cut.center + cut.origin_in_a;
    body.area_of_a = cut.to_a * body.area_of_a;
    body.moment_of_a = cut.to_a * body.moment_of_a;
    if (known.normal != nullptr) {
        cut.normal = *known.normal;
    } else {
        const double length = body.area_of_a.stableNorm();
        cut.normal = length > detail::patch_direction * body.surface
                         ? Vec3(body.area_of_a / length)
                         : between_centroids(a, b, b_in_a);
    }
    return cut;
}

const ContactPatch& patch_of(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a,
                             const Known& known, PatchWorkspace& w) {
    ContactPatch& patch = w.patch;
    reset(patch);
    const std::optional<Cut> cut = cut_overlap(a, b, b_in_a, known, w);
    if (!cut) return patch;
    set_integrals(patch, cut->body);
    patch.normal = cut->normal;
    const double size = a.reach + b.reach;
    const Vec3 local_normal = cut->local_normal();
    take_section(cut->center, local_normal, size, w);
    const PolygonIntegrals section =
        integrate(patch.polygon, local_normal, detail::patch_rounding * size);
    patch.area = section.area;
    patch.centroid = cut->to_a * section.centroid + cut->origin_in_a;
    for (Vec3& point : patch.polygon) point = cut->to_a * point + cut->origin_in_a;
    return patch;
}

} // namespace

const ContactPatch& contact_patch(const PolyhedronData& a, const PolyhedronData& b,
                                  const Pose& b_in_a, PatchWorkspace& workspace) {
    return patch_of(a, b, b_in_a, {nullptr, nullptr}, workspace);
}

const PressedOverlap& contact_spread(const PolyhedronData& a, const PolyhedronData& b,
                                     const Pose& b_in_a, const PressDirection& direction,
                                     PatchWorkspace& w) {
    static const detail::OverlapByEdges overlap_by_edges = detail::choose_overlap_by_edges();
    PressedOverlap& overlap = w.overlap;
    if (overlap_by_edges(a, b, b_in_a, direction, overlap)) return overlap;
    overlap = {};
    const Vec3* along = &direction.along;
    const std::optional<Cut> cut =
        cut_overlap(a, b, b_in_a, {along, direction.is_normal ? along : nullptr}, w);
    if (!cut) return overlap;
    overlap.body = cut->body;
    overlap.normal = cut->normal;
    const Vec3 local_normal = cut->local_normal();
    take_sides(cut->center, local_normal, a.reach + b.reach, w);
    overlap.spread = turned(spread_of(w.sides, local_normal), cut->to_a);
    return overlap;
}

const ContactPatch& contact_patch(const PolyhedronData& a, const PolyhedronData& b,
                                  const Pose& b_in_a, const Vec3& normal,
                                  PatchWorkspace& workspace) {
    SCREE_ASSERT(std::abs(normal.squaredNorm() - 1) < 1e-6);
    return patch_of(a, b, b_in_a, {&normal, &normal}, workspace);
}

const ContactPatch& contact_patch(const PolyhedronData& a, const Plane& wall, PatchWorkspace& w) {
    reset(w.patch);
    detail::load(w.clipper.body, a, Eigen::Matrix3d::Identity(), FaceOf::a);
    measure(w.clipper, wall.normal, wall.normal.dot(wall.point));
    cut(w.clipper, 0, FaceOf::b);
    if (w.clipper.kept.points.empty()) return w.patch;

    const double floor = detail::patch_rounding * a.reach;
    set_integrals(w.patch, without_rounding(integrate(w.clipper.kept, floor)));
    w.patch.normal = -wall.normal;
    take_largest_face(
        w.clipper.kept, w.patch.normal, [](FaceOf of) { return of == FaceOf::b; }, w.patch);
    const PolygonIntegrals section = integrate(w.patch.polygon, w.patch.normal, floor);
    w.patch.area = section.area;
    w.patch.centroid = w.patch.polygon.empty() ? w.patch.volume_centroid : section.centroid;
    return w.patch;
}

} // namespace scree
