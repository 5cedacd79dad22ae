// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/local_structure.hpp>

#include <scree/base/ball.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

constexpr int prism_sides = 64;

Vec3 center_of(const WeightedPoint& b) { return {b.x, b.y, b.z}; }

Bounds bounds_of(const Wall& wall) {
    Bounds box = bounds(wall.surfaces.front());
    for (const Surface& s : wall.surfaces) {
        box.low = box.low.cwiseMin(bounds(s).low);
        box.high = box.high.cwiseMax(bounds(s).high);
    }
    return box;
}

std::vector<WeightedPoint> balls_of(const Frame& f) {
    std::vector<WeightedPoint> balls;
    balls.reserve(f.center.size());
    for (std::size_t i = 0; i < f.center.size(); ++i)
        balls.push_back(
            {f.center[i].x(), f.center[i].y(), f.center[i].z(), f.radius[i] * f.radius[i]});
    return balls;
}

/// Adds a side to a container whose sides are being listed.
void add_side(GrainRoom& room, const Vec3& normal, const Vec3& point, bool is_free) {
    room.container.sides.push_back({normal, normal.dot(point)});
    room.is_free.push_back(is_free);
}

GrainRoom box_room(const Vessel& vessel, double height) {
    auto [low, high] = bounds_of(*vessel.wall);
    Eigen::Index up = 2;
    vessel.axis.cwiseAbs().maxCoeff(&up);
    const bool is_positive = vessel.axis[up] > 0;
    (is_positive ? high : low)[up] = vessel.bottom[up] + vessel.axis[up] * height;
    GrainRoom room{{{low, high}}, std::vector<bool>(6, false)};
    room.is_free[static_cast<std::size_t>(2 * up + (is_positive ? 1 : 0))] = true;
    return room;
}

GrainRoom cylinder_room(const Vessel& vessel, double height) {
    // Of the same area: n · d² · tan(π/n) with d the distance of the sides.
    const double angle = 2 * std::numbers::pi / prism_sides;
    const double distance = std::sqrt(vessel.area / (prism_sides * std::tan(0.5 * angle)));
    const Vec3 top = vessel.bottom + height * vessel.axis;
    const Vec3 margin = Vec3::Constant(1.1 * distance + 0.1 * height);
    GrainRoom room{{{vessel.bottom.cwiseMin(top) - margin, vessel.bottom.cwiseMax(top) + margin}},
                   std::vector<bool>(6, false)};
    const Vec3 u = across(vessel.axis), v = vessel.axis.cross(u);
    for (int k = 0; k < prism_sides; ++k) {
        const Vec3 normal = std::cos(k * angle) * u + std::sin(k * angle) * v;
        add_side(room, normal, vessel.bottom + distance * normal, false);
    }
    add_side(room, -vessel.axis, vessel.bottom, false);
    add_side(room, vessel.axis, top, true);
    return room;
}

GrainRoom free_room(const Scene& scene, std::span<const WeightedPoint> balls) {
    GrainRoom room{box_around(balls), std::vector<bool>(6, true)};
    if (scene.gravity.norm() > 0) {
        Eigen::Index up = 2;
        scene.gravity.cwiseAbs().maxCoeff(&up);
        room.is_free[static_cast<std::size_t>(2 * up + (scene.gravity[up] > 0 ? 1 : 0))] = false;
    }
    return room;
}

GrainPlace place_of(const LaguerreCells& cells, const GrainRoom& room, std::size_t grain) {
    if (!(cells.volume[grain] > 0)) return GrainPlace::outside;
    GrainPlace place = GrainPlace::inside;
    for (const LaguerreFace& face : cells.faces(grain)) {
        if (face.other >= 0) continue;
        if (room.is_free[static_cast<std::size_t>(-1 - face.other)]) return GrainPlace::surface;
        place = GrainPlace::wall;
    }
    return place;
}

} // namespace

std::optional<Vessel> find_vessel(const Scene& scene) {
    for (const Wall& wall : scene.walls) {
        if (wall.type == "cylinder") {
            const auto& f = std::get<Frustum>(wall.surfaces.front());
            const double side = f.axis.dot(scene.gravity) > 0 ? -1 : 1;
            return Vessel{&wall, side > 0 ? f.base : Vec3(f.base + f.height * f.axis),
                          side * f.axis, std::numbers::pi * f.radius_base * f.radius_base};
        }
        if (wall.type == "box") {
            const auto [low, high] = bounds_of(wall);
            Eigen::Index up = 2;
            if (scene.gravity.norm() > 0) scene.gravity.cwiseAbs().maxCoeff(&up);
            const double side = scene.gravity[up] > 0 ? -1 : 1;
            const Vec3 size = high - low;
            return Vessel{&wall, side > 0 ? low : high, side * Vec3::Unit(up),
                          size.prod() / size[up]};
        }
    }
    return std::nullopt;
}

