// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/detail/flat_polygons.hpp>

#include <scree/base/random.hpp>
#include <scree/sim/shaped_contact.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace scree::detail {
namespace {

FlatPolygon rectangle(double x0, double y0, double x1, double y1) {
    return {{x0, y0, 0}, {x1, y0, 0}, {x1, y1, 0}, {x0, y1, 0}};
}

double area_of(const std::vector<FlatPolygon>& polygons) {
    double sum = 0;
    for (const FlatPolygon& p : polygons) sum += detail::area_of(p);
    return sum;
}

TEST(FlatPolygons, AreTakenOutOnceHoweverOftenTheyAreCovered) {
    const std::uint64_t seed = 71;
    Random random(seed);
    for (int trial = 0; trial < 200; ++trial) {
        std::vector<FlatPolygon> rest = {rectangle(0, 0, 1, 1)}, inside;
        std::vector<FlatPolygon> shapes;
        for (int k = 0; k < 5; ++k) {
            const auto any = [&] {
                return Vec3(random.uniform(-0.5, 1.5), random.uniform(-0.5, 1.5), 0);
            };
            shapes.push_back(upright({any(), any(), any()}));
            take_out(shapes.back(), 0, rest, inside);
        }
        EXPECT_NEAR(area_of(rest) + area_of(inside), 1, 1e-12) << "seed " << seed;
        // Against counting points.
        int covered = 0;
        const int side = 60;
        for (int i = 0; i < side * side; ++i) {
            const Vec3 p((i % side + 0.5) / side, (i / side + 0.5) / side, 0);
            covered += std::any_of(shapes.begin(), shapes.end(), [&](const FlatPolygon& s) {
                bool is_in = true;
                for (std::size_t k = 0; k < 3; ++k)
                    is_in = is_in && (s[(k + 1) % 3] - s[k]).cross(p - s[k]).z() >= 0;
                return is_in;
            });
        }
        EXPECT_NEAR(area_of(inside), static_cast<double>(covered) / (side * side), 0.03);
    }
}

TEST(FlatPolygons, SlackClosesSeams) {
    std::vector<FlatPolygon> rest = {rectangle(0, 0, 1, 1)}, inside;
    take_out(rectangle(-1, -1, 0.5 - 1e-10, 2), 1e-9, rest, inside);
    take_out(rectangle(0.5 + 1e-10, -1, 2, 2), 1e-9, rest, inside);
    EXPECT_LT(area_of(rest), 1e-15);
    EXPECT_NEAR(area_of(inside), 1, 1e-8);
}

// A wedge: depth from 0 at x = 0 to 1 at x = 2, one wide.
TEST(FlatPolygons, ColumnsOfAWedge) {
    const FlatPolygon slope = {{-2, 0, -1}, {2, 0, 1}, {2, 1, 1}, {-2, 1, -1}};
    ColumnSums sums;
    sums.add(below(slope));
    EXPECT_NEAR(sums.area, 2, 1e-15);
    EXPECT_NEAR(sums.volume, 1, 1e-15);                 // ∫ x/2 dx
    EXPECT_NEAR(sums.squares, 2.0 / 3, 1e-15);          // ∫ x²/4 dx
    EXPECT_NEAR(sums.volume_first.x(), 4.0 / 3, 1e-15); // ∫ x²/2 dx
    EXPECT_NEAR(sums.volume_first.y(), 0.5, 1e-15);
    EXPECT_NEAR(sums.xx, 8.0 / 3, 1e-14);
    EXPECT_NEAR(sums.yy, 2.0 / 3, 1e-14);
    EXPECT_NEAR(sums.xy, 1, 1e-14);
    EXPECT_EQ(sums.deepest, 1);
    EXPECT_LT((sums.center() - Vec3(1, 0.5, 0)).norm(), 1e-15);
}

// Cut into pieces, of which only one holds the centre, the mean arm is that of the whole.
TEST(FlatPolygons, ArmsOfPiecesAddUp) {
    const FlatPolygon whole = {{0, 0, 0}, {3, 0.2, 0}, {2.5, 2, 0}, {0.4, 1.5, 0}};
    const Spread expected = spread_of(whole, Vec3::UnitZ());
    ColumnSums sums;
    sums.add(whole);
    std::vector<FlatPolygon> rest = {whole}, pieces;
    take_out(rectangle(0.3, 0.1, 1.1, 5), 0, rest, pieces);
    take_out(rectangle(-1, 0.7, 9, 5), 0, rest, pieces);
    pieces.insert(pieces.end(), rest.begin(), rest.end());
    EXPECT_GT(pieces.size(), 4U);
    double arms = 0;
    for (const FlatPolygon& piece : pieces) arms += arms_about(sums.center(), piece);
    EXPECT_NEAR(arms / sums.area, expected.mean_arm, 1e-13);
    const Vec3 c = sums.center();
    const double polar = (sums.xx + sums.yy) / sums.area - c.squaredNorm();
    EXPECT_NEAR(polar, expected.polar(), 1e-13);
}

} // namespace
} // namespace scree::detail
