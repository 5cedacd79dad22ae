// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/random.hpp>
#include <scree/measure/made_frames.test.hpp>

#include <scree/sim/time_step.hpp>
#include <scree/sim/world.hpp>

#include <gtest/gtest.h>

#include <numbers>

namespace scree {
namespace {

TEST(Coordination, OfAFaceCentredLatticeIsTwelve) {
    Frame frame = fcc(2);
    find_contacts(frame, 1e-9);
    const CoordinationMeasure inner{BoxRegion{Vec3::Constant(-1.2), Vec3::Constant(1.2)}, 4};
    const Sight sight = sight_of(no_scene(), frame);
    EXPECT_EQ(value(inner, sight, "coordination"), 12);
    EXPECT_EQ(value(inner, sight, "rattlers"), 0);
    EXPECT_EQ(value(inner, sight, "clusters"), 1);
    const double grains = value(inner, sight, "grains");
    EXPECT_EQ(grains, 63); // of 5³ places within ±1, every other: those with an even sum
    EXPECT_EQ(value(inner, sight, "with_12_or_more"), grains);
    EXPECT_EQ(value(inner, sight, "largest_cluster"), grains);
    EXPECT_EQ(value(CoordinationMeasure{}, sight, "contacts"),
              static_cast<double>(frame.contact.size()));
}

TEST(Coordination, OfASimpleCubicLatticeIsSix) {
    Frame frame;
    for (int k = 0; k < 125; ++k) add_grain(frame, Vec3(k % 5, k / 5 % 5, k / 25), 0.5);
    find_contacts(frame, 1e-9);
    const CoordinationMeasure inner{BoxRegion{Vec3::Constant(0.5), Vec3::Constant(3.5)}, 4};
    EXPECT_EQ(value(inner, sight_of(no_scene(), frame), "coordination"), 6);
    EXPECT_EQ(value(inner, sight_of(no_scene(), frame), "with_6"), 27);
}

// Every triple, quadruple and quintuple, one by one: of a dense random set, so that all occur.
TEST(Coordination, CountsGrainsMutuallyInContact) {
    const std::uint64_t seed = 11;
    Random random(seed);
    Frame frame;
    for (int k = 0; k < 40; ++k)
        add_grain(frame, Vec3(random.uniform(), random.uniform(), random.uniform()),
                  random.uniform(0.15, 0.25));
    find_contacts(frame, 1e-9);
    const std::size_t n = frame.center.size();
    const auto touch = [&](std::size_t a, std::size_t b) {
        return (frame.center[a] - frame.center[b]).norm() < frame.radius[a] + frame.radius[b];
    };
    double threes = 0, fours = 0, fives = 0;
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = a + 1; b < n; ++b)
            for (std::size_t c = b + 1; c < n; ++c) {
                if (!touch(a, b) || !touch(a, c) || !touch(b, c)) continue;
                ++threes;
                for (std::size_t d = c + 1; d < n; ++d) {
                    if (!touch(a, d) || !touch(b, d) || !touch(c, d)) continue;
                    ++fours;
                    for (std::size_t e = d + 1; e < n; ++e)
                        fives += touch(a, e) && touch(b, e) && touch(c, e) && touch(d, e);
                }
            }
    ASSERT_GT(fives, 10) << "seed " << seed;
    const Sight sight = sight_of(no_scene(), frame);
    EXPECT_EQ(value(CoordinationMeasure{}, sight, "mutual_3"), threes);
    EXPECT_EQ(value(CoordinationMeasure{}, sight, "mutual_4"), fours);
    EXPECT_EQ(value(CoordinationMeasure{}, sight, "mutual_5"), fives);
}

// Two touching, three in a row, one alone that leans on a wall.
TEST(Coordination, CountsClustersAndRattlers) {
    Frame frame;
    for (const double x : {0.0, 1.0, 5.0, 6.0, 7.0, 20.0}) add_grain(frame, Vec3(x, 0, 0), 0.5);
    find_contacts(frame, 1e-9);
    frame.contact.push_back({.a = 5,
                             .b = -1,
                             .point = Vec3(20, 0, -0.5),
                             .normal = -Vec3::UnitZ(),
                             .overlap = 0,
                             .normal_force = 1,
                             .tangential_force = Vec3::Zero(),
                             .stored = 0});
    ++frame.contacts[5];
    const CoordinationMeasure m{{}, 2};
    const Sight sight = sight_of(no_scene(), frame);
    EXPECT_EQ(value(m, sight, "clusters"), 2);
    EXPECT_EQ(value(m, sight, "largest_cluster"), 3);
    EXPECT_DOUBLE_EQ(value(m, sight, "rattlers"), 5.0 / 6);
    EXPECT_DOUBLE_EQ(value(m, sight, "coordination"), (1 + 1 + 1 + 2 + 1 + 1) / 6.0);
    EXPECT_EQ(value(m, sight, "coordination_without_rattlers"), 2);
    EXPECT_EQ(value(m, sight, "contacts"), 4);
    EXPECT_EQ(value(m, sight, "grain_contacts"), 3);
    EXPECT_EQ(value(m, sight, "with_1"), 5);
}

// Every contact of the fcc lattice pushes with 1: by symmetry σ is isotropic. A cubic cell has 4
// grains with 12/2 contacts each of branch 2r, so p = 24 · 2r / 3.
TEST(Stress, OfAFaceCentredLatticeIsIsotropic) {
    Frame frame = fcc(2);
    find_contacts(frame, 1e-9);
    // Contact points lie at quarters: the cell must not end on one.
    const StressMeasure m{BoxRegion{Vec3::Constant(-0.9), Vec3::Constant(1.1)}};
    const Sight sight = sight_of(no_scene(), frame);
    const double p = 24 * (std::sqrt(2.0) / 2) / 3;
    for (const char* c : {"stress_xx_Pa", "stress_yy_Pa", "stress_zz_Pa", "pressure_Pa"})
        EXPECT_NEAR(value(m, sight, c), p, 1e-12) << c;
    EXPECT_NEAR(value(m, sight, "stress_xy_Pa"), 0, 1e-12);
    EXPECT_NEAR(value(m, sight, "deviator_Pa"), 0, 1e-12);
    EXPECT_NEAR(value(m, sight, "fabric_xx"), 1.0 / 3, 1e-14);
    EXPECT_EQ(value(m, sight, "contacts"), 24 * 8);
}

TEST(Stress, IsPositiveInCompressionAndSymmetric) {
    Frame frame;
    add_grain(frame, Vec3(0, 0, 0), 0.5);
    add_grain(frame, Vec3(1, 0, 0), 0.5);
    find_contacts(frame, 1e-9);
    frame.contact[0].normal_force = 3;
    frame.contact[0].tangential_force = Vec3(0, -2, 0); // on the first grain
    const StressMeasure m{BoxRegion{Vec3::Constant(-1), Vec3(3, 1, 1)}};
    const Sight sight = sight_of(no_scene(), frame);
    EXPECT_DOUBLE_EQ(value(m, sight, "stress_xx_Pa"), 3.0 / 16);
    EXPECT_DOUBLE_EQ(value(m, sight, "stress_xy_Pa"), 0.5 * 2 / 16);
    EXPECT_DOUBLE_EQ(value(m, sight, "pressure_Pa"), 1.0 / 16);
    // Principal stresses of [[3, 1], [1, 0]] and 0: q² = I1² - 3 I2.
    EXPECT_NEAR(value(m, sight, "deviator_Pa"), std::sqrt(9.0 - 3 * (3 * 0 - 1)) / 16, 1e-15);
    EXPECT_EQ(value(m, sight, "fabric_xx"), 1);
}

/// Columns of balls on a floor, without friction, brought to rest.
struct Stack {
    static constexpr int height = 12;
    static constexpr double radius = 0.01, density = 2500;
    Scene scene;
    Frame frame;
    double weight = 0;

