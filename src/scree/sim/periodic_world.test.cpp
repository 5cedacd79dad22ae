// SPDX-License-Identifier: BSD-3-Clause
//
// What a periodic world keeps: the place of its sides, momentum, energy, the count of grains.
#include <scree/sim/local_structure.hpp>
#include <scree/sim/measures.hpp>
#include <scree/sim/periodic_scenes.test.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>

namespace scree {
namespace {

Scene moved_by(Scene scene, const Vec3& shift) {
    for (Wall& wall : scene.walls)
        for (Surface& s : wall.surfaces) s = moved(s, shift);
    return scene;
}

// Everything but the period moved by half of it: the same motion, up to the rounding of other
// coordinates, which each collision magnifies about tenfold.
TEST(PeriodicWorld, ShiftedByHalfAPeriodIsTheSame) {
    Scene scene = slope_scene(LawKind::hertz, 0.5);
    Wall ball;
    ball.name = ball.type = "sphere";
    ball.surfaces = make_sphere(Vec3(0.06, 0.09, 0), 0.02, false);
    scene.walls.push_back(ball);
    auto grains = periodic_gas(0.3, 21);
    std::erase_if(grains, [](const Grain& g) { return g.center.z() < 0.03; });
    const Vec3 shift = Vec3(0.08, 0.06, 0);
    auto moved_grains = grains;
    for (Grain& g : moved_grains) g.center += shift; // many of them out of the period
    const double dt = choose_time_step(scene, grains).dt;
    World here(scene, grains, options_with(dt));
    const Scene moved_scene = moved_by(scene, shift);
    World there(moved_scene, moved_grains, options_with(dt));
    std::size_t contacts = 0;
    double worst = 0;
    for (int k = 0; k < 1500; ++k) {
        here.step();
        there.step();
        ASSERT_EQ(here.contact_count(), there.contact_count()) << "step " << k;
        contacts = std::max(contacts, here.contact_count());
    }
    std::vector<Vec3> at(grains.size());
    for (std::size_t i = 0; i < grains.size(); ++i) at[here.bodies().id[i]] = center_of(here, i);
    for (std::size_t i = 0; i < grains.size(); ++i)
        worst = std::max(
            worst,
            scene.periodic.nearest(center_of(there, i) - shift - at[there.bodies().id[i]]).norm());
    std::printf("largest difference %.3g m, %zu contacts\n", worst, contacts);
    EXPECT_LT(worst, 1e-10);
    EXPECT_GT(contacts, 200U);
}

Vec3 momentum(const World& world) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < world.bodies().count; ++i) {
        const HalfStep& h = world.bodies().half[i];
        sum += h.mass * Vec3(h.vx, h.vy, h.vz);
    }
    return sum;
}

TEST(PeriodicWorld, AGasKeepsItsMomentum) {
    const Scene scene = periodic_scene(LawKind::linear, true, true, true);
    const auto grains = periodic_gas(1, 22);
    World world(scene, grains, options_with(choose_time_step(scene, grains).dt));
    world.step();
    const Vec3 before = momentum(world);
    double turned_over = 0;
    std::size_t contacts = 0;
    for (int k = 0; k < 3000; ++k) {
        world.step();
        contacts += world.contact_count();
    }
    for (std::size_t i = 0; i < world.bodies().count; ++i)
        turned_over += world.bodies().half[i].mass;
    EXPECT_GT(contacts, 10000U);
    EXPECT_LT((momentum(world) - before).norm(), 1e-13 * turned_over);
}

