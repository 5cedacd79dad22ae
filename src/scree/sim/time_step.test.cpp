// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/time_step.hpp>

#include <scree/laws/normal.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>

namespace scree {
namespace {

constexpr double pi = std::numbers::pi;

double sphere_mass(double density, double radius) {
    return density * 4.0 / 3 * pi * std::pow(radius, 3);
}

Material material(const std::string& name, double stiffness, double restitution) {
    Material m;
    m.name = name;
    m.density = 2500;
    m.stiffness = stiffness;
    m.young = 1e7;
    m.poisson = 0.3;
    m.restitution = restitution;
    m.friction = 0.5;
    return m;
}

Grain grain(double radius, int of_material, const Vec3& velocity = Vec3::Zero()) {
    return {Vec3::Zero(), velocity, Vec3::Zero(), radius, of_material, 0, 0};
}

TEST(ImpactValues, LinearClosedForms) {
    PairValues v;
    v.stiffness = 2e4;
    v.restitution = 0.4;
    const double m = 0.03, speed = 1.5, log_e = std::log(0.4);
    const ImpactValues i = impact_values(v, m, 1, speed);
    EXPECT_NEAR(i.contact_time, std::sqrt(m / 2e4 * (pi * pi + log_e * log_e)), 1e-12);
    EXPECT_DOUBLE_EQ(i.stiffness, 2e4);
    EXPECT_NEAR(i.damping, -2 * m * log_e / i.contact_time, 1e-12);
    EXPECT_DOUBLE_EQ(i.critical_step, 2 * std::sqrt(m / 2e4));
    // The peak of d(t) = v/ω e^(-λt) sin ωt, searched for.
    const double decay = i.damping / (2 * m), omega = pi / i.contact_time;
    double peak = 0;
    for (int k = 0; k <= 100000; ++k) {
        const double t = i.contact_time * k / 100000;
        peak = std::max(peak, speed / omega * std::exp(-decay * t) * std::sin(omega * t));
    }
    EXPECT_NEAR(i.peak_overlap, peak, 1e-8 * peak);
}

TEST(ImpactValues, LinearFromContactTime) {
    PairValues v;
    v.contact_time = 3e-4;
    for (const double e : {0.2, 1.0}) {
        v.restitution = e;
        for (const double m : {1e-6, 2.0})
            EXPECT_NEAR(impact_values(v, m, 1, 1).contact_time, 3e-4, 1e-16);
    }
    // Elastic: d = v/ω, force k v/ω.
    EXPECT_NEAR(impact_values(v, 2, 1, 5).peak_overlap, 5 * 3e-4 / pi, 1e-15);
}

struct BenchmarkRow {
    int test;
    std::string name;
    double young, poisson, density, radius, speed, force, overlap, duration;
};

std::vector<BenchmarkRow> read_benchmark(const std::string& path) {
    std::ifstream file(path);
    std::vector<BenchmarkRow> rows;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::vector<std::string> cells;
        std::istringstream words(line);
        for (std::string cell; std::getline(words, cell, ',');) cells.push_back(cell);
        if (cells.size() < 11 || cells[10].empty()) continue;
        const auto x = [&](std::size_t k) { return std::stod(cells[k]); };
        rows.push_back(
            {std::stoi(cells[0]), cells[1], x(2), x(3), x(4), x(6), x(7), x(8), x(9), x(10)});
    }
    return rows;
}

// Chung & Ooi test 1: two equal spheres, each at `speed`, so that they meet at twice that; test 2:
// one sphere against a rigid plane. The file's values have six digits, computed with its own
// rounding of the closed forms' constants: 1e-5.
TEST(ImpactValues, HertzOfChungAndOoi) {
    const std::string path =
        std::string(SCREE_SOURCE_DIR) + "/../shared/data/dem_benchmarks/chung_ooi/parameters.csv";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no data: " << path;
    int rows = 0;
    for (const BenchmarkRow& b : read_benchmark(path)) {
        const bool pair = b.test == 1;
        PairValues v;
        v.law = LawKind::hertz;
        v.effective_young = b.young / (1 - b.poisson * b.poisson) / (pair ? 2 : 1);
        const double mass = sphere_mass(b.density, b.radius) / (pair ? 2 : 1);
        const double radius = b.radius / (pair ? 2 : 1), speed = b.speed * (pair ? 2 : 1);
        const ImpactValues i = impact_values(v, mass, radius, speed);
        EXPECT_NEAR(i.peak_overlap, b.overlap, 1e-5 * b.overlap) << b.name;
        EXPECT_NEAR(i.contact_time, b.duration, 1e-5 * b.duration) << b.name;
        EXPECT_NEAR(2.0 / 3 * i.stiffness * i.peak_overlap, b.force, 1e-5 * b.force) << b.name;
        ++rows;
    }
    EXPECT_EQ(rows, 4);
}

TEST(ImpactValues, HertzClosedForms) {
    PairValues v;
    v.law = LawKind::hertz;
    v.effective_young = 1e7;
    v.restitution = 0.5;
    const double m = 0.01, r = 0.004, speed = 0.7;
    const ImpactValues i = impact_values(v, m, r, speed);
    // Energy: m v²/2 = 2/5 F d at the peak.
    const double force = 4.0 / 3 * 1e7 * std::sqrt(r) * std::pow(i.peak_overlap, 1.5);
    EXPECT_NEAR(0.4 * force * i.peak_overlap, 0.5 * m * speed * speed, 1e-15);
    EXPECT_NEAR(i.stiffness, 1.5 * force / i.peak_overlap, 1e-9 * i.stiffness);
    EXPECT_NEAR(i.damping, hertz_damping(0.5) * std::sqrt(i.stiffness * m), 1e-12);
    EXPECT_NEAR(i.critical_step, 2 * std::sqrt(m / i.stiffness), 1e-15);
    // Faster impacts are shorter: t ~ v^(-1/5).
    EXPECT_NEAR(impact_values(v, m, r, 32 * speed).contact_time, 0.5 * i.contact_time,
                1e-9 * i.contact_time);
}

TEST(ChooseTimeStep, TakesTheStiffestLightestPairAndSaysSo) {
    Scene scene;
    scene.materials = {material("soft", 1e3, 0.9), material("hard", 1e6, 0.9)};
    const std::vector<Grain> grains = {grain(0.01, 0), grain(0.005, 0), grain(0.02, 1),
                                       grain(0.004, 1)};
    const StepChoice choice = choose_time_step(scene, grains);
    const double mass = sphere_mass(2500, 0.004) / 2, log_e = std::log(0.9);
    const double time = std::sqrt(mass / 1e6 * (pi * pi + log_e * log_e));
    EXPECT_NEAR(choice.contact_time, time, 1e-12 * time);
    EXPECT_NEAR(choice.dt, time / steps_per_contact, 1e-12 * time);
    EXPECT_NEAR(choice.unsafe_above, time / fewest_steps_per_contact, 1e-12 * time);
    std::ostringstream expected;
    expected.precision(4);
    expected << "1/" << steps_per_contact << " of the contact time " << time
             << " s between \"hard\" (radius 0.004 m) and \"hard\" (radius 0.004 m)";
    EXPECT_EQ(choice.reason, expected.str());
}

TEST(ChooseTimeStep, AStrongDashpotMayBeTheShortest) {
    Scene scene;
    scene.materials = {material("mud", 1e3, 0.05)};
    const std::vector<Grain> grains = {grain(0.01, 0)};
    const StepChoice choice = choose_time_step(scene, grains);
    const double mass = sphere_mass(2500, 0.01) / 2;
    const double damping_time = mass / (linear_damping(0.05) * std::sqrt(1e3 * mass));
    EXPECT_NEAR(choice.dt, damping_time / steps_per_damping_time, 1e-12 * choice.dt);
    EXPECT_LT(choice.dt, choice.contact_time / steps_per_contact);
    std::ostringstream expected;
    expected.precision(4);
    expected << "1/" << steps_per_damping_time << " of the damping time " << damping_time
             << " s between \"mud\" (radius 0.01 m) and \"mud\" (radius 0.01 m) (restitution 0.05)";
    EXPECT_EQ(choice.reason, expected.str());
}

TEST(ChooseTimeStep, NamesTheWall) {
    Scene scene;
    scene.materials = {material("sand", 1e3, 0.9), material("steel", 1e9, 0.9)};
    scene.walls.push_back({"floor", "plane", 1, make_plane(Vec3::Zero(), Vec3::UnitZ()), ""});
    const std::vector<Grain> grains = {grain(0.01, 0)};
    const StepChoice choice = choose_time_step(scene, grains);
    EXPECT_NE(choice.reason.find("between \"sand\" (radius 0.01 m) and \"sand\" (radius 0.01 m)"),
              std::string::npos)
        << choice.reason;
    PairOverride hard;
    hard.b = 1;
    hard.stiffness = 1e8;
    scene.pairs.push_back(hard);
    const StepChoice harder = choose_time_step(scene, grains);
    EXPECT_NE(harder.reason.find("between \"sand\" (radius 0.01 m) and a wall of \"steel\""),
              std::string::npos)
        << harder.reason;
    EXPECT_LT(harder.dt, choice.dt);
}

TEST(ChooseTimeStep, ATangentialSpringMayBeTheShortest) {
    Scene scene;
    scene.materials = {material("sand", 1e3, 1)};
    const std::vector<Grain> grains = {grain(0.01, 0)};
    const double plain = choose_time_step(scene, grains).dt;
    scene.materials[0].tangential_ratio = 4 * default_tangential_ratio;
    const StepChoice choice = choose_time_step(scene, grains);
    EXPECT_NEAR(choice.dt, plain / 2, 1e-12 * plain);
    EXPECT_NE(choice.reason.find("tangential ratio 1.14"), std::string::npos) << choice.reason;
}

// k2 = k/e² and 2 k/e²: the half-period of the steepest slope is shorter than the contact.
TEST(ChooseTimeStep, TheSteepestSlopeCounts) {
    const double e = 0.5, m = 0.5 * sphere_mass(2500, 0.01);
    Scene scene;
    scene.materials = {material("sand", 1e3, e)};
    const std::vector<Grain> grains = {grain(0.01, 0)};
    for (const LawKind law : {LawKind::walton, LawKind::pournin}) {
        scene.law = law;
        const double slope = (law == LawKind::walton ? 1 : 2) * 1e3 / (e * e);
        const StepChoice choice = choose_time_step(scene, grains);
        EXPECT_NEAR(choice.dt, pi * std::sqrt(m / slope) / steps_per_contact, 1e-9 * choice.dt);
        EXPECT_NE(choice.reason.find("of the steepest slope"), std::string::npos) << choice.reason;
    }
}

TEST(ChooseTimeStep, RollingFrictionShortensIt) {
    Scene scene;
    scene.materials = {material("sand", 1e3, 0.9)};
    const std::vector<Grain> grains = {grain(0.01, 0)};
    const double plain = choose_time_step(scene, grains).dt;
    scene.materials[0].rolling_friction = 0.1;
    const StepChoice choice = choose_time_step(scene, grains);
    // The larger root of the sphere on a tangential and a rolling spring, over that of the former.
    EXPECT_NEAR(plain / choice.dt, std::sqrt((3 + std::sqrt(6.5)) / 3.5), 1e-9);
    EXPECT_NE(choice.reason.find("rolling"), std::string::npos) << choice.reason;
}

TEST(ChooseTimeStep, HertzDependsOnTheExpectedSpeed) {
    Scene scene;
    scene.law = LawKind::hertz;
    scene.gravity = Vec3::Zero();
    scene.materials = {material("sand", 1e3, 0.9)};
    const auto dt_at = [&](double speed) {
        return choose_time_step(scene, std::vector<Grain>{grain(0.01, 0, {speed, 0, 0})}).dt;
    };
    EXPECT_NEAR(dt_at(32), 0.5 * dt_at(1), 1e-9);
    EXPECT_GT(dt_at(0), dt_at(1)); // at rest a crawl is assumed, and the step is still finite
    EXPECT_TRUE(std::isfinite(dt_at(0)));
    EXPECT_NE(choose_time_step(scene, std::vector<Grain>{grain(0.01, 0, {3, 0, 0})})
                  .reason.find(" at 6 m/s"),
              std::string::npos);
}

TEST(ChooseTimeStep, NothingToTouch) {
    const StepChoice choice = choose_time_step(Scene{}, {});
    EXPECT_EQ(choice.reason, "any step would do: no contacts are possible");
    EXPECT_GT(choice.dt, 0);
}

// A fall over the height of everything, along gravity, from the start's speed.
TEST(ExpectedSpeed, IsThatOfAFallThroughTheScene) {
    Scene scene;
    scene.gravity = Vec3(0, 0, -10);
    scene.walls.push_back({"box", "box", 0, make_box({-1, -1, 0}, {1, 1, 3}, {}), ""});
    Grain g = grain(0.5, 0, {0, 3, 4});
    g.center = {0, 0, 1};
    EXPECT_NEAR(expected_speed(scene, std::vector<Grain>{g}), std::sqrt(25 + 2 * 10 * (3 + 1.0)),
                1e-12);
    scene.gravity = Vec3::Zero();
    EXPECT_NEAR(expected_speed(scene, std::vector<Grain>{g}), 5, 1e-12);
    EXPECT_EQ(expected_speed(scene, {}), 0);
}

} // namespace
} // namespace scree
