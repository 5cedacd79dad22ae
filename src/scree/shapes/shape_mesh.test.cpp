// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/shape_mesh.hpp>

#include <scree/shapes/generated.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

double volume_of(const TriangleMesh& mesh) {
    double six = 0;
    for (const auto& [a, b, c] : mesh.triangles)
        six += mesh.vertices[a].cross(mesh.vertices[b]).dot(mesh.vertices[c]);
    return six / 6;
}

/// How far the farthest triangle lies inside of the surface, by the plane that supports the shape
/// along its normal.
double depth_of(const TriangleMesh& mesh, const Shape& shape) {
    double depth = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3 &p = mesh.vertices[a], &q = mesh.vertices[b], &r = mesh.vertices[c];
        const Vec3 n = (q - p).cross(r - p).normalized();
        depth = std::max(depth, n.dot(support(shape, n) + rounding(shape) * n - p));
    }
    return depth;
}

TEST(ShapeMesh, PolyhedraAreExact) {
    for (const std::string& name : regular_solid_names()) {
        const Polyhedron solid = regular_solid(name, 0.3);
        EXPECT_NEAR(volume_of(mesh_of(solid)) / mass_properties(solid).volume, 1, 1e-13) << name;
    }
    const Shape box = solid_box({0.1, 0.2, 0.5});
    EXPECT_NEAR(volume_of(mesh_of(box)), 8 * 0.1 * 0.2 * 0.5, 1e-15);
}

TEST(ShapeMesh, RoundShapesMissLittleOfTheirVolume) {
    Polyhedron rounded = generated_grain({1, 40, {0.75, 0.8}, 0.5}, 1);
    rounded.rounding = 0.05;
    for (const Shape& shape : std::initializer_list<Shape>{
             solid_sphere(0.2), solid_ellipsoid({2, 1, 1}), solid_ellipsoid({10, 1, 2}),
             solid_superquadric({1.4, 1.1, 0.7}, 2.5, 2.5), solid_superquadric({1, 1, 4}, 8, 8),
             solid_superquadric({1, 1, 1}, 10, 3, 0.1), solid_capsule(5, 1), solid_cylinder(1, 0.2),
             solid_cylinder(0.6, 1.2, 0.1), solid_cone(1, 2), solid_cone(1, 2, 0.1),
             solid_box({3, 2, 1}, 0.1), rounded}) {
        const double ratio = volume_of(mesh_of(shape)) / mass_properties(shape).volume;
        EXPECT_LT(ratio, 1 + 1e-12) << kind_name(shape);
        EXPECT_GT(ratio, 0.975) << kind_name(shape);
    }
}

TEST(ShapeMesh, BallsAndPlumpEllipsoidsLieWithinOnePerCent) {
    const Shape ball = solid_sphere(0.2), egg = solid_ellipsoid({3, 2, 1});
    EXPECT_LT(depth_of(mesh_of(ball), ball), 0.005 * 0.2);
    EXPECT_LT(depth_of(mesh_of(egg), egg), 0.01 * std::cbrt(3 * 2 * 1));
}

TEST(ShapeMesh, OfAClumpIsThatOfTheUnion) {
    const std::vector<ClumpBall> twin{{{0, 0, 0}, 1}, {{1.2, 0, 0}, 0.8}};
    const std::vector<ClumpBall> three{{{0, 0, 0}, 1}, {{1, 0, 0}, 1}, {{0.5, 0.8, 0}, 0.9}};
    std::vector<ClumpBall> hidden = twin; // one inside another, and one given twice
    hidden.push_back({{0.1, 0, 0}, 0.5});
    hidden.push_back(twin[0]);
    for (const auto& balls : {twin, three, hidden}) {
        const TriangleMesh mesh = mesh_of(balls);
        EXPECT_NEAR(volume_of(mesh) / mass_properties(make_clump(balls)).volume, 0.99, 0.01);
        for (const Vec3& v : mesh.vertices) {
            double nearest = 1; // height above the union
            for (const ClumpBall& b : balls)
                nearest = std::min(nearest, (v - b.center).norm() - b.radius);
            EXPECT_NEAR(nearest, 0, 0.005);
        }
    }
    EXPECT_EQ(mesh_of(hidden).triangles.size(), mesh_of(twin).triangles.size());
}

TEST(ShapeMesh, ClumpsSeamsMeet) {
    // A hole along the seam would show as an origin-dependent volume.
    const std::vector<ClumpBall> near{{{0, 0, 0}, 1}, {{1.2, 0, 0}, 0.8}};
    TriangleMesh mesh = mesh_of(near);
    const double volume = volume_of(mesh);
    for (Vec3& v : mesh.vertices) v += Vec3(5, 5, 5);
    EXPECT_NEAR(volume_of(mesh) / volume, 1, 0.01);
}

} // namespace
} // namespace scree
