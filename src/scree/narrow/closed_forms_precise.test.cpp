// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/closed_forms.hpp>
#include <scree/narrow/solids.test.hpp>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

// Closed forms against an enumeration of all features in 50 digits, and against the definition of
// the signed gap: the largest separation along any direction.
namespace scree {
namespace {

using namespace test;
using Long = boost::multiprecision::cpp_bin_float_50;
using Long3 = std::array<Long, 3>;

// Each result takes about ten operations on lengths up to sizes plus offset, and a rotation matrix
// is orthonormal to an epsilon or two.
constexpr double ulps = 8;

Long dot(const Long3& u, const Long3& v) { return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]; }

Long3 along(const Long3& from, const Long& t, const Long3& v) {
    return {from[0] + t * v[0], from[1] + t * v[1], from[2] + t * v[2]};
}

Long3 exact(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

Long distance(const Long3& u, const Long3& v) {
    const Long3 d = along(u, -1, v);
    return sqrt(dot(d, d));
}

// Distance of a point from from + t · axis, |t| ≤ half: the ends, and the foot if it is between.
Long to_segment(const Long3& point, const Long3& from, const Long3& axis, double half) {
    Long best = std::min(distance(point, along(from, half, axis)),
                         distance(point, along(from, -half, axis)));
    const Long t = dot(along(point, -1, from), axis) / dot(axis, axis);
    if (abs(t) <= half) best = std::min(best, distance(point, along(from, t, axis)));
    return best;
}

// Segments: each end against the other segment, and the common perpendicular if it meets both.
Long between_segments(double half_a, const Long3& p, const Long3& v, double half_b) {
    const Long3 zero{0, 0, 0};
    const Long3 z{0, 0, 1};
    Long best = to_segment(along(p, half_b, v), zero, z, half_a);
    best = std::min(best, to_segment(along(p, -half_b, v), zero, z, half_a));
    best = std::min(best, to_segment({0, 0, half_a}, p, v, half_b));
    best = std::min(best, to_segment({0, 0, -half_a}, p, v, half_b));
    const Long ww = v[0] * v[0] + v[1] * v[1];
    if (ww == 0) return best;
    const Long t = -(p[0] * v[0] + p[1] * v[1]) / ww;
    const Long s = p[2] + t * v[2];
    if (abs(t) <= half_b && abs(s) <= half_a)
        best = std::min(best, distance(along(p, t, v), {0, 0, s}));
    return best;
}

// Signed distance of a point from a box about the origin: corners, edges and faces that see it.
Long to_box(const Long3& point, const Vec3& half) {
    Long depth = half[0] - abs(point[0]);
    for (std::size_t k = 1; k < 3; ++k)
        depth = std::min<Long>(depth, half[static_cast<int>(k)] - abs(point[k]));
    if (depth >= 0) return -depth;
    Long best = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t i = (k + 1) % 3;
        const std::size_t j = (k + 2) % 3;
        for (int corner = 0; corner < 4; ++corner) {
            Long3 middle{0, 0, 0}; // of an edge along k
            Long3 axis{0, 0, 0};
            axis[k] = 1;
            middle[i] = ((corner & 1) != 0 ? 1 : -1) * half[static_cast<int>(i)];
            middle[j] = ((corner & 2) != 0 ? 1 : -1) * half[static_cast<int>(j)];
            best = std::min(best, to_segment(point, middle, axis, half[static_cast<int>(k)]));
        }
        if (abs(point[i]) <= half[static_cast<int>(i)] &&
            abs(point[j]) <= half[static_cast<int>(j)])
            best = std::min<Long>(best, abs(point[k]) - half[static_cast<int>(k)]);
    }
    return best;
}

Long3 seen_from_b(const Vec3& point, const Pose& b_in_a) {
    const Long3 d = along(exact(point), -1, exact(b_in_a.position));
    return {dot(d, exact(b_in_a.rotation.col(0))), dot(d, exact(b_in_a.rotation.col(1))),
            dot(d, exact(b_in_a.rotation.col(2)))};
}

// Signed distance of a point from each shape's surface.
Long to_surface(const Sphere& s, const Long3& x) { return distance(x, {0, 0, 0}) - s.radius; }
Long to_surface(const Capsule& s, const Long3& x) {
    return to_segment(x, {0, 0, 0}, {0, 0, 1}, s.half_length) - s.radius;
}
Long to_surface(const Box& s, const Long3& x) { return to_box(x, s.half) - s.rounding; }

Long exact_gap(const Sphere& a, const Sphere& b, const Pose& p) {
    return to_surface(b, seen_from_b(Vec3::Zero(), p)) - a.radius;
}
Long exact_gap(const Sphere& a, const Box& b, const Pose& p) {
    return to_surface(b, seen_from_b(Vec3::Zero(), p)) - a.radius;
}
Long exact_gap(const Sphere& a, const Capsule& b, const Pose& p) {
    return to_surface(b, seen_from_b(Vec3::Zero(), p)) - a.radius;
}
Long exact_gap(const Capsule& a, const Capsule& b, const Pose& p) {
    return between_segments(a.half_length, exact(p.position), exact(p.rotation.col(2)),
                            b.half_length) -
           a.radius - b.radius;
}

template <class A, class B>
double separation(const A& a, const B& b, const Pose& pose, const Vec3& direction) {
    const Vec3 back = pose.rotation.transpose() * direction;
    return direction.dot(pose * support(b, -back)) - direction.dot(support(a, direction)) -
           rounding(a) - rounding(b);
}

struct Tally {
    int total = 0, overlapping = 0, touching = 0, deep = 0;
};

template <class A, class B>
void expect_exact(const A& a, const B& b, const Pose& pose, Random& random, Tally& tally) {
    const ClosedGap got = closed_gap(a, b, pose);
    const double size = reach(a) + rounding(a) + reach(b) + rounding(b) + pose.position.norm();
    const double tolerance = ulps * epsilon * size;
    const auto gap = static_cast<double>(exact_gap(a, b, pose));
    EXPECT_NEAR(got.gap, gap, tolerance);
    EXPECT_NEAR(got.normal.norm(), 1, ulps * epsilon);
    EXPECT_LE((got.on_b - (got.on_a + got.gap * got.normal)).norm(), tolerance);
    EXPECT_LE(abs(to_surface(a, exact(got.on_a))), tolerance);
    EXPECT_LE(abs(to_surface(b, seen_from_b(got.on_b, pose))), tolerance);
    // The normal attains the gap, and no other direction separates more.
    EXPECT_NEAR(separation(a, b, pose, got.normal), got.gap, 2 * tolerance);
    for (int k = 0; k < 4; ++k) {
        const Vec3 other = got.normal + 0.9 * std::pow(10.0, -2 * k) * random_direction(random);
        EXPECT_LE(separation(a, b, pose, other.normalized()), got.gap + 2 * tolerance);
    }
    ++tally.total;
    tally.overlapping += gap < 0;
    tally.touching += std::abs(gap) < 1e-9 * size;
    tally.deep += gap < -rounding(a) - rounding(b) + tolerance;
}

double any_scale(Random& random) { return std::pow(10.0, random.uniform(-5, 2)); }

// A pose at which the gap is about the given part of the size: any direction, then moved along the
// normal of what the function itself finds (only the choice of cases depends on it).
template <class A, class B>
Pose pose_with_gap(const A& a, const B& b, double relative, Random& random) {
    const double size = reach(a) + rounding(a) + reach(b) + rounding(b);
    Pose pose{random_attitude(random), random.uniform(0, 1) * size * random_direction(random)};
    const ClosedGap first = closed_gap(a, b, pose);
    pose.position += (relative * size - first.gap) * first.normal;
    return pose;
}

template <class A, class B>
void expect_exact_at_all_gaps(const A& a, const B& b, Random& random, Tally& tally) {
    const double sign = random.below(2) == 0 ? -1 : 1;
    const double relative = sign * std::pow(10.0, random.uniform(-16, 0));
    expect_exact(a, b, pose_with_gap(a, b, relative, random), random, tally);
    const double size = reach(a) + rounding(a) + reach(b) + rounding(b);
    const double offset = size * std::pow(10.0, random.uniform(-18, 0.3)); // deep ones, too
    expect_exact(a, b, {random_attitude(random), offset * random_direction(random)}, random, tally);
}

void expect_not_vacuous(const Tally& tally) {
    EXPECT_GT(tally.total, 1000);
    EXPECT_GT(tally.overlapping, 0.3 * tally.total);
    EXPECT_LT(tally.overlapping, 0.9 * tally.total);
    EXPECT_GT(tally.touching, 0.1 * tally.total);
}

TEST(ClosedFormsPrecise, SphereWithSphereCapsuleAndBox) {
    const std::uint64_t seed = 42;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    Tally spheres, capsules, boxes;
    for (int trial = 0; trial < 3000; ++trial) {
        const Sphere a{any_scale(random)};
        const double scale = a.radius * std::pow(10.0, random.uniform(-2, 2));
        expect_exact_at_all_gaps(a, Sphere{scale}, random, spheres);
        const double length = trial % 7 == 0 ? 0 : scale * std::pow(10.0, random.uniform(-2, 2));
        expect_exact_at_all_gaps(a, Capsule{length, scale}, random, capsules);
        const Vec3 half(scale, scale * random.uniform(0.1, 1), scale * random.uniform(0.1, 1));
        const double soft = trial % 2 == 0 ? 0 : scale * random.uniform(0, 1);
        expect_exact_at_all_gaps(a, Box{half, soft}, random, boxes);
    }
    expect_not_vacuous(spheres);
    expect_not_vacuous(capsules);
    expect_not_vacuous(boxes);
    EXPECT_GT(boxes.deep, 100); // the centre inside the box
}

TEST(ClosedFormsPrecise, CapsulesInGeneralPosition) {
    const std::uint64_t seed = 43;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    Tally tally;
    for (int trial = 0; trial < 4000; ++trial) {
        const double scale = any_scale(random);
        const Capsule a{trial % 5 == 0 ? 0 : scale, scale * random.uniform(0.01, 2)};
        const Capsule b{trial % 7 == 0 ? 0 : scale * std::pow(10.0, random.uniform(-2, 2)),
                        scale * random.uniform(0.01, 2)};
        expect_exact_at_all_gaps(a, b, random, tally);
    }
    expect_not_vacuous(tally);
}

// Axes at angles from 1e-16 to 1e-1 that pass each other at 0 to 1e-20 … 1 of the size: where the
// usual formula, dividing by the squared sine, is wrong by up to the square root of epsilon.
TEST(ClosedFormsPrecise, NearlyParallelAndCrossingCapsules) {
    const std::uint64_t seed = 44;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    Tally tally;
    int crossing = 0;
    for (int trial = 0; trial < 6000; ++trial) {
        const double scale = any_scale(random);
        const Capsule a{scale, scale * random.uniform(0.001, 0.5)};
        const Capsule b{scale * random.uniform(0.2, 2), scale * random.uniform(0.001, 0.5)};
        const Vec3 side(random.uniform(-1, 1), random.uniform(-1, 1), 0);
        const double angle = std::pow(10.0, random.uniform(-16, -1));
        Pose pose = turned(side, angle);
        if (trial % 3 == 0)
            pose.rotation = pose.rotation * turned(Vec3::UnitX(), std::numbers::pi).rotation;
        // A point of B's axis near a point of A's.
        const Vec3 meeting(0, 0, random.uniform(-1.2, 1.2) * a.half_length);
        const double apart = trial % 4 == 0 ? 0 : scale * std::pow(10.0, random.uniform(-20, 0));
        const Vec3 way = trial % 2 == 0 ? Vec3(side.normalized()) : random_direction(random);
        pose.position = meeting + apart * way -
                        random.uniform(-1.2, 1.2) * b.half_length * pose.rotation.col(2);
        expect_exact(a, b, pose, random, tally);
        crossing += closed_gap(a, b, pose).gap < -(a.radius + b.radius) * (1 - 1e-12);
    }
    EXPECT_GT(crossing, 500);
    EXPECT_GT(tally.overlapping, 0.3 * tally.total);
}

TEST(ClosedFormsPrecise, HalfSpaces) {
    const std::uint64_t seed = 45;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    int overlapping = 0;
    const int trials = 3000;
    for (int trial = 0; trial < trials; ++trial) {
        const double scale = any_scale(random);
        const Box box{Vec3(1, random.uniform(0.1, 1), 0.5) * scale, random.uniform(0, 1) * scale};
        const Vec3 normal = random_direction(random);
        const Vec3 point = 3 * scale * random_direction(random);
        const ClosedGap got = closed_gap(box, Plane{point, normal});
        // Over all corners, in 50 digits.
        Long lowest = std::numeric_limits<double>::infinity();
        for (const Vec3& corner : box_points(box.half))
            lowest = std::min(lowest, dot(exact(normal), along(exact(corner), -1, exact(point))));
        const double tolerance = ulps * epsilon * 5 * scale;
        EXPECT_NEAR(got.gap, static_cast<double>(lowest - box.rounding), tolerance);
        EXPECT_LE(abs(to_surface(box, exact(got.on_a))), tolerance);
        EXPECT_LE(abs(dot(exact(normal), along(exact(got.on_b), -1, exact(point)))), tolerance);
        overlapping += got.gap < 0;
    }
    EXPECT_GT(overlapping, 0.2 * trials);
    EXPECT_LT(overlapping, 0.9 * trials);
}

} // namespace
} // namespace scree
