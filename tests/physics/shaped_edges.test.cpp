// SPDX-License-Identifier: BSD-3-Clause
//
// Grains that are no balls fall on the borders of thin walls: they are held or tip over, and are
// neither thrown away nor let through.
#include <support/shaped_scenes.hpp>

#include <scree/base/random.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace scree {
namespace {

using namespace test_support;

Scene edge_scene(const Wall& wall) {
    Scene scene = bare_scene(LawKind::linear, grit(0.4, 0.4));
    scene.materials[0].contact_time = 4e-4;
    scene.gravity = {0, 0, -9.81};
    scene.walls = {wall};
    scene.shapes = {
        cube_shape(),
        grain_shape("pellet", solid_cylinder(0.7, 0.75)),
        grain_shape("egg", solid_ellipsoid({2, 1, 1})),
        grain_shape("pill", solid_capsule(1, 0.6)),
        grain_shape("tetrahedron", regular_solid("tetrahedron", 1)),
        grain_shape("grain", generated_grain({}, 1)),
        grain_shape("clump", make_clump(std::vector<ClumpBall>{{{0, 0, 0}, 1}, {{1, 0, 0}, 0.8}}))};
    return scene;
}

constexpr double size = 0.004, fall = 0.013;

struct Fall {
    double residual = 0, fastest = 0;
    bool touched = false;
};

/// One grain falls on the border at x = 0.02, z = 0.
Fall fall_of(const Scene& scene, int shape, const Eigen::Quaterniond& attitude) {
    const std::vector<Grain> grains = {
        shaped_grain(scene, shape, {0.0195, 0, fall}, size, attitude)};
    World world = world_of(scene, grains, automatic_step(scene, grains));
    Ledger ledger;
    Fall out;
    while (world.time() < 0.06) {
        world.evaluate();
        if (world.step_index() % 20 == 0) {
            const Measures m = take_measures(scene, world, ledger);
            out.residual = std::max(out.residual, std::abs(m.relative_residual));
            out.fastest = std::max(out.fastest, m.largest_speed);
            out.touched = out.touched || m.contacts > 0;
        }
        world.advance();
    }
    return out;
}

class ShapedEdges : public testing::TestWithParam<const char*> {
protected:
    static Wall wall() {
        const std::string name = GetParam();
        if (name == "cylinder")
            return wall_of(name, make_frustum({0, 0, -0.05}, Vec3::Zero(), 0.02, 0.02));
        if (name == "cone")
            return wall_of(name, make_frustum({0, 0, -0.02}, Vec3::Zero(), 0.01, 0.02));
        if (name == "disc")
            return wall_of(name, make_annulus(Vec3::Zero(), Vec3::UnitZ(), 0, 0.02));
        if (name == "rod") return wall_of(name, make_rod({0, 0, -0.05}, Vec3::Zero(), 0.02));
        if (name == "thin") // no wider than a quarter of the grains
            return box_wall({0.0195, -0.02, -0.05}, {0.0205, 0.02, 0});
        return box_wall({-0.02, -0.02, -0.05}, {0.02, 0.02, 0});
    }
};

TEST_P(ShapedEdges, HoldWhatFallsOnThem) {
    const Scene scene = edge_scene(wall());
    const std::uint64_t seed = 11;
    Random random(seed);
    Fall worst;
    int touched = 0, falls = 0;
    for (int shape = 0; shape < static_cast<int>(scene.shapes.size()); ++shape)
        for (int k = 0; k < 3; ++k) {
            const Vec3 axis(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
            const Fall f = fall_of(scene, shape, turned(axis, random.uniform(0, 3)));
            ++falls;
            touched += f.touched ? 1 : 0;
            worst.residual = std::max(worst.residual, f.residual);
            worst.fastest = std::max(worst.fastest, f.fastest);
            const auto& name = scene.shapes[static_cast<std::size_t>(shape)].name;
            EXPECT_LT(f.residual, 0.02) << name << ", trial " << k;
            // Free fall for the whole time: 0.59 m/s. Where the contact goes over from the surface
            // to its border it may give a little (it is booked); thrown about means metres per
            // second.
            EXPECT_LT(f.fastest, 0.75) << name << ", trial " << k;
        }
    std::printf("seed %llu: %d of %d touched, largest residual %.1e, fastest %.2f m/s\n",
                static_cast<unsigned long long>(seed), touched, falls, worst.residual,
                worst.fastest);
    EXPECT_EQ(touched, falls);
}

INSTANTIATE_TEST_SUITE_P(Walls, ShapedEdges,
                         testing::Values("cylinder", "cone", "disc", "rod", "box", "thin"),
                         [](const auto& wall) { return std::string(wall.param); });

// Nothing acts where a wall is not: a brick falls freely until it lies on the thin box.
TEST(ShapedBorders, AThinBoxEndsWhereItEnds) {
    Scene scene = bare_scene(LawKind::linear, grit(0.4, 0.4));
    scene.gravity = {0, 0, -9.81};
    scene.walls = {box_wall({-0.0005, -0.02, -0.01}, {0.0005, 0.02, 0})};
    scene.shapes = {grain_shape("brick", solid_box({3, 1, 1}))};
    const std::vector<Grain> grains = {shaped_grain(scene, 0, {0, 0, 0.0065}, 0.004)};
    World world = world_of(scene, grains, automatic_step(scene, grains));
    const double half = 0.004 * std::cbrt(std::numbers::pi / 18); // of its height
    bool touched = false;
    while (world.time() < 0.05) {
        world.step();
        touched = touched || world.contact_count() > 0;
        if (world.center_in_scene(0).z() > half && world.time() < 0.029) {
            ASSERT_FALSE(touched) << world.time();
        }
    }
    EXPECT_TRUE(touched);
    EXPECT_GT(world.center_in_scene(0).z(), 0.9 * half);
}

} // namespace
} // namespace scree
