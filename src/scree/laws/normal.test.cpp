// SPDX-License-Identifier: BSD-3-Clause
//
// The laws against closed forms and against fine integrations of their own differential equation,
// done here with a Runge–Kutta scheme that shares nothing with the engine.
#include <scree/laws/normal.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

constexpr double pi = std::numbers::pi;

struct Response {
    double elastic, stiffness, damping, tangential_stiffness, tangential_damping;
};

template <class Law>
Response response(const PairRow& row, double overlap, double mass, double radius) {
    double p[4], q[4];
    for (std::size_t k = 0; k < 4; ++k) {
        p[k] = row.normal[k];
        q[k] = row.tangential[k];
    }
    const auto r = Law::response(p, q, overlap, mass, radius);
    return {r.elastic, r.stiffness, r.damping, r.tangential_stiffness, r.tangential_damping};
}

PairValues linear_values(double stiffness, double contact_time, double restitution) {
    PairValues v;
    v.stiffness = stiffness;
    v.contact_time = contact_time;
    v.restitution = restitution;
    return v;
}

PairValues hertz_values(double young, double shear, double restitution) {
    PairValues v;
    v.law = LawKind::hertz;
    v.effective_young = young;
    v.effective_shear = shear;
    v.restitution = restitution;
    return v;
}

struct Impact {
    double restitution, duration, peak;
};

/// One normal impact of the law's own equation m d'' = -F(d) - c(d) d', d(0) = 0, d'(0) = speed, by
/// RK4 in steps of `dt` until the overlap is back at zero (found by linear interpolation).
template <class Law>
Impact impact(const PairRow& row, double mass, double radius, double speed, double dt) {
    const auto acceleration = [&](double d, double v) {
        const Response r = response<Law>(row, std::max(d, 0.0), mass, radius);
        return -(r.elastic + r.damping * v) / mass;
    };
    double d = 0, v = speed, t = 0, peak = 0;
    for (;;) {
        const double k1 = acceleration(d, v), v1 = v;
        const double v2 = v + 0.5 * dt * k1, k2 = acceleration(d + 0.5 * dt * v1, v2);
        const double v3 = v + 0.5 * dt * k2, k3 = acceleration(d + 0.5 * dt * v2, v3);
        const double v4 = v + dt * k3, k4 = acceleration(d + dt * v3, v4);
        const double d_next = d + dt / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
        const double v_next = v + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        peak = std::max(peak, d_next);
        if (d_next <= 0) {
            const double part = d / (d - d_next);
            return {-(v + part * (v_next - v)) / speed, t + part * dt, peak};
        }
        d = d_next;
        v = v_next;
        t += dt;
    }
}

TEST(LinearDamping, ClosedForms) {
    EXPECT_EQ(linear_damping(1), 0);
    // [F eq. 3.13–3.14]: k = m (pi² + ln² e)/t², c = -2 m ln e/t, hence c/sqrt(k m).
    for (const double e : {0.05, 0.3, 0.5, 0.9, 0.999}) {
        const double m = 0.37, t = 1.7e-4, log_e = std::log(e);
        const double k = m * (pi * pi + log_e * log_e) / (t * t), c = -2 * m * log_e / t;
        EXPECT_NEAR(linear_damping(e), c / std::sqrt(k * m), 1e-14);
        EXPECT_NEAR(hertz_damping(e), std::sqrt(5.0 / 6.0) * c / std::sqrt(k * m), 1e-14);
        const Response r = response<LinearLaw>(pair_row(linear_values(0, t, e)), 1e-5, m, 1);
        EXPECT_NEAR(r.elastic, k * 1e-5, 1e-13 * k * 1e-5);
        EXPECT_NEAR(r.damping, c, 1e-13 * c);
    }
}

// RK4 at 2000 steps per contact: truncation far below 1e-9; the linear interpolation of the end
// costs (1/2000)² of the change of velocity over the last step, about 1e-7.
TEST(LinearLaw, ReturnsItsRestitutionInItsContactTime) {
    for (const double e : {0.1, 0.5, 0.9, 1.0})
        for (const double mass : {1e-6, 3.0}) {
            const double time = 2.5e-3;
            const PairRow row = pair_row(linear_values(0, time, e));
            const Impact i = impact<LinearLaw>(row, mass, 1, 0.7, time / 2000);
            EXPECT_NEAR(i.restitution, e, 1e-6);
            EXPECT_NEAR(i.duration, time, 1e-6 * time);
        }
    const double k = 1e5, mass = 0.02;
    for (const double e : {0.2, 0.8}) {
        const double time = std::sqrt(mass / k * (pi * pi + std::log(e) * std::log(e)));
        const PairRow row = pair_row(linear_values(k, 0, e));
        const Impact i = impact<LinearLaw>(row, mass, 1, 3, time / 2000);
        EXPECT_NEAR(i.restitution, e, 1e-6);
        EXPECT_NEAR(i.duration, time, 1e-6 * time);
    }
}

