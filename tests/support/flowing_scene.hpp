// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/scenes.hpp"

#include <scree/base/random.hpp>

// An hourglass-like scene with every kind of wall, two materials and several sizes, in full flow
// from the first step: grains are thrown down so that collisions, sliding and refreshes start at
// once.
namespace scree::test_support {

struct FlowingScene {
    Scene scene;
    std::vector<Grain> grains;
};

/// All lengths in units of `unit` metres and all times in units of `second` seconds, both of them
/// powers of two to keep every bit. What follows: velocities unit/second, gravity unit/second²,
/// mass unit³ (the density stays), Young's modulus density · (unit/second)².
inline FlowingScene flowing_scene(LawKind law, std::int64_t count, double unit = 1,
                                  double second = 1) {
    FlowingScene out;
    Scene& scene = out.scene;
    scene.law = law;
    Material sand = grit(0.6, 0.5), steel = grit(0.8, 0.3);
    steel.name = "steel";
    steel.density = 5000;
    sand.young = 2e6; // soft: a large step, so that much happens in few of them
    steel.young = 6e6;
    scene.materials = {sand, steel};
    for (Material& m : scene.materials) {
        *m.contact_time *= second;
        *m.young *= unit * unit / (second * second);
    }
    scene.gravity = Vec3(0.3, 0, -9.81) * (unit / (second * second));
    const auto length = [unit](double x, double y, double z) -> Vec3 {
        return unit * Vec3(x, y, z);
    };
    scene.walls = {
        wall_of("frustum",
                make_frustum(length(0, 0, 0.1), length(0, 0, 0.25), 0.03 * unit, 0.12 * unit)),
        wall_of("frustum",
                make_frustum(length(0, 0, 0.1), length(0, 0, -0.05), 0.03 * unit, 0.12 * unit), 1),
        wall_of("cylinder",
                make_frustum(length(0, 0, 0.25), length(0, 0, 0.45), 0.12 * unit, 0.12 * unit)),
        wall_of("box", make_box(length(-0.13, -0.13, -0.06), length(0.13, 0.13, 0.46), {}), 1),
        wall_of("plane", make_plane(length(0, 0, -0.055), Vec3(0.02, 0, 1)), 1),
        wall_of("disc", make_annulus(length(0, 0, -0.02), Vec3::UnitZ(), 0, 0.03 * unit)),
        wall_of("sphere", make_sphere(length(0, 0, 0.14), 0.012 * unit, false), 1)};
    GrainGroup group;
    group.name = "grains";
    group.classes = {{.radius = 0.005 * unit, .share = 2, .spread = 0.1},
                     {.radius = 0.0075 * unit, .share = 2, .spread = 0.1},
                     {.radius = 0.014 * unit, .share = 0.1, .spread = 0.1}};
    group.count = count;
    group.fill = RandomFill{
        FrustumRegion{length(0, 0, 0.19), length(0, 0, 0.45), 0.085 * unit, 0.12 * unit}};
    scene.grains = {group};
    scene.seed = 5;
    return out;
}

/// Starts the grains of a scene made above (all in one place, so that scaling is exact: the
/// positions are those of the scene of unit 1).
inline void fill(FlowingScene& s, const FlowingScene& plain, double unit = 1, double second = 1) {
    s.grains = place_grains(plain.scene);
    Random random(99);
    for (Grain& g : s.grains) {
        g.center *= unit;
        g.radius *= unit;
        const double pressing = -10 * (g.center.z() / unit - 0.15); // the upper ones catch up
        g.velocity = Vec3(random.uniform(-1, 1), random.uniform(-1, 1),
                          pressing + random.uniform(-0.5, 0.5)) *
                     (unit / second);
        g.spin = Vec3(random.uniform(-20, 20), 0, random.uniform(-20, 20)) / second;
        g.material = g.radius > 0.01 * unit ? 1 : 0;
    }
}

} // namespace scree::test_support
