// SPDX-License-Identifier: BSD-3-Clause
#include "descantes.hpp"

#include <cmath>
#include <map>
#include <numbers>
#include <sstream>

namespace scree {
namespace {

using Row = std::map<std::string, std::string>;

/// Rows by the names in the first line; comments (#) are left out.
std::vector<Row> table_of(const std::string& text) {
    std::vector<std::string> names;
    std::vector<Row> rows;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::vector<std::string> cells;
        std::istringstream parts(line);
        for (std::string cell; std::getline(parts, cell, ',');) cells.push_back(cell);
        if (names.empty()) {
            names = cells;
            continue;
        }
        Row& row = rows.emplace_back();
        for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = cells.at(i);
    }
    return rows;
}

double number(const Row& row, const std::string& name) { return std::stod(row.at(name)); }

} // namespace

std::vector<Situation> read_situations(const std::string& corners, const std::string& expected) {
    std::map<std::string, std::vector<Vec3>> points; // by situation and body
    for (const Row& row : table_of(corners))
        points[row.at("situation") + row.at("body")].emplace_back(
            number(row, "x"), number(row, "y"), number(row, "z"));
    std::vector<Situation> out;
    for (const Row& row : table_of(expected)) {
        const std::string& name = row.at("situation");
        out.push_back({.name = name,
                       .a = make_polyhedron(points.at(name + "A")),
                       .b = make_polyhedron(points.at(name + "B")),
                       .normal = {number(row, "nx"), number(row, "ny"), number(row, "nz")},
                       .overlap = number(row, "overlap"),
                       .gjk_td_seconds = 1e-6 * number(row, "gjk_td_us"),
                       .nezami_ratio = number(row, "nezami_ratio"),
                       .cundall_ratio = number(row, "cundall_ratio")});
    }
    return out;
}

Difference difference(const Penetration& ours, const Situation& published,
                      const PenetrationMethod& method) {
    // The print ends at 1e-15, one row at 1e-13 (source.md); rounding adds a few units of the last
    // place, of 1 for the normal and of the largest coordinate for the gap. A method that tilts the
    // normal ends within one tilt, which moves the gap by that times the size.
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    constexpr double smallest_tilt = 1e-7 * std::numbers::pi / 180; // [D Alg. 1]
    const double angle = method.measure == penetration_cundall ? smallest_tilt : 0;
    return {.normal = (ours.normal - published.normal).lpNorm<Eigen::Infinity>(),
            .overlap = std::abs(ours.gap - published.overlap),
            .normal_allowed = 1e-15 + 4 * epsilon + angle,
            .overlap_allowed = 1e-14 + 2 * epsilon * published.size() + angle * published.size()};
}

} // namespace scree
