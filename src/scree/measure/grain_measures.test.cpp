// SPDX-License-Identifier: BSD-3-Clause
#include <scree/measure/made_frames.test.hpp>

#include <gtest/gtest.h>

namespace scree {
namespace {

// Neighbours on the fcc lattice: 12 at 1/√2, 6 at 1, 24 at √(3/2), 12 at √2.
TEST(Rdf, OfALatticeHasItsShells) {
    const Frame frame = fcc(4);
    const double radius = 1.5;
    const RdfMeasure m{BoxRegion{Vec3::Constant(-3.25), Vec3::Constant(3.25)}, radius, 30};
    const Row row = values(m, sight_of(no_scene(), frame));
    // Centres per volume of this region: 13³ places, every other, and one more.
    const double density = (13 * 13 * 13 + 1) / 2 / std::pow(6.5, 3);
    const double width = radius / 30;
    double found = 0;
    for (std::size_t k = 0; k < 30; ++k) {
        const double inner = static_cast<double>(k) * width;
        const double number = row[k] * density * (ball_volume(inner + width) - ball_volume(inner));
        const auto holds = [&](double d) { return d >= inner && d < inner + width; };
        double expected = 0;
        if (holds(std::sqrt(0.5))) expected += 12;
        if (holds(1 + 1e-12)) expected += 6;
        if (holds(std::sqrt(1.5))) expected += 24;
        if (holds(std::sqrt(2.0))) expected += 12;
        EXPECT_NEAR(number, expected, 1e-9) << k;
        found += expected;
    }
    EXPECT_EQ(found, 54);
}

// An ideal gas has g = 1 up to the edge of any region. The count of a bin is Poisson's: five
// standard deviations, of the pairs in it (each is counted up to twice).
TEST(Rdf, OfAnIdealGasIsOne) {
    const std::uint64_t seed = 9;
    SCOPED_TRACE(seed);
    const Frame frame = random_balls(seed, 20000, {1, 1, 1}, 0.01);
    for (const Region& region :
         {Region(BoxRegion{Vec3::Zero(), Vec3::Ones()}),
          Region(SphereRegion{Vec3::Constant(0.5), 0.5}),
          Region(FrustumRegion{Vec3(0.5, 0.5, 0), Vec3(0.5, 0.5, 1), 0.5, 0.3})}) {
        const RdfMeasure m{region, 0.15, 10};
        const Row row = values(m, sight_of(no_scene(), frame));
        EXPECT_GT(row.back(), 500);
        for (std::size_t k = 2; k < 10; ++k) {
            const double inner = 0.015 * static_cast<double>(k);
            const double pairs =
                row.back() * 20000 * (ball_volume(inner + 0.015) - ball_volume(inner));
            EXPECT_NEAR(row[k], 1, 5 * std::sqrt(2 / pairs) + 0.01) << k;
        }
    }
    // No grain is far enough from the edge.
    const RdfMeasure large{BoxRegion{Vec3::Zero(), Vec3::Ones()}, 0.5, 4};
    EXPECT_TRUE(
        std::isnan(values(large, sight_of(no_scene(), random_balls(1, 5, {0.1, 1, 1}, 0.1)))[2]));
}

TEST(Rdf, AgreesWithAllPairs) {
    const Frame frame = random_balls(4, 600, {1, 2, 0.7}, 0.01);
    const BoxRegion box{Vec3::Zero(), Vec3(1, 2, 0.7)};
    const RdfMeasure m{box, 0.3, 12};
    Row expected(12, 0);
    double references = 0;
    for (const Vec3& a : frame.center) {
        if (!holds_ball(box, a, 0.3, 0)) continue;
        ++references;
        for (const Vec3& b : frame.center) {
            const double d = (a - b).norm();
            if (d > 0 && d < 0.3) ++expected[static_cast<std::size_t>(d / 0.025)];
        }
    }
    const Row row = values(m, sight_of(no_scene(), frame));
    EXPECT_EQ(row.back(), references);
    for (std::size_t k = 0; k < 12; ++k) {
        const double inner = 0.025 * static_cast<double>(k);
        const double shell = ball_volume(inner + 0.025) - ball_volume(inner);
        EXPECT_NEAR(row[k], expected[k] / (references * 600 / 1.4 * shell), 1e-9);
    }
}

struct TwoSorts {
    Scene scene;
    Frame frame;
    std::vector<std::int32_t> group, size_class;

