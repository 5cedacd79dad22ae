// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/images.hpp>

#include <scree/sim/inspect.hpp>
#include <scree/sim/oracle_world.test.hpp>
#include <scree/sim/periodic_scenes.test.hpp>

#include <gtest/gtest.h>

#include <array>
#include <iostream>
#include <set>

namespace scree {
namespace {

// Two grains that touch across a face, an edge and a corner of the period feel what the same two
// feel in the middle of it.
TEST(Images, PairsTouchAcrossFacesEdgesAndCorners) {
    const Scene scene = periodic_scene(LawKind::linear, true, true, true);
    const Vec3 middle = scene.periodic.low + 0.5 * scene.periodic.length;
    int tried = 0;
    for (ImageStep step; step.number < 27; ++step.number) {
        const Vec3 to(step.along(0), step.along(1), step.along(2));
        const Vec3 corner = middle + 0.5 * to.cwiseProduct(scene.periodic.length);
        const Vec3 apart = step.number == ImageStep::none ? Vec3(1, 2, 2) : to;
        const Vec3 half = 0.5 * 0.0195 * apart.normalized();
        const auto contact_at = [&](const Vec3& point) {
            const std::vector<Grain> two = {
                {point - half, Vec3(0.1, 0.2, 0), Vec3(1, 2, 3), 0.01, 0, 0, 0},
                {point + half, Vec3(0, 0.1, -0.2), Vec3(-1, 0, 2), 0.01, 1, 0, 0}};
            World world(scene, two, options_with(1e-5));
            world.evaluate();
            world.complete_forces();
            return make_frame(world);
        };
        const Frame here = contact_at(middle), there = contact_at(corner);
        ASSERT_EQ(there.contact.size(), 1U) << step.number;
        ASSERT_EQ(here.contact.size(), 1U);
        const ContactRecord &a = here.contact[0], &b = there.contact[0];
        EXPECT_LT((a.normal - b.normal).norm(), 1e-12);
        EXPECT_NEAR(a.overlap, b.overlap, 1e-15);
        EXPECT_GT(a.normal_force, 0);
        for (std::size_t i = 0; i < 2; ++i)
            EXPECT_LT((here.force[i] - there.force[i]).norm(), 1e-9);
        EXPECT_LT((there.force[0] + there.force[1]).norm(), 1e-12);
        EXPECT_LT((branch_of(there, b) - 2 * half).norm(), 1e-12);
        EXPECT_EQ(scene.periodic.wrapped(b.point), b.point);
        ++tried;
    }
    EXPECT_EQ(tried, 27);
}

class PeriodicLaws : public ::testing::TestWithParam<LawKind> {};

struct Errors {
    double position = 0, velocity = 0, spin = 0;
};

Errors compare(const World& world, const std::vector<Grain>& oracle, const Periodic& period) {
    Errors out;
    const Bodies& bodies = world.bodies();
    for (std::size_t i = 0; i < bodies.count; ++i) {
        const Grain& g = oracle[bodies.id[i]];
        const Kinetic& k = bodies.kinetic[i];
        out.position =
            std::max(out.position, period.nearest(center_of(world, i) - g.center).norm());
        out.velocity = std::max(out.velocity, (Vec3(k.vx, k.vy, k.vz) - g.velocity).norm());
        out.spin = std::max(out.spin, (Vec3(k.wx, k.wy, k.wz) - g.spin).norm());
    }
    return out;
}

// As for Laws.EqualsThePlainOracle: rounding, which collisions magnify.
TEST_P(PeriodicLaws, EqualsThePlainOracle) {
    constexpr std::uint64_t seed = 11;
    std::cout << "seed " << seed << '\n';
    const Scene scene = periodic_scene(GetParam(), true, true, true);
    auto grains = periodic_gas(0.4, seed);
    std::erase_if(grains, [](const Grain& g) { return g.center.z() > 0.05; });
    const double dt = choose_time_step(scene, grains).dt;
    World world(scene, grains, options_with(dt));
    OracleWorld oracle(scene, grains, dt);
    std::size_t across = 0;
    for (int step = 0; step < 500; ++step) {
        world.evaluate();
        for (const Chunk& chunk : world.pairs().chunks)
            for (std::size_t k = chunk.first_pair; k < chunk.first_pair + chunk.real_pairs; ++k)
                if (world.pairs().is_touching(k) && world.pairs().second[k] >= grains.size())
                    ++across;
        EXPECT_EQ(world.audit().missed, 0);
        world.advance();
        oracle.step();
        ASSERT_EQ(world.contact_count(), oracle.pair_contacts()) << "step " << step;
    }
    const Errors errors = compare(world, oracle.grains(), scene.periodic);
    std::cout << "errors " << errors.position << ' ' << errors.velocity << ' ' << errors.spin
              << ", contacts across the sides " << across << '\n';
    EXPECT_LT(errors.position, 1e-10);
    EXPECT_LT(errors.velocity, 1e-7);
    EXPECT_LT(errors.spin, 1e-5);
    EXPECT_GT(across, 1000U);
    EXPECT_GT(world.counters().refreshes, 3);
}

/// Obstacles that stick out of the period, or end at its side.
Scene obstacle_scene(LawKind law) {
    Scene scene = slope_scene(law, 0.4);
    const auto add = [&](const std::string& type, std::vector<Surface> surfaces) {
        Wall wall;
        wall.name = wall.type = type;
        wall.surfaces = std::move(surfaces);
        scene.walls.push_back(wall);
    };
    add("sphere", make_sphere(Vec3(-0.02, 0.09, 0.04), 0.018, false));
    add("rod", make_rod(Vec3(0.06, 0.03, 0), Vec3(0.06, 0.15, 0), 0.012));
    add("disc", make_annulus(Vec3(0.1, 0.15, 0.02), Vec3(1, 0, 1), 0, 0.03));
    return scene;
}

std::vector<Grain> grains_of_obstacles(std::uint64_t seed) {
    auto grains = periodic_gas(0.3, seed);
    std::erase_if(grains, [](const Grain& g) {
        const Vec3& c = g.center;
        return c.z() > 0.11 || c.z() < 0.04 || (c - Vec3(-0.02, 0.09, 0.04)).norm() < 0.03 ||
               (c - Vec3(0.14, 0.09, 0.04)).norm() < 0.03 || std::abs(c.x() - 0.1) < 0.03;
    });
    return grains;
}

TEST_P(PeriodicLaws, ObstaclesAreRepeated) {
    constexpr std::uint64_t seed = 12;
    std::cout << "seed " << seed << '\n';
    const Scene scene = obstacle_scene(GetParam());
    const auto grains = grains_of_obstacles(seed);
    const double dt = choose_time_step(scene, grains).dt;
    World world(scene, grains, options_with(dt));
    OracleWorld oracle(scene, grains, dt);
    std::set<std::size_t> touched;
    const int steps = static_cast<int>(0.06 / dt);
    for (int step = 0; step < steps; ++step) {
        world.step();
        oracle.step();
        for (const auto& chunk : world.walls().chunks)
            for (const WallRow& row : chunk.rows)
                touched.insert(static_cast<std::size_t>(row.surface));
        ASSERT_EQ(world.contact_count(), oracle.pair_contacts() + oracle.wall_contacts_now())
            << "step " << step;
    }
    const Errors errors = compare(world, oracle.grains(), scene.periodic);
    std::cout << steps << " steps, " << grains.size() << " grains, " << touched.size()
              << " surfaces touched; errors " << errors.position << ' ' << errors.velocity << '\n';
    EXPECT_LT(errors.position, 1e-9);
    EXPECT_LT(errors.velocity, 1e-6);
    EXPECT_GT(touched.size(), 3U);
    EXPECT_GT(*touched.rbegin(), 5U); // images come after the six that were written
}

std::string hash_after(const Scene& scene, const std::vector<Grain>& grains, const WorldOptions& o,
                       int steps) {
    World world(scene, grains, o);
    for (int k = 0; k < steps; ++k) world.step();
    return world.state_hash();
}

TEST_P(PeriodicLaws, HashIsTheSameForThreadsSearchesAndKernels) {
    const Scene scene = slope_scene(GetParam(), 0.5);
    const auto grains = periodic_gas(0.5, 13);
    const WorldOptions plain = options_with(choose_time_step(scene, grains).dt);
    constexpr int steps = 600;
    World world(scene, grains, plain);
    std::size_t contacts = 0;
    for (int k = 0; k < steps; ++k) {
        world.step();
        contacts = std::max(contacts, world.contact_count());
    }
    const std::string expected = world.state_hash();
    EXPECT_GT(contacts, grains.size() / 4);
    EXPECT_GT(world.counters().refreshes, 4);
    EXPECT_GT(world.images().count(), 50U);
    EXPECT_GT(world.pairs().chunks.size(), 1U);
    for (int threads = 2; threads <= 4; ++threads) {
        WorldOptions o = plain;
        o.threads = threads;
        EXPECT_EQ(hash_after(scene, grains, o, steps), expected) << threads << " threads";
    }
    for (const char* broad : {"all-pairs", "grid", "triangulation"}) {
        WorldOptions o = plain;
        o.broad = broad;
        EXPECT_EQ(hash_after(scene, grains, o, steps), expected) << broad;
    }
    WorldOptions o = plain;
    o.baseline_kernel = true;
    EXPECT_EQ(hash_after(scene, grains, o, steps), expected);
}

TEST_P(PeriodicLaws, SaveAndRestoreLeaveNoTrace) {
    constexpr std::uint64_t seed = 14;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    for (const bool has_floor : {false, true}) {
        const Scene scene =
            has_floor ? obstacle_scene(GetParam()) : periodic_scene(GetParam(), true, true, true);
        const auto grains = has_floor ? grains_of_obstacles(seed) : periodic_gas(0.8, seed);
        WorldOptions o = options_with(choose_time_step(scene, grains).dt);
        constexpr int steps = 500;
        const std::string expected = hash_after(scene, grains, o, steps);
        auto world = std::make_unique<World>(scene, grains, o);
        int stops = 0;
        for (int k = 0; k < steps; ++k) {
            if (k == 0 || k == 1 || random.below(40) == 0) {
                const SavedState state = world->save();
                o.threads = 1 + static_cast<int>(random.below(4));
                o.broad = std::array{"grid", "all-pairs", "triangulation"}[random.below(3)];
                o.baseline_kernel = random.below(2) == 0;
                world = std::make_unique<World>(scene, state, o);
                EXPECT_EQ(world->state_hash(), state.hash());
                ++stops;
            }
            world->step();
        }
        EXPECT_GT(stops, 6);
        EXPECT_EQ(world->state_hash(), expected);
    }
}

// Grains thrown about at several speeds, in the shortest period that is allowed along y.
TEST_P(PeriodicLaws, AuditFindsNothingMissed) {
    std::int64_t touching = 0;
    for (const double speed : {0.1, 1.0, 6.0}) {
        Scene scene = periodic_scene(GetParam(), true, true, true);
        auto grains = periodic_gas(speed, 15);
        std::erase_if(grains, [](const Grain& g) { return g.center.y() > 0.058; });
        scene.periodic.length.y() = 0.04;
        World world(scene, grains, options_with(choose_time_step(scene, grains).dt));
        for (int k = 0; k < 300; ++k) {
            world.evaluate();
            if (k % 3 == 0) {
                const World::Audit audit = world.audit();
                EXPECT_EQ(audit.missed, 0) << "step " << k << " at " << speed << " m/s";
                touching += audit.touching;
            }
            world.advance();
        }
    }
    EXPECT_GT(touching, 300);
}

INSTANTIATE_TEST_SUITE_P(All, PeriodicLaws,
                         ::testing::Values(LawKind::linear, LawKind::hertz, LawKind::walton),
                         [](const auto& law) { return std::string(name_of(law.param)); });

} // namespace
} // namespace scree
