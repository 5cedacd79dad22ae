// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/random.hpp>
#include <scree/broad/order.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <numeric>

namespace scree {
namespace {

using Order = std::vector<std::uint32_t>;

std::vector<Ball> random_balls(Random& random, std::size_t count, double edge) {
    std::vector<Ball> balls(count);
    for (Ball& b : balls)
        b = {random.uniform(-edge, edge), random.uniform(-edge, edge), random.uniform(-edge, edge),
             1};
    return balls;
}

/// Bit by bit: x lowest, then y, then z.
std::uint64_t plain_key(std::uint64_t x, std::uint64_t y, std::uint64_t z) {
    std::uint64_t key = 0;
    for (unsigned bit = 0; bit < 21; ++bit) {
        key |= ((x >> bit) & 1U) << (3 * bit);
        key |= ((y >> bit) & 1U) << (3 * bit + 1);
        key |= ((z >> bit) & 1U) << (3 * bit + 2);
    }
    return key;
}

Order plain_order(const std::vector<Ball>& balls, double edge) {
    Ball low = balls[0];
    for (const Ball& b : balls)
        low = {std::min(low.x, b.x), std::min(low.y, b.y), std::min(low.z, b.z), 0};
    const auto cell = [&](double x) {
        return static_cast<std::uint64_t>(std::min(x * (1 / edge), std::ldexp(1, 21) - 1));
    };
    std::vector<std::uint64_t> keys;
    for (const Ball& b : balls)
        keys.push_back(plain_key(cell(b.x - low.x), cell(b.y - low.y), cell(b.z - low.z)));
    Order order(balls.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
    return order;
}

Order order_of(const std::vector<Ball>& balls, double edge) {
    Order order = {5, 5, 5};
    morton_order(balls, edge, order);
    return order;
}

// Extents from less than a cell to more than 2^21 of them.
TEST(MortonOrder, EqualsAStableSortByPlainKeys) {
    constexpr std::uint64_t seed = 1;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    int moved = 0;
    for (int set = 0; set < 60; ++set) {
        const auto balls =
            random_balls(random, 1 + random.below(2000), std::pow(10, random.uniform(-1, 8)));
        const Order order = order_of(balls, 2.1);
        EXPECT_EQ(order, plain_order(balls, 2.1));
        Order sorted = order;
        std::sort(sorted.begin(), sorted.end());
        for (std::uint32_t k = 0; k < sorted.size(); ++k) ASSERT_EQ(sorted[k], k);
        moved += std::is_sorted(order.begin(), order.end()) ? 0 : 1;
    }
    EXPECT_GT(moved, 40);
}

TEST(MortonOrder, BallsOfOneCellKeepTheirOrder) {
    Random random(2);
    const auto balls = random_balls(random, 500, 0.1);
    const Order order = order_of(balls, 1);
    Order same(500);
    std::iota(same.begin(), same.end(), 0U);
    EXPECT_EQ(order, same);
}

// Sorting what is sorted changes nothing: a refresh without motion keeps the order of all sums.
TEST(MortonOrder, IsIdempotent) {
    Random random(3);
    const auto balls = random_balls(random, 3000, 20);
    std::vector<Ball> sorted;
    for (const std::uint32_t k : order_of(balls, 2)) sorted.push_back(balls[k]);
    const Order again = order_of(sorted, 2);
    EXPECT_TRUE(std::is_sorted(again.begin(), again.end()));
}

TEST(MortonOrder, ScalingByPowersOfTwoChangesNothing) {
    Random random(4);
    const auto balls = random_balls(random, 1000, 30);
    const Order expected = order_of(balls, 2.3);
    for (const int exponent : {-60, -20, 10, 200}) {
        auto scaled = balls;
        for (Ball& b : scaled)
            b = {std::ldexp(b.x, exponent), std::ldexp(b.y, exponent), std::ldexp(b.z, exponent),
                 1};
        EXPECT_EQ(order_of(scaled, std::ldexp(2.3, exponent)), expected);
    }
}

// What the order is for: neighbours in the list are neighbours in space.
TEST(MortonOrder, KeepsNeighboursTogether) {
    Random random(5);
    const auto balls = random_balls(random, 20000, 20);
    const auto mean_step = [&](const Order& order) {
        double sum = 0;
        for (std::size_t k = 1; k < order.size(); ++k) {
            const Ball &a = balls[order[k - 1]], &b = balls[order[k]];
            sum += std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
        }
        return sum / static_cast<double>(order.size());
    };
    Order unsorted(balls.size());
    std::iota(unsorted.begin(), unsorted.end(), 0U);
    EXPECT_LT(mean_step(order_of(balls, 1)), 0.1 * mean_step(unsorted));
}

TEST(MortonOrder, NothingAndOne) {
    EXPECT_TRUE(order_of({}, 1).empty());
    EXPECT_EQ(order_of({Ball{7, 8, 9, 1}}, 1), Order{0});
}

} // namespace
} // namespace scree
