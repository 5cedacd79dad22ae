// SPDX-License-Identifier: BSD-3-Clause
//
// [F Table 6.3]: a cylinder of spheres glued by the potential of eq. 3.26–3.29 under a piston. What
// the source leaves unsaid and what was assumed is in tests/reproduction/ferrez-6.3/source.md.
#include "published.hpp"
#include "reproduce.hpp"

#include <scree/base/ball.hpp>
#include <scree/io/csv_table.hpp>
#include <scree/sim/world.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace scree {
namespace {

constexpr std::array forces{10.0, 50.0, 100.0, 500.0, 1000.0}; // N
constexpr double strength = -1500, alpha = 0.2;
// Not in the source: the one that gives its slope between 500 and 1000 N for β = 1.
constexpr double diameter = 0.79;
constexpr double first_gap = 0.002; // between cylinder and piston, of its length
// The plates are so much harder than the glue that they hardly count.
constexpr double plate_ratio = 20;
constexpr double spheres_of_source = 84.5; // per layer

struct Size {
    std::int64_t layers;
    double reach; ///< of the centres about the axis, in diameters
};
// 85 and 84, and 37 and 36 spheres per layer.
constexpr Size as_published{20, 4.8}, reduced{8, 3.2};

struct Sample {
    Scene scene;
    double length = 0, per_layer = 0;
    double slow = 0; ///< 1/s: about the angular frequency of its slowest swing
    double step = 0; ///< s; coarser than the usual one, since only the rest at the end counts
};

/// Masses set the time scale only: each sphere weighs 1 kg.
Sample make_sample(const Size& size, double beta) {
    Sample s;
    Scene& scene = s.scene;
    const PotentialGlue glue{strength, alpha, beta};
    const double stiffness = glue.stiffness(0, diameter);
    Material m;
    m.name = "grain";
    m.density = 1 / ball_volume(0.5 * diameter);
    m.stiffness = plate_ratio * stiffness;
    m.restitution = 0.5;
    m.friction = 0;
    scene.materials = {m};
    scene.gravity = Vec3::Zero();
    scene.bonds = {{"glue", glue, 0.1}};
    Cluster cluster;
    cluster.name = "cylinder";
    cluster.centers = cylinder_shape(size.layers, size.reach * diameter, diameter);
    cluster.radii.assign(cluster.centers.size(), 0.5 * diameter);
    finish_cluster(cluster, 0.01);
    s.per_layer = static_cast<double>(cluster.centers.size()) / static_cast<double>(size.layers);
    s.length = diameter * (1 + std::sqrt(2.0 / 3) * static_cast<double>(size.layers - 1));
    s.slow = 1.5 * std::sqrt(stiffness) / static_cast<double>(size.layers);
    s.step = 0.2 / std::sqrt((24 + plate_ratio) * stiffness); // twelve bonds and a plate
    const auto [low, high] =
        std::minmax_element(cluster.centers.begin(), cluster.centers.end(),
                            [](const Vec3& a, const Vec3& b) { return a.z() < b.z(); });
    const double floor = low->z() - 0.5 * diameter, top = high->z() + 0.5 * diameter;
    scene.clusters = {cluster};
    GrainGroup group;
    group.name = "sample";
    group.cluster = 0;
    group.classes = {{cluster.bounding_radius, 1, 0}};
    group.fill = PlacedFill{{Vec3::Zero()}};
    scene.grains = {group};
    scene.walls = {
        {"floor", "plane", 0, make_plane({0, 0, floor}, {0, 0, 1}), ""},
        {"piston", "plane", 0, make_plane({0, 0, top + first_gap * s.length}, {0, 0, -1}), ""}};
    scene.fluid.drag = s.slow; // per sphere of 1 kg
    return s;
}

/// The way of the piston over the length, when it rests.
double strain(const Size& size, double beta, double force) {
    Sample s = make_sample(size, beta);
    const double pressed = force * s.per_layer / spheres_of_source; // the same stress
    FreeMotion press;
    press.mass = s.per_layer;
    press.axis = Vec3::UnitZ();
    press.force = Vec3(0, 0, -pressed);
    press.damping = press.mass * s.slow;
    Drive drive;
    drive.name = "press";
    drive.walls = {1};
    drive.motion = press;
    s.scene.drives = {drive};
    const std::vector<Grain> grains = place_grains(s.scene);
    World world(s.scene, grains, {.dt = s.step});
    // At rest: floor and piston carry the whole force for half a slow swing.
    const double wait = 3 / s.slow;
    double quiet_since = -1;
    while (world.time() < 1000 / s.slow) {
        world.evaluate();
        const double off = std::max(std::abs(world.force_on_walls()[1].z() / pressed - 1),
                                    std::abs(world.force_on_walls()[0].z() / pressed + 1));
        if (off > 1e-3) quiet_since = -1;
        if (off <= 1e-3 && quiet_since < 0) quiet_since = world.time();
        if (quiet_since >= 0 && world.time() > quiet_since + wait)
            return -world.wall_places()[1].shift.z() / s.length;
        world.advance();
    }
    return NAN;
}

using Row = std::array<double, forces.size()>;

void print_row(const std::string& who, const Row& row) {
    fmt::print("  {:<10}", who);
    for (const double value : row) fmt::print(" {:10.6f}", value);
    fmt::print("   {:.3e} /N\n", (row[4] - row[3]) / (forces[4] - forces[3]));
}

/// Largest distance of the points from the line through the first and the last, over their range.
double bend(const Row& row) {
    double worst = 0;
    const double slope = (row.back() - row.front()) / (forces.back() - forces.front());
    for (std::size_t k = 0; k < forces.size(); ++k)
        worst = std::max(worst, std::abs(row[k] - row[0] - slope * (forces[k] - forces[0])));
    return worst / (row.back() - row.front());
}

bool table_6_3(const Size& size) {
    const CsvTable published = parse_csv(published_file("ferrez-6.3/expected.csv"), "expected.csv",
                                         {{"beta", "10", "50", "100", "500", "1000"}});
    const Sample sample = make_sample(size, 1);
    fmt::print(
        "{} layers of {:.1f} spheres, {:.0f} in all (nothing is random); strain for the force "
        "at the source's size\n\n",
        size.layers, sample.per_layer, size.layers * sample.per_layer);
    fmt::print("  {:<10}", "");
    for (const double f : forces) fmt::print(" {:>8} N", f);
    fmt::print("   slope\n");
    bool holds = true;
    Row last{};
    for (std::size_t k = 0; k < published.rows(); ++k) {
        const double beta = (*published.column("beta"))[k];
        Row theirs{}, ours{};
        for (std::size_t f = 0; f < forces.size(); ++f) {
            theirs[f] = (*published.column(fmt::format("{}", forces[f])))[k];
            ours[f] = strain(size, beta, forces[f]);
            // Linear in the force, and less for every larger beta.
            holds = holds && std::isfinite(ours[f]) && (k == 0 || ours[f] < last[f]);
        }
        fmt::print("beta = {}\n", beta);
        print_row("published", theirs);
        print_row("measured", ours);
        fmt::print("  off a straight line by {:.1f} % (published {:.1f} %)\n", 100 * bend(ours),
                   100 * bend(theirs));
        holds = holds && bend(ours) < 0.03;
        last = ours;
    }
    return holds;
}

} // namespace

std::vector<Reproduction> cluster_reproductions() {
    return {{"F-6.3", "a glued cylinder under a piston: strain over force and beta",
             [] { return table_6_3(reduced); }, [] { return table_6_3(as_published); }}};
}

} // namespace scree
