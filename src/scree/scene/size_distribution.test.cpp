// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/random.hpp>
#include <scree/scene/size_distribution.hpp>
#include <scree/scene/size_draw.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace scree {
namespace {

constexpr std::uint64_t seed = 20240917;

double normal_below(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

/// Largest distance between the steps of a sample and a curve (Kolmogorov–Smirnov).
double distance_to(std::vector<double> sample, const std::function<double(double)>& below) {
    std::sort(sample.begin(), sample.end());
    const auto n = static_cast<double>(sample.size());
    double largest = 0;
    for (std::size_t k = 0; k < sample.size(); ++k) {
        const double p = below(sample[k]);
        largest = std::max({largest, std::abs(p - static_cast<double>(k) / n),
                            std::abs(p - static_cast<double>(k + 1) / n)});
    }
    return largest;
}

std::vector<double> plain_sample(const SizeCurve& curve, std::size_t count, Random& random) {
    std::vector<double> radii;
    for (std::size_t k = 0; k < count; ++k)
        radii.push_back(curve.number_quantile(random.uniform()));
    return radii;
}

double mean(const std::vector<double>& values, double power) {
    double sum = 0;
    for (const double v : values) sum += std::pow(v, power);
    return sum / static_cast<double>(values.size());
}

/// A law with its closed form, written here a second time.
struct Case {
    const char* name;
    SizeLaw law;
    std::function<double(double)> below; ///< of the truncated law
};

std::function<double(double)> between(double min, double max,
                                      const std::function<double(double)>& whole) {
    return [=](double r) { return (whole(r) - whole(min)) / (whole(max) - whole(min)); };
}

std::vector<Case> cases() {
    return {
        {"uniform", UniformSizes{1e-3, 3e-3}, [](double r) { return (r - 1e-3) / 2e-3; }},
        {"normal", NormalSizes{2e-3, 4e-4, 1e-3, 2.5e-3},
         between(1e-3, 2.5e-3, [](double r) { return normal_below((r - 2e-3) / 4e-4); })},
        {"lognormal", LognormalSizes{1e-3, 0.5, 4e-4, 5e-3},
         between(4e-4, 5e-3, [](double r) { return normal_below(std::log(r / 1e-3) / 0.5); })},
        {"weibull", WeibullSizes{1e-3, 1.8, 1e-4, 3e-3},
         between(1e-4, 3e-3, [](double r) { return 1 - std::exp(-std::pow(r / 1e-3, 1.8)); })},
        {"sieve", SieveSizes{{1e-3, 2e-3, 4e-3, 1.6e-2}, {0, 0.25, 0.25, 1}},
         [](double r) {
             return r < 2e-3 ? 0.25 * std::log2(r / 1e-3)
                             : 0.25 + 0.75 * std::max(0.0, std::log2(r / 4e-3) / 2);
         }},
    };
}

// One radius from each of n equal parts: no step is further from the curve than 1/n.
TEST(SizeCurve, AStratifiedSampleFollowsTheCurve) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::size_t n = 5000;
    for (const Case& c : cases()) {
        const SizeCurve curve({c.law, false});
        const auto sample = curve.sample(n, random);
        EXPECT_LT(distance_to(sample, c.below), 1.0001 / static_cast<double>(n)) << c.name;
        EXPECT_GE(*std::min_element(sample.begin(), sample.end()), curve.min()) << c.name;
        EXPECT_LE(*std::max_element(sample.begin(), sample.end()), curve.max()) << c.name;
    }
}

// 1.95/sqrt(n) is exceeded by one sample in a thousand.
TEST(SizeCurve, IndependentRadiiFollowTheCurve) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::size_t n = 20000;
    for (const Case& c : cases()) {
        const double off = distance_to(plain_sample(SizeCurve({c.law, false}), n, random), c.below);
        EXPECT_LT(off, 1.95 / std::sqrt(static_cast<double>(n))) << c.name;
        EXPECT_GT(off, 1e-4) << c.name << ": as close as a stratified sample";
    }
}

