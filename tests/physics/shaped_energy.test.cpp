// SPDX-License-Identifier: BSD-3-Clause
//
// Energy of grains that are no balls.
#include <scree/base/random.hpp>

#include <support/shaped_scenes.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <set>

namespace scree {
namespace {

using namespace test_support;

struct Gas {
    Scene scene;
    std::vector<Grain> grains;
};

/// Polyhedra without losses and friction, thrown about in a box.
Gas gas_of_polyhedra(bool by_volume) {
    Gas gas;
    Material material = grit(1, 0);
    material.contact_time = 2e-3;
    gas.scene = bare_scene(LawKind::linear, material);
    gas.scene.contact_by_volume = by_volume;
    gas.scene.walls = {box_wall({0, 0, 0}, {0.09, 0.09, 0.09})};
    gas.scene.shapes = {cube_shape(), grain_shape("tetrahedron", regular_solid("tetrahedron", 1)),
                        grain_shape("random", random_polyhedron({}, 1))};
    const std::uint64_t seed = 11;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    for (int k = 0; k < 8; ++k) {
        const Vec3 center(0.025 + 0.04 * (k % 2), 0.025 + 0.04 * (k / 2 % 2),
                          0.025 + 0.04 * (k / 4));
        Grain g = shaped_grain(gas.scene, k % 3, center, 0.01,
                               turned({1, 2.0 * k, 3}, random.uniform(0, 3)));
        g.velocity =
            0.3 * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        gas.grains.push_back(g);
    }
    return gas;
}

struct EnergyDrift {
    double worst = 0; ///< of the energy, relative
    std::int64_t collisions = 0;
    double residual = 0, geometry = 0; ///< relative
};

EnergyDrift drift_over(const Gas& gas, std::int64_t collisions) {
    World world = world_of(gas.scene, gas.grains, 0.5 * automatic_step(gas.scene, gas.grains));
    Ledger ledger;
    world.evaluate();
    const double energy = energy_of(world, gas.scene, ledger);
    world.advance();
    EnergyDrift drift;
    std::set<std::pair<std::uint32_t, std::int64_t>> touching;
    for (std::int64_t s = 0; drift.collisions < collisions; ++s) {
        world.evaluate();
        std::set<std::pair<std::uint32_t, std::int64_t>> now;
        world.shaped()->contacts.for_each_touch(
            [&](const PairName& name, const ShapedContacts::Touch&) {
                now.emplace(name.a, name.b);
            });
        for (const auto& pair : now)
            if (!touching.contains(pair)) ++drift.collisions;
        touching.swap(now);
        if (s % 100 == 0) {
            const Measures m = take_measures(gas.scene, world, ledger);
            drift.worst = std::max(drift.worst,
                                   std::abs(m.kinetic + m.stored + m.potential - energy) / energy);
            drift.residual = std::max(drift.residual, std::abs(m.residual) / energy);
            drift.geometry = std::max(drift.geometry, std::abs(m.more_losses.back()) / energy);
        }
        world.advance();
    }
    std::printf("%lld collisions: energy off by %.2e, residual %.2e, geometry %.2e\n",
                static_cast<long long>(drift.collisions), drift.worst, drift.residual,
                drift.geometry);
    return drift;
}

TEST(ShapedEnergy, VolumeLawKeepsTheEnergyOfElasticPolyhedra) {
    EXPECT_LT(drift_over(gas_of_polyhedra(true), 500).worst, 1e-3);
}

// ./check long
TEST(ShapedEnergy, DISABLED_VolumeLawKeepsTheEnergyOver1e5Collisions) {
    EXPECT_LT(drift_over(gas_of_polyhedra(true), 100000).worst, 1e-3);
}

// The default is not the derivative of an energy between two polyhedra; what that gives or takes is
// in the ledger.
TEST(ShapedEnergy, DepthLawBooksWhatItsGeometryGivesOrTakes) {
    const EnergyDrift drift = drift_over(gas_of_polyhedra(false), 300);
    EXPECT_GT(drift.geometry, 1e-5); // not vacuous
    EXPECT_LT(drift.residual, 2e-2);
}

// A contact that was not there a step ago and is deep now (the surface jumped to another face, or
// one touch became several) has energy from nowhere: the ledger says so, but for the first step.
TEST(ShapedEnergy, AContactThatBeginsDeepIsBooked) {
    for (const LawKind kind : {LawKind::linear, LawKind::hertz}) {
        Scene scene = bare_scene(kind, grit(0.5, 0.3));
        scene.shapes = {cube_shape()};
        const std::vector<Grain> grains = {shaped_grain(scene, 0, Vec3::Zero(), 0.01)};
        const World world = world_of(scene, grains, automatic_step(scene, grains));
        Partner cube;
        cube.inverse_mass = 100;
        cube.inverse_inertia_of_ball = 1e6;
        cube.radius = 0.01;
        const Touching deep{1e-4, -Vec3::UnitZ(), Vec3(0, 0, -0.01)};
        for (const bool is_start : {false, true}) {
            TouchMemory memory;
            Losses losses;
            const Partner wall;
            const Answer answer = answer_touch(
                deep, {cube, wall, 0}, {world.laws(), world.dt(), false, is_start}, memory, losses);
            EXPECT_GT(answer.stored, 0);
            EXPECT_EQ(losses.geometry, is_start ? 0 : -answer.stored);
        }
    }
}

} // namespace
} // namespace scree
