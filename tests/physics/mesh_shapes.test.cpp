// SPDX-License-Identifier: BSD-3-Clause
//
// Grains that are no balls at walls made of triangles.
#include "support/mesh_scenes.hpp"
#include "support/shaped_scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

namespace scree {
namespace {

using namespace test_support;
using std::numbers::pi;

/// One of each kind of shape.
Scene shaped_scene(double restitution, double friction) {
    Scene scene = bare_scene(LawKind::linear, grit(restitution, friction));
    scene.gravity = {0, 0, -9.81};
    scene.shapes = {
        cube_shape(),
        grain_shape("tetrahedron", regular_solid("tetrahedron", 1)),
        grain_shape("rounded", solid_box({1, 0.7, 0.5}, 0.2)),
        grain_shape("ellipsoid", solid_ellipsoid({1, 0.8, 1.25})),
        grain_shape("capsule", solid_capsule(1, 0.5)),
        grain_shape("cylinder", solid_cylinder(0.6, 1)),
        grain_shape("clump", make_clump(std::vector<ClumpBall>{{{0, 0, 0}, 1}, {{1, 0, 0}, 0.8}}))};
    return scene;
}

/// Grains of all these shapes in a row along the diagonal, tumbling.
std::vector<Grain> tumblers(const Scene& scene, double height) {
    std::vector<Grain> grains;
    for (int s = 0; s < static_cast<int>(scene.shapes.size()); ++s) {
        const double at = 0.1 * (s - 3);
        Grain g = shaped_grain(scene, s, {at, 0.7 * at, height}, 0.02,
                               turned({1.0 + s, 2, 3.0 - s}, 0.5 + s));
        g.velocity = Vec3(0.6 - 0.2 * s, 0.3, -0.2);
        g.spin = Vec3(5, -3 + s, 4);
        grains.push_back(g);
    }
    return grains;
}

TEST(MeshShapes, OnAFloorHaveTheBitsOfAPlaneHoweverItIsCut) {
    Scene scene = shaped_scene(0.6, 0.4);
    const std::vector<Grain> grains = tumblers(scene, 0.34);
    // Through the point from which the floor's region is described, so that all rounds alike.
    scene.walls = {plane_wall({-1, -1, 0.3}, Vec3::UnitZ())};
    const double dt = automatic_step(scene, grains);
    const std::int64_t steps = 16000;
    const Track expected = track_of(scene, grains, dt, steps);
    EXPECT_GT(expected.touches, 300U);
    for (int k = 0; k < test::cut_count; ++k) {
        scene.walls = {mesh_wall(cut_floor(1, 0.3, k))};
        EXPECT_EQ(track_of(scene, grains, dt, steps), expected) << "cut " << k;
    }
}

// Six planes and six faces of triangles: the same room, also in its edges and corners.
TEST(MeshShapes, ABoxIsARoomOfPlanes) {
    const Vec3 sides(0.16, 0.18, 0.2);
    for (int shape = 0; shape < 7; ++shape) {
        Scene scene = shaped_scene(0.8, 0.3);
        Grain g = shaped_grain(scene, shape, {0.08, 0.09, 0.1}, 0.03, turned({1, 2, 3}, 0.7));
        g.velocity = Vec3(1.3, 0.9, -0.7);
        g.spin = Vec3(8, -11, 5);
        const std::vector<Grain> grains = {g};
        scene.walls.clear();
        for (int k = 0; k < 3; ++k) {
            scene.walls.push_back(plane_wall(Vec3::Zero(), Vec3::Unit(k)));
            scene.walls.push_back(plane_wall(sides[k] * Vec3::Unit(k), -Vec3::Unit(k)));
        }
        const double dt = automatic_step(scene, grains);
        const std::int64_t steps = 12000;
        const Track expected = track_of(scene, grains, dt, steps, 10);
        EXPECT_GT(expected.touches, 10U);
        double largest = 0;
        for (const int k : {0, 3, 5, 9}) {
            Random random(62);
            scene.walls = {mesh_wall(test::cut_box(sides, k, random))};
            largest = std::max(
                largest, largest_difference(track_of(scene, grains, dt, steps, 10), expected));
        }
        std::printf("%s in a box of triangles: within %.1e\n", scene.shapes[shape].name.c_str(),
                    largest);
        EXPECT_LT(largest, 1e-10) << scene.shapes[shape].name;
    }
}

struct End {
    Frame frame;
    Measures measures;
    double residual = 0;        ///< the worst of the ledger
    Vec3 pushed = Vec3::Zero(); ///< by walls, at the end
};

End run(const Scene& scene, const std::vector<Grain>& grains, double time) {
    World world = world_of(scene, grains, automatic_step(scene, grains));
    Ledger ledger;
    End end;
    while (world.time() < time) {
        world.evaluate();
        if (world.step_index() % 100 == 0) {
            end.measures = take_measures(scene, world, ledger);
            end.residual = std::max(end.residual, std::abs(end.measures.relative_residual));
        }
        world.advance();
    }
    end.frame = look(world);
    for (const ContactRecord& c : end.frame.contact)
        if (c.b < 0) end.pushed += -c.normal_force * c.normal + c.tangential_force;
    world.advance();
    return end;
}

/// How deep a cube stands in the floor z = 0, as a negative height.
double standing_height(const TriangleMesh& floor, double x) {
    Scene scene = shaped_scene(0.3, 0.5);
    scene.walls = {mesh_wall(floor)};
    const double half = 0.02;
    const End end =
        run(scene, {shaped_grain(scene, 0, {x, 0, half + 1e-4}, radius_of_cube(half))}, 0.5);
    EXPECT_LT(end.frame.velocity[0].norm(), 1e-6);
    EXPECT_LT(end.residual, 2e-3);
    return end.frame.center[0].z() - half;
}

/// The floor z = 0 from -0.2 to `rim` along x.
TriangleMesh table(double rim) {
    TriangleMesh mesh;
    mesh.vertices = {{-0.2, -0.2, 0}, {rim, -0.2, 0}, {rim, 0.2, 0}, {-0.2, 0.2, 0}};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    return mesh;
}

// An elastic foundation of which only b of the width w is there: the mean depth grows by w/b, and
// the pressure must have its middle below the cube's, e off that of the part that carries, so it is
// 1 + 12 e x/b² of the mean at x from there. Below the cube's middle, x = e.
TEST(MeshShapes, WhatHangsOverARimIsNotCarried) {
    const double whole = standing_height(table(0.2), 0);
    const double rim = 0.012, w = 0.04, b = 0.5 * w + rim, e = 0.5 * (w - b);
    const double expected = w / b * (1 + 12 * e * e / (b * b));
    EXPECT_NEAR(standing_height(table(rim), 0) / whole, expected, 0.01 * expected);
}

// Beyond its middle a cube on the rim falls off the table; it does not when it is a little before.
TEST(MeshShapes, TipOverARim) {
    for (const double rim : {-0.003, 0.003}) {
        Scene scene = shaped_scene(0.3, 0.5);
        scene.walls = {mesh_wall(table(rim))};
        const double half = 0.02;
        const End end =
            run(scene, {shaped_grain(scene, 0, {0, 0, half + 1e-5}, radius_of_cube(half))}, 0.6);
        const bool has_fallen = end.frame.center[0].z() < -0.05;
        EXPECT_EQ(has_fallen, rim < 0) << rim << ": " << end.frame.center[0].transpose();
        EXPECT_LT(end.residual, 5e-3) << rim;
    }
}

// A cube that comes from the side against the rim of a sheet is stopped by it, and not thrown up or
// down as by a floor half of it has fallen through.
TEST(MeshShapes, MeetARimFromTheSide) {
    Scene scene = shaped_scene(0.5, 0.2);
    scene.gravity = Vec3::Zero();
    scene.walls = {mesh_wall(table(0))};
    const double half = 0.02;
    for (const double height : {-0.007, 0.0, 0.004}) {
        Grain g = shaped_grain(scene, 0, {half + 0.005, 0, height}, radius_of_cube(half));
        g.velocity = Vec3(-0.5, 0, 0);
        const End end = run(scene, {g}, 0.03);
        EXPECT_GT(end.frame.velocity[0].x(), 0.05) << height;
        // What the eccentric impact leaves to turning stays, too: no energy comes out of nothing.
        EXPECT_LT(end.measures.kinetic, 0.5 * end.frame.mass[0] * 0.5 * 0.5) << height;
        // No more than friction gives: 0.2 of the push that turns 0.5 m/s round.
        EXPECT_LT(std::abs(end.frame.velocity[0].z()), 0.2 * (1 + 0.5) * 0.5) << height;
        EXPECT_LT(end.residual, 5e-3) << height;
    }
}

// In a round trough of many flat strips grains come to rest, carried by forces that are their
// weight: what one place carries is felt once, however fine the mesh is.
TEST(MeshShapes, RestInARoundTrough) {
    for (const int n : {24, 96, 400}) {
        TriangleMesh trough = test::cylinder_mesh(0.15, 0.4, n, 2); // about z
        for (Vec3& p : trough.vertices) p = Vec3(p.z() - 0.2, p.x(), p.y());
        for (int shape = 0; shape < (n == 400 ? 1 : 7); ++shape) {
            Scene scene = shaped_scene(0.3, 0.6);
            scene.walls = {mesh_wall(trough)};
            const std::vector<Grain> grains = {
                shaped_grain(scene, shape, {0.003, 0.01, -0.105}, 0.02, turned({1, 2, 3}, 0.3))};
            const bool can_rest = shape <= 2;
            const End end = run(scene, grains, can_rest ? 1.2 : 0.3);
            const double weight = end.frame.mass[0] * 9.81;
            SCOPED_TRACE(scene.shapes[shape].name + " on " + std::to_string(n));
            EXPECT_LT(end.frame.center[0].z(), -0.1);
            EXPECT_LT(end.residual, 1e-2);
            // Round ones still roll to and fro.
            if (can_rest) {
                EXPECT_NEAR(end.pushed.z(), weight, 0.02 * weight);
            }
        }
    }
}

} // namespace
} // namespace scree
