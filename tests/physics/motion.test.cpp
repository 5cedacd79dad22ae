// SPDX-License-Identifier: BSD-3-Clause
//
// What friction, spin and contact memory must do to a few grains, known without integrating
// anything.
//
// "A sphere on a slope below the friction angle stays" holds for a body that cannot roll. A free
// sphere rolls down any slope: without sliding below tan(angle) = 7/2 mu, sliding above. Both are
// tested as they are. What stays is a sphere that would have to slide to move: under a lid parallel
// to the slope it cannot roll on both planes at once. Torque balance shares the weight equally, so
// it stays as long as (m g sin(angle))/2 <= mu · (load of the lid), the smaller of the two loads.
#include "support/scenes.hpp"

#include <scree/base/random.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

namespace scree {
namespace {

using namespace test_support;

constexpr double g = 9.81;
constexpr double radius = 0.005;

/// Depth at which the floor carries m·`acceleration` (E* of two equal bodies).
double resting_overlap(const Scene& scene, double acceleration) {
    const Material& m = scene.materials[0];
    const double mass = m.density * (4.0 / 3.0 * std::numbers::pi) * std::pow(radius, 3);
    if (scene.law == LawKind::linear) {
        const double log_e = std::log(*m.restitution), t = *m.contact_time;
        return acceleration * t * t / (std::numbers::pi * std::numbers::pi + log_e * log_e);
    }
    const double young = 0.5 * *m.young / (1 - *m.poisson * *m.poisson);
    return std::pow(0.75 * mass * acceleration / (young * std::sqrt(radius)), 2.0 / 3.0);
}

/// A sphere on the plane z = 0, gravity tilted by `angle` towards +x, pressed in as deep as it
/// rests.
struct OnSlope {
    Scene scene;
    std::vector<Grain> grains;
    double overlap = 0;

    OnSlope(LawKind law, double friction, double angle, const Vec3& velocity)
        : scene(bare_scene(law, grit(0.5, friction))) {
        scene.gravity = g * Vec3(std::sin(angle), 0, -std::cos(angle));
        scene.walls = {plane_wall(Vec3::Zero(), Vec3::UnitZ())};
        overlap = resting_overlap(scene, g * std::cos(angle));
        grains = {grain_at(Vec3(0, 0, radius - overlap), radius, velocity)};
    }
    World world() const { return world_of(scene, grains, automatic_step(scene, grains)); }
    /// The friction force turns the sphere about the middle of the overlap, not about its rim.
    double lever() const { return radius - 0.5 * overlap; }
    /// Share of inertia that translation has in rolling: 5/7 for lever = radius.
    double rolling_share() const { return 1 / (1 + 0.4 * radius * radius / (lever() * lever())); }
};

class Motion : public testing::TestWithParam<LawKind> {};

// Angular momentum about the line of contact is kept while the floor takes what it takes:
// m v0 l = m v l + 2/5 m r² w, and rolling is v = l w.
TEST_P(Motion, ThrownSphereEndsRollingAtFiveSeventhsOfItsSpeed) {
    const double speed = 1;
    const OnSlope setup(GetParam(), 0.3, 0, Vec3(speed, 0, 0));
    World world = setup.world();
    const double slides_for = (1 - setup.rolling_share()) * speed / (0.3 * g);
    const Frame sliding = run_for(world, 0.5 * slides_for);
    EXPECT_NEAR(sliding.velocity[0].x(), speed - 0.3 * g * sliding.time, 1e-3 * speed);
    const Frame rolling = run_for(world, 2 * slides_for);

    const double v = rolling.velocity[0].x(), w = rolling.spin[0].y();
    std::printf("%s: v/v0 = %.9f, 5/7 = %.9f, with the lever %.9f\n", name_of(GetParam()), v,
                5.0 / 7.0, setup.rolling_share());
    EXPECT_NEAR(v, setup.lever() * w, 1e-6 * speed);             // it rolls
    EXPECT_NEAR(v, setup.rolling_share() * speed, 1e-6 * speed); // with the lever r - d/2
    // The lever shifts the share by 2/7 · d/r of itself: 1e-4 for linear, 1e-3 for the soft Hertz.
    EXPECT_NEAR(v, 5.0 / 7.0 * speed, 0.5 * setup.overlap / radius * speed);
    EXPECT_LT(setup.overlap / radius, 5e-3);
    EXPECT_NEAR(rolling.velocity[0].y(), 0, 1e-12);
}

TEST_P(Motion, FreeSphereRollsDownAModerateSlope) {
    const double angle = 30 * std::numbers::pi / 180, friction = 0.3; // tan = 0.58 < 7/2 · 0.3
    const OnSlope setup(GetParam(), friction, angle, Vec3::Zero());
    World world = setup.world();
    const Frame early = run_for(world, 0.1); // the springs' first swing has died out
    const Frame late = run_for(world, 0.2);
    const double got = (late.velocity[0].x() - early.velocity[0].x()) / (late.time - early.time);
    const double expected = setup.rolling_share() * g * std::sin(angle);
    std::printf("%s: acceleration %.6f, expected %.6f\n", name_of(GetParam()), got, expected);
    EXPECT_NEAR(got / expected, 1, 1e-5);
    EXPECT_NEAR(late.velocity[0].x(), setup.lever() * late.spin[0].y(),
                1e-4 * late.velocity[0].x());
}

TEST_P(Motion, FreeSphereSlidesDownASteepSlope) {
    const double angle = 60 * std::numbers::pi / 180, friction = 0.3; // tan = 1.73 > 7/2 · 0.3
    const OnSlope setup(GetParam(), friction, angle, Vec3::Zero());
    World world = setup.world();
    const Frame early = run_for(world, 0.1);
    const Frame late = run_for(world, 0.2);
    const double time = late.time - early.time;
    const double got = (late.velocity[0].x() - early.velocity[0].x()) / time;
    const double turning = (late.spin[0].y() - early.spin[0].y()) / time;
    const double friction_pull = friction * g * std::cos(angle);
    EXPECT_NEAR(got / (g * std::sin(angle) - friction_pull), 1, 1e-5);
    EXPECT_NEAR(turning / (2.5 * friction_pull * setup.lever() / (radius * radius)), 1, 1e-5);
}

/// Load of the lid for `share` of the largest pull that friction can hold.
struct UnderLid {
    Scene scene;
    std::vector<Grain> grains;

