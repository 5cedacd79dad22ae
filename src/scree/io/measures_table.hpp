// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace scree {

/// measures.csv, read back.
struct MeasuresTable {
    std::vector<std::string> names;
    std::vector<std::vector<double>> columns; ///< as many as names, all of the same length

    std::size_t rows() const { return columns.empty() ? 0 : columns.front().size(); }
    /// nullptr when there is none of that name.
    const std::vector<double>* column(const std::string& name) const;
};

/// Rows that are not whole (a run may be writing one just now) are left out. Throws InputError when
/// the file cannot be read.
MeasuresTable read_measures(const std::filesystem::path& file);

} // namespace scree
