// SPDX-License-Identifier: BSD-3-Clause
#include <scree/measure/ball_parts.hpp>

#include <scree/base/ball.hpp>
#include <scree/base/random.hpp>
#include <scree/measure/elliptic.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace scree {
namespace {

constexpr double pi = std::numbers::pi;

using Function = std::function<double(double)>;

/// ∫ f over a … b by the double-exponential rule, which ends of any power do not disturb.
double integral(const Function& f, double a, double b) {
    if (!(a < b)) return 0;
    constexpr double step = 1.0 / 32, reach = 3.2;
    double sum = 0;
    for (double t = -reach; t <= reach; t += step) {
        const double s = 0.5 * pi * std::sinh(t), cosh = std::cosh(s);
        const double from_end = std::exp(-std::abs(s)) / cosh; // 1 - |tanh s|, to all digits
        const double x = t < 0 ? a + 0.5 * (b - a) * from_end : b - 0.5 * (b - a) * from_end;
        sum += f(x) * std::cosh(t) / (cosh * cosh);
    }
    return sum * step * 0.5 * pi * 0.5 * (b - a);
}

/// The same over pieces that end where f is not smooth.
double integral(const Function& f, double a, double b, std::vector<double> cuts) {
    cuts.insert(cuts.end(), {a, b});
    std::erase_if(cuts, [&](double x) { return x < a || x > b; });
    std::sort(cuts.begin(), cuts.end());
    double sum = 0;
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) sum += integral(f, cuts[k], cuts[k + 1]);
    return sum;
}

double leg(double r, double x) { return std::sqrt(std::max(0.0, (r - x) * (r + x))); }

/// [F eq. 4.7]: the inner integral in closed form, the outer one by quadrature, cut where the
/// circles meet.
double by_equation_4_7(double r, double big, double d) {
    const auto inner = [&](double x) {
        const double s = leg(r, x), y = std::min(leg(big, x - d), s);
        return 0.5 * (y * leg(s, y) + s * s * std::atan2(y, leg(s, y)));
    };
    const double meet = d > 0 ? 0.5 * ((r - big) * (r + big) / d + d) : 0;
    return 4 * integral(inner, std::max(d - big, -r), std::min(d + big, r), {meet});
}

double elliptic(double kc, const EllipticTerm& term) {
    return complete_elliptic(kc, {{term, term, term}})[0];
}

TEST(CompleteElliptic, HasTheKnownValues) {
    EXPECT_NEAR(elliptic(1, {1, 1, 1}), pi / 2, 1e-15);
    // K and E at k² = 1/2: Γ(1/4)² / (4 √π), and E = (π/(4 K)) + K/2.
    const double quarter = std::tgamma(0.25), k = quarter * quarter / (4 * std::sqrt(pi));
    const double kc = std::sqrt(0.5);
    EXPECT_NEAR(elliptic(kc, {1, 1, 1}), k, 1e-14);
    EXPECT_NEAR(elliptic(kc, {1, 1, 0.5}), pi / (4 * k) + k / 2, 1e-14);
    // Without modulus the third kind is π / (2 √p).
    for (const double p : {1e-6, 0.3, 7.0, 1e12})
        EXPECT_NEAR(elliptic(1, {p, 1, 1}) * std::sqrt(p), pi / 2, 1e-14);
    for (const double x : {0.1, 0.9, 0.999})
        EXPECT_NEAR(elliptic(std::sqrt(1 - x * x), {1, 1, 1}), std::comp_ellint_1(x), 1e-13);
}

// F eq. 4.4 as printed, third case: at h = y + r it must be the whole ball and at h = y the half.
TEST(CapVolume, OneFormulaHoldsWherePrintedThirdCaseDoesNot) {
    const double r = 0.7, y = 0.2;
    const auto printed = [&](double h) {
        return 2 * pi / 3 * r * r * r + pi / 3 * (y - r - h) * (y - r - h) * (4 * r - y + h);
    };
    EXPECT_GT(std::abs(printed(y + r) - ball_volume(r)), ball_volume(r)); // more than twice as much
    EXPECT_NEAR(cap_volume(r, 2 * r), ball_volume(r), 1e-15);
    EXPECT_NEAR(cap_volume(r, r), ball_volume(r) / 2, 1e-15);
    EXPECT_EQ(cap_volume(r, -1), 0);
    EXPECT_NEAR(cap_volume(r, 9), ball_volume(r), 1e-15);
    for (const double h : {0.1, 0.5, 0.8, 1.1, 1.39}) {
        const auto slice = [&](double t) { return pi * t * (2 * r - t); };
        EXPECT_NEAR(cap_volume(r, h), integral(slice, 0, h), 1e-14);
    }
}

