// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/local_structure.hpp>

#include <scree/base/ball.hpp>
#include <scree/base/random.hpp>
#include <scree/sim/glass_scene.test.hpp>
#include <scree/sim/measures.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace scree {
namespace {

/// Balls on a cubic lattice of 4 × 4 × 4 cells of edge 1 from the origin.
Frame lattice() {
    Frame frame;
    for (int z = 0; z < 4; ++z)
        for (int y = 0; y < 4; ++y)
            for (int x = 0; x < 4; ++x) {
                frame.center.emplace_back(x + 0.5, y + 0.5, z + 0.5);
                frame.radius.push_back(0.5);
            }
    return frame;
}

LocalStructure structure(const Scene& scene, const Frame& frame) {
    Workers workers(2);
    return local_structure(scene, frame, workers);
}

double whole(const LocalStructure& s) {
    const auto& v = s.tessellation.cells.volume;
    return std::accumulate(v.begin(), v.end(), 0.0);
}

TEST(LocalStructure, OfALatticeInABox) {
    Scene scene;
    const std::vector<std::string> open = {"+z"};
    scene.walls = {wall_of("box", make_box({0, 0, 0}, {4, 4, 9}, open))};
    const LocalStructure s = structure(scene, lattice());
    for (const double density : s.density) EXPECT_NEAR(density, ball_volume(0.5), 1e-13);
    EXPECT_EQ(s.count(GrainPlace::inside), 8);
    EXPECT_EQ(s.count(GrainPlace::surface), 16); // the upper layer
    EXPECT_EQ(s.count(GrainPlace::wall), 40);
    EXPECT_NEAR(s.inner_density(), ball_volume(0.5), 1e-13);
    EXPECT_EQ(s.inner_faces(), 6);
    EXPECT_EQ(s.place.back(), static_cast<int>(GrainPlace::surface));
    // Gravity the other way: the lid is the floor, and the lowest layer the surface.
    scene.gravity = -scene.gravity;
    const LocalStructure upside = structure(scene, lattice());
    EXPECT_EQ(upside.place.front(), static_cast<int>(GrainPlace::surface));
    EXPECT_NEAR(whole(upside), 4 * 4 * 9, 1e-11);
}

// Up to the highest grain: all cells together are what bulk_density divides by.
TEST(LocalStructure, CellsFillTheVessel) {
    const std::uint64_t seed = 2;
    SCOPED_TRACE(seed);
    Random random(seed);
    for (const Vec3& axis : {Vec3(0, 0, 1), Vec3(0, -1, 0), Vec3(0.6, 0, 0.8)}) {
        Scene scene;
        scene.gravity = -9.81 * axis;
        const Vec3 base(1, 2, 3);
        scene.walls = {wall_of("cylinder", make_frustum(base, base + 5 * axis, 0.7, 0.7))};
        Frame frame;
        const Vec3 u = across(axis), v = axis.cross(u);
        double height = 0;
        for (int k = 0; k < 300; ++k) {
            const double r = 0.6 * std::sqrt(random.uniform()), a = random.uniform(0, 7);
            const double h = random.uniform(0.05, 2);
            frame.center.emplace_back(base + h * axis + r * std::cos(a) * u + r * std::sin(a) * v);
            frame.radius.push_back(random.uniform(0.01, 0.05));
            height = std::max(height, h + frame.radius.back());
        }
        const LocalStructure s = structure(scene, frame);
        const double volume = std::numbers::pi * 0.7 * 0.7 * height;
        EXPECT_NEAR(whole(s), volume, 1e-12 * volume);
        EXPECT_GT(s.count(GrainPlace::surface), 5);
        EXPECT_GT(s.count(GrainPlace::wall), 50);
        EXPECT_GT(s.count(GrainPlace::inside), 50);
    }
}

TEST(LocalStructure, WithoutAVesselIsInTheBoxAroundTheGrains) {
    Scene scene;
    const LocalStructure open = structure(scene, lattice());
    EXPECT_NEAR(whole(open), 64, 1e-12);
    EXPECT_EQ(open.count(GrainPlace::wall), 4); // the floor's middle: its rim is a surface
    EXPECT_EQ(open.count(GrainPlace::inside), 8);
    // A vessel that the grains have left.
    scene.walls = {wall_of("box", make_box({10, 10, 10}, {11, 11, 11}, {}))};
    EXPECT_NEAR(whole(structure(scene, lattice())), 64, 1e-12);
    // One that holds most: the others own nothing.
    scene.walls = {wall_of("box", make_box({0, 0, 0}, {3, 4, 4}, {}))};
    const LocalStructure most = structure(scene, lattice());
    EXPECT_EQ(most.count(GrainPlace::outside), 16);
    EXPECT_NEAR(whole(most), 48, 1e-12);
    EXPECT_EQ(structure(scene, Frame{}).density.size(), 0U);
}

// Columns are there when asked for only; they are those of the frame, and looking changes nothing.
TEST(LocalStructure, IsMeasuredWhenAskedFor) {
    const std::uint64_t seed = 3;
    SCOPED_TRACE(seed);
    Random random(seed);
    std::vector<Grain> grains(60);
    for (Grain& g : grains) {
        g.center = {random.uniform(0.1, 0.9), random.uniform(0.1, 0.9), random.uniform(0.1, 0.9)};
        g.velocity = g.spin = Vec3::Zero();
        g.radius = random.uniform(0.02, 0.06);
        g.material = 0;
    }
    Scene scene = glass_scene();
    scene.walls = {wall_of("box", make_box({0, 0, 0}, {1, 1, 1}, {}))};
    Scene asking = scene;
    asking.output.laguerre = true;
    EXPECT_EQ(measure_names(asking).size(), measure_names(scene).size() + 4);
    World plain(scene, grains, {.dt = 1e-5}), asked(asking, grains, {.dt = 1e-5, .threads = 2});
    Ledger plain_ledger, ledger;
    for (int k = 0; k < 50; ++k) {
        plain.evaluate();
        asked.evaluate();
        const Measures without = take_measures(scene, plain, plain_ledger);
        const Measures with = take_measures(asking, asked, ledger);
        EXPECT_FALSE(without.structure);
        ASSERT_TRUE(with.structure);
        EXPECT_EQ(measure_values(with).size(), measure_names(asking).size());
        Frame frame = make_frame(asked);
        EXPECT_TRUE(frame.place.empty());
        Workers one(1);
        EXPECT_EQ(with.structure->density, local_structure(asking, frame, one).inner_density());
        add_local_structure(asking, frame, one);
        EXPECT_EQ(frame.laguerre_density.size(), grains.size());
        plain.advance();
        asked.advance();
    }
    EXPECT_EQ(plain.save().hash(), asked.save().hash());
}

} // namespace
} // namespace scree
