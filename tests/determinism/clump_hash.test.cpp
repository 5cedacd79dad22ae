// SPDX-License-Identifier: BSD-3-Clause
//
// Clumps and balls that fall on each other, in a box and in a period: the same bits whatever the
// threads, the build of the kernel and the stops on the way.
#include <scree/base/random.hpp>

#include <support/shaped_scenes.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>

namespace scree {
namespace {

using namespace test_support;

constexpr std::int64_t steps = 8000;

struct Falling {
    Scene scene;
    std::vector<Grain> grains;
    double dt = 0;
};

struct Case {
    LawKind law;
    bool is_periodic, rolls;
};

Falling falling_clumps(const Case& which) {
    Falling f;
    Material material = grit(0.6, 0.4);
    if (which.rolls) material.rolling_friction = 0.1;
    f.scene = bare_scene(which.law, material);
    f.scene.gravity = {0, 0, -9.81};
    f.scene.walls = {box_wall({0, 0, 0}, {0.2, 0.2, 0.3})};
    if (which.is_periodic) {
        f.scene.periodic = {Vec3::Zero(), Vec3(0.2, 0.2, 0)};
        const std::vector<std::string> open = {"-x", "+x", "-y", "+y"};
        f.scene.walls[0].surfaces = make_box({0, 0, 0}, {0.2, 0.2, 0.3}, open);
    }
    Random random(5);
    const auto any = [&] {
        return Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    };
    for (const int balls : {2, 5, 12}) {
        std::vector<ClumpBall> made = {{Vec3::Zero(), 0.8}};
        while (static_cast<int>(made.size()) < balls)
            made.push_back({0.7 * any(), random.uniform(0.5, 1.0)});
        f.scene.shapes.push_back(grain_shape("clump", make_clump(made)));
    }
    // Enough rows for several chunks of them.
    for (int k = 0; k < 216; ++k) {
        const Vec3 center(0.017 + 0.033 * (k % 6), 0.017 + 0.033 * (k / 6 % 6),
                          0.017 + 0.033 * (k / 36));
        const int shape = k % 5 < 3 ? k % 5 : k % 2 - 1;
        Grain g = shape < 0 ? grain_at(center, 0.012)
                            : shaped_grain(f.scene, shape, center, 0.012,
                                           turned(any(), random.uniform(0, 3)));
        g.velocity = any();
        g.spin = 20 * any();
        f.grains.push_back(g);
    }
    f.dt = automatic_step(f.scene, f.grains);
    return f;
}

class ClumpHash : public testing::TestWithParam<Case> {};

TEST_P(ClumpHash, SameForAnyThreadsKernelAndStops) {
    const Falling f = falling_clumps(GetParam());
    World plain(f.scene, f.grains, {.dt = f.dt});
    std::size_t touches = 0, at_walls = 0;
    for (std::int64_t s = 0; s < steps; ++s) {
        plain.step();
        if (s % 100 != 0) continue;
        touches += plain.shaped()->contacts.clumps().touches().size();
        at_walls += plain.save().shaped.at_walls.size();
    }
    const std::string expected = plain.state_hash();
    std::printf("hash %s, refreshes %lld, touches of balls seen %zu, at walls %zu\n",
                expected.c_str(), static_cast<long long>(plain.counters().refreshes), touches,
                at_walls);
    EXPECT_GE(plain.counters().refreshes, 3); // not vacuous
    EXPECT_GT(touches, 500U);
    EXPECT_GT(at_walls, 100U);

    WorldOptions options{.dt = f.dt, .threads = 3};
    options.baseline_kernel = true;
    World threads(f.scene, f.grains, options);
    run_steps(threads, steps);
    EXPECT_EQ(threads.state_hash(), expected);

    const std::uint64_t seed = 17;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    std::vector<std::int64_t> stops = {0, steps};
    for (int k = 0; k < 6; ++k) stops.push_back(static_cast<std::int64_t>(random.below(steps)));
    std::sort(stops.begin(), stops.end());
    auto world = std::make_unique<World>(f.scene, f.grains, WorldOptions{.dt = f.dt});
    for (std::size_t k = 1; k < stops.size(); ++k) {
        run_steps(*world, stops[k] - stops[k - 1]);
        const SavedState saved = world->save();
        world = std::make_unique<World>(
            f.scene, saved,
            WorldOptions{.dt = f.dt, .threads = 1 + static_cast<int>(random.below(3))});
        EXPECT_EQ(world->state_hash(), saved.hash());
    }
    EXPECT_EQ(world->state_hash(), expected);
}

INSTANTIATE_TEST_SUITE_P(All, ClumpHash,
                         testing::Values(Case{LawKind::linear, false, false},
                                         Case{LawKind::linear, true, false},
                                         Case{LawKind::hertz, true, true}));

} // namespace
} // namespace scree
