// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/convex.hpp>
#include <scree/shapes/polyhedron.hpp>
#include <scree/shapes/polyhedron_samples.test.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

using namespace test;
using Matrix = Eigen::Matrix3d;

static_assert(Convex<Polyhedron>);
constexpr double pi = std::numbers::pi;

Matrix box_inertia(const Vec3& half, double volume) {
    const Vec3 squares = half.cwiseAbs2();
    return volume / 3 * Matrix((squares.sum() * Vec3::Ones() - squares).asDiagonal());
}

TEST(Polyhedron, CubeHasSixSquaresAndTwelveEdges) {
    const auto cube = make_polyhedron(box_points({1, 1, 1}));
    const PolyhedronData& data = *cube.data;
    EXPECT_EQ(data.corner_count, 8U);
    EXPECT_EQ(data.x.size(), 8U);
    ASSERT_EQ(data.face_count(), 6U);
    EXPECT_EQ(data.edges.size(), 12U);
    EXPECT_DOUBLE_EQ(data.reach, std::sqrt(3.0));
    for (std::size_t f = 0; f < 6; ++f) {
        EXPECT_EQ(data.face(f).size(), 4U);
        EXPECT_EQ(data.face_normal[f].cwiseAbs().sum(), 1); // along an axis, exactly
        EXPECT_EQ(data.face_normal[f].dot(data.corner(data.face(f)[0])), 1);
    }
    // Counter-clockwise from outside, as are the corners of faces.
    const std::vector<std::uint32_t> beside_0(data.neighbours.begin(), data.neighbours.begin() + 3);
    EXPECT_EQ(beside_0, (std::vector<std::uint32_t>{1, 4, 2}));
    EXPECT_EQ(data.neighbour_start[8], 24U);
    // Lowest corner first, counter-clockwise from outside: the face x = -1 is 0 4 6 2.
    const std::vector<std::uint32_t> bottom(data.face(0).begin(), data.face(0).end());
    EXPECT_EQ(bottom, (std::vector<std::uint32_t>{0, 1, 5, 4}));
}

TEST(Polyhedron, PointsThatAreNoCornersAreDropped) {
    auto points = box_points({1, 2, 3});
    points.insert(points.begin() + 2, Vec3(0.5, 0.5, 0.5)); // inside
    points.emplace_back(1, 0.3, 0.2);                       // in a face
    points.emplace_back(1, 2, 0.5);                         // in an edge
    points.push_back(points[0]);                            // twice
    const auto box = make_polyhedron(points);
    const auto plain = make_polyhedron(box_points({1, 2, 3}));
    EXPECT_EQ(box.data->x, plain.data->x);
    EXPECT_EQ(box.data->y, plain.data->y);
    EXPECT_EQ(box.data->z, plain.data->z);
    EXPECT_EQ(box.data->face_corners, plain.data->face_corners);
    EXPECT_EQ(box.data->edges, plain.data->edges);
}

TEST(Polyhedron, ArraysArePaddedWithTheLastCorner) {
    const auto pyramid = make_polyhedron(
        std::vector<Vec3>{{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}, {0, 0, 2}});
    const PolyhedronData& data = *pyramid.data;
    EXPECT_EQ(data.corner_count, 5U);
    EXPECT_EQ(data.face_count(), 5U);
    EXPECT_EQ(data.edges.size(), 8U);
    EXPECT_EQ(data.z, (std::vector<double>{0, 0, 0, 0, 2, 2, 2, 2}));
    const Corners view = corners(pyramid);
    EXPECT_EQ(view.count, 5U);
    EXPECT_EQ(view[4], Vec3(0, 0, 2));
    EXPECT_EQ(view.reach, 2);
    EXPECT_EQ(support(pyramid, {0.1, 0, 1e300}), Vec3(0, 0, 2));
    EXPECT_DOUBLE_EQ(data.mass.volume, 8.0 / 3);
    EXPECT_DOUBLE_EQ(data.mass.centroid.z(), 0.5);
}

TEST(Polyhedron, FaceOfManyPointsIsOneFace) {
    // A grid on each side of a cube: 8 corners among 218 points.
    std::vector<Vec3> points;
    for (int i = 0; i <= 6; ++i)
        for (int j = 0; j <= 6; ++j)
            for (int k = 0; k <= 6; ++k)
                if (i % 6 == 0 || j % 6 == 0 || k % 6 == 0)
                    points.emplace_back(0.1 * i, 0.1 * j, 0.1 * k);
    const auto cube = make_polyhedron(points);
    EXPECT_EQ(points.size(), 218U);
    EXPECT_EQ(cube.data->corner_count, 8U);
    EXPECT_EQ(cube.data->face_count(), 6U);
}

