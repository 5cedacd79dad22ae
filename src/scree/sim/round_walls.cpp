// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/detail/round_walls.hpp>

#include <algorithm>
#include <cmath>

namespace scree::detail {
namespace {

// A corner in the angle between a cylinder and its bottom stands a little beyond both; this much of
// the part's size beyond the end of a wall it is still before that wall.
constexpr double beyond_ends = 0.1;
constexpr int most_rounds = 40;
constexpr double same_point = 1e-6, settled = 1e-12; // of the part's size

/// Directions from which a smooth part is looked at: the corners and faces of a cube.
std::vector<Vec3> sides() {
    std::vector<Vec3> out;
    for (const double x : {-1.0, 0.0, 1.0})
        for (const double y : {-1.0, 0.0, 1.0})
            for (const double z : {-1.0, 0.0, 1.0}) {
                const double count = std::abs(x) + std::abs(y) + std::abs(z);
                if (count == 1 || count == 3) out.push_back(Vec3(x, y, z).normalized());
            }
    return out;
}

bool is_before_ends(const SphereWall&, const Vec3&, double) { return true; }
bool is_before_ends(const Frustum& wall, const Vec3& point, double size) {
    const double z = wall.axis.dot(point - wall.base), room = beyond_ends * size;
    return z > -room && z < wall.height + room;
}

void add(const Beyond& b, const Vec3& point, std::uint32_t place, std::vector<WallTouch>& out) {
    out.push_back({place, {b.depth, b.outward, point - 0.5 * b.depth * b.outward}});
}

template <class Wall>
void smooth_points(const Wall& wall, const ShapedWalls::Query& q, std::vector<WallTouch>& out) {
    static const std::vector<Vec3> starts = sides();
    std::vector<Vec3> known;
    for (std::uint32_t k = 0; k < starts.size(); ++k) {
        Vec3 x = farthest_of(q.part, q.pose, starts[k]);
        for (int round = 0; round < most_rounds; ++round) {
            const Vec3 next = farthest_of(q.part, q.pose, beyond(wall, x).outward);
            const bool is_done = (next - x).norm() <= settled * q.part.bound;
            x = next;
            if (is_done) break;
        }
        const Beyond b = beyond(wall, x);
        if (!(b.depth > 0) || !is_before_ends(wall, x, q.part.bound)) continue;
        if (std::any_of(known.begin(), known.end(),
                        [&](const Vec3& y) { return (x - y).norm() < same_point * q.part.bound; }))
            continue;
        known.push_back(x);
        add(b, x, k, out);
    }
}

} // namespace

Beyond beyond(const SphereWall& wall, const Vec3& point) {
    const Vec3 way = point - wall.center;
    const double distance = way.norm();
    const Vec3 outward = distance > 0 ? Vec3(way / distance) : Vec3(Vec3::UnitZ());
    return {distance - wall.radius, outward};
}

bool is_inside(const SphereWall& wall, const Vec3&) { return wall.inside; }

Beyond beyond(const Frustum& wall, const Vec3& point) {
    const Vec3 way = point - wall.base;
    const double z = wall.axis.dot(way);
    const Vec3 across = way - z * wall.axis;
    const double distance = across.norm();
    const Vec3 radial = distance > 0 ? Vec3(across / distance) : scree::across(wall.axis);
    const double slope = (wall.radius_top - wall.radius_base) / wall.height;
    const double cosine = 1 / std::sqrt(1 + slope * slope);
    return {(distance - wall.radius_base - slope * z) * cosine,
            cosine * (radial - slope * wall.axis)};
}

bool is_inside(const Frustum& wall, const Vec3& center) { return beyond(wall, center).depth < 0; }

template <class Wall>
void sticking_out(const Wall& wall, const ShapedWalls::Query& q, std::vector<WallTouch>& out) {
    if (!q.part.is_polyhedron) return smooth_points(wall, q, out);
    const PolyhedronData& data = *q.part.proxy;
    for (std::uint32_t i = 0; i < data.corner_count; ++i) {
        const Vec3 corner = q.pose * data.corner(i);
        Beyond b = beyond(wall, corner);
        b.depth += rounding(q.part.shape);
        if (b.depth > 0 && is_before_ends(wall, corner, q.part.bound))
            add(b, corner + rounding(q.part.shape) * b.outward, i, out);
    }
}

template void sticking_out(const SphereWall&, const ShapedWalls::Query&, std::vector<WallTouch>&);
template void sticking_out(const Frustum&, const ShapedWalls::Query&, std::vector<WallTouch>&);

} // namespace scree::detail
