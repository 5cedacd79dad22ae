// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/measures_table.hpp>

#include <scree/io/files.hpp>

#include <cstdlib>
#include <sstream>

namespace scree {

const std::vector<double>* MeasuresTable::column(const std::string& name) const {
    for (std::size_t k = 0; k < names.size(); ++k)
        if (names[k] == name) return &columns[k];
    return nullptr;
}

MeasuresTable read_measures(const std::filesystem::path& file) {
    MeasuresTable table;
    std::istringstream lines(read_text_file(file));
    std::string line, cell;
    std::getline(lines, line);
    std::istringstream header(line);
    while (std::getline(header, cell, ',')) table.names.push_back(cell);
    table.columns.resize(table.names.size());
    while (std::getline(lines, line)) {
        if (lines.eof()) break; // its end is not written yet
        std::vector<double> row;
        std::istringstream cells(line);
        while (std::getline(cells, cell, ',')) row.push_back(std::strtod(cell.c_str(), nullptr));
        if (row.size() != table.names.size()) continue;
        for (std::size_t k = 0; k < row.size(); ++k) table.columns[k].push_back(row[k]);
    }
    return table;
}

} // namespace scree
