// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/detail/scene_parts.hpp>

#include <scree/scene/size_draw.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

// The reader of [periodic], and what must hold between it and all else.
namespace scree {
namespace {

const char axis_names[] = "xyz";

/// Grains of one group that have a size; what is wrong without has been said already.
bool has_size(const GrainGroup& group) {
    const auto* placed = std::get_if<PlacedFill>(&group.fill);
    return !group.classes.empty() || group.distribution ||
           (placed != nullptr && !placed->radii.empty());
}

std::size_t line_of(const Place& place) { return std::stoul(place.substr(place.rfind(':') + 1)); }

/// Why a surface cannot be repeated along axis k; empty when it can.
std::string obstacle(const Surface& surface, const Periodic& period, int k) {
    const char axis = axis_names[k];
    constexpr double flat = 1e-12;
    if (const auto* plane = std::get_if<Plane>(&surface)) {
        if (std::abs(plane->normal[k]) < flat) return {};
        return fmt::format("must go along {0}, where the scene is periodic, but its normal has the "
                           "part {1:.3g} along {0}",
                           axis, plane->normal[k]);
    }
    const auto* face = std::get_if<Rectangle>(&surface);
    if (face != nullptr && std::abs(face->u.cross(face->v)[k]) > flat)
        return fmt::format(R"(must be open at "-{0}" and "+{0}", because the scene is periodic )"
                           "along {0}",
                           axis);
    const auto* sphere = std::get_if<SphereWall>(&surface);
    const bool is_bowl = sphere != nullptr && sphere->inside;
    const Bounds box = bounds(surface);
    const bool sticks_out = box.low[k] < period.low[k] || box.high[k] > period.high(k);
    const bool is_outside = box.high[k] < period.low[k] || box.low[k] > period.high(k);
    if (is_outside || (is_bowl && sticks_out))
        return fmt::format("must lie {}within the period along {}, {} to {}, but reaches from {} "
                           "to {}",
                           is_bowl ? "" : "at least partly ", axis, period.low[k], period.high(k),
                           box.low[k], box.high[k]);
    return {};
}

struct MovesAlong {
    int k;
    bool operator()(const SteadyMotion& m) const { return m.velocity[k] != 0; }
    bool operator()(const Oscillation& m) const { return m.amplitude[k] != 0; }
    bool operator()(const Tapping& m) const { return m.amplitude[k] != 0; }
    bool operator()(const Rotation&) const { return false; }
    bool operator()(const TimeTable& m) const {
        return std::any_of(m.value.begin(), m.value.end(),
                           [&](const Vec3& s) { return s[k] != 0; });
    }
    bool operator()(const FreeMotion& m) const { return m.axis.isZero(0) || m.axis[k] != 0; }
};

bool is_endless(const Wall& wall) {
    return std::all_of(wall.surfaces.begin(), wall.surfaces.end(),
                       [](const Surface& s) { return std::holds_alternative<Plane>(s); });
}

} // namespace

void SceneReader::read_periodic() {
    const toml::table* table = root_.table("periodic");
    if (table == nullptr) return;
    const SceneTable t(*table, "periodic", {&scene_keys("periodic")}, problems_);
    if (table->empty()) t.fail("gives no axis; set x, y or z to [low, high]");
    for (int k = 0; k < 3; ++k) {
        const std::string_view key(axis_names + k, 1);
        const auto ends = t.pair(key);
        if (!ends) continue;
        const auto [low, high] = *ends;
        period_lines_[static_cast<std::size_t>(k)] = t.line(key);
        if (low < high) {
            scene_.periodic.low[k] = low;
            scene_.periodic.length[k] = high - low;
        } else {
            t.fail(key,
                   fmt::format("must be [low, high] with low < high, got [{}, {}]", low, high));
        }
    }
}

void SceneReader::check_within_period(const SceneTable& t, const Region& region) const {
    const Periodic& period = scene_.periodic;
    if (is_within(region, period)) return;
    const Bounds box = bounds(region);
    for (int k = 0; k < 3; ++k)
        if (period.along(k) && (box.low[k] < period.low[k] || box.high[k] > period.high(k)))
            t.fail(fmt::format("must lie within the period along {}, {} to {}, but reaches from {} "
                               "to {}",
                               axis_names[k], period.low[k], period.high(k), box.low[k],
                               box.high[k]));
}

void SceneReader::check_periodic() {
    for (int k = 0; k < 3; ++k)
        if (scene_.periodic.along(k)) check_period(k);
    if (!scene_.periodic.any()) return;
    int axes = 0;
    for (int k = 0; k < 3; ++k) axes += scene_.periodic.along(k) ? 1 : 0;
    for (const Drive& drive : scene_.drives) {
        const auto* turn = std::get_if<Rotation>(&drive.motion);
        if (turn == nullptr) continue;
        bool is_along = axes == 1;
        for (int k = 0; k < 3; ++k)
            is_along = is_along && (!scene_.periodic.along(k) || std::abs(turn->axis[k]) == 1);
        if (!is_along)
            problems_.add(line_of(drive.place),
                          fmt::format("drive \"{}\": in a periodic scene walls turn only about an "
                                      "axis along the one period",
                                      drive.name));
    }
}

/// Where a mesh meets its image, grains with a shape would feel a border.
void SceneReader::check_mesh_within(const Wall& wall, int k) {
    const Periodic& period = scene_.periodic;
    for (const Surface& surface : wall.surfaces) {
        const Bounds box = bounds(surface);
        const bool is_within = box.low[k] > period.low[k] && box.high[k] < period.high(k);
        if (!std::holds_alternative<MeshWall>(surface) || is_within) continue;
        problems_.add(line_of(wall.place),
                      fmt::format("wall \"{}\": a mesh must lie within the period along {}, {} to "
                                  "{}, where grains have a shape, but reaches from {} to {}",
                                  wall.name, axis_names[k], period.low[k], period.high(k),
                                  box.low[k], box.high[k]));
        return;
    }
}

/// What must hold because of the period along axis k.
void SceneReader::check_period(int k) {
    const Periodic& period = scene_.periodic;
    const char axis = axis_names[k];
    double largest = 0;
    for (const GrainGroup& group : scene_.grains)
        if (has_size(group))
            largest = std::max(largest, largest_radius(group) * largest_reach(scene_, group));
    // Then of all images of a grain only one may touch another grain; and if there are shapes, only
    // one may come into the list of pairs.
    const int diameters = scene_.shapes.empty() ? 2 : 4;
    if (!(period.length[k] > 2 * diameters * largest))
        problems_.add(
            period_lines_[static_cast<std::size_t>(k)],
            fmt::format("periodic.{}: must be longer than {} of the largest grain, {:.6g} m, got "
                        "{:.6g} m",
                        axis, diameters == 2 ? "two diameters" : "four times the span",
                        2 * diameters * largest, period.length[k]));
    for (const Wall& wall : scene_.walls)
        for (const Surface& surface : wall.surfaces)
            if (const std::string what = obstacle(surface, period, k); !what.empty()) {
                problems_.add(line_of(wall.place), fmt::format("wall \"{}\": {}", wall.name, what));
                break;
            }
    if (!scene_.shapes.empty())
        for (const Wall& wall : scene_.walls) check_mesh_within(wall, k);
    for (const Drive& drive : scene_.drives)
        for (const int w : drive.walls) {
            const Wall& wall = scene_.walls[static_cast<std::size_t>(w)];
            if (!is_endless(wall) && std::visit(MovesAlong{k}, drive.motion))
                problems_.add(line_of(drive.place),
                              fmt::format("drive \"{}\": must not move wall \"{}\" along {}, where "
                                          "the scene is periodic",
                                          drive.name, wall.name, axis));
        }
    for (const FlowPlane& plane : scene_.planes)
        if (plane.normal[k] != 0 && std::abs(plane.normal[k]) != 1)
            problems_.add(period_lines_[static_cast<std::size_t>(k)],
                          fmt::format("periodic.{}: plane \"{}\" must lie along {} or across it",
                                      axis, plane.name, axis));
}

} // namespace scree
