// SPDX-License-Identifier: BSD-3-Clause
//
// Kharaz, Gorham & Salman (2001): oblique impacts of aluminium oxide on glass; see source.md.
#include "support/impact.hpp"
#include "support/table.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace scree {
namespace {

using namespace test_support;

constexpr double speed = 3.9, radius = 0.0025, restitution = 0.98, friction = 0.092;

Scene oxide_on_glass() {
    Material oxide;
    oxide.name = "aluminium oxide";
    oxide.density = 4000;
    oxide.young = 380e9;
    oxide.poisson = 0.23;
    oxide.restitution = restitution;
    oxide.friction = friction;
    Material glass = oxide;
    glass.name = "glass";
    glass.young = 70e9;
    glass.poisson = 0.25;
    Scene scene = bare_scene(LawKind::hertz, oxide);
    scene.materials.push_back(glass);
    return scene;
}

struct Figure {
    double tangential_restitution, spin, rebound_angle; ///< rad/s; degrees, of the centre
};

Figure simulate(double degrees) {
    const double angle = degrees * std::numbers::pi / 180;
    Impact impact = grain_on_wall(oxide_on_glass(), speed, angle, Vec3::Zero(), radius);
    for (Wall& wall : impact.scene.walls) wall.material = 1;
    const double dt = automatic_step(impact.scene, impact.grains);
    const Rebound got = run_impact(impact, dt, 0.3);
    return {got.velocity.x() / (speed * std::sin(angle)), got.spin.y(),
            std::atan2(got.velocity.x(), got.velocity.z()) * 180 / std::numbers::pi};
}

class Kharaz : public testing::Test {
protected:
    void SetUp() override {
        const auto text = text_of(published("kharaz2001_oblique_impact.csv"));
        if (!text)
            GTEST_SKIP() << "no published data at " << published("kharaz2001_oblique_impact.csv")
                         << ": skipped";
        table_ = rows_of(*text);
        ASSERT_GT(table_.size(), 40U);
    }

    template <class Value>
    void compare(const std::string& series, double tolerance, double fits_from,
                 const Value& value) const {
        Comparison c{.tolerance = tolerance};
        c.begin(series.c_str(), "angle");
        for (const auto& row : table_) {
            if (row[0] != series) continue;
            const double angle = std::stod(row[1]);
            if (angle == 0) continue; // 0/0
            EXPECT_TRUE(c.add(angle, std::stod(row[2]), value(simulate(angle)), angle < fits_from))
                << series << " at " << angle << " degrees";
        }
        EXPECT_GT(c.rows, c.misfits + 3);
        std::printf("worst difference that counts: %.4f\n", c.worst);
    }

    std::vector<std::vector<std::string>> table_;
};

// Below about 15 degrees the sphere sticks for most of the impact, and measured restitution (0.67
// to 0.8) is lower than that of any spring (ours 0.86, MFIX 1): those rows are shown and marked.
// The tolerances, and why simulations part below 7 degrees: source.md.
constexpr double models_hold_from = 15, springs_agree_from = 7;

TEST_F(Kharaz, TangentialRestitution) {
    compare("tangential_restitution", 0.03, models_hold_from,
            [](const Figure& f) { return f.tangential_restitution; });
}
TEST_F(Kharaz, Spin) {
    compare("angular_velocity_rad_per_s", 55, models_hold_from,
            [](const Figure& f) { return f.spin; });
}
TEST_F(Kharaz, ReboundAngle) {
    compare("rebound_angle_deg", 1.5, models_hold_from,
            [](const Figure& f) { return f.rebound_angle; });
}
TEST_F(Kharaz, AnotherSimulation) {
    compare("tangential_restitution_MFIX_simulation", 0.02, springs_agree_from,
            [](const Figure& f) { return f.tangential_restitution; });
}

} // namespace
} // namespace scree