GrainRoom room_of(const Scene& scene, std::span<const WeightedPoint> balls) {
    const std::optional<Vessel> vessel = find_vessel(scene);
    if (!vessel) return free_room(scene, balls);
    double height = 0;
    for (const WeightedPoint& b : balls)
        height =
            std::max(height, vessel->axis.dot(center_of(b) - vessel->bottom) + std::sqrt(b.weight));
    GrainRoom room =
        vessel->wall->type == "box" ? box_room(*vessel, height) : cylinder_room(*vessel, height);
    const auto held = std::count_if(balls.begin(), balls.end(), [&](const WeightedPoint& b) {
        return contains(room.container, center_of(b));
    });
    return 2 * static_cast<std::size_t>(held) < balls.size() ? free_room(scene, balls) : room;
}

double LocalStructure::inner_density() const {
    double solid = 0, space = 0;
    for (std::size_t i = 0; i < place.size(); ++i)
        if (place[i] == static_cast<std::int32_t>(GrainPlace::inside)) {
            solid += ball_volume(radius[i]);
            space += tessellation.cells.volume[i];
        }
    return space > 0 ? solid / space : 0;
}

double LocalStructure::inner_faces() const {
    double sum = 0;
    for (std::size_t i = 0; i < place.size(); ++i)
        if (place[i] == static_cast<std::int32_t>(GrainPlace::inside)) sum += faces[i];
    const std::int64_t inner = count(GrainPlace::inside);
    return inner > 0 ? sum / static_cast<double>(inner) : 0;
}

std::int64_t LocalStructure::count(GrainPlace what) const {
    return std::count(place.begin(), place.end(), static_cast<std::int32_t>(what));
}

LocalStructure local_structure(const Scene& scene, const Frame& frame, Workers& workers) {
    LocalStructure out;
    out.radius = frame.radius;
    const std::vector<WeightedPoint> balls = balls_of(frame);
    Scene standing; // the walls where they are now
    standing.gravity = scene.gravity;
    standing.walls = placed_walls(scene, frame.walls);
    out.room = room_of(standing, balls);
    out.tessellation = tessellate(balls, out.room.container, workers);
    const LaguerreCells& cells = out.tessellation.cells;
    for (std::size_t i = 0; i < balls.size(); ++i) {
        out.density.push_back(cells.density(i, frame.radius[i]));
        out.faces.push_back(cells.neighbours(i));
        out.place.push_back(static_cast<std::int32_t>(place_of(cells, out.room, i)));
    }
    return out;
}

std::vector<GrainEdge> edges_of(const LocalStructure& s, const Frame& f) {
    std::vector<GrainEdge> out;
    for (std::size_t a = 0; a < f.center.size(); ++a)
        for (const LaguerreFace& face : s.tessellation.cells.faces(a)) {
            if (face.other <= static_cast<std::int64_t>(a)) continue;
            const auto b = static_cast<std::size_t>(face.other);
            out.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b),
                           (f.center[a] - f.center[b]).norm() - f.radius[a] - f.radius[b],
                           face.area});
        }
    return out;
}

std::vector<CenteredSphere> pore_spheres(const LocalStructure& s) {
    std::vector<CenteredSphere> out;
    for (const Pore& pore : s.tessellation.pores)
        if (pore.tangent && pore.tangent->radius > 0 &&
            contains(s.room.container, pore.tangent->center, pore.tangent->radius))
            out.push_back(*pore.tangent);
    return out;
}

std::vector<LaguerrePolyhedron> polyhedra_of(const LocalStructure& s, const Frame& f) {
    return laguerre_polyhedra(balls_of(f), s.tessellation.cells, s.room.container);
}

void set_columns(const LocalStructure& s, Frame& frame) {
    frame.laguerre_density = s.density;
    frame.laguerre_faces = s.faces;
    frame.place = s.place;
}

void add_local_structure(const Scene& scene, Frame& frame, Workers& workers) {
    set_columns(local_structure(scene, frame, workers), frame);
}

} // namespace scree
