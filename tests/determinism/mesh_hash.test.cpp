// SPDX-License-Identifier: BSD-3-Clause
//
// Walls of triangles that move, with balls on them: the same bits whatever the threads, the search
// and the stops on the way.
#include "support/mesh_scenes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>

namespace scree {
namespace {

using namespace test_support;

#if defined(__SANITIZE_THREAD__)
constexpr std::int64_t steps = 1000;
#else
constexpr std::int64_t steps = 4000;
#endif

struct Shaken {
    Scene scene;
    std::vector<Grain> grains;
    double dt = 0;
};

/// A drum of triangles that turns, a torn floor that shakes, a lid that falls on it all.
Shaken shaken_scene(LawKind law) {
    Shaken m;
    Material material = grit(0.5, 0.4);
    if (law == LawKind::pournin) material.reload_loss = 0.8;
    material.rolling_friction = law == LawKind::hertz ? 0.1 : 0;
    m.scene = bare_scene(law, material);
    m.scene.gravity = {0, 0, -9.81};
    TriangleMesh drum = test::cylinder_mesh(0.06, 0.2, 24, 3), floor = cut_floor(0.08, 0.002, 8);
    m.scene.walls = {mesh_wall(drum), mesh_wall(floor), mesh_wall(cut_floor(0.05, 0.13, 4)),
                     plane_wall({0, 0, -0.05}, Vec3::UnitZ())};
    FreeMotion lid;
    lid.mass = 0.03;
    lid.axis = Vec3::UnitZ();
    m.scene.drives = {drive_of(Rotation{Vec3::Zero(), Vec3(0, 0.05, 1).normalized(), 3}, {0}),
                      drive_of(Oscillation{{0.001, 0, 0.002}, 30, 0.2}, {1}), drive_of(lid, {2})};
    Random random(7);
    for (int k = 0; k < 48; ++k) {
        const Vec3 center(-0.026 + 0.0173 * (k % 4), -0.026 + 0.0173 * (k / 4 % 4),
                          0.02 + 0.03 * (k / 16));
        Grain g = grain_at(center, 0.0065 + 0.0002 * (k % 5));
        g.velocity =
            0.6 * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        m.grains.push_back(g);
    }
    m.dt = automatic_step(m.scene, m.grains);
    return m;
}

class MeshHash : public testing::TestWithParam<LawKind> {};

TEST_P(MeshHash, SameForThreadsSearchesAndStops) {
    const Shaken m = shaken_scene(GetParam());
    const auto options = [&](int threads, const std::string& broad) {
        return WorldOptions{.dt = m.dt, .broad = broad, .threads = threads};
    };
    World plain(m.scene, m.grains, options(1, "grid"));
    std::array<std::size_t, 3> touched{};
    for (std::int64_t s = 0; s < steps; ++s) {
        plain.step();
        const SavedState state = s % 50 == 0 ? plain.save() : SavedState{};
        for (const WallRow& row : state.walls)
            if (row.surface < 3) ++touched[static_cast<std::size_t>(row.surface)];
    }
    const std::string expected = plain.state_hash();
    std::printf("hash %s, refreshes %lld, touches seen: drum %zu, floor %zu, lid %zu\n",
                expected.c_str(), static_cast<long long>(plain.counters().refreshes), touched[0],
                touched[1], touched[2]);
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
        run_steps(*world, std::min<std::int64_t>(1 + static_cast<std::int64_t>(random.below(900)),
                                                 steps - world->step_index()));
        const SavedState saved = world->save();
        world = std::make_unique<World>(
            m.scene, saved, options(1 + static_cast<int>(random.below(3)), searches[k % 3]));
        EXPECT_EQ(world->state_hash(), saved.hash());
    }
    EXPECT_EQ(world->state_hash(), expected);
}

INSTANTIATE_TEST_SUITE_P(Laws, MeshHash,
                         testing::Values(LawKind::linear, LawKind::hertz, LawKind::pournin),
                         [](const auto& law) { return std::string(name_of(law.param)); });

} // namespace
} // namespace scree
