// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/closed_forms.hpp>
#include <scree/narrow/solids.test.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

// Cases worked out by hand, and the documented choices where no direction is better than another.
namespace scree {
namespace {

using namespace test;

constexpr double rounding_error = 1e-15; // a few operations on lengths of about one
constexpr double pi = std::numbers::pi;

void expect_gap(const ClosedGap& got, double gap, const Vec3& normal, const Vec3& on_a) {
    EXPECT_NEAR(got.gap, gap, 4 * rounding_error);
    EXPECT_LE((got.normal - normal).norm(), 4 * rounding_error)
        << "normal " << got.normal.transpose() << ", expected " << normal.transpose();
    EXPECT_LE((got.on_a - on_a).norm(), 4 * rounding_error)
        << "on A " << got.on_a.transpose() << ", expected " << on_a.transpose();
    EXPECT_LE((got.on_b - (on_a + gap * normal)).norm(), 8 * rounding_error);
}

TEST(ClosedForms, Spheres) {
    const Sphere a{1};
    const Sphere b{0.5};
    expect_gap(closed_gap(a, b, at({0, 3, 4})), 3.5, {0, 0.6, 0.8}, {0, 0.6, 0.8});
    expect_gap(closed_gap(a, b, at({-1, 0, 0})), -0.5, {-1, 0, 0}, {-1, 0, 0});
    expect_gap(closed_gap(a, b, at({0, 0, 0})), -1.5, {0, 0, 1}, {0, 0, 1});
    // Squares that would be zero.
    const ClosedGap close = closed_gap(a, b, at({0, -1e-200, 0}));
    expect_gap(close, -1.5, {0, -1, 0}, {0, -1, 0});
}

TEST(ClosedForms, SphereAndBox) {
    const Sphere a{0.5};
    const Box b{{1, 2, 3}, 0};
    const Box soft{{1, 2, 3}, 0.25};
    // Face, edge, corner.
    expect_gap(closed_gap(a, b, at({-3, 0.5, 1})), 1.5, {-1, 0, 0}, {-0.5, 0, 0});
    expect_gap(closed_gap(a, b, at({4, 6, 0})), 4.5, {0.6, 0.8, 0}, {0.3, 0.4, 0});
    expect_gap(closed_gap(a, b, at({3, 4, 4})), 2.5, Vec3(2, 2, 1) / 3, Vec3(2, 2, 1) / 6);
    expect_gap(closed_gap(a, soft, at({3, 4, 4})), 2.25, Vec3(2, 2, 1) / 3, Vec3(2, 2, 1) / 6);
    // The centre inside, nearest to the face -x of the box (the box's centre lies at +x).
    expect_gap(closed_gap(a, b, at({0.75, 0.5, 0})), -0.75, {1, 0, 0}, {0.5, 0, 0});
    expect_gap(closed_gap(a, soft, at({0.75, 0.5, 0})), -1, {1, 0, 0}, {0.5, 0, 0});
    // In the very centre, and on a corner of the core: the face +x.
    expect_gap(closed_gap(a, b, at({0, 0, 0})), -1.5, {-1, 0, 0}, {-0.5, 0, 0});
    expect_gap(closed_gap(a, b, at({-1, -2, -3})), -0.5, {-1, 0, 0}, {-0.5, 0, 0});
    // Turned: the box's x is A's y.
    expect_gap(closed_gap(a, b, turned(Vec3::UnitZ(), pi / 2, {0, 4, 0})), 2.5, {0, 1, 0},
               {0, 0.5, 0});
}

TEST(ClosedForms, SphereAndCapsule) {
    const Sphere a{0.5};
    const Capsule b{2, 0.25};
    expect_gap(closed_gap(a, b, at({3, 0, 1})), 2.25, {1, 0, 0}, {0.5, 0, 0});
    expect_gap(closed_gap(a, b, at({0, 3, 6})), 4.25, {0, 0.6, 0.8}, {0, 0.3, 0.4});
    // On the segment, inside, at its end and in its middle: the capsule's x axis, here A's y.
    for (const double z : {-1.0, 2.0, 0.0})
        expect_gap(closed_gap(a, b, turned(Vec3::UnitZ(), pi / 2, {0, 0, z})), -0.75, {0, 1, 0},
                   {0, 0.5, 0});
    expect_gap(closed_gap(a, Capsule{0, 0.25}, at({0, 0, -2})), 1.25, {0, 0, -1}, {0, 0, -0.5});
}

TEST(ClosedForms, Capsules) {
    const Capsule a{2, 0.5};
    const Capsule b{1, 0.25};
    const double quarter = pi / 2;
    // Crossing at a distance, end on segment, end on end.
    expect_gap(closed_gap(a, b, turned(Vec3::UnitY(), quarter, {0.5, 3, 1})), 2.25, {0, 1, 0},
               {0, 0.5, 1});
    expect_gap(closed_gap(a, b, turned(Vec3::UnitY(), quarter, {3, 0, 1})), 1.25, {1, 0, 0},
               {0.5, 0, 1});
    expect_gap(closed_gap(a, b, turned(Vec3::UnitY(), quarter, {4, 0, 6})), 4.25, {0.6, 0, 0.8},
               {0.3, 0, 2.4});
    // Parallel: the middle of the common stretch, 0.5 … 2; behind each other.
    expect_gap(closed_gap(a, b, at({0, -3, 1.5})), 2.25, {0, -1, 0}, {0, -0.5, 1.25});
    expect_gap(closed_gap(a, b, turned(Vec3::UnitX(), pi, {3, 0, 0})), 2.25, {1, 0, 0},
               {0.5, 0, 0});
    expect_gap(closed_gap(a, b, at({0, 0, 5})), 1.25, {0, 0, 1}, {0, 0, 2.5});
    // Axes that meet: B's axis × A's axis = x × z.
    expect_gap(closed_gap(a, b, turned(Vec3::UnitY(), quarter, {0.5, 0, 1})), -0.75, {0, -1, 0},
               {0, -0.5, 1});
    // Both on one line, overlapping and touching with their ends: +x.
    expect_gap(closed_gap(a, b, at({0, 0, 0.5})), -0.75, {1, 0, 0}, {0.5, 0, 0.5});
    expect_gap(closed_gap(a, b, at({0, 0, 3})), -0.75, {1, 0, 0}, {0.5, 0, 2});
    // No length: spheres.
    expect_gap(closed_gap(Capsule{0, 1}, Capsule{0, 0.5}, at({0, 3, 4})), 3.5, {0, 0.6, 0.8},
               {0, 0.6, 0.8});
    expect_gap(closed_gap(Capsule{0, 1}, Capsule{0, 0.5}, at({0, 0, 0})), -1.5, {1, 0, 0},
               {1, 0, 0});
    expect_gap(closed_gap(a, Capsule{0, 0.25}, turned({1, 2, 3}, 1, {3, 0, 1})), 2.25, {1, 0, 0},
               {0.5, 0, 1});
}

TEST(ClosedForms, HalfSpace) {
    const Plane floor{{7, -5, -3}, Vec3::UnitZ()};
    expect_gap(closed_gap(Sphere{1}, floor), 2, {0, 0, -1}, {0, 0, -1});
    expect_gap(closed_gap(Capsule{2, 0.5}, floor), 0.5, {0, 0, -1}, {0, 0, -2.5});
    const Plane inside{{0, 0, 5}, Vec3::UnitZ()};
    expect_gap(closed_gap(Sphere{1}, inside), -6, {0, 0, -1}, {0, 0, -1});
    const Vec3 tilted = Vec3(2, 2, 1) / 3;
    expect_gap(closed_gap(Box{{1, 1, 1}, 0.25}, Plane{-2 * tilted, tilted}), 2 - 5.0 / 3 - 0.25,
               -tilted, Vec3(-1, -1, -1) - 0.25 * tilted);
    const auto cube = box_solid({1, 1, 1});
    EXPECT_NEAR(closed_gap(cube, floor).gap, 2, 4 * rounding_error);
}

} // namespace
} // namespace scree