TEST(BallInBox, OfAnOctantIsAnEighth) {
    const BoxRegion octant{Vec3::Zero(), Vec3::Constant(9)};
    EXPECT_NEAR(ball_in_box(Vec3::Zero(), 2, octant), ball_volume(2) / 8, 1e-14);
    const BoxRegion wedge{Vec3(0, 0, -9), Vec3::Constant(9)};
    EXPECT_NEAR(ball_in_box(Vec3::Zero(), 2, wedge), ball_volume(2) / 4, 1e-14);
    const BoxRegion small{Vec3::Constant(-0.5), Vec3::Constant(0.5)};
    EXPECT_NEAR(ball_in_box(Vec3::Zero(), 1, small), 1, 1e-14); // the box inside the ball
    EXPECT_EQ(ball_in_box(Vec3(3, 0, 0), 1, small), 0);
}

/// The area of a disc around 0 where x < a and y < b.
double disc_below(double s, double a, double b) {
    const auto chord = [&](double x) {
        const double y = leg(s, x);
        return std::clamp(b, -y, y) + y;
    };
    const double at_b = leg(s, b);
    return integral(chord, -s, std::clamp(a, -s, s), {-at_b, at_b});
}

TEST(BallInBox, AgreesWithQuadrature) {
    const std::uint64_t seed = 5;
    SCOPED_TRACE(seed);
    Random random(seed);
    int cut = 0;
    for (int n = 0; n < 12; ++n) {
        const double r = 1;
        BoxRegion box{};
        for (int k = 0; k < 3; ++k) {
            box.low[k] = random.uniform(-1.2, 0.8);
            box.high[k] = box.low[k] + random.uniform(0.05, 2);
        }
        const auto slice = [&](double z) {
            const double s = leg(r, z);
            return disc_below(s, box.high.x(), box.high.y()) -
                   disc_below(s, box.low.x(), box.high.y()) -
                   disc_below(s, box.high.x(), box.low.y()) +
                   disc_below(s, box.low.x(), box.low.y());
        };
        std::vector<double> cuts;
        for (const double x : {box.low.x(), box.high.x()})
            for (const double y : {box.low.y(), box.high.y()})
                for (const double q : {x * x, y * y, x * x + y * y})
                    if (q < 1)
                        for (const double sign : {-1.0, 1.0})
                            cuts.push_back(sign * std::sqrt(1 - q));
        const double expected =
            integral(slice, std::max(-r, box.low.z()), std::min(r, box.high.z()), cuts);
        const double found = ball_in_box(Vec3::Zero(), r, box);
        EXPECT_NEAR(found, expected, 1e-10) << n;
        if (found > 0.01 && found < 0.9 * ball_volume(r)) ++cut;
        // Moved and scaled.
        const Vec3 center(3, -2, 5);
        EXPECT_NEAR(ball_in_box(center, 0.5, {center + 0.5 * box.low, center + 0.5 * box.high}) * 8,
                    found, 1e-13);
    }
    EXPECT_GT(cut, 5);
}

TEST(BallInBox, PartsOfABallAddUpToIt) {
    Random random(8);
    for (int n = 0; n < 300; ++n) {
        const double r = random.uniform(0.2, 3);
        const Vec3 center = Vec3(random.uniform(), random.uniform(), random.uniform());
        double sum = 0;
        for (int k = 0; k < 27; ++k) { // space cut at -0.2 and 0.7 along each axis
            BoxRegion box{};
            for (int a = 0, rest = k; a < 3; ++a, rest /= 3) {
                box.low[a] = std::array{-99.0, -0.2, 0.7}[static_cast<std::size_t>(rest % 3)];
                box.high[a] = std::array{-0.2, 0.7, 99.0}[static_cast<std::size_t>(rest % 3)];
            }
            sum += ball_in_box(center, r, box);
        }
        EXPECT_NEAR(sum, ball_volume(r), 1e-14 * 27 * r * r * r);
    }
}

TEST(BallInCylinder, HasTheKnownValues) {
    // On the axis: the ball without its two caps and the ring, 4π/3 (r³ - (r² - R²)^{3/2}).
    for (const double big : {1e-3, 0.3, 0.9, 0.999})
        EXPECT_NEAR(ball_in_cylinder(1, big, 0),
                    ball_volume(1) * (1 - std::pow(1 - big * big, 1.5)), 1e-14);
    // Viviani's window: a cylinder of half the radius through the centre, 2/9 (3π - 4).
    EXPECT_NEAR(ball_in_cylinder(1, 0.5, 0.5), 2.0 / 9 * (3 * pi - 4), 1e-14);
    EXPECT_EQ(ball_in_cylinder(1, 2, 3), 0);
    EXPECT_EQ(ball_in_cylinder(1, 3, 2), ball_volume(1));
    // A very wide cylinder is a half-space.
    EXPECT_NEAR(ball_in_cylinder(1, 1e6, 1e6 - 0.3), cap_volume(1, 1.3), 2e-6);
}

TEST(BallInCylinder, AgreesWithEquation47) {
    const std::uint64_t seed = 11;
    SCOPED_TRACE(seed);
    Random random(seed);
    int inside = 0, crossing = 0;
    double worst = 0;
    for (int n = 0; n < 4000; ++n) {
        const double big = std::pow(10, random.uniform(-1.5, 2));
        const double d = n % 3 == 0 ? random.uniform(0, big + 1) : big + random.uniform(-1, 1);
        if (d < 0 || d > big + 1 || d + 1 < big) continue;
        ++(big + d <= 1 ? inside : crossing);
        const double error = std::abs(ball_in_cylinder(1, big, d) - by_equation_4_7(1, big, d));
        EXPECT_LT(error, 1e-10) << big << ' ' << d;
        worst = std::max(worst, error);
    }
    RecordProperty("worst", std::to_string(worst));
    EXPECT_GT(inside, 100);
    EXPECT_GT(crossing, 1000);
}

