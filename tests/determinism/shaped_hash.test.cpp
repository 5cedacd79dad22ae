// SPDX-License-Identifier: BSD-3-Clause
//
// Grains of every shape, with balls, in a box: the same bits whatever the threads, the search and
// the stops on the way.
#include <scree/base/random.hpp>

#include <support/mixed_scene.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <set>

namespace scree {
namespace {

using namespace test_support;

constexpr std::int64_t steps = 5000;

using Case = MixedCase;

std::string hash_after(const Mixed& m, int threads, const std::string& broad) {
    World world(m.scene, m.grains, {.dt = m.dt, .broad = broad, .threads = threads});
    run_steps(world, steps);
    return world.state_hash();
}

class ShapedHash : public testing::TestWithParam<Case> {};

TEST_P(ShapedHash, SameForAnyThreadsAndAnySearch) {
    const Mixed m = mixed_scene(GetParam());
    World plain(m.scene, m.grains, {.dt = m.dt, .broad = "grid"});
    std::size_t touches = 0, at_walls = 0, at_clump_walls = 0;
    std::set<std::uint32_t> walls;
    for (std::int64_t s = 0; s < steps; ++s) {
        plain.step();
        const SavedState state = s % 10 == 0 ? plain.save() : SavedState{};
        for (const TouchRow& row : state.shaped.touches) {
            ++(row.pair.b < 0 ? at_walls : touches);
            if (row.pair.b < 0)
                walls.insert(plain.walls().wall[static_cast<std::size_t>(-1 - row.pair.b)]);
        }
        at_clump_walls += state.shaped.at_walls.size();
    }
    const std::string expected = plain.state_hash();
    std::printf("hash %s, refreshes %lld, touches seen %zu, at %zu walls %zu, of clumps %zu\n",
                expected.c_str(), static_cast<long long>(plain.counters().refreshes), touches,
                walls.size(), at_walls, at_clump_walls);
    EXPECT_GE(plain.counters().refreshes, 3); // not vacuous
    EXPECT_GT(touches, 10U);
    EXPECT_GT(at_walls, 5U);
    // In a period the clump does not get so far.
    EXPECT_TRUE(m.scene.periodic.any() || at_clump_walls > 5U);
    EXPECT_EQ(walls.size(), m.scene.walls.size()) << testing::PrintToString(walls);
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
                                         Case{LawKind::pournin, true},
                                         Case{.law = LawKind::linear, .has_all_walls = true}),
                         [](const auto& test) {
                             return std::string(name_of(test.param.law)) +
                                    (test.param.is_periodic ? "Periodic" : "") +
                                    (test.param.has_all_walls ? "AllWalls" : "");
                         });

} // namespace
} // namespace scree
