// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/predicates/power_test.hpp>

#include <cstdint>
#include <span>
#include <vector>

// The filtered part of what a triangulation asks its cells, four cells at a time; built once per
// instruction set, same bits. What the filter cannot decide is handed back.
namespace scree::detail {

/// Cells as Triangulation keeps them, at given positions of the vertices.
struct CellArrays {
    const std::uint32_t *vertex, *across; ///< four per cell
    const WeightedPoint* at;
};

struct CellSuspects {
    std::vector<std::uint32_t> cells;  ///< not certainly of positive volume
    std::vector<std::uint32_t> facets; ///< half-facets not certainly regular
    std::int64_t asked = 0;
};

enum class Verdict : std::uint8_t { unsure, conflict, none };

struct CellCheck {
    /// Positive volume and regular facets, all four, of each cell. What is certain stays so until
    /// some vertex of the cell, or behind its facets, has moved by more than the cell's slack,
    /// which is put to its place; 0 for suspects.
    void (*check)(const CellArrays& arrays, std::span<const std::uint32_t> cells, double* slack,
                  CellSuspects& out);
    /// Is the point in conflict with these cells?
    void (*judge)(const CellArrays& arrays, std::span<const std::uint32_t> cells,
                  const WeightedPoint& point, Verdict* verdicts);
};

CellCheck cell_check_baseline();
CellCheck cell_check_avx2();

/// The fastest this processor has; all give the same answers.
CellCheck choose_cell_check();

} // namespace scree::detail
