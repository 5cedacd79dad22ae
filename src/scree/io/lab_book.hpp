// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/run_folder.hpp>
#include <scree/measure/laboratory.hpp>

#include <optional>
#include <vector>

namespace scree {

/// Takes the measurements of a run when they are due and writes them down: measures/NAME.csv, one
/// write per moment, and at the end everything in measures.h5.
class LabBook {
public:
    /// Rows of measures.csv per row of a measurement that does not say how often: most kinds look
    /// at every contact.
    static constexpr std::int64_t run_rows_per_row = 3;
    /// `default_steps`: between rows of measurements that do not say how often.
    struct Times {
        double dt;
        std::int64_t default_steps;
    };
    LabBook(const Scene& scene, const RunFolder& folder, const Times& times);

    /// Starts the files, or takes back the rows at or after `first_step`, and goes on from what a
    /// checkpoint kept. Throws InputError when that is not of this scene.
    void begin(std::int64_t first_step, const std::vector<double>& kept);

    /// After World::evaluate. `at_end`: everything is due.
    void observe(World& world, bool at_end);

    /// For a checkpoint, before the step is observed.
    std::vector<double> to_keep() const { return laboratory_.save(); }

    /// All tables, measures.csv as `run`, in one file.
    void write_hdf5() const;

private:
    bool is_due(std::size_t k, std::int64_t step) const { return step % steps_[k] == 0; }
    void take_back_rows(std::size_t k, std::int64_t first_step);
    void add(std::size_t k, const Frame& frame, const GrainLabels& labels);
    std::string header(std::size_t k) const;

    const Scene& scene_;
    const RunFolder& folder_;
    Laboratory laboratory_;
    std::vector<std::int64_t> steps_; ///< between rows
    std::vector<std::optional<MovingMean>> means_;
};

} // namespace scree
