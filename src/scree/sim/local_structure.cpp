// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/local_structure.hpp>

#include <scree/base/ball.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
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

void span_period(const Periodic& period, Vec3& low, Vec3& high) {
    for (int k = 0; k < 3; ++k)
        if (period.along(k)) {
            low[k] = period.low[k];
            high[k] = period.high(k);
        }
}

/// The axis along which gravity pulls most, of those that have an end; z without gravity.
Eigen::Index upright_axis(const Scene& scene) {
    Eigen::Index up = 2;
    Vec3 pull = scene.gravity.cwiseAbs();
    if (pull.isZero(0)) pull = Vec3::Unit(2);
    for (int k = 0; k < 3; ++k)
        if (scene.periodic.along(k)) pull[k] = -1;
    pull.maxCoeff(&up);
    return up;
}

/// Adds a side to a container whose sides are being listed.
void add_side(GrainRoom& room, const Vec3& normal, const Vec3& point, bool is_free) {
    room.container.sides.push_back({normal, normal.dot(point)});
    room.is_free.push_back(is_free);
}

GrainRoom box_room(const Vessel& vessel, const Periodic& period, double height) {
    auto [low, high] = bounds_of(*vessel.wall);
    span_period(period, low, high);
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
    if (vessel.period > 0) { // the box ends where the period does
        for (int k = 0; k < 3; ++k)
            if (std::abs(vessel.axis[k]) == 1) {
                room.container.box.low[k] = std::min(vessel.bottom[k], top[k]);
                room.container.box.high[k] = std::max(vessel.bottom[k], top[k]);
            }
        return room;
    }
    add_side(room, -vessel.axis, vessel.bottom, false);
    add_side(room, vessel.axis, top, true);
    return room;
}

GrainRoom free_room(const Scene& scene, std::span<const WeightedPoint> balls) {
    GrainRoom room{box_around(balls), std::vector<bool>(6, true)};
    span_period(scene.periodic, room.container.box.low, room.container.box.high);
    if (scene.gravity.norm() > 0) {
        const Eigen::Index up = upright_axis(scene);
        room.is_free[static_cast<std::size_t>(2 * up + (scene.gravity[up] > 0 ? 1 : 0))] = false;
    }
    return room;
}

WeightedPoint shifted(const WeightedPoint& b, const Vec3& shift) {
    return {b.x + shift.x(), b.y + shift.y(), b.z + shift.z(), b.weight};
}

/// Cells of a period: those of the grains among their images. Images that are missing leave cells
/// too large, never too small, so the volumes tell whether there were enough; those one period
/// around always are (docs/theory/periodic.md).
void tessellate_period(const Periodic& period, std::span<const WeightedPoint> balls,
                       Workers& workers, LocalStructure& out) {
    constexpr double same_volume = 1e-9, first_reach = 3; // of the mean distance of grains
    const Bounds& box = out.room.container.box;
    const double room = volume(out.room.container);
    double reach =
        first_reach * std::cbrt(room / static_cast<double>(std::max<std::size_t>(balls.size(), 1)));
    for (const double most = period.length.maxCoeff();; reach = most) {
        reach = std::min(reach, most);
        out.images.clear();
        std::vector<WeightedPoint> all(balls.begin(), balls.end());
        for (std::uint32_t i = 0; i < balls.size(); ++i)
            for_each_image(period, center_of(balls[i]), reach, [&](ImageStep step) {
                out.images.push_back({i, step.shift(period)});
                all.push_back(shifted(balls[i], out.images.back().shift));
            });
        out.beyond = out.room.container;
        for (int k = 0; k < 3; ++k)
            if (period.along(k)) {
                out.beyond.box.low[k] = box.low[k] - std::min(reach, period.length[k]);
                out.beyond.box.high[k] = box.high[k] + std::min(reach, period.length[k]);
            }
        out.tessellation = tessellate(all, out.beyond, workers);
        double sum = 0;
        for (std::size_t i = 0; i < balls.size(); ++i) sum += out.tessellation.cells.volume[i];
        if (reach == most || std::abs(sum - room) <= same_volume * room) break;
    }
    LaguerreCells& cells = out.tessellation.cells;
    cells.volume.resize(balls.size());
    cells.centroid.resize(balls.size());
    cells.first.resize(balls.size() + 1);
    cells.face.resize(cells.first.back());
    // Of a pore and its images, the one whose lowest grain is the grain itself.
    const auto owner = [&](std::size_t g) {
        return g < balls.size() ? g : std::size_t{out.images[g - balls.size()].owner};
    };
    std::erase_if(out.tessellation.pores, [&](const Pore& pore) {
        const auto lowest = std::min_element(pore.grains.begin(), pore.grains.end(),
                                             [&](auto a, auto b) { return owner(a) < owner(b); });
        return *lowest >= balls.size();
    });
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
            Vessel vessel{&wall, side > 0 ? f.base : Vec3(f.base + f.height * f.axis),
                          side * f.axis, std::numbers::pi * f.radius_base * f.radius_base};
            for (int k = 0; k < 3; ++k)
                if (scene.periodic.along(k) && std::abs(f.axis[k]) == 1) {
                    vessel.period = scene.periodic.length[k];
                    vessel.bottom[k] =
                        vessel.axis[k] > 0 ? scene.periodic.low[k] : scene.periodic.high(k);
                }
            return vessel;
        }
        if (wall.type == "box") {
            auto [low, high] = bounds_of(wall);
            span_period(scene.periodic, low, high);
            const Eigen::Index up = upright_axis(scene);
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
    if (vessel->period > 0) height = vessel->period;
    GrainRoom room = vessel->wall->type == "box" ? box_room(*vessel, scene.periodic, height)
                                                 : cylinder_room(*vessel, height);
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
    standing.periodic = scene.periodic;
    standing.walls = placed_walls(scene, frame.walls);
    out.room = room_of(standing, balls);
    out.beyond = out.room.container;
    out.period = scene.periodic;
    if (scene.periodic.any())
        tessellate_period(scene.periodic, balls, workers, out);
    else
        out.tessellation = tessellate(balls, out.room.container, workers);
    const LaguerreCells& cells = out.tessellation.cells;
    for (std::size_t i = 0; i < balls.size(); ++i) {
        out.density.push_back(cells.density(i, frame.radius[i]));
        out.faces.push_back(cells.neighbours(i));
        out.place.push_back(static_cast<std::int32_t>(place_of(cells, out.room, i)));
    }
    return out;
}

