// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/ball.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

// Published packings (../shared/data/packings_points).
namespace scree {

inline std::string data_file(const std::string& name) {
    return std::string(SCREE_SOURCE_DIR) + "/../shared/data/packings_points/" + name;
}

/// Rows of numbers separated by commas or blanks; rows that are not numbers are headings.
inline std::vector<std::vector<double>> read_rows(const std::string& name) {
    std::ifstream file(data_file(name));
    std::vector<std::vector<double>> rows;
    for (std::string line; std::getline(file, line);) {
        for (char& c : line)
            if (c == ',') c = ' ';
        std::istringstream words(line);
        std::vector<double> row;
        for (double x = 0; words >> x;) row.push_back(x);
        if (row.size() >= 3) rows.push_back(row);
    }
    return rows;
}

/// Columns x y z begin at `first`; the radius follows unless it is given.
inline std::vector<Ball> read_balls(const std::string& name, std::size_t first, double radius) {
    std::vector<Ball> balls;
    for (const auto& row : read_rows(name))
        balls.push_back({row.at(first), row.at(first + 1), row.at(first + 2),
                         radius > 0 ? radius : row.at(first + 3)});
    return balls;
}

/// Little-endian doubles x y z diameter.
inline std::vector<Ball> read_xyzd(const std::string& name) {
    static_assert(std::endian::native == std::endian::little);
    std::ifstream file(data_file(name), std::ios::binary);
    std::vector<Ball> balls;
    for (double r[4]; file.read(reinterpret_cast<char*>(r), sizeof r);)
        balls.push_back({r[0], r[1], r[2], 0.5 * r[3]});
    return balls;
}

/// Skips where the data is not.
class PackingTest : public ::testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(data_file("README.md")))
            GTEST_SKIP() << "no data in " << data_file("");
    }
};

} // namespace scree
