// SPDX-License-Identifier: BSD-3-Clause
#include "support/impact_oracle.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace scree::test_support {
namespace {

template <std::size_t n>
using State = std::array<double, n>;

template <std::size_t n, class Rate>
State<n> runge_kutta(const State<n>& y, double h, const Rate& rate) {
    const auto plus = [&](const State<n>& k, double s) {
        State<n> z = y;
        for (std::size_t i = 0; i < n; ++i) z[i] += s * k[i];
        return z;
    };
    const State<n> k1 = rate(y), k2 = rate(plus(k1, h / 2)), k3 = rate(plus(k2, h / 2)),
                   k4 = rate(plus(k3, h));
    State<n> z = y;
    for (std::size_t i = 0; i < n; ++i) z[i] += h / 6 * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]);
    return z;
}

/// Root in (0, 1) of the cubic through two overlaps of opposite sign with their slopes (per step).
double crossing(double d0, double s0, double d1, double s1) {
    double low = 0, high = 1;
    for (int k = 0; k < 60; ++k) {
        const double s = 0.5 * (low + high);
        const double d = d0 + s * s0 + s * s * (3 * (d1 - d0) - 2 * s0 - s1) +
                         s * s * s * (s0 + s1 - 2 * (d1 - d0));
        (d > 0 ? low : high) = s;
    }
    return low;
}

} // namespace

ImpactOracle linear_impact(double duration, double restitution, double approach) {
    const double w = std::numbers::pi / duration, l = -std::log(restitution) / duration;
    const double t = std::atan2(w, l) / w;
    return {restitution, duration, approach / w * std::exp(-l * t) * std::sin(w * t)};
}

ImpactOracle elastic_hertz_impact(double young, double mass, double radius, double approach) {
    const double peak =
        std::pow(15 * mass * approach * approach / (16 * young * std::sqrt(radius)), 0.4);
    return {1, 0.8 * std::beta(0.4, 0.5) * peak / approach, peak};
}

ImpactOracle damped_hertz_impact(double young, double mass, double radius, double approach,
                                 double restitution) {
    const double log_e = std::log(restitution);
    const double ratio = -2 * std::sqrt(5.0 / 6.0) * log_e / std::hypot(std::numbers::pi, log_e);
    const double h = elastic_hertz_impact(young, mass, radius, approach).duration / 50000;
    const auto rate = [&](const State<2>& y) {
        const double d = std::max(y[0], 0.0), s = 2 * young * std::sqrt(radius * d);
        return State<2>{y[1], -(2.0 / 3.0 * s * d + ratio * std::sqrt(s * mass) * y[1]) / mass};
    };
    ImpactOracle out;
    State<2> y{0, approach};
    for (double t = 0;; t += h) {
        const State<2> next = runge_kutta<2>(y, h, rate);
        out.peak_overlap = std::max(out.peak_overlap, next[0]);
        if (next[0] <= 0) {
            const double s = crossing(y[0], h * y[1], next[0], h * next[1]);
            out.duration = t + s * h;
            out.restitution = -(y[1] + s * (next[1] - y[1])) / approach;
            return out;
        }
        y = next;
    }
}

ObliqueOracle oblique_impact(const ObliqueSphere& sphere, double approach, double tangential,
                             double spin) {
    const double m = sphere.mass, r = sphere.radius, inertia = 0.4 * m * r * r;
    const double k = sphere.stiffness, c = sphere.damping;
    const double kt = sphere.tangential_ratio * k, ct = sphere.tangential_ratio * c;
    const double decay = c / (2 * m);
    const double duration = std::numbers::pi / std::sqrt(k / m - decay * decay);
    constexpr int steps = 400000;
    const double h = duration / steps;
    enum { overlap, normal, spring, along, turn };
    struct Friction {
        double force, spring;
    };
    const auto friction = [&](const State<5>& y) -> Friction {
        const double limit = sphere.friction * std::max(k * y[overlap] + c * y[normal], 0.0);
        const double slide = y[along] + (r - 0.5 * y[overlap]) * y[turn];
        const double wanted = kt * y[spring] + ct * slide;
        return {std::clamp(wanted, -limit, limit), std::clamp(y[spring], -limit / kt, limit / kt)};
    };
    const auto rate = [&](const State<5>& y) {
        const double lever = r - 0.5 * y[overlap], force = friction(y).force;
        return State<5>{y[normal], -(k * y[overlap] + c * y[normal]) / m,
                        y[along] + lever * y[turn], -force / m, -force * lever / inertia};
    };
    // The contact lasts exactly `duration`; the limit on the spring is imposed after each step.
    State<5> y{0, approach, 0, tangential, spin};
    for (int s = 0; s < steps; ++s) {
        y = runge_kutta<5>(y, h, rate);
        y[spring] = friction(y).spring;
    }
    return {-y[normal], y[along], y[turn]};
}

} // namespace scree::test_support
