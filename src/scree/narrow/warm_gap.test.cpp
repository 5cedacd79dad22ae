// SPDX-License-Identifier: BSD-3-Clause
//
// Queries that begin where the last one ended. The oracles are the check of the proof that the
// memory holds, which needs the corners alone (certificate.cpp), and the cold query.
#include <scree/narrow/detail/fast_gap.hpp>
#include <scree/narrow/solids.test.hpp>
#include <scree/shapes/generated.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <iostream>
#include <span>

namespace scree {
namespace {

using namespace test;

/// What detail/tolerances.hpp derives.
constexpr double stated_error = 4e-15;

bool are_equal(const CoreGap& x, const CoreGap& y) {
    return x.gap == y.gap && x.normal == y.normal && x.corners == y.corners &&
           x.weights == y.weights && x.count == y.count;
}

bool are_equal(const GapMemory& x, const GapMemory& y) {
    if (x.point_count != y.point_count || x.face_count != y.face_count) return false;
    for (std::size_t k = 0; k < x.point_count; ++k)
        if (x.points[k] != y.points[k]) return false;
    for (std::size_t k = 0; k < x.face_count; ++k)
        if (x.face(k) != y.face(k)) return false;
    return true;
}

Certificate proof_of(const GapMemory& memory, const CoreGap& answer) {
    Certificate proof;
    proof.direction = answer.normal;
    proof.points.assign(memory.points.begin(), memory.points.begin() + memory.point_count);
    for (std::size_t f = 0; f < memory.face_count; ++f) {
        const auto& [i, j, k] = memory.face(f);
        proof.shell.push_back({i, j, k});
    }
    return proof;
}

/// The point of the difference that the weights name.
Vec3 witness(const CoreGap& answer, const Corners& a, const Corners& b, const Pose& b_in_a) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t k = 0; k < static_cast<std::size_t>(answer.count); ++k)
        sum += answer.weights[k] * (b_in_a * b[answer.corners[k].b] - a[answer.corners[k].a]);
    return sum;
}

TEST(WarmGap, RememberedShellsProveTheAnswerWithTheSameBits) {
    const std::uint64_t seed = 31;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const detail::FastGap chosen = detail::choose_fast_gap();
    int asked = 0, tetrahedra = 0, unchanged = 0;
    double off = 0; // of the witness from the gap along the normal
    const int trials = 3000;
    for (int trial = 0; trial < trials; ++trial) {
        SCOPED_TRACE(trial);
        const auto seeds = static_cast<std::uint64_t>(trial + 1);
        const Polyhedron one = random_polyhedron({seeds, 4 + trial % 40, {}}, 1);
        const Polyhedron two =
            trial % 3 == 0 ? box_solid({0.5, 1, 0.7}) : random_polyhedron({seeds + 7, 20, {}}, 0.8);
        const Corners a = corners(*one.data), b = corners(*two.data);
        Pose pose{random_attitude(random), random.uniform(0.1, 1.7) * random_direction(random)};
        if (trial % 2 == 0) { // to a depth as in a bed, where a tetrahedron is remembered
            CoreGap now;
            if (!detail::fast_gap_baseline(a, b, pose, nullptr, now)) continue;
            pose.position -= (now.gap + random.uniform(1e-6, 0.1)) * now.normal;
        }
        GapMemory here, there;
        for (int step = 0; step < 6; ++step) {
            const GapMemory before = here;
            CoreGap baseline, other;
            const bool is_answered = detail::fast_gap_baseline(a, b, pose, &here, baseline);
            ASSERT_EQ(chosen(a, b, pose, &there, other), is_answered);
            if (!is_answered) break;
            ASSERT_TRUE(are_equal(baseline, other));
            ASSERT_TRUE(are_equal(here, there));
            if (!(baseline.gap < 0) || here.point_count == 0)
                break; // apart, or no room for the shell
            const ProvenGap proven = check(proof_of(here, baseline), a, b, pose);
            const double scale = a.reach + b.reach + pose.position.norm();
            ASSERT_LE(proven.upper - proven.lower, stated_error * scale);
            ASSERT_LE(std::max(proven.lower - baseline.gap, baseline.gap - proven.upper),
                      stated_error * scale);
            for (const double weight : std::span(baseline.weights).first(3)) ASSERT_GE(weight, 0);
            off = std::max(off,
                           (witness(baseline, a, b, pose) - baseline.gap * baseline.normal).norm());
            if (step > 0) {
                ++asked;
                tetrahedra += before.point_count == 4;
                unchanged += are_equal(before, here);
            }
            // As in a bed, farther, and so far that another feature may be the nearest.
            const double way = std::array{1e-6, 1e-4, 0.02}[static_cast<std::size_t>(trial % 3)];
            pose.position += way * random_direction(random);
            pose.rotation = Eigen::AngleAxisd(way, random_direction(random)) * pose.rotation;
        }
    }
    std::cout << asked << " warm queries of overlaps, " << tetrahedra << " from a tetrahedron, "
              << unchanged << " proven by what was remembered; witness off by " << off << "\n";
    EXPECT_GT(asked, 2 * trials);
    EXPECT_GT(tetrahedra, 0.3 * asked);
    EXPECT_GT(unchanged, 0.6 * asked);
    EXPECT_GT(asked - unchanged, 0.01 * asked); // refused: what is remembered can be wrong
    // Between faces tilted against each other by no more than the root of the rounding either's
    // foot may be taken.
    EXPECT_LE(off, 2.4e-7);
}

} // namespace
} // namespace scree
