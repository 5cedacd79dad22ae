// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/measure/kinds.hpp>

#include <span>

namespace scree {

/// +1 when the straight way goes through the opening along its normal, -1 against it, else 0. A
/// centre on the plane is not yet beyond it.
int crossing(const FlowMeasure& opening, const Vec3& from, const Vec3& to);

/// In a period, through all images of the opening; both points lie in the period, or nearly, and
/// the way is the shortest of its images.
int crossing(const FlowMeasure& opening, const Vec3& from, const Vec3& to, const Periodic& period);

ColumnNames names(const FlowMeasure& m, const Scene& scene);

/// What has gone through one opening, by size class.
class FlowTally {
public:
    explicit FlowTally(std::size_t classes) : classes_(classes) {}

    void add(int direction, double mass, std::size_t size_class);
    /// The row of this moment; rates are those since the row before.
    Row row(double time);

    /// All of it as numbers, for checkpoints.
    static constexpr std::size_t numbers_per_class = 5;
    std::size_t size() const { return 2 + numbers_per_class * classes_.size(); }
    void save(std::vector<double>& out) const;
    void restore(std::span<const double> values);

private:
    struct PerClass {
        double forward = 0, back = 0, mass = 0; ///< since the start; mass: net
        double row_net = 0, row_mass = 0;       ///< of the row before
    };
    std::vector<PerClass> classes_;
    double row_time_ = 0;
    bool has_row_ = false;
};

} // namespace scree
