// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/hash.hpp>
#include <scree/base/random.hpp>
#include <scree/base/simd.hpp>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <iostream>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace scree {
namespace {

using Four = std::array<double, 4>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Pack pack(const Four& f) { return Pack(Lanes{f[0], f[1], f[2], f[3]}); }
Four lanes(Pack p) { return {p.v[0], p.v[1], p.v[2], p.v[3]}; }
std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

/// Equal bits, except that all NaNs are one: which payload and sign an operation hands on is the
/// instruction's choice and never reaches a state (NaN stops a run).
void expect_same(double a, double b) {
    if (std::isnan(a) && std::isnan(b)) return;
    EXPECT_EQ(bits(a), bits(b)) << a << " and " << b;
}

/// All magnitudes, both signs, and the special values.
double any_number(Random& random) {
    static constexpr Four special = {0.0, -0.0, infinity, nan};
    if (random.below(20) == 0) return special[random.below(4)];
    return std::ldexp(random.uniform(-1, 1), static_cast<int>(random.below(200)) - 100);
}

TEST(Pack, OperationsEqualThoseOfNumbersBitForBit) {
    constexpr std::uint64_t seed = 1;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    int less = 0, total = 0;
    for (int round = 0; round < 5000; ++round) {
        Four a{}, b{}, c{};
        for (std::size_t k = 0; k < 4; ++k) {
            a[k] = any_number(random);
            b[k] = random.below(10) == 0 ? a[k] : any_number(random); // equal now and then
            c[k] = any_number(random);
        }
        const Pack x = pack(a), y = pack(b), z = pack(c);
        const unsigned below = lane_mask(x < y), above = lane_mask(x > y);
        const unsigned both = lane_mask((x < y) & (y < z));
        for (std::size_t k = 0; k < 4; ++k) {
            expect_same(lanes(x + y)[k], a[k] + b[k]);
            expect_same(lanes(x - y)[k], a[k] - b[k]);
            expect_same(lanes(x * y)[k], a[k] * b[k]);
            expect_same(lanes(x / y)[k], a[k] / b[k]);
            expect_same(lanes(-x)[k], -a[k]);
            expect_same(lanes(sqrt(x))[k], sqrt(a[k]));
            expect_same(lanes(sqrt(x))[k], std::sqrt(a[k]));
            expect_same(lanes(max(x, y))[k], max(a[k], b[k]));
            expect_same(lanes(abs(x))[k], abs(a[k]));
            expect_same(lanes(select(x < y, z, x))[k], select(a[k] < b[k], c[k], a[k]));
            EXPECT_EQ((below >> k) & 1U, a[k] < b[k] ? 1U : 0U);
            EXPECT_EQ((above >> k) & 1U, a[k] > b[k] ? 1U : 0U);
            EXPECT_EQ((both >> k) & 1U, a[k] < b[k] && b[k] < c[k] ? 1U : 0U);
            less += a[k] < b[k] ? 1 : 0;
            ++total;
        }
        EXPECT_EQ(below >> 4U, 0U);
        EXPECT_EQ(any(x < y), below != 0);
    }
    EXPECT_GT(less, total * 3 / 10);
    EXPECT_LT(less, total * 7 / 10);
}

TEST(Pack, EachLaneHasItsBit) {
    for (unsigned mask = 0; mask < 16; ++mask) {
        Four a{};
        for (unsigned k = 0; k < 4; ++k) a[k] = (mask >> k) & 1U ? -1.0 : 1.0;
        EXPECT_EQ(lane_mask(pack(a) < Pack(0.0)), mask);
    }
}

TEST(Pack, SumsInLaneOrder) {
    const Pack a = pack({1, 0x1.0p-60, -1, 0x1.0p-60}), b = pack({1, 2, 3, 4});
    EXPECT_EQ(sum(a), 0x1.0p-60);
    EXPECT_EQ(lanes(sums(b, a, a, b)), (Four{10, 0x1.0p-60, 0x1.0p-60, 10}));
}

TEST(Pack, TransposeSwapsRowsAndColumns) {
    std::array<Four, 4> rows{};
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t k = 0; k < 4; ++k) rows[i][k] = static_cast<double>(10 * i + k);
    Pack a = pack(rows[0]), b = pack(rows[1]), c = pack(rows[2]), d = pack(rows[3]);
    transpose(a, b, c, d);
    const std::array<Four, 4> columns = {lanes(a), lanes(b), lanes(c), lanes(d)};
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(columns[k][i], rows[i][k]);
    transpose(a, b, c, d);
    EXPECT_EQ(lanes(a), rows[0]);
    EXPECT_EQ(lanes(d), rows[3]);
}

TEST(Pack, LoadsAndStores) {
    alignas(32) std::array<double, 8> memory = {1, 2, 3, 4, 5, 6, 7, 8};
    store(memory.data(), load(memory.data() + 4) + Pack(0.5));
    EXPECT_EQ(memory, (std::array<double, 8>{5.5, 6.5, 7.5, 8.5, 5, 6, 7, 8}));
}

