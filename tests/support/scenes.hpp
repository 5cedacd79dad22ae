// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/scene/scene.hpp>
#include <scree/sim/inspect.hpp>
#include <scree/sim/measures.hpp>
#include <scree/sim/time_step.hpp>
#include <scree/sim/world.hpp>

#include <span>
#include <vector>

// Scenes built in code, for tests that look at physics rather than at files.
namespace scree::test_support {

/// Values that suit both laws; glass-like, but soft enough for quick tests.
inline Material grit(double restitution, double friction) {
    Material m;
    m.name = "grit";
    m.density = 2500;
    m.contact_time = 1e-3;
    m.young = 1e8;
    m.poisson = 0.25;
    m.restitution = restitution;
    m.friction = friction;
    return m;
}

/// One material, no walls, no gravity.
inline Scene bare_scene(LawKind law, const Material& material) {
    Scene scene;
    scene.title = "test";
    scene.law = law;
    scene.materials = {material};
    scene.gravity = Vec3::Zero();
    return scene;
}

inline Wall wall_of(std::string type, std::vector<Surface> surfaces, int material = 0) {
    Wall wall;
    wall.name = type;
    wall.type = std::move(type);
    wall.material = material;
    wall.surfaces = std::move(surfaces);
    return wall;
}

inline Wall plane_wall(const Vec3& point, const Vec3& normal) {
    return wall_of("plane", make_plane(point, normal));
}

inline Wall box_wall(const Vec3& low, const Vec3& high) {
    return wall_of("box", make_box(low, high, {}));
}

inline Grain grain_at(const Vec3& center, double radius, const Vec3& velocity = Vec3::Zero(),
                      const Vec3& spin = Vec3::Zero()) {
    return {.center = center,
            .velocity = velocity,
            .spin = spin,
            .radius = radius,
            .material = 0,
            .group = 0,
            .size_class = 0};
}

inline double automatic_step(const Scene& scene, std::span<const Grain> grains) {
    return choose_time_step(scene, grains).dt;
}

inline World world_of(const Scene& scene, std::span<const Grain> grains, double dt) {
    return {scene, grains, WorldOptions{.dt = dt}};
}

/// Finds the forces of the present step and shows it; `advance` must follow.
inline Frame look(World& world) {
    world.evaluate();
    world.complete_forces();
    return make_frame(world);
}

inline void run_steps(World& world, std::int64_t steps) {
    for (std::int64_t s = 0; s < steps; ++s) world.step();
}

inline Frame run_for(World& world, double duration) {
    const double end = world.time() + duration;
    while (world.time() < end) world.step();
    Frame frame = look(world);
    world.advance();
    return frame;
}

} // namespace scree::test_support
