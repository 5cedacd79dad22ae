// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/wall.hpp>
#include <scree/shapes/wall_samples.test.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace scree {
namespace {

using namespace test;

constexpr double rounding = 1e-13; // a few dozen operations on lengths of about one

void expect_sound(const Surface& s, const Vec3& center, const Foot& foot) {
    ASSERT_TRUE(std::isfinite(foot.distance) && foot.point.allFinite() && foot.toward.allFinite());
    EXPECT_NEAR(foot.toward.norm(), 1, rounding);
    // The foot is on the surface, and the centre lies straight above it.
    EXPECT_NEAR(nearest(s, foot.point).distance, 0, rounding);
    EXPECT_LT((foot.point + foot.distance * foot.toward - center).norm(), rounding);
}

TEST(WallNearest, NoSampleOfTheSurfaceIsCloser) {
    const std::uint64_t seed = 20240601;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const double spacing = 0.04;
    int edges = 0;
    int finite_pieces = 0;
    for (int trial = 0; trial < 800; ++trial) {
        const int kind = trial % surface_kinds;
        const Surface s = random_surface(random, kind);
        const Vec3 center = random_vector(random, trial % 3 == 0 ? 0.5 : 1.5);
        const Foot foot = nearest(s, center);
        expect_sound(s, center, foot);
        double best = std::numeric_limits<double>::infinity();
        double best_to_foot = best;
        // Plane: the projection is never farther from `point` than the centre is, i.e. < 6.
        for (const Vec3& q : samples(s, kind == 0 ? 0.2 : spacing, 6)) {
            best = std::min(best, (q - center).norm());
            best_to_foot = std::min(best_to_foot, (q - foot.point).norm());
        }
        EXPECT_LE(std::abs(foot.distance), best + rounding) << "kind " << kind;
        EXPECT_GE(std::abs(foot.distance), best - (kind == 0 ? 0.2 : spacing)) << "kind " << kind;
        EXPECT_LE(best_to_foot, kind == 0 ? 0.2 : spacing) << "kind " << kind;
        if (kind >= 2) ++finite_pieces, edges += foot.on_edge;
    }
    EXPECT_GT(edges, 0.3 * finite_pieces);
    EXPECT_LT(edges, 0.8 * finite_pieces);
}

TEST(WallNearest, EdgeFlagMeansBoundaryCurve) {
    const std::uint64_t seed = 77;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    for (int trial = 0; trial < 4000; ++trial) {
        const Surface s = random_surface(random, 2 + trial % 6);
        const Vec3 center = random_vector(random, 2);
        const Foot foot = nearest(s, center);
        // Distance of the foot from the boundary, by the definition of each kind.
        double inside = 0;
        if (const auto* r = std::get_if<Rectangle>(&s)) {
            const Vec3 d = foot.point - r->center;
            inside = std::min(r->half_u - std::abs(d.dot(r->u)), r->half_v - std::abs(d.dot(r->v)));
        } else if (const auto* f = std::get_if<Frustum>(&s)) {
            const double z = (foot.point - f->base).dot(f->axis);
            inside = std::min(z, f->height - z);
        } else if (const auto* a = std::get_if<Annulus>(&s)) {
            const double r2 = (foot.point - a->center).norm();
            inside = a->outer_radius - r2;
            if (a->inner_radius > 0) inside = std::min(inside, r2 - a->inner_radius);
        }
        EXPECT_GE(inside, -rounding);
        EXPECT_EQ(foot.on_edge, inside < rounding);
    }
}

TEST(WallNearest, SolidsAreSigned) {
    const Surface floor = Plane{{0, 0, 1}, {0, 0, 1}};
    EXPECT_EQ(nearest(floor, {5, 5, 1.5}).distance, 0.5);
    EXPECT_EQ(nearest(floor, {5, 5, 0.5}).distance, -0.5);
    EXPECT_EQ(nearest(floor, {5, 5, 0.5}).toward, Vec3(0, 0, 1));
    const Surface bowl = SphereWall{{0, 0, 0}, 2, true};
    EXPECT_EQ(nearest(bowl, {1, 0, 0}).distance, 1);
    EXPECT_EQ(nearest(bowl, {3, 0, 0}).distance, -1);
    EXPECT_EQ(nearest(bowl, {3, 0, 0}).toward, Vec3(-1, 0, 0));
    const Surface ball = SphereWall{{0, 0, 0}, 2, false};
    EXPECT_EQ(nearest(ball, {3, 0, 0}).distance, 1);
    EXPECT_EQ(nearest(ball, {1, 0, 0}).distance, -1);
    EXPECT_EQ(nearest(ball, {1, 0, 0}).toward, Vec3(1, 0, 0));
}

TEST(WallNearest, HandComputed) {
    // 3-4-5 cone: base radius 4 at z = 0, tip at z = 3. Outside normal (0.6, 0.8) in (r, z).
    const Frustum cone{{0, 0, 0}, {0, 0, 1}, 3, 4, 0};
    const Foot outside = nearest(cone, {2 + 0.6, 0, 1.5 + 0.8});
    EXPECT_NEAR(outside.distance, 1, rounding);
    EXPECT_LT((outside.point - Vec3(2, 0, 1.5)).norm(), rounding);
    EXPECT_LT((outside.toward - Vec3(0.6, 0, 0.8)).norm(), rounding);
    const Foot above = nearest(cone, {0, 0, 5});
    EXPECT_EQ(above.distance, 2);
    EXPECT_EQ(above.toward, Vec3(0, 0, 1));
    EXPECT_TRUE(above.on_edge);
    const Annulus ring{{0, 0, 0}, {0, 0, 1}, 1, 2};
    EXPECT_DOUBLE_EQ(nearest(ring, {0.4, 0, 0.8}).distance, 1);  // to the inner rim
    EXPECT_DOUBLE_EQ(nearest(ring, {-2.6, 0, 0.8}).distance, 1); // to the outer rim
    EXPECT_DOUBLE_EQ(nearest(ring, {0, 1.5, -0.8}).distance, 0.8);
}

// Centres for which the direction, or the nearest point itself, is not determined.
TEST(WallNearest, DegenerateCentersGiveNumbers) {
    const std::uint64_t seed = 4;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const std::array<double, 8> offsets = {0, 1e-300, 1e-160, 1e-30, 1e-17, 1e-16, 1e-15, 1e-12};
    for (int trial = 0; trial < 400; ++trial) {
        const Surface s = random_surface(random, trial % surface_kinds);
        const Vec3 on_surface = std::visit(PointAt{random.uniform(), random.uniform(), 1}, s);
        const Vec3 on_boundary = std::visit(PointAt{double(trial / 8 % 2), random.uniform(), 1}, s);
        std::vector<Vec3> centers = {on_surface, on_boundary, bounds(s).low};
        if (const auto* p = std::get_if<SphereWall>(&s)) centers.push_back(p->center);
        if (const auto* p = std::get_if<Rectangle>(&s)) centers.push_back(p->center);
        if (const auto* p = std::get_if<Annulus>(&s))
            centers.insert(centers.end(), {p->center, p->center + 0.3 * p->normal});
        if (const auto* p = std::get_if<Frustum>(&s))
            for (const double z : {-1.0, 0.0, 0.4, 1.0, 2.0})
                centers.push_back(p->base + z * p->height * p->axis);
        for (const Vec3& center : centers)
            for (const double offset : offsets) {
                const Vec3 c = center + offset * Vec3(1, -1, 1);
                if (c.allFinite()) expect_sound(s, c, nearest(s, c));
            }
    }
}

// At the origin offsets survive whose squares underflow: 1e-160 squared has lost its digits.
TEST(WallNearest, OffsetsThatUnderflow) {
    const std::vector<Surface> pieces = {
        SphereWall{{0, 0, 0}, 1, true},         Rectangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, 1, 1},
        Frustum{{0, 0, 0}, {0, 0, 1}, 1, 1, 1}, Frustum{{0, 0, 0}, {0, 0, 1}, 1, 0, 1},
        Annulus{{0, 0, 0}, {0, 0, 1}, 0, 1},    Annulus{{0, 0, 0}, {0, 0, 1}, 0.5, 1}};
    for (const Surface& s : pieces)
        for (const Vec3& center : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, -0.5, 0)})
            for (const double tiny : {1e-300, 1e-162, 3e-161, 1e-155})
                for (const Vec3& d : {Vec3(1, 0, 0), Vec3(1, 2, -1), Vec3(0, 0, -1)})
                    expect_sound(s, center + tiny * d, nearest(s, center + tiny * d));
}

