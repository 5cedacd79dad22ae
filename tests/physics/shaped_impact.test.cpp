// SPDX-License-Identifier: BSD-3-Clause
//
// Free flight and single impacts of grains that are no balls.
#include <scree/base/random.hpp>

#include <support/shaped_scenes.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

using namespace test_support;

Vec3 angular_momentum(const World& world, std::uint32_t id, const Vec3& spin) {
    const auto& body = *world.shaped()->bodies.find(id);
    return angular_momentum_of(body.state.attitude, body.inertia, spin);
}

// A brick thrown about its middle axis tumbles. Without torque its angular momentum is constant to
// rounding, and its energy stays where it was.
TEST(ShapedFlight, AsymmetricTopKeepsAngularMomentumAndEnergy) {
    Scene scene = bare_scene(LawKind::linear, grit(0.9, 0.3));
    scene.shapes = {grain_shape("brick", solid_box({1, 0.6, 0.3}))};
    Grain g = shaped_grain(scene, 0, {0, 0, 0}, 0.01);
    g.spin = {0.5, 40, 1};
    World world = world_of(scene, {&g, 1}, 1e-4);
    Frame frame = look(world);
    const Vec3 momentum = angular_momentum(world, 0, frame.spin[0]);
    Ledger ledger;
    const double energy = energy_of(world, scene, ledger);
    world.advance();
    bool has_tumbled = false;
    for (int k = 0; k < 20000; ++k) {
        world.evaluate();
        frame = make_frame(world);
        const Vec3 own = frame.attitude[0].conjugate() * frame.spin[0];
        has_tumbled = has_tumbled || own.y() < -30;
        if (k % 1000 == 0) {
            EXPECT_LT((angular_momentum(world, 0, frame.spin[0]) - momentum).norm(),
                      1e-12 * momentum.norm());
            EXPECT_NEAR(energy_of(world, scene, ledger), energy, 1e-10 * energy);
        }
        world.advance();
    }
    EXPECT_TRUE(has_tumbled); // the middle axis is unstable: it flips over
}

struct Drop {
    const char* name;
    Eigen::Quaterniond attitude;
    double height; // of the centre over the lowest point, in half sides
};

// A cube falls on a face, an edge or a corner: its centre is over the place that it hits, so it
// comes back with the set restitution and without spin.
TEST(ShapedImpact, CubeComesBackWithTheSetRestitution) {
    const double half = 0.01;
    const Vec3 diagonal(1, 1, 1);
    const Drop drops[] = {
        {"face", Eigen::Quaterniond::Identity(), 1},
        {"edge", turned({1, 0, 0}, std::numbers::pi / 4), std::sqrt(2.0)},
        {"corner", Eigen::Quaterniond::FromTwoVectors(diagonal, Vec3(0, 0, -1)), std::sqrt(3.0)}};
    for (const LawKind law : {LawKind::linear, LawKind::hertz, LawKind::walton})
        for (const double restitution : {0.3, 0.8, 1.0})
            for (const Drop& drop : drops) {
                Scene scene = bare_scene(law, grit(restitution, 0.5));
                scene.shapes = {cube_shape()};
                scene.walls = {plane_wall({0, 0, 0}, {0, 0, 1})};
                Grain g = shaped_grain(scene, 0, {0, 0, (drop.height + 0.01) * half},
                                       radius_of_cube(half), drop.attitude);
                g.velocity = {0, 0, -0.1};
                World world = world_of(scene, {&g, 1}, 0.5 * automatic_step(scene, {&g, 1}));
                Ledger ledger;
                Frame frame = look(world);
                Measures first = take_measures(scene, world, ledger);
                world.advance();
                bool has_touched = false;
                for (int k = 0; k < 400000; ++k) {
                    world.evaluate();
                    has_touched = has_touched || world.contact_count() > 0;
                    const bool is_over = has_touched && world.contact_count() == 0;
                    if (is_over) break;
                    world.advance();
                }
                world.complete_forces();
                frame = make_frame(world);
                ASSERT_TRUE(has_touched);
                EXPECT_NEAR(frame.velocity[0].z(), 0.1 * restitution, 0.1 * 2e-3)
                    << drop.name << ", " << name_of(law) << ", e = " << restitution;
                EXPECT_LT(frame.spin[0].norm() * half, 1e-3 * 0.1) << drop.name;
                const Measures last = take_measures(scene, world, ledger);
                EXPECT_LT(std::abs(last.residual), 2e-3 * first.kinetic) << drop.name;
            }
}

