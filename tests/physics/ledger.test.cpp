// SPDX-License-Identifier: BSD-3-Clause
//
// The energy ledger: kinetic + potential + stored + lost stays what it was at the start.
#include "support/scenes.hpp"

#include <scree/base/random.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

namespace scree {
namespace {

using namespace test_support;

/// Grains of three sizes flying about in a closed box.
struct Box {
    Scene scene;
    std::vector<Grain> grains;

    Box(LawKind law, const Material& material, int count, double side, std::uint64_t seed)
        : scene(bare_scene(law, material)) {
        scene.seed = seed;
        scene.walls = {box_wall(Vec3::Zero(), Vec3::Constant(side))};
        GrainGroup group;
        group.name = "gas";
        group.classes = {{.radius = 0.003, .share = 2, .spread = 0.1},
                         {.radius = 0.005, .share = 2, .spread = 0.1},
                         {.radius = 0.007, .share = 1, .spread = 0.1}};
        group.count = count;
        group.fill = RandomFill{BoxRegion{Vec3::Zero(), Vec3::Constant(side)}};
        scene.grains = {group};
        grains = place_grains(scene);
        Random random(seed);
        for (Grain& grain : grains)
            grain.velocity =
                Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    }
};

struct LedgerRun {
    double worst = 0; ///< |relative residual|
    double rms = 0;
    double highest = 0;  ///< energy gained
    double drift = 0;    ///< fitted, relative residual over the whole run
    double contacts = 0; ///< mean number
    double turned_over = 0;
    Measures last;
};

/// Rows are taken at a stride that is no multiple of anything, so that all phases of contacts
/// occur.
LedgerRun run_ledger(const Scene& scene, World& world, std::int64_t steps, std::int64_t stride) {
    LedgerRun out;
    Ledger ledger;
    double rows = 0, sum_t = 0, sum_tt = 0, sum_r = 0, sum_tr = 0, sum_rr = 0;
    for (std::int64_t s = 0; s <= steps; ++s) {
        world.evaluate();
        out.contacts += static_cast<double>(world.contact_count());
        if (s % stride == 0) {
            out.last = take_measures(scene, world, ledger);
            const double r = out.last.relative_residual;
            const double t = static_cast<double>(s) / static_cast<double>(steps) - 0.5;
            out.worst = std::max(out.worst, std::abs(r));
            out.highest = std::max(out.highest, r);
            rows += 1;
            sum_t += t;
            sum_tt += t * t;
            sum_r += r;
            sum_tr += t * r;
            sum_rr += r * r;
        }
        world.advance();
    }
    out.contacts /= static_cast<double>(steps + 1);
    out.rms = std::sqrt(sum_rr / rows);
    out.drift = (rows * sum_tr - sum_t * sum_r) / (rows * sum_tt - sum_t * sum_t);
    out.turned_over = ledger.turned_over;
    return out;
}

/// Stiff enough for overlaps of one or two per cent of a radius at these speeds, as good practice
/// asks; then most collisions are between two.
Material stiff(double restitution, double friction) {
    Material m = grit(restitution, friction);
    m.contact_time = 2e-4;
    m.young = 1e9;
    return m;
}

class EnergyLedger : public testing::TestWithParam<LawKind> {};

// The bar. Between the rows the energy that the leapfrog sees swings with every
// contact by (omega dt)²/8 of the contact's own energy; what a collision leaves behind must cancel.
TEST_P(EnergyLedger, ElasticBoxKeepsItsEnergyOverAMillionSteps) {
    const std::uint64_t seed = 11;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    const Box box(GetParam(), stiff(1, 0), 200, 0.1, seed);
    World world = world_of(box.scene, box.grains, automatic_step(box.scene, box.grains));
    constexpr std::int64_t steps = 1'000'000, stride = 487;
    const LedgerRun run = run_ledger(box.scene, world, steps, stride);
    std::printf("%s: worst residual %.2e, rms %.2e, drift over the run %.2e, contacts %.1f\n",
                name_of(GetParam()), run.worst, run.rms, run.drift, run.contacts);
    EXPECT_GT(run.contacts, 2); // each lasts about 50 steps: 40000 collisions and more
    EXPECT_EQ(run.last.lost_friction, 0);
    EXPECT_EQ(run.last.lost_damping, 0);
    EXPECT_LE(run.worst, 1e-4);
    // No drift: what a fitted line rises by is no more than what errors of random sign add up to.
    EXPECT_LE(std::abs(run.drift), 1e-4);
}

// At half the step, over the same time, the residual is a quarter; rms over the run, since single
// rows are chance. The runs part ways (collisions are chaotic) but are alike statistically.
TEST_P(EnergyLedger, ElasticResidualFallsWithTheSquareOfTheStep) {
    const std::uint64_t seed = 12;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    const Box box(GetParam(), grit(1, 0), 200, 0.1, seed);
    const double dt = automatic_step(box.scene, box.grains);
    std::array<double, 3> rms{};
    for (std::size_t k = 0; k < rms.size(); ++k) {
        const double fraction = std::pow(0.5, static_cast<double>(k));
        World world = world_of(box.scene, box.grains, fraction * dt);
        rms[k] = run_ledger(box.scene, world, std::llround(10000 / fraction), 13).rms;
    }
    std::printf("%s: rms residual %.2e %.2e %.2e, ratios %.2f %.2f\n", name_of(GetParam()), rms[0],
                rms[1], rms[2], rms[0] / rms[1], rms[1] / rms[2]);
    EXPECT_GT(rms[0] / rms[1], 3);
    EXPECT_GT(rms[1] / rms[2], 3);
    EXPECT_GT(rms[2], 0);
}

TEST_P(EnergyLedger, SettlingWithFrictionAndDampingBalances) {
    const std::uint64_t seed = 13;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Box box(GetParam(), grit(0.5, 0.5), 300, 0.08, seed);
    box.scene.gravity = Vec3(0, 0, -9.81);
    World world = world_of(box.scene, box.grains, automatic_step(box.scene, box.grains));
    const auto steps = std::llround(0.6 / world.dt());
    const LedgerRun run = run_ledger(box.scene, world, steps, 101);
    std::printf("%s: worst %.2e, highest %.2e, lost %.3e J damping, %.3e J friction of %.3e J\n",
                name_of(GetParam()), run.worst, run.highest, run.last.lost_damping,
                run.last.lost_friction, run.turned_over);
    EXPECT_GT(run.last.contacts, 300);
    EXPECT_GT(run.last.lost_friction, 0.01 * run.turned_over);
    EXPECT_GT(run.last.lost_damping, 0.05 * run.turned_over);
    EXPECT_LT(run.last.kinetic, 0.01 * run.turned_over);
    EXPECT_LE(run.worst, 1e-3);
}

// Random materials, fillings and gravities: no row of any run gains more than the bound, and with
// friction or damping the lost energy never falls.
TEST_P(EnergyLedger, NoRunGainsEnergy) {
    const std::uint64_t seed = 14;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    constexpr int scenes = 24;
    double worst = 0, contacts = 0;
    for (int k = 0; k < scenes; ++k) {
        Material m = grit(random.uniform(0.1, 1), random.uniform(0, 1));
        if (k % 6 == 0) m.restitution = 1;
        if (k % 5 == 0) m.friction = 0;
        m.poisson = random.uniform(0, 0.45);
        m.tangential_ratio = random.uniform(0.1, 1);
        Box box(GetParam(), m, 40 + static_cast<int>(random.below(60)), random.uniform(0.055, 0.07),
                random.bits());
        box.scene.gravity =
            Vec3(random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-20, 5));
        for (Grain& grain : box.grains)
            grain.spin = Vec3(random.uniform(-99, 99), random.uniform(-99, 99), 0);
        World world = world_of(box.scene, box.grains, automatic_step(box.scene, box.grains));
        const LedgerRun run = run_ledger(box.scene, world, 8000, 7);
        worst = std::max(worst, run.worst);
        contacts += run.contacts / scenes;
        EXPECT_LE(run.worst, 1e-3)
            << "scene " << k << ": restitution " << *m.restitution << ", friction " << *m.friction
            << ", tangential ratio " << m.tangential_ratio << ", highest " << run.highest;
        EXPECT_GE(run.last.lost_damping, -1e-15 * run.turned_over); // rounding, when elastic
        if (*m.friction == 0) {
            EXPECT_EQ(run.last.lost_friction, 0);
        }
        EXPECT_GE(run.last.lost_friction, 0);
    }
    std::printf("%s: worst residual of %d scenes %.2e, mean contacts %.1f\n", name_of(GetParam()),
                scenes, worst, contacts);
    EXPECT_GT(contacts, 3);
}

INSTANTIATE_TEST_SUITE_P(BothLaws, EnergyLedger, testing::Values(LawKind::linear, LawKind::hertz),
                         [](const auto& law) { return std::string(name_of(law.param)); });

} // namespace
} // namespace scree
