// SPDX-License-Identifier: BSD-3-Clause
//
// Hysteresis, rolling, twisting and cohesion through the engine, against closed forms.
#include "support/impact.hpp"

#include <scree/base/error.hpp>
#include <scree/base/random.hpp>
#include <scree/laws/normal.hpp>
#include <scree/sim/time_step.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace scree {
namespace {

using namespace test_support;

constexpr double gravity = 9.81;

// ---- One impact ----

struct ImpactCase {
    LawKind law;
    bool at_wall;
    double restitution;
};

class HystereticImpact : public testing::TestWithParam<ImpactCase> {};

TEST_P(HystereticImpact, ReturnsItsRestitution) {
    const ImpactCase c = GetParam();
    const Scene scene = bare_scene(c.law, grit(c.restitution, 0));
    const Impact impact = c.at_wall ? grain_on_wall(scene, 1) : meeting_grains(scene, 0.5);
    const double dt = automatic_step(impact.scene, impact.grains);
    const double time = *scene.materials[0].contact_time;
    const double duration =
        c.law == LawKind::walton ? walton_duration(c.restitution) : pournin_duration(c.restitution);
    const double peak = impact.approach * time / duration; // v sqrt(m/k), k from the contact time
    constexpr int phases = 60;
    double worst_restitution = 0, worst_peak = 0, worst_duration = 0;
    for (int k = 0; k < phases; ++k) {
        const Rebound got = run_impact(impact, dt, (k + 0.37) / phases);
        worst_restitution = std::max(worst_restitution, std::abs(got.restitution - c.restitution));
        worst_peak = std::max(worst_peak, std::abs(got.peak_overlap / peak - 1));
        // Walton's grains part before their overlap is gone.
        if (c.law == LawKind::pournin)
            worst_duration = std::max(worst_duration, std::abs(got.duration / time - 1));
    }
    std::printf("e %.2f: restitution off by %.1e, peak %.1e, duration %.1e\n", c.restitution,
                worst_restitution, worst_peak, worst_duration);
    EXPECT_LE(worst_restitution, 1e-3);
    EXPECT_LE(worst_peak, 1e-3);
    EXPECT_LE(worst_duration, 1e-3);
}

std::vector<ImpactCase> impact_cases() {
    std::vector<ImpactCase> out;
    for (const LawKind law : {LawKind::walton, LawKind::pournin})
        for (const bool at_wall : {false, true})
            for (const double e : {0.2, 0.5, 0.8, 0.95, 1.0}) out.push_back({law, at_wall, e});
    return out;
}

INSTANTIATE_TEST_SUITE_P(Laws, HystereticImpact, testing::ValuesIn(impact_cases()),
                         [](const auto& test) {
                             return std::string(name_of(test.param.law)) +
                                    (test.param.at_wall ? "Wall" : "Grains") +
                                    std::to_string(std::lround(100 * test.param.restitution));
                         });

// e(v) = sqrt(k/(k + S F_max)), F_max = v sqrt(k m).
TEST(Walton, HardeningMakesFastImpactsSofter) {
    Material m = grit(1, 0);
    m.contact_time.reset();
    m.stiffness = 2e4;
    m.hardening = 5e3;
    for (const double speed : {0.1, 0.5, 2.0}) {
        const Impact impact = grain_on_wall(bare_scene(LawKind::walton, m), speed);
        const double force = speed * std::sqrt(*m.stiffness * impact.mass);
        const double e = 1 / std::sqrt(1 + m.hardening * force / *m.stiffness);
        const Rebound got = run_impact(impact, automatic_step(impact.scene, impact.grains), 0.3);
        EXPECT_NEAR(got.restitution, e, 1e-3) << speed;
    }
}

// A ball dropped on a floor: Walton's reloadings lose nothing once the floor has been hit hard, and
// the ball rings for ever; Pournin's lose at every swing, until what the steepest slope leaves of
// the first loading is used up [F §3.3.2].
TEST(Pournin, ADroppedBallCalmsDownWhereWaltonsRings) {
    double speed[2];
    int at = 0;
    for (const LawKind law : {LawKind::walton, LawKind::pournin}) {
        Scene scene = bare_scene(law, grit(0.5, 0.3));
        scene.gravity = Vec3(0, 0, -gravity);
        scene.walls = {plane_wall(Vec3::Zero(), Vec3::UnitZ())};
        const std::vector<Grain> grains = {grain_at(Vec3(0, 0, 0.006), 0.005)};
        World world = world_of(scene, grains, automatic_step(scene, grains));
        run_for(world, 0.4);
        double fastest = 0;
        for (int k = 0; k < 2000; ++k) {
            world.step();
            fastest = std::max(fastest, std::abs(world.bodies().half[0].vz));
        }
        speed[at++] = fastest;
    }
    std::printf("largest speed after 0.4 s: walton %.1e, pournin %.1e m/s\n", speed[0], speed[1]);
    EXPECT_LT(10 * speed[1], speed[0]);
}

// ---- Rolling and twisting ----

class Turning : public testing::TestWithParam<LawKind> {
protected:
    static constexpr double radius = 0.005;