// The dashpot grows as d^(1/4), so RK4 is not of fourth order at the two ends: its error there is
// about h^(5/4) of the contact time, 3e-7 at 2e5 steps.
TEST(HertzLaw, ReturnsItsRestitutionAtAnySpeedAndSize) {
    struct Case {
        double restitution, speed, mass, radius, young;
    };
    for (const Case& c : {Case{0.3, 0.01, 1e-3, 5e-3, 1e8}, Case{0.3, 10, 1e-3, 5e-3, 1e8},
                          Case{0.9, 0.5, 2.0, 0.1, 7e10}, Case{1.0, 0.5, 2.0, 0.1, 7e10},
                          Case{0.05, 3, 1e-9, 1e-5, 1e6}}) {
        const PairRow row = pair_row(hertz_values(c.young, 0.3 * c.young, c.restitution));
        const double peak =
            std::pow(15 * c.mass * c.speed * c.speed / (16 * c.young * std::sqrt(c.radius)), 0.4);
        // Duration of the elastic impact over peak/speed: 4/5 B(2/5, 1/2), by gamma functions.
        const double shape = 0.8 * std::tgamma(0.4) * std::sqrt(pi) / std::tgamma(0.9);
        const double time = shape * peak / c.speed;
        const Impact i = impact<HertzLaw>(row, c.mass, c.radius, c.speed, time / 2e5);
        EXPECT_NEAR(i.restitution, c.restitution, 1e-6) << "speed " << c.speed;
        if (c.restitution == 1) {
            EXPECT_NEAR(i.peak, peak, 1e-6 * peak);
            EXPECT_NEAR(i.duration, time, 1e-6 * time);
        }
    }
}

TEST(HertzLaw, ClosedForms) {
    const double young = 4e9, shear = 1.3e9, radius = 0.02, d = 3e-5, mass = 0.11;
    const Response r =
        response<HertzLaw>(pair_row(hertz_values(young, shear, 0.6)), d, mass, radius);
    const double contact_radius = std::sqrt(radius * d);
    EXPECT_DOUBLE_EQ(r.elastic, 4.0 / 3 * young * std::sqrt(radius) * std::pow(d, 1.5));
    EXPECT_DOUBLE_EQ(r.tangential_stiffness, 8 * shear * contact_radius);
    EXPECT_DOUBLE_EQ(r.damping, hertz_damping(0.6) * std::sqrt(2 * young * contact_radius * mass));
    EXPECT_DOUBLE_EQ(r.tangential_damping,
                     hertz_damping(0.6) * std::sqrt(8 * shear * contact_radius * mass));
}

// dU/dd = F and dF/dd = stiffness, by central differences: their error is h²/6 F''' relative to F,
// 1e-8 at h = 1e-4 d.
template <class Law>
void expect_integrals(const PairRow& row) {
    for (const double d : {1e-7, 1e-5, 1e-3}) {
        const auto stored = [&](double x) {
            return Law::stored(response<Law>(row, x, 0.1, 0.02).elastic, x);
        };
        const double h = 1e-4 * d, force = response<Law>(row, d, 0.1, 0.02).elastic;
        EXPECT_NEAR((stored(d + h) - stored(d - h)) / (2 * h), force, 1e-7 * force);
        const double slope = (response<Law>(row, d + h, 0.1, 0.02).elastic -
                              response<Law>(row, d - h, 0.1, 0.02).elastic) /
                             (2 * h);
        EXPECT_NEAR(slope, response<Law>(row, d, 0.1, 0.02).stiffness, 1e-7 * slope);
    }
}
TEST(Elastic, EnergyForceAndStiffnessAreIntegrals) {
    expect_integrals<LinearLaw>(pair_row(linear_values(1e5, 0, 0.5)));
    expect_integrals<HertzLaw>(pair_row(hertz_values(1e9, 3e8, 0.5)));
}

TEST(LinearLaw, TangentialPartIsARatioOfTheNormal) {
    PairValues v = linear_values(1e5, 0, 0.5);
    v.tangential_ratio = 0.4;
    v.friction = 0.25;
    const PairRow row = pair_row(v);
    const Response r = response<LinearLaw>(row, 1e-4, 0.3, 1);
    EXPECT_DOUBLE_EQ(r.tangential_stiffness, 0.4 * 1e5);
    EXPECT_DOUBLE_EQ(r.tangential_damping, 0.4 * r.damping);
    EXPECT_EQ(row.tangential[0], 0.25);
}

