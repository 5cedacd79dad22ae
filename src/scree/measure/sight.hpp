// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/scene/scene.hpp>
#include <scree/sim/inspect.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scree {

/// What a measure looks at: the grains at one moment, in the order of their ids.
struct Sight {
    const Scene& scene;
    const Frame& frame;
    std::span<const std::int32_t> group, size_class; ///< of each grain
};

/// Where there is nothing to take a mean of.
inline constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

inline double mean_of(double sum, double count) { return count > 0 ? sum / count : nothing; }

/// Is the point in the region? Everything is in none.
inline bool is_in(const std::optional<Region>& region, const Vec3& point) {
    return !region || holds_ball(*region, point, 0, 0);
}

/// The volume that measures of "everything" refer to: that of `bulk_density`, base area of the
/// vessel times the top of the highest grain, or else the box around the grains.
double filled_volume(const Sight& sight);
double volume_of(const std::optional<Region>& region, const Sight& sight);

/// Sizes as the scene names them: nominal radii of all groups, each once, ascending. Of a
/// distribution's class it is the middle, of a class in a table of grains the mean.
class SizeClasses {
public:
    explicit SizeClasses(const Scene& scene);
    std::size_t count() const { return radii_.size(); }
    double radius(std::size_t k) const { return radii_[k]; }
    std::size_t of(std::int32_t group, std::int32_t size_class) const {
        return number_[static_cast<std::size_t>(group)][static_cast<std::size_t>(size_class)];
    }

private:
    std::vector<double> radii_;
    std::vector<std::vector<std::size_t>> number_; ///< by group and its own class
};

/// A name that can be part of a column's.
std::string column_word(const std::string& name);

} // namespace scree
