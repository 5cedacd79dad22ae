// SPDX-License-Identifier: BSD-3-Clause
//
// Grains of every shape, with balls, in a box: the same bits whatever the threads, the search and
// the stops on the way.
#include <scree/base/random.hpp>

#include <support/shaped_scenes.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

namespace scree {
namespace {

using namespace test_support;

constexpr std::int64_t steps = 5000;

struct Mixed {
    Scene scene;
    std::vector<Grain> grains;
    double dt = 0;
};

struct Case {
    LawKind law;
    bool is_periodic;
};

/// Two of each shape and some balls, thrown at each other in a box; or between two of its faces, in
/// a period along the others.
Mixed mixed_scene(const Case& which) {
    const LawKind law = which.law;
    Mixed m;
    Material material = grit(0.6, 0.4);
    if (law == LawKind::pournin) material.reload_loss = 0.8;
    material.rolling_friction = law == LawKind::hertz ? 0.1 : 0;
    m.scene = bare_scene(law, material);
    m.scene.gravity = {0, 0, -9.81};
    m.scene.walls = {box_wall({0, 0, 0}, {0.1, 0.1, 0.1})};
    if (which.is_periodic) {
        m.scene.periodic = {Vec3::Zero(), Vec3(0.14, 0.14, 0)};
        Wall faces = m.scene.walls[0];
        const std::vector<std::string> open = {"-x", "+x", "-y", "+y"};
        faces.surfaces = make_box({0, 0, 0}, {0.14, 0.14, 0.1}, open);
        m.scene.walls = {faces};
    }
    m.scene.shapes = {
        cube_shape(),
        grain_shape("tetrahedron", regular_solid("tetrahedron", 1)),
        grain_shape("rounded", solid_box({1, 0.7, 0.5}, 0.2)),
        grain_shape("ellipsoid", solid_ellipsoid({1, 0.8, 1.25})),
        grain_shape("superquadric", solid_superquadric({1, 0.8, 0.7}, 4, 3)),
        grain_shape("capsule", solid_capsule(1, 0.5)),
        grain_shape("cylinder", solid_cylinder(0.6, 1)),
        grain_shape("cone", solid_cone(1, 1.5)),
        grain_shape("grain", generated_grain({}, 1)),
        grain_shape("clump", make_clump(std::vector<ClumpBall>{{{0, 0, 0}, 1}, {{1, 0, 0}, 0.8}}))};
    Random random(4);
    for (int k = 0; k < 27; ++k) {
        const Vec3 center(0.02 + 0.03 * (k % 3), 0.02 + 0.03 * (k / 3 % 3), 0.02 + 0.03 * (k / 9));
        const int shape = k % 11 - 1;
        const Vec3 axis(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        Grain g = shape < 0 ? grain_at(center, 0.008)
                            : shaped_grain(m.scene, shape, center, 0.0085,
                                           turned(axis, random.uniform(0, 3)));
        g.velocity =
            2.5 * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        g.spin = 20 * axis;
        m.grains.push_back(g);
    }
    m.dt = automatic_step(m.scene, m.grains);
    return m;
}

std::string hash_after(const Mixed& m, int threads, const std::string& broad) {
    World world(m.scene, m.grains, {.dt = m.dt, .broad = broad, .threads = threads});
    run_steps(world, steps);
    return world.state_hash();
}

class ShapedHash : public testing::TestWithParam<Case> {};

TEST_P(ShapedHash, SameForAnyThreadsAndAnySearch) {
    const Mixed m = mixed_scene(GetParam());
    World plain(m.scene, m.grains, {.dt = m.dt, .broad = "grid"});
    std::size_t touches = 0, at_walls = 0;
    for (std::int64_t s = 0; s < steps; ++s) {
        plain.step();
        const SavedState state = s % 50 == 0 ? plain.save() : SavedState{};
        for (const TouchRow& row : state.shaped.touches) ++(row.pair.b < 0 ? at_walls : touches);
    }
    const std::string expected = plain.state_hash();
    std::printf("hash %s, refreshes %lld, touches seen %zu, at walls %zu\n", expected.c_str(),
                static_cast<long long>(plain.counters().refreshes), touches, at_walls);
    EXPECT_GE(plain.counters().refreshes, 3); // not vacuous
    EXPECT_GT(touches, 10U);
    EXPECT_GT(at_walls, 5U);
    for (const int threads : {2, 4}) EXPECT_EQ(hash_after(m, threads, "grid"), expected) << threads;
    EXPECT_EQ(hash_after(m, 2, "all-pairs"), expected);
    EXPECT_EQ(hash_after(m, 1, "sweep"), expected);
    EXPECT_EQ(hash_after(m, 1, "triangulation"), expected);
}

TEST_P(ShapedHash, SameAfterStops) {
    const Mixed m = mixed_scene(GetParam());
    const std::string expected = hash_after(m, 1, "grid");
    const std::uint64_t seed = 23;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    const std::array searches{"grid", "all-pairs", "sweep", "triangulation"};
    std::vector<std::int64_t> stops = {0, steps};
    for (int k = 0; k < 6; ++k) stops.push_back(static_cast<std::int64_t>(random.below(steps)));
    std::sort(stops.begin(), stops.end());
    auto world = std::make_unique<World>(m.scene, m.grains, WorldOptions{.dt = m.dt});
    for (std::size_t k = 1; k < stops.size(); ++k) {
        run_steps(*world, stops[k] - stops[k - 1]);
        const SavedState saved = world->save();
        world =
            std::make_unique<World>(m.scene, saved,
                                    WorldOptions{.dt = m.dt,
                                                 .broad = searches[k % searches.size()],
                                                 .threads = 1 + static_cast<int>(random.below(3))});
        EXPECT_EQ(world->state_hash(), saved.hash());
    }
    EXPECT_EQ(world->state_hash(), expected);
}

TEST_P(ShapedHash, SameWhenWatched) {
    const Mixed m = mixed_scene(GetParam());
    World plain(m.scene, m.grains, {.dt = m.dt}), watched(m.scene, m.grains, {.dt = m.dt});
    Ledger ledger;
    double worst = 0;
    for (int s = 0; s < 100; ++s) {
        plain.step();
        watched.evaluate();
        if (s % 3 == 0)
            worst = std::max(worst,
                             std::abs(take_measures(m.scene, watched, ledger).relative_residual));
        if (s % 7 == 0) {
            watched.complete_forces();
            EXPECT_EQ(make_frame(watched).attitude.size(), m.grains.size());
            EXPECT_EQ(watched.audit().missed, 0);
        }
        watched.advance();
    }
    EXPECT_LT(worst, 1e-2);
    EXPECT_EQ(watched.state_hash(), plain.state_hash());
}

INSTANTIATE_TEST_SUITE_P(Laws, ShapedHash,
                         testing::Values(Case{LawKind::linear, false}, Case{LawKind::hertz, false},
                                         Case{LawKind::pournin, false}, Case{LawKind::linear, true},
                                         Case{LawKind::pournin, true}),
                         [](const auto& test) {
                             return std::string(name_of(test.param.law)) +
                                    (test.param.is_periodic ? "Periodic" : "");
                         });

} // namespace
} // namespace scree
