// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/gap.hpp>
#include <scree/narrow/pair_classes.test.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace scree {
namespace {

/// One of every kind, rounded or not, about 1 m.
std::vector<Shape> some_shapes(Random& random) {
    std::vector<Vec3> points;
    for (int k = 0; k < 20; ++k) points.push_back(random.uniform(0.5, 1) * random_unit(random));
    const double a = random.uniform(0.3, 1);
    const double b = random.uniform(0.3, 1);
    const double c = random.uniform(0.3, 1);
    return {solid_sphere(a),
            solid_capsule(b, c),
            solid_ellipsoid({a, b, c}),
            solid_ellipsoid({a, b, c}, 0.1),
            solid_superquadric({a, b, c}, 3, 4),
            solid_superquadric({a, b, c}, 2.5, 6, 0.1),
            solid_cylinder(a, b),
            solid_cylinder(a, b, 0.1),
            solid_cone(a, b),
            solid_cone(a, b, 0.2),
            solid_box({a, b, c}),
            solid_box({a, b, c}, 0.2),
            make_polyhedron(points),
            make_polyhedron(points, 0.1)};
}

Pose random_pose(Random& random, double offset) {
    return {random_rotation(random), offset * random_unit(random)};
}

/// Every kind against every kind, in `rounds` random sizes and poses: f(a, at_a, b, at_b).
template <class Function>
void for_each_pair(Random& random, int rounds, Function&& f) {
    for (int k = 0; k < rounds; ++k) {
        const std::vector<Shape> shapes = some_shapes(random);
        for (const Shape& a : shapes) {
            for (const Shape& b : shapes) {
                SCOPED_TRACE(testing::Message()
                             << kind_name(a) << " " << kind_name(b) << " round " << k);
                const Pose at_a = random_pose(random, 3);
                Pose at_b = random_pose(random, random.uniform(0, 3));
                at_b.position += at_a.position;
                f(a, at_a, b, at_b);
                if (testing::Test::HasFatalFailure()) return;
            }
        }
    }
}

bool same_bits(const Vec3& a, const Vec3& b) {
    // -0 and +0 are the same place.
    return (a.array() == b.array()).all();
}

TEST(Gap, swapping_mirrors_bit_for_bit) {
    Random random(21);
    int overlapping = 0;
    int count = 0;
    for_each_pair(random, 20, [&](const Shape& a, const Pose& at_a, const Shape& b, Pose at_b) {
        const Gap ab = gap(a, at_a, b, at_b);
        const Gap ba = gap(b, at_b, a, at_a);
        ASSERT_EQ(ab.gap, ba.gap);
        ASSERT_TRUE(same_bits(ab.normal, -ba.normal));
        ASSERT_TRUE(same_bits(ab.on_a, ba.on_b));
        ASSERT_TRUE(same_bits(ab.on_b, ba.on_a));
        overlapping += ab.gap < 0 ? 1 : 0;
        ++count;
    });
    EXPECT_GT(overlapping, count / 5);
    EXPECT_LT(overlapping, count * 4 / 5);
}

/// The contract of every pair: unit normal; witness points one gap apart along it, each on the
/// surface of its shape; moving B by -gap · normal gives touch.
TEST(Gap, keeps_its_contract_for_every_pair_of_kinds) {
    Random random(22);
    // Curved answers are good to 1e-10 of the pair (tolerances.hpp), which is up to 8 m here.
    const double value = 2e-9;
    const auto height = [](const Shape& s, const Pose& at, const Vec3& n) {
        const Vec3 d = at.rotation.transpose() * n;
        return n.dot(at * support(s, d)) + rounding(s);
    };
    for_each_pair(random, 20, [&](const Shape& a, const Pose& at_a, const Shape& b, Pose at_b) {
        const Gap g = gap(a, at_a, b, at_b);
        ASSERT_EQ(g.status, Status::converged) << g.lower << " " << g.upper;
        ASSERT_NEAR(g.normal.norm(), 1, 1e-15);
        ASSERT_LT((g.on_b - g.on_a - g.gap * g.normal).norm(), 1e-13);
        // A's surface along the normal, and B's against it, are one gap apart.
        ASSERT_NEAR(-height(b, at_b, -g.normal) - height(a, at_a, g.normal), g.gap, value);
        ASSERT_NEAR(g.normal.dot(g.on_a), height(a, at_a, g.normal), value);
        at_b.position -= g.gap * g.normal;
        ASSERT_NEAR(gap(a, at_a, b, at_b).gap, 0, value);
    });
}

/// Bodies with one centre: several faces of their difference are equally near the origin, by
/// symmetry. The witness points must be those of the face whose normal is told; taken from the face
/// that happens to hold its foot best, they were up to twice the depth off.
TEST(Gap, witness_points_fit_the_normal_where_several_are_as_good) {
    const std::uint64_t seed = 26;
    Random random(seed);
    double worst = 0;
    for (int k = 0; k < 4000; ++k) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << " pair " << k);
        CornerSet solid = regular_solid(random, 1);
        std::vector<Vec3> points;
        for (std::size_t i = 0; i < solid.size(); ++i) points.push_back(solid.point(i));
        const double side = random.uniform(0.2, 1);
        const std::vector<Shape> shapes{make_polyhedron(points), solid_box({side, side, side}),
                                        solid_box({1, 1, 1})};
        const Shape& a = shapes[random.below(3)];
        const Shape& b = shapes[random.below(3)];
        const Pose at_a = random_pose(random, 1);
        const Gap g = gap(a, at_a, b, at_a);
        ASSERT_LT(g.gap, 0);
        const double off = (g.on_b - g.on_a - g.gap * g.normal).norm();
        worst = std::max(worst, off);
    }
    // Between faces that are tilted against each other by no more than the root of the rounding,
    // either's foot may be taken: 6e-8 of the sizes, which are below 4.
    EXPECT_LE(worst, 2.4e-7);
}

