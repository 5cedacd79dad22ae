// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/ball.hpp>
#include <scree/base/random.hpp>
#include <scree/shapes/clump.hpp>
#include <scree/shapes/complaints.test.hpp>
#include <scree/shapes/detail/moments.hpp>
#include <scree/shapes/polyhedron_samples.test.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace scree {
namespace {

using namespace test;
using Balls = std::vector<ClumpBall>;
constexpr double pi = std::numbers::pi;

TEST(Clump, OneBall) {
    const MassProperties mass = mass_properties(make_clump(Balls{{{1, 2, 3}, 0.7}}));
    EXPECT_NEAR(mass.volume, ball_volume(0.7), 1e-13);
    EXPECT_LT((mass.centroid - Vec3(1, 2, 3)).norm(), 1e-13);
    const double moment = 0.4 * ball_volume(0.7) * 0.49;
    EXPECT_LT((mass.inertia - moment * Eigen::Matrix3d::Identity()).norm(), 1e-13);
}

/// A cap of height h of a ball about the origin, cut off by z > r - h: ∫ 1, z, z², x² in closed
/// form.
struct Cap {
    double volume, first, axial, radial;

    Cap(double r, double h) {
        const auto power = [&](int n) { return (std::pow(r, n) - std::pow(r - h, n)) / n; };
        volume = pi * (r * r * power(1) - power(3));
        first = pi * (r * r * power(2) - power(4));
        axial = pi * (r * r * power(3) - power(5));
        radial = pi / 4 * (r * r * r * r * power(1) - 2 * r * r * power(3) + power(5));
    }
};

// Inclusion and exclusion: the balls less the lens, which is two caps; in any direction, so the
// slices lie in all directions to the axis.
TEST(Clump, TwoBallsInClosedForm) {
    Random random(31);
    int lenses = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const double a = random.uniform(0.2, 1), b = random.uniform(0.2, 1);
        const double d = random.uniform(std::abs(a - b), a + b);
        const double plane = (d * d + a * a - b * b) / (2 * d); // from the centre of a
        const Cap of_a(a, a - plane), of_b(b, b - (d - plane));
        ++lenses;
        // About the centre of a, z along the axis; the cap of b looks towards -z.
        detail::Moments sum;
        const auto cap_of_b = Vec3(0, 0, d * of_b.volume - of_b.first);
        sum.volume = ball_volume(a) + ball_volume(b) - of_a.volume - of_b.volume;
        sum.first = Vec3(0, 0, d * ball_volume(b) - of_a.first) - cap_of_b;
        const double radial =
            0.2 * (ball_volume(a) * a * a + ball_volume(b) * b * b) - of_a.radial - of_b.radial;
        const double axial = 0.2 * (ball_volume(a) * a * a + ball_volume(b) * b * b) +
                             ball_volume(b) * d * d - of_a.axial -
                             (d * d * of_b.volume - 2 * d * of_b.first + of_b.axial);
        sum.second = Vec3(radial, radial, axial).asDiagonal();
        const MassProperties expected = detail::mass_of(sum, Vec3::Zero());

        const Eigen::Matrix3d turn =
            trial < 3 ? Eigen::Matrix3d(Eigen::AngleAxisd(pi / 2 * trial, Vec3::UnitX()))
                      : random_rotation(random);
        const MassProperties found =
            mass_properties(make_clump(Balls{{Vec3::Zero(), a}, {d * turn.col(2), b}}));
        EXPECT_NEAR(found.volume, expected.volume, 1e-12);
        EXPECT_LT((found.centroid - turn * expected.centroid).norm(), 1e-12);
        EXPECT_LT((found.inertia - turn * expected.inertia * turn.transpose()).norm(), 1e-12);
    }
    EXPECT_EQ(lenses, 200);
}

Balls random_clump(Random& random, int count) {
    Balls balls = {{Vec3::Zero(), 0.5}};
    while (static_cast<int>(balls.size()) < count) {
        const ClumpBall& other = balls[random.below(balls.size())];
        const double radius = random.uniform(0.1, 0.6);
        const double d = random.uniform(0.1, 1) * (radius + other.radius);
        balls.push_back({other.center + d * random_direction(random), radius});
    }
    return balls;
}

// The slices of a turned clump are others, its moments are not.
TEST(Clump, TurningTurnsTheMoments) {
    Random random(32);
    for (int trial = 0; trial < 30; ++trial) {
        SCOPED_TRACE(trial);
        const Balls balls = random_clump(random, 2 + trial);
        const Eigen::Matrix3d turn = random_rotation(random);
        Balls turned = balls;
        for (ClumpBall& ball : turned) ball.center = turn * ball.center;
        const Clump clump = make_clump(balls);
        const MassProperties a = mass_properties(clump), b = mass_properties(make_clump(turned));
        EXPECT_NEAR(a.volume, b.volume, 1e-11 * a.volume);
        EXPECT_LT((turn * a.centroid - b.centroid).norm(), 1e-11);
        EXPECT_LT((turn * a.inertia * turn.transpose() - b.inertia).norm(),
                  1e-11 * a.inertia.norm());
        EXPECT_LT(clump.data->mass_error, 1e-11);
    }
}