/// Hurwitz zeta(s, a) by Euler–Maclaurin: 30 terms, then the integral, the half term and five
/// corrections; the next correction is below 1e-17 for s = -1/4.
double hurwitz_zeta(double s, double a) {
    constexpr int terms = 30;
    constexpr double bernoulli[5] = {1.0 / 6, -1.0 / 30, 1.0 / 42, -1.0 / 30, 5.0 / 66};
    double sum = 0;
    for (int n = 0; n < terms; ++n) sum += std::pow(a + n, -s);
    const double x = a + terms;
    sum += std::pow(x, 1 - s) / (s - 1) + 0.5 * std::pow(x, -s);
    double rising = s, factorial = 2, power = std::pow(x, -s - 1);
    for (int k = 1; k <= 5; ++k) {
        sum += bernoulli[k - 1] * rising / factorial * power;
        rising *= (s + 2 * k - 1) * (s + 2 * k);
        factorial *= (2 * k + 1) * (2 * k + 2);
        power /= x * x;
    }
    return sum;
}

TEST(HurwitzZeta, KnownValues) {
    EXPECT_NEAR(hurwitz_zeta(2, 1), pi * pi / 6, 1e-13);
    EXPECT_NEAR(hurwitz_zeta(0, 0.3), 0.5 - 0.3, 1e-13);
    EXPECT_NEAR(hurwitz_zeta(-1, 1), -1.0 / 12, 1e-12);
    EXPECT_NEAR(hurwitz_zeta(0.5, 1), -1.4603545088095868, 1e-12);
}

TEST(HertzOnset, PolynomialMatchesTheZetaSeries) {
    for (int k = 1; k <= 1000; ++k) {
        const double phi = 1.25 * k / 1000.0;
        const double part = -hurwitz_zeta(-0.25, 1 + phi) / std::pow(phi, 0.25) - 0.5;
        EXPECT_NEAR((HertzLaw::onset_damping(phi) - part) * std::pow(phi, 0.25), 0, 3e-5) << phi;
    }
}

/// Trapezoid of t^p (unit steps) from samples at phi, phi + 1, …, phi + n, the first one weighted,
/// minus the integral from 0, minus what the far end contributes (Euler–Maclaurin, two terms).
double quadrature_error(double weight, double phi, double p, int n) {
    double sum = weight * std::pow(phi, p);
    for (int k = 1; k < n; ++k) sum += std::pow(phi + k, p);
    const double end = phi + n;
    sum += 0.5 * std::pow(end, p) - std::pow(end, p + 1) / (p + 1);
    const double slope = p * std::pow(end, p - 1);
    const double third = p * (p - 1) * (p - 2) * std::pow(end, p - 3);
    return sum - slope / 12 + third / 720;
}

// The part of a step that the first sample stands for on the side of the onset; half a step more is
// its share of the next one.
TEST(Onset, PartsIntegrateTheirPowerExactly) {
    for (int k = 1; k <= 50; ++k) {
        const double phi = k / 50.0;
        // Constant and linear forces: nothing but rounding (sums of about 1e4) remains, except the
        // trapezoid's slope/12, which the linear law has at its onset too.
        const double constant = 0.5 + LinearLaw::onset_damping(phi);
        EXPECT_NEAR(quadrature_error(constant, phi, 0, 100), 0, 1e-11);
        const double linear = 0.5 + LinearLaw::onset_elastic(phi, 0.0);
        EXPECT_NEAR(quadrature_error(linear, phi, 1, 100), -1.0 / 12, 1e-11);
        // t^(1/4): the fit of the zeta function, 3e-5, is all that remains.
        const double root = 0.5 + HertzLaw::onset_damping(phi);
        EXPECT_NEAR(quadrature_error(root, phi, 0.25, 100), 0, 3.1e-5);
        // t^(3/2): the same, to 1e-6.
        const double elastic = 0.5 + HertzLaw::onset_elastic(phi, 0.0);
        EXPECT_NEAR(quadrature_error(elastic, phi, 1.5, 100), 0, 1.1e-6);
    }
    // Were the first sample to stand for half a step as all others do, the sums would be wrong in
    // the first digit.
    EXPECT_GT(std::abs(quadrature_error(1, 0.01, 0, 100)), 0.4);
    EXPECT_GT(std::abs(quadrature_error(1, 0.1, 0.25, 100)), 0.05);
}

TEST(Onset, MeansOfThePowers) {
    EXPECT_EQ(LinearLaw::mean_onset_damping, 1.0);
    EXPECT_EQ(HertzLaw::mean_onset_damping, 1 / (1 + 0.25));
}

} // namespace
} // namespace scree
