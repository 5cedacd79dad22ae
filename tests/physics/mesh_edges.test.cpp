// SPDX-License-Identifier: BSD-3-Clause
//
// Grains that are no balls fall on edges and tips of walls made of triangles: they are held or tip
// over, and are neither thrown away nor let through.
#include <support/mesh_scenes.hpp>
#include <support/shaped_scenes.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>

namespace scree {
namespace {

using namespace test_support;

constexpr double size = 0.004, fall = 0.0135;

Scene edge_scene(const TriangleMesh& mesh) {
    Scene scene = bare_scene(LawKind::linear, grit(0.4, 0.4));
    scene.materials[0].contact_time = 4e-4;
    scene.gravity = {0, 0, -9.81};
    scene.walls = {mesh_wall(mesh)};
    scene.shapes = {
        cube_shape(),
        grain_shape("stick", solid_box({1, 1, 3})),
        grain_shape("pellet", solid_cylinder(0.7, 0.75)),
        grain_shape("egg", solid_ellipsoid({2, 1, 1})),
        grain_shape("pill", solid_capsule(1, 0.6)),
        grain_shape("tetrahedron", regular_solid("tetrahedron", 1)),
        grain_shape("grain", generated_grain({}, 1)),
        grain_shape("clump", make_clump(std::vector<ClumpBall>{{{0, 0, 0}, 1}, {{1, 0, 0}, 0.8}}))};
    return scene;
}

TriangleMesh box_mesh(const Vec3& low, const Vec3& high) {
    Random random(7);
    TriangleMesh mesh = test::cut_box(high - low, 0, random);
    shift(mesh, low);
    return mesh;
}

TriangleMesh sheet(const Vec3& low, const Vec3& high) {
    TriangleMesh mesh;
    mesh.vertices = {low, {high.x(), low.y(), 0}, high, {low.x(), high.y(), 0}};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    return mesh;
}

/// All have an edge or a tip at x = 0.02, y = 0, z = 0.
TriangleMesh mesh_named(const std::string& name) {
    if (name == "post") return box_mesh({0.0195, -0.0005, -0.01}, {0.0205, 0.0005, 0});
    if (name == "rail") return box_mesh({0.0195, -0.02, -0.01}, {0.0205, 0.02, 0});
    if (name == "table") return box_mesh({-0.02, -0.02, -0.05}, {0.02, 0.02, 0});
    if (name == "corner") return box_mesh({-0.02, -0.02, -0.05}, {0.02, 0, 0});
    if (name == "tag") return sheet({0.0195, -0.0005, 0}, {0.0205, 0.0005, 0});
    return sheet({-0.02, -0.02, 0}, {0.02, 0.02, 0});
}

/// Points of a mesh, close to each other near where the grains fall.
std::vector<Vec3> samples_of(const TriangleMesh& mesh) {
    std::vector<Vec3> points;
    constexpr int n = 12;
    for (const auto& t : mesh.triangles) {
        const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
        for (int i = 0; i <= n; ++i)
            for (int j = 0; j <= n - i; ++j)
                points.emplace_back(a + (b - a) * i / n + (c - a) * j / n);
    }
    return points;
}

struct Fall {
    double residual = 0; ///< the worst of the ledger
    double faster = 0;   ///< m/s, than it would be in free fall
    double gained = 0;   ///< J from geometry, of all the energy of the fall
    double deepest = 0;  ///< place of the wall in the grain, of its size
    bool touched = false;

    void take(const Fall& f) {
        residual = std::max(residual, f.residual);
        faster = std::max(faster, f.faster);
        gained = std::max(gained, f.gained);
        deepest = std::max(deepest, f.deepest);
    }
};

double deepest_in(const PosedGrain& grain, const std::vector<Vec3>& points) {
    double deepest = 0;
    for (const Vec3& p : points)
        if ((p - grain.center).norm() < grain.shape->reach * grain.radius)
            deepest = std::max(
                deepest, overlap_of(grain, {nullptr, 1e-9, p, Eigen::Quaterniond::Identity()}));
    return deepest / grain.radius;
}

Fall fall_of(const Scene& scene, int shape, const Eigen::Quaterniond& attitude,
             const std::vector<Vec3>& samples) {
    const std::vector<Grain> grains = {
        shaped_grain(scene, shape, {0.0197, -0.0002, fall}, size, attitude)};
    World world = world_of(scene, grains, automatic_step(scene, grains));
    Ledger ledger;
    Fall out;
    while (world.time() < 0.06) {
        if (world.step_index() % 20 != 0) {
            world.step();
            continue;
        }
        const Frame frame = look(world);
        const Measures m = take_measures(scene, world, ledger);
        const double height = fall - frame.center[0].z();
        const double free = std::sqrt(2 * 9.81 * std::max(height, 0.0));
        out.take({std::abs(m.relative_residual), m.largest_speed - free,
                  -m.more_losses.back() / (frame.mass[0] * 9.81 * fall),
                  deepest_in({&scene.shapes[static_cast<std::size_t>(shape)], size, frame.center[0],
                              frame.attitude[0]},
                             samples)});
        out.touched = out.touched || m.contacts > 0;
        world.advance();
    }
    return out;
}

class MeshEdges : public testing::TestWithParam<const char*> {};

TEST_P(MeshEdges, HoldWhatFallsOnThem) {
    const TriangleMesh mesh = mesh_named(GetParam());
    const std::vector<Vec3> samples = samples_of(mesh);
    const Scene scene = edge_scene(mesh);
    const std::uint64_t seed = 11;
    Random random(seed);
    Fall worst;
    int touched = 0, falls = 0;
    for (int shape = 0; shape < static_cast<int>(scene.shapes.size()); ++shape)
        for (int k = 0; k < 5; ++k) {
            // Upright, lying, and as it comes.
            const Vec3 axis(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
            const double angle = random.uniform(0, 3);
            const auto attitude =
                k < 2 ? turned({0, 1, 0}, 0.5 * std::numbers::pi * k) : turned(axis, angle);
            const Fall f = fall_of(scene, shape, attitude, samples);
            SCOPED_TRACE(scene.shapes[static_cast<std::size_t>(shape)].name + ", trial " +
                         std::to_string(k));
            ++falls;
            touched += f.touched ? 1 : 0;
            worst.take(f);
            EXPECT_LT(f.residual, 0.01);
            EXPECT_LT(f.faster, 1e-3);
            EXPECT_LT(f.gained, 1);
            // Corners are soft: a cube on a point of a floor goes in by 0.1.
            EXPECT_LT(f.deepest, 0.15);
        }
    std::printf("seed %llu: %d of %d touched, largest residual %.1e, faster by %.1e m/s, gained "
                "%.3f, deepest %.3f\n",
                static_cast<unsigned long long>(seed), touched, falls, worst.residual, worst.faster,
                worst.gained, worst.deepest);
    EXPECT_EQ(touched, falls);
}

INSTANTIATE_TEST_SUITE_P(Walls, MeshEdges,
                         testing::Values("post", "rail", "table", "corner", "sheet", "tag"),
                         [](const auto& wall) { return std::string(wall.param); });

} // namespace
} // namespace scree
