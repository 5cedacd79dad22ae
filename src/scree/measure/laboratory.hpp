// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/measure/flow.hpp>
#include <scree/sim/world.hpp>

#include <deque>

namespace scree {

/// Takes the measurements of a scene. It reads the world and never writes to it: the state hash is
/// the same with and without.
class Laboratory {
public:
    explicit Laboratory(const Scene& scene);

    std::size_t count() const { return scene_.measurements.size(); }
    ColumnNames column_names(std::size_t measurement) const;

    /// Flow is counted between looks, about two durations of a contact apart; the way of a grain
    /// from one to the next is taken as straight, and one that goes through and comes back in
    /// between is not seen.
    static constexpr std::int64_t steps_between_looks = 100;
    bool has_flow() const { return !flows_.empty(); }
    void look(const World& world);

    /// The rows of one measurement now: one, but for tables of contacts. Look first. `labels` are
    /// those of the world.
    std::vector<Row> rows(std::size_t measurement, const Frame& frame, const GrainLabels& labels);

    /// What the past has left, for checkpoints. Empty when nothing depends on it.
    std::vector<double> save() const;
    /// False when the numbers are not those of this scene.
    bool restore(std::span<const double> values);

private:
    struct Flow {
        std::size_t measurement;
        FlowTally tally;
    };
    const Scene& scene_;
    SizeClasses sizes_;
    std::vector<Flow> flows_;
    /// Centres at the last look, by id; not numbers for those that were not there.
    std::vector<Vec3> seen_;
};

/// Means over the rows of the last `window` seconds; what is not a number is left out.
class MovingMean {
public:
    explicit MovingMean(double window) : window_(window) {}
    Row add(double time, const Row& row);

private:
    struct Moment {
        double time;
        Row row;
    };
    double window_;
    std::deque<Moment> past_;
};

} // namespace scree
