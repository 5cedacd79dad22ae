// SPDX-License-Identifier: BSD-3-Clause
//
// Measures in a periodic scene: what sticks out on one side counts on the other.
#include <scree/measure/flow.hpp>
#include <scree/measure/made_frames.test.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

namespace scree {
namespace {

struct Seen {
    Scene scene;
    Frame frame;
    std::vector<std::int32_t> none;

    explicit Seen(const Periodic& period) {
        scene.periodic = frame.period = period;
        scene.gravity = Vec3::Zero();
    }
    Sight sight() {
        none.assign(frame.center.size(), 0);
        return {scene, frame, none, none};
    }
};

/// Balls all over the period, many of them across its sides.
Seen scattered(const Periodic& period, std::uint64_t seed, double& volume) {
    Seen seen(period);
    Random random(seed);
    volume = 0;
    for (int n = 0; n < 300; ++n) {
        const Vec3 at(random.uniform(0, 1), random.uniform(0, 2), random.uniform(0, 3));
        add_grain(seen.frame, at, random.uniform(0.01, 0.2));
        volume += ball_volume(seen.frame.radius.back());
    }
    return seen;
}

TEST(PeriodicMeasures, DensitiesMissNothing) {
    constexpr std::uint64_t seed = 1;
    std::cout << "seed " << seed << '\n';
    const Periodic period{Vec3::Zero(), Vec3(1, 2, 3)};
    double all = 0;
    Seen seen = scattered(period, seed, all);
    const BoxRegion room{Vec3::Zero(), Vec3(1, 2, 3)};
    EXPECT_NEAR(values(DensityMeasure{room}, seen.sight())[2], all, 1e-11 * all);
    const Row whole = values(DensityMeasure{}, seen.sight());
    EXPECT_NEAR(whole[0], all / 6, 1e-12);
    EXPECT_NEAR(whole[3], 6, 1e-12);
    for (const Vec3& axis : {Vec3(Vec3::UnitX()), Vec3(Vec3::UnitZ())}) {
        const double length = axis.dot(Vec3(1, 2, 3));
        const Row layers = values(LayersMeasure{room, axis, 0, length / 10, 10}, seen.sight());
        double sum = 0;
        for (const double v : layers) sum += v * 0.6;
        EXPECT_NEAR(sum, all, 1e-11 * all);
    }
    // A thin box in the middle sees what crosses it, whatever the sides do.
    Seen plain = seen;
    plain.frame.period = plain.scene.periodic = {};
    const BoxRegion inner{Vec3(0.3, 0.5, 0.5), Vec3(0.7, 1.5, 2.5)};
    EXPECT_NEAR(values(DensityMeasure{inner}, seen.sight())[2],
                values(DensityMeasure{inner}, plain.sight())[2], 1e-12);
    EXPECT_LT(values(DensityMeasure{room}, plain.sight())[2], 0.95 * all);
}

TEST(PeriodicMeasures, RingsGoAlongThePeriod) {
    constexpr std::uint64_t seed = 2;
    std::cout << "seed " << seed << '\n';
    double all = 0;
    Seen seen = scattered({Vec3::Zero(), Vec3(0, 0, 3)}, seed, all);
    const FrustumRegion tube{Vec3(0.5, 1, 0), Vec3(0.5, 1, 3), 2, 2};
    const Row rings = values(RingsMeasure{tube, 0.1, 20, {}}, seen.sight());
    double sum = 0;
    for (std::size_t k = 0; k < rings.size(); ++k) {
        const auto inner = 0.1 * static_cast<double>(k), outer = inner + 0.1;
        sum += rings[k] * std::numbers::pi * (outer * outer - inner * inner) * 3;
    }
    EXPECT_NEAR(sum, all, 1e-9 * all);
}

// In a period every grain of a lattice sees the endless lattice.
TEST(PeriodicMeasures, RadialDistributionOfALattice) {
    Seen seen({Vec3::Zero(), Vec3::Constant(4)});
    for (int x = 0; x < 8; ++x)
        for (int y = 0; y < 8; ++y)
            for (int z = 0; z < 8; ++z)
                if ((x + y + z) % 2 == 0) add_grain(seen.frame, 0.5 * Vec3(x, y, z), 0.3);
    constexpr std::int64_t bins = 19;
    constexpr double radius = 1.9, width = radius / bins;
    const Row g =
        values(RdfMeasure{BoxRegion{Vec3::Zero(), Vec3::Constant(4)}, radius, bins}, seen.sight());
    std::vector<double> expected(bins, 0);
    for (int x = -8; x <= 8; ++x)
        for (int y = -8; y <= 8; ++y)
            for (int z = -8; z <= 8; ++z) {
                const double d = 0.5 * Vec3(x, y, z).norm();
                if ((x + y + z) % 2 == 0 && d > 0 && d < radius)
                    ++expected[static_cast<std::size_t>(d / width)];
            }
    EXPECT_EQ(g.back(), 256); // all are references
    double neighbours = 0;
    for (std::size_t k = 0; k < bins; ++k) {
        const double inner = static_cast<double>(k) * width;
        const double shell = ball_volume(inner + width) - ball_volume(inner);
        EXPECT_NEAR(g[k] * 4 * shell, expected[k], 1e-9) << k;
        neighbours += expected[k];
    }
    EXPECT_GT(neighbours, 80);
}

// Two grains that push each other across a side: one short branch, not one through the period.
TEST(PeriodicMeasures, StressTakesTheShortBranch) {
    Seen seen({Vec3::Zero(), Vec3::Constant(10)});
    add_grain(seen.frame, Vec3(0.4, 5, 5), 0.5);
    add_grain(seen.frame, Vec3(9.5, 5, 5), 0.5);
    seen.frame.contact.push_back({.a = 0,
                                  .b = 1,
                                  .point = Vec3(9.95, 5, 5),
                                  .normal = -Vec3::UnitX(),
                                  .overlap = 0.1,
                                  .normal_force = 20,
                                  .tangential_force = Vec3::Zero(),
                                  .stored = 0});
    const Row row = values(StressMeasure{}, seen.sight());
    EXPECT_NEAR(row[0], 20 * 0.9 / 1000, 1e-12);
    for (std::size_t k = 1; k < 6; ++k) EXPECT_NEAR(row[k], 0, 1e-12);
}

TEST(PeriodicMeasures, FlowGoesThroughImages) {
    const Periodic period{Vec3::Zero(), Vec3(10, 4, 0)};
    const FlowMeasure gate{Vec3(0.5, 1, 1), Vec3::UnitX(), {}, {}};
    EXPECT_EQ(crossing(gate, Vec3(9.9, 1, 1), Vec3(0.2, 1, 1), period), 0); // a wrap is none
    EXPECT_EQ(crossing(gate, Vec3(9.9, 1, 1), Vec3(0.7, 1, 1), period), 1);
    EXPECT_EQ(crossing(gate, Vec3(0.7, 3.9, 1), Vec3(9.9, 0.1, 1), period), -1);
    EXPECT_EQ(crossing(gate, Vec3(0.4, 1, 1), Vec3(0.6, 1, 1), period), 1);
    const FlowMeasure hole{Vec3(5, 0.1, 1), Vec3::UnitX(), 0.5, {}};
    EXPECT_EQ(crossing(hole, Vec3(4.9, 3.9, 1), Vec3(5.1, 3.9, 1), period), 1); // across y = 0
    EXPECT_EQ(crossing(hole, Vec3(4.9, 3.5, 1), Vec3(5.1, 3.5, 1), period), 0);
    const FlowMeasure level{Vec3(5, 2, 1), -Vec3::UnitZ(), {}, {}};
    EXPECT_EQ(crossing(level, Vec3(9.9, 3.9, 1.1), Vec3(0.1, 0.1, 0.9), period), 1);
}

} // namespace
} // namespace scree
