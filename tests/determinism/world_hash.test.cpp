// SPDX-License-Identifier: BSD-3-Clause
//
// The same bits whatever the threads, the search, the instruction set and the stops on the way.
#include "support/flowing_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

namespace scree {
namespace {

using namespace test_support;

constexpr std::int64_t grain_count = 2000;
constexpr std::int64_t steps = 1000;

struct Law {
    const char* name;
    LawKind kind;
    double turning, cohesion; ///< friction of rolling and twisting; J/m²
    double viscosity;
};

class WorldHash : public testing::TestWithParam<Law> {
protected:
    void SetUp() override {
        flow_ = flowing_scene(GetParam().kind, grain_count);
        for (Material& m : flow_.scene.materials) {
            m.rolling_friction = m.twisting_friction = GetParam().turning;
            m.cohesion = GetParam().cohesion;
            if (GetParam().kind == LawKind::pournin) m.reload_loss = 0.7;
        }
        flow_.scene.fluid.viscosity = GetParam().viscosity;
        fill(flow_, flow_);
        dt_ = automatic_step(flow_.scene, flow_.grains);
    }

    WorldOptions options(int threads, const std::string& broad) const {
        return {.dt = dt_, .broad = broad, .threads = threads};
    }
    World fresh(int threads, const std::string& broad) const {
        return {flow_.scene, flow_.grains, options(threads, broad)};
    }
    std::string hash_after(World& world, std::int64_t count) const {
        run_steps(world, count);
        return world.state_hash();
    }

    FlowingScene flow_;
    double dt_ = 0;
};

TEST_P(WorldHash, SameForAnyThreadsAndEitherSearch) {
    World plain = fresh(1, "grid");
    const std::string expected = hash_after(plain, steps);
    // Not vacuous: the list was made anew, grains touch each other and walls, springs are
    // stretched.
    const SavedState state = plain.save();
    std::printf("hash %s, refreshes %lld, pairs %zu, wall contacts %zu\n", expected.c_str(),
                static_cast<long long>(plain.counters().refreshes), state.pairs.size(),
                state.walls.size());
    EXPECT_GE(plain.counters().refreshes, 5);
    EXPECT_GT(state.pairs.size(), 300U);
    EXPECT_GT(state.walls.size(), 5U);
    EXPECT_GT(state.lost.friction, 0);
    EXPECT_GT(state.lost.damping, 0);
    EXPECT_NE(expected, fresh(1, "grid").state_hash());

    for (const int threads : {2, 3, 4}) {
        World world = fresh(threads, "grid");
        EXPECT_EQ(hash_after(world, steps), expected) << threads << " threads";
    }
    World brute = fresh(2, "all-pairs");
    EXPECT_EQ(hash_after(brute, steps), expected) << "all pairs";
    World edges = fresh(2, "triangulation");
    EXPECT_EQ(hash_after(edges, steps), expected) << "triangulation";
    World automatic = fresh(4, "auto");
    EXPECT_EQ(hash_after(automatic, steps), expected) << "auto";
    WorldOptions portable = options(2, "grid");
    portable.baseline_kernel = true;
    World baseline(flow_.scene, flow_.grains, portable);
    EXPECT_EQ(hash_after(baseline, steps), expected) << "baseline kernel";
}

// Saved and restored at random steps, each time with other threads and another search.
TEST_P(WorldHash, SameAfterStops) {
    World plain = fresh(2, "grid");
    const std::string expected = hash_after(plain, steps);
    const std::uint64_t seed = 17;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    const std::array searches{"grid", "all-pairs", "sweep", "triangulation"};
    for (int round = 0; round < 2; ++round) {
        std::vector<std::int64_t> stops = {0, steps};
        for (int k = 0; k < 6; ++k) stops.push_back(static_cast<std::int64_t>(random.below(steps)));
        std::sort(stops.begin(), stops.end());
        auto world = std::make_unique<World>(flow_.scene, flow_.grains, options(1, "grid"));
        for (std::size_t k = 1; k < stops.size(); ++k) {
            run_steps(*world, stops[k] - stops[k - 1]);
            const SavedState saved = world->save();
            const int threads = 1 + static_cast<int>(random.below(4));
            world = std::make_unique<World>(flow_.scene, saved,
                                            options(threads, searches[k % searches.size()]));
            EXPECT_EQ(world->state_hash(), saved.hash());
        }
        EXPECT_EQ(world->step_index(), steps);
        EXPECT_EQ(world->state_hash(), expected);
    }
}

// Observers only look: measuring and framing every step changes nothing.
TEST_P(WorldHash, SameWhenWatched) {
    constexpr std::int64_t few = 100;
    World plain = fresh(2, "grid");
    const std::string expected = hash_after(plain, few);
    World watched = fresh(2, "grid");
    Ledger ledger;
    for (std::int64_t s = 0; s < few; ++s) {
        watched.evaluate();
        if (s % 3 == 0) take_measures(flow_.scene, watched, ledger);
        if (s % 7 == 0) {
            watched.complete_forces();
            EXPECT_EQ(make_frame(watched).center.size(), flow_.grains.size());
            EXPECT_EQ(watched.audit().missed, 0);
        }
        watched.advance();
    }
    EXPECT_EQ(watched.state_hash(), expected);
}

INSTANTIATE_TEST_SUITE_P(AllLaws, WorldHash,
                         testing::Values(Law{"linear", LawKind::linear, 0, 0, 0},
                                         Law{"hertz", LawKind::hertz, 0, 0, 0},
                                         Law{"linear_rolling", LawKind::linear, 0.2, 0.05, 0},
                                         Law{"hertz_rolling", LawKind::hertz, 0.2, 0.05, 0.01},
                                         Law{"walton", LawKind::walton, 0, 0, 0},
                                         Law{"pournin", LawKind::pournin, 0.1, 0, 0}),
                         [](const auto& law) { return std::string(law.param.name); });

} // namespace
} // namespace scree
