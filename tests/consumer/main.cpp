// SPDX-License-Identifier: BSD-3-Clause
//
// Two grains meet head on, through the installed engine alone.
#include <scree/base/version.hpp>
#include <scree/sim/inspect.hpp>
#include <scree/sim/time_step.hpp>
#include <scree/sim/world.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

int main() {
    constexpr double speed = 0.5, radius = 0.01, restitution = 0.6, time = 0.01;
    scree::Scene scene;
    scene.gravity = scree::Vec3::Zero();
    scene.materials.resize(1);
    scene.materials[0].density = 2500;
    scene.materials[0].stiffness = 1e5;
    scene.materials[0].restitution = restitution;
    scene.materials[0].friction = 0.5;
    std::vector<scree::Grain> grains(2);
    for (int side = 0; side < 2; ++side) {
        scree::Grain& grain = grains[static_cast<std::size_t>(side)];
        grain.radius = radius;
        grain.center = scree::Vec3((side == 0 ? -1.1 : 1.1) * radius, 0, 0);
        grain.velocity = scree::Vec3(side == 0 ? speed : -speed, 0, 0);
    }
    scree::World world(scene, grains, {.dt = scree::choose_time_step(scene, grains).dt});
    while (world.time() < time) world.step();
    world.evaluate();
    world.complete_forces();
    const double after = scree::make_frame(world).velocity[1].x();
    std::printf("scree %s: after the impact %.4f of the speed, %.4f asked for\n",
                scree::version_string.data(), after / speed, restitution);
    return std::abs(after / speed - restitution) < 1e-3 ? 0 : 1;
}