    /// A ball on a plane, sunk in by its weight, with gravity tilted by `angle` towards +x.
    World ball(const Material& m, double angle, const Vec3& velocity, const Vec3& spin) {
        scene_ = bare_scene(GetParam(), m);
        scene_.gravity = gravity * Vec3(std::sin(angle), 0, -std::cos(angle));
        scene_.walls = {plane_wall(Vec3::Zero(), Vec3::UnitZ())};
        const std::vector<Grain> grains = {
            grain_at(Vec3(0, 0, radius * (1 - 1e-4)), radius, velocity, spin)};
        return world_of(scene_, grains, automatic_step(scene_, grains));
    }
    Scene scene_;
};

// I w' and m v' with a couple mu_r r N: v' = -5/7 mu_r g.
TEST_P(Turning, RollingFrictionSlowsABall) {
    Material m = grit(0.3, 0.5);
    m.rolling_friction = 0.05;
    const double speed = 0.5;
    World world = ball(m, 0, Vec3(speed, 0, 0), Vec3(0, speed / radius, 0));
    const Frame early = run_for(world, 0.1), late = run_for(world, 0.4);
    const double slowing =
        (early.velocity[0].x() - late.velocity[0].x()) / (late.time - early.time);
    std::printf("slowing %.6f, expected %.6f m/s²\n", slowing, 5.0 / 7 * 0.05 * gravity);
    EXPECT_NEAR(slowing / (5.0 / 7 * 0.05 * gravity), 1, 1e-3);
    EXPECT_NEAR(late.spin[0].y() * radius / late.velocity[0].x(), 1, 1e-3); // still rolls
    const Frame end = run_for(world, 1.5);
    EXPECT_LT(end.velocity[0].norm(), 1e-9); // and stops
}

TEST_P(Turning, ABallRestsBelowTheRollingAngleAndRollsAbove) {
    Material m = grit(0.3, 0.8);
    m.rolling_friction = 0.1;
    World steady = ball(m, std::atan(0.09), Vec3::Zero(), Vec3::Zero());
    const Frame at_rest = run_for(steady, 1.0);
    std::printf("speed below the angle %.1e m/s\n", at_rest.velocity[0].norm());
    EXPECT_LT(at_rest.velocity[0].norm(), 1e-9);
    EXPECT_LT(radius * at_rest.spin[0].norm(), 1e-9);
    EXPECT_LT(at_rest.center[0].head<2>().norm(), 0.02 * radius);

    const double angle = std::atan(0.15);
    World rolling = ball(m, angle, Vec3::Zero(), Vec3::Zero());
    const Frame early = run_for(rolling, 0.1), late = run_for(rolling, 0.2);
    const double pull = (late.velocity[0].x() - early.velocity[0].x()) / (late.time - early.time);
    const double expected = 5.0 / 7 * gravity * (std::sin(angle) - 0.1 * std::cos(angle));
    EXPECT_NEAR(pull / expected, 1, 2e-3);
}

// 2/5 m r² w' = -mu_t r m g.
TEST_P(Turning, TwistingFrictionStopsATop) {
    Material m = grit(0.3, 0.5);
    m.twisting_friction = 0.02;
    const double spin = 60;
    World world = ball(m, 0, Vec3::Zero(), Vec3(0, 0, spin));
    const Frame early = run_for(world, 0.1), late = run_for(world, 0.3);
    const double slowing = (early.spin[0].z() - late.spin[0].z()) / (late.time - early.time);
    EXPECT_NEAR(slowing / (0.02 * gravity / (0.4 * radius)), 1, 1e-3);
    const Frame end = run_for(world, 0.8);
    EXPECT_LT(radius * end.spin[0].norm(), 1e-9);
}

// Two grains in free flight that roll and twist against each other: momentum and angular momentum
// about the origin stay.
TEST_P(Turning, KeepsMomentum) {
    Material m = grit(0.5, 0.4);
    m.rolling_friction = 0.3;
    m.twisting_friction = 0.2;
    const Scene scene = bare_scene(GetParam(), m);
    const std::vector<Grain> grains = {
        grain_at(Vec3(0, 0, 0), 0.004, Vec3(0.3, 0.1, 0), Vec3(90, 30, -70)),
        grain_at(Vec3(0.0101, 0.001, 0), 0.006, Vec3(-0.3, 0, 0.1), Vec3(10, -80, 50))};
    World world = world_of(scene, grains, automatic_step(scene, grains));
    const auto momenta = [&](const Frame& f) {
        Vec3 p = Vec3::Zero(), l = Vec3::Zero();
        for (std::size_t i = 0; i < 2; ++i) {
            p += f.mass[i] * f.velocity[i];
            l += f.mass[i] *
                 (f.center[i].cross(f.velocity[i]) + 0.4 * f.radius[i] * f.radius[i] * f.spin[i]);
        }
        return std::pair{p, l};
    };
    const auto before = momenta(look(world));
    world.advance();
    const Frame end = run_for(world, 0.02);
    const auto after = momenta(end);
    EXPECT_GT((end.spin[0] - grains[0].spin).norm(), 1); // it happened
    EXPECT_LT((after.first - before.first).norm(), 1e-14 * before.first.norm() + 1e-18);
    EXPECT_LT((after.second - before.second).norm(), 1e-6 * before.second.norm());
}

INSTANTIATE_TEST_SUITE_P(Laws, Turning, testing::Values(LawKind::linear, LawKind::hertz),
                         [](const auto& law) { return std::string(name_of(law.param)); });

// ---- The ledger ----

struct Mix {
    const char* name;
    LawKind law;
    double rolling, twisting, cohesion, reload_loss, hardening;
    double cohesion_density = 0;
};

class ExtendedLedger : public testing::TestWithParam<Mix> {};

TEST_P(ExtendedLedger, SettlingBalances) {
    const Mix mix = GetParam();
    Material m = grit(0.5, 0.5);
    m.rolling_friction = mix.rolling;
    m.twisting_friction = mix.twisting;
    m.cohesion = mix.cohesion;
    m.cohesion_density = mix.cohesion_density;
    m.reload_loss = mix.reload_loss;
    m.hardening = mix.hardening;
    Scene scene = bare_scene(mix.law, m);
    scene.gravity = Vec3(0, 0, -gravity);
    scene.seed = 13;
    scene.walls = {box_wall(Vec3::Zero(), Vec3::Constant(0.06))};
    GrainGroup group;
    group.classes = {{.radius = 0.003, .share = 2, .spread = 0.1},
                     {.radius = 0.005, .share = 2, .spread = 0.1}};
    group.count = 150;
    group.fill = RandomFill{BoxRegion{Vec3::Zero(), Vec3::Constant(0.06)}};
    scene.grains = {group};
    std::vector<Grain> grains = place_grains(scene);
    Random random(13);
    const auto u = [&](double size) { return random.uniform(-size, size); };
    for (Grain& g : grains) {
        g.velocity = Vec3(u(1), u(1), u(1));
        g.spin = Vec3(u(99), u(99), u(99));
    }
    World world = world_of(scene, grains, automatic_step(scene, grains));
    const auto steps = std::llround(0.3 / world.dt());
    Ledger ledger;
    Measures last;
    double worst = 0;
    for (std::int64_t s = 0; s <= steps; ++s) {
        world.evaluate();
        if (s % 101 == 0) {
            last = take_measures(scene, world, ledger);
            worst = std::max(worst, std::abs(last.relative_residual));
        }
        world.advance();
    }
    const Losses lost = world.losses();
    std::printf("%s: worst %.2e; lost %.3e damping, %.3e friction, %.3e plastic, %.3e rolling, "
                "stored %.2e, of %.3e J\n",
                mix.name, worst, lost.damping, lost.friction, lost.plastic, lost.rolling,
                last.stored, ledger.turned_over);
    EXPECT_LE(worst, 1e-3);
    EXPECT_GT(last.contacts, 150);
    if (has_history(mix.law)) {
        EXPECT_GT(lost.plastic, 0.1 * ledger.turned_over);
    }
    if (mix.rolling > 0) {
        EXPECT_GT(lost.rolling, 0.005 * ledger.turned_over);
    }
    EXPECT_EQ(measure_names(scene).size(), measure_values(last).size());
}

INSTANTIATE_TEST_SUITE_P(
    Mixes, ExtendedLedger,
    testing::Values(Mix{"LinearRolling", LawKind::linear, 0.2, 0.1, 0, 1, 0},
                    Mix{"HertzRolling", LawKind::hertz, 0.2, 0.1, 0, 1, 0},
                    Mix{"Walton", LawKind::walton, 0, 0, 0, 1, 0},
                    Mix{"WaltonHardening", LawKind::walton, 0, 0, 0, 1, 1e3},
                    Mix{"Pournin", LawKind::pournin, 0, 0, 0, 1, 0},
                    Mix{"PourninRolling", LawKind::pournin, 0.2, 0.1, 0, 0.5, 0},
                    Mix{"LinearCohesion", LawKind::linear, 0, 0, 0.05, 1, 0},
                    Mix{"HertzCohesion", LawKind::hertz, 0.1, 0.1, 0.05, 1, 0},
                    Mix{"PourninCohesion", LawKind::pournin, 0.1, 0.1, 0.05, 1, 0},
                    Mix{"LinearCohesionDensity", LawKind::linear, 0, 0, 0, 1, 0, 4e4},
                    Mix{"HertzCohesionDensity", LawKind::hertz, 0.1, 0.1, 0, 1, 0, 2e5},
                    Mix{"WaltonCohesionDensity", LawKind::walton, 0, 0, 0, 1, 0, 2e4}),
    [](const auto& test) { return std::string(test.param.name); });

// ---- Cohesion ----

/// A ball below a ceiling, which cohesion holds or not.
class Hanging {
public:
    Hanging(LawKind law, double restitution, double pull_over_weight, const Vec3& velocity) {
        Material m = grit(restitution, 0.3);
        const double radius = 0.005,
                     mass = m.density * 4 / 3 * std::numbers::pi * std::pow(radius, 3);
        const double weight = mass * gravity;
        m.cohesion = pull_over_weight * weight / (2 * std::numbers::pi * radius);
        scene = bare_scene(law, m);
        scene.gravity = Vec3(0, 0, -gravity);
        scene.walls = {plane_wall(Vec3::Zero(), -Vec3::UnitZ())};
        const PairValues v = mixed(law, scene.materials, {}, 0, 0);
        stiffness = impact_values(v, mass, radius, 1).stiffness;
        overlap = (pull_over_weight - 1) * weight / stiffness; // at rest, linear
        if (law == LawKind::hertz)
            overlap = std::pow(std::max(pull_over_weight - 1, 0.0) * weight /
                                   (4.0 / 3 * v.effective_young * std::sqrt(radius)),
                               2.0 / 3);
        grains = {
            grain_at(Vec3(0, 0, -radius + std::max(overlap, 1e-7 * radius)), radius, velocity)};
        escape = std::sqrt(stiffness * overlap * overlap / mass);
    }
    double height_after(double time) {
        World world = world_of(scene, grains, automatic_step(scene, grains));
        return run_for(world, time).center[0].z() + 0.005;
    }

