// SPDX-License-Identifier: BSD-3-Clause
//
// Walls of triangles that move, with balls and other grains on them: the same bits whatever the
// threads, the search and the stops on the way.
#include "support/mesh_scenes.hpp"
#include "support/shaped_scenes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>
#include <tuple>

namespace scree {
namespace {

using namespace test_support;

#if defined(__SANITIZE_THREAD__)
constexpr double duration = 0.03;
#else
constexpr double duration = 0.1;
#endif

struct Shaken {
    Scene scene;
    std::vector<Grain> grains;
    double dt = 0;
};

/// A drum of triangles that turns, a torn floor that shakes, a lid that falls on it all.
Shaken shaken_scene(LawKind law, bool with_shapes) {
    Shaken m;
    Material material = grit(0.5, 0.4);
    if (law == LawKind::pournin) material.reload_loss = 0.8;
    material.rolling_friction = law == LawKind::hertz ? 0.1 : 0;
    m.scene = bare_scene(law, material);
    m.scene.gravity = {0, 0, -9.81};
    TriangleMesh drum = test::cylinder_mesh(0.06, 0.2, 24, 3), floor = cut_floor(0.08, 0.002, 8);
    m.scene.walls = {mesh_wall(drum), mesh_wall(floor), mesh_wall(cut_floor(0.05, 0.087, 4)),
                     plane_wall({0, 0, -0.05}, Vec3::UnitZ())};
    FreeMotion lid;
    lid.mass = 0.03;
    lid.axis = Vec3::UnitZ();
    m.scene.drives = {drive_of(Rotation{Vec3::Zero(), Vec3(0, 0.05, 1).normalized(), 3}, {0}),
                      drive_of(Oscillation{{0.001, 0, 0.002}, 30, 0.2}, {1}), drive_of(lid, {2})};
    if (with_shapes)
        m.scene.shapes = {cube_shape(), grain_shape("ellipsoid", solid_ellipsoid({1, 0.8, 1.25})),
                          grain_shape("capsule", solid_capsule(0.5, 0.6)),
                          grain_shape("grain", generated_grain({}, 1)),
                          grain_shape("clump", make_clump(std::vector<ClumpBall>{
                                                   {{0, 0, 0}, 1}, {{1, 0, 0}, 0.8}}))};
    Random random(7);
    for (int k = 0; k < 48; ++k) {
        const Vec3 center(-0.026 + 0.0173 * (k % 4), -0.026 + 0.0173 * (k / 4 % 4),
                          0.012 + 0.03 * (k / 16));
        const double radius = 0.0055 + 0.0002 * (k % 5);
        const Vec3 axis(random.uniform(-1, 1), random.uniform(-1, 1), 1);
        Grain g = with_shapes && k % 2 == 0
                      ? shaped_grain(m.scene, k / 2 % 5, center, radius, turned(axis, k))
                      : grain_at(center, radius + 0.001);
        g.velocity =
            1.5 * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        m.grains.push_back(g);
    }
    m.dt = automatic_step(m.scene, m.grains);
    return m;
}

class MeshHash : public testing::TestWithParam<std::tuple<LawKind, bool>> {};

TEST_P(MeshHash, SameForThreadsSearchesAndStops) {
    const auto [law, with_shapes] = GetParam();
    const Shaken m = shaken_scene(law, with_shapes);
    const auto steps = static_cast<std::int64_t>(duration / m.dt);
    const auto options = [&](int threads, const std::string& broad) {
        return WorldOptions{.dt = m.dt, .broad = broad, .threads = threads};
    };
    World plain(m.scene, m.grains, options(1, "grid"));
    std::array<std::size_t, 3> touched{};
    for (std::int64_t s = 0; s < steps; ++s) {
        plain.step();
        const SavedState state = s % 20 == 0 ? plain.save() : SavedState{};
        for (const WallRow& row : state.walls)
            if (!with_shapes && row.surface < 3) ++touched[static_cast<std::size_t>(row.surface)];
        for (const TouchRow& row : state.shaped.touches)
            if (row.pair.b < 0 && row.pair.b > -4)
                ++touched[static_cast<std::size_t>(-1 - row.pair.b)];
    }
    const std::string expected = plain.state_hash();
    std::printf("hash %s, %lld steps, %lld refreshes, touches seen: drum %zu, floor %zu, lid %zu\n",
                expected.c_str(), static_cast<long long>(steps),
                static_cast<long long>(plain.counters().refreshes), touched[0], touched[1],
                touched[2]);
    for (const std::size_t count : touched) EXPECT_GT(count, 5U); // not vacuous
    EXPECT_GE(plain.counters().refreshes, 3);
    plain.evaluate();
    EXPECT_EQ(plain.audit().missed, 0);
    for (const WorldOptions& o :
         {options(2, "grid"), options(4, "triangulation"), options(3, "all-pairs")}) {
        World other(m.scene, m.grains, o);
        run_steps(other, steps);
        EXPECT_EQ(other.state_hash(), expected) << o.broad << " " << o.threads;
    }
    const std::uint64_t seed = 23;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    const std::array searches{"grid", "all-pairs", "triangulation"};
    auto world = std::make_unique<World>(m.scene, m.grains, options(1, "grid"));
    for (std::size_t k = 0; world->step_index() < steps; ++k) {
        run_steps(*world, std::min<std::int64_t>(1 + static_cast<std::int64_t>(random.below(
                                                         static_cast<std::uint64_t>(steps) / 4)),
                                                 steps - world->step_index()));
        const SavedState saved = world->save();
        world = std::make_unique<World>(
            m.scene, saved, options(1 + static_cast<int>(random.below(3)), searches[k % 3]));
        EXPECT_EQ(world->state_hash(), saved.hash());
    }
    EXPECT_EQ(world->state_hash(), expected);
}

INSTANTIATE_TEST_SUITE_P(Laws, MeshHash,
                         testing::Values(std::tuple(LawKind::linear, false),
                                         std::tuple(LawKind::hertz, false),
                                         std::tuple(LawKind::linear, true),
                                         std::tuple(LawKind::pournin, true)),
                         [](const auto& each) {
                             return std::string(name_of(std::get<0>(each.param))) +
                                    (std::get<1>(each.param) ? "_shapes" : "_balls");
                         });

} // namespace
} // namespace scree
