// SPDX-License-Identifier: BSD-3-Clause
#include <scree/laws/bond.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace scree {
namespace {

using Quat = Eigen::Quaterniond;

Quat turned(const Vec3& angles) {
    const double angle = angles.norm();
    return angle > 0 ? Quat(Eigen::AngleAxisd(angle, angles / angle)) : Quat::Identity();
}

Vec3 random_vec(std::mt19937_64& random, double size) {
    std::uniform_real_distribution<double> uniform(-size, size);
    return {uniform(random), uniform(random), uniform(random)};
}

BondKind beam_kind(double damping = 0) {
    BondKind kind;
    kind.model = BeamBond{.young = 3e7, .poisson = 0.2, .radius_ratio = 0.7};
    kind.damping = damping;
    return kind;
}

const BondEnds unequal{0.01, 0.02, 0.015, 0.05};

struct TwoEnds {
    BondEnd a, b;
};

TwoEnds random_ends(std::mt19937_64& random, double strain) {
    const Quat all = turned(random_vec(random, 2));
    TwoEnds ends;
    ends.a = {random_vec(random, 0.1), random_vec(random, 1), random_vec(random, 5),
              turned(random_vec(random, strain)) * all};
    ends.b = {ends.a.center + all * Vec3(0, 0, 0.025) + random_vec(random, 0.025 * strain),
              random_vec(random, 1), random_vec(random, 5),
              turned(random_vec(random, strain)) * all};
    return ends;
}

/// The oracle: differences of the stored energy alone.
TEST(Bond, ForcesAndTorquesAreTheGradientOfTheEnergy) {
    const std::uint64_t seed = 7;
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const Vec3 rest(0, 0, 0.025);
    int checked = 0;
    for (const BondKind& kind :
         {beam_kind(), BondKind{"", PowerGlue{4e5, 1.5}}, BondKind{"", PotentialGlue{-3, 0.2, 4}}})
        for (int n = 0; n < 50; ++n) {
            const BondRow row = bond_row(kind, unequal, rest);
            const TwoEnds ends = random_ends(random, 0.3);
            const BondResponse r = bond_response(kind, row, ends.a, ends.b);
            EXPECT_GT(r.stored, 0);
            const double scale = r.force_on_a.norm() + r.torque_on_a.norm() / 0.02;
            for (int k = 0; k < 3; ++k) {
                const double h = 1e-7;
                const auto energy = [&](const BondEnd& a, const BondEnd& b) {
                    return bond_response(kind, row, a, b).stored;
                };
                const auto slope = [&](bool is_b, bool is_turn) {
                    double e[2];
                    for (const int s : {0, 1}) {
                        TwoEnds moved = ends;
                        BondEnd& end = is_b ? moved.b : moved.a;
                        const Vec3 way = (s == 1 ? h : -h) * Vec3::Unit(k);
                        if (is_turn)
                            end.turn = turned(way) * end.turn;
                        else
                            end.center += 0.02 * way;
                        e[s] = energy(moved.a, moved.b);
                    }
                    return (e[1] - e[0]) / (2 * h * (is_turn ? 1 : 0.02));
                };
                // A difference of energies of size E over 1e-7 is good to 1e-9 E/h.
                const double room = 1e-6 * scale;
                EXPECT_NEAR(r.force_on_a[k], -slope(false, false), room);
                EXPECT_NEAR(-r.force_on_a[k], -slope(true, false), room);
                EXPECT_NEAR(r.torque_on_a[k], -slope(false, true), 0.02 * room);
                EXPECT_NEAR(r.torque_on_b[k], -slope(true, true), 0.02 * room);
                ++checked;
            }
        }
    EXPECT_EQ(checked, 450);
}

TEST(Bond, TorquesBalanceTheMomentOfTheForcesDampedToo) {
    const std::uint64_t seed = 11;
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const BondKind kind = beam_kind(0.3);
    const BondRow row = bond_row(kind, unequal, Vec3(0, 0, 0.025));
    for (int n = 0; n < 200; ++n) {
        const auto [a, b] = random_ends(random, 0.5);
        const BondResponse r = bond_response(kind, row, a, b);
        const Vec3 moment = (b.center - a.center).cross(-r.force_on_a);
        EXPECT_LT((moment + r.torque_on_a + r.torque_on_b).norm(),
                  1e-13 * (r.torque_on_a.norm() + r.torque_on_b.norm() + moment.norm()));
        EXPECT_GT(r.damping, 0);
    }
}

TEST(Bond, RigidMotionMakesNoForceAtAnyAngle) {
    const std::uint64_t seed = 13;
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const BondKind kind = beam_kind();
    const Vec3 rest(0.003, 0.02, 0.01);
    const BondRow row = bond_row(kind, unequal, rest);
    for (int n = 0; n < 100; ++n) {
        const Quat all = turned(random_vec(random, 3));
        const Vec3 at = random_vec(random, 0.1);
        const BondEnd a{at, Vec3::Zero(), Vec3::Zero(), all},
            b{at + all * rest, Vec3::Zero(), Vec3::Zero(), all};
        const BondResponse r = bond_response(kind, row, a, b);
        EXPECT_LT(r.force_on_a.norm(), 1e-13 * row.normal * row.rest);
        EXPECT_LT(r.torque_on_a.norm() + r.torque_on_b.norm(),
                  1e-13 * row.normal * row.rest * row.rest);
    }
}

/// EA/L, EI/L, GJ/L, and in shear the series of the two ways a short beam gives.
TEST(Bond, StiffnessIsThatOfARoundBeam) {
    const double e = 3e7, r = 0.7 * 0.01, length = 0.025, pi = std::numbers::pi;
    const BondRow row = bond_row(beam_kind(), unequal, Vec3(length, 0, 0));
    const double area = pi * r * r, second = pi * r * r * r * r / 4, g = e / 2.4;
    EXPECT_NEAR(row.normal, e * area / length, 1e-9 * row.normal);
    EXPECT_NEAR(row.bending, e * second / length, 1e-9 * row.bending);
    EXPECT_NEAR(row.torsion, 2 * g * second / length, 1e-9 * row.torsion);
    const double kappa = 6 * 1.2 / 8.2;
    EXPECT_NEAR(1 / row.shear,
                length / (kappa * g * area) + std::pow(length, 3) / (12 * e * second),
                1e-9 / row.shear);
    EXPECT_NEAR(row.lever_a, length * 0.4, 1e-15);
    EXPECT_NEAR(row.lever_a + row.lever_b, length, 1e-15);
}

/// Small known displacements give the small known forces.
TEST(Bond, PureDeformationsGiveTheirForces) {
    const BondKind kind = beam_kind();
    const BondEnds equal{0.01, 0.02, 0.01, 0.02};
    const double length = 0.02, small = 1e-6;
    const BondRow row = bond_row(kind, equal, Vec3(length, 0, 0));
    const BondEnd a{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Quat::Identity()};
    const auto with = [&](const Vec3& shift, const Vec3& angles) {
        BondEnd b = a;
        b.center = Vec3(length, 0, 0) + shift;
        b.turn = turned(angles);
        return bond_response(kind, row, a, b);
    };
    EXPECT_NEAR(with({small * length, 0, 0}, {0, 0, 0}).force_on_a.x(), row.normal * small * length,
                1e-6 * row.normal * small * length);
    EXPECT_NEAR(with({0, small * length, 0}, {0, 0, 0}).force_on_a.y(), row.shear * small * length,
                1e-5 * row.shear * small * length);
    EXPECT_NEAR(with({0, 0, 0}, {small, 0, 0}).torque_on_a.x(), row.torsion * small,
                1e-5 * row.torsion * small);
    // B turned by θ about its own centre: bending θ, and shear by its lever.
    const BondResponse bent = with({0, 0, 0}, {0, 0, small});
    const double lever = 0.5 * length;
    EXPECT_NEAR(bent.torque_on_b.z(), -(row.bending + row.shear * lever * lever) * small,
                1e-5 * row.bending * small);
    EXPECT_NEAR(bent.torque_on_a.z(), (row.bending - row.shear * lever * lever) * small,
                1e-5 * row.bending * small);
}

/// Each way to break alone, just below and just above its strength.
TEST(Bond, BreaksByTheStressAtItsRim) {
    BondKind kind = beam_kind();
    auto& beam = std::get<BeamBond>(kind.model);
    beam.tensile_strength = 3e4;
    beam.shear_strength = 1e4;
    beam.bending_strength = 5e4;
    beam.torsion_strength = 2e4;
    const BondEnds equal{0.01, 0.02, 0.01, 0.02};
    const double length = 0.02, r = 0.007, area = std::numbers::pi * r * r,
                 second = area * r * r / 4;
    const BondRow row = bond_row(kind, equal, Vec3(length, 0, 0));
    const BondEnd a{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Quat::Identity()};
    for (const double part : {0.999, 1.001}) {
        const auto breaks = [&](const Vec3& shift, const Vec3& angles) {
            BondEnd b = a;
            b.center = Vec3(length, 0, 0) + shift;
            b.turn = turned(angles);
            return bond_response(kind, row, a, b).use > 1;
        };
        const bool expected = part > 1;
        EXPECT_EQ(breaks({part * 3e4 * area / row.normal, 0, 0}, {0, 0, 0}), expected);
        EXPECT_FALSE(breaks({-10 * 3e4 * area / row.normal, 0, 0}, {0, 0, 0}));
        EXPECT_EQ(breaks({0, part * 1e4 * area / row.shear, 0}, {0, 0, 0}), expected);
        EXPECT_EQ(breaks({0, 0, 0}, {part * 2e4 * 2 * second / r / row.torsion, 0, 0}), expected);
        // Bent without shear: both ends turn alike, by half of the angle, to either side.
        BondEnd left = a, right = a;
        const double angle = part * 5e4 * second / r / row.bending;
        left.turn = turned({0, 0, -0.5 * angle});
        right.turn = turned({0, 0, 0.5 * angle});
        right.center = Vec3(length, 0, 0);
        EXPECT_EQ(bond_response(kind, row, left, right).use > 1, expected);
    }
}

TEST(PotentialGlue, HasItsMinimumAtRest) {
    const PotentialGlue glue{-1500, 0.2, 4};
    const double rest = 0.6;
    EXPECT_EQ(glue.pull(0, rest), 0);
    EXPECT_EQ(glue.energy(0, rest), 0);
    // [F eq. 3.26, 3.29] as printed
    const double b = -0.2 / 4 * -1500 * std::pow(rest, 4 - 0.2);
    const auto v = [&](double x) { return -1500 * std::pow(x, -0.2) + b * std::pow(x, -4); };
    for (const double x : {0.5, 0.59, 0.61, 0.8, 2.0}) {
        EXPECT_NEAR(glue.energy(x - rest, rest), v(x) - v(rest), 1e-11 * std::abs(v(rest)));
        EXPECT_GT(glue.energy(x - rest, rest), 0);
        // [F eq. 3.27] as printed is the pull, dV/dx
        EXPECT_NEAR(glue.pull(x - rest, rest),
                    -0.2 * -1500 * std::pow(x, -1.2) - 4 * b * std::pow(x, -5), 1e-9);
        const double h = 1e-6;
        EXPECT_NEAR(glue.stiffness(x - rest, rest),
                    (glue.pull(x + h - rest, rest) - glue.pull(x - h - rest, rest)) / (2 * h),
                    1e-5 * glue.stiffness(0, rest));
    }
    // V'' at rest: the stiffness grows as β - α.
    EXPECT_NEAR(glue.stiffness(0, rest), 1500 * 0.2 * (4 - 0.2) * std::pow(rest, -2.2), 1e-9);
}

/// As printed a power of a negative gap: meant is one that pushes.
TEST(PowerGlue, PushesWhenPressedAndPullsWhenApart) {
    const PowerGlue glue{1e5, 1.5};
    EXPECT_GT(glue.pull(1e-3, 1), 0);
    EXPECT_EQ(glue.pull(-1e-3, 1), -glue.pull(1e-3, 1));
    EXPECT_EQ(glue.pull(0, 1), 0);
    EXPECT_NEAR(glue.pull(1e-3, 1), 1e5 * std::pow(1e-3, 1.5), 1e-12);
    EXPECT_TRUE(std::isnan(1e5 * std::pow(-1e-3, 1.5))); // [F eq. 3.25] as printed
}

} // namespace
} // namespace scree
