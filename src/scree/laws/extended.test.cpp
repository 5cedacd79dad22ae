// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/random.hpp>
#include <scree/laws/curve.hpp>
#include <scree/laws/extended.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <numbers>
#include <vector>

namespace scree {
namespace {

PairValues values_of(LawKind law, double restitution) {
    PairValues v;
    v.law = law;
    v.stiffness = 1000;
    v.restitution = restitution;
    v.friction = 0.5;
    return v;
}

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

ContactInput<double> contact_at(double overlap, double last) {
    ContactInput<double> in{};
    in.normal = {0, 0, 1};
    in.overlap = overlap;
    in.last = last;
    in.mass = in.inverse_mass = in.radius = 1;
    return in;
}

/// A contact whose overlap is prescribed.
template <class Law>
struct Driven {
    explicit Driven(const PairValues& v) : row(lanes(pair_row(v))), extra(lanes(extra_row(v))) {}

    void go_to(double next, int steps = 1) {
        const double from = overlap;
        for (int k = 1; k <= steps; ++k) {
            const double to = k == steps ? next : from + (next - from) * k / steps;
            const Followed<double> f =
                Law::follow(row.normal, extra.history, contact_at(to, overlap), history);
            // The leapfrog does the trapezoid's work, and that of the mended force.
            work += (0.5 * (history.force + f.history.force) + f.mend) * (to - overlap);
            least_lost = std::min(least_lost, f.lost);
            lost += f.lost;
            history = f.history;
            slope = f.response.stiffness;
            overlap = to;
        }
    }

