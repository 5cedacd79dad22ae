// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/contact_patch.hpp>

#include <scree/base/assert.hpp>
#include <scree/narrow/detail/tolerances.hpp>

#include <algorithm>
#include <array>
#include <cmath>

// Design note. The body of smaller reach is cut by the other's face planes, in a frame with the
// axes of the planes' owner and the origin of the cut body: few planes reach a small body while
// every plane of a small one cuts a large one, the normals are used as stored, and the corners of
// the small body stay small numbers. The plane farthest below the body's centre goes first: it
// leaves little, so that most of the others are dismissed by one look at a bounding ball.
namespace scree {
namespace {

struct Pair {
    const PolyhedronData& solid;  // is cut
    const PolyhedronData& planes; // cuts
    Eigen::Matrix3d rotation;     // from the solid's axes to those of the planes
    Vec3 position;                // of the solid's origin, in the planes' frame
    FaceOf solid_is, planes_are;
};

Pair arrange(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a) {
    if (b.reach < a.reach) return {b, a, b_in_a.rotation, b_in_a.position, FaceOf::b, FaceOf::a};
    const Pose a_in_b = inverse(b_in_a);
    return {a, b, a_in_b.rotation, a_in_b.position, FaceOf::a, FaceOf::b};
}

struct BoundingBall {
    Vec3 center;
    double radius;
};

BoundingBall bounding_ball(const std::vector<Vec3>& points) {
    Vec3 low = points.front();
    Vec3 high = low;
    for (const Vec3& point : points) {
        low = low.cwiseMin(point);
        high = high.cwiseMax(point);
    }
    return {(low + high) / 2, (high - low).norm() / 2};
}

void load(ClipBody& body, const PolyhedronData& data, const Eigen::Matrix3d& rotation,
          FaceOf mark) {
    body.points.clear();
    for (std::uint32_t i = 0; i < data.corner_count; ++i)
        body.points.emplace_back(rotation * data.corner(i));
    body.face_start.assign(data.face_start.begin(), data.face_start.end());
    body.face_points.assign(data.face_corners.begin(), data.face_corners.end());
    body.face_of.assign(data.face_count(), mark);
}

// How far the polyhedron reaches along `normal`, seen from `origin`. Faces of a mesh are flat to
// 1e-5 only, and the plane of a sliver is wrong by epsilon times length over width: moved out to
// here, a plane never cuts its own body.
double reach_along(const PolyhedronData& data, const Vec3& normal, const Vec3& origin) {
    std::array<double, 4> best;
    best.fill(-std::numeric_limits<double>::infinity());
    for (std::uint32_t i = 0; i < data.corner_count; i += 4) // padded by repeated corners
        for (std::uint32_t k = 0; k < 4; ++k) {
            const double along = normal.x() * (data.x[i + k] - origin.x()) +
                                 normal.y() * (data.y[i + k] - origin.y()) +
                                 normal.z() * (data.z[i + k] - origin.z());
            best[k] = std::max(best[k], along);
        }
    return std::ranges::max(best);
}

void gather(const Pair& pair, PatchWorkspace& w) {
    w.candidates.clear();
    for (std::uint32_t f = 0; f < pair.planes.face_count(); ++f) {
        const std::uint32_t corner = pair.planes.face_corners[pair.planes.face_start[f]];
        const Vec3 on_face = pair.planes.corner(corner) - pair.position;
        w.candidates.push_back({pair.planes.face_normal[f].dot(on_face), f});
    }
}

enum class Next { plane, nothing, separated };

// Forgets the candidates that pass the ball by, and brings to the end of the list the plane
// farthest below its centre.
Next choose(const Pair& pair, const BoundingBall& ball, PatchWorkspace& w) {
    double farthest = -ball.radius;
    std::size_t kept = 0;
    std::size_t best = 0;
    for (const PatchWorkspace::Candidate& candidate : w.candidates) {
        const double excess =
            pair.planes.face_normal[candidate.face].dot(ball.center) - candidate.offset;
        if (excess <= -ball.radius) continue;
        if (excess > ball.radius) return Next::separated;
        if (excess > farthest) farthest = excess, best = kept;
        w.candidates[kept++] = candidate;
    }
    w.candidates.erase(w.candidates.begin() + static_cast<std::ptrdiff_t>(kept),
                       w.candidates.end());
    if (kept == 0) return Next::nothing;
    std::swap(w.candidates[best], w.candidates.back());
    return Next::plane;
}

// Leaves A ∩ B in the clipper's body; false if there is nothing.
bool overlap_body(const Pair& pair, PatchWorkspace& w) {
    ClipBody& body = w.clipper.body;
    load(body, pair.solid, pair.rotation, pair.solid_is);
    gather(pair, w);
    BoundingBall ball = bounding_ball(body.points);
    while (true) {
        const Next next = choose(pair, ball, w);
        if (next != Next::plane) return next == Next::nothing;
        const auto [offset, face] = w.candidates.back();
        w.candidates.pop_back();
        const Vec3& normal = pair.planes.face_normal[face];
        const double highest = measure(w.clipper, normal, offset);
        if (highest <= 0) continue;
        const double level = reach_along(pair.planes, normal, pair.position) - offset;
        if (highest <= level) continue;
        cut(w.clipper, level, pair.planes_are);
        std::swap(w.clipper.body, w.clipper.kept);
        if (body.points.empty()) return false;
        ball = bounding_ball(body.points);
    }
}

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
    const double lowest = std::ranges::min(w.clipper.height);
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

void reset(ContactPatch& patch) {
    std::vector<Vec3> memory = std::move(patch.polygon);
    memory.clear();
    patch = {};
    patch.polygon = std::move(memory);
}

void set_integrals(ContactPatch& patch, const BodyIntegrals& body) {
    patch.touching = true;
    patch.volume = body.volume;
    patch.volume_centroid = body.centroid;
    if (!body.has_a || !body.has_b)
        return; // one inside the other: a closed surface adds up to zero
    patch.area_vector = body.area_of_a;
    patch.area_moment = body.moment_of_a;
}

Vec3 between_centroids(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a) {
    const Vec3 way = b_in_a * b.mass.centroid - a.mass.centroid;
    const double length = way.stableNorm();
    return length > 0 ? Vec3(way / length) : Vec3::UnitZ();
}

const ContactPatch& patch_of(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a,
                             const Vec3* normal, PatchWorkspace& w) {
    ContactPatch& patch = w.patch;
    reset(patch);
    const Pair pair = arrange(a, b, b_in_a);
    if (!overlap_body(pair, w)) return patch;

    const double size = a.reach + b.reach;
    const double floor = detail::patch_rounding * size;
    const bool in_a = pair.planes_are == FaceOf::a;
    const Eigen::Matrix3d to_a = in_a ? Eigen::Matrix3d::Identity() : b_in_a.rotation;
    const Vec3 origin_in_a = in_a ? b_in_a.position : Vec3::Zero();

    BodyIntegrals body = integrate(w.clipper.body, floor);
    const Vec3 center = body.centroid;
    body.centroid = to_a * center + origin_in_a;
    body.area_of_a = to_a * body.area_of_a;
    body.moment_of_a = to_a * body.moment_of_a;
    set_integrals(patch, body);

    if (normal) {
        patch.normal = *normal;
    } else {
        const double length = patch.area_vector.stableNorm();
        patch.normal = length > detail::patch_direction * body.surface
                           ? Vec3(patch.area_vector / length)
                           : between_centroids(a, b, b_in_a);
    }
    const Vec3 local_normal = to_a.transpose() * patch.normal;
    take_section(center, local_normal, size, w);
    const PolygonIntegrals section = integrate(patch.polygon, local_normal, floor);
    patch.area = section.area;
    patch.centroid = to_a * section.centroid + origin_in_a;
    for (Vec3& point : patch.polygon) point = to_a * point + origin_in_a;
    return patch;
}

} // namespace

const ContactPatch& contact_patch(const PolyhedronData& a, const PolyhedronData& b,
                                  const Pose& b_in_a, PatchWorkspace& workspace) {
    return patch_of(a, b, b_in_a, nullptr, workspace);
}

const ContactPatch& contact_patch(const PolyhedronData& a, const PolyhedronData& b,
                                  const Pose& b_in_a, const Vec3& normal,
                                  PatchWorkspace& workspace) {
    SCREE_ASSERT(std::abs(normal.squaredNorm() - 1) < 1e-6);
    return patch_of(a, b, b_in_a, &normal, workspace);
}

const ContactPatch& contact_patch(const PolyhedronData& a, const Plane& wall, PatchWorkspace& w) {
    reset(w.patch);
    load(w.clipper.body, a, Eigen::Matrix3d::Identity(), FaceOf::a);
    measure(w.clipper, wall.normal, wall.normal.dot(wall.point));
    cut(w.clipper, 0, FaceOf::b);
    if (w.clipper.kept.points.empty()) return w.patch;

    const double floor = detail::patch_rounding * a.reach;
    set_integrals(w.patch, integrate(w.clipper.kept, floor));
    w.patch.normal = -wall.normal;
    take_largest_face(
        w.clipper.kept, w.patch.normal, [](FaceOf of) { return of == FaceOf::b; }, w.patch);
    const PolygonIntegrals section = integrate(w.patch.polygon, w.patch.normal, floor);
    w.patch.area = section.area;
    w.patch.centroid = w.patch.polygon.empty() ? w.patch.volume_centroid : section.centroid;
    return w.patch;
}

} // namespace scree
