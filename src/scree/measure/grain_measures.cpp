// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/ball.hpp>
#include <scree/measure/kinds.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace scree {
namespace {

/// Points sorted into boxes at least as wide as `reach`, to find those near each other.
class PointGrid {
public:
    PointGrid(std::vector<Vec3> points, const Bounds& room, double reach)
        : points_(std::move(points)), low_(room.low), reach_(reach) {
        constexpr double most = 64; // per axis
        for (int k = 0; k < 3; ++k) {
            const double extent = room.high[k] - room.low[k];
            count_[k] = static_cast<int>(std::clamp(std::floor(extent / reach), 1.0, most));
            edge_[k] = extent / count_[k];
        }
        cells_.resize(static_cast<std::size_t>(count_[0]) * static_cast<std::size_t>(count_[1]) *
                      static_cast<std::size_t>(count_[2]));
        for (std::size_t i = 0; i < points_.size(); ++i)
            cells_[index(place(points_[i]))].push_back(i);
    }

    /// Calls `visit` with the distance of each other point nearer than the reach.
    template <class Visit>
    void near(std::size_t of, Visit&& visit) const {
        const Place at = place(points_[of]);
        const auto from = [&](int k) { return std::max(at[k] - 1, 0); };
        const auto to = [&](int k) { return std::min(at[k] + 1, count_[k] - 1); };
        for (int x = from(0); x <= to(0); ++x)
            for (int y = from(1); y <= to(1); ++y)
                for (int z = from(2); z <= to(2); ++z)
                    for (const std::size_t other : cells_[index({x, y, z})]) {
                        const double d2 = (points_[other] - points_[of]).squaredNorm();
                        if (other != of && d2 < reach_ * reach_) visit(std::sqrt(d2));
                    }
    }
    const std::vector<Vec3>& points() const { return points_; }

private:
    using Place = Eigen::Vector3i;
    Place place(const Vec3& p) const {
        Place out;
        for (int k = 0; k < 3; ++k)
            out[k] = std::clamp(static_cast<int>((p[k] - low_[k]) / edge_[k]), 0, count_[k] - 1);
        return out;
    }
    std::size_t index(const Place& p) const {
        const auto size = [](int k) { return static_cast<std::size_t>(k); };
        return (size(p[0]) * size(count_[1]) + size(p[1])) * size(count_[2]) + size(p[2]);
    }

    std::vector<Vec3> points_;
    Vec3 low_, edge_;
    double reach_;
    Place count_;
    std::vector<std::vector<std::size_t>> cells_;
};

/// Which of the sorts that segregation is measured between a grain is of.
class Sorts {
public:
    Sorts(const SegregationMeasure& m, const Scene& scene)
        : scene_(scene), sizes_(scene), by_groups_(m.by_groups) {}

    std::size_t count() const { return by_groups_ ? scene_.grains.size() : sizes_.count(); }
    std::size_t of(const Sight& sight, std::size_t grain) const {
        const std::int32_t group = sight.group[grain];
        return by_groups_ ? static_cast<std::size_t>(group)
                          : sizes_.of(group, sight.size_class[grain]);
    }
    std::string name(std::size_t k) const {
        return by_groups_ ? column_word(scene_.grains[k].name) : "size_" + std::to_string(k + 1);
    }

private:
    const Scene& scene_;
    SizeClasses sizes_;
    bool by_groups_;
};

struct Heap {
    double mass = 0, moment = 0, grains = 0; ///< moment: mass times height
};

/// Lacey's index [Lacey1954] from the numbers of each sort in each cell. All sorts together; of two
/// it is the usual one. The variance of a random mixture is that of drawing without putting back,
/// so that its mean is 1 for any number of grains per cell.
double lacey_index(const std::vector<std::vector<double>>& cells, const std::vector<Heap>& all) {
    double total = 0, segregated = 0, found = 0;
    for (const Heap& h : all) total += h.grains;
    for (const Heap& h : all) segregated += h.grains / total * (1 - h.grains / total);
    for (const auto& cell : cells) {
        double here = 0;
        for (const double n : cell) here += n;
        for (std::size_t k = 0; k < all.size(); ++k) {
            const double off = cell[k] / here - all[k].grains / total;
            found += here / total * off * off;
        }
    }
    const double random = segregated * (static_cast<double>(cells.size()) - 1) / (total - 1);
    return segregated > random ? (segregated - found) / (segregated - random) : nothing;
}

} // namespace

ColumnNames names(const RdfMeasure& m, const Scene&) {
    ColumnNames out = numbered("g", m.bins);
    out.emplace_back("reference_grains");
    return out;
}