TEST(Triple, VectorsOfPacksEqualVectorsOfNumbers) {
    constexpr std::uint64_t seed = 2;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    for (int round = 0; round < 1000; ++round) {
        std::array<Four, 6> f{};
        for (auto& four : f)
            for (double& x : four) x = random.uniform(-2, 2);
        const Triple<Pack> a{pack(f[0]), pack(f[1]), pack(f[2])};
        const Triple<Pack> b{pack(f[3]), pack(f[4]), pack(f[5])};
        for (std::size_t k = 0; k < 4; ++k) {
            const Triple<double> p{f[0][k], f[1][k], f[2][k]}, q{f[3][k], f[4][k], f[5][k]};
            expect_same(lanes(dot(a, b))[k], dot(p, q));
            expect_same(lanes(cross(a, b).x)[k], cross(p, q).x);
            expect_same(lanes(cross(a, b).y)[k], cross(p, q).y);
            expect_same(lanes(cross(a, b).z)[k], cross(p, q).z);
            expect_same(lanes((a - dot(a, b) * b).y)[k], (p - dot(p, q) * q).y);
        }
    }
    EXPECT_EQ(cross(Triple<double>{1, 0, 0}, Triple<double>{0, 1, 0}).z, 1);
}

// 64 bins of 1e6 numbers: chi-square has mean 63 and standard deviation sqrt(126) = 11.2; five
// deviations either way, so that numbers which are too even are caught as well.
TEST(Random, IsUniform) {
    constexpr int draws = 1000000, bins = 64;
    Random random(20240601);
    std::array<int, bins> count{};
    double sum = 0, sum2 = 0, product = 0, last = 0.5;
    for (int k = 0; k < draws; ++k) {
        const double x = random.uniform();
        ASSERT_GE(x, 0);
        ASSERT_LT(x, 1);
        ++count[static_cast<std::size_t>(x * bins)];
        sum += x - 0.5;
        sum2 += (x - 0.5) * (x - 0.5);
        product += (x - 0.5) * (last - 0.5);
        last = x;
    }
    double chi2 = 0;
    const double expected = static_cast<double>(draws) / bins;
    for (const int c : count) chi2 += (c - expected) * (c - expected) / expected;
    EXPECT_NEAR(chi2, 63, 56);
    // Standard errors of the mean, variance and lag-one product: 2.9e-4, 7.5e-5, 8.3e-5; five each.
    EXPECT_NEAR(sum / draws, 0, 1.5e-3);
    EXPECT_NEAR(sum2 / draws, 1.0 / 12, 4e-4);
    EXPECT_NEAR(product / draws, 0, 4.2e-4);
}

TEST(Random, BelowReachesAllAndOnlyItsNumbers) {
    Random random(3);
    std::set<std::uint64_t> seen;
    for (int k = 0; k < 1000; ++k) seen.insert(random.below(7));
    EXPECT_EQ(seen, (std::set<std::uint64_t>{0, 1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(random.below(1), 0U);
}

// splitmix64 with seed 1234567, the published check values (prng.di.unimi.it/splitmix64.c).
TEST(Random, IsSplitmix64OnEveryMachine) {
    Random random(1234567);
    EXPECT_EQ(random.bits(), 6457827717110365317U);
    EXPECT_EQ(random.bits(), 3203168211198807973U);
    EXPECT_EQ(random.bits(), 9817491932198370423U);
}

std::string hash_of(const std::vector<double>& values) {
    StateHash hash;
    for (const double value : values) hash.add(value);
    return hash.text();
}

TEST(StateHash, SeesEveryBitAndTheOrder) {
    const std::vector<double> values = {1, 2.5, -3, 1e-300, 0};
    std::set<std::string> seen = {hash_of(values)};
    std::size_t changes = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        for (unsigned bit = 0; bit < 64; ++bit, ++changes) {
            auto other = values;
            other[i] = std::bit_cast<double>(bits(other[i]) ^ (std::uint64_t{1} << bit));
            seen.insert(hash_of(other));
        }
    EXPECT_EQ(seen.size(), changes + 1);
    EXPECT_NE(hash_of({1, 2}), hash_of({2, 1}));
    EXPECT_NE(hash_of({1}), hash_of({1, 0}));
    EXPECT_NE(hash_of({0.0}), hash_of({-0.0}));
    EXPECT_NE(hash_of({}), hash_of({0.0}));
    EXPECT_EQ(hash_of({nan}), hash_of({nan}));
}

// One changed bit changes about half of the hash: 320 changes of 64 bits, standard deviation of
// the mean 4/sqrt(320) = 0.22; five of them.
TEST(StateHash, OneBitChangesHalfOfAll) {
    double flipped = 0;
    int changes = 0;
    for (std::uint64_t word = 1; word <= 5; ++word)
        for (unsigned bit = 0; bit < 64; ++bit, ++changes) {
            StateHash a, b;
            a.add(word);
            b.add(word ^ (std::uint64_t{1} << bit));
            flipped += std::popcount(a.value() ^ b.value());
        }
    EXPECT_NEAR(flipped / changes, 32, 1.1);
}

TEST(StateHash, TextIsSixteenHexDigits) {
    StateHash hash;
    hash.add(std::uint64_t{42});
    EXPECT_EQ(hash.text().size(), 16U);
    EXPECT_EQ(std::stoull(hash.text(), nullptr, 16), hash.value());
}

} // namespace
} // namespace scree
