// SPDX-License-Identifier: BSD-3-Clause
//
// The grid must give the list of the all-pairs search, exactly; the all-pairs search that of a
// plain double loop written here. What makes a set of balls hard for the grid is counted, so that
// no test passes for lack of it.
#include <scree/base/error.hpp>
#include <scree/base/random.hpp>
#include <scree/broad/broad_phase.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <iterator>
#include <limits>
#include <memory>

namespace scree {
namespace {

using Balls = std::vector<Ball>;
using Pairs = std::vector<IndexPair>;

/// The definition of close, once more and independently: gap < skin, in the same arithmetic.
Pairs plain_pairs(const Balls& balls, double skin) {
    Pairs pairs;
    for (std::uint32_t i = 0; i < balls.size(); ++i)
        for (std::uint32_t j = i + 1; j < balls.size(); ++j) {
            const double dx = balls[j].x - balls[i].x;
            const double dy = balls[j].y - balls[i].y;
            const double dz = balls[j].z - balls[i].z;
            const double reach = balls[i].radius + balls[j].radius + skin;
            if (dx * dx + dy * dy + dz * dz < reach * reach) pairs.push_back({i, j});
        }
    return pairs;
}

Pairs pairs_of(BroadPhase& broad, const Balls& balls, double skin, Workers& workers) {
    Pairs pairs = {{7, 9}}; // what was there before must not matter
    broad.update({balls, skin}, workers, pairs);
    return pairs;
}

/// What in a set exercises the grid, counted over its close pairs.
struct Hits {
    std::size_t pairs = 0;
    std::size_t cross_level = 0;  ///< sizes a factor of two or more apart
    std::size_t late = 0;         ///< the smaller ball has the larger index
    std::size_t empty_sets = 0;   ///< sets without a close pair
    std::size_t wrapped_sets = 0; ///< more cells along an axis than balls, so the table wraps
};

void count_hits(const Balls& balls, double skin, const Pairs& pairs, Hits& hits) {
    hits.pairs += pairs.size();
    hits.empty_sets += pairs.empty() ? 1 : 0;
    double smallest = 1e300, low = 1e300, high = -1e300;
    for (const Ball& b : balls) {
        smallest = std::min(smallest, b.radius);
        low = std::min(low, b.x);
        high = std::max(high, b.x);
    }
    const double cells = (high - low) / (2 * smallest + skin);
    if (cells > 8.0 * static_cast<double>(balls.size())) ++hits.wrapped_sets;
    for (const auto& [i, j] : pairs) {
        const double a = 2 * balls[i].radius + skin, b = 2 * balls[j].radius + skin;
        if (a > 2 * b || b > 2 * a) ++hits.cross_level;
        if (a > 2 * b) ++hits.late;
    }
}

void expect_exact(const Balls& balls, double skin, Workers& workers, Hits& hits) {
    const Pairs expected = plain_pairs(balls, skin);
    ASSERT_EQ(pairs_of(*make_all_pairs(), balls, skin, workers), expected);
    ASSERT_EQ(pairs_of(*make_sweep(), balls, skin, workers), expected);
    const Pairs found = pairs_of(*make_grid(), balls, skin, workers);
    Pairs missed, invented;
    std::set_difference(expected.begin(), expected.end(), found.begin(), found.end(),
                        std::back_inserter(missed));
    std::set_difference(found.begin(), found.end(), expected.begin(), expected.end(),
                        std::back_inserter(invented));
    EXPECT_TRUE(missed.empty()) << missed.size() << " missed of " << expected.size() << ", first "
                                << missed[0].first << ' ' << missed[0].second;
    EXPECT_TRUE(invented.empty()) << invented.size() << " invented";
    ASSERT_EQ(found, expected); // also sorted, each once
    count_hits(balls, skin, expected, hits);
}

/// Centres uniform in a cube, radii log-uniform over 1 : ratio.
Balls random_balls(Random& random, std::size_t count, double edge, double ratio) {
    Balls balls(count);
    for (Ball& b : balls)
        b = {random.uniform(0, edge), random.uniform(0, edge), random.uniform(0, edge),
             std::pow(ratio, random.uniform())};
    return balls;
}

class Sizes : public ::testing::TestWithParam<double> {};

TEST_P(Sizes, RandomSetsOfAnyDensity) {
    const double ratio = GetParam();
    const std::uint64_t seed = 100 + static_cast<std::uint64_t>(ratio);
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    Hits hits;
    for (int set = 0; set < 60; ++set) {
        Workers workers(1 + set % 4);
        const std::size_t count = 1 + random.below(set < 55 ? 400 : 3000);
        const double edge = std::pow(10, random.uniform(-0.5, 3)); // all overlap … all apart
        const double skin = set % 3 == 0 ? 0.0 : std::pow(10, random.uniform(-3, 0.5));
        expect_exact(random_balls(random, count, edge, ratio), skin, workers, hits);
        if (HasFatalFailure()) FAIL() << "set " << set << ", " << count << " balls";
    }
    EXPECT_GT(hits.pairs, 10000U);
    EXPECT_LT(hits.empty_sets, 30U);
    if (ratio >= 10) {
        EXPECT_GT(hits.cross_level, 1000U);
        EXPECT_GT(hits.late, 500U);
    }
}

INSTANTIATE_TEST_SUITE_P(Ratios, Sizes, ::testing::Values(1.0, 1.9, 5.0, 35.0, 1000.0));

// A dust of small balls around large ones: every level but two is empty.
TEST(Grid, TwoSizesFarApart) {
    constexpr std::uint64_t seed = 11;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    Workers workers(2);
    Hits hits;
    for (int set = 0; set < 20; ++set) {
        Balls balls = random_balls(random, 800, 2200, 1);
        for (std::size_t k = 0; k < 12; ++k) balls[random.below(800)].radius = 1000;
        for (std::size_t k = 0; k < 3; ++k) balls[random.below(800)].radius = 1e9;
        expect_exact(balls, 0.5, workers, hits);
    }
    EXPECT_GT(hits.cross_level, 10000U);
    EXPECT_GT(hits.late, 1000U);
    EXPECT_GT(hits.wrapped_sets + hits.pairs, 0U);
}

// Face-centred cubic: every ball touches twelve others exactly, or nearly, and shuffled indices
// make every order occur.
TEST(Grid, DensePackings) {
    constexpr std::uint64_t seed = 12;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    Hits hits;
    for (int set = 0; set < 8; ++set) {
        Workers workers(1 + set % 4);
        const double noise = set < 2 ? 0 : std::pow(10.0, -set);
        Balls balls;
        for (int x = 0; x < 14; ++x)
            for (int y = 0; y < 14; ++y)
                for (int z = 0; z < 14; ++z) {
                    if ((x + y + z) % 2 != 0) continue;
                    const auto at = [&](int k) {
                        return k * std::sqrt(2.0) + random.uniform(-noise, noise);
                    };
                    balls.push_back({at(x), at(y), at(z), 1});
                }
        for (std::size_t k = balls.size(); k > 1; --k)
            std::swap(balls[k - 1], balls[random.below(k)]);
        expect_exact(balls, set % 2 == 0 ? 0 : 0.1, workers, hits);
    }
    EXPECT_GT(hits.pairs, 20000U);
}

TEST(Grid, OneGrainFarAway) {
    constexpr std::uint64_t seed = 13;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    Workers workers(3);
    Hits hits;
    for (int set = 0; set < 30; ++set) {
        Balls balls = random_balls(random, 300, 12, set % 2 == 0 ? 1 : 8);
        Ball& far = balls[random.below(300)];
        const double distance = set < 15 ? 1e6 : 1e12;
        (set % 3 == 0 ? far.x : set % 3 == 1 ? far.y : far.z) = set % 5 == 0 ? -distance : distance;
        expect_exact(balls, 0.1, workers, hits);
    }
    EXPECT_GT(hits.pairs, 3000U);
    EXPECT_GT(hits.wrapped_sets, 5U);
}

// Clusters many table widths apart fall into the same wrapped cells; neighbours within a cluster
// lie across the table's seam.
TEST(Grid, TablesThatWrapAround) {
    constexpr std::uint64_t seed = 14;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    Workers workers(1);
    Hits hits;
    for (int set = 0; set < 100; ++set) {
        Balls balls;
        for (int cluster = 0; cluster < 12; ++cluster) {
            // Multiples of large powers of two cells of edge 2 + skin (and its rounding room).
            const auto place = [&] {
                return std::ldexp(2.5, 8) * static_cast<double>(random.below(2000));
            };
            const double x = place(), y = set % 2 == 0 ? place() : 0,
                         z = set % 4 == 0 ? place() : 0;
            for (int k = 0; k < 12; ++k)
                balls.push_back({x + random.uniform(-4, 4), y + random.uniform(-4, 4),
                                 z + random.uniform(-4, 4),
                                 set % 3 == 0 ? random.uniform(1, 4) : 1});
        }
        expect_exact(balls, 0.5, workers, hits);
    }
    EXPECT_GT(hits.pairs, 5000U);
    EXPECT_EQ(hits.wrapped_sets, 100U);
}

TEST(Grid, CoincidentAndCollinearCentres) {
    Workers workers(2);
    Hits hits;
    expect_exact(Balls(50, Ball{3, -2, 1, 0.5}), 0, workers, hits);
    EXPECT_EQ(hits.pairs, 50U * 49 / 2);
    Balls points(20, Ball{0, 0, 0, 0}); // no size at all: nothing is closer than zero
    expect_exact(points, 0, workers, hits);
    expect_exact(points, 0.1, workers, hits);
    for (int axis = 0; axis < 3; ++axis) {
        Balls line;
        for (int k = 0; k < 500; ++k) {
            std::array<double, 3> c{};
            c[static_cast<std::size_t>(axis)] = (k * 7 % 500) * 1.5;
            line.push_back({c[0], c[1], c[2], k % 9 == 0 ? 4.0 : 0.8});
        }
        expect_exact(line, 0.05, workers, hits);
    }
    EXPECT_GT(hits.cross_level, 100U);
    expect_exact({}, 0.1, workers, hits);
    expect_exact({Ball{1, 2, 3, 4}}, 0.1, workers, hits);
}

// Close means gap < skin, not <=. Distances one unit in the last place either side of the limit.
TEST(Grid, ExactlyAtTheLimit) {
    Workers workers(1);
    const double inf = std::numeric_limits<double>::infinity();
    for (const double skin : {0.0, 0.25}) {
        const double reach = 2 + skin;
        EXPECT_FALSE(is_close({0, 0, 0, 1}, {reach, 0, 0, 1}, skin));
        EXPECT_TRUE(is_close({0, 0, 0, 1}, {std::nextafter(reach, 0), 0, 0, 1}, skin));
        EXPECT_FALSE(is_close({0, 0, 0, 1}, {0, std::nextafter(reach, inf), 0, 1}, skin));
        for (int k = -2; k <= 2; ++k) {
            // Neighbours k · 2^-40 from the limit; all coordinates and their differences are exact.
            Balls chain;
            const double step = reach + std::ldexp(k, -40);
            for (int n = 0; n < 300; ++n) chain.push_back({n * step, 0, 0, 1});
            Hits hits;
            expect_exact(chain, skin, workers, hits);
            EXPECT_EQ(hits.pairs, k < 0 ? 299U : 0U);
        }
    }
}

TEST(Grid, IsCloseIsSymmetricToTheBit) {
    constexpr std::uint64_t seed = 15;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    int close = 0;
    for (int k = 0; k < 20000; ++k) {
        const Balls b = random_balls(random, 2, 3, 1.5);
        EXPECT_EQ(is_close(b[0], b[1], 0.1), is_close(b[1], b[0], 0.1));
        close += is_close(b[0], b[1], 0.1) ? 1 : 0;
    }
    EXPECT_GT(close, 6000);
    EXPECT_LT(close, 19500);
}

// Coordinates and sizes from 1e-6 to 1e6 in one set, and clusters of small balls so far from the
// lowest corner that a cell index has more digits than the cells' rounding room allows for.
TEST(Grid, CoordinatesOverTwelveDecades) {
    constexpr std::uint64_t seed = 16;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    Workers workers(2);
    Hits hits;
    const auto decades = [&](double low, double high) {
        return (random.below(2) == 0 ? -1 : 1) * std::pow(10, random.uniform(low, high));
    };
    for (int set = 0; set < 20; ++set) {
        Balls balls(600);
        for (Ball& b : balls) {
            const double size = std::pow(10, random.uniform(-6, 6));
            b = {decades(-6, 6), decades(-6, 6), decades(-6, 6), 0.3 * size};
        }
        expect_exact(balls, 1e-7, workers, hits);
    }
    EXPECT_GT(hits.cross_level, 10000U);
    // Pairs along x, each as far apart as close balls can be: the two must still be found in
    // adjacent cells although a cell index has here as many digits as a double.
    hits = {};
    for (int set = 0; set < 200; ++set) {
        Balls balls = {{-0.3, 0, 0, 1e-6}};
        for (int k = 0; k < 250; ++k) {
            const double x = 1e6 + random.uniform(0, 1e-2), y = 1e-4 * k;
            double other = x + 2.2e-6;
            while (!is_close({x, y, 0, 1e-6}, {other, y, 0, 1e-6}, 1e-7))
                other = std::nextafter(other, 0);
            balls.push_back({x, y, 0, 1e-6});
            balls.push_back({other, y, 0, 1e-6});
        }
        expect_exact(balls, 1e-7, workers, hits);
        if (HasFailure()) FAIL() << "far pairs, set " << set;
    }
    EXPECT_EQ(hits.pairs, 200U * 250);
}

TEST(Grid, ScalingByPowersOfTwoGivesTheSameList) {
    constexpr std::uint64_t seed = 17;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    Workers workers(2);
    for (int set = 0; set < 10; ++set) {
        const Balls balls = random_balls(random, 500, 25, set % 2 == 0 ? 1 : 20);
        const Pairs expected = pairs_of(*make_grid(), balls, 0.1, workers);
        EXPECT_GT(expected.size(), 100U);
        for (const int exponent : {-40, -20, -1, 1, 10, 300}) {
            Balls scaled = balls;
            for (Ball& b : scaled)
                b = {std::ldexp(b.x, exponent), std::ldexp(b.y, exponent),
                     std::ldexp(b.z, exponent), std::ldexp(b.radius, exponent)};
            EXPECT_EQ(pairs_of(*make_grid(), scaled, std::ldexp(0.1, exponent), workers), expected)
                << "2^" << exponent;
        }
    }
}

// Several pieces of 1024 balls, and late pairs that belong to other pieces.
TEST(Grid, ThreadsDoNotMatter) {
    constexpr std::uint64_t seed = 18;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    const Balls balls = random_balls(random, 20000, 120, 5);
    Workers one(1);
    const Pairs expected = pairs_of(*make_grid(), balls, 0.1, one);
    EXPECT_GT(expected.size(), 50000U);
    for (int threads = 2; threads <= 4; ++threads) {
        Workers workers(threads);
        EXPECT_EQ(pairs_of(*make_grid(), balls, 0.1, workers), expected);
    }
    EXPECT_EQ(pairs_of(*make_all_pairs(), balls, 0.1, one), expected);
}

// One object serves a whole run: nothing of the last set may leak into the next.
TEST(Grid, OneObjectServesManySets) {
    constexpr std::uint64_t seed = 19;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    Workers workers(2);
    const auto grid = make_grid();
    const auto all = make_all_pairs();
    for (const std::size_t count : {3000U, 10U, 1500U, 1U, 0U, 2U, 2500U}) {
        const Balls balls = random_balls(random, count, 30, count % 3 == 0 ? 10 : 1);
        const Pairs expected = plain_pairs(balls, 0.2);
        EXPECT_EQ(pairs_of(*grid, balls, 0.2, workers), expected);
        EXPECT_EQ(pairs_of(*all, balls, 0.2, workers), expected);
    }
}

TEST(BroadPhase, ByName) {
    EXPECT_EQ(make_broad_phase("grid")->name(), "grid");
    EXPECT_EQ(make_broad_phase("all-pairs")->name(), "all-pairs");
    EXPECT_NO_THROW(make_broad_phase("auto"));
    for (const auto& name : broad_phase_names()) EXPECT_NO_THROW(make_broad_phase(name));
    try {
        make_broad_phase("gird");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(
            error.what(),
            "--broad: unknown search \"gird\"; known: all-pairs grid sweep triangulation auto");
    }
}

} // namespace
} // namespace scree