// Reference grains are those whose whole sphere of `radius` lies in the region, so that no shell is
// cut off and none needs a correction.
Row values(const RdfMeasure& m, const Sight& sight) {
    const Frame& f = sight.frame;
    // In a period the region has no ends where it spans it: images of centres stand beyond.
    const Region all = without_ends(m.region, f.period, m.radius);
    std::vector<Vec3> points;
    for (const Vec3& c : f.center)
        if (is_in(m.region, c)) points.push_back(c);
    const std::size_t own = points.size();
    const double density = static_cast<double>(own) / volume(m.region);
    for (std::size_t i = 0; f.period.any() && i < own; ++i)
        for_each_image(f.period, points[i], m.radius, [&](ImageStep step) {
            const Vec3 image = points[i] + step.shift(f.period);
            if (is_in(all, image)) points.push_back(image);
        });
    const PointGrid grid(std::move(points), bounds(all), m.radius);
    const double width = m.radius / static_cast<double>(m.bins);
    Row g(static_cast<std::size_t>(m.bins), 0);
    double references = 0;
    for (std::size_t i = 0; i < own; ++i) {
        if (!holds_ball(all, grid.points()[i], m.radius, 0)) continue;
        ++references;
        grid.near(
            i, [&](double d) { ++g[std::min(static_cast<std::size_t>(d / width), g.size() - 1)]; });
    }
    for (std::size_t k = 0; k < g.size(); ++k) {
        const double inner = static_cast<double>(k) * width;
        const double shell = ball_volume(inner + width) - ball_volume(inner);
        g[k] = mean_of(g[k], references * density * shell);
    }
    g.push_back(references);
    return g;
}

ColumnNames names(const SegregationMeasure& m, const Scene& scene) {
    const Sorts sorts(m, scene);
    ColumnNames out = {"lacey_index", "cells", "grains_per_cell", "height_difference_m"};
    for (std::size_t k = 0; k < sorts.count(); ++k) {
        out.push_back(sorts.name(k) + "_grains");
        out.push_back(sorts.name(k) + "_height_m");
    }
    return out;
}

Row values(const SegregationMeasure& m, const Sight& sight) {
    const Frame& f = sight.frame;
    const Sorts sorts(m, sight.scene);
    const Vec3 up = up_of(sight.scene);
    std::vector<Heap> all(sorts.count());
    std::map<std::array<double, 3>, std::vector<double>> grid;
    double total = 0;
    for (std::size_t i = 0; i < f.center.size(); ++i) {
        if (!is_in(m.region, f.center[i])) continue;
        const std::size_t sort = sorts.of(sight, i);
        const Vec3 cell = (f.center[i] / m.cell).array().floor();
        auto& numbers = grid[{cell.x(), cell.y(), cell.z()}];
        numbers.resize(all.size(), 0);
        ++numbers[sort];
        ++all[sort].grains;
        all[sort].mass += f.mass[i];
        all[sort].moment += f.mass[i] * up.dot(f.center[i]);
        ++total;
    }
    std::vector<std::vector<double>> cells;
    cells.reserve(grid.size());
    for (auto& [key, numbers] : grid) cells.push_back(std::move(numbers));
    const auto height = [&](const Heap& h) { return mean_of(h.moment, h.mass); };
    const auto count = static_cast<double>(cells.size());
    Row row = {lacey_index(cells, all), count, mean_of(total, count),
               height(all.back()) - height(all.front())};
    for (const Heap& h : all) row.insert(row.end(), {h.grains, height(h)});
    return row;
}

ColumnNames names(const VelocityMeasure&, const Scene&) {
    return {"grains",
            "vx_m_s",
            "vy_m_s",
            "vz_m_s",
            "rms_speed_m_s",
            "largest_speed_m_s",
            "temperature_m2_s2",
            "wx_rad_s",
            "wy_rad_s",
            "wz_rad_s",
            "rms_spin_rad_s"};
}

Row values(const VelocityMeasure& m, const Sight& sight) {
    const Frame& f = sight.frame;
    double grains = 0, speeds2 = 0, spins2 = 0, fastest2 = 0, spread2 = 0;
    Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();
    for (std::size_t i = 0; i < f.center.size(); ++i) {
        if (!is_in(m.region, f.center[i])) continue;
        ++grains;
        velocity += f.velocity[i];
        spin += f.spin[i];
        speeds2 += f.velocity[i].squaredNorm();
        spins2 += f.spin[i].squaredNorm();
        fastest2 = std::max(fastest2, f.velocity[i].squaredNorm());
    }
    if (grains == 0) {
        Row none(names(m, sight.scene).size(), nothing);
        none.front() = 0;
        return none;
    }
    velocity /= grains;
    spin /= grains;
    // A second pass: the difference of two large means would lose what is looked for.
    for (std::size_t i = 0; i < f.center.size(); ++i)
        if (is_in(m.region, f.center[i])) spread2 += (f.velocity[i] - velocity).squaredNorm();
    return {grains,
            velocity.x(),
            velocity.y(),
            velocity.z(),
            std::sqrt(speeds2 / grains),
            std::sqrt(fastest2),
            spread2 / grains / 3,
            spin.x(),
            spin.y(),
            spin.z(),
            std::sqrt(spins2 / grains)};
}

} // namespace scree
