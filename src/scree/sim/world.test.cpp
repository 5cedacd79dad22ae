// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/base/random.hpp>
#include <scree/sim/inspect.hpp>
#include <scree/sim/measures.hpp>
#include <scree/sim/oracle_world.test.hpp>
#include <scree/sim/time_step.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <iostream>
#include <limits>

namespace scree {
namespace {

Material material(const std::string& name, double hardness, double restitution, double friction) {
    Material m;
    m.name = name;
    m.density = 2500;
    m.stiffness = 1e3 * hardness; // soft, so that a few steps hold many impacts
    m.young = 1e5 * hardness;
    m.poisson = 0.25;
    m.restitution = restitution;
    m.friction = friction;
    return m;
}

/// A box of the given inner size (in grain diameters of 2 cm), open at the top.
Scene box_scene(LawKind law, const Vec3& diameters) {
    Scene scene;
    scene.law = law;
    scene.materials = {material("sand", 1, 0.6, 0.5), material("beans", 2, 0.8, 0.3),
                       material("wood", 3, 0.7, 0.6)};
    if (has_history(law)) // these show the rest of laws/extended.hpp as well
        for (Material& m : scene.materials) m.rolling_friction = m.twisting_friction = 0.1;
    const std::vector<std::string> open = {"+z"};
    scene.walls.push_back({"box", "box", 2, make_box(Vec3::Zero(), 0.02 * diameters, open), ""});
    return scene;
}

/// Grains on a loose lattice with random sizes, velocities and spins, that fall and mix.
std::vector<Grain> loose_grains(const Vec3& diameters, std::size_t count, double speed,
                                std::uint64_t seed) {
    Random random(seed);
    std::vector<Grain> grains;
    const auto u = [&](double size) { return random.uniform(-size, size); };
    const auto nx = static_cast<int>(diameters.x()), ny = static_cast<int>(diameters.y());
    for (int k = 0; grains.size() < count; ++k) {
        const int x = k % nx, y = k / nx % ny, z = k / (nx * ny);
        grains.push_back({0.02 * Vec3(x + 0.5 + u(0.02), y + 0.5 + u(0.02), z + 0.5),
                          Vec3(u(speed), u(speed), u(speed)), Vec3(u(30), u(30), u(30)),
                          random.uniform(0.007, 0.0095), static_cast<int>(random.below(2)), 0, 0});
    }
    return grains;
}

WorldOptions options(double dt) {
    WorldOptions o;
    o.dt = dt;
    return o;
}

class Laws : public ::testing::TestWithParam<LawKind> {};

// The two sum forces in different orders, so they differ by rounding, which collisions magnify
// (about tenfold each); in 2000 steps from a loose start a grain has some three of them.
TEST_P(Laws, EqualsThePlainOracle) {
    constexpr std::uint64_t seed = 1;
    std::cout << "seed " << seed << '\n';
    const Vec3 size(3, 3, 8);
    const Scene scene = box_scene(GetParam(), size);
    const auto grains = loose_grains(size, 36, 0.3, seed);
    const double dt = choose_time_step(scene, grains).dt;
    World world(scene, grains, options(dt));
    OracleWorld oracle(scene, grains, dt);
    std::size_t pairs = 0, walls = 0;
    double position_error = 0, velocity_error = 0, spin_error = 0;
    for (int step = 0; step < 2000; ++step) {
        world.step();
        oracle.step();
        pairs = std::max(pairs, oracle.pair_contacts());
        walls = std::max(walls, oracle.wall_contacts_now());
        const Bodies& bodies = world.bodies();
        for (std::size_t i = 0; i < bodies.count; ++i) {
            const Grain& g = oracle.grains()[bodies.id[i]];
            const Ball& b = bodies.ball[i];
            const Kinetic& k = bodies.kinetic[i];
            position_error = std::max(position_error, (Vec3(b.x, b.y, b.z) - g.center).norm());
            velocity_error = std::max(velocity_error, (Vec3(k.vx, k.vy, k.vz) - g.velocity).norm());
            spin_error = std::max(spin_error, (Vec3(k.wx, k.wy, k.wz) - g.spin).norm());
        }
    }
    std::cout << "errors " << position_error << ' ' << velocity_error << ' ' << spin_error
              << ", refreshes " << world.counters().refreshes << ", contacts " << pairs << ' '
              << walls << '\n';
    EXPECT_LT(position_error, 1e-12 * 0.16); // the height of the box
    EXPECT_LT(velocity_error, 1e-12 * 1.0);  // about the largest speed
    EXPECT_LT(spin_error, 1e-12 * 100);      // and spin
    EXPECT_GT(pairs, 15U);
    EXPECT_GT(walls, 10U);
    EXPECT_GT(world.counters().refreshes, 3);
}

constexpr std::size_t bed_grains = 600; // three chunks
const Vec3 bed_size(6, 6, 20);

std::string hash_after(const Scene& scene, const std::vector<Grain>& grains, const WorldOptions& o,
                       int steps) {
    World world(scene, grains, o);
    for (int k = 0; k < steps; ++k) world.step();
    return world.state_hash();
}

TEST_P(Laws, HashIsTheSameForThreadsSearchesAndKernels) {
    const Scene scene = box_scene(GetParam(), bed_size);
    const auto grains = loose_grains(bed_size, bed_grains, 0.5, 2);
    const WorldOptions plain = options(choose_time_step(scene, grains).dt);
    World world(scene, grains, plain);
    const std::string start = world.state_hash();
    std::size_t contacts = 0;
    constexpr int steps = 1000;
    for (int k = 0; k < steps; ++k) {
        world.step();
        contacts = std::max(contacts, world.contact_count());
    }
    const std::string expected = world.state_hash();
    EXPECT_NE(expected, start);
    EXPECT_GT(contacts, bed_grains / 2);
    EXPECT_GT(world.counters().refreshes, 5);
    EXPECT_GT(world.pairs().chunks.size(), 2U);
    for (int threads = 2; threads <= 4; ++threads) {
        WorldOptions o = plain;
        o.threads = threads;
        EXPECT_EQ(hash_after(scene, grains, o, steps), expected) << threads << " threads";
    }
    WorldOptions o = plain;
    o.broad = "all-pairs";
    EXPECT_EQ(hash_after(scene, grains, o, steps), expected);
    o.broad = "grid";
    EXPECT_EQ(hash_after(scene, grains, o, steps), expected);
    o.baseline_kernel = true;
    EXPECT_EQ(hash_after(scene, grains, o, steps), expected);
    auto other = grains; // and it does depend on the last bit of one number
    other[300].velocity.x() = std::nextafter(other[300].velocity.x(), 1);
    EXPECT_NE(hash_after(scene, other, plain, steps), expected);
}

TEST_P(Laws, SaveAndRestoreLeaveNoTrace) {
    constexpr std::uint64_t seed = 3;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    const Scene scene = box_scene(GetParam(), bed_size);
    const auto grains = loose_grains(bed_size, bed_grains, 0.5, seed);
    WorldOptions o = options(choose_time_step(scene, grains).dt);
    constexpr int steps = 800;
    const std::string expected = hash_after(scene, grains, o, steps);
    auto world = std::make_unique<World>(scene, grains, o);
    int stops = 0;
    for (int k = 0; k < steps; ++k) {
        if (k == 0 || k == 1 || random.below(50) == 0) {
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
    EXPECT_GT(stops, 8);
    EXPECT_EQ(world->state_hash(), expected);
    EXPECT_EQ(world->step_index(), steps);
}

/// Steeper unloading needs shorter steps: the same time takes more of them.
int bed_steps(LawKind law) { return has_history(law) ? 1800 : 600; }

// Grains thrown about at several speeds, so that refreshes come at all intervals.
TEST_P(Laws, AuditFindsNothingMissed) {
    for (const double speed : {0.05, 1.0, 6.0}) {
        const Scene scene = box_scene(GetParam(), bed_size);
        const auto grains = loose_grains(bed_size, bed_grains, speed, 4);
        World world(scene, grains, options(choose_time_step(scene, grains).dt));
        std::int64_t touching = 0;
        for (int k = 0; k < bed_steps(scene.law); ++k) {
            world.evaluate();
            if (k % 5 == 0) {
                const World::Audit audit = world.audit();
                EXPECT_EQ(audit.missed, 0) << "step " << k << " at " << speed << " m/s";
                touching += audit.touching;
            }
            world.advance();
        }
        EXPECT_GT(touching, 1000);
        EXPECT_GT(world.counters().refreshes, 1);
    }
}

/// Candidates over the steps; none may be missed.
double candidates_of(const Scene& scene, std::span<const Grain> grains) {
    World world(scene, grains, options(choose_time_step(scene, grains).dt));
    double candidates = 0;
    for (int k = 0; k < bed_steps(scene.law); ++k) {
        world.evaluate();
        const std::int64_t missed = k % 5 == 0 ? world.audit().missed : 0;
        EXPECT_EQ(missed, 0) << "step " << k;
        candidates += static_cast<double>(world.counters().candidates);
        world.advance();
    }
    return candidates;
}

// A grain that flies away has its own ball inflated; the skin of all others stays as thin.
TEST_P(Laws, AFastGrainCostsLittleAndMissesNothing) {
    const Scene scene = box_scene(GetParam(), bed_size);
    const auto slow = loose_grains(bed_size, bed_grains, 0.05, 4);
    auto flying = slow, hitting = slow;
    flying.back().velocity = {0, 0, 7};
    hitting[bed_grains / 2].velocity = {4, -5, 3};
    EXPECT_LT(candidates_of(scene, flying), 1.1 * candidates_of(scene, slow));
    candidates_of(scene, hitting);
}

// The list must be of use as well: far fewer refreshes than steps, far fewer candidates than pairs.
TEST_P(Laws, TheListIsKeptForManySteps) {
    const Scene scene = box_scene(GetParam(), bed_size);
    const auto grains = loose_grains(bed_size, bed_grains, 0.5, 5);
    World world(scene, grains, options(choose_time_step(scene, grains).dt));
    for (int k = 0; k < 1000; ++k) world.step();
    EXPECT_LT(world.counters().refreshes, 100);
    EXPECT_LT(world.counters().candidates, static_cast<std::int64_t>(20 * bed_grains));
}

// Friction and damping at the automatic step: the ledger closes to 1e-3 of the energy turned over.
TEST_P(Laws, LedgerCloses) {
    const Scene scene = box_scene(GetParam(), {4, 4, 10});
    const auto grains = loose_grains({4, 4, 10}, 80, 0.5, 6);
    World world(scene, grains, options(choose_time_step(scene, grains).dt));
    Ledger ledger;
    double worst = 0;
    Measures m;
    for (int k = 0; k < 4000; ++k) {
        world.evaluate();
        if (k % 20 == 0) {
            m = take_measures(scene, world, ledger);
            worst = std::max(worst, std::abs(m.relative_residual));
        }
        world.advance();
    }
    std::cout << "worst residual " << worst << ", lost " << m.lost_damping << ' ' << m.lost_friction
              << '\n';
    EXPECT_LT(worst, 1e-3);
    EXPECT_GT(m.lost_damping, 0.05 * ledger.turned_over); // there was something to book
    EXPECT_GT(m.lost_friction, 0.05 * ledger.turned_over);
}

// Without losses nothing but the scheme's own error is left, which falls with the square of the
// step (scatter between single impacts: a factor of three for half the step instead of four).
TEST_P(Laws, ElasticLedgerIsSecondOrder) {
    Scene scene = box_scene(GetParam(), {4, 4, 10});
    for (Material& m : scene.materials) {
        m.restitution = 1;
        m.friction = 0;
    }
    const auto grains = loose_grains({4, 4, 10}, 80, 0.5, 7);
    const double dt = choose_time_step(scene, grains).dt;
    const auto worst = [&](int divisor) {
        World world(scene, grains, options(dt / divisor));
        Ledger ledger;
        double most = 0;
        for (int k = 0; k < 1500 * divisor; ++k) {
            world.evaluate();
            if (k % (5 * divisor) == 0)
                most =
                    std::max(most, std::abs(take_measures(scene, world, ledger).relative_residual));
            world.advance();
        }
        return most;
    };
    const double coarse = worst(1), fine = worst(2);
    std::cout << "residuals " << coarse << ' ' << fine << '\n';
    EXPECT_LT(coarse, 1e-3);
    EXPECT_LT(fine, coarse / 3);
}

INSTANTIATE_TEST_SUITE_P(All, Laws,
                         ::testing::Values(LawKind::linear, LawKind::hertz, LawKind::walton,
                                           LawKind::pournin),
                         [](const auto& law) { return std::string(name_of(law.param)); });

// The linear law is scale-free: lengths times 2^-20 (time unscaled; stiffness, that is mass, goes
// with the cube) give the same bits after scaling back.
TEST(World, ScaledByAPowerOfTwoIsTheSameWorld) {
    const Vec3 size(4, 4, 10);
    const Scene scene = box_scene(LawKind::linear, size);
    const auto grains = loose_grains(size, 80, 0.3, 8);
    const double dt = choose_time_step(scene, grains).dt;
    World world(scene, grains, options(dt));
    for (int k = 0; k < 1000; ++k) world.step();
    for (const int exponent : {-20, 10}) {
        const double s = std::ldexp(1, exponent);
        Scene scaled_scene = scene;
        scaled_scene.gravity *= s;
        for (Material& m : scaled_scene.materials) *m.stiffness *= s * s * s;
        for (Surface& surface : scaled_scene.walls[0].surfaces) surface = scaled(surface, s);
        auto scaled_grains = grains;
        for (Grain& g : scaled_grains) {
            g.center *= s;
            g.velocity *= s;
            g.radius *= s;
        }
        World other(scaled_scene, scaled_grains, options(dt));
        for (int k = 0; k < 1000; ++k) other.step();
        ASSERT_EQ(other.bodies().id, world.bodies().id);
        for (std::size_t i = 0; i < grains.size(); ++i) {
            const Ball &a = world.bodies().ball[i], &b = other.bodies().ball[i];
            EXPECT_TRUE(a.x * s == b.x && a.y * s == b.y && a.z * s == b.z) << "2^" << exponent;
            EXPECT_EQ(world.bodies().half[i].wx, other.bodies().half[i].wx);
        }
    }
}

// A kilometre away the scene is computed about its own middle: the same contacts, and the same
// motion up to the rounding of the grains' and walls' own coordinates there (1e-13 of a kilometre).
TEST(World, MovedByAKilometreHasTheSameContacts) {
    const Vec3 size(4, 4, 10), shift(1000, -500, 300);
    const Scene scene = box_scene(LawKind::linear, size);
    const auto grains = loose_grains(size, 80, 0.3, 9);
    const double dt = choose_time_step(scene, grains).dt;
    Scene moved_scene = scene;
    for (Surface& surface : moved_scene.walls[0].surfaces) surface = moved(surface, shift);
    auto moved_grains = grains;
    for (Grain& g : moved_grains) g.center += shift;
    World here(scene, grains, options(dt)), there(moved_scene, moved_grains, options(dt));
    std::size_t contacts = 0;
    for (int k = 0; k < 1000; ++k) {
        here.evaluate();
        there.evaluate();
        EXPECT_EQ(here.contact_count(), there.contact_count()) << "step " << k;
        contacts = std::max(contacts, here.contact_count());
        here.advance();
        there.advance();
    }
    EXPECT_GT(contacts, 40U);
    here.evaluate();
    there.evaluate();
    here.complete_forces();
    there.complete_forces();
    const Frame a = make_frame(here), b = make_frame(there);
    for (std::size_t i = 0; i < grains.size(); ++i)
        EXPECT_LT((b.center[i] - shift - a.center[i]).norm(), 1e-9);
}

TEST(World, NamesTheGrainThatBreaks) {
    const Vec3 size(4, 4, 10);
    const Scene scene = box_scene(LawKind::linear, size);
    auto grains = loose_grains(size, 40, 0.3, 10);
    grains[17].velocity.y() = std::numeric_limits<double>::quiet_NaN();
    World world(scene, grains, options(1e-5));
    try {
        world.step();
        FAIL();
    } catch (const RunError& error) {
        EXPECT_STREQ(error.what(),
                     "grain 17 has no finite velocity after step 0; a smaller time step or "
                     "softer contacts may help");
    }
}

TEST(World, MayBeEmpty) {
    const Scene scene = box_scene(LawKind::linear, {4, 4, 4});
    World world(scene, std::vector<Grain>{}, options(1e-5));
    for (int k = 0; k < 10; ++k) world.step();
    EXPECT_EQ(world.contact_count(), 0U);
    EXPECT_EQ(world.state_hash().size(), 16U);
}

} // namespace
} // namespace scree
