// SPDX-License-Identifier: BSD-3-Clause
#include <scree/measure/laboratory.hpp>
#include <scree/measure/made_frames.test.hpp>

#include <gtest/gtest.h>

namespace scree {
namespace {

FlowMeasure plane() {
    return {.point = Vec3(1, 0, 0), .normal = Vec3::UnitX(), .radius = {}, .rectangle = {}};
}

TEST(Crossing, IsOnceEachWay) {
    const FlowMeasure m = plane();
    EXPECT_EQ(crossing(m, Vec3(0, 0, 0), Vec3(2, 0, 0)), 1);
    EXPECT_EQ(crossing(m, Vec3(2, 0, 0), Vec3(0, 5, 0)), -1);
    EXPECT_EQ(crossing(m, Vec3(0, 0, 0), Vec3(0.9, 0, 0)), 0);
    // To the plane and on from there: counted once, when it has left it.
    EXPECT_EQ(crossing(m, Vec3(0, 0, 0), Vec3(1, 0, 0)), 0);
    EXPECT_EQ(crossing(m, Vec3(1, 0, 0), Vec3(2, 0, 0)), 1);
    EXPECT_EQ(crossing(m, Vec3(2, 0, 0), Vec3(1, 0, 0)), -1);
}

TEST(Crossing, OfAnOpeningIsWhereTheWayMeetsThePlane) {
    FlowMeasure disc = plane();
    disc.radius = 1;
    // Both ends are outside of the disc's shadow, the way between is not, and the reverse.
    EXPECT_EQ(crossing(disc, Vec3(0, -2, 0), Vec3(2, 2, 0)), 1);
    EXPECT_EQ(crossing(disc, Vec3(0, 0, 0), Vec3(1.1, 3, 0)), 0);
    FlowMeasure slot = plane();
    slot.rectangle = {Vec3::UnitY(), Vec3::UnitZ(), 2, 0.5};
    EXPECT_EQ(crossing(slot, Vec3(0, 1.9, 0.4), Vec3(2, 1.9, 0.4)), 1);
    EXPECT_EQ(crossing(slot, Vec3(0, 2.1, 0.4), Vec3(2, 2.1, 0.4)), 0);
    EXPECT_EQ(crossing(slot, Vec3(2, 1.9, 0.6), Vec3(0, 1.9, 0.6)), 0);
}

Scene flow_scene() {
    Scene scene;
    Material m;
    m.name = "glass";
    m.density = 2500;
    m.stiffness = 1000;
    m.restitution = 0.5;
    m.friction = 0.5;
    scene.materials = {m};
    scene.gravity = Vec3::Zero();
    scene.grains.resize(1);
    scene.grains[0].classes = {{.radius = 0.2}, {.radius = 0.1}};
    FlowMeasure disc = plane();
    disc.radius = 1.5;
    scene.measurements.push_back({.name = "gate", .every = 0, .average = 0, .kind = plane()});
    scene.measurements.push_back({.name = "hole", .every = 0, .average = 0, .kind = disc});
    return scene;
}

double column(const Laboratory& lab, std::size_t k, const Row& row, const std::string& name) {
    const ColumnNames all = lab.column_names(k);
    const auto found = std::find(all.begin(), all.end(), name);
    return row.size() == all.size() ? row[static_cast<std::size_t>(found - all.begin())] : nothing;
}

// One is beyond already, one goes through the hole, a large one beside it, one comes back.
TEST(Laboratory, CountsTheFlowBySize) {
    const Scene scene = flow_scene();
    std::vector<Grain> grains(4);
    const std::vector<Vec3> centers = {{1.5, 0, 0}, {0.9, 1, 0}, {0.95, 2, 0}, {1.05, -1, 0}};
    for (std::size_t i = 0; i < 4; ++i) {
        grains[i].center = centers[i];
        grains[i].velocity = grains[i].spin = Vec3::Zero();
        grains[i].radius = i == 2 ? 0.2 : 0.1;
        grains[i].material = grains[i].group = 0;
        grains[i].size_class = i == 2 ? 0 : 1;
    }
    grains[1].velocity = grains[2].velocity = {1, 0, 0};
    grains[3].velocity = {-1, 0, 0};
    World world(scene, grains, {.dt = 1e-2});
    Laboratory lab(scene);
    ASSERT_TRUE(lab.has_flow());
    const auto rows_now = [&](Laboratory& l, std::size_t k) {
        return l.rows(k, make_frame(world), world.labels()).front();
    };
    world.evaluate();
    world.complete_forces();
    lab.look(world);
    EXPECT_EQ(column(lab, 0, rows_now(lab, 0), "grains"), 0);
    EXPECT_EQ(column(lab, 1, rows_now(lab, 1), "mass_kg_per_s"), 0);
    world.advance();
    Laboratory resumed(scene); // takes over in the middle
    for (int k = 1; k <= 20; ++k) {
        world.evaluate();
        world.complete_forces();
        lab.look(world);
        if (k >= 8) resumed.look(world);
        if (k < 20) world.advance();
        if (k == 7) {
            ASSERT_TRUE(resumed.restore(lab.save()));
        }
    }
    const double small = 2500 * ball_volume(0.1), large = 2500 * ball_volume(0.2);
    const Row gate = rows_now(lab, 0), hole = rows_now(lab, 1);
    EXPECT_EQ(rows_now(resumed, 0), gate);
    EXPECT_EQ(rows_now(resumed, 1), hole);
    EXPECT_EQ(column(lab, 0, gate, "grains"), 2 - 1);
    EXPECT_EQ(column(lab, 0, gate, "grains_back"), 1);
    EXPECT_NEAR(column(lab, 0, gate, "mass_kg"), large, 1e-12);
    EXPECT_NEAR(column(lab, 0, gate, "mass_kg_per_s"), large / 0.2, 1e-9);
    EXPECT_EQ(column(lab, 0, gate, "size_2_grains"), 1);
    EXPECT_EQ(column(lab, 0, gate, "size_1_grains"), 0);
    EXPECT_EQ(column(lab, 1, hole, "grains"), 0); // one there, one back; the large one missed it
    EXPECT_EQ(column(lab, 1, hole, "grains_back"), 1);
    EXPECT_NEAR(column(lab, 1, hole, "mass_kg"), 0, 1e-12);
    EXPECT_NEAR(column(lab, 1, hole, "size_1_grains_per_s"), 0, 1e-12);
    EXPECT_GT(small, 0);
    EXPECT_FALSE(resumed.restore(std::vector<double>{1, 2, 3}));
}

/// A scene that asks for one of each kind.
Scene asking_scene() {
    Scene scene = flow_scene();
    scene.gravity = Vec3(0, 0, -9.81);
    scene.walls = {wall_of("box", make_box(Vec3::Zero(), Vec3::Ones(), {}))};
    const BoxRegion box{Vec3::Zero(), Vec3::Ones()};
    const FrustumRegion tube{Vec3(0.5, 0.5, 0), Vec3(0.5, 0.5, 1), 0.5, 0.5};
    const auto ask = [&](const char* name, const MeasureKind& kind) {
        scene.measurements.push_back({.name = name, .every = 0, .average = 0, .kind = kind});
    };
    ask("layers", LayersMeasure{box, Vec3::UnitZ(), 0, 0.1, 10});
    ask("rings", RingsMeasure{tube, 0.1, 5, {}});
    ask("density", DensityMeasure{});
    ask("coordination", CoordinationMeasure{});
    ask("stress", StressMeasure{});
    ask("walls", WallsMeasure{{0}, Vec3::Zero()});
    ask("contacts", ContactsMeasure{});
    ask("rdf", RdfMeasure{box, 0.2, 10});
    ask("segregation", SegregationMeasure{{}, false, 0.25});
    ask("velocity", VelocityMeasure{});
    return scene;
}

// The world is the same whether it is measured or not, and every kind fills its columns.
TEST(Laboratory, MeasuringChangesNothing) {
    const std::uint64_t seed = 3;
    SCOPED_TRACE(seed);
    Random random(seed);
    const Scene scene = asking_scene();
    std::vector<Grain> grains(80);
    for (Grain& g : grains) {
        g.center = {random.uniform(0.1, 0.9), random.uniform(0.1, 0.9), random.uniform(0.1, 0.9)};
        g.velocity = g.spin = Vec3::Zero();
        g.radius = random.uniform(0.02, 0.06);
        g.material = 0;
        g.group = 0;
        g.size_class = static_cast<int>(random.below(2));
    }
    World plain(scene, grains, {.dt = 1e-5}), measured(scene, grains, {.dt = 1e-5});
    Laboratory lab(scene);
    std::size_t contacts = 0;
    for (int k = 0; k < 200; ++k) {
        plain.evaluate();
        measured.evaluate();
        measured.complete_forces();
        lab.look(measured);
        const Frame frame = make_frame(measured);
        for (std::size_t m = 0; m < lab.count(); ++m) {
            const auto rows = lab.rows(m, frame, measured.labels());
            if (std::holds_alternative<ContactsMeasure>(scene.measurements[m].kind))
                contacts += rows.size();
            else
                EXPECT_EQ(rows.size(), 1U);
            for (const Row& row : rows) ASSERT_EQ(row.size(), lab.column_names(m).size());
        }
        plain.advance();
        measured.advance();
    }
    EXPECT_GT(contacts, 1000U);
    EXPECT_EQ(plain.save().hash(), measured.save().hash());
}

TEST(MovingMean, IsThatOfTheLastRows) {
    MovingMean mean(0.3);
    EXPECT_EQ(mean.add(0.0, {1, nothing})[0], 1);
    EXPECT_EQ(mean.add(0.1, {2, 5})[0], 1.5);
    EXPECT_EQ(mean.add(0.2, {6, nothing}), (Row{3, 5}));
    EXPECT_EQ(mean.add(0.3, {1, nothing}), (Row{3, 5})); // the row at 0 is out
    const Row last = mean.add(0.9, {4, nothing});
    EXPECT_EQ(last[0], 4);
    EXPECT_TRUE(std::isnan(last[1]));
}

} // namespace
} // namespace scree
