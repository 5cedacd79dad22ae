// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/random.hpp>
#include <scree/laws/contact.hpp>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <iostream>
#include <numbers>
#include <type_traits>

namespace scree {
namespace {

using Vec = Triple<double>;
constexpr double pi = std::numbers::pi;

double length(const Vec& v) { return std::sqrt(dot(v, v)); }
Vec unit(const Vec& v) { return (1 / length(v)) * v; }
Vec random_unit(Random& random) {
    for (;;) {
        const Vec v{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
        if (dot(v, v) > 0.01 && dot(v, v) < 1) return unit(v);
    }
}
/// v turned about the unit axis (Rodrigues).
Vec turned(const Vec& v, const Vec& axis, double angle) {
    return std::cos(angle) * v + std::sin(angle) * cross(axis, v) +
           ((1 - std::cos(angle)) * dot(axis, v)) * axis;
}

LawRow<double> scalar(const PairRow& row) {
    LawRow<double> out{};
    for (std::size_t k = 0; k < 4; ++k) {
        out.normal[k] = row.normal[k];
        out.tangential[k] = row.tangential[k];
    }
    return out;
}

template <class Law>
LawRow<double> make_row(double restitution, double friction, double hardness = 1) {
    PairValues v;
    v.law = std::is_same_v<Law, LinearLaw> ? LawKind::linear : LawKind::hertz;
    v.stiffness = 1e4 * hardness;
    v.effective_young = 1e6 * hardness;
    v.effective_shear = 3e5 * hardness;
    v.restitution = restitution;
    v.friction = friction;
    return scalar(pair_row(v));
}

/// An old contact: its last force stood for half of the step that ends now.
ContactInput<double> make_input(const Vec& normal, const Vec& velocity, const Vec& spring,
                                double overlap) {
    ContactInput<double> in;
    in.normal = normal;
    in.velocity = velocity;
    in.spring = spring;
    in.last = 0.5;
    in.overlap = overlap;
    in.mass = 0.125;
    in.inverse_mass = 8;
    in.radius = 0.05;
    in.twist = 0;
    return in;
}

/// Overlaps from far less than the way of a step to many of them, springs from none to sliding;
/// contacts that are new, usual, or were taken to end in the step before.
ContactInput<double> random_input(Random& random, double dt) {
    ContactInput<double> in;
    in.normal = random_unit(random);
    in.velocity = random.uniform(0, 2) * random_unit(random);
    in.overlap = dt * std::pow(10, random.uniform(-2, 2));
    in.mass = std::pow(10, random.uniform(-4, 0));
    in.inverse_mass = 1 / in.mass;
    in.radius = std::pow(10, random.uniform(-3, 0));
    in.twist = random.uniform(-300, 300);
    in.spring = {0, 0, 0};
    in.last = 0;
    const auto kind = random.below(4);
    if (kind > 0) {
        in.spring = dt * std::pow(10, random.uniform(-2, 2)) * random_unit(random);
        in.last = kind == 1 ? random.uniform(-1.2, -0.01) : in.overlap * random.uniform(0.5, 2);
    }
    return in;
}

template <class Law>
class Contact : public ::testing::Test {};
using Laws = ::testing::Types<LinearLaw, HertzLaw>;
TYPED_TEST_SUITE(Contact, Laws);

constexpr double dt = 1e-4;

TYPED_TEST(Contact, SwappingTheBodiesMirrorsEverythingBitForBit) {
    constexpr std::uint64_t seed = 1;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    int slips = 0;
    const Vec zero{0, 0, 0};
    for (int k = 0; k < 20000; ++k) {
        const auto row = make_row<TypeParam>(random.uniform(0.1, 1), random.uniform(0, 1));
        const ContactInput<double> in = random_input(random, dt);
        ContactInput<double> swapped = in;
        swapped.normal = zero - in.normal;
        swapped.velocity = zero - in.velocity;
        swapped.spring = zero - in.spring;
        swapped.twist = -in.twist; // about the normal, which now points the other way
        const auto a = contact_response<TypeParam>(row, in, dt);
        const auto b = contact_response<TypeParam>(row, swapped, dt);
        // == and not bits: the mirror of an exact zero may have the other sign.
        EXPECT_EQ(a.normal_force, b.normal_force);
        EXPECT_EQ(a.lost_damping, b.lost_damping);
        EXPECT_EQ(a.lost_friction, b.lost_friction);
        EXPECT_EQ(a.last, b.last);
        EXPECT_TRUE(a.tangential_force.x == -b.tangential_force.x &&
                    a.tangential_force.y == -b.tangential_force.y &&
                    a.tangential_force.z == -b.tangential_force.z);
        EXPECT_TRUE(a.spring.x == -b.spring.x && a.spring.y == -b.spring.y &&
                    a.spring.z == -b.spring.z);
        const double limit = row.tangential[0] * a.normal_force;
        slips += length(a.tangential_force) > 0.999999 * limit ? 1 : 0;
    }
    EXPECT_GT(slips, 2000); // both branches of Coulomb's law
    EXPECT_LT(slips, 19000);
}

TYPED_TEST(Contact, PacksAndNumbersGiveTheSameBits) {
    constexpr std::uint64_t seed = 2;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    int crossing = 0, total = 0;
    const auto same = [](Pack p, int lane, double x) {
        return std::bit_cast<std::uint64_t>(static_cast<double>(p.v[lane])) ==
               std::bit_cast<std::uint64_t>(x);
    };
    for (int k = 0; k < 5000; ++k) {
        std::array<ContactInput<double>, 4> in;
        std::array<LawRow<double>, 4> row;
        ContactInput<Pack> packed;
        LawRow<Pack> packed_row;
        for (int lane = 0; lane < 4; ++lane) {
            const auto l = static_cast<std::size_t>(lane);
            in[l] = random_input(random, dt);
            row[l] = make_row<TypeParam>(random.uniform(0.1, 1), random.uniform(0, 1));
            const auto put = [&](Triple<Pack>& to, const Vec& from) {
                to.x.v[lane] = from.x;
                to.y.v[lane] = from.y;
                to.z.v[lane] = from.z;
            };
            put(packed.normal, in[l].normal);
            put(packed.velocity, in[l].velocity);
            put(packed.spring, in[l].spring);
            packed.overlap.v[lane] = in[l].overlap;
            packed.last.v[lane] = in[l].last;
            packed.mass.v[lane] = in[l].mass;
            packed.inverse_mass.v[lane] = in[l].inverse_mass;
            packed.radius.v[lane] = in[l].radius;
            packed.twist.v[lane] = in[l].twist;
            for (int p = 0; p < 4; ++p) {
                packed_row.normal[p].v[lane] = row[l].normal[p];
                packed_row.tangential[p].v[lane] = row[l].tangential[p];
            }
            ++total;
            crossing += in[l].overlap < std::abs(dot(in[l].velocity, in[l].normal)) * dt ? 1 : 0;
        }
        const auto out = contact_response<TypeParam>(packed_row, packed, Pack(dt));
        for (int lane = 0; lane < 4; ++lane) {
            const auto l = static_cast<std::size_t>(lane);
            const auto one = contact_response<TypeParam>(row[l], in[l], dt);
            EXPECT_TRUE(same(out.normal_force, lane, one.normal_force));
            EXPECT_TRUE(same(out.lost_damping, lane, one.lost_damping));
            EXPECT_TRUE(same(out.lost_friction, lane, one.lost_friction));
            EXPECT_TRUE(same(out.last, lane, one.last));
            EXPECT_TRUE(same(out.spring.x, lane, one.spring.x));
            EXPECT_TRUE(same(out.spring.y, lane, one.spring.y));
            EXPECT_TRUE(same(out.spring.z, lane, one.spring.z));
            EXPECT_TRUE(same(out.tangential_force.x, lane, one.tangential_force.x));
            EXPECT_TRUE(same(out.tangential_force.y, lane, one.tangential_force.y));
            EXPECT_TRUE(same(out.tangential_force.z, lane, one.tangential_force.z));
        }
    }
    EXPECT_GT(crossing, total / 5);
    EXPECT_LT(crossing, total * 4 / 5);
}

// The limit is that of the normal force of the same step; the scaled force may exceed it by the
// rounding of a root and a quotient. A pulling normal force (a strong dashpot) carries no friction.
TYPED_TEST(Contact, CoulombsLimitIsNeverExceeded) {
    constexpr std::uint64_t seed = 3;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    int pulling = 0, slips = 0;
    for (int k = 0; k < 50000; ++k) {
        const auto row = make_row<TypeParam>(random.uniform(0.01, 1), random.uniform(0, 1));
        const auto out = contact_response<TypeParam>(row, random_input(random, dt), dt);
        const double limit = row.tangential[0] * std::max(out.normal_force, 0.0);
        EXPECT_LE(length(out.tangential_force), limit * (1 + 1e-14));
        pulling += out.normal_force < 0 ? 1 : 0;
        slips += length(out.tangential_force) > limit * (1 - 1e-14) ? 1 : 0;
    }
    EXPECT_GT(pulling, 100);
    EXPECT_GT(slips, 5000);
}

// The force stays in the tangent plane and opposes the motion of A against B.
TYPED_TEST(Contact, ForceOnABeginsAlongTheSlipOfB) {
    const auto row = make_row<TypeParam>(1, 0.5);
    const auto in = make_input({0, 0, 1}, {0.3, 0, 0}, {0, 0, 0}, 1e-3);
    const auto out = contact_response<TypeParam>(row, in, dt);
    EXPECT_GT(out.normal_force, 0);
    EXPECT_GT(out.tangential_force.x, 0);
    EXPECT_EQ(out.tangential_force.y, 0);
    EXPECT_EQ(out.tangential_force.z, 0);
}

// Approaching contacts push harder, parting ones less ([F eq. 3.5] has the sign wrong).
TYPED_TEST(Contact, DashpotOpposesTheApproach) {
    const auto row = make_row<TypeParam>(0.5, 0.5);
    const auto force = [&](double normal_velocity) {
        const auto in = make_input({0, 0, 1}, {0, 0, normal_velocity}, {0, 0, 0}, 1e-3);
        return contact_response<TypeParam>(row, in, dt).normal_force;
    };
    EXPECT_GT(force(-0.1), force(0));
    EXPECT_LT(force(0.1), force(0));
}

/// Turns a resting contact (no relative motion) rigidly about `axis` in `steps` steps and returns
/// the spring; it began as `spring`, orthogonal to `normal`.
template <class Law>
Vec turn_rigidly(const Vec& normal, const Vec& spring, const Vec& axis, double angle, int steps) {
    const double step = 1e-4, rate = angle / (step * steps);
    ContactInput<double> in = make_input(normal, {0, 0, 0}, spring, 1e-2);
    const auto row = make_row<Law>(1, 1e6);
    for (int k = 1; k <= steps; ++k) {
        in.normal = turned(normal, axis, angle * k / steps);
        in.twist = rate * dot(axis, in.normal);
        const auto out = contact_response<Law>(row, in, step);
        in.spring = out.spring;
        in.last = out.last;
    }
    return in.spring;
}

struct TurnErrors {
    double one_step = 0; ///< direction and length, after one step of the angle
    double length = 0;   ///< relative, after one radian in such steps
};

template <class Law>
TurnErrors turn_errors(double angle_per_step, std::uint64_t seed) {
    Random random(seed);
    TurnErrors errors;
    for (int k = 0; k < 50; ++k) {
        const Vec normal = random_unit(random), axis = random_unit(random);
        const Vec spring = 1e-6 * unit(cross(normal, random_unit(random)));
        const auto off = [&](int steps) {
            const double angle = angle_per_step * steps;
            const Vec got = turn_rigidly<Law>(normal, spring, axis, angle, steps);
            return 1e6 * length(got - turned(spring, axis, angle));
        };
        errors.one_step = std::max(errors.one_step, off(1));
        const int steps = static_cast<int>(std::lround(1 / angle_per_step));
        const Vec got = turn_rigidly<Law>(normal, spring, axis, angle_per_step * steps, steps);
        errors.length = std::max(errors.length, std::abs(1e6 * length(got) - 1));
    }
    return errors;
}

// A pair that moves as one rigid body keeps its spring: in one step up to the square of the angle,
// in its length (its energy) up to the fourth power, so that nothing is gained in many turns.
TYPED_TEST(Contact, RigidRotationCarriesTheSpring) {
    constexpr std::uint64_t seed = 4;
    std::cout << "seed " << seed << '\n';
    const TurnErrors coarse = turn_errors<TypeParam>(0.02, seed);
    const TurnErrors fine = turn_errors<TypeParam>(0.01, seed);
    EXPECT_LT(coarse.one_step, 0.02 * 0.02);
    EXPECT_GT(coarse.one_step, 1e-6); // else the test would show nothing
    EXPECT_LT(fine.one_step, coarse.one_step / 3.5);
    // 1/angle steps of angle^4: 8e-6 and an eighth of it.
    EXPECT_LT(coarse.length, 8e-6);
    EXPECT_LT(fine.length, coarse.length / 6);
}

// A prescribed smooth path of one contact: overlap and sliding are sums of sines, at rest at the
// start; n fixed. The work put in must be found again in springs and losses.
struct Path {
    double depth, phase[2], rate[2], size[2];
    static constexpr double duration = 1;
    /// 0 with its slope at t = 0, about 1 later.
    static double onset(double t) { return std::pow(std::sin(0.5 * pi * std::min(t, 1.0)), 2); }
    static double onset_rate(double t) { return 0.5 * pi * std::sin(pi * std::min(t, 1.0)); }
    double wave(double t) const { return 1 + 0.5 * onset(t) * std::sin(rate[0] * t + phase[0]); }
    double overlap(double t) const { return depth * wave(t); }
    double approach(double t) const {
        return 0.5 * depth *
               (onset_rate(t) * std::sin(rate[0] * t + phase[0]) +
                onset(t) * rate[0] * std::cos(rate[0] * t + phase[0]));
    }
    Vec slide(double t) const {
        return {size[0] * onset(t) * std::cos(rate[1] * t),
                size[1] * onset(t) * std::sin(rate[1] * t + phase[1]), 0};
    }
};

Path random_path(Random& random) {
    Path p{};
    p.depth = 1e-3;
    for (int k = 0; k < 2; ++k) {
        p.phase[k] = random.uniform(0, 2 * pi);
        p.rate[k] = random.uniform(4, 12);
        p.size[k] = random.uniform(0.5, 2) * 1e-3;
    }
    return p;
}

struct Balance {
    double residual, turnover, lost_friction;
    int slips;
};

template <class Law>
Balance follow(const Path& path, const LawRow<double>& row, int steps) {
    const double step = Path::duration / steps;
    Vec memory{0, 0, 0};
    double last = 0.5;
    double work = 0, lost = 0, friction = 0, last_power = 0, stored = 0, first_stored = 0;
    Balance out{};
    for (int k = 0; k <= steps; ++k) {
        const double t = step * k;
        const Vec slide = path.slide(t);
        const Vec velocity{slide.x, slide.y, -path.approach(t)};
        auto in = make_input({0, 0, 1}, velocity, memory, path.overlap(t));
        in.last = last;
        in.mass = 128; // so heavy that the path is as slow as a free impact: the law expects that
        in.inverse_mass = 1 / in.mass;
        const auto r = contact_response<Law>(row, in, step);
        memory = r.spring;
        last = r.last;
        const auto now = Law::response(row.normal, row.tangential, in.overlap, in.mass, in.radius);
        const Vec spring = r.spring - (0.5 * step) * slide;
        stored = Law::stored(now.elastic, in.overlap) +
                 0.5 * now.tangential_stiffness * dot(spring, spring);
        const double power = r.normal_force * path.approach(t) + dot(r.tangential_force, slide);
        if (k == 0) {
            first_stored = stored; // at rest: nothing is lost yet
        } else {
            work += 0.5 * step * (power + last_power);
            friction += r.lost_friction;
            lost += r.lost_friction + (k < steps ? 1 : 0.5) * r.lost_damping; // as World::losses
            out.turnover += step * (std::abs(power));
        }
        last_power = power;
        const double limit = row.tangential[0] * std::max(r.normal_force, 0.0);
        if (k > 0 && length(r.tangential_force) > limit * (1 - 1e-12)) ++out.slips;
    }
    out.residual = work - (stored - first_stored) - lost;
    out.lost_friction = friction;
    return out;
}

/// Mean |residual| over paths, relative to the work turned over.
template <class Law>
double mean_residual(double friction, int steps, std::uint64_t seed, double& slipping) {
    Random random(seed);
    double sum = 0;
    constexpr int paths = 40;
    slipping = 0;
    for (int k = 0; k < paths; ++k) {
        const Path path = random_path(random);
        const auto row = make_row<Law>(random.uniform(0.3, 0.9), friction);
        const Balance b = follow<Law>(path, row, steps);
        sum += std::abs(b.residual) / b.turnover / paths;
        slipping += static_cast<double>(b.slips) / steps / paths;
    }
    return sum;
}

// Second order: a quarter of the step leaves a sixteenth of the residual. Where sticking and
// sliding alternate, the moment of change falls anywhere in a step, which scatters: a tenth.
TYPED_TEST(Contact, WorkIsFoundAgainInSpringsAndLosses) {
    constexpr std::uint64_t seed = 5;
    std::cout << "seed " << seed << '\n';
    const double some = std::is_same_v<TypeParam, LinearLaw> ? 0.03 : 0.2; // slides now and then
    for (const double friction : {1e3, some}) {
        double slipping = 0;
        const double coarse = mean_residual<TypeParam>(friction, 400, seed, slipping);
        const double fine = mean_residual<TypeParam>(friction, 1600, seed, slipping);
        std::cout << "friction " << friction << ": " << coarse << ' ' << fine << ", slipping "
                  << slipping << '\n';
        EXPECT_LT(coarse, 1e-3);
        EXPECT_LT(fine, coarse / (friction > 1 ? 14 : 10));
        if (friction < 1) {
            EXPECT_GT(slipping, 0.2);
            EXPECT_LT(slipping, 0.9);
        }
    }
}

// Sliding all the time, with the direction turning and the load changing: friction only takes.
TYPED_TEST(Contact, PureSlidingNeverGives) {
    constexpr std::uint64_t seed = 6;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    for (int k = 0; k < 20; ++k) {
        const auto row = make_row<TypeParam>(random.uniform(0.3, 1), 0.2, 0.1);
        const double turn = random.uniform(1, 20), beat = random.uniform(1, 20);
        Vec memory{0, 0, 0};
        double last = 0.5;
        for (int n = 0; n < 2000; ++n) {
            const double t = n * 1e-3;
            const double overlap = 1e-3 * (1 + 0.5 * std::sin(beat * t));
            const double approach = 0.5e-3 * beat * std::cos(beat * t);
            const Vec velocity{2 * std::cos(turn * t), 2 * std::sin(turn * t), -approach};
            auto in = make_input({0, 0, 1}, velocity, memory, overlap);
            in.last = last;
            const auto out = contact_response<TypeParam>(row, in, 1e-3);
            memory = out.spring;
            last = out.last;
            if (n < 2) continue; // the first step only stretches the spring
            ASSERT_GE(length(out.tangential_force), 0.2 * out.normal_force * (1 - 1e-12));
            EXPECT_GT(out.lost_friction, 0);
            // Force times way, to the little that the spring's own turning adds.
            const double way = 2 * 1e-3, expected = 0.2 * out.normal_force * way;
            EXPECT_NEAR(out.lost_friction, expected, 0.1 * expected);
            EXPECT_GE(out.lost_damping, 0);
        }
    }
}

// A contact begins within a step: its spring has grown since the touch only, phi of the step.
TYPED_TEST(Contact, NewContactGrowsItsSpringFromTheTouch) {
    const auto row = make_row<TypeParam>(1, 1e6); // no dashpot: nothing slows the grains
    const double approach = 0.5, slide = 0.1, phi = 0.3;
    auto in = make_input({0, 0, 1}, {slide, 0, -approach}, {0, 0, 0}, phi * approach * dt);
    in.last = 0;
    const auto out = contact_response<TypeParam>(row, in, dt);
    EXPECT_NEAR(out.spring.x, (phi + 0.5) * slide * dt, 1e-12 * dt);
    const auto r = TypeParam::response(row.normal, row.tangential, in.overlap, in.mass, in.radius);
    const double weight =
        TypeParam::onset_elastic(phi, dt * dt * r.stiffness * in.inverse_mass) + 0.5;
    EXPECT_NEAR(out.normal_force, weight * r.elastic, 1e-13 * r.elastic);
    EXPECT_NEAR(out.tangential_force.x, weight * r.tangential_stiffness * phi * slide * dt,
                1e-12 * r.tangential_stiffness * dt);
}

} // namespace
} // namespace scree
