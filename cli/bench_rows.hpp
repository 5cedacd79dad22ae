// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace scree {

struct BenchOptions;

enum class BenchUnit { grain_steps_per_second, seconds, nanoseconds };

struct BenchRow {
    std::string name, peer_name, note, hash;
    BenchUnit unit = BenchUnit::grain_steps_per_second;
    double ours = 0, peer = 0; ///< medians
    double ratio = 0, low = 0, high = 0;
    std::vector<std::pair<std::string, double>> counts; ///< without noise; a column each
};

using EmitRow = std::function<void(const BenchRow&)>;

/// What it takes to look at a run.
void view_rows(const BenchOptions& options, const EmitRow& emit);

/// Who may touch? Searches while balls move.
void broad_rows(const BenchOptions& options, const EmitRow& emit);

/// Signed gaps of polyhedra, against other libraries.
void narrow_rows(const BenchOptions& options, const EmitRow& emit);

/// What [[measure]] costs a run.
void measures_rows(const BenchOptions& options, const EmitRow& emit);
/// What a laboratory does around its runs: packings, pouring, measures.
void lab_rows(const BenchOptions& options, const EmitRow& emit);

/// Grains that are no balls: beds, clumps …
void shapes_rows(const BenchOptions& options, const EmitRow& emit);
/// … and one contact of each kind.
void touch_rows(const BenchOptions& options, const EmitRow& emit);

/// Between the sorted values; 0 of none.
double quantile(std::vector<double> values, double q);

} // namespace scree
