// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/polyhedron_samples.test.hpp>
#include <scree/shapes/shape.hpp>

#include <gtest/gtest.h>

// The contract of Convex, for every alternative of Shape: no formula of any of them is used here.
namespace scree {
namespace {

using namespace test;
constexpr std::uint64_t seed = 4711;

/// One or more of each kind, at sizes of dust, grain and block, plump, thin and flat.
std::vector<Shape> samples() {
    std::vector<Shape> all;
    for (const double s : {1e-5, 0.3, 100.0}) {
        all.emplace_back(solid_sphere(s));
        all.emplace_back(solid_capsule(2 * s, s));
        for (const Vec3& half : {Vec3(s, s, s), Vec3(0.5 * s, 2 * s, 1e-4 * s)}) {
            all.emplace_back(solid_ellipsoid(half, 0.1 * s));
            all.emplace_back(solid_superquadric(half, 2, 5));
            all.emplace_back(solid_superquadric(half, 40, 2.5));
            all.emplace_back(solid_box(half, 0.2 * s));
            all.emplace_back(make_polyhedron(box_points(half, 0.3 * half)));
        }
        all.emplace_back(solid_cylinder(s, 3 * s));
        all.emplace_back(solid_cylinder(s, 1e-4 * s, 0.1 * s));
        all.emplace_back(solid_cone(s, 2 * s));
        all.emplace_back(solid_cone(s, 1e-4 * s));
        all.emplace_back(make_polyhedron(prism_points(7, s, 2 * s), 0.1 * s));
    }
    return all;
}

/// Random ones, and those along the axes and in the coordinate planes.
std::vector<Vec3> directions() {
    Random random(seed);
    std::cout << "seed " << seed << '\n';
    std::vector<Vec3> all;
    for (int i = 0; i < 27; ++i)
        if (i != 13) all.emplace_back(i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1);
    for (int i = 0; i < 100; ++i) all.push_back(random_direction(random));
    return all;
}

TEST(Shape, SamplesAreOfEveryKind) {
    std::vector<bool> seen(std::variant_size_v<Shape>);
    for (const Shape& shape : samples()) seen[shape.index()] = true;
    EXPECT_EQ(seen, std::vector<bool>(std::variant_size_v<Shape>, true));
}

TEST(Shape, NoSupportIsFartherThanTheOneOfThatDirection) {
    const auto all = directions();
    for (const Shape& shape : samples()) {
        SCOPED_TRACE(kind_name(shape));
        std::vector<Vec3> supports;
        for (const Vec3& d : all) supports.push_back(support(shape, d));
        for (std::size_t i = 0; i < all.size(); ++i)
            for (const Vec3& other : supports)
                // Rounding of the dot product and of the point itself: a dozen operations.
                EXPECT_LE(all[i].dot(other), all[i].dot(supports[i]) + 1e-14 * reach(shape));
        if (HasFailure()) return;
    }
}

TEST(Shape, ReachBoundsEverySupportAndIsReached) {
    const auto all = directions();
    for (const Shape& shape : samples()) {
        SCOPED_TRACE(kind_name(shape));
        double farthest = 0;
        for (const Vec3& d : all) farthest = std::max(farthest, support(shape, d).norm());
        EXPECT_LE(farthest, reach(shape) * (1 + 1e-15));
        EXPECT_GE(farthest, reach(shape) * 0.7); // the directions are few
    }
}

TEST(Shape, LengthOfTheDirectionDoesNotMatter) {
    const auto all = directions();
    for (const Shape& shape : samples()) {
        SCOPED_TRACE(kind_name(shape));
        for (const Vec3& d : all)
            for (const double length : {0x1p-996, 0x1p-500, 0x1p500, 0x1p996}) // 1e±300
                EXPECT_EQ(support(shape, length * d), support(shape, d));
        if (HasFailure()) return;
    }
}

TEST(Shape, HugeRatiosOfCoordinatesGiveNoNaN) {
    for (const Shape& shape : samples()) {
        SCOPED_TRACE(kind_name(shape));
        for (const double tiny : {0.0, -0.0, 5e-324, 1e-300, 1e-17})
            for (const double large : {1e-300, 1.0, 1e300})
                for (int k = 0; k < 3; ++k) {
                    Vec3 d = Vec3::Constant(tiny);
                    d[k] = large;
                    const Vec3 point = support(shape, d);
                    EXPECT_TRUE(point.allFinite()) << d.transpose();
                    EXPECT_LE(point.norm(), reach(shape) * (1 + 1e-15));
                }
    }
}

TEST(Shape, ScaledByAPowerOfTwoGivesTheSameBits) {
    const Vec3 d(0.3, -0.5, 0.7);
    const double s = 0x1p-20;
    EXPECT_EQ(support(solid_ellipsoid(s * Vec3(1, 2, 3)), d),
              Vec3(s * support(solid_ellipsoid({1, 2, 3}), d)));
    EXPECT_EQ(support(solid_superquadric(s * Vec3(1, 2, 3), 3, 5), d),
              Vec3(s * support(solid_superquadric({1, 2, 3}, 3, 5), d)));
    EXPECT_EQ(support(solid_cylinder(s, 2 * s), d), Vec3(s * support(solid_cylinder(1, 2), d)));
    EXPECT_EQ(support(solid_cone(s, 2 * s), d), Vec3(s * support(solid_cone(1, 2), d)));
}

TEST(Shape, MassIsPlausible) {
    for (const Shape& shape : samples()) {
        SCOPED_TRACE(kind_name(shape));
        const MassProperties mass = mass_properties(shape);
        const Bounds box = bounds(shape, {});
        const Vec3 sides = box.high - box.low;
        EXPECT_GT(mass.volume, 0);
        EXPECT_LE(mass.volume, sides.prod() * (1 + 1e-14)); // a box fills its bounds
        EXPECT_TRUE((mass.centroid.array() >= box.low.array()).all());
        EXPECT_TRUE((mass.centroid.array() <= box.high.array()).all());
        const Vec3 moments = mass.inertia.diagonal();
        const double most = mass.volume * sides.squaredNorm() / 4;
        for (int k = 0; k < 3; ++k) { // the triangle inequality of moments of inertia
            EXPECT_GT(moments[k], 0);
            EXPECT_LE(moments[k], most);
            EXPECT_LE(moments[k], (moments[(k + 1) % 3] + moments[(k + 2) % 3]) * (1 + 1e-14));
        }
    }
}

TEST(Shape, NamesItsKind) {
    EXPECT_EQ(kind_name(solid_sphere(1)), "sphere");
    EXPECT_EQ(kind_name(solid_capsule(1, 1)), "capsule");
    EXPECT_EQ(kind_name(solid_ellipsoid({1, 1, 1})), "ellipsoid");
    EXPECT_EQ(kind_name(solid_superquadric({1, 1, 1}, 2, 2)), "superquadric");
    EXPECT_EQ(kind_name(solid_cylinder(1, 1)), "cylinder");
    EXPECT_EQ(kind_name(solid_cone(1, 1)), "cone");
    EXPECT_EQ(kind_name(solid_box({1, 1, 1})), "box");
    EXPECT_EQ(kind_name(make_polyhedron(box_points({1, 1, 1}))), "polyhedron");
}

} // namespace
} // namespace scree
