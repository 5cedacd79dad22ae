// SPDX-License-Identifier: BSD-3-Clause
#include <gear_teeth.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>

// [M §4.8.3, Fig. 4.34–4.36] with our own teeth; see source.md.
namespace scree {
namespace {

constexpr double machine_precision = std::numeric_limits<double>::epsilon();

/// The position of the tooth is rounded to half a unit of 2 to 4, 2 ε, in each direction, and the
/// corners it moves once more by the same: 8 ε for what is asked against what is answered.
constexpr double tolerance = 8 * machine_precision;

TEST(GearTeeth, SignedVolumesResolveGapsOfMachinePrecision) {
    for (const GearTooth& tooth : gear_teeth) {
        double last = 1;
        for (const GearStep& step : approach(tooth, SimplexMethod::signed_volumes)) {
            EXPECT_NEAR(step.distance, step.gap, tolerance);
            EXPECT_NE(step.status, PlainStatus::iteration_limit);
            EXPECT_NE(step.status, PlainStatus::no_subset);
            if (step.gap > 2 * tolerance) {
                EXPECT_LT(step.distance, last);
            }
            last = step.distance;
        }
    }
}

/// The source finds a distance of the order of the square root of the machine precision at the last
/// step. Ours depends on the mesh, from right to a hundred times that (source.md), so what is
/// asserted is that half the digits or more are lost on most meshes, while A is singular to
/// rounding.
TEST(GearTeeth, JohnsonAloneLosesHalfTheDigitsOnMostMeshes) {
    const double root = std::sqrt(machine_precision);
    std::size_t lost = 0;
    for (const GearTooth& tooth : gear_teeth) {
        const auto steps = approach(tooth, SimplexMethod::johnson);
        const double last = steps.back().distance;
        double least_determinant = 1;
        for (const GearStep& step : steps) {
            least_determinant = std::min(least_determinant, step.least_det_a);
        }
        std::printf("  %d x %d: at the last step %.2g, %.2g of the root\n", tooth.flank_points,
                    tooth.slices, last, last / root);
        lost += last >= root ? 1 : 0;
        EXPECT_LE(least_determinant, machine_precision);
    }
    EXPECT_GE(2 * lost, std::size(gear_teeth));
}

/// [M Fig. 4.35]: the systems that Signed Volumes solves stay far from singular.
TEST(GearTeeth, SignedVolumesSolveNoSingularSystem) {
    for (const GearTooth& tooth : gear_teeth) {
        for (const GearStep& step : approach(tooth, SimplexMethod::signed_volumes)) {
            EXPECT_GE(step.least_det_m, std::sqrt(machine_precision));
        }
    }
}

} // namespace
} // namespace scree
