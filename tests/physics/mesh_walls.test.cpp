// SPDX-License-Identifier: BSD-3-Clause
//
// Balls at walls made of triangles: what they do follows from the surface, not from its cut.
#include "support/mesh_scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

namespace scree {
namespace {

using namespace test_support;
using std::numbers::pi;

Scene falling_scene(double restitution, double friction) {
    Scene scene = bare_scene(LawKind::linear, grit(restitution, friction));
    scene.gravity = {0, 0, -9.81};
    return scene;
}

/// Balls that bounce, slide, spin and roll over a floor at z = 0.3, and hit each other.
std::vector<Grain> lively_balls() {
    std::vector<Grain> grains;
    for (int k = 0; k < 9; ++k) {
        const double x = 0.09 * (k % 3 - 1) + 0.003 * k, y = 0.1 * (k / 3 - 1) - 0.002 * k;
        grains.push_back(grain_at({x, y, 0.3 + 0.02 + 0.004 * k}, 0.02,
                                  {0.5 - 0.13 * k, 0.3 - 0.09 * k, -0.2 * (k % 2)},
                                  {10.0 * (k % 4), -7.0 * (k % 3), 5}));
    }
    return grains;
}

TEST(MeshWalls, BallsOnAFloorHaveTheBitsOfAPlaneHoweverItIsCut) {
    const std::vector<Grain> grains = lively_balls();
    Scene scene = falling_scene(0.7, 0.4);
    scene.walls = {plane_wall({0, 0, 0.3}, Vec3::UnitZ())};
    const double dt = automatic_step(scene, grains);
    const Track expected = track_of(scene, grains, dt, 30000);
    EXPECT_GT(expected.touches, 300U); // sliding and rolling, not only in the air
    for (int k = 0; k < test::cut_count; ++k) {
        scene.walls = {mesh_wall(cut_floor(1, 0.3, k))};
        EXPECT_EQ(std::get<MeshWall>(scene.walls[0].surfaces[0]).home->region_count(), 1U) << k;
        EXPECT_EQ(track_of(scene, grains, dt, 30000), expected) << "cut " << k;
    }
}

// Gaps of mesh and box differ by rounding, 5e-14 of a metre; contacts and a few impacts of balls
// with each other make at most 1e4 times as much of it in this time (measured: see the print).
TEST(MeshWalls, ABoxIsABoxHoweverItIsCut) {
    std::vector<Grain> grains;
    for (int k = 0; k < 4; ++k)
        grains.push_back(grain_at({0.05 + 0.03 * k, 0.06 + 0.04 * k, 0.05 + 0.07 * k}, 0.02,
                                  {1.1 - 0.6 * k, 0.7, -0.9 + 0.5 * k}, {20, -30, 5}));
    Scene scene = falling_scene(0.8, 0.3);
    const Vec3 sides(0.2, 0.25, 0.3);
    scene.walls = {box_wall(Vec3::Zero(), sides)};
    const double dt = automatic_step(scene, grains);
    const Track expected = track_of(scene, grains, dt, 30000, 10);
    EXPECT_GT(expected.touches, 100U);
    double largest = 0;
    for (int k = 0; k < test::cut_count; ++k) {
        Random random(62);
        scene.walls = {mesh_wall(test::cut_box(sides, k, random))};
        largest =
            std::max(largest, largest_difference(track_of(scene, grains, dt, 30000, 10), expected));
    }
    std::printf("a box of triangles against the analytic one: within %.1e\n", largest);
    EXPECT_LT(largest, 5e-10);
}

// The same motion, given to the triangles and to the analytic walls: a box that is shaken and
// turned about a slanted axis.
TEST(MeshWalls, MoveLikeAnyWall) {
    const Vec3 sides(0.2, 0.25, 0.3);
    std::vector<Grain> grains;
    for (int k = 0; k < 3; ++k)
        grains.push_back(
            grain_at({0.05 + 0.04 * k, 0.06 + 0.05 * k, 0.05}, 0.02, {0.3, -0.2, 0}, {5, 0, 9}));
    Scene scene = falling_scene(0.6, 0.5);
    const Vec3 axis = Vec3(0.2, -0.3, 1).normalized();
    scene.drives = {drive_of(Oscillation{{0.004, 0.001, 0.01}, 8, 0.4}),
                    drive_of(Rotation{{0.1, 0.1, 0.1}, axis, 2.5})};
    scene.walls = {box_wall(Vec3::Zero(), sides)};
    const double dt = automatic_step(scene, grains);
    const Track expected = track_of(scene, grains, dt, 20000, 5);
    EXPECT_GT(expected.touches, 60U);
    double largest = 0;
    for (const int k : {0, 3, 8}) {
        Random random(63);
        scene.walls = {mesh_wall(test::cut_box(sides, k, random))};
        largest =
            std::max(largest, largest_difference(track_of(scene, grains, dt, 20000, 5), expected));
    }
    std::printf("a moving box of triangles: within %.1e\n", largest);
    EXPECT_LT(largest, 5e-8); // cut 8 has planes that tilt by 1e-8
}

// A piston of triangles on a ball carries its weight and the push.
TEST(MeshWalls, FreeAndPressed) {
    Scene scene = falling_scene(0.2, 0.3);
    scene.walls = {plane_wall(Vec3::Zero(), Vec3::UnitZ()), mesh_wall(cut_floor(0.1, 0.0401, 3))};
    FreeMotion free;
    free.mass = 0.1;
    free.axis = Vec3::UnitZ();
    free.force = Vec3(0, 0, -3);
    scene.drives = {drive_of(free, {1})};
    const std::vector<Grain> grains = {grain_at({0.01, 0.02, 0.02}, 0.02)};
    World world = world_of(scene, grains, automatic_step(scene, grains));
    while (world.time() < 1) world.step();
    world.evaluate();
    EXPECT_NEAR(world.force_on_walls()[1].z(), 3 + 0.1 * 9.81, 1e-3);
    EXPECT_LT(world.wall_places()[1].shift.z(), -1e-4);
}

struct Swing {
    std::vector<double> angle; ///< of the ball's centre about the axis, from the lowest line
    double way = 0;            ///< rad, all it went
    double spin = 0;           ///< at the end
};

/// A ball that rolls in a lying cylinder of radius 1 (about z; gravity along -y).
Swing swing(const Wall& wall, double dt, std::int64_t steps) {
    Scene scene = bare_scene(LawKind::linear, grit(0.5, 0.6));
    scene.gravity = {0, -9.81, 0};
    scene.walls = {wall};
    const double r = 0.1, start = 0.8;
    const std::vector<Grain> grains = {
        grain_at({(1 - r) * std::sin(start), -(1 - r) * std::cos(start), 1.003}, r)};
    World world = world_of(scene, grains, dt);
    Swing out;
    for (std::int64_t s = 0; s < steps; ++s) {
        world.step();
        const Ball& b = world.bodies().ball[0];
        out.angle.push_back(std::atan2(b.x, -b.y));
        if (s > 0) out.way += std::abs(out.angle[out.angle.size() - 1] - out.angle.end()[-2]);
    }
    world.evaluate();
    world.complete_forces();
    out.spin = make_frame(world).spin[0].z();
    return out;
}

// At each side the velocity v has the part v sin α into the next one, α = 2π/n: at most the energy
// of that is lost. On a way of w (rad) there are w/α sides, hence at most the part wα of the energy
// is lost, and half of this part of the amplitude a. A pendulum's period grows by a²/8 times the
// part by which its amplitude does, and w is πw/(2a) of its phase. While a ball lies on a side its
// angle is free within half of α, and it enters the next one as much too early or too late.
TEST(MeshWalls, ABallRollsInACylinderAsInItsMeshes) {
    const Wall analytic = wall_of("cylinder", make_frustum({0, 0, 0}, {0, 0, 2}, 1, 1));
    const double dt = 2e-5;
    const std::int64_t steps = 120000; // 2.4 s, more than one swing
    const Swing expected = swing(analytic, dt, steps);
    EXPECT_GT(expected.way, 1.8); // down and up again
    struct Fineness {
        int n, m;
    };
    for (const Fineness& mesh : {Fineness{250, 2}, Fineness{5000, 10}}) {
        const Swing found = swing(mesh_wall(test::cylinder_mesh(1, 2, mesh.n, mesh.m)), dt, steps);
        double largest = 0;
        for (std::size_t k = 0; k < found.angle.size(); ++k)
            largest = std::max(largest, std::abs(found.angle[k] - expected.angle[k]));
        const double alpha = 2 * pi / mesh.n, a = 0.8, w = expected.way;
        const double bound = 0.5 * a * w * alpha * (1 + a * a / 8 * pi * w / (2 * a)) + alpha;
        std::printf("cylinder of %d triangles: angle within %.2e of the analytic one's (bound "
                    "%.2e), spin %.4f against %.4f rad/s\n",
                    2 * mesh.n * mesh.m, largest, bound, found.spin, expected.spin);
        EXPECT_LT(largest, bound);
    }
}

// Energy comes in by a wall of triangles that shakes, and is lost in impacts and friction: the
// ledger closes as with any other wall.
TEST(MeshWalls, TheLedgerCloses) {
    Scene scene = falling_scene(0.7, 0.4);
    Random random(64);
    scene.walls = {mesh_wall(test::cut_box({0.1, 0.1, 0.3}, 3, random))};
    scene.drives = {drive_of(Oscillation{{0, 0, 0.004}, 12, 0.3}),
                    drive_of(Tapping{{0.003, 0, 0}, 4, 0.06})};
    std::vector<Grain> grains;
    for (int k = 0; k < 48; ++k)
        grains.push_back(grain_at(
            {0.012 + 0.0243 * (k % 4), 0.012 + 0.0241 * (k / 4 % 4), 0.02 + 0.025 * (k / 16)},
            0.01 + 0.0002 * (k % 5)));
    World world(scene, grains, {.dt = automatic_step(scene, grains), .threads = 2});
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
    std::printf("largest residual %.1e of the energy turned over\n", largest);
    EXPECT_GT(*last.work, 0.3 * ledger.turned_over); // not vacuous: most energy came from them
    EXPECT_LT(largest, 2e-3);
}

// A floor as long as the period adjoins its own images: no seam is felt where a ball comes round.
TEST(MeshWalls, AreRepeatedInAPeriod) {
    Scene scene = falling_scene(0.5, 0.4);
    scene.periodic.low = {-0.1, 0, 0};
    scene.periodic.length = {0.2, 0, 0};
    std::vector<Grain> grains;
    for (int k = 0; k < 4; ++k)
        grains.push_back(grain_at({0.045 * k - 0.07, 0.05 * k - 0.08, 0.3205}, 0.02,
                                  {0.7 - 0.5 * k, 0.05, -0.1}, {0, 10, 3}));
    scene.walls = {plane_wall({0, 0, 0.3}, Vec3::UnitZ())};
    const double dt = automatic_step(scene, grains);
    const Track expected = track_of(scene, grains, dt, 20000);
    EXPECT_GT(expected.touches, 100U);
    double farthest = 0; // some went round more than once
    for (const Grain& g : grains)
        farthest = std::max(farthest, std::abs(g.velocity.x()) * 20000 * dt);
    EXPECT_GT(farthest, 0.2);
    for (const int k : {0, 3, 5}) {
        TriangleMesh wide = cut_floor(0.1, 0.3, k);
        for (Vec3& corner : wide.vertices) corner.y() *= 5;
        scene.walls = {mesh_wall(wide)};
        const double largest = largest_difference(track_of(scene, grains, dt, 20000), expected);
        std::printf("a floor of triangles in a period: within %.1e\n", largest);
        EXPECT_LT(largest, 1e-9) << "cut " << k;
    }
}

// A ball in the hole of a plate touches one flat region in two places, and keeps two springs.
TEST(MeshWalls, TwoPlacesOfOneRegionHaveTwoSprings) {
    // A slit of width 0.03 along y between two halves that are joined at the far ends.
    TriangleMesh mesh;
    const double w = 0.015;
    mesh.vertices = {{-0.2, -0.2, 0}, {0.2, -0.2, 0},  {0.2, -0.1, 0}, {w, -0.1, 0},
                     {-w, -0.1, 0},   {-0.2, -0.1, 0}, {w, 0.1, 0},    {0.2, 0.1, 0},
                     {-w, 0.1, 0},    {-0.2, 0.1, 0},  {0.2, 0.2, 0},  {-0.2, 0.2, 0}};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4},  {0, 4, 5},  {3, 2, 7},   {3, 7, 6},
                      {5, 4, 8}, {5, 8, 9}, {6, 7, 10}, {8, 6, 10}, {8, 10, 11}, {9, 8, 11}};
    Scene scene = falling_scene(0.3, 0.5);
    scene.walls = {mesh_wall(mesh)};
    ASSERT_EQ(std::get<MeshWall>(scene.walls[0].surfaces[0]).home->region_count(), 1U);
    const double r = 0.02;
    const std::vector<Grain> grains = {
        grain_at({0, 0, std::sqrt(r * r - w * w) + 1e-4}, r, {0, 0.2, 0}, {0, 30, 0})};
    World world = world_of(scene, grains, automatic_step(scene, grains));
    while (world.time() < 0.3) world.step();
    const SavedState state = world.save();
    ASSERT_EQ(state.walls.size(), 2U);
    EXPECT_EQ(state.walls[0].place, state.walls[1].place);
    EXPECT_LT(state.walls[0].nx * state.walls[1].nx, 0); // one on either side
    const Vec3 a(state.walls[0].spring.x, state.walls[0].spring.y, state.walls[0].spring.z);
    const Vec3 b(state.walls[1].spring.x, state.walls[1].spring.y, state.walls[1].spring.z);
    // It lies still in the slit; the springs hold it, mirrored, and are not one and the same.
    EXPECT_GT((a - b).norm(), 0.1 * a.norm());
    World again(scene, state, {.dt = automatic_step(scene, grains)});
    for (int s = 0; s < 500; ++s) world.step(), again.step();
    EXPECT_EQ(again.state_hash(), world.state_hash());
}

} // namespace
} // namespace scree
