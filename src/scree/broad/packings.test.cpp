// SPDX-License-Identifier: BSD-3-Clause
//
// Published packings (../shared/data/packings_points): the grid and the sweep against all pairs.
#include <scree/broad/broad_phase.hpp>
#include <scree/broad/packing_files.test.hpp>

#include <gtest/gtest.h>

namespace scree {
namespace {

using namespace test;
using Balls = std::vector<Ball>;
using Pairs = std::vector<IndexPair>;

class Packings : public PackingTest {
protected:
    /// Compares the searches at several skins; returns the mean number of neighbours at the
    /// last.
    static double compare(const Balls& balls, std::initializer_list<double> skins) {
        Workers workers(2);
        Pairs expected, found;
        for (const double skin : skins) {
            make_all_pairs()->update({balls, skin}, workers, expected);
            make_grid()->update({balls, skin}, workers, found);
            EXPECT_EQ(found, expected) << "grid, skin " << skin;
            make_sweep()->update({balls, skin}, workers, found);
            EXPECT_EQ(found, expected) << "sweep, skin " << skin;
        }
        return 2 * static_cast<double>(expected.size()) / static_cast<double>(balls.size());
    }
};

// Random close packings of equal spheres have six contacts per grain; within 10 % of a diameter
// more are near. The bounds below only show that the data was read as it was meant.
TEST_F(Packings, FinneyBalls) {
    const Balls balls = finney_balls();
    ASSERT_EQ(balls.size(), 4021U);
    const double neighbours = compare(balls, {0, 0.02, 0.2});
    EXPECT_GT(neighbours, 5);
    EXPECT_LT(neighbours, 12);
}

TEST_F(Packings, BaranovCube) {
    const Balls balls = baranov_cube();
    ASSERT_EQ(balls.size(), 10000U);
    const double neighbours = compare(balls, {0, 0.1});
    EXPECT_GT(neighbours, 5);
    EXPECT_LT(neighbours, 12);
}

TEST_F(Packings, VoroCubes) {
    const Balls ten = voro_ten_cube();
    ASSERT_EQ(ten.size(), 1000U);
    EXPECT_GT(compare(ten, {0, 0.01, 0.1}), 4);
    const Balls six = voro_six_cube();
    ASSERT_EQ(six.size(), 159U);
    EXPECT_GT(compare(six, {0, 0.01, 0.1}), 2);
}

// 78545 balls of radii 0.1 and 0.5: all pairs of it take too long, so a corner of it is compared,
// with many small balls around each large one.
TEST_F(Packings, FiveToOne) {
    Balls corner;
    std::size_t large = 0;
    for (const Ball& b : five_to_one())
        if (b.x < 4 && b.y < 4 && b.z < 4) {
            corner.push_back(b);
            large += b.radius > 0.3 ? 1 : 0;
        }
    ASSERT_GT(corner.size(), 2000U);
    EXPECT_GT(large, 20U);
    EXPECT_GT(compare(corner, {0, 0.01, 0.05}), 2);
}

} // namespace
} // namespace scree
