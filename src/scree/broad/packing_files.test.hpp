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

// Published packings (../shared/data/packings_points), which may not be there.
namespace scree::test {

inline std::string data_file(const std::string& name) {
    return std::string(SCREE_SOURCE_DIR) + "/../shared/data/packings_points/" + name;
}

/// Skips where the data is not.
class PackingTest : public ::testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(data_file("README.md")))
            GTEST_SKIP() << "no data in " << data_file("");
    }
};

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

/// 4021 steel balls, measured; a few overlap a little.
inline std::vector<Ball> finney_balls() { return read_balls("porespy_finney_packing.csv", 1, 1.0); }
/// 10000 equal balls in a cube.
inline std::vector<Ball> baranov_cube() { return read_xyzd("baranov_packing.xyzd"); }
/// 1000 equal balls in a cube.
inline std::vector<Ball> voro_ten_cube() { return read_balls("voro_pack_ten_cube", 1, 0.5); }
/// 159 balls of several sizes in a cube.
inline std::vector<Ball> voro_six_cube() { return read_balls("voro_pack_six_cube_poly", 1, 0); }
/// 78545 balls of radii 0.1 and 0.5.
inline std::vector<Ball> five_to_one() { return read_balls("porespy_5to1_VL49.9_2.csv", 0, 0); }

} // namespace scree::test