TEST(WallNearest, OnTheShellTakesItsOwnNormal) {
    EXPECT_EQ(nearest(Rectangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, 1, 1}, {0.5, 0, 0}).toward,
              Vec3(0, 0, 1));
    EXPECT_EQ(nearest(Annulus{{0, 0, 0}, {0, 0, -1}, 0, 1}, {0.5, 0, 0}).toward, Vec3(0, 0, -1));
    EXPECT_EQ(nearest(Frustum{{0, 0, 0}, {0, 0, 1}, 1, 1, 1}, {1, 0, 0.5}).toward, Vec3(-1, 0, 0));
}

// A centre on the axis: any side will do, but always the same one, also for a reversed axis.
TEST(WallNearest, AxisChoiceIsTheSameForBothDirections) {
    const Vec3 axis = Vec3(1, 2, -3).normalized();
    const Foot up = nearest(Frustum{Vec3::Zero(), axis, 2, 0.5, 0.5}, axis);
    const Foot down = nearest(Frustum{2 * axis, -axis, 2, 0.5, 0.5}, axis);
    EXPECT_NEAR(up.distance, 0.5, rounding);
    EXPECT_NEAR(up.toward.dot(axis), 0, rounding);
    EXPECT_LT((up.toward - down.toward).norm(), rounding);
}