    Scene scene;
    std::vector<Grain> grains;
    double stiffness = 0, overlap = 0, escape = 0;
};

// The pull-off force is 2 pi w R.
TEST(Cohesion, HoldsWhatIsLighterThanThePullOffForce) {
    for (const LawKind law : {LawKind::linear, LawKind::hertz, LawKind::pournin}) {
        Hanging held(law, 0.5, 1.02, Vec3::Zero()), drops(law, 0.5, 0.98, Vec3::Zero());
        EXPECT_GT(held.height_after(0.1), 0) << name_of(law);
        EXPECT_LT(drops.height_after(0.1), -0.0005) << name_of(law);
    }
}

// The prediction of the approach speed knows the contact's own force only, so that at rest under a
// load the dashpot is seen to carry (c dt/m)²/2 of it: 4e-4 at restitution 0.3.
TEST(Cohesion, RestsWhereSpringAndPullBalance) {
    for (const LawKind law : {LawKind::linear, LawKind::hertz}) {
        Hanging held(law, 0.3, 3, Vec3(0, 0, 0.001));
        EXPECT_NEAR(held.height_after(0.3) / held.overlap, 1, 5e-4) << name_of(law);
    }
}

// Without damping a grain leaves when its energy exceeds the work of parting: from rest under the
// pull P - m g that is (P - m g)²/(2 k) for a linear spring.
TEST(Cohesion, WorkOfPartingIsTheClosedForm) {
    const Hanging rest(LawKind::linear, 1, 5, Vec3::Zero());
    Hanging slower(LawKind::linear, 1, 5, Vec3(0, 0, -0.99 * rest.escape));
    Hanging faster(LawKind::linear, 1, 5, Vec3(0, 0, -1.01 * rest.escape));
    EXPECT_GT(slower.height_after(0.01), 0);
    EXPECT_LT(faster.height_after(0.01), 0);
}

// The pull is constant while there is overlap, and its potential continuous: no impact loses to it.
TEST(Cohesion, AnElasticImpactKeepsItsSpeed) {
    Material m = grit(1, 0);
    m.cohesion = 0.5;
    for (const LawKind law : {LawKind::linear, LawKind::hertz}) {
        const Impact impact = meeting_grains(bare_scene(law, m), 0.5);
        const double dt = automatic_step(impact.scene, impact.grains);
        for (int k = 0; k < 50; ++k)
            EXPECT_NEAR(run_impact(impact, dt, (k + 0.37) / 50).restitution, 1, 1e-3);
    }
}

// ---- Cohesion that grows with the overlap ----

/// A ball on a wall, with a spring of 20 kN/m and a pull of the part `share` of it.
Impact sticky_impact(LawKind law, double restitution, double share) {
    Material m = grit(restitution, 0);
    m.contact_time.reset();
    m.stiffness = 2e4;
    const double radius = grain_on_wall(bare_scene(law, m), 1).grains[0].radius;
    m.cohesion_density = share * *m.stiffness / (2 * std::numbers::pi * radius);
    return grain_on_wall(bare_scene(law, m), 1);
}

// Spring and pull are one softer spring: nothing is lost, and the impact takes pi sqrt(m/(k - kc)).
TEST(CohesionDensity, SoftensALinearSpring) {
    for (const double share : {0.1, 0.5, 0.9}) {
        const Impact impact = sticky_impact(LawKind::linear, 1, share);
        const double dt = automatic_step(impact.scene, impact.grains);
        const double time = std::numbers::pi * std::sqrt(impact.mass / (2e4 * (1 - share)));
        for (int k = 0; k < 20; ++k) {
            const Rebound got = run_impact(impact, dt, (k + 0.37) / 20);
            EXPECT_NEAR(got.restitution, 1, 1e-6) << share;
            EXPECT_NEAR(got.duration / time, 1, 1e-3) << share;
        }
    }
}

// Walton's law with it is Luding's adhesive law: along the unloading k2 (d - d0) - kc d the contact
// gives back (k/k2 - kc/k) of k D²/2, of the 1 - kc/k that the loading took.
TEST(CohesionDensity, WaltonsLawWithItLosesAsTheAreaOfItsPath) {
    for (const double share : {0.05, 0.15, 0.2})
        for (const double e : {0.5, 0.8}) {
            const Impact impact = sticky_impact(LawKind::walton, e, share);
            const double dt = automatic_step(impact.scene, impact.grains);
            const double expected = std::sqrt((e * e - share) / (1 - share));
            double worst = 0;
            for (int k = 0; k < 20; ++k)
                worst =
                    std::max(worst, std::abs(run_impact(impact, dt, (k + 0.37) / 20).restitution -
                                             expected));
            std::printf("share %.2f: restitution %.4f, off by %.1e\n", share, expected, worst);
            EXPECT_LE(worst, 2e-3);
        }
}

// Hertz: the force 4/3 E* sqrt(R) d^1.5 - 2 pi c R d is least at sqrt(d) = pi c sqrt(R)/E*, where
// it pulls with 2/3 pi³ c³ R²/E*².
TEST(CohesionDensity, HertzHoldsWhatIsLighterThanItsLargestPull) {
    for (const double pull_over_weight : {1.03, 0.97}) {
        Material m = grit(0.5, 0.3);
        const double radius = 0.005, pi = std::numbers::pi;
        const double mass = m.density * 4 / 3 * pi * std::pow(radius, 3);
        const double young = mixed(LawKind::hertz, std::vector{m}, {}, 0, 0).effective_young;
        const double pull = pull_over_weight * mass * gravity;
        m.cohesion_density = std::cbrt(1.5 * pull * young * young / (radius * radius)) / pi;
        Scene scene = bare_scene(LawKind::hertz, m);
        scene.gravity = Vec3(0, 0, -gravity);
        scene.walls = {plane_wall(Vec3::Zero(), -Vec3::UnitZ())};
        const double overlap = std::pow(pi * m.cohesion_density * std::sqrt(radius) / young, 2);
        const std::vector<Grain> grains = {grain_at(Vec3(0, 0, -radius + overlap), radius)};
        World world = world_of(scene, grains, automatic_step(scene, grains));
        const double height = run_for(world, 0.3).center[0].z() + radius;
        if (pull_over_weight > 1)
            EXPECT_GT(height, overlap);
        else
            EXPECT_LT(height, -0.0005);
    }
}

// Two grains whose spring gives way: said, with the largest value that would do.
TEST(CohesionDensity, MoreThanASpringBearsIsRefused) {
    const Impact impact = sticky_impact(LawKind::linear, 1, 0.99);
    Scene scene = impact.scene;
    scene.materials[0].cohesion_density /= 0.99;
    try {
        choose_time_step(scene, impact.grains);
        ADD_FAILURE() << "no error";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("pulls with 2e+04 N/m at contacts of effective"),
                  std::string::npos)
            << error.what();
    }
}

} // namespace
} // namespace scree
