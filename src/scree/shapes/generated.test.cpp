// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/ball.hpp>
#include <scree/base/random.hpp>
#include <scree/shapes/complaints.test.hpp>
#include <scree/shapes/generated.hpp>
#include <scree/shapes/shape.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace scree {
namespace {

using namespace test;

struct Regular {
    const char* name;
    std::uint32_t corners, edges;
    std::size_t faces;
    double volume; ///< of edge length 1
};
const double root5 = std::sqrt(5.0);
const std::vector<Regular> regular = {{"tetrahedron", 4, 6, 4, 1 / (6 * std::sqrt(2.0))},
                                      {"cube", 8, 12, 6, 1},
                                      {"octahedron", 6, 12, 8, std::sqrt(2.0) / 3},
                                      {"dodecahedron", 20, 30, 12, (15 + 7 * root5) / 4},
                                      {"icosahedron", 12, 30, 20, 5 * (3 + root5) / 12}};

TEST(RegularSolids, HaveTheirCountsAndVolumes) {
    ASSERT_EQ(regular.size(), regular_solid_names().size());
    for (const Regular& known : regular) {
        SCOPED_TRACE(known.name);
        const Polyhedron solid = regular_solid(known.name, 2);
        const PolyhedronData& data = *solid.data;
        EXPECT_EQ(data.corner_count, known.corners);
        EXPECT_EQ(data.edges.size(), known.edges);
        EXPECT_EQ(data.face_count(), known.faces);
        const double edge = (data.corner(data.edges[0][0]) - data.corner(data.edges[0][1])).norm();
        for (const auto& [a, b] : data.edges)
            EXPECT_NEAR((data.corner(a) - data.corner(b)).norm(), edge, 1e-14);
        for (std::uint32_t i = 0; i < data.corner_count; ++i)
            EXPECT_NEAR(data.corner(i).norm(), 2, 1e-15);
        EXPECT_NEAR(data.mass.volume, known.volume * edge * edge * edge, 1e-13);
        // All moments are equal.
        const PrincipalAxes axes = principal_axes(data.mass);
        EXPECT_NEAR(axes.moments.maxCoeff(), axes.moments.minCoeff(), 1e-12);
    }
}

TEST(RegularSolids, Errors) {
    EXPECT_EQ(complaints([] { regular_solid("cub", 1); }),
              Texts{"unknown regular solid \"cub\"; did you mean \"cube\"?"});
    EXPECT_EQ(complaints([] { regular_solid("sponge-cake", -1); }),
              (Texts{"radius: must be > 0, got -1",
                     "unknown regular solid \"sponge-cake\"; must be one of tetrahedron, cube, "
                     "octahedron, dodecahedron, icosahedron"}));
}

Vec3 sides(const Polyhedron& solid) {
    const Bounds box = bounds(solid, Pose{});
    return box.high - box.low;
}

void expect_as_wanted(const Polyhedron& solid, int vertices, const Aspect& aspect, double radius) {
    EXPECT_EQ(solid.data->corner_count, static_cast<std::uint32_t>(vertices));
    const MassProperties mass = mass_properties(solid);
    EXPECT_NEAR(mass.volume, ball_volume(radius), 1e-12 * mass.volume);
    EXPECT_LT(mass.centroid.norm(), 1e-13 * radius);
    const Vec3 box = sides(solid);
    EXPECT_NEAR(box.y() / box.x(), aspect.elongation, 1e-13);
    EXPECT_NEAR(box.z() / box.y(), aspect.flatness, 1e-13);
}

TEST(RandomPolyhedra, HaveTheVerticesAspectAndVolumeAskedFor) {
    Random random(21);
    for (int trial = 0; trial < 60; ++trial) {
        const int vertices = 4 + static_cast<int>(random.below(trial % 10 == 0 ? 400 : 40));
        const Aspect aspect{random.uniform(0.2, 1), random.uniform(0.2, 1)};
        const double radius = std::exp(random.uniform(-8, 3));
        SCOPED_TRACE(testing::Message() << "trial " << trial << " vertices " << vertices);
        expect_as_wanted(
            random_polyhedron({static_cast<std::uint64_t>(trial), vertices, aspect}, radius),
            vertices, aspect, radius);
    }
}

TEST(RandomPolyhedra, TheSameSeedGivesTheSameBitsAnotherSeedAnother) {
    const auto corner = [](std::uint64_t seed) {
        return random_polyhedron({seed, 20, {}}, 1).data->x;
    };
    EXPECT_EQ(corner(5), corner(5));
    EXPECT_NE(corner(5), corner(6));
}

TEST(GeneratedGrains, HaveTheVerticesAspectAndVolumeAskedFor) {
    Random random(22);
    for (int trial = 0; trial < 60; ++trial) {
        GeneratedGrain wanted;
        wanted.seed = random.bits();
        wanted.vertices = 4 + static_cast<int>(random.below(trial % 10 == 0 ? 300 : 60));
        wanted.aspect = {random.uniform(0.3, 1), random.uniform(0.3, 1)};
        wanted.roundness = trial % 5 == 0 ? 0 : random.uniform();
        const double radius = std::exp(random.uniform(-8, 3));
        SCOPED_TRACE(testing::Message() << "trial " << trial << " vertices " << wanted.vertices
                                        << " roundness " << wanted.roundness);
        expect_as_wanted(generated_grain(wanted, radius), wanted.vertices, wanted.aspect, radius);
    }
}

/// π^(1/3) (6V)^(2/3) / A.
double sphericity(const Polyhedron& solid) {
    double area = 0;
    const PolyhedronData& data = *solid.data;
    for (std::size_t f = 0; f < data.face_count(); ++f) {
        const auto face = data.face(f);
        Vec3 sum = Vec3::Zero();
        for (std::size_t i = 2; i < face.size(); ++i)
            sum += (data.corner(face[i - 1]) - data.corner(face[0]))
                       .cross(data.corner(face[i]) - data.corner(face[0]));
        area += 0.5 * sum.norm();
    }
    return std::cbrt(std::numbers::pi) * std::pow(6 * data.mass.volume, 2.0 / 3) / area;
}

// Rounder grains are nearer to the ball, on average over seeds, and the roundest are the ellipsoid.
TEST(GeneratedGrains, RoundnessMakesThemRounder) {
    double last = 0;
    for (const double roundness : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        double mean = 0;
        for (std::uint64_t seed = 0; seed < 20; ++seed)
            mean += sphericity(generated_grain({seed, 100, {}, roundness}, 1)) / 20;
        EXPECT_GT(mean, last) << roundness;
        last = mean;
    }
    EXPECT_GT(last, 0.96); // a hundred corners on a ball
    EXPECT_GT(sphericity(generated_grain({1, 2000, {}, 1}, 1)), 0.995);
}

TEST(GeneratedGrains, Errors) {
    EXPECT_EQ(complaints([] {
                  generated_grain({1, 3, {1.5, -0.2}, 2}, nan);
              }),
              (Texts{"radius: must be > 0, got nan", "vertices: must be from 4 to 10000, got 3",
                     "elongation: must be > 0 and at most 1, got 1.5",
                     "flatness: must be > 0 and at most 1, got -0.2",
                     "roundness: must be from 0 to 1, got 2"}));
    EXPECT_EQ(complaints([] {
                  random_polyhedron({1, 20000, {}}, 1);
              }),
              Texts{"vertices: must be from 4 to 10000, got 20000"});
}

// Every kind: support, bounds and mass of a scaled shape are the scaled ones, by a power of two
// exactly.
TEST(ScaledShapes, SupportReachAndMassFollow) {
    const std::vector<Shape> shapes = {solid_sphere(0.3),
                                       solid_capsule(0.5, 0.2),
                                       solid_ellipsoid({1, 0.8, 0.6}, 0.1),
                                       solid_superquadric({1, 0.8, 0.6}, 3, 4, 0.1),
                                       solid_cylinder(0.4, 0.7, 0.05),
                                       solid_cone(0.4, 0.7, 0.05),
                                       solid_box({1, 2, 3}, 0.1),
                                       generated_grain({3, 300, {0.8, 0.7}, 0.5}, 0.4)};
    ASSERT_EQ(shapes.size(), std::variant_size_v<Shape>);
    Random random(23);
    for (const Shape& shape : shapes) {
        SCOPED_TRACE(std::string(kind_name(shape)));
        for (const double factor : {0x1p-12, 3.7}) {
            const bool is_exact = factor < 1;
            const Shape large = scaled(shape, factor);
            EXPECT_EQ(large.index(), shape.index());
            const double tolerance = is_exact ? 0 : 1e-14;
            EXPECT_NEAR(reach(large), factor * reach(shape), tolerance * reach(large));
            EXPECT_EQ(rounding(large), factor * rounding(shape));
            for (int k = 0; k < 100; ++k) {
                const Vec3 d(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
                const double expected = factor * d.dot(support(shape, d));
                EXPECT_NEAR(d.dot(support(large, d)), expected,
                            tolerance * (std::abs(expected) + reach(large)));
            }
            const MassProperties a = mass_properties(shape), b = mass_properties(large);
            // Closed forms and quadratures follow a power of two up to their rounding.
            EXPECT_NEAR(b.volume, std::pow(factor, 3) * a.volume, 1e-9 * b.volume);
            EXPECT_LT((b.inertia - std::pow(factor, 5) * a.inertia).norm(),
                      1e-9 * b.inertia.norm());
        }
    }
    EXPECT_EQ(complaints([&] { scaled(shapes[0], -2); }), Texts{"factor: must be > 0, got -2"});
}

TEST(PrincipalAxes, DiagonaliseProperlyAndScale) {
    Random random(24);
    for (int trial = 0; trial < 100; ++trial) {
        const Polyhedron grain =
            generated_grain({random.bits(), 12, {random.uniform(0.3, 1), 0.7}, 0.2}, 1);
        const MassProperties mass = mass_properties(grain);
        const PrincipalAxes axes = principal_axes(mass);
        EXPECT_NEAR(axes.rotation.determinant(), 1, 1e-14);
        const Eigen::Matrix3d back =
            axes.rotation * axes.moments.asDiagonal() * axes.rotation.transpose();
        EXPECT_LT((back - mass.inertia).norm(), 1e-14 * mass.inertia.norm());
        EXPECT_TRUE(axes.moments.x() <= axes.moments.y() && axes.moments.y() <= axes.moments.z());
        const PrincipalAxes tiny = principal_axes(mass_properties(scaled(grain, 0x1p-20)));
        EXPECT_EQ(tiny.rotation, axes.rotation);
        EXPECT_EQ(tiny.moments, Vec3(axes.moments * 0x1p-100));
    }
}

} // namespace
} // namespace scree