// Plain sampling; 4e5 points leave a standard error of about 1e-3.
TEST(Clump, AgreesWithSampling) {
    Random random(33);
    for (const int count : {3, 7, 20}) {
        const Clump clump = make_clump(random_clump(random, count));
        const Bounds box = bounds(clump, Pose{});
        const Vec3 sides = box.high - box.low;
        const int samples = 400000;
        detail::Moments sum;
        for (int k = 0; k < samples; ++k) {
            const Vec3 p = box.low + sides.cwiseProduct(Vec3(random.uniform(), random.uniform(),
                                                             random.uniform()));
            for (const ClumpBall& ball : clump.data->balls)
                if ((p - ball.center).squaredNorm() < ball.radius * ball.radius) {
                    sum.add(sides.prod() / samples, p, Eigen::Matrix3d::Zero());
                    break;
                }
        }
        const MassProperties sampled = detail::mass_of(sum, Vec3::Zero());
        const MassProperties found = mass_properties(clump);
        EXPECT_NEAR(sampled.volume, found.volume, 8e-3 * found.volume);
        EXPECT_LT((sampled.centroid - found.centroid).norm(), 8e-3);
        EXPECT_LT((sampled.inertia - found.inertia).norm(), 1.5e-2 * found.inertia.norm());
    }
}

TEST(Clump, HiddenTwinAndTouchingBallsAreHarmless) {
    const Balls plain = {{{0, 0, 0}, 1}, {{1.2, 0, 0.3}, 0.8}};
    Balls more = plain;
    more.push_back({{0.1, 0, 0}, 0.5}); // inside
    more.push_back(plain[1]);           // twice
    more.push_back({{0.4, 0, 0}, 0.6}); // touches the first from inside
    const MassProperties a = mass_properties(make_clump(plain)),
                         b = mass_properties(make_clump(more));
    EXPECT_NEAR(a.volume, b.volume, 1e-12);
    EXPECT_LT((a.inertia - b.inertia).norm(), 1e-12);
    // A chain of balls that touch: the sum.
    Balls chain;
    for (int k = 0; k < 5; ++k) chain.push_back({{2.0 * k, 0, 0}, 1});
    EXPECT_NEAR(mass_properties(make_clump(chain)).volume, 5 * ball_volume(1), 1e-11);
}

// Symmetric clumps put many events at one height, and three spheres through one circle.
TEST(Clump, SymmetricClumps) {
    Balls ring;
    for (int k = 0; k < 12; ++k) {
        const double t = 2 * pi * k / 12;
        ring.push_back({{std::cos(t), std::sin(t), 0}, 0.4});
    }
    Balls turned = ring;
    for (ClumpBall& ball : turned)
        ball.center = {ball.center.z(), ball.center.x(), ball.center.y()};
    const MassProperties a = mass_properties(make_clump(ring)),
                         b = mass_properties(make_clump(turned));
    EXPECT_NEAR(a.volume, b.volume, 1e-12);
    EXPECT_NEAR(a.inertia(2, 2), b.inertia(0, 0), 1e-12);
    EXPECT_NEAR(a.inertia(0, 0), a.inertia(1, 1), 1e-12);
    const PrincipalAxes axes = principal_axes(a);
    EXPECT_NEAR(std::abs(axes.rotation(2, 2)), 1, 1e-12);
    EXPECT_NEAR(axes.moments.z(), a.inertia(2, 2), 1e-12);
}

TEST(Clump, ScalingByAPowerOfTwoIsExact) {
    Random random(34);
    const Balls balls = random_clump(random, 9);
    Balls tiny = balls;
    for (ClumpBall& ball : tiny) ball.center *= 0x1p-18, ball.radius *= 0x1p-18;
    const Clump a = make_clump(balls), b = make_clump(tiny), c = scaled(a, 0x1p-18);
    for (const Clump& each : {b, c}) {
        EXPECT_EQ(mass_properties(each).volume, mass_properties(a).volume * 0x1p-54);
        EXPECT_EQ(mass_properties(each).centroid, Vec3(mass_properties(a).centroid * 0x1p-18));
        EXPECT_EQ(mass_properties(each).inertia,
                  Eigen::Matrix3d(mass_properties(a).inertia * 0x1p-90));
        EXPECT_EQ(reach(each), reach(a) * 0x1p-18);
    }
    EXPECT_EQ(complaints([&] { scaled(a, 0); }), Texts{"factor: must be > 0, got 0"});
}

TEST(Clump, Errors) {
    EXPECT_EQ(complaints([] { make_clump({}); }),
              Texts{"a clump needs at least one ball, got none"});
    EXPECT_EQ(complaints([] {
                  make_clump(Balls{{{0, nan, 0}, 1}, {{0, 0, 0}, -1}});
              }),
              (Texts{"ball 0: its centre must be finite, got (0, nan, 0)",
                     "ball 1: its radius must be > 0, got -1"}));
    EXPECT_EQ(complaints([] {
                  make_clump(Balls{{{0, 0, 0}, 1}, {{3, 0, 0}, 1}});
              }),
              Texts{"ball 1: outside, 1 m from the rest; the balls of a clump must touch or "
                    "overlap"});
    EXPECT_EQ(complaints([] {
                  make_clump(Balls(9, {{0, 0, 0}, 0}));
              }).back(),
              "… and 4 more wrong balls");
}

} // namespace
} // namespace scree
