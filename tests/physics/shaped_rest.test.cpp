// SPDX-License-Identifier: BSD-3-Clause
//
// Grains that are no balls at rest, and sliding.
#include <support/shaped_scenes.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

namespace scree {
namespace {

using namespace test_support;

constexpr double half = 0.01;

/// A cube on a floor under a gravity that is tilted by `angle`, as on a slope; it stands as deep as
/// its weight presses it in.
struct Slope {
    Scene scene;
    std::vector<Grain> grains;
    double dt;
};
Slope slope(double angle, double friction) {
    Slope s;
    s.scene = bare_scene(LawKind::linear, grit(0.5, friction));
    s.scene.shapes = {cube_shape()};
    s.scene.walls = {plane_wall({0, 0, 0}, {0, 0, 1})};
    s.scene.gravity = 9.81 * Vec3(std::sin(angle), 0, -std::cos(angle));
    s.grains = {shaped_grain(s.scene, 0, {0, 0, half}, radius_of_cube(half))};
    s.dt = automatic_step(s.scene, s.grains);
    return s;
}

TEST(ShapedSlope, BlockStaysBelowTheFrictionAngleAndDoesNotCreep) {
    const Slope s = slope(0.9 * std::atan(0.5), 0.5);
    World world = world_of(s.scene, s.grains, s.dt);
    run_for(world, 1.0);
    const Frame then = look(world);
    world.advance();
    EXPECT_LT(then.velocity[0].norm(), 1e-9);
    EXPECT_LT(then.spin[0].norm() * half, 1e-9);
    run_for(world, 0.2);
    const Frame now = look(world);
    EXPECT_LT((now.center[0] - then.center[0]).norm(), 0.2 * 1e-9);
    EXPECT_LT(now.center[0].x(), 1e-3);
}

TEST(ShapedSlope, BlockSlidesAboveTheFrictionAngle) {
    const double angle = 0.6, friction = 0.3;
    const Slope s = slope(angle, friction);
    World world = world_of(s.scene, s.grains, s.dt);
    const Frame then = run_for(world, 0.2);
    const Frame now = run_for(world, 0.3);
    const double a = 9.81 * (std::sin(angle) - friction * std::cos(angle));
    EXPECT_NEAR((now.velocity[0].x() - then.velocity[0].x()) / (now.time - then.time), a, 1e-3 * a);
    EXPECT_LT(now.spin[0].norm() * half, 1e-3);
}

TEST(ShapedRest, AColumnOfCubesStands) {
    Scene scene = bare_scene(LawKind::linear, grit(0.4, 0.5));
    scene.shapes = {cube_shape()};
    scene.walls = {plane_wall({0, 0, 0}, {0, 0, 1})};
    scene.gravity = {0, 0, -9.81};
    std::vector<Grain> grains;
    for (int k = 0; k < 10; ++k)
        grains.push_back(shaped_grain(scene, 0, {0.02 * half * (k % 3), 0, (2 * k + 1) * half},
                                      radius_of_cube(half), turned({0, 0, 1}, 0.05 * k)));
    World world = world_of(scene, grains, automatic_step(scene, grains));
    Ledger ledger;
    std::optional<Measures> last;
    for (int k = 0; k < 20; ++k) {
        run_for(world, 0.1);
        world.evaluate();
        last = take_measures(scene, world, ledger);
        world.advance();
    }
    const Frame frame = look(world);
    for (std::size_t i = 0; i < frame.center.size(); ++i) {
        EXPECT_NEAR(frame.center[i].z(), (2 * static_cast<double>(i) + 1) * half, 0.05 * half);
        EXPECT_LT(frame.velocity[i].norm(), 1e-6);
    }
    EXPECT_LT(std::abs(last->relative_residual), 1e-2);
}

} // namespace
} // namespace scree