TEST(WallNearest, ScalesBitForBit) {
    const std::uint64_t seed = 5;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    for (int trial = 0; trial < 4000; ++trial) {
        const Surface s = random_surface(random, trial % surface_kinds);
        const Vec3 c = random_vector(random, 2);
        const Foot foot = nearest(s, c);
        for (const double factor : {0x1p-20, 0x1p10, 0x1p-300}) {
            const Foot other = nearest(scaled(s, factor), factor * c);
            ASSERT_EQ(other.distance, factor * foot.distance);
            ASSERT_EQ(other.point, factor * foot.point);
            ASSERT_EQ(other.toward, foot.toward);
            ASSERT_EQ(other.on_edge, foot.on_edge);
        }
    }
}

TEST(WallNearest, MovesWithTheSurface) {
    const std::uint64_t seed = 6;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    for (int trial = 0; trial < 4000; ++trial) {
        const Surface s = random_surface(random, trial % surface_kinds);
        const Vec3 c = random_vector(random, 2);
        const Vec3 shift = random_vector(random, 1);
        const Eigen::Matrix3d m = random_quaternion(random).toRotationMatrix();
        const Foot foot = nearest(s, c);
        const Foot other = nearest(moved(std::visit(Rotated{m}, s), shift), m * c + shift);
        // Near an axis rounding turns the foot around it; no such centre comes up for this seed.
        EXPECT_NEAR(other.distance, foot.distance, rounding);
        EXPECT_LT((other.point - (m * foot.point + shift)).norm(), 100 * rounding);
        EXPECT_LT((other.toward - m * foot.toward).norm(), 1000 * rounding);
    }
}

TEST(WallBounds, HoldAllPointsAndNoMore) {
    const std::uint64_t seed = 8;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const double spacing = 0.02;
    for (int trial = 0; trial < 140; ++trial) {
        const Surface s = random_surface(random, 1 + trial % (surface_kinds - 1));
        const Bounds box = bounds(s);
        Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity());
        Vec3 high = -low;
        for (const Vec3& q : samples(s, spacing)) low = low.cwiseMin(q), high = high.cwiseMax(q);
        EXPECT_TRUE((low - box.low).minCoeff() >= -rounding);
        EXPECT_TRUE((box.high - high).minCoeff() >= -rounding);
        EXPECT_TRUE((low - box.low).maxCoeff() <= spacing);
        EXPECT_TRUE((box.high - high).maxCoeff() <= spacing);
    }
    const Bounds all = bounds(Plane{{0, 0, 0}, {0, 0, 1}});
    EXPECT_EQ(all.low.maxCoeff(), -std::numeric_limits<double>::infinity());
    EXPECT_EQ(all.high.minCoeff(), std::numeric_limits<double>::infinity());
}

} // namespace
} // namespace scree
