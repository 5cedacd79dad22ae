// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/shaped_walls.hpp>

#include <fmt/format.h>

#include <cmath>

namespace scree {
namespace {

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

} // namespace

ShapedWalls::ShapedWalls(std::span<const Surface> surfaces) {
    for (std::size_t s = 0; s < surfaces.size(); ++s) {
        const auto* r = std::get_if<Rectangle>(&surfaces[s]);
        flat_of_.push_back(r ? static_cast<std::int32_t>(flats_.size()) : -1);
        if (r == nullptr) continue;
        const Pose frame = frame_of(*r);
        const double size = r->half_u + r->half_v;
        Flat flat;
        for (const int side : {0, 1}) {
            const Vec3 up = (side == 0 ? 1.0 : -1.0) * frame.rotation.col(2);
            Vec3 low(-r->half_u, -r->half_v, 0), high(r->half_u, r->half_v, 0);
            for (const int axis : {0, 1}) {
                const Vec3 out = frame.rotation.col(axis);
                if (rises(surfaces, s, r->center + high[axis] * out, up, size)) high[axis] += size;
                if (rises(surfaces, s, r->center + low[axis] * out, up, size)) low[axis] -= size;
            }
            const auto behind = [&](double depth) {
                Vec3 bottom = low, top = high;
                (side == 0 ? bottom : top).z() = (side == 0 ? -depth : depth) * size;
                return block(bottom, top);
            };
            flat.thin[static_cast<std::size_t>(side)] = behind(thinness);
            flat.thick[static_cast<std::size_t>(side)] = behind(1);
        }
        flats_.push_back(std::move(flat));
    }
}

void ShapedWalls::find_flat(const Flat& flat, const Pose& frame, const Query& query,
                            std::vector<WallTouch>& out) {
    const bool is_below = frame.rotation.col(2).dot(query.center - frame.position) < 0;
    const std::size_t side = is_below ? 1 : 0;
    if (auto touching = touch_of_slab(query.part, query.pose, {flat.thin[side], flat.thick[side]},
                                      frame, query.aid))
        out.push_back({0, *touching});
}

/// The ends of a capsule touch a flat wall by themselves: one that lies has two places to stand on.
void ShapedWalls::find_capsule(const Capsule& capsule, const Query& query,
                               std::vector<WallTouch>& out) {
    for (const std::uint32_t end : {0U, 1U}) {
        const Vec3 center =
            query.pose * Vec3(0, 0, (end == 0 ? -1 : 1) * capsule.half_length);
        const Foot foot = nearest(query.now, center);
        if (!(foot.distance < capsule.radius)) continue;
        const double depth = capsule.radius - foot.distance;
        out.push_back({end,
                       {depth, -foot.toward, center - (capsule.radius - 0.5 * depth) * foot.toward}});
    }
}

void ShapedWalls::find(const Query& query, std::vector<WallTouch>& out) const {
    if (const auto* capsule = std::get_if<Capsule>(&query.part.shape)) {
        find_capsule(*capsule, query, out);
    } else if (const auto* plane = std::get_if<Plane>(&query.now)) {
        if (auto touching = touch_of_plane(query.part, query.pose, *plane, query.aid.work))
            out.push_back({0, *touching});
    } else if (const auto* rectangle = std::get_if<Rectangle>(&query.now)) {
        find_flat(flats_[static_cast<std::size_t>(flat_of_[query.index])], frame_of(*rectangle),
                  query, out);
    }
}

std::vector<RefusedWall> refused_walls(const Scene& scene) {
    std::vector<RefusedWall> out;
    for (std::size_t w = 0; w < scene.walls.size(); ++w)
        for (const Surface& s : scene.walls[w].surfaces) {
            if (std::holds_alternative<Plane>(s) || std::holds_alternative<Rectangle>(s)) continue;
            out.push_back({w, fmt::format("wall.type: grains with a shape meet planes and boxes "
                                          "only, got \"{}\"",
                                          scene.walls[w].type)});
            break;
        }
    return out;
}

} // namespace scree
