// SPDX-License-Identifier: BSD-3-Clause
#include "bench_beds.hpp"
#include "commands.hpp"
#include "templates.hpp"

#include <scree/base/random.hpp>
#include <scree/io/scene_file.hpp>
#include <scree/sim/inspect.hpp>
#include <scree/sim/time_step.hpp>
#include <scree/sim/world.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

constexpr std::int64_t steps_to_join = 2000, shapes_join = 1000;

/// An open box.
Wall bed_box(double width, double depth, double height) {
    Wall box;
    box.name = box.type = "box";
    const std::vector<std::string> open = {"+z"};
    box.surfaces = make_box(Vec3::Zero(), Vec3(width, depth, height), open);
    return box;
}

Scene bed_scene(const BedPlan& plan, double edge) {
    Scene scene;
    scene.title = "bench bed";
    Material m;
    m.name = "glass";
    m.density = 2500;
    m.stiffness = plan.stiffness;
    m.restitution = 0.5;
    m.friction = 0.5;
    scene.materials = {m};
    scene.walls = {bed_box(edge, edge, 4 * edge)};
    GrainGroup group;
    group.name = "bed";
    for (std::size_t k = 0; k < plan.radii.size(); ++k)
        group.classes.push_back(
            {.radius = plan.radii[k], .share = plan.mass_shares[k], .spread = 0.1});
    group.share_by_mass = true;
    group.count = static_cast<std::int64_t>(plan.count);
    group.fill = RandomFill{BoxRegion{Vec3::Zero(), Vec3(edge, edge, 1.8 * edge)}};
    scene.grains = {group};
    return scene;
}

double solid_volume(const BedPlan& plan) {
    // Numbers per class from mass shares: n_k ~ share_k / r_k³.
    double weight = 0, volume = 0;
    for (std::size_t k = 0; k < plan.radii.size(); ++k) {
        const double cube = std::pow(plan.radii[k], 3);
        weight += plan.mass_shares[k] / cube;
        volume += plan.mass_shares[k];
    }
    return static_cast<double>(plan.count) * 4.0 / 3.0 * std::numbers::pi * volume / weight;
}

/// The grains where and as they move now.
void take_over(World& world, std::vector<Grain>& grains) {
    world.evaluate();
    world.complete_forces();
    const Frame frame = make_frame(world);
    for (std::size_t i = 0; i < grains.size(); ++i) {
        grains[i].center = frame.center[i];
        grains[i].velocity = frame.velocity[i];
        grains[i].spin = frame.spin[i];
        if (!frame.attitude.empty()) grains[i].attitude = frame.attitude[i];
    }
}

/// The hourglass of the templates while it runs.
BenchBed flowing_hourglass() {
    const auto is_hourglass = [](const Template& t) { return t.name == "hourglass"; };
    const auto found = std::find_if(templates().begin(), templates().end(), is_hourglass);
    BenchBed bed;
    bed.scene = read_scene_text(found->text, "hourglass");
    bed.grains = place_grains(bed.scene);
    bed.dt = choose_time_step(bed.scene, bed.grains).dt;
    World world(bed.scene, bed.grains, {.dt = bed.dt, .threads = default_threads()});
    while (world.time() < 0.3) world.step();
    take_over(world, bed.grains);
    return bed;
}

double largest_reach_of(const BedPlan& plan) {
    double reach = 1;
    for (const GrainShape& shape : plan.shapes) reach = std::max(reach, shape.reach);
    return reach;
}

/// Little friction while a bed settles makes it dense, with about six contacts per grain. Steps of
/// twice the usual length are stable, and how the bed came to rest does not matter.
Scene slippery(Scene scene) {
    scene.materials[0].friction = 0.05;
    return scene;
}

void settle(const Scene& scene, double dt, std::int64_t steps, std::vector<Grain>& grains) {
    World world(scene, grains, {.dt = dt, .threads = default_threads()});
    for (std::int64_t k = 0; k < steps; ++k) world.step();
    take_over(world, grains);
    for (Grain& g : grains) g.velocity = g.spin = Vec3::Zero();
}

/// Spheres that have been dropped and hardly move any more.
BenchBed settled_spheres(const BedPlan& plan, double edge) {
    BenchBed bed;
    bed.scene = bed_scene(plan, edge);
    bed.grains = place_grains(bed.scene);
    bed.dt = choose_time_step(bed.scene, bed.grains).dt;
    bed.wide_sizes = plan.radii.size() > 1;
    const double fall = std::sqrt(2 * 1.2 * edge / 9.81);
    settle(slippery(bed.scene), 2 * bed.dt, static_cast<std::int64_t>(1.25 * fall / bed.dt),
           bed.grains);
    // The large ones may have squeezed a few small ones through a wall as they fell.
    std::erase_if(bed.grains, [&](const Grain& g) {
        const Vec3 top(edge, edge, 4 * edge);
        return (g.center.array() < 0).any() || (g.center.array() > top.array()).any();
    });
    return bed;
}

/// Grains of the shapes take the places of settled spheres that hold them, and settle in turn: they
/// do not fall far, so that soft contacts do.
void turn_into_shapes(const BedPlan& plan, double edge, BenchBed& bed) {
    bed.scene.shapes = plan.shapes;
    Random random(1);
    for (std::size_t i = 0; i < bed.grains.size(); ++i) {
        Grain& g = bed.grains[i];
        g.shape = static_cast<int>(i % plan.shapes.size());
        g.radius /= largest_reach_of(plan);
        Eigen::Vector4d q;
        for (int k = 0; k < 4; ++k) q[k] = random.uniform(-1, 1);
        g.attitude = Eigen::Quaterniond(q.normalized());
    }
    bed.dt = choose_time_step(bed.scene, bed.grains).dt;
    const double fall = std::sqrt(edge / 9.81);
    settle(slippery(bed.scene), 2 * bed.dt, static_cast<std::int64_t>(1.25 * fall / bed.dt),
           bed.grains);
}

} // namespace

BenchBed settled_bed(const BedPlan& plan) {
    BedPlan balls = plan;
    for (double& radius : balls.radii) radius *= largest_reach_of(plan);
    // Filled to a density of 0.3 over a height of 1.8 edges; settled it is about a cube.
    const double edge = std::cbrt(solid_volume(balls) / 0.3 / 1.8);
    BenchBed bed = settled_spheres(balls, edge);
    if (!plan.shapes.empty()) turn_into_shapes(plan, edge, bed);
    if (plan.copies_x * plan.copies_y == 1) return bed;

    const std::vector<Grain> tile = bed.grains;
    bed.grains.clear();
    for (int x = 0; x < plan.copies_x; ++x)
        for (int y = 0; y < plan.copies_y; ++y)
            for (Grain g : tile) {
                g.center += edge * Vec3(x, y, 0);
                bed.grains.push_back(g);
            }
    bed.scene.walls = {bed_box(plan.copies_x * edge, plan.copies_y * edge, 4 * edge)};
    settle(slippery(bed.scene), 2 * bed.dt, plan.shapes.empty() ? steps_to_join : shapes_join,
           bed.grains);
    return bed;
}

BenchBed make_bed(const std::string& name) {
    if (name == "10k") return settled_bed({10000, {1e-3}, {1}, 400});
    if (name == "100k") return settled_bed({10000, {1e-3}, {1}, 400, 5, 2});
    if (name == "sizes") return settled_bed({25000, {1e-3, 5e-3, 35e-3}, {10, 20, 70}, 2e4});
    return flowing_hourglass();
}

} // namespace scree