// Where the formula changes its form, or a term becomes infinite.
TEST(BallInCylinder, IsGoodAtTheSeams) {
    const std::vector<double> steps = {0, 1e-15, 1e-12, 1e-9, 1e-7, 1e-6, 1e-5, 1e-3};
    for (const double big : {0.2, 0.5, 0.7, 1.0, 3.0})
        for (const double at : {big, 1 - big, big - 1, 1 + big, 0.0})
            for (const double step : steps)
                for (const double sign : {-1.0, 1.0}) {
                    const double d = at + sign * step;
                    if (d < 0) continue;
                    EXPECT_NEAR(ball_in_cylinder(1, big, d), by_equation_4_7(1, big, d), 2e-11)
                        << big << ' ' << d;
                }
}

TEST(BallInBall, IsTheLens) {
    EXPECT_NEAR(ball_in_ball(1, 1, 1), 5 * pi / 12, 1e-15);
    EXPECT_EQ(ball_in_ball(1, 3, 1.5), ball_volume(1));
    EXPECT_EQ(ball_in_ball(3, 1, 1.5), ball_volume(1));
    EXPECT_EQ(ball_in_ball(1, 1, 2), 0);
}

/// Points on a fine regular lattice: error of the order of its edge squared.
double by_counting(const Vec3& center, double r, const Region& region) {
    constexpr int n = 120;
    std::int64_t hits = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            for (int k = 0; k < n; ++k) {
                const Vec3 p = Vec3(i + 0.5, j + 0.5, k + 0.5) * (2.0 / n) - Vec3::Ones();
                if (p.squaredNorm() < 1 && holds_ball(region, center + r * p, 0, 0)) ++hits;
            }
    return static_cast<double>(hits) * std::pow(2 * r / n, 3);
}

TEST(BallInFrustum, AgreesWithCounting) {
    const std::uint64_t seed = 3;
    SCOPED_TRACE(seed);
    Random random(seed);
    int cut = 0;
    for (int n = 0; n < 60; ++n) {
        FrustumRegion f{Vec3(1, 2, 3), Vec3(1, 2, 3), random.uniform(0, 1.5), 0};
        const Vec3 axis = Vec3(random.uniform(-1, 1), random.uniform(-1, 1), 1).normalized();
        f.top += random.uniform(0.3, 2) * axis;
        f.radius_top = n % 3 == 0 ? f.radius_base : random.uniform(0.1, 1.5);
        const Vec3 center =
            f.base + random.uniform(-0.5, 2) * axis + random.uniform(0, 1.5) * across(axis);
        const double r = random.uniform(0.3, 1);
        const double found = ball_in_frustum(center, r, f);
        EXPECT_NEAR(found, by_counting(center, r, f), 2e-3) << n;
        if (found > 0.01 && found < 0.9 * ball_volume(r)) ++cut;
    }
    EXPECT_GT(cut, 25);
}

// Slices by quadrature against the closed form: a cylinder cut in two.
TEST(BallInFrustum, HalvesOfACylinderAddUpToTheClosedForm) {
    Random random(4);
    double worst = 0;
    for (int n = 0; n < 2000; ++n) {
        const double big = std::pow(10, random.uniform(-1, 1.5));
        const double d = std::max(0.0, big + random.uniform(-1, 1)), cut = random.uniform(-1, 1);
        const Vec3 base(0, 0, -3), top(0, 0, 3), middle(0, 0, cut), center(d, 0, 0);
        const double parts = ball_in_frustum(center, 1, {base, middle, big, big}) +
                             ball_in_frustum(center, 1, {middle, top, big, big});
        worst = std::max(worst, std::abs(parts - ball_in_cylinder(1, big, d)));
    }
    EXPECT_LT(worst, 1e-10);
    RecordProperty("worst", std::to_string(worst));
}

TEST(BallInRegion, IsNothingOutsideAndTheBallInside) {
    const std::vector<Region> regions = {BoxRegion{Vec3::Constant(-2), Vec3::Constant(2)},
                                         FrustumRegion{Vec3(0, 0, -2), Vec3(0, 0, 2), 2, 3},
                                         SphereRegion{Vec3::Zero(), 2}};
    for (const Region& region : regions) {
        EXPECT_NEAR(ball_in_region(Vec3(0.1, 0.2, 0.3), 0.5, region), ball_volume(0.5), 1e-15);
        EXPECT_EQ(ball_in_region(Vec3(5, 0, 0), 0.5, region), 0);
        EXPECT_NEAR(ball_in_region(Vec3(0.1, 0.2, 0.3), 50, region), volume(region), 1e-9);
    }
}

} // namespace
} // namespace scree