std::vector<Vec3> centers_of(const LocalStructure& s, const Frame& f) {
    std::vector<Vec3> out = f.center;
    for (const LocalStructure::Image& image : s.images)
        out.emplace_back(f.center[image.owner] + image.shift);
    return out;
}

std::int64_t grain_beyond(const LocalStructure& s, const LaguerreFace& face) {
    const auto grains = static_cast<std::int64_t>(s.radius.size());
    return face.other < grains ? face.other
                               : s.images[static_cast<std::size_t>(face.other - grains)].owner;
}

std::vector<GrainEdge> edges_of(const LocalStructure& s, const Frame& f) {
    std::vector<GrainEdge> out;
    const std::vector<Vec3> centers = centers_of(s, f);
    for (std::size_t a = 0; a < f.center.size(); ++a)
        for (const LaguerreFace& face : s.tessellation.cells.faces(a)) {
            const std::int64_t beyond = grain_beyond(s, face);
            if (beyond <= static_cast<std::int64_t>(a)) continue;
            const auto b = static_cast<std::size_t>(beyond);
            const double distance =
                (f.center[a] - centers[static_cast<std::size_t>(face.other)]).norm();
            out.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b),
                           distance - f.radius[a] - f.radius[b], face.area});
        }
    std::stable_sort(out.begin(), out.end(), [](const GrainEdge& x, const GrainEdge& y) {
        return x.a != y.a ? x.a < y.a : x.b < y.b;
    });
    return out;
}

std::vector<CenteredSphere> pore_spheres(const LocalStructure& s) {
    std::vector<CenteredSphere> out;
    ConvexContainer room = s.room.container;
    for (int k = 0; k < 3; ++k)
        if (s.period.along(k)) {
            room.box.low[k] = -std::numeric_limits<double>::infinity();
            room.box.high[k] = std::numeric_limits<double>::infinity();
        }
    for (const Pore& pore : s.tessellation.pores)
        // In a period the sides do not limit what four nearly flat grains touch; itself does.
        if (pore.tangent && pore.tangent->radius > 0 &&
            pore.tangent->radius < 0.5 * s.period.shortest()) {
            const Vec3 center = s.period.wrapped(pore.tangent->center);
            if (contains(room, center, pore.tangent->radius))
                out.push_back({center, pore.tangent->radius});
        }
    return out;
}

std::vector<LaguerrePolyhedron> polyhedra_of(const LocalStructure& s, const Frame& f) {
    std::vector<WeightedPoint> balls = balls_of(f);
    for (const LocalStructure::Image& image : s.images)
        balls.push_back(shifted(balls[image.owner], image.shift));
    return laguerre_polyhedra(balls, s.tessellation.cells, s.beyond);
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
