// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/wall_drives.hpp>

#include <scree/sim/measures.hpp>
#include <scree/sim/time_step.hpp>
#include <scree/sim/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace scree {
namespace {

constexpr double pi = std::numbers::pi;

Scene scene_with(std::vector<Wall> walls, double restitution = 1, double friction = 0) {
    Scene scene;
    Material m;
    m.name = "glass";
    m.density = 2500;
    m.contact_time = 1e-3;
    m.restitution = restitution;
    m.friction = friction;
    scene.materials = {m};
    scene.gravity = Vec3::Zero();
    scene.walls = std::move(walls);
    return scene;
}

Wall wall_of(const std::string& name, std::vector<Surface> surfaces) {
    return {name, name, 0, std::move(surfaces), ""};
}

Drive drive_of(Motion motion, std::vector<int> walls = {0}) {
    Drive drive;
    drive.name = "drive";
    drive.walls = std::move(walls);
    drive.motion = std::move(motion);
    return drive;
}

Grain grain(const Vec3& center, double radius, const Vec3& velocity = Vec3::Zero()) {
    Grain g{};
    g.center = center;
    g.velocity = velocity;
    g.spin = Vec3::Zero();
    g.radius = radius;
    return g;
}

World world_of(const Scene& scene, const std::vector<Grain>& grains, int threads = 1) {
    return {scene, grains, {.dt = choose_time_step(scene, grains).dt, .threads = threads}};
}

Vec3 velocity_of(World& world, std::size_t i) {
    world.evaluate();
    world.complete_forces();
    const Vec3 v = world.motion_of(i).velocity;
    world.advance();
    return v;
}

void run_until(World& world, double time) {
    while (world.time() < time) world.step();
}

// In the frame of a plane at speed w a ball comes in at v - w and leaves at w - v.
TEST(MovingWalls, ThrowABallBackInTheirOwnFrame) {
    for (const double restitution : {1.0, 0.6}) {
        Scene scene =
            scene_with({wall_of("floor", make_plane(Vec3::Zero(), Vec3::UnitZ()))}, restitution);
        scene.drives = {drive_of(SteadyMotion{{0, 0, 0.5}})};
        World world = world_of(scene, {grain({0, 0, 0.0101}, 0.01, {0, 0, -1})});
        run_until(world, 5e-3);
        EXPECT_NEAR(velocity_of(world, 0).z(), 0.5 + 1.5 * restitution, 1.5e-3);
    }
}

// A belt of friction drags a ball until it moves along: sliding first, and then with the belt.
TEST(MovingWalls, DragByFriction) {
    const double mu = 0.3, g = 9.81, w = 0.5, r = 0.01;
    Scene scene = scene_with({wall_of("belt", make_plane(Vec3::Zero(), Vec3::UnitZ()))}, 0.3, mu);
    scene.gravity = Vec3(0, 0, -g);
    scene.drives = {drive_of(SteadyMotion{{w, 0, 0}})};
    World world = world_of(scene, {grain({0, 0, r}, r)});
    run_until(world, 0.02);
    EXPECT_NEAR(velocity_of(world, 0).x(), mu * g * world.time(), 0.05 * mu * g * 0.02);
    // A ball that begins to roll on a belt from rest moves at 2/7 of the belt's speed.
    run_until(world, 0.3);
    EXPECT_NEAR(velocity_of(world, 0).x(), 2.0 / 7.0 * w, 2e-3 * w);
}

// A turntable: a ball that lies on its axis is only spun; see the twist of the contact's spring.
TEST(MovingWalls, ARotatingBoxCarriesItsGrainsAround) {
    const double rate = 5;
    Scene scene = scene_with(
        {wall_of("box", make_box({-0.021, -0.021, 0}, {0.021, 0.021, 0.1}, {}))}, 0.3, 0.8);
    scene.gravity = Vec3(0, 0, -9.81);
    scene.drives = {drive_of(Rotation{Vec3::Zero(), Vec3::UnitZ(), rate})};
    std::vector<Grain> grains;
    for (const double x : {-0.0105, 0.0105})
        for (const double y : {-0.0105, 0.0105}) grains.push_back(grain({x, y, 0.01}, 0.01));
    World world = world_of(scene, grains);
    run_until(world, 2.0);
    // Rigid rotation, up to the slow rolling of the balls within the slack of the box.
    for (std::size_t i = 0; i < grains.size(); ++i) {
        const Ball& b = world.bodies().ball[i];
        const Vec3 expected = Vec3(0, 0, rate).cross(Vec3(b.x, b.y, 0));
        const HalfStep& h = world.bodies().half[i];
        EXPECT_LT((Vec3(h.vx, h.vy, 0) - expected).norm(), 0.2 * expected.norm()) << i;
    }
    EXPECT_EQ(world.audit().missed, 0);
}

// The energy that comes in is the work of the walls: the ledger closes.
TEST(MovingWalls, TheLedgerClosesWithTheirWork) {
    Scene scene = scene_with({wall_of("box", make_box({0, 0, 0}, {0.1, 0.1, 0.3}, {}))}, 0.7, 0.4);
    scene.gravity = Vec3(0, 0, -9.81);
    scene.drives = {drive_of(Oscillation{{0, 0, 0.004}, 12, 0.3}),
                    drive_of(Tapping{{0.003, 0, 0}, 4, 0.06})};
    std::vector<Grain> grains;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            for (int k = 0; k < 4; ++k)
                grains.push_back(
                    grain({0.012 + 0.0243 * i + 0.0005 * k, 0.012 + 0.0241 * j, 0.02 + 0.025 * k},
                          0.01 + 0.0002 * ((i + j + k) % 5)));
    World world = world_of(scene, grains, 2);
    Ledger ledger;
    double largest = 0;
    Measures last;
    while (world.time() < 0.6) {
        world.evaluate();
        if (world.step_index() % 100 == 0) {
            last = take_measures(scene, world, ledger);
            largest = std::max(largest, std::abs(last.relative_residual));
            EXPECT_EQ(world.audit().missed, 0);
        }
        world.advance();
    }
    EXPECT_GT(*last.work, 0.3 * ledger.turned_over); // not vacuous: most energy came from them
    EXPECT_LT(largest, 2e-3);
    EXPECT_EQ(measure_names(scene).size(), measure_values(last).size());
}

Scene boxed_scene() {
    Scene scene = scene_with({wall_of("box", make_box({0, 0, 0}, {0.1, 0.1, 0.1}, {}))}, 0.5, 0.3);
    scene.gravity = Vec3(0, 0, -9.81);
    return scene;
}

void expect_ledger_closes(const Scene& scene) {
    std::vector<Grain> grains;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            grains.push_back(grain({0.012 + 0.0243 * i, 0.0121 + 0.024 * j, 0.02}, 0.01));
    World world = world_of(scene, grains);
    Ledger ledger;
    Measures last;
    double largest = 0;
    while (world.time() < 0.6) {
        world.evaluate();
        if (world.step_index() % 50 == 0) {
            last = take_measures(scene, world, ledger);
            largest = std::max(largest, std::abs(last.relative_residual));
        }
        world.advance();
    }
    EXPECT_GT(std::abs(*last.work), 0.1 * ledger.turned_over);
    EXPECT_LT(largest, 2e-3);
}

TEST(MovingWalls, TheLedgerClosesWhileGravityTurns) {
    Scene scene = boxed_scene();
    scene.gravity_turns = {{Vec3::UnitX(), pi, 0.1, 0.1}, {Vec3::UnitY(), pi / 2, 0.25, 0.2}};
    expect_ledger_closes(scene);
}

TEST(MovingWalls, TheLedgerClosesWhileGravityFollowsATable) {
    Scene scene = boxed_scene();
    scene.gravity_table = {{0.05, 0.1, 0.2, 0.3},
                           {{0, 0, -9.81}, {0, 0, 40}, {-10, 5, 0}, {0, 0, -9.81}}};
    expect_ledger_closes(scene);
}

// A piston of mass M on a ball in a tube: at rest the ball carries its weight and the push.
TEST(FreeWalls, RestOnTheGrainsWithTheirWeightAndPush) {
    Scene scene = scene_with({wall_of("floor", make_plane(Vec3::Zero(), Vec3::UnitZ())),
                              wall_of("piston", make_plane({0, 0, 0.0201}, -Vec3::UnitZ()))},
                             0.2);
    scene.gravity = Vec3(0, 0, -9.81);
    FreeMotion free;
    free.mass = 0.1;
    free.axis = Vec3::UnitZ();
    free.force = Vec3(0, 0, -3);
    scene.drives = {drive_of(free, {1})};
    World world = world_of(scene, {grain({0, 0, 0.01}, 0.01)});
    run_until(world, 1.0);
    world.evaluate();
    EXPECT_NEAR(world.force_on_walls()[1].z(), 3 + 0.1 * 9.81, 1e-3);
    EXPECT_LT(world.wall_places()[1].shift.z(), -1e-4);
    world.advance();
}

// Falling freely, a wall follows the parabola to second order.
TEST(FreeWalls, FallLikeEverythingElse) {
    Scene scene = scene_with({wall_of("plate", make_annulus({0, 0, 1}, Vec3::UnitZ(), 0, 0.1))});
    scene.gravity = Vec3(0, 0, -9.81);
    FreeMotion free;
    free.mass = 2;
    scene.drives = {drive_of(free)};
    World world(scene, std::vector<Grain>{grain({5, 0, 0}, 0.01)}, {.dt = 1e-3});
    run_until(world, 0.5 - 1e-9);
    world.evaluate();
    EXPECT_NEAR(world.wall_places()[0].shift.z(), -0.5 * 9.81 * 0.25, 1e-12);
    world.advance();
}

TEST(Servos, ReachTheirPressure) {
    Scene scene = scene_with(
        {wall_of("box", make_box({0, 0, 0}, {0.1, 0.1, 0.2}, std::vector<std::string>{"+z"})),
         wall_of("lid", make_plane({0, 0, 0.12}, -Vec3::UnitZ()))},
        0.3, 0.2);
    scene.drives = {drive_of(servo({0, 0, -2}, 0.1), {1})};
    std::vector<Grain> grains;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            for (int k = 0; k < 4; ++k)
                grains.push_back(
                    grain({0.012 + 0.0243 * i + 0.0005 * k, 0.012 + 0.0241 * j, 0.013 + 0.025 * k},
                          0.01 + 0.0002 * ((i + j + k) % 5)));
    World world = world_of(scene, grains);
    run_until(world, 1.5);
    world.evaluate();
    EXPECT_NEAR(world.force_on_walls()[1].z(), 2.0, 0.02);
    EXPECT_LT(world.wall_places()[1].shift.z(), -0.01);
    world.advance();
}

} // namespace
} // namespace scree
