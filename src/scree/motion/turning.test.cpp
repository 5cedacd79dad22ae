// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/random.hpp>
#include <scree/motion/free_top.test.hpp>
#include <scree/motion/rigid_body.hpp>
#include <scree/motion/turning.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace scree {
namespace {

struct Case {
    Eigen::Quaterniond attitude;
    Vec3 momentum, torque;
    RigidInertia inertia;
};

Vec3 random_vec(Random& random) {
    return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

/// A body of any size and shape that turns by about `angle` in a step of length 1.
Case random_case(Random& random, double angle) {
    const Vec3 half{random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)};
    const double size = std::pow(10, random.uniform(-9, 3));
    const Vec3 squares = half.cwiseProduct(half);
    const RigidInertia inertia = rigid_inertia(1, size * (Vec3::Constant(squares.sum()) - squares));
    const Eigen::Quaterniond attitude{random.uniform(-1, 1), random.uniform(-1, 1),
                                      random.uniform(-1, 1), random.uniform(-1, 1)};
    const double momentum = angle * inertia.principal.minCoeff();
    const Vec3 way = random_vec(random), torque = random_vec(random);
    return {attitude.normalized(), momentum * way, 0.1 * momentum * torque, inertia};
}

void put(const Case& c, std::size_t lane, FourTurns& four) {
    for (int k = 0; k < 4; ++k) four.attitude[k][lane] = c.attitude.coeffs()[k];
    for (int k = 0; k < 3; ++k) {
        four.momentum[k][lane] = c.momentum[k];
        four.torque[k][lane] = c.torque[k];
        four.inverse[k][lane] = c.inertia.inverse[k];
    }
}

/// All that a lane says after the step.
std::vector<double> result(const FourTurns& four, std::size_t lane) {
    std::vector<double> out;
    const auto take = [&](const auto& rows) {
        for (const auto& row : rows) out.push_back(row[lane]);
    };
    take(four.attitude), take(four.momentum), take(four.rotation);
    take(four.inverse_inertia), take(four.half_spin), take(four.spin);
    out.push_back(four.fastest[lane]);
    return out;
}

Vec3 vec(const FourTurns::Row (&rows)[3], std::size_t lane) {
    return {rows[0][lane], rows[1][lane], rows[2][lane]};
}

// Against the plain version, relative to the size of each quantity. The fixed point is found to the
// last bit but one; everything else is a few products.
TEST(Turning, IsThePlainMotion) {
    constexpr std::uint64_t seed = 5;
    std::printf("seed %d\n", static_cast<int>(seed));
    Random random(seed);
    double worst = 0;
    int left_over = 0;
    for (int n = 0; n < 4000; ++n) {
        // From hardly turning to more than one part of a step can do.
        const double angle = std::pow(10, random.uniform(-6, 0.3));
        FourTurns four;
        Case cases[4];
        for (std::size_t lane = 0; lane < 4; ++lane) {
            cases[lane] = random_case(random, angle);
            put(cases[lane], lane, four);
        }
        turn_bodies({&four, 1}, 1);
        for (std::size_t lane = 0; lane < 4; ++lane) {
            const Case& c = cases[lane];
            const Vec3 momentum = c.momentum + c.torque;
            const double turns = momentum.norm() * c.inertia.inverse.maxCoeff();
            const auto off = [&](double by, double of) { worst = std::max(worst, by / of); };
            off((vec(four.momentum, lane) - momentum).norm(), momentum.norm());
            off((vec(four.half_spin, lane) - spin_of(c.attitude, c.inertia, momentum)).norm(),
                turns);
            off(std::abs(four.fastest[lane] - turns), turns);
            const Eigen::Quaterniond now(four.attitude[3][lane], four.attitude[0][lane],
                                         four.attitude[1][lane], four.attitude[2][lane]);
            if ((four.left_over >> lane & 1U) != 0) {
                ++left_over;
                EXPECT_EQ(now.coeffs(), c.attitude.coeffs());
                EXPECT_GT(turns, 0.25); // no body is left over that turns slowly
                continue;
            }
            const auto plain = turned_freely(c.attitude, c.inertia, momentum, 1);
            off((now.coeffs() - plain.coeffs()).norm(), 1);
            const Eigen::Matrix3d r = plain.toRotationMatrix();
            const Eigen::Matrix3d inverse = r * c.inertia.inverse.asDiagonal() * r.transpose();
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) {
                    off(std::abs(four.rotation[3 * i + j][lane] - r(i, j)), 1);
                    const int k = i == j ? i : 6 - i - j; // 3: yz, 4: xz, 5: xy
                    off(std::abs(four.inverse_inertia[k][lane] - inverse(i, j)),
                        c.inertia.inverse.maxCoeff());
                }
            off((vec(four.spin, lane) - inverse * (momentum + 0.5 * c.torque)).norm(), turns);
        }
    }
    std::printf("worst %.1e; %d of 16000 left over\n", worst, left_over);
    EXPECT_LT(worst, 3e-15);
    EXPECT_GT(left_over, 100);
    EXPECT_LT(left_over, 8000);
}

