// SPDX-License-Identifier: BSD-3-Clause
//
// The same bits for walls that are shaken, turned and pushed, and for a gravity that turns.
#include "support/flowing_scene.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>

namespace scree {
namespace {

using namespace test_support;

#if defined(__SANITIZE_THREAD__)
constexpr std::int64_t steps = 200;
#else
constexpr std::int64_t steps = 1000;
#endif

Drive drive_of(std::vector<int> walls, Motion motion, double from = 0) {
    Drive drive;
    drive.name = "drive";
    drive.walls = std::move(walls);
    drive.motion = std::move(motion);
    drive.from = from;
    return drive;
}

class DrivenHash : public testing::TestWithParam<LawKind> {
protected:
    void SetUp() override {
        flow_ = flowing_scene(GetParam(), 2000);
        fill(flow_, flow_);
        Scene& scene = flow_.scene;
        FreeMotion free; // the disc below the opening, on which the grains fall
        free.mass = 0.05;
        free.force = Vec3(0, 0, 0.4);
        free.schedule = Schedule::ramp;
        free.rise = 0.01;
        dt_ = automatic_step(scene, flow_.grains);
        const double second = dt_ * static_cast<double>(steps);
        scene.drives = {
            drive_of({0, 1, 2}, Oscillation{{0.001, 0, 0.001}, 1 / second, 0.3}),
            drive_of({0, 1, 2}, Rotation{{0, 0, 0.1}, Vec3(0, 0.1, 1).normalized(), 0.3 / second}),
            drive_of({4}, Tapping{{0, 0, 0.003}, 4 / second, 0.1 * second}, 0.05 * second),
            drive_of({5}, free, 0.1 * second), drive_of({6}, SteadyMotion{{0, 0, 0.01 / second}})};
        scene.gravity_turns = {{Vec3::UnitX(), 0.4, 0.2 * second, 0.5 * second}};
        dt_ = automatic_step(scene, flow_.grains);
    }
    WorldOptions options(int threads, const std::string& broad) const {
        return {.dt = dt_, .broad = broad, .threads = threads};
    }

    FlowingScene flow_;
    double dt_ = 0;
};

TEST_P(DrivenHash, SameForThreadsSearchesKernelsAndStops) {
    World plain(flow_.scene, flow_.grains, options(1, "grid"));
    run_steps(plain, steps);
    const std::string expected = plain.state_hash();
    const SavedState end = plain.save();
    std::printf("hash %s, refreshes %lld, pairs %zu, wall contacts %zu, work %g J\n",
                expected.c_str(), static_cast<long long>(plain.counters().refreshes),
                end.pairs.size(), end.walls.size(), end.work);
    EXPECT_GT(end.walls.size(), 5U);
    EXPECT_GT(end.pairs.size(), 100U);
    EXPECT_NE(end.work, 0);
    EXPECT_FALSE(end.movers[3].shift.isZero(0));
    plain.evaluate();
    EXPECT_EQ(plain.audit().missed, 0);

    WorldOptions portable = options(3, "all-pairs");
    portable.baseline_kernel = true;
    for (const WorldOptions& o :
         {options(2, "grid"), options(4, "triangulation"), options(2, "auto"), portable}) {
        World other(flow_.scene, flow_.grains, o);
        run_steps(other, steps);
        EXPECT_EQ(other.state_hash(), expected) << o.broad << " " << o.threads;
    }

    const std::uint64_t seed = 23;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    auto world = std::make_unique<World>(flow_.scene, flow_.grains, options(1, "grid"));
    const std::array searches{"grid", "all-pairs", "triangulation"};
    for (std::size_t k = 0; world->step_index() < steps; ++k) {
        run_steps(*world, std::min<std::int64_t>(1 + static_cast<std::int64_t>(random.below(200)),
                                                 steps - world->step_index()));
        const SavedState saved = world->save();
        world = std::make_unique<World>(
            flow_.scene, saved, options(1 + static_cast<int>(random.below(4)), searches[k % 3]));
        EXPECT_EQ(world->state_hash(), saved.hash());
    }
    EXPECT_EQ(world->state_hash(), expected);
}

INSTANTIATE_TEST_SUITE_P(BothLaws, DrivenHash, testing::Values(LawKind::linear, LawKind::hertz),
                         [](const auto& law) {
                             return law.param == LawKind::linear ? "linear" : "hertz";
                         });

} // namespace
} // namespace scree