/// Are all other corners of the brick below well above the lowest?
bool falls_on_one_corner(const Eigen::Quaterniond& attitude) {
    std::vector<double> heights;
    for (const double x : {-1.0, 1.0})
        for (const double y : {-0.7, 0.7})
            for (const double z : {-0.5, 0.5}) heights.push_back((attitude * Vec3(x, y, z)).z());
    std::sort(heights.begin(), heights.end());
    return heights[1] - heights[0] > 0.2;
}

// Eccentric and without friction: the velocity at the contact point along the normal is what comes
// back, times e. A corner of a tilted brick hits the floor.
TEST(ShapedImpact, EccentricImpactHasTheSetRestitution) {
    Random random(20261117);
    int eccentric = 0;
    for (int trial = 0; trial < 60; ++trial) {
        const double restitution = 0.4 + 0.01 * trial;
        Material material = grit(restitution, 0);
        material.contact_time = 2e-5; // stiff: small overlaps, so that the lever stays
        Scene scene = bare_scene(LawKind::linear, material);
        scene.shapes = {grain_shape("brick", solid_box({1, 0.7, 0.5}))};
        scene.walls = {plane_wall({0, 0, 0}, {0, 0, 1})};
        const Vec3 axis(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        const Eigen::Quaterniond attitude = turned(axis, random.uniform(0.3, 2.5));
        if (!falls_on_one_corner(attitude)) continue;
        Grain g = shaped_grain(scene, 0, {0, 0, 0.03}, 0.01, attitude);
        g.velocity = {0, 0, -0.1};
        World world = world_of(scene, {&g, 1}, 0.5 * automatic_step(scene, {&g, 1}));
        const double lowest = world.extent_of(0, {0, 0, -1});
        g.center.z() = lowest + 1e-5;
        World near = world_of(scene, {&g, 1}, world.dt());
        const auto surface_speed = [&](const Frame& frame, const Vec3& point) {
            return (frame.velocity[0] + frame.spin[0].cross(point - frame.center[0])).z();
        };
        Vec3 point = Vec3::Zero();
        double before = 0;
        for (int k = 0; k < 100000; ++k) {
            near.evaluate();
            near.complete_forces();
            const Frame frame = make_frame(near);
            if (!frame.contact.empty() && before == 0) {
                point = frame.contact[0].point;
                before = -0.1;
            }
            if (before != 0 && frame.contact.empty()) {
                EXPECT_NEAR(surface_speed(frame, point), 0.1 * restitution, 0.1 * 0.02);
                if (frame.spin[0].norm() * 0.01 > 0.02) ++eccentric;
                break;
            }
            near.advance();
        }
        ASSERT_NE(before, 0);
    }
    EXPECT_GT(eccentric, 10); // not vacuous
}

// Two polyhedra collide in free space: momentum and angular momentum are kept to rounding.
TEST(ShapedImpact, CollisionKeepsMomentumAndAngularMomentum) {
    Scene scene = bare_scene(LawKind::linear, grit(0.7, 0.4));
    scene.shapes = {grain_shape("tetrahedron", regular_solid("tetrahedron", 1)),
                    grain_shape("grain", generated_grain({}, 1))};
    std::vector<Grain> grains = {
        shaped_grain(scene, 0, {-0.02, 0, 0}, 0.01, turned({1, 2, 3}, 1)),
        shaped_grain(scene, 1, {0.02, 0.003, 0.002}, 0.012, turned({3, 1, -1}, 2))};
    grains[0].velocity = {0.3, 0, 0};
    grains[1].velocity = {-0.3, 0.02, 0};
    grains[0].spin = {1, -3, 2};
    grains[1].spin = {-5, 4, 20};
    World world = world_of(scene, grains, automatic_step(scene, grains));
    const auto momenta = [&](const Frame& frame) {
        std::pair<Vec3, Vec3> sum(Vec3::Zero(), Vec3::Zero());
        for (std::uint32_t i = 0; i < 2; ++i) {
            const Vec3 p = frame.mass[i] * frame.velocity[i];
            sum.first += p;
            sum.second += frame.center[i].cross(p) + angular_momentum(world, i, frame.spin[i]);
        }
        return sum;
    };
    const auto before = momenta(look(world));
    world.advance();
    std::size_t contacts = 0;
    for (int k = 0; k < 6000; ++k) {
        world.step();
        contacts += world.contact_count();
    }
    const auto after = momenta(look(world));
    EXPECT_GT(contacts, 20U);
    const double scale = before.second.norm();
    EXPECT_LT((after.first - before.first).norm(), 1e-12 * 0.3 * 0.02);
    EXPECT_LT((after.second - before.second).norm(), 1e-12 * scale);
}

} // namespace
} // namespace scree
