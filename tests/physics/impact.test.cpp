// SPDX-License-Identifier: BSD-3-Clause
//
// One impact, both laws, against closed forms and independent integrations (support/impact_oracle).
#include "support/impact.hpp"
#include "support/impact_oracle.hpp"

#include <scree/laws/normal.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numbers>

namespace scree {
namespace {

using namespace test_support;

// Promised to users by sim/time_step.hpp. Restitution: of the approach speed; the others relative.
constexpr double promised = 1e-3;
constexpr double approach_speed = 1;

enum class Partner { grain, wall };

Impact make_impact(LawKind law, Partner partner, double restitution) {
    const Scene scene = bare_scene(law, grit(restitution, 0));
    return partner == Partner::wall ? grain_on_wall(scene, approach_speed)
                                    : meeting_grains(scene, 0.5 * approach_speed);
}

ImpactOracle oracle_of(const Impact& impact, double restitution) {
    const Material& m = impact.scene.materials[0];
    if (impact.scene.law == LawKind::linear)
        return linear_impact(*m.contact_time, restitution, impact.approach);
    const double young = 0.5 * *m.young / (1 - *m.poisson * *m.poisson);
    return restitution == 1
               ? elastic_hertz_impact(young, impact.mass, impact.radius, impact.approach)
               : damped_hertz_impact(young, impact.mass, impact.radius, impact.approach,
                                     restitution);
}

double phase_of(int k, int phases) { return (k + 0.37) / phases; }

struct Case {
    LawKind law;
    Partner partner;
    double restitution;
};

class NormalImpact : public testing::TestWithParam<Case> {};

TEST_P(NormalImpact, IsRightAtTheAutomaticStep) {
    const Case c = GetParam();
    const Impact impact = make_impact(c.law, c.partner, c.restitution);
    const ImpactOracle expected = oracle_of(impact, c.restitution);
    ASSERT_NEAR(expected.restitution, c.restitution, 2e-5); // Antypov & Elliott, and the oracle
    const double dt = automatic_step(impact.scene, impact.grains);

    // Many phases: an error may hide in a small range of them, where a contact ends just before or
    // just after a whole step.
    constexpr int phases = 200;
    double worst_restitution = 0, worst_duration = 0, worst_peak = 0;
    for (int k = 0; k < phases; ++k) {
        const Rebound got = run_impact(impact, dt, phase_of(k, phases));
        ASSERT_GE(got.steps, 45); // resolved, not jumped over
        const double restitution = std::abs(got.restitution - c.restitution);
        const double duration = std::abs(got.duration / expected.duration - 1);
        const double peak = std::abs(got.peak_overlap / expected.peak_overlap - 1);
        worst_restitution = std::max(worst_restitution, restitution);
        worst_duration = std::max(worst_duration, duration);
        worst_peak = std::max(worst_peak, peak);
    }
    std::printf("steps %.0f, worst errors: restitution %.1e, duration %.1e, peak %.1e\n",
                expected.duration / dt, worst_restitution, worst_duration, worst_peak);
    EXPECT_LE(worst_restitution, promised);
    EXPECT_LE(worst_duration, promised);
    EXPECT_LE(worst_peak, promised);
}

std::vector<Case> all_cases() {
    std::vector<Case> cases;
    for (const LawKind law : {LawKind::linear, LawKind::hertz})
        for (const Partner partner : {Partner::grain, Partner::wall})
            for (const double e : {0.1, 0.3, 0.5, 0.8, 0.95, 1.0})
                cases.push_back({law, partner, e});
    return cases;
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
    const Case& c = info.param;
    return std::string(c.law == LawKind::linear ? "Linear" : "Hertz") +
           (c.partner == Partner::grain ? "Grains" : "Wall") +
           std::to_string(std::lround(100 * c.restitution));
}

INSTANTIATE_TEST_SUITE_P(AllLaws, NormalImpact, testing::ValuesIn(all_cases()), name_of);

// ---- Order ----

constexpr std::array step_fractions{1.0, 0.5, 0.25, 0.125};

/// Mean number of halvings of the median error when the step is halved. The median over phases: a
/// single phase may by luck be far better at one step than at another.
double observed_order(const std::function<double(double dt, double phase)>& error, double dt) {
    constexpr int phases = 41;
    std::array<double, step_fractions.size()> median{};
    for (std::size_t s = 0; s < step_fractions.size(); ++s) {
        std::array<double, phases> all{};
        for (int k = 0; k < phases; ++k)
            all[static_cast<std::size_t>(k)] = error(step_fractions[s] * dt, phase_of(k, phases));
        std::sort(all.begin(), all.end());
        median[s] = all[phases / 2];
    }
    const double order =
        std::log2(median.front() / median.back()) / static_cast<double>(median.size() - 1);
    std::printf("median errors %.2e %.2e %.2e %.2e: order %.2f\n", median[0], median[1], median[2],
                median[3], order);
    return order;
}

/// Error of the state after the impact: of its speed, and of the moment it starts from. Speed alone
/// would not do: where its error happens to change sign near the automatic step, it says nothing.
double order_of_rebound(LawKind law, double restitution) {
    const Impact impact = make_impact(law, Partner::grain, restitution);
    const ImpactOracle expected = oracle_of(impact, restitution);
    return observed_order(
        [&](double dt, double phase) {
            const Rebound got = run_impact(impact, dt, phase);
            return std::abs(got.restitution - restitution) +
                   std::abs(got.duration / expected.duration - 1);
        },
        automatic_step(impact.scene, impact.grains));
}

double order_of_peak(LawKind law, double restitution) {
    const Impact impact = make_impact(law, Partner::grain, restitution);
    const double peak = oracle_of(impact, restitution).peak_overlap;
    return observed_order(
        [&](double dt, double phase) {
            return std::abs(run_impact(impact, dt, phase).peak_overlap / peak - 1);
        },
        automatic_step(impact.scene, impact.grains));
}

TEST(Order, ElasticLinear) {
    EXPECT_GE(order_of_rebound(LawKind::linear, 1), 1.9);
    EXPECT_GE(order_of_peak(LawKind::linear, 1), 1.9);
}

TEST(Order, DampedLinear) {
    EXPECT_GE(order_of_rebound(LawKind::linear, 0.8), 1.9);
    EXPECT_GE(order_of_rebound(LawKind::linear, 0.3), 1.9);
    EXPECT_GE(order_of_peak(LawKind::linear, 0.5), 1.9);
}

TEST(Order, ElasticHertz) {
    EXPECT_GE(order_of_rebound(LawKind::hertz, 1), 1.9);
    EXPECT_GE(order_of_peak(LawKind::hertz, 1), 1.9);
}

// The dashpot grows as d^(1/4) from the onset: without the weights of laws/normal.hpp that branch
// point would cost half an order and more; with them nothing is lost.
TEST(Order, DampedHertz) {
    EXPECT_GE(order_of_rebound(LawKind::hertz, 0.8), 1.9);
    EXPECT_GE(order_of_rebound(LawKind::hertz, 0.3), 1.9);
}

struct Oblique {
    double restitution, friction, angle_degrees, spin, tangential_ratio;
};

class ObliqueImpact : public testing::TestWithParam<Oblique> {};

TEST_P(ObliqueImpact, IsOfSecondOrder) {
    const Oblique p = GetParam();
    const double angle = p.angle_degrees * std::numbers::pi / 180;
    Scene scene = bare_scene(LawKind::linear, grit(p.restitution, p.friction));
    scene.materials[0].tangential_ratio = p.tangential_ratio;
    // Spin about y: the surface at the contact moves along x with v_x - lever · w_y.
    const Impact impact = grain_on_wall(scene, approach_speed, angle, Vec3(0, -p.spin, 0));
    const double t = *scene.materials[0].contact_time, log_e = std::log(p.restitution);
    const ObliqueSphere sphere{
        .mass = impact.mass,
        .radius = impact.radius,
        .stiffness = impact.mass * (std::numbers::pi * std::numbers::pi + log_e * log_e) / (t * t),
        .damping = -2 * impact.mass * log_e / t,
        .tangential_ratio = p.tangential_ratio,
        .friction = p.friction};
    const ObliqueOracle expected =
        oblique_impact(sphere, impact.approach, approach_speed * std::sin(angle), p.spin);
    ASSERT_NEAR(expected.normal_speed, p.restitution * impact.approach, 1e-9);

    const double dt = automatic_step(impact.scene, impact.grains);
    double worst = 0;
    const double order = observed_order(
        [&](double step, double phase) {
            const Rebound got = run_impact(impact, step, phase);
            const double error = std::max(std::abs(got.velocity.x() - expected.tangential_velocity),
                                          impact.radius * std::abs(-got.spin.y() - expected.spin));
            if (step == dt) worst = std::max(worst, error / approach_speed);
            return error;
        },
        dt);
    std::printf("worst error of velocity and surface speed at the automatic step %.1e\n", worst);
    EXPECT_GE(order, 1.9);
    EXPECT_LE(worst,
              2 * promised); // friction passes the normal error on, with mu < 1, and adds its own
}

// With the default ratio of 2/7 an elastic sphere that sticks loses its tangential and its normal
// force at the same moment, and whether it slips in the end is a matter of 0/0: the order is then
// seen late (1.6 over these steps, at errors of 6e-5 and less). Elastic spheres therefore have
// other ratios here.
constexpr double usual = default_tangential_ratio;
INSTANTIATE_TEST_SUITE_P(Friction, ObliqueImpact,
                         testing::Values(Oblique{1, 0.6, 20, 0, 0.5},     // sticks, slides
                                         Oblique{1, 0.3, 25, 0, 0.4},     // the same
                                         Oblique{0.8, 0.3, 25, 0, usual}, // with dashpots
                                         Oblique{0.8, 0.3, 52, 0, usual}, // slides, sticks
                                         Oblique{0.8, 0.2, 70, 0, usual}, // slides throughout
                                         Oblique{0.5, 0.4, 30, 300, usual}));

} // namespace
} // namespace scree
