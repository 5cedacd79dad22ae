// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/shaped_walls.hpp>

#include <scree/sim/detail/edge_touches.hpp>
#include <scree/sim/detail/round_walls.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <utility>

namespace scree {
namespace {

using detail::frame_along;

// Of the size of a flat piece.
constexpr double thinness = 1e-6, adjoins_within = 1e-6, look_above = 1e-3;

Pose frame_of(const Rectangle& r) {
    Pose pose;
    pose.rotation.col(0) = r.u;
    pose.rotation.col(1) = r.v;
    pose.rotation.col(2) = r.u.cross(r.v);
    pose.position = r.center;
    return pose;
}

/// Does another surface rise from this point of an edge, on the side of `up`?
bool rises(std::span<const Surface> surfaces, std::size_t own, const Vec3& edge, const Vec3& up,
           double size) {
    const double height = look_above * size;
    for (std::size_t s = 0; s < surfaces.size(); ++s) {
        if (s == own) continue;
        const double here = nearest(surfaces[s], edge).distance;
        if (std::holds_alternative<Plane>(surfaces[s])) {
            // Whatever lies behind a plane is not to be reached.
            if (here <= adjoins_within * size) return true;
            continue;
        }
        if (std::abs(here) > adjoins_within * size) continue;
        const Foot foot = nearest(surfaces[s], edge + height * up);
        if (up.dot(foot.point - edge) > 0.05 * height) return true;
    }
    return false;
}

/// x, y and z from low to high.
PartSolid block(const Vec3& low, const Vec3& high) {
    std::array<Vec3, 8> corners;
    for (unsigned k = 0; k < 8; ++k)
        corners[k] = {(k & 1U) != 0 ? high.x() : low.x(), (k & 2U) != 0 ? high.y() : low.y(),
                      (k & 4U) != 0 ? high.z() : low.z()};
    return part_solid(make_polyhedron(corners), {});
}

/// Does a grain outside meet it as a solid (but for planes)?
bool has_solid(const Surface& surface) {
    if (const auto* ball = std::get_if<SphereWall>(&surface)) return !ball->inside;
    return !std::holds_alternative<Plane>(surface) && !std::holds_alternative<MeshWall>(surface);
}

/// From radius `base` at z = 0 to `top` at z = height (of either sign), with many sides.
constexpr int sides_of_a_circle = 64;
Vec3 on_circle(double radius, double z, int k) {
    const double angle = 2 * std::numbers::pi * k / sides_of_a_circle;
    return {radius * std::cos(angle), radius * std::sin(angle), z};
}
PartSolid prism(double base, double top, double height) {
    std::vector<Vec3> points;
    for (const auto& [radius, z] : {std::pair{base, 0.0}, std::pair{top, height}})
        for (int k = 0; k < (radius > 0 ? sides_of_a_circle : 1); ++k)
            points.push_back(on_circle(radius, z, k));
    return part_solid(make_polyhedron(points), {});
}

/// A rectangle as it is met from one side: beyond its edges where another surface rises from them.
struct Extent {
    Vec3 low, high;
    double size;
};
Extent extent_of(const Rectangle& r, std::span<const Surface> surfaces, std::size_t own,
                 std::size_t side) {
    const Pose frame = frame_of(r);
    const Vec3 up = (side == 0 ? 1.0 : -1.0) * frame.rotation.col(2);
    Extent e{{-r.half_u, -r.half_v, 0}, {r.half_u, r.half_v, 0}, r.half_u + r.half_v};
    for (const int axis : {0, 1}) {
        const Vec3 out = frame.rotation.col(axis);
        if (rises(surfaces, own, r.center + e.high[axis] * out, up, e.size)) e.high[axis] += e.size;
        if (rises(surfaces, own, r.center + e.low[axis] * out, up, e.size)) e.low[axis] -= e.size;
    }
    return e;
}
/// Behind it, seen from that side, as deep as this part of its size.
PartSolid plate(const Extent& e, std::size_t side, double depth) {
    Vec3 bottom = e.low, top = e.high;
    (side == 0 ? bottom : top).z() = (side == 0 ? -depth : depth) * e.size;
    return block(bottom, top);
}

constexpr int pieces_of_an_edge = 16;

PartSolid segment(const Vec3& from, const Vec3& to) {
    return part_solid(Capsule{0.5 * (to - from).norm(), 0},
                      frame_along((to - from).normalized(), 0.5 * (from + to)));
}

void add_circle(double radius, double z, std::vector<PartSolid>& rim) {
    for (int k = 0; radius > 0 && k < sides_of_a_circle; ++k)
        rim.push_back(segment(on_circle(radius, z, k), on_circle(radius, z, k + 1)));
}

std::vector<PartSolid> rim_of(const Rectangle& r) {
    std::vector<PartSolid> rim;
    const std::array<Vec3, 4> corners{Vec3(-r.half_u, -r.half_v, 0), Vec3(r.half_u, -r.half_v, 0),
                                      Vec3(r.half_u, r.half_v, 0), Vec3(-r.half_u, r.half_v, 0)};
    for (std::size_t side = 0; side < 4; ++side) {
        const Vec3 &from = corners[side], &to = corners[(side + 1) % 4];
        const Vec3 step = (to - from) / pieces_of_an_edge;
        for (int k = 0; k < pieces_of_an_edge; ++k)
            rim.push_back(segment(from + k * step, from + (k + 1) * step));
    }
    return rim;
}

/// The circle at the base (0) or top (1) of a cone, in its frame.
struct Circle {
    double radius, z;
};
Circle end_of(const Frustum& cone, std::size_t end) {
    return end == 0 ? Circle{cone.radius_base, 0} : Circle{cone.radius_top, cone.height};
}

/// Does nothing adjoin to an end of a cone?
bool is_open(const Frustum& cone, std::size_t end, std::span<const Surface> surfaces,
             std::size_t own) {
    const auto [radius, z] = end_of(cone, end);
    const Vec3 edge = cone.base + z * cone.axis + radius * across(cone.axis);
    const double size = cone.height + cone.radius_base + cone.radius_top;
    for (std::size_t s = 0; s < surfaces.size(); ++s)
        if (s != own && std::abs(nearest(surfaces[s], edge).distance) < adjoins_within * size)
            return false;
    return true;
}

/// Does the centre lie beyond the border of a flat piece, seen along its normal?
bool is_beyond_border(const Surface& surface, const Vec3& center) {
    if (const auto* r = std::get_if<Rectangle>(&surface)) {
        const Vec3 way = center - r->center;
        return std::abs(way.dot(r->u)) > r->half_u || std::abs(way.dot(r->v)) > r->half_v;
    }
    const auto& disc = std::get<Annulus>(surface);
    const Vec3 way = center - disc.center;
    return (way - way.dot(disc.normal) * disc.normal).norm() > disc.outer_radius;
}

} // namespace

ShapedWalls::ShapedWalls(std::span<const Surface> surfaces) {
    for (std::size_t s = 0; s < surfaces.size(); ++s) {
        flat_of_.push_back(-1);
        mesh_of_.push_back(-1);
        if (const auto* mesh = std::get_if<MeshWall>(&surfaces[s])) {
            mesh_of_.back() = static_cast<std::int32_t>(meshes_.size());
            meshes_.emplace_back(mesh->home);
        }
        if (!has_solid(surfaces[s])) continue;
        flat_of_.back() = static_cast<std::int32_t>(flats_.size());
        Flat flat;
        if (const auto* r = std::get_if<Rectangle>(&surfaces[s])) {
            for (const std::size_t side : {0U, 1U}) {
                const Extent extent = extent_of(*r, surfaces, s, side);
                flat.thin[side] = plate(extent, side, thinness);
                flat.thick[side] = plate(extent, side, 1);
            }
            const Vec3 half(r->half_u, r->half_v, thinness * (r->half_u + r->half_v));
            flat.bare = block(-half, half);
            flat.rim = rim_of(*r);
        } else if (const auto* disc = std::get_if<Annulus>(&surfaces[s])) {
            for (const std::size_t side : {0U, 1U}) {
                const double sign = side == 0 ? 1 : -1, size = disc->outer_radius;
                const Vec3 rim = disc->center + size * across(disc->normal);
                const bool is_closed = rises(surfaces, s, rim, sign * disc->normal, size);
                const double radius = is_closed ? 2 * size : size;
                flat.thin[side] = prism(radius, radius, -sign * thinness * size);
                flat.thick[side] = prism(radius, radius, -sign * size);
            }
            const double radius = disc->outer_radius;
            flat.bare = prism(radius, radius, thinness * radius);
            add_circle(radius, 0, flat.rim);
        } else if (const auto* cone = std::get_if<Frustum>(&surfaces[s])) {
            flat.thin[0] = flat.thick[0] = prism(cone->radius_base, cone->radius_top, cone->height);
            for (const std::size_t end : {0U, 1U}) {
                flat.is_open[end] = is_open(*cone, end, surfaces, s);
                const auto [radius, z] = end_of(*cone, end);
                if (flat.is_open[end]) add_circle(radius, z, flat.rim);
            }
        } else if (const auto* ball = std::get_if<SphereWall>(&surfaces[s])) {
            flat.thin[0] = flat.thick[0] = part_solid(Sphere{ball->radius}, {});
        }
        flats_.push_back(std::move(flat));
    }
}

void ShapedWalls::find_flat(const Flat& flat, const Pose& frame, const Query& query,
                            std::vector<WallTouch>& out) {
    if (is_beyond_border(query.now, query.center))
        return find_beyond_border(flat, frame, query, out);
    const bool is_below = frame.rotation.col(2).dot(query.center - frame.position) < 0;
    const std::size_t side = is_below ? 1 : 0;
    if (auto touching = touch_of_slab(query.part, query.pose, {flat.thin[side], flat.thick[side]},
                                      frame, query.aid))
        out.push_back({0, *touching});
}

/// Where pieces of a border cut into the part.
void ShapedWalls::find_rim(const Flat& flat, const Pose& frame, const Query& query,
                           std::vector<WallTouch>& out) {
    constexpr std::uint32_t first_place = 1U << 30U; // behind corners and ends
    const Vec3 center = inverse(frame) * query.pose.position;
    for (std::uint32_t k = 0; k < flat.rim.size(); ++k) {
        const PartSolid& piece = flat.rim[k];
        const double room = query.part.bound + piece.bound;
        if ((piece.in_body.position - center).squaredNorm() > room * room) continue; // most of them
        const Pose pose{frame.rotation * piece.in_body.rotation, frame * piece.in_body.position};
        if (auto touching = touch_of_parts(query.part, query.pose, piece, pose,
                                           {nullptr, query.aid.work, false, nullptr}))
            out.push_back({first_place + k, *touching});
    }
}

/// A grain whose centre lies beyond the border of a flat piece may hang over it or lean on it: it
/// meets the border, or with a tip the surface.
void ShapedWalls::find_beyond_border(const Flat& flat, const Pose& frame, const Query& query,
                                     std::vector<WallTouch>& out) {
    constexpr double mostly = 0.7;
    const Gap answer = gap(query.part.shape, query.pose, flat.bare.shape, frame);
    if (!(answer.gap < 0)) return;
    if (std::abs(answer.normal.dot(frame.rotation.col(2))) < mostly)
        return find_rim(flat, frame, query, out);
    out.push_back({0, {-answer.gap, answer.normal, 0.5 * (answer.on_a + answer.on_b)}});
}

namespace {

/// Does it lie beyond an end of a cone or cylinder?
bool is_beyond_ends(const Frustum& cone, const Vec3& center) {
    const double z = cone.axis.dot(center - cone.base);
    return z < 0 || z > cone.height;
}

void find_solid(const PartSolid& solid, const Pose& frame, const ShapedWalls::Query& query,
                std::vector<WallTouch>& out) {
    if (auto touching = touch_of_parts(query.part, query.pose, solid, frame, query.aid))
        out.push_back({0, *touching});
}

/// Drops what sticks out of a cone nearer to an open end than it does through the wall: there the
/// rim is in the way.
void drop_beyond_rim(const Frustum& cone, const std::array<bool, 2>& is_open,
                     std::vector<WallTouch>& out) {
    std::erase_if(out, [&](const WallTouch& t) {
        const Vec3 tip = t.touching.point + 0.5 * t.touching.depth * t.touching.normal;
        const double z = cone.axis.dot(tip - cone.base);
        return (is_open[0] && z < t.touching.depth) ||
               (is_open[1] && cone.height - z < t.touching.depth);
    });
}

/// Does a grain here see the wall from outside, as a solid that bulges towards it?
bool bulges(const Surface& surface, const Vec3& center) {
    if (const auto* ball = std::get_if<SphereWall>(&surface)) return !ball->inside;
    const auto* cone = std::get_if<Frustum>(&surface);
    return cone != nullptr && !detail::is_inside(*cone, center);
}

/// A ball of a clump: what balls do.
void find_ball(const ShapedWalls::Query& query, std::vector<WallTouch>& out) {
    const double radius = std::get<Sphere>(query.part.shape).radius;
    const Foot foot = nearest(query.now, query.pose.position);
    if (!(foot.distance < radius)) {
        if (query.aid.clearance != nullptr) *query.aid.clearance = foot.distance - radius;
        return;
    }
    const double depth = radius - foot.distance;
    out.push_back(
        {0, {depth, -foot.toward, query.pose.position - (radius - 0.5 * depth) * foot.toward}});
}

} // namespace

void ShapedWalls::find_cone(const Flat& flat, const Frustum& cone, const Query& query,
                            std::vector<WallTouch>& out) {
    const Pose frame = frame_along(cone.axis, cone.base);
    if (is_beyond_ends(cone, query.center)) return find_rim(flat, frame, query, out);
    if (!detail::is_inside(cone, query.center)) return find_solid(flat.thin[0], frame, query, out);
    detail::sticking_out(cone, query, out);
    drop_beyond_rim(cone, flat.is_open, out);
    find_rim(flat, frame, query, out);
}

/// The ends of a capsule touch a flat or hollow wall by themselves: one that lies has two places to
/// stand on.
void ShapedWalls::find_capsule(const Capsule& capsule, const Query& query,
                               std::vector<WallTouch>& out) {
    for (const std::uint32_t end : {0U, 1U}) {
        const Vec3 center = query.pose * Vec3(0, 0, (end == 0 ? -1 : 1) * capsule.half_length);
        const Foot foot = nearest(query.now, center);
        if (!(foot.distance < capsule.radius)) continue;
        const double depth = capsule.radius - foot.distance;
        out.push_back(
            {end, {depth, -foot.toward, center - (capsule.radius - 0.5 * depth) * foot.toward}});
    }
}

void ShapedWalls::find(const Query& query, std::vector<WallTouch>& out) const {
    if (const auto* mesh = std::get_if<MeshWall>(&query.now)) {
        const MeshTouches& touches = meshes_[static_cast<std::size_t>(mesh_of_[query.index])];
        return touches.find(*mesh, {query.part, query.pose, query.center, query.aid}, out);
    }
    if (std::holds_alternative<Sphere>(query.part.shape)) return find_ball(query, out);
    if (const auto* capsule = std::get_if<Capsule>(&query.part.shape);
        capsule != nullptr && !bulges(query.now, query.center)) {
        find_capsule(*capsule, query, out);
        // Across a rim it lies on its middle.
        if (!out.empty() || std::holds_alternative<SphereWall>(query.now) ||
            std::holds_alternative<Plane>(query.now))
            return;
    }
    const auto solid = [&]() -> const Flat& {
        return flats_[static_cast<std::size_t>(flat_of_[query.index])];
    };
    if (const auto* plane = std::get_if<Plane>(&query.now)) {
        if (auto touching =
                touch_of_plane(query.part, query.pose, *plane, query.aid.work, query.aid.clearance))
            out.push_back({0, *touching});
    } else if (const auto* rectangle = std::get_if<Rectangle>(&query.now)) {
        find_flat(solid(), frame_of(*rectangle), query, out);
    } else if (const auto* disc = std::get_if<Annulus>(&query.now)) {
        find_flat(solid(), frame_along(disc->normal, disc->center), query, out);
    } else if (const auto* cone = std::get_if<Frustum>(&query.now)) {
        find_cone(solid(), *cone, query, out);
    } else if (const auto* ball = std::get_if<SphereWall>(&query.now)) {
        if (ball->inside)
            detail::sticking_out(*ball, query, out);
        else
            find_solid(solid().thin[0], {Eigen::Matrix3d::Identity(), ball->center}, query, out);
    }
}

std::vector<RefusedWall> refused_walls(const Scene& scene) {
    std::vector<RefusedWall> out;
    for (std::size_t w = 0; w < scene.walls.size(); ++w)
        for (const Surface& s : scene.walls[w].surfaces) {
            const auto* ring = std::get_if<Annulus>(&s);
            if (ring == nullptr || ring->inner_radius == 0) continue;
            out.push_back({w, fmt::format("wall.inner_radius: grains with a shape meet whole discs "
                                          "only, got {}",
                                          ring->inner_radius)});
            break;
        }
    return out;
}

} // namespace scree