// Which bodies share the lanes depends on the order of the grains; the bits must not.
TEST(Turning, ALaneDoesNotFeelItsNeighbours) {
    constexpr std::uint64_t seed = 6;
    std::printf("seed %d\n", static_cast<int>(seed));
    Random random(seed);
    for (int n = 0; n < 1000; ++n) {
        const Case c = random_case(random, 0.3);
        FourTurns alone;
        put(c, 0, alone);
        turn_bodies({&alone, 1}, 1);
        for (std::size_t lane = 0; lane < 4; ++lane) {
            FourTurns four;
            for (std::size_t other = 0; other < 4; ++other)
                put(random_case(random, std::pow(10, random.uniform(-6, 0.5))), other, four);
            put(c, lane, four);
            turn_bodies({&four, 1}, 1);
            EXPECT_EQ(result(four, lane), result(alone, 0));
            EXPECT_EQ(four.left_over >> lane & 1U, alone.left_over & 1U);
        }
    }
}

// A resumed run sets rotation and inverse inertia from the saved attitude. With another formula for
// them its last bits were others than those of the run that went on.
TEST(Turning, AFrameThatIsSetHasTheBitsOfOneThatWasTurned) {
    constexpr std::uint64_t seed = 9;
    std::printf("seed %d\n", static_cast<int>(seed));
    Random random(seed);
    for (int n = 0; n < 1000; ++n) {
        FourTurns four;
        for (std::size_t lane = 0; lane < 4; ++lane) put(random_case(random, 0.1), lane, four);
        turn_bodies({&four, 1}, 1);
        FourTurns again = four;
        for (auto& row : again.rotation) std::ranges::fill(row, 0);
        for (auto& row : again.inverse_inertia) std::ranges::fill(row, 0);
        set_frame(again);
        for (std::size_t lane = 0; lane < 4; ++lane)
            EXPECT_EQ(result(again, lane), result(four, lane));
    }
}

TEST(Turning, BothBuildsGiveTheSameBits) {
    constexpr std::uint64_t seed = 7;
    std::printf("seed %d\n", static_cast<int>(seed));
    Random random(seed);
    for (int n = 0; n < 1000; ++n) {
        FourTurns one;
        for (std::size_t lane = 0; lane < 4; ++lane)
            put(random_case(random, std::pow(10, random.uniform(-6, 0.5))), lane, one);
        FourTurns other = one;
        turn_bodies({&one, 1}, 1);
        detail::turn_baseline({&other, 1}, 1);
        EXPECT_EQ(one.left_over, other.left_over);
        for (std::size_t lane = 0; lane < 4; ++lane)
            EXPECT_EQ(result(one, lane), result(other, lane));
    }
}

// Without a torque the momentum keeps its bits; the energy may only take up rounding.
TEST(Turning, AFreeTopKeepsItsEnergyForAMillionSteps) {
    const test::FreeTop top(Vec3(1.0, 1.6, 2.2), 0.9, 1.1);
    const RigidInertia inertia = rigid_inertia(1, Vec3(1.0, 1.6, 2.2));
    const auto energy = [&](const FourTurns& four) {
        return 0.5 * vec(four.half_spin, 0).dot(vec(four.momentum, 0));
    };
    FourTurns four;
    put({top.attitude(0), top.momentum(), Vec3::Zero(), inertia}, 0, four);
    constexpr double dt = 0.01;
    double first = 0, worst = 0;
    for (int step = 0; step < 1000000; ++step) {
        turn_bodies({&four, 1}, dt);
        if (step == 0) first = energy(four);
        worst = std::max(worst, std::abs(energy(four) / first - 1));
    }
    std::printf("energy off by %.1e at most, %.1e at the end\n", worst, energy(four) / first - 1);
    EXPECT_EQ(vec(four.momentum, 0), top.momentum());
    EXPECT_LT(worst, 1e-11);
}

} // namespace
} // namespace scree
