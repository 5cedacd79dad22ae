// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace scree {

/// Columns of numbers from a table a user wrote: values between commas, the names of the columns in
/// the first row, lines that begin with # left out.
struct CsvTable {
    std::vector<std::string> names;
    std::vector<std::vector<double>> columns; ///< as many as names
    std::vector<std::size_t> lines;           ///< of the rows, for messages

    std::size_t rows() const { return lines.size(); }
    /// nullptr when there is none of that name.
    const std::vector<double>* column(const std::string& name) const;
};

/// Which columns are read; the others may hold anything.
struct CsvColumns {
    std::vector<std::string> needed, optional = {};
};

/// Names also match with their unit: x_m for x, time_s for time. Throws InputError as "file:line:
/// column: what is wrong", for the first ten mistakes.
CsvTable parse_csv(const std::string& text, const std::string& file, const CsvColumns& columns);

} // namespace scree
