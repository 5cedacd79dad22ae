// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/spread.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace scree {
namespace {

// A rectangle of half sides a and b: mean r² = (a² + b²)/3; the mean distance from the middle of a
// square is (sqrt 2 + asinh 1)/3 half sides.
TEST(Spread, OfARectangleIsRightInEitherSense) {
    const double a = 0.3, b = 0.2;
    std::vector<Vec3> polygon = {{a, b, 1}, {-a, b, 1}, {-a, -b, 1}, {a, -b, 1}};
    for (const int sense : {0, 1}) {
        const Spread s = spread_of(polygon, Vec3::UnitZ());
        EXPECT_NEAR(s.area, 4 * a * b, 1e-15) << sense;
        // A turn about x opens the contact by y: (r × n)_x = y.
        EXPECT_LE((s.across(Vec3::UnitX()) - b * b / 3 * Vec3::UnitX()).norm(), 1e-15);
        EXPECT_LE((s.across(Vec3::UnitY()) - a * a / 3 * Vec3::UnitY()).norm(), 1e-15);
        EXPECT_LE(s.across(Vec3::UnitZ()).norm(), 1e-15);
        EXPECT_NEAR(s.polar(), (a * a + b * b) / 3, 1e-15);
        const Eigen::Matrix3d quarter =
            Eigen::AngleAxisd(0.5 * std::numbers::pi, Vec3::UnitZ()).toRotationMatrix();
        EXPECT_LE((turned(s, quarter).across(Vec3::UnitY()) - b * b / 3 * Vec3::UnitY()).norm(),
                  1e-15);
        std::reverse(polygon.begin(), polygon.end());
    }
    const std::vector<Vec3> square = {{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}};
    EXPECT_NEAR(spread_of(square, Vec3::UnitZ()).mean_arm, (std::sqrt(2.0) + std::asinh(1.0)) / 3,
                1e-14);
}

} // namespace
} // namespace scree