TEST(SizeCurve, QuantilesAndPartsAreInverse) {
    for (const Case& c : cases())
        for (const bool by_mass : {false, true}) {
            const SizeCurve curve({c.law, by_mass});
            for (double p = 0.01; p < 1; p += 0.01) {
                EXPECT_NEAR(curve.number_below(curve.number_quantile(p)), p, 1e-12) << c.name;
                EXPECT_NEAR(curve.mass_below(curve.mass_quantile(p)), p, 1e-12) << c.name;
            }
            EXPECT_EQ(curve.number_quantile(0), curve.min());
            EXPECT_EQ(curve.mass_quantile(1), curve.max());
        }
}

// Moments of laws whose ends cut off next to nothing.
TEST(SizeCurve, MomentsAreThoseOfTheClosedForms) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::size_t n = 200000;
    const auto sample = [&](const SizeLaw& law) {
        return SizeCurve({law, false}).sample(n, random);
    };
    EXPECT_NEAR(mean(sample(UniformSizes{1, 3}), 1), 2, 1e-5);
    const auto normal = sample(NormalSizes{10, 1, 2, 18});
    EXPECT_NEAR(mean(normal, 1), 10, 1e-4);
    EXPECT_NEAR(mean(normal, 2) - 100, 1, 1e-2);
    const auto lognormal = sample(LognormalSizes{1, 0.3, 0.05, 20});
    EXPECT_NEAR(mean(lognormal, 1), std::exp(0.5 * 0.09), 1e-4);
    EXPECT_NEAR(mean(lognormal, 3), std::exp(4.5 * 0.09), 1e-3);
    EXPECT_NEAR(mean(sample(WeibullSizes{1, 2, 1e-6, 10}), 1), std::tgamma(1.5), 1e-4);
}

// By mass to number: the weight is r^-3. A log-normal law stays one, its median moves by
// exp(-3 sigma²) (Hatch and Choate); a uniform one gives a difference of inverse squares.
TEST(SizeCurve, MassBecomesNumberByTheInverseCube) {
    const double median = 1e-3, sigma = 0.5, min = 4e-4, max = 5e-3;
    const SizeCurve lognormal({LognormalSizes{median, sigma, min, max}, true});
    const double number_median = median * std::exp(-3 * sigma * sigma);
    const auto below = between(
        min, max, [&](double r) { return normal_below(std::log(r / number_median) / sigma); });
    const SizeCurve uniform({UniformSizes{1, 3}, true});
    for (double share = 0.01; share < 1; share += 0.01) {
        const double r = min * std::pow(max / min, share);
        EXPECT_NEAR(lognormal.number_below(r), below(r), 1e-6);
        const double s = 1 + 2 * share;
        EXPECT_NEAR(uniform.number_below(s), (1 - 1 / (s * s)) / (1 - 1.0 / 9), 1e-6);
    }
}

// The same for all laws, against a plain sum over a million small steps.
TEST(SizeCurve, MassAndNumberAgreeWithAPlainSum) {
    for (const Case& c : cases())
        for (const bool by_mass : {false, true}) {
            const SizeCurve curve({c.law, by_mass});
            const double power = by_mass ? -3 : 3;
            const int steps = 1000000;
            double sum = 0, half = 0, last = 0;
            const double middle = std::sqrt(curve.min() * curve.max());
            for (int k = 1; k <= steps; ++k) {
                const double share = (k - 0.5) / steps, end = static_cast<double>(k) / steps;
                const double ratio = curve.max() / curve.min();
                const double now = c.below(curve.min() * std::pow(ratio, end));
                sum += (now - last) * std::pow(curve.min() * std::pow(ratio, share), power);
                last = now;
                if (2 * k == steps) half = sum;
            }
            const double other = by_mass ? curve.number_below(middle) : curve.mass_below(middle);
            EXPECT_NEAR(other, half / sum, 2e-6) << c.name;
            EXPECT_NEAR(curve.mean_cube() / (by_mass ? 1 / sum : sum), 1, 1e-5) << c.name;
        }
}

