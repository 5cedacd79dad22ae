// SPDX-License-Identifier: BSD-3-Clause
//
// What balls can, shapes can: walls in motion, traffic, a fluid, a polyhedron as round as a ball.
#include <support/shaped_scenes.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

namespace scree {
namespace {

using namespace test_support;

constexpr double half = 0.01;

// A plate lifts a cube: it bears the weight, and its work is the height gained.
TEST(ShapedWorld, AMovingWallBearsAndLifts) {
    Scene scene = bare_scene(LawKind::linear, grit(0.3, 0.5));
    scene.shapes = {cube_shape()};
    scene.gravity = {0, 0, -9.81};
    scene.walls = {plane_wall({0, 0, 0}, {0, 0, 1})};
    scene.drives = {{"lift", {0}, SteadyMotion{{0, 0, 0.05}}, 0.2, 1e9, ""}};
    const std::vector<Grain> grains = {shaped_grain(scene, 0, {0, 0, half}, radius_of_cube(half))};
    World world = world_of(scene, grains, automatic_step(scene, grains));
    Ledger ledger;
    world.evaluate();
    take_measures(scene, world, ledger);
    world.advance();
    run_for(world, 0.8);
    const Frame frame = look(world);
    const double weight = frame.mass[0] * 9.81;
    EXPECT_NEAR(world.force_on_walls()[0].z(), -weight, 1e-6 * weight);
    const Measures m = take_measures(scene, world, ledger);
    EXPECT_NEAR(*m.work, weight * 0.05 * (frame.time - 0.2), 0.02 * *m.work);
    EXPECT_LT(std::abs(m.relative_residual), 1e-3);
    EXPECT_NEAR(frame.velocity[0].z(), 0.05, 1e-6);
}

// Cubes and balls are poured and leave through the bottom: counts and ledger hold.
TEST(ShapedWorld, ShapesArePouredAndLeave) {
    Scene scene = bare_scene(LawKind::linear, grit(0.4, 0.4));
    scene.shapes = {cube_shape(), grain_shape("random", random_polyhedron({}, 1))};
    scene.gravity = {0, 0, -9.81};
    scene.walls = {wall_of(
        "box", make_box({0, 0, 0}, {0.06, 0.06, 0.3}, std::vector<std::string>{"-z", "+z"}))};
    for (const bool is_shaped : {true, false}) {
        GrainGroup group;
        group.name = is_shaped ? "dice" : "beads";
        group.classes = {{0.005, 1, 0.1}};
        group.count = 40;
        group.fill = PourFill{BoxRegion{{0.001, 0.001, 0.1}, {0.059, 0.059, 0.2}}};
        if (is_shaped) group.shapes = {0, 1};
        scene.grains.push_back(group);
    }
    scene.outflows = {{"out", BoxRegion{{-1, -1, -2}, {1, 1, -0.05}}}};
    const std::vector<Grain> none = place_grains(scene);
    World world = world_of(scene, none, automatic_step(scene, none));
    Ledger ledger;
    double worst = 0;
    std::size_t most = 0;
    while (world.time() < 0.6) {
        world.evaluate();
        if (world.step_index() % 200 == 0)
            worst =
                std::max(worst, std::abs(take_measures(scene, world, ledger).relative_residual));
        most = std::max(most, world.grain_count());
        world.advance();
    }
    EXPECT_EQ(world.traffic()[0].grains, 40);
    EXPECT_GT(most, 30U);
    EXPECT_GT(world.traffic()[2].grains, 60); // out
    EXPECT_EQ(world.shaped()->bodies.count() <= world.grain_count(), true);
    EXPECT_LT(worst, 1e-2);
}

// Stokes: a cube sinks as the ball of its volume does, and stops turning.
TEST(ShapedWorld, AFluidSlowsMotionAndSpin) {
    Scene scene = bare_scene(LawKind::linear, grit(0.4, 0.4));
    scene.shapes = {cube_shape()};
    scene.gravity = {0, 0, -9.81};
    scene.fluid.viscosity = 2;
    const double radius = 0.004;
    Grain g = shaped_grain(scene, 0, {0, 0, 0}, radius);
    g.spin = {3, 0, 0};
    World world = world_of(scene, {&g, 1}, 1e-5);
    Ledger ledger;
    const Frame first = look(world);
    take_measures(scene, world, ledger);
    world.advance();
    const double time = 0.05, mass = first.mass[0];
    const Frame frame = run_for(world, time);
    const double sinks = mass * 9.81 / (6 * std::numbers::pi * 2 * radius);
    EXPECT_NEAR(frame.velocity[0].z(),
                -sinks * -std::expm1(-frame.time * 6 * std::numbers::pi * 2 * radius / mass),
                1e-6 * sinks);
    const double inertia = mass * radius * radius * scene.shapes[0].moments.x();
    const double drag = 8 * std::numbers::pi * 2 * std::pow(radius, 3);
    EXPECT_NEAR(frame.spin[0].x(), 3 * std::exp(-drag / inertia * frame.time), 3e-3);
    world.evaluate();
    EXPECT_LT(std::abs(take_measures(scene, world, ledger).relative_residual), 1e-3);
}

// A polyhedron of 400 corners is nearly a ball: dropped with spin on a rough floor it goes off like
// one. The patch of its facets is stiffer or softer than the ball's spring, the impulses are alike.
TEST(ShapedWorld, ManyFacesAreAsGoodAsABall) {
    Scene scene = bare_scene(LawKind::linear, grit(0.8, 0.3));
    scene.shapes = {
        grain_shape("round", random_polyhedron({.seed = 3, .vertices = 400, .aspect = {}}, 1))};
    scene.walls = {plane_wall({0, 0, 0}, {0, 0, 1})};
    Vec3 velocity[2], spin[2];
    for (const int k : {0, 1}) {
        Grain g = grain_at({0, 0, 0.0105}, 0.01);
        if (k == 1) g = shaped_grain(scene, 0, g.center, g.radius);
        g.velocity = {0, 0, -1};
        g.spin = {0, 300, 0};
        World world = world_of(scene, {&g, 1}, 1e-5);
        const Frame frame = run_for(world, 0.05);
        velocity[k] = frame.velocity[0];
        spin[k] = frame.spin[0];
    }
    EXPECT_NEAR(velocity[1].z(), 0.8, 0.02);
    EXPECT_NEAR(velocity[0].z(), 0.8, 0.01);
    EXPECT_LT((velocity[1] - velocity[0]).norm(), 0.05);
    EXPECT_LT((spin[1] - spin[0]).norm(), 0.03 * 300);
}

/// Rods and plates that fly and turn, some fast, between walls.
struct LongGrains {
    Scene scene = bare_scene(LawKind::linear, grit(0.9, 0.3));
    std::vector<Grain> grains;

