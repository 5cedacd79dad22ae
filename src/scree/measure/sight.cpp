// SPDX-License-Identifier: BSD-3-Clause
#include <scree/measure/sight.hpp>

#include <scree/sim/local_structure.hpp>

#include <algorithm>
#include <cctype>

namespace scree {

double filled_volume(const Sight& sight) {
    const Frame& f = sight.frame;
    if (f.center.empty()) return 0;
    std::optional<Vessel> vessel = find_vessel(sight.scene);
    if (vessel && !f.walls.empty())
        vessel->bottom +=
            f.walls[static_cast<std::size_t>(vessel->wall - sight.scene.walls.data())].shift;
    double top = -std::numeric_limits<double>::infinity();
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
    for (std::size_t i = 0; i < f.center.size(); ++i) {
        const Vec3 reach = Vec3::Constant(f.radius[i]);
        low = low.cwiseMin(f.center[i] - reach);
        high = high.cwiseMax(f.center[i] + reach);
        if (vessel)
            top = std::max(top, vessel->axis.dot(f.center[i] - vessel->bottom) + f.radius[i]);
    }
    return vessel ? vessel->area * top : (high - low).prod();
}

double volume_of(const std::optional<Region>& region, const Sight& sight) {
    return region ? volume(*region) : filled_volume(sight);
}

SizeClasses::SizeClasses(const Scene& scene) {
    for (const GrainGroup& group : scene.grains)
        for (const SizeClass& c : group.classes) radii_.push_back(c.radius);
    std::sort(radii_.begin(), radii_.end());
    radii_.erase(std::unique(radii_.begin(), radii_.end()), radii_.end());
}

std::size_t SizeClasses::of(const Scene& scene, std::int32_t group, std::int32_t size_class) const {
    const double radius = scene.grains[static_cast<std::size_t>(group)]
                              .classes[static_cast<std::size_t>(size_class)]
                              .radius;
    return static_cast<std::size_t>(std::lower_bound(radii_.begin(), radii_.end(), radius) -
                                    radii_.begin());
}

std::string column_word(const std::string& name) {
    std::string out = name;
    for (char& c : out)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return out;
}

} // namespace scree
