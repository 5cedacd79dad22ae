// SPDX-License-Identifier: BSD-3-Clause
//
// Grains that are no balls in a periodic scene.
#include <scree/base/random.hpp>

#include <support/shaped_scenes.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

namespace scree {
namespace {

using namespace test_support;

const Vec3 period(0.12, 0.13, 0.14);

Scene scene_of_shapes() {
    Scene scene = bare_scene(LawKind::linear, grit(0.7, 0.4));
    scene.periodic = {Vec3::Zero(), period};
    scene.shapes = {
        cube_shape(), grain_shape("tetrahedron", regular_solid("tetrahedron", 1)),
        grain_shape("ellipsoid", solid_ellipsoid({1, 0.8, 1.25})),
        grain_shape("clump", make_clump(std::vector<ClumpBall>{{{0, 0, 0}, 1}, {{1, 0, 0}, 0.8}}))};
    return scene;
}

Grain thrown(Grain grain, const Vec3& velocity, const Vec3& spin) {
    grain.velocity = velocity;
    grain.spin = spin;
    return grain;
}

// Two grains that meet across a side, an edge or a corner of the period part as they do in its
// middle.
TEST(ShapedPeriodic, ACollisionAcrossTheSideIsThatOfTheMiddle) {
    const Scene scene = scene_of_shapes();
    const auto meet = [&](int first, int second, const Vec3& at) {
        const std::vector<Grain> grains = {
            thrown(shaped_grain(scene, first, at - Vec3(0.011, 0.002, 0), 0.008,
                                turned({1, 2, 3}, 0.7)),
                   {0.4, 0.1, 0}, {3, 0, 5}),
            thrown(shaped_grain(scene, second, at + Vec3(0.011, 0, 0.003), 0.008,
                                turned({3, -1, 1}, 1.3)),
                   {-0.5, 0, 0.1}, {0, -9, 2})};
        World world = world_of(scene, grains, automatic_step(scene, grains));
        return run_for(world, 0.04);
    };
    // Impacts of corners amplify rounding, and a shift within the period changes it as well.
    double within = 0, across = 0;
    for (int first = 0; first < 4; ++first)
        for (int second = 0; second < 4; ++second) {
            const Frame middle = meet(first, second, 0.5 * period);
            EXPECT_GT((middle.velocity[0] - Vec3(0.4, 0.1, 0)).norm(), 0.05); // they met
            const auto change = [&](const Vec3& share) {
                const Frame there = meet(first, second, share.cwiseProduct(period));
                double most = 0;
                for (std::size_t g = 0; g < 2; ++g)
                    most = std::max({most, (there.velocity[g] - middle.velocity[g]).norm(),
                                     0.008 * (there.spin[g] - middle.spin[g]).norm()});
                return most;
            };
            for (const Vec3& share :
                 {Vec3(0.4, 0.5, 0.5), Vec3(0.55, 0.37, 0.5), Vec3(0.43, 0.6, 0.6)})
                within = std::max(within, change(share));
            for (const Vec3& share : {Vec3(0, 0.5, 0.5), Vec3(1, 0.02, 0.5), Vec3(0.01, 0, 1)})
                across = std::max(across, change(share));
        }
    std::printf("velocities change by %.1e m/s within the period, by %.1e m/s across its sides\n",
                within, across);
    EXPECT_LT(within, 1e-4);
    EXPECT_LT(across, 1e-4);
}

/// Contacts of grains whose own places are far apart.
std::int64_t contacts_across(const World& world) {
    const Frame frame = make_frame(world);
    std::int64_t count = 0;
    for (const ContactRecord& c : inspect_contacts(world)) {
        const Vec3 way = frame.center[static_cast<std::size_t>(c.b)] - frame.center[c.a];
        if (way.norm() > 0.4 * period.minCoeff()) ++count;
    }
    return count;
}

TEST(ShapedPeriodic, AGasKeepsItsMomentumAndItsLedger) {
    const Scene scene = scene_of_shapes();
    const std::uint64_t seed = 5;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    const auto u = [&](double size) { return random.uniform(-size, size); };
    std::vector<Grain> grains;
    for (int k = 0; k < 64; ++k) {
        const Vec3 center = Vec3(k % 4, k / 4 % 4, k / 16).cwiseProduct(period) / 4;
        const int shape = k % 5 - 1;
        const Grain grain = shape < 0
                                ? grain_at(center, 0.008)
                                : shaped_grain(scene, shape, center, random.uniform(0.006, 0.008),
                                               turned({u(1), u(1), u(1)}, u(3)));
        grains.push_back(thrown(grain, Vec3(u(2), u(2), u(2)), Vec3(u(90), u(90), u(90))));
    }
    World world = world_of(scene, grains, automatic_step(scene, grains));
    Ledger ledger;
    const auto momentum = [&] {
        Vec3 sum = Vec3::Zero();
        for (std::size_t i = 0; i < world.bodies().count; ++i) {
            const HalfStep& h = world.bodies().half[i];
            sum += h.mass * Vec3(h.vx, h.vy, h.vz);
        }
        return sum;
    };
    world.step();
    const Vec3 before = momentum();
    double worst = 0;
    std::int64_t across = 0;
    while (world.time() < 0.25) {
        world.evaluate();
        if (world.step_index() % 200 == 0) {
            worst =
                std::max(worst, std::abs(take_measures(scene, world, ledger).relative_residual));
            EXPECT_EQ(world.audit().missed, 0);
            world.complete_forces();
            across += contacts_across(world);
        }
        world.advance();
    }
    double mass = 0;
    for (std::size_t i = 0; i < world.bodies().count; ++i) mass += world.bodies().half[i].mass;
    std::printf("largest residual %.1e, contacts across the sides %lld, refreshes %lld\n", worst,
                static_cast<long long>(across), static_cast<long long>(world.counters().refreshes));
    EXPECT_LT((momentum() - before).norm(), 1e-12 * mass);
    EXPECT_LT(worst, 1e-2);
    EXPECT_GT(across, 50);
    EXPECT_GT(world.counters().refreshes, 20);
}

// The floor of a box goes on beyond the sides of the period: what slides over them feels nothing.
TEST(ShapedPeriodic, AFloorHasNoSeam) {
    Scene scene = scene_of_shapes();
    scene.periodic.length = Vec3(0.12, 0.13, 0);
    scene.materials[0].friction = 0;
    scene.gravity = Vec3(0, 0, -9.81);
    Wall floor = box_wall(Vec3::Zero(), Vec3(0.12, 0.13, 0.1));
    const std::vector<std::string> open = {"-x", "+x", "-y", "+y", "+z"};
    floor.surfaces = make_box(Vec3::Zero(), Vec3(0.12, 0.13, 0.1), open);
    ASSERT_EQ(floor.surfaces.size(), 1U);
    scene.walls = {floor};
    const double half = 0.008 / radius_of_cube(1);
    const std::vector<Grain> grains = {thrown(
        shaped_grain(scene, 0, Vec3(0.02, 0.125, half), 0.008), {0.5, 0.07, 0}, Vec3::Zero())};
    World world = world_of(scene, grains, automatic_step(scene, grains));
    double rising = 0;
    run_for(world, 0.1); // comes to rest on its face
    while (world.time() < 0.6) {
        world.step();
        const HalfStep& h = world.bodies().half[0];
        rising = std::max({rising, std::abs(h.vz), std::abs(h.wx), std::abs(h.wy)});
        EXPECT_NEAR(h.vx, 0.5, 1e-9);
        EXPECT_NEAR(h.vy, 0.07, 1e-9);
    }
    EXPECT_LT(rising, 1e-6);
}

} // namespace
} // namespace scree
