// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/export.hpp>
#include <scree/view/drawing.hpp>
#include <scree/view/sample_frame.test.hpp>

#include <gtest/gtest.h>

namespace scree {
namespace {

/// Two grains that touch across x = 0 (or 10), a third one alone.
struct Touching {
    Scene scene = scene_of_two_materials();
    StoredFrame stored = random_frame(1, 3);

    Touching() {
        scene.walls.clear();
        Frame& f = stored.frame;
        scene.periodic = f.period = {Vec3::Zero(), Vec3(10, 4, 0)};
        f.center = {Vec3(0.4, 2, 0.5), Vec3(9.5, 2, 0.5), Vec3(5, 2, 1)};
        f.radius = {0.5, 0.5, 0.5};
        f.walls.clear();
        f.contact = {{.a = 0,
                      .b = 1,
                      .point = Vec3(9.95, 2, 0.5),
                      .normal = -Vec3::UnitX(),
                      .overlap = 0.1,
                      .normal_force = 20,
                      .tangential_force = Vec3::Zero(),
                      .stored = 0}};
    }
};

TEST(PeriodicDrawing, ShowsThePeriodAndBreaksLinksAtItsSides) {
    const Touching t;
    DrawOptions options;
    Drawing d = draw({t.scene, t.stored, t.stored}, options);
    EXPECT_EQ(d.rods.size(), 12U);
    EXPECT_LE(d.bounds.low.x(), 0);
    EXPECT_GE(d.bounds.high.y(), 4);
    for (const DrawnRod& r : d.rods) {
        EXPECT_TRUE(r.from.x() == 0 || r.from.x() == 10);
        EXPECT_TRUE(r.to.y() == 0 || r.to.y() == 4);
    }
    options.walls = false;
    EXPECT_TRUE(draw({t.scene, t.stored, t.stored}, options).rods.empty());
    options.chains = true;
    d = draw({t.scene, t.stored, t.stored}, options);
    ASSERT_EQ(d.rods.size(), 2U);
    for (const DrawnRod& r : d.rods) EXPECT_NEAR((r.to - r.from).norm(), 0.45, 1e-12);
    EXPECT_EQ(d.rods[0].from, t.stored.frame.center[0]);
    EXPECT_LT(d.rods[0].to.x(), 0);
    EXPECT_GT(d.rods[1].from.x(), 9.9);
    EXPECT_EQ(d.rods[1].to, t.stored.frame.center[1]);
}

TEST(PeriodicDrawing, LocalDensityLooksAcrossTheSides) {
    Touching t;
    const Field across = grain_field("density", {t.scene, t.stored, t.stored});
    t.stored.frame.period = t.scene.periodic = {};
    const Field alone = grain_field("density", {t.scene, t.stored, t.stored});
    EXPECT_GT(across.values[0], 1.05 * alone.values[0]);
    EXPECT_NEAR(across.values[0], across.values[1], 1e-12);
    EXPECT_EQ(across.values[2], alone.values[2]);
}

TEST(PeriodicExport, ContactLinesAreShort) {
    const Touching t;
    const std::string text = contacts_as_vtk(t.stored);
    EXPECT_NE(text.find("-0.5"), std::string::npos); // the image of the second grain
    EXPECT_EQ(text.find("9.5 "), std::string::npos);
}

} // namespace
} // namespace scree
