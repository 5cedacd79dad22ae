// SPDX-License-Identifier: BSD-3-Clause
#include <scree/laws/curve.hpp>

#include <scree/laws/extended.hpp>

#include <algorithm>

namespace scree {
namespace {

LawRow<double> lanes(const PairRow& row) {
    LawRow<double> out;
    for (std::size_t k = 0; k < 4; ++k) {
        out.normal[k] = row.normal[k];
        out.tangential[k] = row.tangential[k];
    }
    return out;
}

ExtraLanes<double> lanes(const ExtraRow& row) {
    ExtraLanes<double> out;
    for (std::size_t k = 0; k < 4; ++k) {
        out.turning[k] = row.turning[k];
        out.history[k] = row.history[k];
    }
    return out;
}

/// The engine's leapfrog in one dimension.
template <class Law>
Curve follow(const PairValues& values, const CurveOptions& o) {
    // An impact and a reloading have some fifty points each at the automatic step.
    const std::size_t most_points = 100'000 + 1000 * static_cast<std::size_t>(o.reloadings);
    const LawRow<double> row = lanes(pair_row(values));
    const ExtraLanes<double> extra = lanes(extra_row(values));
    ExtendedInput<double> x{};
    x.in.normal = {0, 0, 1};
    x.in.mass = o.mass;
    x.in.inverse_mass = 1 / o.mass;
    x.in.radius = o.radius;
    Curve curve;
    curve.points.push_back({0, 0, 0, 0, 0});
    double overlap = 0, half = o.speed, force = 0, lost = 0, deepest = 0, time = 0;
    int reloading = 0;
    while (true) {
        curve.sticks = curve.points.size() >= most_points;
        if (curve.sticks) return curve;
        if (half < 0 && reloading < o.reloadings && overlap < o.turn_at * deepest) {
            // Turned round at the whole step, where it has the energy that the spring has left it.
            const double now = half + 0.5 * o.dt * force / o.mass;
            x.in.velocity = {0, 0, now};
            const auto turned = extended_response<Law>(row, extra, x, o.dt);
            half = -now - 0.5 * o.dt * turned.contact.normal_force / o.mass;
            ++reloading;
            deepest = 0;
        }
        overlap += o.dt * half;
        time += o.dt;
        if (!(overlap > 0)) break;
        deepest = std::max(deepest, overlap);
        const double approach = half - 0.5 * o.dt * force / o.mass;
        x.in.overlap = overlap;
        x.in.velocity = {0, 0, -approach};
        const auto out = extended_response<Law>(row, extra, x, o.dt);
        force = out.contact.normal_force;
        lost += out.contact.lost_damping + out.lost_plastic;
        x.in.last = out.contact.last;
        x.trace = out.trace;
        half -= o.dt * force / o.mass;
        curve.points.push_back({time, overlap, force, lost, reloading});
    }
    curve.points.push_back({time - overlap / half, 0, 0, lost, reloading});
    curve.rebound = -half;
    return curve;
}

} // namespace

Curve force_curve(const PairValues& values, const CurveOptions& options) {
    switch (values.law) {
    case LawKind::linear:
        return follow<LinearLaw>(values, options);
    case LawKind::hertz:
        return follow<HertzLaw>(values, options);
    case LawKind::walton:
        return follow<WaltonLaw>(values, options);
    case LawKind::pournin:
        break;
    }
    return follow<PourninLaw>(values, options);
}

} // namespace scree