TEST(Gap, is_continuous_through_touch) {
    Random random(23);
    const std::vector<Shape> shapes = some_shapes(random);
    for (const Shape& a : shapes) {
        for (const Shape& b : shapes) {
            const Pose at_a = random_pose(random, 1);
            Pose at_b = random_pose(random, 4);
            const Gap far = gap(a, at_a, b, at_b);
            ASSERT_GT(far.gap, 0);
            at_b.position -= (far.gap + 1e-3) * far.normal;
            double before = gap(a, at_a, b, at_b).gap;
            for (int k = 0; k < 20; ++k) {
                at_b.position += 1e-4 * far.normal;
                const double now = gap(a, at_a, b, at_b).gap;
                ASSERT_LE(std::abs(now - before), 1e-4 + 1e-8)
                    << kind_name(a) << " " << kind_name(b) << " step " << k;
                before = now;
            }
            ASSERT_NEAR(before, 1e-3, 1e-8);
        }
    }
}

TEST(Gap, memory_changes_no_answer_beyond_rounding_and_survives_a_swap_of_order) {
    Random random(24);
    const std::vector<Shape> shapes = some_shapes(random);
    const Shape& a = shapes[12];
    const Shape& b = shapes[13];
    GapMemory memory;
    Pose at_a;
    Pose at_b;
    at_b.position = Vec3(-0.5, 0.1, 0.2);
    int apart = 0;
    for (int k = 0; k < 2000; ++k) {
        at_b.position += Vec3(1e-3, 2e-4, 0); // passes A from low to high x: the order changes
        at_b.rotation = Eigen::AngleAxisd(1e-3 * k, Vec3(1, 2, 3).normalized()).toRotationMatrix();
        const Gap cold = gap(a, at_a, b, at_b);
        const Gap warm = gap(a, at_a, b, at_b, &memory);
        ASSERT_NEAR(cold.gap, warm.gap, 8e-15) << k;
        apart += cold.gap > 0 ? 1 : 0;
    }
    EXPECT_GT(apart, 100);
    EXPECT_LT(apart, 1900);
}

TEST(Gap, certificates_of_all_polyhedral_pairs_verify) {
    Random random(25);
    int proofs = 0;
    for_each_pair(random, 50, [&](const Shape& a, const Pose& at_a, const Shape& b, Pose at_b) {
        const CertifiedGap claim = certified_gap(a, at_a, b, at_b);
        const ProvenGap proven = check(claim, a, at_a, b, at_b);
        if (!claim.has_proof()) {
            ASSERT_EQ(claim.answer.path, Path::curved);
            return;
        }
        ++proofs;
        const double scale = 6; // sizes, roundings and offset, at most
        ASSERT_LE(proven.upper - proven.lower, 4e-15 * scale);
        ASSERT_NEAR(claim.answer.gap, 0.5 * (proven.upper + proven.lower), 4e-15 * scale);
        ASSERT_LE(claim.answer.lower, proven.lower + 1e-15 * scale);
        ASSERT_GE(claim.answer.upper, proven.upper - 1e-15 * scale);
        ASSERT_LE(claim.answer.upper - claim.answer.lower, 10e-15 * (scale + 1));
    });
    EXPECT_GT(proofs, 1000);
}

TEST(Certificate, forged_ones_prove_nothing) {
    const Shape box = solid_box(Vec3(1, 1, 1));
    const Pose at_a;
    const Pose at_b{Eigen::Matrix3d::Identity(), Vec3(1.5, 0.25, 0.125)};
    const CertifiedGap honest = certified_gap(box, at_a, box, at_b);
    const ProvenGap proven = check(honest, box, at_a, box, at_b);
    EXPECT_NEAR(proven.lower, -0.5, 1e-14);
    EXPECT_NEAR(proven.upper, -0.5, 1e-14);

    CertifiedGap forged = honest;
    forged.proof.shell.pop_back(); // a hole
    EXPECT_TRUE(std::isinf(check(forged, box, at_a, box, at_b).upper));
    forged = honest;
    for (auto& t : forged.proof.shell) std::swap(t[0], t[1]); // inside out
    EXPECT_GT(check(forged, box, at_a, box, at_b).upper, 0);
    forged = honest;
    forged.proof.points[0].a = 1000; // no such corner
    EXPECT_TRUE(std::isinf(check(forged, box, at_a, box, at_b).upper));
    forged = honest;
    forged.proof.direction = Vec3(0, 1, 0); // a bound, but a worse one
    EXPECT_LT(check(forged, box, at_a, box, at_b).lower, -1);
    forged.proof.direction = Vec3(1e-3, 0, 0); // not unit
    EXPECT_TRUE(std::isinf(check(forged, box, at_a, box, at_b).lower));
}

} // namespace
} // namespace scree
