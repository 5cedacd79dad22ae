// SPDX-License-Identifier: BSD-3-Clause
//
// Do the beginnings and ends that a scene asks for go together? Looked at when all of it is read.
#include <scree/io/detail/scene_parts.hpp>

#include <fmt/format.h>

#include <limits>

namespace scree {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double is_level = 0.999; ///< cosine between a floor's normal and the vertical

struct Heights {
    double low = infinity, high = -infinity;

    void add(const Bounds& box, const Vec3& up) {
        for (int corner = 0; corner < 8; ++corner) {
            Vec3 p = box.low;
            for (int k = 0; k < 3; ++k)
                if ((corner >> k & 1) != 0) p[k] = box.high[k];
            low = std::min(low, up.dot(p));
            high = std::max(high, up.dot(p));
        }
    }
};

/// Below it no grain can lie for long; minus infinity when the walls do not tell.
double floor_of(const Scene& scene) {
    const Vec3 up = up_of(scene);
    Heights heights;
    for (const Wall& wall : scene.walls)
        for (const Surface& surface : wall.surfaces) {
            const auto* plane = std::get_if<Plane>(&surface);
            if (plane == nullptr)
                heights.add(bounds(surface), up);
            else if (plane->normal.dot(up) > is_level)
                heights.add({plane->point, plane->point}, up);
        }
    return heights.high == -infinity ? -infinity : heights.low;
}

std::size_t line_of(const Place& place) { return std::stoul(place.substr(place.rfind(':') + 1)); }

} // namespace

void SceneReader::check_ends() const {
    const auto say = [&](const Place& place, const std::string& what) {
        root_.problems().add(line_of(place), what);
    };
    const double end = scene_.duration.value_or(infinity), floor = floor_of(scene_);
    for (const Drive& d : scene_.drives)
        if (d.from >= end && d.from < d.until)
            say(d.place, fmt::format("drive \"{}\": begins at {} s, when the run is over "
                                     "(duration = {})",
                                     d.name, d.from, end));
    for (const GrainGroup& g : scene_.grains) {
        const auto* pour = std::get_if<PourFill>(&g.fill);
        if (pour == nullptr) continue;
        if (pour->from >= end && pour->from < pour->until)
            say(g.place, fmt::format("grains \"{}\": are poured from {} s on, when the run is over "
                                     "(duration = {})",
                                     g.name, pour->from, end));
        if (!pour->level) continue;
        Heights region;
        region.add(bounds(pour->region), up_of(scene_));
        if (*pour->level <= floor || *pour->level >= region.high)
            say(g.place,
                fmt::format("grains \"{}\": level must be above the floor, {}, and below the "
                            "top of the region, {}, got {}",
                            g.name, floor, region.high, *pour->level));
    }
}

} // namespace scree
