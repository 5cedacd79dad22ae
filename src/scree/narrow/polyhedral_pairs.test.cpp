// SPDX-License-Identifier: BSD-3-Clause
//
// Every answer carries its proof, and the proof is checked from the corners alone: that is the
// oracle here, independent of the algorithms (certificate.cpp), in double-double. On a sample the
// exact arithmetic answers too.
#include <scree/narrow/pair_classes.test.hpp>
#include <scree/narrow/polyhedral.hpp>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace scree {
namespace {

/// What detail/tolerances.hpp derives.
constexpr double stated_error = 4e-15;

/// Pairs per class and size; SCREE_PAIRS=1000000 makes the long campaign of docs/validation.md.
int pair_count() {
    const char* asked = std::getenv("SCREE_PAIRS"); // NOLINT(concurrency-mt-unsafe)
    return asked == nullptr ? 6000 : std::atoi(asked);
}

double scale_of(const Corners& a, const Corners& b, const Pose& b_in_a) {
    return a.reach + b.reach + b_in_a.position.norm();
}

class Campaign : public testing::TestWithParam<std::size_t> {
protected:
    void look_at(CornerPairCase& c, bool ask_exact) {
        const Corners a = c.a.view();
        const Corners b = c.b.view();
        Certificate proof;
        const CoreGap answer = polyhedral_gap(a, b, c.b_in_a, nullptr, &proof);
        const ProvenGap proven = check(proof, a, b, c.b_in_a);
        const double scale = scale_of(a, b, c.b_in_a);
        const double width = (proven.upper - proven.lower) / scale;
        const double outside =
            std::max(proven.lower - answer.gap, answer.gap - proven.upper) / scale;
        ASSERT_LE(width, stated_error); // also catches NaN
        ASSERT_LE(outside, stated_error - width) << answer.gap;
        ASSERT_NEAR(answer.normal.norm(), 1, 4e-16);
        ++level[static_cast<std::size_t>(answer.level)];
        overlapping += answer.gap < 0 ? 1 : 0;
        worst = std::max(worst, width);
        if (ask_exact && a.count <= 40 && b.count <= 40) {
            const CoreGap exact = solve_exact(a, b, c.b_in_a);
            ASSERT_NEAR(answer.gap, exact.gap, 0.5 * stated_error * scale);
        }
    }

    std::array<int, 4> level{};
    int overlapping = 0;
    double worst = 0;
};

TEST_P(Campaign, every_answer_is_proven) {
    const PairClass& kind = pair_classes[GetParam()];
    const int count = pair_count();
    for (const double size : {1e-5, 1.0, 100.0}) {
        const std::uint64_t seed = 4000 + GetParam();
        Random random(seed);
        for (int k = 0; k < count; ++k) {
            SCOPED_TRACE(testing::Message()
                         << kind.name << " seed " << seed << " pair " << k << " size " << size);
            CornerPairCase c = kind.make(random, size);
            look_at(c, k % 100 == 0);
            if (HasFatalFailure()) return;
        }
    }
    const double share = overlapping / (3.0 * count);
    const auto percent = [&](std::size_t k) { return level[k] / (0.03 * count); };
    std::printf("%-12s overlapping %4.1f %%; fast %.2f %%, plain %.2f %%, extended %.2f %%, "
                "exact %.4f %%; widest %.1e\n",
                std::string(kind.name).c_str(), 100 * share, percent(0), percent(1), percent(2),
                percent(3), worst);
    // A fast way that gives everything back would go unnoticed but for its slowness.
    if (kind.name == "random" || kind.name == "unequal") {
        EXPECT_GT(percent(0), 90);
    }
    // Not vacuous: apart and overlapping both occur where the class is meant to have both.
    if (kind.name == "far") {
        EXPECT_EQ(overlapping, 0);
    } else if (kind.name == "copies" || kind.name == "deep") {
        EXPECT_GT(share, 0.9);
    } else {
        EXPECT_GT(share, 0.15);
        EXPECT_LT(share, 0.92);
    }
}

INSTANTIATE_TEST_SUITE_P(Pairs, Campaign, testing::Range(std::size_t{0}, pair_classes.size()));

/// Any pair, moved along its normal until the gap is what we want: 1e-15 … 1 of its size, both
/// signs.
TEST(Gap, follows_a_pair_through_touch) {
    const std::uint64_t seed = 4100;
    Random random(seed);
    int tiny = 0;
    int tiny_overlaps = 0;
    for (int k = 0; k < pair_count(); ++k) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << " pair " << k);
        const double size = k % 2 == 0 ? 1e-5 : 100;
        CornerPairCase c = pair_classes[random.below(5)].make(random, size);
        const Corners a = c.a.view();
        const Corners b = c.b.view();
        const CoreGap before = polyhedral_gap(a, b, c.b_in_a);
        const double wanted =
            (random.below(2) == 0 ? 1 : -1) * size * random_decade(random, -15, 0);
        // Pushed deeper than it is, the pair may leave another way: then the gap is larger.
        const bool exactly = wanted >= std::min(0.0, before.gap);
        c.b_in_a.position += (wanted - before.gap) * before.normal;
        Certificate proof;
        const CoreGap answer = polyhedral_gap(a, b, c.b_in_a, nullptr, &proof);
        const ProvenGap proven = check(proof, a, b, c.b_in_a);
        const double scale = scale_of(a, b, c.b_in_a);
        ASSERT_LE(proven.upper - proven.lower, stated_error * scale);
        // The move itself is rounded, as was the gap before it.
        ASSERT_GE(answer.gap, wanted - 2 * stated_error * scale);
        if (!exactly) continue;
        ASSERT_LE(answer.gap, wanted + 2 * stated_error * scale);
        tiny += std::abs(wanted) < 1e-12 * size ? 1 : 0;
        tiny_overlaps += wanted < 0 && wanted > -1e-6 * size ? 1 : 0;
    }
    EXPECT_GT(tiny, pair_count() / 20);
    EXPECT_GT(tiny_overlaps, pair_count() / 20);
}

} // namespace
} // namespace scree