// What a laboratory would do: draw grains, sieve them, weigh what passes.
TEST(SizeCurve, SievingTheSampleGivesTheCurveBack) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const SieveSizes sieve{{0.5e-3, 1e-3, 2e-3, 4e-3, 8e-3}, {0, 0.1, 0.35, 0.8, 1}};
    const SizeCurve curve({sieve, true});
    const auto radii = curve.sample(100000, random);
    double all = 0;
    std::vector<double> passing(sieve.radius.size());
    for (const double r : radii) {
        all += r * r * r;
        for (std::size_t k = 0; k < passing.size(); ++k)
            if (r <= sieve.radius[k]) passing[k] += r * r * r;
    }
    for (std::size_t k = 0; k < passing.size(); ++k)
        EXPECT_NEAR(passing[k] / all, sieve.passing[k], 1e-3) << k;
    EXPECT_NEAR(all / static_cast<double>(radii.size()) / curve.mean_cube(), 1, 1e-3);
}

TEST(SizeCurve, ClassesAreSieveIntervalsOrEqualShares) {
    const SizeCurve sieve({cases().back().law, true});
    EXPECT_EQ(sieve.size_classes(), 3);
    EXPECT_EQ(sieve.size_class(1e-3), 0);
    EXPECT_EQ(sieve.size_class(1.9e-3), 0);
    EXPECT_EQ(sieve.size_class(5e-3), 2);
    EXPECT_EQ(sieve.size_class(1.6e-2), 2);
    const SizeCurve uniform({UniformSizes{1, 2}, false});
    EXPECT_EQ(uniform.size_classes(), 5);
    EXPECT_EQ(uniform.size_class(1), 0);
    EXPECT_EQ(uniform.size_class(1.39), 1);
    EXPECT_EQ(uniform.size_class(2), 4);
    ASSERT_EQ(uniform.class_ends().size(), 6U);
    EXPECT_NEAR(uniform.class_ends()[1], 1.2, 1e-15);
}

TEST(SizeCurve, AWideLawByMassKeepsItsDigits) {
    const SizeCurve curve({UniformSizes{1e-6, 1e-1}, true});
    // 2048 intervals over ln 1e5 are 0.006 wide: the square of that, and a little.
    EXPECT_NEAR(curve.number_below(2e-6), 0.75, 1e-5);
    // One over the mean of r^-3 over the mass.
    EXPECT_NEAR(curve.mean_cube() / (2 * 1e-1 * 1e-12), 1, 1e-4);
}

TEST(SizeDraw, ReachesAVolumeWithinOneOfTheLargestGrains) {
    SCOPED_TRACE(seed);
    Random random(seed);
    GrainGroup group;
    group.distribution = SizeDistribution{LognormalSizes{1e-3, 0.5, 4e-4, 5e-3}, false};
    const SizeDraw sizes(group);
    const double wanted = 5000 * sizes.mean_volume();
    double volume = 0;
    for (const SizedGrain& g : sizes.sample_volume(wanted, random))
        volume += 4 * std::numbers::pi / 3 * g.radius * g.radius * g.radius;
    EXPECT_NEAR(volume / wanted, 1, 2e-3);
}

TEST(SizeDraw, TheSameSeedGivesTheSameSizes) {
    GrainGroup group;
    group.distribution = SizeDistribution{WeibullSizes{1e-3, 3, 1e-4, 3e-3}, true};
    const auto radii = [&](std::uint64_t s) {
        Random random(s);
        std::vector<double> out;
        for (const SizedGrain& g : SizeDraw(group).sample(100, random)) out.push_back(g.radius);
        return out;
    };
    EXPECT_EQ(radii(1), radii(1));
    EXPECT_NE(radii(1), radii(2));
    EXPECT_FALSE(std::is_sorted(radii(1).begin(), radii(1).end()));
}

} // namespace
} // namespace scree
