// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/bonds.hpp>

#include <scree/sim/inspect.hpp>
#include <scree/sim/measures.hpp>
#include <scree/sim/time_step.hpp>
#include <scree/sim/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

namespace scree {
namespace {

constexpr double radius = 0.01;

BondKind beam(double strength = std::numeric_limits<double>::infinity()) {
    BondKind kind;
    kind.name = "beam";
    kind.model = BeamBond{.young = 1e7,
                          .poisson = 0.25,
                          .radius_ratio = 0.8,
                          .tensile_strength = strength,
                          .shear_strength = strength,
                          .bending_strength = strength,
                          .torsion_strength = strength};
    return kind;
}

/// One cluster of these centres about the origin, without walls and gravity.
Scene scene_of(const BondKind& kind, std::vector<Vec3> centers) {
    Scene scene;
    Material m;
    m.name = "rock";
    m.density = 2000;
    m.stiffness = 1e5;
    m.restitution = 0.8;
    m.friction = 0.4;
    scene.materials = {m};
    scene.gravity = Vec3::Zero();
    scene.bonds = {kind};
    Cluster cluster;
    cluster.name = "cluster";
    cluster.centers = std::move(centers);
    cluster.radii.assign(cluster.centers.size(), radius);
    finish_cluster(cluster, 0.01);
    scene.clusters = {cluster};
    GrainGroup group;
    group.name = "group";
    group.cluster = 0;
    group.classes = {{cluster.bounding_radius, 1, 0}};
    group.fill = PlacedFill{{Vec3::Zero()}};
    scene.grains = {group};
    return scene;
}

struct Totals {
    double energy = 0, stored = 0, mass = 0;
    Vec3 momentum = Vec3::Zero(), turning = Vec3::Zero();
};

/// Evaluates the present step, sums up and advances.
Totals look(World& world) {
    world.evaluate();
    world.complete_forces();
    Totals t;
    for (std::size_t i = 0; i < world.grain_count(); ++i) {
        const WholeStep motion = world.motion_of(i);
        const Ball& ball = world.bodies().ball[i];
        const double m = world.bodies().half[i].mass, inertia = 0.4 * m * ball.radius * ball.radius;
        t.mass += m;
        t.energy +=
            0.5 * m * motion.velocity.squaredNorm() + 0.5 * inertia * motion.spin.squaredNorm();
        t.momentum += m * motion.velocity;
        t.turning +=
            m * Vec3(ball.x, ball.y, ball.z).cross(motion.velocity) + inertia * motion.spin;
    }
    t.stored = world.bonds().stored();
    t.energy += t.stored;
    world.advance();
    return t;
}

/// Two spheres, each way of a bond alone: what is stored swings as sin² with the pair's frequency.
TEST(TwoBondedSpheres, SwingWithTheirFrequencies) {
    const Scene scene = scene_of(beam(), rod_shape(2, 2 * radius));
    const double mass = 2000 * ball_volume(radius), inertia = 0.4 * mass * radius * radius;
    const BondRow row =
        bond_row(scene.bonds[0], {radius, mass, radius, mass}, Vec3(0, 0, 2 * radius));
    const double v = 1e-4, w = 1e-2, lever = radius;
    struct Case {
        const char* name;
        Vec3 velocity, spin;
        double stiffness, inverse_mass, rate;
    };
    for (const Case& c :
         {Case{"normal", {0, 0, v}, Vec3::Zero(), row.normal, 2 / mass, 2 * v},
          Case{"shear",
               {v, 0, 0},
               Vec3::Zero(),
               row.shear,
               2 / mass + 2 * lever * lever / inertia,
               2 * v},
          Case{"bending", Vec3::Zero(), {0, w, 0}, row.bending, 2 / inertia, 2 * w},
          Case{"torsion", Vec3::Zero(), {0, 0, w}, row.torsion, 2 / inertia, 2 * w}}) {
        SCOPED_TRACE(c.name);
        std::vector<Grain> grains = place_grains(scene);
        grains[0].velocity = -c.velocity;
        grains[0].spin = -c.spin;
        grains[1].velocity = c.velocity;
        grains[1].spin = c.spin;
        const double omega = std::sqrt(c.stiffness * c.inverse_mass), dt = 0.02 / omega;
        const double peak = 0.5 * c.stiffness * c.rate * c.rate / (omega * omega);
        World world(scene, grains, {.dt = dt});
        double worst = 0;
        for (int n = 0; n < 1000; ++n) {
            const double s = std::sin(omega * world.time());
            worst = std::max(worst, std::abs(look(world).stored / peak - s * s));
        }
        // The leapfrog is ahead by (ωh)²/24 per radian: 20 rad · 1.7e-5; amplitude (ωh)²/8.
        EXPECT_LT(worst, 1e-3);
    }
}

/// 1e5 steps of violent swinging and turning.
TEST(BondedCluster, KeepsEnergyAndMomentum) {
    for (const BondKind& kind : {beam(), BondKind{"power", PowerGlue{3e8, 1.5}},
                                 BondKind{"potential", PotentialGlue{-2, 0.2, 4}}}) {
        SCOPED_TRACE(kind.name);
        Scene scene = scene_of(kind, triangle_rod_shape(2, 2 * radius));
        std::vector<Grain> grains = place_grains(scene);
        Random random(3);
        for (Grain& g : grains) {
            const auto vec = [&](double size) {
                return Vec3(random.uniform(-size, size), random.uniform(-size, size),
                            random.uniform(-size, size));
            };
            g.velocity = vec(0.3) + Vec3(0, 0, 40).cross(g.center);
            g.spin = vec(20) + Vec3(0, 0, 40);
        }
        World world(scene, grains, {.dt = choose_time_step(scene, grains).dt});
        const Totals first = look(world);
        double low = first.energy, high = first.energy, largest = 0, early = 0, late = 0;
        constexpr int steps = 100000, part = 10000;
        Totals last;
        for (int n = 0; n < steps; ++n) {
            last = look(world);
            low = std::min(low, last.energy);
            high = std::max(high, last.energy);
            largest = std::max(largest, last.stored);
            if (n < part) early += last.energy / part;
            if (n >= steps - part) late += last.energy / part;
        }
        std::printf("%s: energy %.4g J, most stored %.3g J, spread %.2g, drift %.2g\n",
                    kind.name.c_str(), first.energy, largest, (high - low) / first.energy,
                    late / early - 1);
        EXPECT_GT(largest, 0.05 * first.energy);
        // (ωh)²/8 with ωh up to 0.157: it swings, and does not drift.
        EXPECT_LT((high - low) / first.energy, 0.01);
        EXPECT_LT(std::abs(late / early - 1), 3e-4);
        const double scale = first.momentum.norm() + 0.02;
        EXPECT_LT((last.momentum - first.momentum).norm(), 1e-10 * scale);
        EXPECT_LT((last.turning - first.turning).norm(), 1e-9 * first.turning.norm());
    }
}

/// Turns as a whole, many times: nothing is stored beyond the stretch by its own spin.
TEST(BondedCluster, TurnsWithoutStrain) {
    Scene scene = scene_of(beam(), rod_shape(5, 2 * radius));
    std::vector<Grain> grains = place_grains(scene);
    const Vec3 spin(3, 4, 1);
    for (Grain& g : grains) {
        g.velocity = spin.cross(g.center);
        g.spin = spin;
    }
    World world(scene, grains, {.dt = choose_time_step(scene, grains).dt});
    const double first = look(world).energy;
    double most = 0, energy = 0;
    while (world.time() < 20 * std::numbers::pi / spin.norm()) {
        const Totals t = look(world);
        most = std::max(most, t.stored);
        energy = t.energy;
    }
    // Tension of the middle bonds: Σ m ω² x over the outer two, as if applied at once.
    const double mass = 2000 * ball_volume(radius);
    const double pull = mass * spin.squaredNorm() * (0.02 + 0.04);
    const BondRow row = bond_row(scene.bonds[0], {radius, mass, radius, mass}, Vec3(0, 0, 0.02));
    EXPECT_GT(most, 0);
    EXPECT_LT(most, 4 * 4 * 0.5 * pull * pull / row.normal);
    EXPECT_NEAR(energy / first, 1, 1e-6);
}

/// A chain with its first sphere too heavy to move, and a disc that presses on the last.
TEST(BondedBeam, BendsLikeATimoshenkoBeam) {
    for (const int bonds : {1, 3, 10}) {
        SCOPED_TRACE(bonds);
        const double spacing = 2 * radius, length = bonds * spacing;
        std::vector<Vec3> centers;
        for (int k = 0; k <= bonds; ++k) centers.emplace_back(k * spacing, 0, 0);
        Scene scene = scene_of(beam(), centers);
        Material anchor = scene.materials[0];
        anchor.density = 2e15;
        anchor.name = "anchor";
        scene.materials.push_back(anchor);
        const double r = 0.8 * radius, area = std::numbers::pi * r * r;
        const double second = area * r * r / 4, e = 1e7, g = e / 2.5, kappa = 6 * 1.25 / 8.5;
        const double compliance =
            length * length * length / (3 * e * second) + length / (kappa * g * area);
        const double deflection = 1e-3 * length, force = deflection / compliance;
        std::vector<Grain> grains = place_grains(scene);
        grains[0].material = 1;
        const Vec3 tip = grains.back().center;
        Wall disc;
        disc.name = disc.type = "disc";
        disc.surfaces = {Annulus{.center = tip + Vec3(0, 0, radius),
                                 .normal = Vec3::UnitZ(),
                                 .inner_radius = 0,
                                 .outer_radius = 0.3 * radius}};
        scene.walls = {disc};
        scene.materials[0].friction = scene.materials[1].friction = 0;
        FreeMotion press;
        press.mass = 0.005;
        press.force = Vec3(0, 0, -force);
        press.axis = Vec3::UnitZ();
        Drive drive;
        drive.name = "press";
        drive.walls = {0};
        drive.motion = press;
        scene.drives = {drive};
        // As much drag as damps the slowest swing.
        const double mass = 2000 * ball_volume(radius);
        const double slow = std::sqrt(1 / (compliance * (press.mass + 0.25 * mass * bonds)));
        scene.fluid.drag = 1.5 * mass * slow;
        scene.fluid.rotational_drag = 1.5 * 0.4 * mass * radius * radius * slow;
        std::get<FreeMotion>(scene.drives[0].motion).damping = 1.5 * press.mass * slow;
        World world(scene, grains, {.dt = choose_time_step(scene, grains).dt});
        while (world.time() < 25 / slow) world.step();
        world.evaluate();
        world.complete_forces();
        const Frame frame = make_frame(world);
        const double found =
            tip.z() - frame.center.back().z() + (frame.center.front().z() - grains[0].center.z());
        std::printf("%d bonds: deflection over Timoshenko's %.6f, Euler-Bernoulli's part %.3f\n",
                    bonds, found / deflection,
                    length * length * length / (3 * e * second) / compliance);
        // Of second order in the angle, 1e-6; what is left of the motion.
        EXPECT_NEAR(found / deflection, 1, 1e-4);
        world.advance();
    }
}

/// The strength is exceeded by a blow; nothing but bond energy is lost.
TEST(Breaking, KeepsMassMomentumAndTheLedger) {
    double residual[2] = {0, 0};
    for (const int halving : {0, 1}) {
        Scene scene = scene_of(beam(4e4), ball_shape(4.5 * radius, 2 * radius));
        scene.materials[0].friction = 0.4;
        GrainGroup bullet = scene.grains[0];
        bullet.name = "bullet";
        bullet.fill = PlacedFill{{Vec3(0.002, 0.003, 0.15)}};
        bullet.velocity = Vec3(0, 0.2, -2);
        scene.grains.push_back(bullet);
        const std::vector<Grain> grains = place_grains(scene);
        const double dt = choose_time_step(scene, grains).dt / (halving == 0 ? 1 : 2);
        World world(scene, grains, {.dt = dt});
        Ledger ledger;
        const Totals first = look(world);
        const auto bonds = world.bonds().counts();
        EXPECT_EQ(bonds.broken, 0);
        Totals last = first;
        Measures m;
        while (world.time() < 0.05) {
            last = look(world);
            world.evaluate();
            m = take_measures(scene, world, ledger);
            world.advance();
            EXPECT_LT(std::abs(m.relative_residual), 0.02);
        }
        residual[halving] = m.relative_residual;
        const auto after = world.bonds().counts();
        int crushed = 0, parted = 0;
        for (const BondMemory& bond : world.bonds().all()) {
            parted += bond.state == BondState::parted ? 1 : 0;
            crushed += bond.state == BondState::parted && bond.parted_step > bond.broken_step;
        }
        std::printf("%lld of %lld bonds broke, %d parted, %d of them crushed before; lost %.3g of "
                    "%.3g J, residual %.2g\n",
                    static_cast<long long>(after.broken), static_cast<long long>(bonds.whole),
                    parted, crushed, world.losses().bonds, first.energy, m.relative_residual);
        EXPECT_EQ(after.whole + after.broken, bonds.whole);
        EXPECT_GT(after.broken, 30);
        EXPECT_GT(after.whole, 30);
        EXPECT_GT(crushed, 5);
        EXPECT_GT(world.losses().bonds, 0.01 * first.energy);
        EXPECT_EQ(last.mass, first.mass);
        EXPECT_LT((last.momentum - first.momentum).norm(), 1e-11 * first.momentum.norm());
        EXPECT_LT((last.turning - first.turning).norm(), 1e-9 * first.turning.norm());
    }
    EXPECT_LT(std::abs(residual[0]), 2e-4);
    EXPECT_LT(std::abs(residual[1]), 1e-4);
}

/// Bonded spheres have no contact, broken ones have one as soon as they meet again.
TEST(Breaking, BringsTheContactBack) {
    Scene scene = scene_of(beam(1e4), rod_shape(2, 2 * radius));
    std::vector<Grain> grains = place_grains(scene);
    grains[0].velocity = Vec3(0, 0, 0.2); // towards each other, then apart
    grains[1].velocity = Vec3(0, 0, -0.2);
    scene.walls = {{"floor", "plane", 0, make_plane({0, 0, -0.05}, {0, 0, 1}), ""},
                   {"lid", "plane", 0, make_plane({0, 0, 0.05}, {0, 0, -1}), ""}};
    World world(scene, grains, {.dt = choose_time_step(scene, grains).dt});
    bool was_pressed = false, was_free = false, met_again = false;
    for (int n = 0; n < 200000 && !met_again; ++n) {
        world.evaluate();
        const double gap =
            std::abs(world.bodies().ball[1].z - world.bodies().ball[0].z) - 2 * radius;
        const bool is_whole = world.bonds().counts().whole == 1;
        std::size_t pairs = 0;
        for (const ContactRecord& c : inspect_contacts(world)) pairs += c.b >= 0 ? 1 : 0;
        if (is_whole) {
            EXPECT_EQ(pairs, 0U);
            was_pressed = was_pressed || gap < 0;
        } else {
            was_free = was_free || gap > 0;
            if (was_free && gap < -1e-9) {
                EXPECT_EQ(pairs, 1U);
                met_again = true;
            }
        }
        EXPECT_EQ(world.audit().missed, 0);
        world.advance();
    }
    EXPECT_TRUE(was_pressed);
    EXPECT_TRUE(met_again);
}

TEST(Outflows, TakeTheBondsOfTheirGrainsAlong) {
    Scene scene = scene_of(beam(), rod_shape(4, 2 * radius));
    scene.outflows = {{"out", BoxRegion{{-1, -1, 0.04}, {1, 1, 1}}}};
    std::vector<Grain> grains = place_grains(scene);
    for (Grain& g : grains) g.velocity = Vec3(0, 0, 0.5);
    World world(scene, grains, {.dt = choose_time_step(scene, grains).dt});
    Ledger ledger;
    double worst = 0;
    std::size_t fewest = 4;
    bool was_cut = false;
    while (world.grain_count() > 0 && world.time() < 1) {
        world.evaluate();
        worst = std::max(worst, std::abs(take_measures(scene, world, ledger).relative_residual));
        world.advance();
        const auto counts = world.bonds().counts();
        EXPECT_EQ(counts.broken, 0);
        if (world.grain_count() > 0) {
            EXPECT_EQ(counts.whole, static_cast<std::int64_t>(world.grain_count()) - 1);
            was_cut = was_cut || world.grain_count() < 4;
        }
        fewest = world.grain_count();
    }
    EXPECT_EQ(fewest, 0U);
    EXPECT_TRUE(was_cut);
    EXPECT_LT(worst, 1e-6);
}

TEST(BondTimeStep, ResolvesTheFastestSwing) {
    Scene pair = scene_of(beam(), rod_shape(2, 2 * radius));
    pair.materials[0].stiffness = 1e3;
    const StepChoice choice = choose_time_step(pair, place_grains(pair));
    const double mass = 2000 * ball_volume(radius), inertia = 0.4 * mass * radius * radius;
    const BondRow row =
        bond_row(pair.bonds[0], {radius, mass, radius, mass}, Vec3(0, 0, 2 * radius));
    const double fastest2 =
        std::max(2 * row.normal / mass, row.shear * (2 / mass + 2 * radius * radius / inertia) +
                                            2 * row.bending / inertia);
    EXPECT_NEAR(choice.dt, std::numbers::pi / std::sqrt(fastest2) / steps_per_swing, 1e-9);
    EXPECT_NE(choice.reason.find("of the bonds of cluster \"cluster\""), std::string::npos);
}

/// A rod that lies across the side of the period swings, breaks and meets itself as one in the
/// middle does: a shift by a power of two of the period is exact, so are the energies up to the
/// rounding of the places.
TEST(Bonds, GoAcrossTheSideOfThePeriod) {
    const double period = 0.25;
    const auto run = [&](double shift, std::int64_t& broken) {
        Scene scene = scene_of(beam(8e4), rod_shape(6, 2 * radius));
        scene.periodic.low = Vec3::Constant(-0.5 * period);
        scene.periodic.length = Vec3::Constant(period);
        scene.grains[0].fill = PlacedFill{{Vec3(0, 0, shift)}};
        std::vector<Grain> grains = place_grains(scene);
        for (std::size_t k = 0; k < grains.size(); ++k)
            grains[k].velocity = Vec3(k % 2 == 0 ? 0.4 : -0.4, 0.1, k < 3 ? 0.5 : -0.2);
        World world(scene, grains, {.dt = choose_time_step(scene, grains).dt});
        std::vector<double> energies;
        for (int n = 0; n < 4000; ++n) {
            const Totals t = look(world);
            if (n % 100 == 0) energies.push_back(t.energy);
        }
        world.evaluate();
        EXPECT_EQ(world.audit().missed, 0);
        broken = world.bonds().counts().broken;
        return energies;
    };
    std::int64_t in_the_middle = 0, across = 0;
    const std::vector<double> a = run(0, in_the_middle), b = run(0.5 * period, across);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], 1e-9 * a[0]);
    EXPECT_EQ(in_the_middle, across);
    EXPECT_GT(in_the_middle, 0); // some broke, some held
    EXPECT_LT(in_the_middle, 5);
}

} // namespace
} // namespace scree