    UnderLid(LawKind law, double share) : scene(bare_scene(law, grit(0.5, 0.4))) {
        const double angle = 15 * std::numbers::pi / 180;
        scene.gravity = g * Vec3(std::sin(angle), 0, -std::cos(angle));
        const double lid = 0.5 * g * std::sin(angle) / (0.4 * share); // acceleration it stands for
        const double below = resting_overlap(scene, lid + g * std::cos(angle));
        const double above = resting_overlap(scene, lid);
        scene.walls = {plane_wall(Vec3::Zero(), Vec3::UnitZ()),
                       plane_wall(Vec3(0, 0, 2 * radius - below - above), -Vec3::UnitZ())};
        grains = {grain_at(Vec3(0, 0, radius - below), radius)};
    }
};

TEST_P(Motion, SphereThatCannotRollStaysBelowTheFrictionLimit) {
    const UnderLid setup(GetParam(), 0.5); // the first swing of the spring doubles the force
    World world = world_of(setup.scene, setup.grains, automatic_step(setup.scene, setup.grains));
    const Frame settled = run_for(world, 0.5);
    const Frame later = run_for(world, 1);
    std::printf("%s: speed %.1e m/s, spin %.1e rad/s, moved %.1e m in 1 s\n", name_of(GetParam()),
                later.velocity[0].norm(), later.spin[0].norm(),
                (later.center[0] - settled.center[0]).norm());
    EXPECT_LT(later.velocity[0].norm(), 1e-9);
    EXPECT_LT(radius * later.spin[0].norm(), 1e-9);
    EXPECT_LT((later.center[0] - settled.center[0]).norm(), 1e-12); // no creep
}

TEST_P(Motion, SphereThatCannotRollSlidesAboveTheFrictionLimit) {
    const UnderLid setup(GetParam(), 1.25); // friction holds 1/1.25 of the pull at the lid …
    World world = world_of(setup.scene, setup.grains, automatic_step(setup.scene, setup.grains));
    const Frame later = run_for(world, 0.5);
    EXPECT_GT(later.velocity[0].x(), 0.05); // … so it goes
}

// Four spheres thrown into a corner of three planes, gravity along its diagonal: one lies in the
// corner, the others on two planes and on it. None can roll without sliding somewhere.
TEST_P(Motion, SpheresInACornerComeToRest) {
    Scene scene = bare_scene(GetParam(), grit(0.3, 0.5));
    scene.gravity = -g * Vec3(1, 1.1, 0.9).normalized();
    std::vector<Grain> grains = {
        grain_at(1.1 * Vec3(radius, radius, radius), radius, Vec3(0.1, -0.1, 0.2), Vec3(9, 0, 5))};
    for (Eigen::Index k = 0; k < 3; ++k) {
        scene.walls.push_back(plane_wall(Vec3::Zero(), Vec3::Unit(k)));
        grains.push_back(grain_at(grains[0].center + 2.2 * radius * Vec3::Unit(k), radius,
                                  Vec3(-0.1, 0.1, -0.1), Vec3(0, 20, 0)));
    }
    World world = world_of(scene, grains, automatic_step(scene, grains));
    const Frame settled = run_for(world, 1);
    const Frame later = run_for(world, 1);
    EXPECT_EQ(later.contact.size(), 12U); // 3 + 3 · 2 with walls, 3 among each other
    for (std::size_t i = 0; i < grains.size(); ++i) {
        std::printf("%s grain %zu: speed %.1e m/s, surface %.1e m/s\n", name_of(GetParam()), i,
                    later.velocity[i].norm(), radius * later.spin[i].norm());
        EXPECT_LT(later.velocity[i].norm(), 1e-9);
        EXPECT_LT(radius * later.spin[i].norm(), 1e-9);
        EXPECT_LT((later.center[i] - settled.center[i]).norm(), 1e-9 * radius);
    }
}

// No outside forces: the sums of m v and of m x×v + I w keep their digits. Levers that end in the
// middle of the overlap make it exact (a_i + a_j is the distance of the centres).
TEST_P(Motion, IsolatedClusterKeepsMomentumAndAngularMomentum) {
    const std::uint64_t seed = 20240611;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    const Scene scene = bare_scene(GetParam(), grit(0.6, 0.5));
    std::vector<Grain> grains;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            for (int k = 0; k < 4; ++k) {
                const Vec3 center = 0.0125 * Vec3(i - 1.5, j - 1.5, k - 1.5);
                const auto jitter = [&](double size) {
                    return Vec3(random.uniform(-size, size), random.uniform(-size, size),
                                random.uniform(-size, size));
                };
                grains.push_back(grain_at(center + jitter(5e-4), random.uniform(0.004, 0.0055),
                                          -100 * center + jitter(0.2), jitter(50)));
            }
    World world = world_of(scene, grains, automatic_step(scene, grains));
    struct Sums {
        Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
        double linear_size = 0, angular_size = 0;
    };
    const auto sums_of = [](const Frame& f) {
        Sums s;
        for (std::size_t i = 0; i < f.center.size(); ++i) {
            const Vec3 p = f.mass[i] * f.velocity[i];
            const Vec3 spin = 0.4 * f.mass[i] * f.radius[i] * f.radius[i] * f.spin[i];
            s.linear += p;
            s.angular += f.center[i].cross(p) + spin;
            s.linear_size += p.norm();
            s.angular_size += f.center[i].norm() * p.norm() + spin.norm();
        }
        return s;
    };
    Frame frame = look(world);
    world.advance();
    const Sums start = sums_of(frame);
    std::size_t most_contacts = 0;
    double worst_linear = 0, worst_angular = 0;
    constexpr int steps = 3000;
    for (int s = 0; s < steps; ++s) {
        frame = look(world);
        world.advance();
        most_contacts = std::max(most_contacts, frame.contact.size());
        const Sums now = sums_of(frame);
        worst_linear = std::max(worst_linear, (now.linear - start.linear).norm());
        worst_angular = std::max(worst_angular, (now.angular - start.angular).norm());
    }
    worst_linear /= start.linear_size;
    worst_angular /= start.angular_size;
    std::printf("%s: most contacts %zu, momentum off by %.1e, angular momentum by %.1e\n",
                name_of(GetParam()), most_contacts, worst_linear, worst_angular);
    EXPECT_GT(most_contacts, 40U);
    // 3000 steps of roundings of about 1e-16 each, adding up like a random walk: 1e-14; contact
    // forces that cancel may exceed the momenta, hence the factor of ten.
    EXPECT_LT(worst_linear, 1e-13);
    EXPECT_LT(worst_angular, 1e-13);
}

INSTANTIATE_TEST_SUITE_P(BothLaws, Motion, testing::Values(LawKind::linear, LawKind::hertz),
                         [](const auto& law) { return std::string(name_of(law.param)); });

} // namespace
} // namespace scree