    LawRow<double> row;
    ExtraLanes<double> extra;
    History<double> history{0, 0, 0, 0};
    double overlap = 0, work = 0, lost = 0, least_lost = 0, slope = 0;
};

constexpr double stiffness = 1000, deep = 0.01;
constexpr double first_work = 0.5 * stiffness * deep * deep;
const double nearly_open = 1e-9 * deep;

TEST(WaltonLaw, LoadsUnloadsAndReloads) {
    for (const double e : {0.2, 0.5, 0.9, 1.0}) {
        Driven<WaltonLaw> c(values_of(LawKind::walton, e));
        const double plastic = deep * (1 - e * e), steep = stiffness / (e * e);
        c.go_to(deep, 7);
        EXPECT_DOUBLE_EQ(c.history.force, stiffness * deep);
        EXPECT_NEAR(c.work, first_work, 1e-12 * first_work);
        EXPECT_NEAR(c.history.energy, e * e * first_work, 1e-12 * first_work);
        c.go_to(0.5 * (plastic + deep), 3);
        EXPECT_NEAR(c.history.force, 0.5 * stiffness * deep, 1e-9);
        EXPECT_NEAR(c.slope, steep, 1e-9 * steep);
        c.go_to(deep, 5); // the same way back: nothing is lost
        EXPECT_NEAR(c.history.force, stiffness * deep, 1e-9);
        c.go_to(nearly_open, 11);
        EXPECT_NEAR(c.lost, (1 - e * e) * first_work, 1e-12 * first_work);
        EXPECT_NEAR(c.work, c.lost, 1e-8 * first_work);
        EXPECT_EQ(c.least_lost, 0);
    }
}

// k2 = k/e² + S F_max: the recovered energy is F_max²/(2 k2).
TEST(WaltonLaw, HardeningLosesMoreAtHigherLoads) {
    PairValues v = values_of(LawKind::walton, 1);
    v.hardening = 300;
    double last = 1;
    for (const double depth : {0.001, 0.003, 0.01}) {
        Driven<WaltonLaw> c(v);
        c.go_to(depth, 9);
        const double peak = stiffness * depth, k2 = stiffness + v.hardening * peak;
        const double work = 0.5 * stiffness * depth * depth;
        EXPECT_NEAR(c.history.energy, 0.5 * peak * peak / k2, 1e-12 * work);
        EXPECT_NEAR(c.work - c.lost, c.history.energy, 1e-12 * work);
        EXPECT_LT(c.history.energy / work, last);
        last = c.history.energy / work;
    }
}

TEST(PourninLaw, OneLoadingLosesWhatRestitutionSays) {
    for (const double e : {0.2, 0.5, 0.9, 1.0}) {
        Driven<PourninLaw> c(values_of(LawKind::pournin, e));
        c.go_to(deep, 7);
        EXPECT_NEAR(c.history.force, stiffness * deep, 1e-9);
        c.go_to(nearly_open, 13);
        EXPECT_NEAR(c.lost, (1 - e * e) * first_work, 1e-12 * first_work);
        EXPECT_NEAR(c.work, c.lost, 1e-7 * first_work);      // nothing is left in the contact
        EXPECT_LT(c.history.force, 1e-6 * stiffness * deep); // and no permanent overlap
        // The return line: r = k / (2/e² + e² - 2).
        EXPECT_NEAR(c.slope, stiffness / (2 / (e * e) + e * e - 2), 1e-6 * stiffness);
    }
}

// Full reloadings to the same depth: loss number n is q^(n-1) (1 - q)/(-ln q) of (1 - e²) of the
// first work (1 for q = 1).
TEST(PourninLaw, ReloadingsFollowThePrescribedCurve) {
    for (const double q : {0.3, 0.7, 1.0}) {
        const double e = 0.6;
        PairValues v = values_of(LawKind::pournin, e);
        v.reload_loss = q;
        Driven<PourninLaw> c(v);
        c.go_to(deep, 1000);
        c.go_to(nearly_open, 1000);
        EXPECT_NEAR(c.lost, (1 - e * e) * first_work, 1e-12 * first_work);
        for (int n = 1; n <= 6; ++n) {
            const double before = c.lost;
            c.go_to(deep, 1000);
            EXPECT_NEAR(c.history.force, stiffness * deep, 1e-9); // the overlap does not creep
            c.go_to(nearly_open, 1000);
            const double part = q == 1 ? 1 : std::pow(q, n - 1) * (1 - q) / -std::log(q);
            EXPECT_NEAR((c.lost - before) / first_work, (1 - e * e) * part, 1e-6) << q << ' ' << n;
        }
        EXPECT_NEAR(c.work, c.lost, 1e-6 * first_work);
    }
}

// What comes back is put in again, as by a grain caught between others: what is left after n
// reloadings is e^(2(n+1)).
TEST(PourninLaw, ReturnedEnergyPutInAgainFallsByRestitutionSquared) {
    const double e = 0.7;
    Driven<PourninLaw> c(values_of(LawKind::pournin, e));
    double energy = first_work;
    c.go_to(deep, 1000);
    for (int n = 0; n < 4; ++n) {
        const double held = c.history.energy;
        EXPECT_NEAR(held / (std::pow(e, 2 * n + 2) * first_work), 1, 2e-3) << n;
        c.go_to(nearly_open, 1000);
        // Load until the work is what came back.
        energy = held;
        const double start = c.work;
        while (c.work - start < energy) c.go_to(c.overlap + 1e-4 * deep);
    }
}

// Small reloadings about a load lose their part each time until the steepest way down is reached.
TEST(PourninLaw, SmallReloadingsAreDampedUntilTheFloor) {
    const double e = 0.5;
    Driven<PourninLaw> c(values_of(LawKind::pournin, e));
    c.go_to(deep, 10);
    const double floor = 0.5 * stiffness * deep * deep * e * e / pournin_steepness;
    double last = c.lost;
    int losing = 0;
    for (int n = 0; n < 400; ++n) {
        c.go_to(0.995 * deep, 3);
        c.go_to(deep, 3);
        EXPECT_GE(c.lost, last - 1e-15);
        if (c.lost > last + 1e-12) ++losing;
        last = c.lost;
        EXPECT_NEAR(c.history.force, stiffness * deep, 1e-9);
    }
    EXPECT_GT(losing, 5);
    EXPECT_NEAR(c.history.energy, floor, 1e-9 * first_work);
}

template <class Law>
void drive_at_random(const PairValues& v, std::uint64_t seed) {
    Random random(seed);
    std::cout << "seed " << seed << '\n';
    const double e = v.restitution, steepest = lanes(extra_row(v)).history[0];
    int turns = 0;
    for (int run = 0; run < 200; ++run) {
        Driven<Law> c(v);
        double direction = 1;
        for (int k = 0; k < 400; ++k) {
            if (random.uniform(0, 1) < 0.1) {
                direction = -direction;
                ++turns;
            }
            const double way = direction * random.uniform(0, 0.03) * deep;
            if (c.overlap + way <= 0) break;
            c.go_to(c.overlap + way);
            ASSERT_GE(c.history.force, 0);
            ASSERT_LE(c.history.force, stiffness * c.overlap * (1 + 1e-12));
            ASSERT_GE(c.slope, 0);
            ASSERT_LE(c.slope, stiffness * steepest * (1 + 1e-9));
            ASSERT_GE(c.least_lost, -1e-12 * first_work);
            ASSERT_GE(c.history.energy, 0);
            ASSERT_NEAR(c.work, c.lost + c.history.energy, 1e-9 * first_work + 1e-9 * c.work) << e;
        }
    }
    EXPECT_GT(turns, 1000);
}

TEST(Hysteresis, RandomPathsNeverGiveEnergyAndTheBooksBalance) {
    for (const double e : {0.3, 0.7, 1.0}) {
        drive_at_random<WaltonLaw>(values_of(LawKind::walton, e), 3);
        PairValues v = values_of(LawKind::pournin, e);
        drive_at_random<PourninLaw>(v, 4);
        v.reload_loss = 0.4;
        drive_at_random<PourninLaw>(v, 5);
    }
}

// The contact time of a scene becomes a stiffness through these.
TEST(Hysteresis, DurationsOfImpactsIntegrateTheirPaths) {
    for (const double e : {0.2, 0.5, 0.8, 1.0}) {
        Driven<PourninLaw> c(values_of(LawKind::pournin, e));
        double v = 0.3, t = 0;
        const double h = 1e-6, mass = 1;
        v -= 0.5 * h * c.history.force / mass;
        while (c.overlap + h * v > 0) {
            c.go_to(c.overlap + h * v);
            v -= h * c.history.force / mass;
            t += h;
        }
        EXPECT_NEAR(t / std::sqrt(mass / stiffness) / pournin_duration(e), 1, 1e-4) << e;
        EXPECT_NEAR(-v / 0.3, e, 1e-4);
    }
    EXPECT_NEAR(pournin_duration(1), std::numbers::pi, 1e-6);
    EXPECT_NEAR(walton_duration(1), std::numbers::pi, 1e-15);
}

// What `scree law` shows.
TEST(ForceCurve, ReboundsWithTheRestitutionAndLosesMoreWhenReloaded) {
    for (const LawKind law : {LawKind::linear, LawKind::hertz, LawKind::walton, LawKind::pournin}) {
        PairValues v = values_of(law, 0.6);
        v.effective_young = 1e6;
        v.effective_shear = 4e5;
        CurveOptions o{.mass = 0.1, .radius = 0.01, .speed = 0.3, .dt = 1e-5};
        const Curve once = force_curve(v, o);
        const double energy = 0.5 * o.mass * o.speed * o.speed;
        EXPECT_NEAR(once.rebound / o.speed, 0.6, 1e-3) << name_of(law);
        EXPECT_NEAR(once.points.back().lost / energy, 1 - 0.36, 2e-3) << name_of(law);
        o.reloadings = 3;
        const Curve thrice = force_curve(v, o);
        EXPECT_EQ(thrice.points.back().reloading, 3);
        const double left = thrice.rebound * thrice.rebound / (o.speed * o.speed);
        EXPECT_NEAR(left + thrice.points.back().lost / energy, 1, 2e-3) << name_of(law);
        if (law == LawKind::walton) { // goes back on its line: nothing more is lost
            EXPECT_NEAR(thrice.points.back().lost / once.points.back().lost, 1, 1e-3);
        } else {
            EXPECT_GT(thrice.points.back().lost, 1.05 * once.points.back().lost) << name_of(law);
            EXPECT_LT(thrice.rebound, once.rebound) << name_of(law);
        }
    }
}

// ---- The whole contact ----

ExtendedInput<double> random_contact(Random& random) {
    const auto u = [&](double size) { return random.uniform(-size, size); };
    ExtendedInput<double> x{};
    const double angle = u(3), height = u(0.9), flat = std::sqrt(1 - height * height);
    x.in.normal = {flat * std::cos(angle), flat * std::sin(angle), height};
    x.in.velocity = {u(1), u(1), u(1)};
    x.in.overlap = random.uniform(0.001, 0.01);
    x.in.last = x.in.overlap + u(1e-4);
    x.in.mass = random.uniform(0.5, 2);
    x.in.inverse_mass = 1 / x.in.mass;
    x.in.radius = random.uniform(0.1, 0.3);
    x.in.twist = u(10);
    x.turn = {u(30), u(30), u(30)};
    x.in.spring = cross(x.in.normal, Triple<double>(u(1e-3), u(1e-3), u(1e-3)));
    x.trace.roll = cross(x.in.normal, Triple<double>(u(1e-2), u(1e-2), u(1e-2)));
    x.trace.twist = u(1e-2);
    x.trace.history = {stiffness * 0.9 * x.in.last, 0.4 * stiffness * x.in.last * x.in.last,
                       1.2 * x.in.last, 0.9};
    return x;
}

template <class Law>
void expect_symmetry(const PairValues& v) {
    Random random(6);
    const auto row = lanes(pair_row(v));
    const auto extra = lanes(extra_row(v));
    for (int k = 0; k < 500; ++k) {
        const ExtendedInput<double> x = random_contact(random);
        ExtendedInput<double> y = x;
        y.in.normal = -1.0 * x.in.normal;
        y.in.velocity = -1.0 * x.in.velocity;
        y.in.spring = -1.0 * x.in.spring;
        y.in.twist = -x.in.twist;
        y.turn = -1.0 * x.turn;
        y.trace.roll = -1.0 * x.trace.roll;
        const auto a = extended_response<Law>(row, extra, x, 1e-4);
        const auto b = extended_response<Law>(row, extra, y, 1e-4);
        EXPECT_EQ(a.contact.normal_force, b.contact.normal_force);
        EXPECT_EQ(a.moment.x, -b.moment.x);
        EXPECT_EQ(a.moment.y, -b.moment.y);
        EXPECT_EQ(a.moment.z, -b.moment.z);
        EXPECT_EQ(a.trace.roll.x, -b.trace.roll.x);
        EXPECT_EQ(a.trace.twist, b.trace.twist);
        EXPECT_EQ(a.lost_rolling, b.lost_rolling);
        EXPECT_EQ(a.trace.history.energy, b.trace.history.energy);
        // The moment stays within its limits: both at once are at most the root of their squares.
        if (v.law != LawKind::hertz) continue; // elsewhere the force has other parts too
        const double push = a.contact.normal_force;
        EXPECT_LE(dot(a.moment, a.moment),
                  (1 + 1e-9) * std::pow(std::hypot(v.rolling_friction, v.twisting_friction) *
                                            x.in.radius * std::max(push, 0.0),
                                        2) +
                      1e-18);
    }
}

TEST(Extended, IsTheSameSeenFromTheOtherSide) {
    for (const LawKind law : {LawKind::linear, LawKind::walton, LawKind::pournin, LawKind::hertz}) {
        PairValues v = values_of(law, 0.6);
        v.effective_young = 1e6;
        v.effective_shear = 4e5;
        v.rolling_friction = 0.2;
        v.twisting_friction = 0.1;
        v.cohesion = law == LawKind::linear ? 0.5 : 0;
        if (law == LawKind::linear) expect_symmetry<LinearLaw>(v);
        if (law == LawKind::hertz) expect_symmetry<HertzLaw>(v);
        if (law == LawKind::walton) expect_symmetry<WaltonLaw>(v);
        if (law == LawKind::pournin) expect_symmetry<PourninLaw>(v);
    }
}

} // namespace
} // namespace scree
