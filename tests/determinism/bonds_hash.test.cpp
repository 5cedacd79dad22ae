// SPDX-License-Identifier: BSD-3-Clause
//
// The same bits while clusters are poured, break, and flow out.
#include "support/scenes.hpp"

#include <scree/base/random.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>

namespace scree {
namespace {

using namespace test_support;

#if defined(__SANITIZE_THREAD__)
constexpr std::int64_t steps = 600;
#else
constexpr std::int64_t steps = 2500;
#endif

Cluster cluster_of(std::vector<Vec3> centers, double radius, int bond) {
    Cluster cluster;
    cluster.bond = bond;
    cluster.centers = std::move(centers);
    cluster.radii.assign(cluster.centers.size(), radius);
    finish_cluster(cluster, 0.01);
    return cluster;
}

GrainGroup group_of(const Scene& scene, int cluster, Fill fill) {
    GrainGroup group;
    group.name = "group " + std::to_string(cluster);
    group.cluster = cluster;
    group.orientation.is_random = true;
    group.classes = {{scene.clusters[static_cast<std::size_t>(cluster)].bounding_radius, 1, 0}};
    group.fill = std::move(fill);
    return group;
}

/// Brittle balls and tough rods thrown down on a floor with a hole; more rods are poured.
Scene breaking_scene() {
    const double r = 0.005;
    Scene scene = bare_scene(LawKind::hertz, grit(0.4, 0.4));
    scene.gravity = Vec3(0, 0, -9.81);
    BondKind brittle{"brittle",
                     BeamBond{.young = 1e7,
                              .poisson = 0.2,
                              .tensile_strength = 3e4,
                              .shear_strength = 3e4,
                              .bending_strength = 3e4,
                              .torsion_strength = 3e4},
                     0.1};
    BondKind glue{"glue", PotentialGlue{-1, 0.2, 8}, 0.05, 0.02};
    scene.bonds = {brittle, glue};
    scene.clusters = {cluster_of(ball_shape(3 * r, 2 * r), r, 0),
                      cluster_of(triangle_rod_shape(5, 2 * r), r, 1)};
    scene.walls = {wall_of("box", make_box({0, 0, 0}, {0.2, 0.2, 0.3}, {})),
                   wall_of("step", make_box({0.05, 0.05, 0.01}, {0.15, 0.15, 0.02}, {}))};
    GrainGroup balls =
        group_of(scene, 0, RandomFill{BoxRegion{{0, 0, 0.03}, {0.2, 0.2, 0.12}}, {}, {}});
    balls.count = 30;
    balls.velocity = Vec3(0.3, 0.1, -3);
    balls.spin = Vec3(20, 10, 5);
    PourFill pour{BoxRegion{{0.01, 0.01, 0.16}, {0.19, 0.19, 0.25}}};
    GrainGroup rods = group_of(scene, 1, pour);
    rods.count = 20;
    rods.velocity = Vec3(0, 0, -4);
    GrainGroup loose;
    loose.name = "loose";
    loose.classes = {{0.004, 1, 0.2}};
    loose.count = 100;
    loose.fill = RandomFill{BoxRegion{{0, 0, 0.13}, {0.2, 0.2, 0.16}}, {}, {}};
    scene.grains = {balls, rods, loose};
    scene.outflows = {{"hole", BoxRegion{{-1, -1, -1}, {0.05, 0.2, 0.03}}}};
    return scene;
}

TEST(BondsHash, SameForThreadsSearchesKernelsAndStops) {
    const Scene scene = breaking_scene();
    const std::vector<Grain> grains = place_grains(scene);
    const double dt = automatic_step(scene, grains);
    const auto options = [&](int threads, const std::string& broad) {
        return WorldOptions{.dt = dt, .broad = broad, .threads = threads};
    };
    World plain(scene, grains, options(1, "grid"));
    run_steps(plain, steps);
    const std::string expected = plain.state_hash();
    const SavedState end = plain.save();
    int crushed = 0, left = 0;
    for (const BondMemory& bond : end.bonds) {
        crushed += bond.state == BondState::crushed ? 1 : 0;
        left += bond.state == BondState::left ? 1 : 0;
    }
    const BondCounts counts = plain.bonds().counts();
    std::printf("hash %s, %lld bonds, %lld broken, %d crushed now, %d left, %lld refreshes\n",
                expected.c_str(), static_cast<long long>(counts.whole),
                static_cast<long long>(counts.broken), crushed, left,
                static_cast<long long>(plain.counters().refreshes));
    EXPECT_GT(counts.whole, 200);
    EXPECT_GT(end.labels.cluster.size(), grains.size()); // some were poured
#if !defined(__SANITIZE_THREAD__)
    EXPECT_GT(counts.broken, 20);
    EXPECT_GT(left, 0);
#endif
    plain.evaluate();
    EXPECT_EQ(plain.audit().missed, 0);

    WorldOptions portable = options(3, "all-pairs");
    portable.baseline_kernel = true;
    for (const WorldOptions& o : {options(2, "grid"), options(4, "triangulation"), portable}) {
        World other(scene, grains, o);
        run_steps(other, steps);
        EXPECT_EQ(other.state_hash(), expected) << o.broad << " " << o.threads;
    }

    const std::uint64_t seed = 29;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    auto world = std::make_unique<World>(scene, grains, options(1, "grid"));
    const std::array searches{"grid", "all-pairs", "triangulation"};
    for (std::size_t k = 0; world->step_index() < steps; ++k) {
        run_steps(*world, std::min<std::int64_t>(1 + static_cast<std::int64_t>(random.below(100)),
                                                 steps - world->step_index()));
        const SavedState saved = world->save();
        world = std::make_unique<World>(
            scene, saved, options(1 + static_cast<int>(random.below(4)), searches[k % 3]));
        EXPECT_EQ(world->state_hash(), saved.hash());
    }
    EXPECT_EQ(world->state_hash(), expected);
}

} // namespace
} // namespace scree