// Elastic and smooth: nothing is lost in 1e5 steps, and nothing gained.
TEST(PeriodicWorld, AnElasticGasKeepsItsEnergy) {
    Scene scene = periodic_scene(LawKind::hertz, true, true, true);
    for (Material& m : scene.materials) {
        m.restitution = 1;
        m.friction = 0;
    }
    auto grains = periodic_gas(0.5, 23);
    std::erase_if(grains, [](const Grain& g) { return g.center.z() > 0.05; });
    World world(scene, grains, options_with(choose_time_step(scene, grains).dt));
    Ledger ledger;
    double worst = 0, last = 0;
    std::int64_t contacts = 0;
    for (int k = 0; k <= 100000; ++k) {
        world.evaluate();
        if (k % 97 == 0) {
            const Measures m = take_measures(scene, world, ledger);
            last = m.relative_residual;
            worst = std::max(worst, std::abs(last));
            contacts += m.contacts;
        }
        world.advance();
    }
    std::printf("residual %.3g at most, %.3g at the end\n", worst, last);
    EXPECT_LT(worst, 1e-3);
    EXPECT_GT(contacts, 1000);
}

// Grains that slide down for ever: gravity's work comes in where they begin anew, and each round
// counts at the plane that they pass.
TEST(PeriodicWorld, TheLedgerOfAFlowCloses) {
    Scene scene = slope_scene(LawKind::linear, 0.6);
    scene.planes = {{"gate", Vec3(0.05, 0, 0), Vec3::UnitX()},
                    {"level", Vec3(0, 0, 0.05), -Vec3::UnitZ()}};
    auto grains = periodic_gas(0.2, 24);
    for (Grain& g : grains) g.velocity.x() += 2;
    World world(scene, grains, options_with(choose_time_step(scene, grains).dt));
    Ledger ledger;
    double worst = 0;
    Measures m;
    std::map<std::uint32_t, Vec3> way, last; // of each grain, without jumps
    const auto passed = [&](const FlowPlane& plane, const Vec3& at) {
        const double d = plane.normal.dot(at - plane.point);
        return plane.normal.x() != 0 ? std::ceil(d / 0.16) : (d > 0 ? 1.0 : 0.0);
    };
    std::vector<double> at_start(2, 0);
    for (int k = 0; k < 6000; ++k) {
        world.evaluate();
        for (std::size_t i = 0; i < world.bodies().count; ++i) {
            const std::uint32_t id = world.bodies().id[i];
            const Vec3 now = center_of(world, i);
            way[id] = k == 0 ? now : Vec3(way[id] + scene.periodic.nearest(now - last[id]));
            last[id] = now;
            for (std::size_t p = 0; k == 0 && p < 2; ++p)
                at_start[p] += passed(scene.planes[p], now);
        }
        if (k % 20 == 0) {
            m = take_measures(scene, world, ledger);
            worst = std::max(worst, std::abs(m.relative_residual));
            for (std::size_t p = 0; p < 2; ++p) {
                double sum = -at_start[p];
                for (const auto& [id, at] : way) sum += passed(scene.planes[p], at);
                EXPECT_EQ(m.passages[p].grains, std::llround(sum))
                    << "plane " << p << " step " << k;
            }
        }
        world.advance();
    }
    ASSERT_TRUE(m.work);
    std::printf("residual %.3g; work %.3g J of %.3g J, %lld grains through the gate\n", worst,
                *m.work, ledger.turned_over, static_cast<long long>(m.passages[0].grains));
    EXPECT_LT(worst, 1e-3);
    EXPECT_GT(*m.work, 0.3 * ledger.turned_over);
    EXPECT_GT(m.passages[0].grains, static_cast<std::int64_t>(2 * grains.size()));
}

