// SPDX-License-Identifier: BSD-3-Clause
//
// Linear drag [F eq. 3.23–3.24] against its closed forms.
#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

namespace scree {
namespace {

using namespace test_support;

constexpr double radius = 0.005;
const double mass = 2500 * 4.0 / 3 * std::numbers::pi * radius * radius * radius;
const double inertia = 0.4 * mass * radius * radius;

Scene scene_in(const Fluid& fluid, const Vec3& gravity) {
    Scene scene = bare_scene(LawKind::linear, grit(0.5, 0.3));
    scene.fluid = fluid;
    scene.gravity = gravity;
    return scene;
}

// The velocity is exact at any step, however stiff the drag; the position is of second order.
TEST(Fluid, VelocityAndSpinDecayExponentially) {
    const Fluid fluid{.drag = 0.01, .rotational_drag = 2e-8};
    const Scene scene = scene_in(fluid, Vec3::Zero());
    const Vec3 velocity(1, -2, 0.5), spin(30, 20, -50);
    for (const double dt : {1e-4, 1e-2, 1.0, 30.0}) {
        const std::vector<Grain> grains = {grain_at(Vec3::Zero(), radius, velocity, spin)};
        World world = world_of(scene, grains, dt);
        for (int k = 0; k < 10; ++k) {
            const Frame frame = look(world);
            const double t = frame.time;
            EXPECT_LT((frame.velocity[0] - std::exp(-fluid.drag / mass * t) * velocity).norm(),
                      1e-12);
            EXPECT_LT(
                (frame.spin[0] - std::exp(-fluid.rotational_drag / inertia * t) * spin).norm(),
                1e-11);
            world.advance();
        }
    }
}

TEST(Fluid, PositionIsOfSecondOrder) {
    const double drag = 0.05, v = 1, time = 0.1;
    const Scene scene = scene_in({.drag = drag}, Vec3::Zero());
    const double way = v * mass / drag * -std::expm1(-drag / mass * time);
    double error[3];
    for (int k = 0; k < 3; ++k) {
        const int steps = 20 << k;
        const std::vector<Grain> grains = {grain_at(Vec3::Zero(), radius, Vec3(v, 0, 0))};
        World world = world_of(scene, grains, time / steps);
        run_steps(world, steps);
        error[k] = std::abs(look(world).center[0].x() / way - 1);
    }
    std::printf("errors %.2e %.2e %.2e\n", error[0], error[1], error[2]);
    EXPECT_NEAR(error[0] / error[1], 4, 0.3);
    EXPECT_NEAR(error[1] / error[2], 4, 0.3);
}

// m g = 6 pi eta r v.
TEST(Fluid, StokesTerminalVelocity) {
    const double viscosity = 2;
    const Scene scene = scene_in({.viscosity = viscosity}, Vec3(0, 0, -9.81));
    const double terminal = mass * 9.81 / (6 * std::numbers::pi * viscosity * radius);
    const double lag = terminal / 9.81;
    for (const double dt : {0.01 * lag, lag, 20 * lag}) {
        const std::vector<Grain> grains = {grain_at(Vec3::Zero(), radius)};
        World world = world_of(scene, grains, dt);
        for (int k = 0; k < 200; ++k) {
            const Frame frame = look(world);
            EXPECT_NEAR(frame.velocity[0].z(), -terminal * -std::expm1(-frame.time / lag),
                        1e-12 * terminal);
            world.advance();
        }
    }
}

TEST(Fluid, LedgerBalancesAndNamesTheLoss) {
    Scene scene = scene_in({.viscosity = 0.2}, Vec3(0, 0, -9.81));
    scene.walls = {plane_wall(Vec3::Zero(), Vec3::UnitZ())};
    const std::vector<Grain> grains = {
        grain_at(Vec3(0, 0, 0.1), radius, Vec3(0.5, 0, 0), Vec3(0, 0, 90)),
        grain_at(Vec3(0.001, 0, 0.12), radius)};
    World world = world_of(scene, grains, automatic_step(scene, grains));
    Ledger ledger;
    double worst = 0;
    Measures last;
    const auto steps = std::llround(0.6 / world.dt());
    for (std::int64_t s = 0; s <= steps; ++s) {
        world.evaluate();
        if (s % 37 == 0) {
            last = take_measures(scene, world, ledger);
            worst = std::max(worst, std::abs(last.relative_residual));
        }
        world.advance();
    }
    std::printf("worst residual %.1e; lost to the fluid %.3e of %.3e J\n", worst,
                last.more_losses.at(0), ledger.turned_over);
    EXPECT_LT(worst, 1e-4);
    EXPECT_GT(last.more_losses.at(0), 0.05 * ledger.turned_over);
    EXPECT_EQ(measure_names(scene).back(), "lost_fluid_J");
}

} // namespace
} // namespace scree
