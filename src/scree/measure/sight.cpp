// SPDX-License-Identifier: BSD-3-Clause
#include <scree/measure/sight.hpp>

#include <scree/sim/local_structure.hpp>

#include <algorithm>
#include <cctype>

namespace scree {
namespace {

std::vector<double> nominal_radii(const GrainGroup& group) {
    std::vector<double> out;
    if (group.distribution) {
        const std::vector<double> ends = SizeCurve(*group.distribution).class_ends();
        for (std::size_t k = 1; k < ends.size(); ++k) out.push_back(0.5 * (ends[k - 1] + ends[k]));
        return out;
    }
    const auto* placed = std::get_if<PlacedFill>(&group.fill);
    if (placed == nullptr || placed->size_classes.empty()) {
        for (const SizeClass& c : group.classes) out.push_back(c.radius);
        if (out.empty()) out.push_back(0); // a table of grains without classes
        return out;
    }
    std::vector<double> count;
    for (std::size_t i = 0; i < placed->size_classes.size(); ++i) {
        const auto k = static_cast<std::size_t>(placed->size_classes[i]);
        if (out.size() <= k) {
            out.resize(k + 1, 0);
            count.resize(k + 1, 0);
        }
        out[k] += placed->radii[i];
        ++count[k];
    }
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = count[k] > 0 ? out[k] / count[k] : 0;
    return out;
}

} // namespace

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
    if (vessel) return vessel->area * (vessel->period > 0 ? vessel->period : top);
    for (int k = 0; k < 3; ++k)
        if (f.period.along(k)) {
            low[k] = f.period.low[k];
            high[k] = f.period.high(k);
        }
    return (high - low).prod();
}

double volume_of(const std::optional<Region>& region, const Sight& sight) {
    return region ? volume(*region) : filled_volume(sight);
}

SizeClasses::SizeClasses(const Scene& scene) {
    std::vector<std::vector<double>> nominal;
    for (const GrainGroup& group : scene.grains) {
        nominal.push_back(nominal_radii(group));
        radii_.insert(radii_.end(), nominal.back().begin(), nominal.back().end());
    }
    std::sort(radii_.begin(), radii_.end());
    radii_.erase(std::unique(radii_.begin(), radii_.end()), radii_.end());
    for (const std::vector<double>& radii : nominal) {
        number_.emplace_back();
        for (const double r : radii)
            number_.back().push_back(static_cast<std::size_t>(
                std::lower_bound(radii_.begin(), radii_.end(), r) - radii_.begin()));
    }
}

std::string column_word(const std::string& name) {
    std::string out = name;
    for (char& c : out)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return out;
}

} // namespace scree