// Poured into a region that spans the period, and put back from an outflow that does: nothing
// overlaps what sticks in from the other side, and the ledger closes.
TEST(PeriodicWorld, GrainsEnterAcrossTheSides) {
    Scene scene = slope_scene(LawKind::linear, 0.5);
    GrainGroup group;
    group.name = "sand";
    group.classes = {{0.009, 1, 0.1}};
    group.velocity = Vec3(0.5, 0.2, -0.5);
    PourFill pour{BoxRegion{{-0.02, 0.03, 0.06}, {0.14, 0.15, 0.12}}};
    pour.rate = 600;
    group.fill = pour;
    scene.grains = {group};
    Outflow gate;
    gate.name = "gate";
    gate.region = BoxRegion{{-0.02, 0.03, -0.1}, {0.0, 0.15, 0.02}};
    gate.into = BoxRegion{{-0.02, 0.03, 0.08}, {0.14, 0.15, 0.16}};
    scene.outflows = {gate};
    Grain like{};
    like.radius = 0.008;
    like.center = like.velocity = like.spin = Vec3::Zero();
    const double dt = choose_time_step(scene, std::vector<Grain>{like}).dt;
    World world(scene, std::vector<Grain>{}, options_with(dt));
    Ledger ledger;
    double worst = 0;
    std::size_t near_side = 0, most = 0;
    while (world.time() < 0.4) {
        world.evaluate();
        if (world.step_index() % 100 == 0) {
            EXPECT_EQ(world.audit().missed, 0);
            worst =
                std::max(worst, std::abs(take_measures(scene, world, ledger).relative_residual));
            for (std::size_t i = 0; i < world.bodies().count; ++i) {
                const double x = world.center_in_scene(i).x();
                if (x < -0.015 || x > 0.135) ++near_side;
            }
            most = std::max(most, world.grain_count());
        }
        world.advance();
    }
    std::printf("residual %.3g, %zu grains, %lld put back\n", worst, most,
                static_cast<long long>(world.traffic()[1].grains));
    EXPECT_LT(worst, 1e-3);
    EXPECT_GT(most, 100U);
    EXPECT_GT(near_side, 100U);
    EXPECT_GT(world.traffic()[1].grains, 10);
}

LocalStructure structure_of(const Scene& scene, const std::vector<Grain>& grains, const Vec3& shift,
                            Frame& frame) {
    frame = {};
    frame.period = scene.periodic;
    for (const Grain& g : grains) {
        frame.center.push_back(scene.periodic.wrapped(g.center + shift));
        frame.radius.push_back(g.radius);
    }
    Workers workers(2);
    return local_structure(scene, frame, workers);
}

// Cells of a period fill it, whatever its axes and however few the grains, and the same cells
// wherever its sides are.
TEST(PeriodicWorld, LaguerreCellsFillThePeriod) {
    for (int axes = 1; axes < 8; ++axes)
        for (const std::size_t count : {std::size_t{1}, std::size_t{3}, std::size_t{336}}) {
            const Scene scene =
                periodic_scene(LawKind::linear, (axes & 1) != 0, (axes & 2) != 0, (axes & 4) != 0);
            auto grains = periodic_gas(0, 25);
            std::sort(grains.begin(), grains.end(),
                      [](const Grain& a, const Grain& b) { return a.radius < b.radius; });
            grains.resize(count);
            Frame here_frame, there_frame;
            const LocalStructure here = structure_of(scene, grains, Vec3::Zero(), here_frame);
            const LocalStructure there =
                structure_of(scene, grains, 0.5 * scene.periodic.length, there_frame);
            double sum = 0;
            for (const double v : here.tessellation.cells.volume) sum += v;
            const double room = volume(here.room.container);
            EXPECT_NEAR(sum, room, 1e-9 * room) << axes << ' ' << count;
            ASSERT_EQ(here.tessellation.cells.size(), count);
            for (std::size_t i = 0; i < count; ++i) {
                EXPECT_NEAR(here.tessellation.cells.volume[i], there.tessellation.cells.volume[i],
                            1e-9 * room);
                EXPECT_EQ(here.faces[i], there.faces[i]);
            }
            EXPECT_EQ(edges_of(here, here_frame).size(), edges_of(there, there_frame).size());
            // Flat cells at a free surface may have their centres anywhere along it.
            if (count > 100 && axes == 7) {
                EXPECT_EQ(pore_spheres(here).size(), pore_spheres(there).size());
            }
            EXPECT_EQ(here.count(GrainPlace::inside) == static_cast<int>(count), axes == 7);
        }
}

} // namespace
} // namespace scree
