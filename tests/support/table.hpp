// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdio>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

// Published data and how ours compares. The data itself is not ours to copy: it is read from
// ../shared/data beside the repository, and tests are skipped where that folder is missing.
namespace scree::test_support {

inline std::string published(const std::string& file) {
    return std::string(SCREE_SOURCE_DIR) + "/../shared/data/dem_benchmarks/" + file;
}

inline std::optional<std::string> text_of(const std::string& path) {
    std::ifstream in(path);
    if (!in) return std::nullopt;
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

using Curve = std::vector<std::pair<double, double>>;

/// Blocks of "x, y" or "x y" lines; a comment or a blank line after data starts the next block.
inline std::vector<Curve> curves_of(const std::string& text) {
    std::vector<Curve> blocks(1);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        for (char& c : line)
            if (c == ',') c = ' ';
        std::istringstream numbers(line);
        double x = 0, y = 0;
        if (numbers >> x >> y)
            blocks.back().emplace_back(x, y);
        else if (!blocks.back().empty())
            blocks.emplace_back();
    }
    if (blocks.back().empty()) blocks.pop_back();
    return blocks;
}

/// Splits the lines of a CSV file; comments (#) are left out.
inline std::vector<std::vector<std::string>> rows_of(const std::string& text) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] == '#') continue;
        auto& row = rows.emplace_back();
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
    }
    return rows;
}

/// Prints one row and says whether it lies within the tolerance; a known misfit is marked, reported
/// by its ratio, and may lie `misfit_tolerances` away, the furthest that source.md explains.
struct Comparison {
    static constexpr double misfit_tolerances = 7;
    double tolerance;
    int rows = 0, misfits = 0;
    double worst = 0; ///< |difference| among the rows that must fit

    void begin(const char* what, const char* against) const {
        std::printf("%s against %s: x, published, ours, difference, ratio\n", what, against);
    }
    bool add(double x, double theirs, double ours, bool known_misfit = false) {
        const double difference = ours - theirs;
        ++rows;
        if (known_misfit)
            ++misfits;
        else
            worst = std::max(worst, std::abs(difference));
        std::printf("  %8.3f %11.4f %11.4f %+10.4f %8.4f%s\n", x, theirs, ours, difference,
                    theirs != 0 ? ours / theirs : NAN, known_misfit ? "  (known misfit)" : "");
        return std::abs(difference) <= (known_misfit ? misfit_tolerances : 1) * tolerance;
    }
};

} // namespace scree::test_support