TEST(Polyhedron, FromFacesIsTheHull) {
    // The cube as twelve triangles, in single precision and turned: six faces all the same.
    const Matrix turn = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    std::vector<Vec3> points = {{9, 9, 9}}; // named by no face
    for (const Vec3& p : box_points({1, 1, 1}))
        points.emplace_back((turn * p).cast<float>().cast<double>());
    std::vector<std::vector<std::uint32_t>> faces;
    for (const auto& [a, b, c, d] : std::vector<std::array<std::uint32_t, 4>>{
             {1, 5, 7, 3}, {2, 4, 8, 6}, {1, 2, 6, 5}, {3, 7, 8, 4}, {1, 3, 4, 2}, {5, 6, 8, 7}}) {
        faces.push_back({a, b, c});
        faces.push_back({a, c, d});
    }
    const auto given = make_polyhedron(points, faces, 0.125);
    EXPECT_EQ(given.rounding, 0.125);
    EXPECT_EQ(given.data->corner_count, 8U);
    EXPECT_EQ(given.data->face_count(), 6U);
    EXPECT_EQ(given.data->edges.size(), 12U);
    EXPECT_NEAR(given.data->mass.volume, 8, 1e-6); // single precision
    const auto strict = make_polyhedron(std::span(points).subspan(1));
    EXPECT_GT(strict.data->face_count(), 6U); // taken at its word, it has bent faces
}

TEST(PolyhedronMass, TetrahedronInClosedForm) {
    const auto corner =
        make_polyhedron(std::vector<Vec3>{{0, 0, 0}, {2, 0, 0}, {0, 3, 0}, {0, 0, 4}});
    const MassProperties mass = mass_properties(corner);
    EXPECT_DOUBLE_EQ(mass.volume, 4);
    EXPECT_LT((mass.centroid - Vec3(0.5, 0.75, 1)).norm(), 1e-15);
    // About its right-angled corner ∫x² = V a²/10 and ∫xy = V ab/20; moved to the centroid they
    // become V 3a²/80 and -V ab/80.
    const Matrix inertia{{4 * 3 * (9 + 16) / 80.0, 4 * 6 / 80.0, 4 * 8 / 80.0},
                         {4 * 6 / 80.0, 4 * 3 * (4 + 16) / 80.0, 4 * 12 / 80.0},
                         {4 * 8 / 80.0, 4 * 12 / 80.0, 4 * 3 * (4 + 9) / 80.0}};
    EXPECT_LT((mass.inertia - inertia).norm(), 1e-14); // a few operations on numbers of about 4
}

TEST(PolyhedronMass, FarFromTheOriginNothingIsLost) {
    // The coordinates are multiples of 2^-10, so the box a thousand kilometres away is the same
    // box.
    const Vec3 half(0.5, 0.25, 0.125);
    const MassProperties mass =
        mass_properties(make_polyhedron(box_points(half, Vec3(0x1p20, -0x1p20, 0x1p19))));
    EXPECT_DOUBLE_EQ(mass.volume, 0.125);
    EXPECT_EQ(mass.centroid, Vec3(0x1p20, -0x1p20, 0x1p19));
    EXPECT_LT((mass.inertia - box_inertia(half, 0.125)).norm(), 1e-16);
}

TEST(PolyhedronMass, RoundedBoxInClosedForm) {
    // The rounded box by its mirror symmetry: one octant, from the middle outward, integrates x²
    // over a slab, a quarter cylinder and an eighth of a ball, each offset by the half sides.
    const Vec3 half(0.7, 0.4, 0.9);
    const Vec3 center(3, -2, 5);
    const double r = 0.3;
    const MassProperties mass = mass_properties(make_polyhedron(box_points(half, center), r));
    const double a = half.x(), b = half.y(), c = half.z();
    EXPECT_NEAR(mass.volume,
                8 * a * b * c + 8 * r * (a * b + b * c + c * a) + 2 * pi * r * r * (a + b + c) +
                    4 * pi / 3 * r * r * r,
                1e-14); // numbers of about 10
    EXPECT_LT((mass.centroid - center).norm(), 1e-15);
    const auto square = [&](int k) { // ∫ x_k²
        const double p = half[k], q = half[(k + 1) % 3], s = half[(k + 2) % 3];
        const double r2 = r * r, r3 = r2 * r, r4 = r2 * r2, r5 = r4 * r;
        return 8 * ((p * p * p / 3) * (q * s + r * (q + s) + pi * r2 / 4) + // over the length 2p
                    q * s * (std::pow(p + r, 3) - p * p * p) / 3 +          // end face
                    (q + s) * (p * p * pi * r2 / 4 + 2 * p * r3 / 3 + pi * r4 / 16) + // end edges
                    p * p * pi * r3 / 6 + 2 * p * pi * r4 / 16 + pi * r5 / 30);       // corner
    };
    const Vec3 squares(square(0), square(1), square(2));
    const Matrix expected = (squares.sum() * Vec3::Ones() - squares).asDiagonal();
    EXPECT_LT((mass.inertia - expected).norm(), 1e-14);
}

TEST(PolyhedronMass, TinyRoundedGrainIsTheLargeOneScaled) {
    const std::vector<Vec3> large = {{1, 0, 0}, {0, 1.5, 0}, {0, 0, 1}, {-1, -1, -1}, {0.4, 1, 1}};
    std::vector<Vec3> tiny;
    for (const Vec3& p : large) tiny.emplace_back(p * 0x1p-17); // about 10 µm
    const MassProperties a = mass_properties(make_polyhedron(large, 0.25));
    const MassProperties b = mass_properties(make_polyhedron(tiny, 0.25 * 0x1p-17));
    EXPECT_EQ(a.volume * 0x1p-51, b.volume);
    EXPECT_EQ(Vec3(a.centroid * 0x1p-17), b.centroid);
    EXPECT_EQ(Matrix(a.inertia * 0x1p-85), b.inertia);
}

} // namespace
} // namespace scree
