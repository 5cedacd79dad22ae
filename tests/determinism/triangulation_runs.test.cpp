// SPDX-License-Identifier: BSD-3-Clause
//
// A hundred thousand steps of four kinds of motion: the triangulation follows, at every refresh of
// the list its pairs are those of brute force, and the run ends in the same bits as with the grid.
#include "support/flowing_scene.hpp"

#include <scree/broad/triangulation.hpp>

#include <gtest/gtest.h>

#include <cstdio>

namespace scree {
namespace {

using namespace test_support;

constexpr std::int64_t steps = 100000;

struct Motion {
    Scene scene;
    std::vector<Grain> grains;
};

Material soft(double restitution, double friction) {
    Material m = grit(restitution, friction);
    m.young = 2e6; // a large step, so that much happens
    return m;
}

std::vector<Grain> lattice(int x, int y, int z, double radius) {
    std::vector<Grain> grains;
    Random random(7);
    for (int i = 0; i < x; ++i)
        for (int j = 0; j < y; ++j)
            for (int k = 0; k < z; ++k) {
                const Vec3 place = 2.02 * radius * Vec3(i + 0.6, j + 0.6, k + 0.6);
                const Vec3 velocity(random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2), 0);
                grains.push_back(grain_at(place, radius * random.uniform(0.8, 1), velocity));
            }
    return grains;
}

/// (a) Poured into a box, where it comes to rest.
Motion packing() {
    Motion m{bare_scene(LawKind::hertz, soft(0.5, 0.4)), lattice(5, 5, 8, 0.01)};
    m.scene.gravity = Vec3(0, 0, -9.81);
    m.scene.walls = {box_wall(Vec3::Zero(), Vec3(0.105, 0.105, 0.4))};
    return m;
}

/// (b) Through every kind of wall.
Motion hopper() {
    FlowingScene flow = flowing_scene(LawKind::hertz, 300);
    fill(flow, flow);
    return {flow.scene, flow.grains};
}

/// (c) A gas that loses nothing, thrown about.
Motion shaken() {
    Motion m{bare_scene(LawKind::hertz, soft(1, 0)), lattice(5, 5, 5, 0.01)};
    m.scene.walls = {box_wall(Vec3::Zero(), Vec3(0.12, 0.12, 0.12))};
    Random random(11);
    for (Grain& g : m.grains)
        g.velocity = 2 * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    return m;
}

/// (d) Two rows of touching spheres that cross [F Fig. 2.18], one sliding over the other.
Motion rows() {
    Motion m{bare_scene(LawKind::hertz, soft(0.5, 0.3)), {}};
    m.scene.gravity = Vec3(0, 0, -9.81);
    m.scene.walls = {box_wall(Vec3(-0.3, -0.3, 0), Vec3(0.3, 0.3, 0.2))};
    for (int i = -12; i < 12; ++i) {
        m.grains.push_back(grain_at(Vec3(0.02 * i, 0, 0.01), 0.01));
        m.grains.push_back(grain_at(Vec3(0, 0.02 * i + 0.01, 0.03), 0.01, Vec3(0.5, 0.2, 0)));
    }
    return m;
}

class TriangulationRuns : public testing::TestWithParam<Motion (*)()> {};

TEST_P(TriangulationRuns, FollowForAHundredThousandSteps) {
    const Motion motion = GetParam()();
    const double dt = automatic_step(motion.scene, motion.grains);
    World plain(motion.scene, motion.grains, {.dt = dt, .broad = "grid"});
    World followed(motion.scene, motion.grains, {.dt = dt, .broad = "triangulation"});
    auto search = make_triangulation_search();
    auto all = make_all_pairs();
    Workers workers(1);
    std::vector<IndexPair> found, expected;
    std::vector<WeightedPoint> points(motion.grains.size());
    Triangulation triangulation;
    std::int64_t refreshes = 0, pairs = 0;
    for (std::int64_t s = 0; s < steps; ++s) {
        followed.step();
        plain.evaluate();
        if (plain.counters().refreshes > refreshes) {
            refreshes = plain.counters().refreshes;
            const Bodies& bodies = plain.bodies();
            const std::span balls(bodies.ball.data(), bodies.count);
            const SearchTask task{balls, plain.skin(), {}, {bodies.id.data(), bodies.count}};
            search->update(task, workers, found);
            all->update(task, workers, expected);
            ASSERT_EQ(found, expected) << "step " << s;
            pairs += static_cast<std::int64_t>(found.size());
            for (std::size_t i = 0; i < bodies.count; ++i)
                points[bodies.id[i]] = {balls[i].x, balls[i].y, balls[i].z,
                                        balls[i].radius * balls[i].radius};
            if (triangulation.vertex_count() == 0) {
                triangulation.build(points);
            } else {
                triangulation.move(points, workers);
            }
            ASSERT_TRUE(triangulation.is_valid()) << "step " << s;
        }
        plain.advance();
    }
    EXPECT_EQ(followed.state_hash(), plain.state_hash());
    std::printf("%lld refreshes, %lld pairs: %s\n", static_cast<long long>(refreshes),
                static_cast<long long>(pairs), search->summary().c_str());
    EXPECT_GT(refreshes, 10);
    EXPECT_GT(triangulation.counts().flips(), 10);
    const PredicateCounts& asked = triangulation.counts().predicates;
    EXPECT_LT(static_cast<double>(asked.exact), 0.01 * static_cast<double>(asked.calls));
}

INSTANTIATE_TEST_SUITE_P(Motions, TriangulationRuns,
                         testing::Values(packing, hopper, shaken, rows));

} // namespace
} // namespace scree
