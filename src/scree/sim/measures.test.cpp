// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/measures.hpp>

#include <scree/sim/glass_scene.test.hpp>

#include <gtest/gtest.h>

#include <numbers>

namespace scree {
namespace {

Wall box_wall(const Vec3& low, const Vec3& high) { return wall_of("box", make_box(low, high, {})); }

Wall tube(const Vec3& base, const Vec3& top, double radius) {
    return wall_of("cylinder", make_frustum(base, top, radius, radius));
}

Grain grain(const Vec3& center, double radius) {
    Grain g{};
    g.center = center;
    g.velocity = g.spin = Vec3::Zero();
    g.radius = radius;
    return g;
}

double volume_of_ball(double r) { return 4.0 / 3.0 * std::numbers::pi * r * r * r; }

double density_of(const Scene& scene, const std::vector<Grain>& grains) {
    World world(scene, grains, {.dt = 1e-5});
    world.evaluate();
    return bulk_density(scene, world);
}

// [F eq. 4.3]: solid volume over base area times the height of the highest grain's top.
TEST(BulkDensity, IsThatUpToTheHighestGrain) {
    Scene scene = glass_scene();
    const std::vector<Grain> grains = {grain({1.2, 2.2, 3.1}, 0.1), grain({1.5, 2.5, 3.6}, 0.2)};
    const double solid = volume_of_ball(0.1) + volume_of_ball(0.2);
    const double height = 0.6 + 0.2; // above the floor at z = 3

    scene.walls = {box_wall({1, 2, 3}, {2, 4, 9})};
    EXPECT_DOUBLE_EQ(density_of(scene, grains), solid / (1.0 * 2.0 * height));

    scene.walls = {tube({1.5, 2.5, 3}, {1.5, 2.5, 9}, 0.6)};
    const double disc = std::numbers::pi * 0.6 * 0.6;
    EXPECT_DOUBLE_EQ(density_of(scene, grains), solid / (disc * height));

    // Gravity upwards: the lid is the floor.
    scene.gravity = -scene.gravity;
    EXPECT_NEAR(density_of(scene, grains), solid / (disc * (9 - 3.1 + 0.1)), 1e-12);
    scene.walls = {box_wall({1, 2, 3}, {2, 4, 9})};
    EXPECT_NEAR(density_of(scene, grains), solid / (2.0 * (9 - 3.1 + 0.1)), 1e-12);
}

TEST(BulkDensity, LeavesOutWhatHasFallenOutOfTheVessel) {
    Scene scene = glass_scene();
    scene.walls = {tube({1.5, 2.5, 3}, {1.5, 2.5, 9}, 0.6)};
    const Grain inside = grain({1.5, 2.5, 3.1}, 0.1), below = grain({1.5, 2.5, 1}, 0.2);
    EXPECT_EQ(density_of(scene, {inside, below}), density_of(scene, {inside}));
    EXPECT_EQ(density_of(scene, {below}), 0);
}

TEST(BulkDensity, WithoutContainerIsThatOfTheBoundingBox) {
    const std::vector<Grain> grains = {grain({0, 0, 0}, 0.5), grain({3, 0, 0}, 0.5)};
    EXPECT_DOUBLE_EQ(density_of(glass_scene(), grains),
                     2 * volume_of_ball(0.5) / (4.0 * 1.0 * 1.0));
    EXPECT_EQ(density_of(glass_scene(), {}), 0);
}

TEST(Passages, CountNetCrossingsSinceTheStart) {
    Scene scene = glass_scene();
    scene.gravity = Vec3::Zero();
    FlowPlane plane;
    plane.name = "gate";
    plane.point = Vec3(1, 0, 0);
    plane.normal = Vec3::UnitX();
    scene.planes = {plane};
    // One is there already, one goes through, one comes back, one stays.
    std::vector<Grain> grains = {grain({1.5, 0, 0}, 0.1), grain({0.9, 1, 0}, 0.1),
                                 grain({0.95, 2, 0}, 0.2), grain({1.05, 3, 0}, 0.1)};
    grains[1].velocity = grains[2].velocity = {1, 0, 0};
    grains[3].velocity = {-1, 0, 0};
    World world(scene, grains, {.dt = 1e-2});
    Ledger ledger;
    world.evaluate();
    EXPECT_EQ(take_measures(scene, world, ledger).passages[0].grains, 0);
    world.advance();
    for (int k = 0; k < 20; ++k) world.step();
    world.evaluate();
    const Measures m = take_measures(scene, world, ledger);
    EXPECT_EQ(m.passages[0].grains, 2 - 1);
    EXPECT_NEAR(m.passages[0].mass, 2500 * volume_of_ball(0.2), 1e-9);
    EXPECT_EQ(measure_names(scene).size(), measure_values(m).size());
}

TEST(Settled, ComparesSpeedWithThatOfAFallOverOneRadius) {
    const Scene scene = glass_scene();
    for (const double share : {0.5e-3, 2e-3}) {
        std::vector<Grain> grains = {grain({0, 0, 0}, 0.1), grain({1, 0, 0}, 0.4)};
        const double g = scene.gravity.norm();
        grains[1].velocity = {share * std::sqrt(g * 0.4), 0, 0};
        World world(scene, grains, {.dt = 1e-7});
        world.step();
        EXPECT_EQ(is_settled(world), share < 1e-3) << share;
    }
}

TEST(Settled, OneOfManyMayRollOnSlowly) {
    const Scene scene = glass_scene();
    for (const double share : {5e-3, 2e-2}) {
        std::vector<Grain> grains;
        for (int k = 0; k < 1000; ++k) grains.push_back(grain({1.0 * k, 0, 0}, 0.1));
        grains[7].velocity = {0, share * std::sqrt(scene.gravity.norm() * 0.1), 0};
        World world(scene, grains, {.dt = 1e-7});
        world.step();
        EXPECT_EQ(is_settled(world), share < 1e-2) << share;
    }
}

} // namespace
} // namespace scree
