// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/random_pairs.test.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>

namespace scree {
namespace {

using namespace test_support;

constexpr std::uint64_t seed = 20190625;
constexpr int pairs_per_depth = 2'000;

struct Method {
    const char* name;
    Penetration (*measure)(const PolyhedronData&, const PolyhedronData&, const Pose&);
};
constexpr Method methods[] = {{"gjk_td", penetration_gjk_td},
                              {"nezami", penetration_nezami},
                              {"cundall", penetration_cundall}};
constexpr double levels[] = {1e-12, 1e-9, 1e-6};

struct Rates {
    int pairs = 0, unconverged = 0;
    std::array<int, 3> off{}; ///< by more than each level, relative to the size of the pair
    int too_shallow = 0;      ///< claims to part the bodies with less than the least depth
    double supports = 0;

    void add(const Penetration& found, const Penetration& exact, double size) {
        ++pairs;
        unconverged += found.converged ? 0 : 1;
        for (std::size_t k = 0; k < off.size(); ++k)
            off[k] += std::abs(found.gap - exact.gap) > levels[k] * size ? 1 : 0;
        too_shallow += found.gap - exact.gap > levels[0] * size ? 1 : 0;
        supports += found.supports;
    }
    void print(const char* depth, const char* name) const {
        std::printf("  %-8s %-8s %6d %11.3f%% %9.3f%% %9.3f%% %9.3f%% %10.1f\n", depth, name, pairs,
                    100.0 * unconverged / pairs, 100.0 * off[0] / pairs, 100.0 * off[1] / pairs,
                    100.0 * off[2] / pairs, supports / pairs);
    }
};

TEST(PenetrationRates, DISABLED_Explore) {}

TEST(PenetrationRates, OfThePublishedMethods) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    std::printf("  %-8s %-8s %6s %12s %10s %10s %10s %10s\n", "depth", "method", "pairs",
                "unconverged", "> 1e-12", "> 1e-9", "> 1e-6", "supports");
    Random random(seed);
    for (const bool deep : {false, true}) {
        std::array<Rates, 3> rates;
        int tried = 0;
        while (rates[0].pairs < pairs_per_depth) {
            ++tried;
            RandomPair pair = random_pair(random);
            const PolyhedronData &a = *pair.a.data, &b = *pair.b.data;
            Penetration exact = penetration_exhaustive(a, b, pair.b_in_a);
            if (exact.gap >= 0) continue;
            if (!deep) {
                const double part = std::pow(10, random.uniform(-4, -1));
                pair.b_in_a.position -= (1 - part) * exact.gap * exact.normal;
                exact.gap *= part;
            }
            for (std::size_t m = 0; m < rates.size(); ++m)
                rates[m].add(methods[m].measure(a, b, pair.b_in_a), exact, a.reach + b.reach);
        }
        std::printf("  %s: %d of %d pairs overlap\n", deep ? "deep" : "shallow", rates[0].pairs,
                    tried);
        for (std::size_t m = 0; m < rates.size(); ++m)
            rates[m].print(deep ? "deep" : "shallow", methods[m].name);
        for (const Rates& r : rates) EXPECT_EQ(r.too_shallow, 0);
    }
}

} // namespace
} // namespace scree