    TwoSorts() {
        scene.grains.resize(2);
        scene.grains[0].name = "large ones";
        scene.grains[0].classes = {{.radius = 0.02}};
        scene.grains[1].name = "small";
        scene.grains[1].classes = {{.radius = 0.01}};
    }
    void add(const Vec3& center, int sort) {
        add_grain(frame, center, sort == 0 ? 0.02 : 0.01);
        group.push_back(sort);
        size_class.push_back(0);
    }
    Sight sight() const { return {scene, frame, group, size_class}; }
};

TEST(Segregation, OfPureCellsIsNoMixing) {
    TwoSorts s;
    Random random(3);
    for (int k = 0; k < 800; ++k)
        s.add(Vec3(random.uniform(), random.uniform(), random.uniform() + k % 2), k % 2);
    const SegregationMeasure m{{}, false, 0.5};
    EXPECT_NEAR(value(m, s.sight(), "lacey_index"), 0, 1e-12);
    EXPECT_EQ(value(m, s.sight(), "cells"), 16);
    EXPECT_EQ(value(m, s.sight(), "grains_per_cell"), 50);
    // Sizes ascend: the small ones, which lie above, come first.
    EXPECT_NEAR(value(m, s.sight(), "height_difference_m"), -1, 0.1);
    EXPECT_NEAR(value(m, s.sight(), "size_1_height_m"), 1.5, 0.1);
    EXPECT_EQ(value(m, s.sight(), "size_1_grains"), 400);
    const SegregationMeasure groups{{}, true, 0.5};
    EXPECT_NEAR(value(groups, s.sight(), "height_difference_m"), 1, 0.1);
    EXPECT_NEAR(value(groups, s.sight(), "large_ones_height_m"), 0.5, 0.1);
    // Upside down.
    s.scene.gravity = -s.scene.gravity;
    EXPECT_NEAR(value(groups, s.sight(), "height_difference_m"), -1, 0.1);
}

// In the mean over random mixtures the index is 1 whatever the cells and the shares: 400 mixtures,
// five standard errors.
TEST(Segregation, OfRandomMixturesIsOneInTheMean) {
    const std::uint64_t seed = 12;
    SCOPED_TRACE(seed);
    Random random(seed);
    for (const double share : {0.5, 0.1}) {
        double sum = 0, squares = 0;
        constexpr int trials = 400;
        for (int t = 0; t < trials; ++t) {
            TwoSorts s;
            for (int k = 0; k < 300; ++k)
                s.add(Vec3(random.uniform(), random.uniform(), random.uniform()),
                      k < 300 * share ? 0 : 1);
            const double index =
                value(SegregationMeasure{{}, false, 0.25}, s.sight(), "lacey_index");
            sum += index;
            squares += index * index;
        }
        const double mean = sum / trials;
        const double error = std::sqrt((squares / trials - mean * mean) / trials);
        EXPECT_NEAR(mean, 1, 5 * error);
        EXPECT_LT(error, 0.01);
    }
}

TEST(Segregation, OfAPerfectMixtureIsAboveThatOfARandomOne) {
    TwoSorts s;
    for (int k = 0; k < 1000; ++k)
        s.add(Vec3(k / 2 % 5, k / 10 % 10, k / 100) + Vec3::Constant(0.2 + 0.3 * (k % 2)), k % 2);
    EXPECT_GE(value(SegregationMeasure{{}, false, 1}, s.sight(), "lacey_index"), 1);
    const SegregationMeasure empty{BoxRegion{Vec3::Constant(50), Vec3::Constant(51)}, false, 1};
    EXPECT_TRUE(std::isnan(value(empty, s.sight(), "lacey_index")));
}

TEST(Velocity, HasTheMeansByHand) {
    Frame frame;
    for (int k = 0; k < 3; ++k) add_grain(frame, Vec3(k, 0, 0), 0.1);
    frame.velocity = {Vec3(1, 0, 2), Vec3(3, 0, 2), Vec3(100, 0, 0)};
    frame.spin = {Vec3(0, 3, 0), Vec3(0, 5, 0), Vec3::Zero()};
    const VelocityMeasure m{BoxRegion{Vec3::Constant(-0.5), Vec3(1.5, 1, 1)}};
    const Sight sight = sight_of(no_scene(), frame);
    EXPECT_EQ(value(m, sight, "grains"), 2);
    EXPECT_EQ(value(m, sight, "vx_m_s"), 2);
    EXPECT_EQ(value(m, sight, "vz_m_s"), 2);
    EXPECT_DOUBLE_EQ(value(m, sight, "rms_speed_m_s"), std::sqrt((5.0 + 13) / 2));
    EXPECT_DOUBLE_EQ(value(m, sight, "largest_speed_m_s"), std::sqrt(13.0));
    EXPECT_DOUBLE_EQ(value(m, sight, "temperature_m2_s2"), 1.0 / 3);
    EXPECT_EQ(value(m, sight, "wy_rad_s"), 4);
    EXPECT_DOUBLE_EQ(value(m, sight, "rms_spin_rad_s"), std::sqrt(17.0));
    EXPECT_EQ(value(VelocityMeasure{}, sight, "largest_speed_m_s"), 100);
    const VelocityMeasure nowhere{BoxRegion{Vec3::Constant(7), Vec3::Constant(8)}};
    EXPECT_TRUE(std::isnan(value(nowhere, sight, "vx_m_s")));
    EXPECT_EQ(value(nowhere, sight, "grains"), 0);
}

// Temperature does not see how fast the whole goes.
TEST(Velocity, TemperatureIsTheSameInAnyFrame) {
    Frame frame = random_balls(3, 200, {1, 1, 1}, 0.1), moved = frame;
    Random random(1);
    for (std::size_t i = 0; i < 200; ++i) {
        frame.velocity[i] = Vec3(random.uniform(), random.uniform(), random.uniform());
        moved.velocity[i] = frame.velocity[i] + Vec3(1e4, 0, -1e4);
    }
    const double t = value(VelocityMeasure{}, sight_of(no_scene(), frame), "temperature_m2_s2");
    EXPECT_NEAR(t, 1.0 / 12, 0.01);
    EXPECT_NEAR(value(VelocityMeasure{}, sight_of(no_scene(), moved), "temperature_m2_s2"), t,
                1e-10);
}

} // namespace
} // namespace scree
