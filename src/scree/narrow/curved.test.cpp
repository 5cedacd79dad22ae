// SPDX-License-Identifier: BSD-3-Clause
//
// Oracle: the gap is the largest over all unit n of the support gap along n. Dense directions find
// the right hill, a pattern search climbs it; nothing of GJK is used.
#include <scree/narrow/gap.hpp>
#include <scree/narrow/pair_classes.test.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

namespace scree {
namespace {

double support_gap(const Shape& a, const Shape& b, const Pose& b_in_a, const Vec3& n) {
    const Vec3 m = b_in_a.rotation.transpose() * n;
    return n.dot(b_in_a * support(b, -m)) - n.dot(support(a, n)) - rounding(a) - rounding(b);
}

double sampled_gap(const Shape& a, const Shape& b, const Pose& b_in_a) {
    constexpr int samples = 20000;
    const double golden = M_PI * (3 - std::sqrt(5.0));
    Vec3 best = Vec3::UnitZ();
    double top = support_gap(a, b, b_in_a, best);
    for (int k = 0; k < samples; ++k) {
        const double z = 1 - (2 * k + 1.0) / samples;
        const double r = std::sqrt(1 - z * z);
        const Vec3 n(r * std::cos(golden * k), r * std::sin(golden * k), z);
        const double here = support_gap(a, b, b_in_a, n);
        if (here > top) {
            top = here;
            best = n;
        }
    }
    for (double step = 0.02; step > 1e-10;) {
        const Vec3 u = across(best);
        const Vec3 v = best.cross(u);
        bool better = false;
        for (int k = 0; k < 8 && !better; ++k) {
            const double t = M_PI * k / 4;
            const Vec3 n = (best + step * (std::cos(t) * u + std::sin(t) * v)).normalized();
            const double here = support_gap(a, b, b_in_a, n);
            if (here > top) {
                top = here;
                best = n;
                better = true;
            }
        }
        if (!better) step *= 0.5;
    }
    return top;
}

Shape curved_shape(Random& random) {
    const Vec3 half(random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1));
    const double round = random.below(2) == 0 ? 0 : random.uniform(0.05, 0.3);
    switch (random.below(4)) {
    case 0:
        return solid_ellipsoid(half, round);
    case 1:
        return solid_superquadric(half, random.uniform(2, 6), random.uniform(2, 6), round);
    case 2:
        return solid_cylinder(half.x(), half.y(), round);
    default:
        return solid_cone(half.x(), half.y(), round);
    }
}

Shape polyhedral_shape(Random& random) {
    if (random.below(2) == 0) return solid_box(Vec3(0.5, 0.4, 0.3), random.uniform(0, 0.1));
    std::vector<Vec3> points;
    for (int k = 0; k < 16; ++k) points.push_back(random.uniform(0.5, 1) * random_unit(random));
    return make_polyhedron(points);
}

TEST(CurvedGap, agrees_with_dense_sampling) {
    const std::uint64_t seed = 31;
    Random random(seed);
    int overlapping = 0;
    double worst = -1;
    constexpr int count = 400;
    for (int k = 0; k < count; ++k) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << " pair " << k);
        const Shape a = curved_shape(random);
        const Shape b = random.below(3) == 0 ? polyhedral_shape(random) : curved_shape(random);
        const Pose pose{random_rotation(random), random.uniform(0.2, 2) * random_unit(random)};
        const Gap g = gap(a, Pose{}, b, pose);
        ASSERT_EQ(g.status, Status::converged) << kind_name(a) << " " << kind_name(b);
        const double sampled = sampled_gap(a, b, pose);
        // The direction found attains the gap, and no direction that sampling finds is better. (On
        // a ridge the pattern search itself may stop short.)
        EXPECT_NEAR(support_gap(a, b, pose, g.normal), g.gap, 2e-9);
        EXPECT_LE(sampled, g.gap + 2e-9) << kind_name(a) << " " << kind_name(b);
        EXPECT_GE(sampled, g.gap - 0.02);
        worst = std::max(worst, sampled - g.gap);
        overlapping += g.gap < 0 ? 1 : 0;
    }
    std::printf("best direction sampled beats ours by %.1e, overlapping %d of %d\n", worst,
                overlapping, count);
    EXPECT_GT(overlapping, count / 5);
    EXPECT_LT(overlapping, count * 4 / 5);
}

} // namespace
} // namespace scree
