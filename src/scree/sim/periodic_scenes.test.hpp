// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/random.hpp>
#include <scree/sim/time_step.hpp>
#include <scree/sim/world.hpp>

#include <cmath>
#include <vector>

// Periodic scenes for tests: a gas in a period on all sides, and a flow down a plane.
namespace scree {

/// Two materials; a period of 0.16 x 0.12 x 0.14 m (8 x 6 x 7 grains of 2 cm) along the given axes.
inline Scene periodic_scene(LawKind law, bool x, bool y, bool z) {
    Scene scene;
    scene.law = law;
    for (const double hardness : {1.0, 2.0}) {
        Material m;
        m.name = hardness == 1 ? "sand" : "beans";
        m.density = 2500;
        m.stiffness = 1e3 * hardness; // soft, so that a few steps hold many impacts
        m.young = 1e5 * hardness;
        m.poisson = 0.25;
        m.restitution = 0.6;
        m.friction = 0.4;
        if (has_history(law)) m.rolling_friction = m.twisting_friction = 0.1;
        scene.materials.push_back(m);
    }
    scene.gravity = Vec3::Zero();
    scene.periodic.low = Vec3(-0.02, 0.03, 0);
    scene.periodic.length = Vec3(x ? 0.16 : 0, y ? 0.12 : 0, z ? 0.14 : 0);
    return scene;
}

/// Grains on a loose lattice that fills the period (three axes of it), of random sizes, velocities
/// and spins.
inline std::vector<Grain> periodic_gas(double speed, std::uint64_t seed, std::size_t count = 336) {
    Random random(seed);
    std::vector<Grain> grains;
    const auto u = [&](double size) { return random.uniform(-size, size); };
    const Vec3 low(-0.02, 0.03, 0);
    for (int k = 0; grains.size() < count && k < 336; ++k) {
        const int x = k % 8, y = k / 8 % 6, z = k / 48;
        // The first ones stand on the very sides of the period.
        grains.push_back({low + 0.02 * Vec3(x + u(0.02), y + u(0.02), z + u(0.02)),
                          Vec3(u(speed), u(speed), u(speed)), Vec3(u(30), u(30), u(30)),
                          random.uniform(0.006, 0.0095), static_cast<int>(random.below(2)), 0, 0});
    }
    return grains;
}

/// A layer that slides down a plane, tilted by `angle`, in a period along it and across.
inline Scene slope_scene(LawKind law, double angle) {
    Scene scene = periodic_scene(law, true, true, false);
    scene.gravity = 9.81 * Vec3(std::sin(angle), 0, -std::cos(angle));
    Wall floor;
    floor.name = floor.type = "plane";
    floor.material = 1;
    floor.surfaces = make_plane(Vec3(0, 0, -0.01), Vec3::UnitZ());
    scene.walls.push_back(floor);
    return scene;
}

inline WorldOptions options_with(double dt) {
    WorldOptions o;
    o.dt = dt;
    return o;
}

inline Vec3 center_of(const World& world, std::size_t i) {
    const Ball& b = world.bodies().ball[i];
    return Vec3(b.x, b.y, b.z) + world.origin();
}

} // namespace scree