    explicit LongGrains(Random& random) {
        scene.shapes = {grain_shape("rod", solid_box({0.1, 0.1, 1})),
                        grain_shape("plate", solid_box({1, 1, 0.1})),
                        grain_shape("pill", solid_capsule(1, 0.1))};
        scene.walls = {box_wall(Vec3::Constant(-0.08), Vec3::Constant(0.08))};
        for (int k = 0; k < 125; ++k) {
            const auto direction = [&] {
                return Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
            };
            const Vec3 cell(k % 5, k / 5 % 5, k / 25);
            Grain g = shaped_grain(scene, k % 3, 0.03 * (cell - Vec3(2, 2, 2)), 0.005,
                                   turned(direction(), random.uniform(0, 3)));
            g.velocity = 0.5 * direction();
            g.spin = (k % 10 == 0 ? 300 : 20) * direction();
            grains.push_back(g);
        }
    }
};

// At rest, a list by boxes has far fewer pairs than there are balls that overlap, skin and all.
TEST(ShapedBoxes, LongGrainsHaveFewCandidates) {
    Random random(18);
    LongGrains made(random);
    for (Grain& g : made.grains) g.velocity = g.spin = Vec3::Zero();
    World world(made.scene, made.grains, {.dt = 1e-5});
    world.evaluate();
    EXPECT_EQ(world.audit().missed, 0);
    Workers workers(1);
    std::vector<IndexPair> overlapping;
    const Bodies& bodies = world.bodies();
    make_all_pairs()->update({std::span(bodies.ball.data(), bodies.count), 0}, workers,
                             overlapping);
    std::printf("candidates %lld, pairs of balls that overlap %zu\n",
                static_cast<long long>(world.counters().candidates), overlapping.size());
    EXPECT_GT(overlapping.size(), 150U);
    EXPECT_LT(static_cast<double>(world.counters().candidates),
              0.5 * static_cast<double>(overlapping.size()));
}

// A rod turns on the spot until its tip hits another, which its box was far from: nobody has left
// his ball, so only the bound on turning has the list made anew.
TEST(ShapedBoxes, ARodThatTurnsOnTheSpotHitsWhatItsBoxWasFarFrom) {
    Scene scene = bare_scene(LawKind::linear, grit(0.9, 0.3));
    scene.shapes = {grain_shape("rod", solid_box({0.1, 0.1, 1}))};
    const double r = 0.005;
    const double tip = r * scene.shapes[0].reach;
    std::vector<Grain> grains = {
        shaped_grain(scene, 0, Vec3::Zero(), r, turned(Vec3::UnitY(), std::numbers::pi / 2)),
        shaped_grain(scene, 0, {0, 0, 0.9 * tip}, r, turned(Vec3::UnitX(), std::numbers::pi / 2))};
    grains[0].spin = {0, 50, 0}; // from x towards z, where the other lies across
    World world(scene, grains, {.dt = automatic_step(scene, grains)});
    world.evaluate();
    EXPECT_EQ(world.counters().candidates, 0); // though their balls overlap
    EXPECT_EQ(world.audit().touching, 1);
    std::int64_t missed = 0;
    std::size_t contacts = 0;
    while (world.time() < 0.03) {
        world.advance();
        world.evaluate();
        missed += world.audit().missed;
        contacts += world.contact_count();
    }
    world.complete_forces();
    EXPECT_EQ(missed, 0);
    EXPECT_GT(contacts, 0U);
    EXPECT_GT(make_frame(world).velocity[1].norm(), 0.1); // and is hit
}

// No contact is missed in a gas of grains that turn fast.
TEST(ShapedBoxes, NoContactIsMissedHoweverGrainsTurn) {
    const std::uint64_t seed = 17;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    const LongGrains made(random);
    const double dt = automatic_step(made.scene, made.grains);
    World world(made.scene, made.grains, {.dt = dt, .broad = "sweep"});
    std::int64_t missed = 0;
    std::size_t contacts = 0;
    for (int step = 0; step < 3000; ++step) {
        world.evaluate();
        contacts += world.contact_count();
        if (step % 5 == 0) missed += world.audit().missed;
        world.advance();
    }
    std::printf("%lld refreshes, %zu contacts seen\n",
                static_cast<long long>(world.counters().refreshes), contacts);
    EXPECT_EQ(missed, 0);
    EXPECT_GT(contacts, 1000U);
    EXPECT_GT(world.counters().refreshes, 10);
}

// The list goes on after a stop as it would have: it is made anew at the same steps.
TEST(ShapedBoxes, OutliveAStop) {
    Random random(19);
    const LongGrains made(random);
    const double dt = automatic_step(made.scene, made.grains);
    World plain = world_of(made.scene, made.grains, dt),
          first = world_of(made.scene, made.grains, dt);
    run_steps(plain, 1500);
    run_steps(first, 703);
    World second(made.scene, first.save(), {.dt = dt});
    run_steps(second, 1500 - 703);
    EXPECT_GT(plain.counters().refreshes, 5);
    EXPECT_EQ(plain.save().refresh_step, second.save().refresh_step);
    EXPECT_GT(plain.save().refresh_step, 703);
    EXPECT_EQ(plain.state_hash(), second.state_hash());
}

} // namespace
} // namespace scree
