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

/// Ten cubes on each other; every second one out of line and turned a little.
struct Column {
    Scene scene;
    std::vector<Grain> grains;
};
Column column(double offset, double turn) {
    Column c;
    c.scene = bare_scene(LawKind::linear, grit(0.4, 0.5));
    c.scene.shapes = {cube_shape()};
    c.scene.walls = {plane_wall({0, 0, 0}, {0, 0, 1})};
    c.scene.gravity = {0, 0, -9.81};
    for (int k = 0; k < 10; ++k)
        c.grains.push_back(shaped_grain(c.scene, 0, {offset * (k % 2), 0, (2 * k + 1) * half},
                                        radius_of_cube(half), turned({0, 0, 1}, turn * k)));
    return c;
}

/// The largest speed after `duration`; the column must still stand, and its ledger close.
double speed_after(const Column& c, double duration) {
    World world = world_of(c.scene, c.grains, automatic_step(c.scene, c.grains));
    Ledger ledger;
    world.evaluate();
    take_measures(c.scene, world, ledger);
    world.advance();
    run_for(world, duration);
    const Frame frame = look(world);
    for (std::size_t i = 0; i < frame.center.size(); ++i) {
        EXPECT_NEAR(frame.center[i].z(), (2 * static_cast<double>(i) + 1) * half, 0.05 * half);
        EXPECT_LT(frame.center[i].head<2>().norm(), 0.5 * half);
    }
    const Measures m = take_measures(c.scene, world, ledger);
    EXPECT_LT(std::abs(m.relative_residual), 5e-3);
    return m.largest_speed;
}

TEST(ShapedRest, AColumnOfCubesStands) {
    EXPECT_LT(speed_after(column(0, 0), 1.5), 1e-6);
    // Out of line it sways, slowly: dashpots hardly feel that.
    EXPECT_LT(speed_after(column(0.02 * half, 0.05), 1.5), 2e-3);
}

// ./check long
TEST(ShapedRest, DISABLED_AColumnOfCubesStandsForTenSeconds) {
    EXPECT_LT(speed_after(column(0, 0), 10), 1e-9);
    EXPECT_LT(speed_after(column(0.02 * half, 0.05), 10), 2e-3);
}

/// A cube falls into a corner of a box, turned at will, and comes to rest on a face.
TEST(ShapedRest, ACubeComesToRestOnAFaceOfABox) {
    Scene scene = bare_scene(LawKind::linear, grit(0.3, 0.3));
    scene.shapes = {cube_shape()};
    scene.walls = {box_wall({0, 0, 0}, {0.05, 0.05, 0.2})};
    scene.gravity = {-1, -1, -9.81};
    const std::vector<Grain> grains = {
        shaped_grain(scene, 0, {0.025, 0.025, 0.03}, radius_of_cube(half), turned({1, 2, 3}, 1))};
    World world = world_of(scene, grains, automatic_step(scene, grains));
    const Frame frame = run_for(world, 1.5);
    EXPECT_NEAR(frame.center[0].z(), half, 0.02 * half);
    EXPECT_LT(frame.velocity[0].norm(), 1e-4);
    const Vec3 up = frame.attitude[0].conjugate() * Vec3::UnitZ();
    const Vec3 own = scene.shapes[0].frame * up;
    EXPECT_GT(own.cwiseAbs().maxCoeff(), 0.9999); // one of its faces looks up
}

/// Inside a cylinder with a bottom: nothing gets out, whatever its shape.
TEST(ShapedRest, ACylinderHoldsEveryShape) {
    Scene scene = bare_scene(LawKind::linear, grit(0.4, 0.4));
    scene.shapes = {
        cube_shape(), grain_shape("ellipsoid", solid_ellipsoid({1, 0.7, 1.3})),
        grain_shape("cylinder", solid_cylinder(0.7, 1)),
        grain_shape("capsule", solid_capsule(1, 0.5)),
        grain_shape("clump", make_clump(std::vector<ClumpBall>{{{0, 0, 0}, 1}, {{1, 0, 0}, 0.8}}))};
    auto side = make_frustum({0, 0, 0}, {0, 0, 0.2}, 0.03, 0.03);
    auto bottom = make_annulus({0, 0, 0}, {0, 0, 1}, 0, 0.03);
    scene.walls = {wall_of("cylinder", side), wall_of("disc", bottom)};
    scene.gravity = {0, 0, -9.81};
    std::vector<Grain> grains;
    for (int k = 0; k < 10; ++k)
        grains.push_back(shaped_grain(scene, k % 5,
                                      {k % 2 == 0 ? 0.012 : -0.012, 0, 0.02 + 0.015 * k}, 0.006,
                                      turned({1, 2.0 * k, 3}, k)));
    World world = world_of(scene, grains, automatic_step(scene, grains));
    Ledger ledger;
    world.evaluate();
    take_measures(scene, world, ledger);
    world.advance();
    run_for(world, 0.8);
    const Frame frame = look(world);
    for (std::size_t i = 0; i < frame.center.size(); ++i) {
        EXPECT_LT(frame.center[i].head<2>().norm(), 0.03) << i;
        EXPECT_GT(frame.center[i].z(), 0.002) << i;
        EXPECT_LT(frame.center[i].z(), 0.08) << i; // it has fallen
        EXPECT_LT(frame.velocity[i].norm(), 0.1) << i;
    }
    EXPECT_LT(std::abs(take_measures(scene, world, ledger).relative_residual), 0.02);
}

} // namespace
} // namespace scree
