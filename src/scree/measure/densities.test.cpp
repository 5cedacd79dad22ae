// SPDX-License-Identifier: BSD-3-Clause
#include <scree/measure/ball_parts.hpp>
#include <scree/measure/made_frames.test.hpp>

#include <gtest/gtest.h>

#include <numbers>
#include <numeric>

namespace scree {
namespace {

constexpr double pi = std::numbers::pi;
const double densest = pi / (3 * std::sqrt(2.0)); // fcc

// A region of whole cells of the lattice, wherever it is cut: the density is that of the lattice.
TEST(Density, OfAFaceCentredLatticeIsTheKnownOne) {
    const Frame frame = fcc(3);
    for (const Vec3& low : {Vec3(-1, -1, -1), Vec3(-0.9, -1.2, -1.37)}) {
        const DensityMeasure m{BoxRegion{low, low + Vec3(2, 1, 2)}};
        EXPECT_NEAR(value(m, sight_of(no_scene(), frame), "solid_fraction"), densest, 1e-14);
        EXPECT_NEAR(value(m, sight_of(no_scene(), frame), "void_ratio"), 1 / densest - 1, 1e-13);
        EXPECT_NEAR(value(m, sight_of(no_scene(), frame), "volume_m3"), 4, 1e-14);
    }
}

TEST(Density, OfEverythingIsThatOfMeasuresCsv) {
    Scene scene;
    scene.walls = {wall_of("box", make_box({0, 0, 0}, {4, 3, 9}, {}))};
    Frame frame;
    add_grain(frame, {1, 1, 1}, 0.5);
    add_grain(frame, {2, 2, 2}, 0.7);
    const double solid = ball_volume(0.5) + ball_volume(0.7);
    EXPECT_NEAR(value(DensityMeasure{}, sight_of(scene, frame), "solid_fraction"),
                solid / (12 * 2.7), 1e-14);
    EXPECT_TRUE(std::isnan(value(DensityMeasure{}, sight_of(scene, {}), "solid_fraction")));
}

LayersMeasure layers_of(const Region& region, const Vec3& axis, double low, double high, int n) {
    return {region, axis, low, (high - low) / n, n};
}

// All layers together hold what the region holds; each what the cap formula says.
TEST(Layers, AddUpToTheRegion) {
    const Frame frame = random_balls(2, 400, {2, 2, 3}, 0.2);
    const std::vector<std::pair<LayersMeasure, double>> cases = {
        {layers_of(BoxRegion{Vec3::Zero(), Vec3(2, 2, 3)}, Vec3::UnitZ(), 0, 3, 7), 12.0},
        {layers_of(BoxRegion{Vec3::Zero(), Vec3(2, 2, 3)}, -Vec3::UnitX(), -2, 0, 5), 12.0},
        {layers_of(FrustumRegion{Vec3(1, 1, 0), Vec3(1, 1, 3), 0.8, 0.8}, Vec3::UnitZ(), 0, 3, 6),
         pi * 0.64 * 3},
        {layers_of(FrustumRegion{Vec3(1, 1, 3), Vec3(1, 1, 0), 0.8, 0.8}, Vec3::UnitZ(), 0, 3, 6),
         pi * 0.64 * 3}};
    for (const auto& [m, volume] : cases) {
        const Row row = values(m, sight_of(no_scene(), frame));
        ASSERT_EQ(row.size(), static_cast<std::size_t>(m.count));
        const double solid =
            std::accumulate(row.begin(), row.end(), 0.0) * volume / static_cast<double>(m.count);
        const double expected =
            value(DensityMeasure{m.region}, sight_of(no_scene(), frame), "solid_m3");
        EXPECT_NEAR(solid, expected, 1e-9);
        EXPECT_GT(expected, 0.3);
    }
}

TEST(Layers, AreSlicesOfABall) {
    Frame frame;
    add_grain(frame, {5, 5, 2.3}, 1);
    const auto m = layers_of(BoxRegion{Vec3::Zero(), Vec3(10, 10, 5)}, Vec3::UnitZ(), 0, 5, 5);
    const Row row = values(m, sight_of(no_scene(), frame));
    const auto below = [](double h) { return cap_volume(1, h - 2.3 + 1); };
    for (int k = 0; k < 5; ++k)
        EXPECT_NEAR(row[static_cast<std::size_t>(k)] * 100, below(k + 1) - below(k), 1e-14);
    // Counted from the other end.
    auto down = m;
    down.axis = -m.axis;
    down.low = -5;
    Row reversed = values(down, sight_of(no_scene(), frame));
    std::reverse(reversed.begin(), reversed.end());
    for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(reversed[k], row[k], 1e-15);
}

TEST(Rings, AddUpToTheCylinder) {
    const Frame frame = random_balls(5, 500, {2, 2, 3}, 0.15);
    const FrustumRegion whole{Vec3(1, 1, 0.5), Vec3(1, 1, 2.5), 0.9, 0.9};
    RingsMeasure m{whole, 0.1, 9, {}};
    for (const auto& heights : {std::pair{0.0, 2.0}, std::pair{0.3, 1.1}}) {
        m.heights = heights;
        const Row row = values(m, sight_of(no_scene(), frame));
        double solid = 0;
        for (std::size_t k = 0; k < 9; ++k)
            solid += row[k] * pi * 0.01 * static_cast<double>(2 * k + 1) *
                     (heights.second - heights.first);
        const FrustumRegion part{Vec3(1, 1, 0.5 + heights.first), Vec3(1, 1, 0.5 + heights.second),
                                 0.9, 0.9};
        EXPECT_NEAR(solid, value(DensityMeasure{part}, sight_of(no_scene(), frame), "solid_m3"),
                    1e-9);
        EXPECT_GT(solid, 0.1);
    }
}

// Without heights: up to the top of the highest grain inside. One ball on the axis.
TEST(Rings, OfABallOnTheAxisHaveAClosedForm) {
    Frame frame;
    add_grain(frame, {0, 0, 1}, 1);
    add_grain(frame, {9, 0, 7}, 1); // outside
    const RingsMeasure m{{Vec3::Zero(), Vec3(0, 0, 5), 2, 2}, 0.5, 4, {}};
    const Row row = values(m, sight_of(no_scene(), frame));
    const auto inside = [](double r) { return ball_volume(1) * (1 - std::pow(1 - r * r, 1.5)); };
    EXPECT_NEAR(row[0] * pi * 0.25 * 2, inside(0.5), 1e-14);
    EXPECT_NEAR(row[1] * pi * 0.75 * 2, inside(1) - inside(0.5), 1e-14);
    EXPECT_EQ(row[2], 0);
    EXPECT_TRUE(std::isnan(values(m, sight_of(no_scene(), {}))[0]));
}

TEST(Profiles, SayWhereTheColumnsBelong) {
    const BoxRegion unit{Vec3::Zero(), Vec3::Ones()};
    const FrustumRegion tube{Vec3::Zero(), Vec3::UnitZ(), 1, 1};
    const auto layers = profile_of(layers_of(unit, Vec3::UnitZ(), 1, 2, 2));
    EXPECT_EQ(layers->edges, (std::vector<double>{1, 1.5, 2}));
    EXPECT_EQ(profile_of(RingsMeasure{tube, 0.5, 2, {}})->edges, (std::vector<double>{0, 0.5, 1}));
    EXPECT_EQ(profile_of(RdfMeasure{unit, 1, 2})->edges, (std::vector<double>{0, 0.5, 1}));
    EXPECT_FALSE(profile_of(VelocityMeasure{}));
}

} // namespace
} // namespace scree