    Stack() {
        Material m;
        m.name = "glass";
        m.density = density;
        m.stiffness = 5e4;
        m.restitution = 0.1;
        m.friction = 0.5;
        scene.materials = {m};
        scene.walls = {wall_of("plane", make_plane(Vec3::Zero(), Vec3::UnitZ())),
                       wall_of("box", make_box(Vec3::Constant(-1), Vec3::Constant(1), {}))};
        std::vector<Grain> grains;
        for (int k = 0; k < 4 * height; ++k) {
            Grain g{};
            g.center =
                Vec3(k % 2, k / 2 % 2, 0) * 2.5 * radius + Vec3(0, 0, radius * (1 + 2.0 * (k / 4)));
            g.velocity = g.spin = Vec3::Zero();
            g.radius = radius;
            grains.push_back(g);
        }
        const double dt = choose_time_step(scene, grains).dt;
        World world(scene, grains, {.dt = dt});
        while (world.time() < 1) world.step();
        world.evaluate();
        world.complete_forces();
        frame = make_frame(world);
        for (const double mass : frame.mass) weight += mass * scene.gravity.norm();
    }
};

const Stack& stack() {
    static const Stack made;
    return made;
}

// The record of a contact is the law's force at the predicted velocity; what the step applies has a
// correction of second order in the time step besides, 2e-4 of the force here.
TEST(Walls, FloorBearsTheWeight) {
    const Stack& s = stack();
    const Vec3 about(1, 2, 3);
    const WallsMeasure m{{0, 1}, about};
    const Sight sight = sight_of(s.scene, s.frame);
    EXPECT_NEAR(value(m, sight, "plane_fz_N"), -s.weight, 1e-3 * s.weight);
    EXPECT_NEAR(value(m, sight, "plane_fx_N"), 0, 1e-9 * s.weight);
    EXPECT_EQ(value(m, sight, "plane_contacts"), 4);
    EXPECT_EQ(value(m, sight, "box_fz_N"), 0);
    // The weight acts through the middle of the four columns: r × F.
    const double middle = 1.25 * Stack::radius;
    EXPECT_NEAR(value(m, sight, "plane_tx_N_m"), -(middle - 2) * s.weight, 2e-3 * s.weight);
    EXPECT_NEAR(value(m, sight, "plane_ty_N_m"), (middle - 1) * s.weight, 2e-3 * s.weight);
}

// Vertical equilibrium: at depth h the columns carry what is above them, ρ g h of their own cell.
// The contacts of a region each carry a whole number of grains, so up to half a grain's weight.
TEST(Stress, OfAColumnIsItsWeightPerArea) {
    const Stack& s = stack();
    const double r = Stack::radius, area = 4 * (2.5 * r) * (2.5 * r);
    const double top = 2 * r * Stack::height;
    for (int k = 0; k < 5; ++k) {
        // Two grains thick, between contacts: it holds two contacts of each column.
        const double low = 4 * r * k + r, high = low + 4 * r;
        const StressMeasure m{
            BoxRegion{Vec3(-1.25 * r, -1.25 * r, low), Vec3(3.75 * r, 3.75 * r, high)}};
        const Sight sight = sight_of(s.scene, s.frame);
        const double bulk = s.weight / (area * top); // ρ g
        const double depth = top - 0.5 * (low + high);
        EXPECT_EQ(value(m, sight, "contacts"), 8);
        EXPECT_NEAR(value(m, sight, "stress_zz_Pa"), bulk * depth, 0.01 * bulk * top) << k;
        EXPECT_NEAR(value(m, sight, "stress_xx_Pa"), 0, 1e-6 * bulk * top);
        EXPECT_NEAR(value(m, sight, "fabric_zz"), 1, 1e-9);
    }
}

// Newton: what the walls and the weight give is what the grains gain. Without friction, whose
// dashpot is not in the records (docs/theory/measures.md); in the step where a contact begins or
// ends the force stands for a part of it only, which the sum over time does not see.
TEST(Walls, ForcesBalanceTheMomentum) {
    Scene scene = stack().scene;
    scene.materials[0].friction = 0;
    scene.walls = {wall_of("box", make_box(Vec3::Zero(), Vec3::Constant(0.1), {}))};
    std::vector<Grain> grains;
    Random random(6);
    for (int k = 0; k < 27; ++k) {
        Grain g{};
        g.center = Vec3(k % 3, k / 3 % 3, k / 9) * 0.03 + Vec3::Constant(0.015);
        g.velocity = Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        g.spin = Vec3::Zero();
        g.radius = 0.012;
        grains.push_back(g);
    }
    const double dt = choose_time_step(scene, grains).dt;
    World world(scene, grains, {.dt = dt});
    const auto look = [&] {
        world.evaluate();
        world.complete_forces();
        return make_frame(world);
    };
    const auto momentum = [](const Frame& f) {
        Vec3 p = Vec3::Zero();
        for (std::size_t i = 0; i < f.mass.size(); ++i) p += f.mass[i] * f.velocity[i];
        return p;
    };
    const WallsMeasure m{{0}, Vec3::Zero()};
    Vec3 given = Vec3::Zero(), before = Vec3::Zero();
    double pushed = 0, mass = 0;
    constexpr int steps = 3000;
    for (int k = 0; k < steps; ++k) {
        const Frame f = look();
        if (k == 0) {
            before = momentum(f);
            for (const double one : f.mass) mass += one;
        }
        const Row row = values(m, sight_of(scene, f));
        const Vec3 force(row[0], row[1], row[2]);
        given += dt * (mass * scene.gravity - force);
        pushed += dt * force.norm();
        world.advance();
    }
    const Vec3 gained = momentum(look()) - before;
    EXPECT_GT(pushed, 3 * mass * 0.1); // not vacuous: the walls have turned the grains around
    EXPECT_LT((gained - given).norm(), 0.01 * pushed);
}

TEST(Contacts, AreListedInOrder) {
    Frame frame = fcc(1);
    find_contacts(frame, 1e-9);
    std::reverse(frame.contact.begin(), frame.contact.end());
    const auto all = rows(ContactsMeasure{}, sight_of(no_scene(), frame));
    ASSERT_EQ(all.size(), frame.contact.size());
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
    EXPECT_EQ(all[0].size(), names(ContactsMeasure{}, {}).size());
    const auto& last = frame.contact.back();
    EXPECT_EQ(all[0], (Row{static_cast<double>(last.a), static_cast<double>(last.b), last.point.x(),
                           last.point.y(), last.point.z(), last.normal.x(), last.normal.y(),
                           last.normal.z(), last.overlap, 1, 0, 0, 0}));
    const BoxRegion part{Vec3::Zero(), Vec3::Constant(0.3)};
    EXPECT_LT(rows(ContactsMeasure{part}, sight_of(no_scene(), frame)).size(), all.size());
}

} // namespace
} // namespace scree
