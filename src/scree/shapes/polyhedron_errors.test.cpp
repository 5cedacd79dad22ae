// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/complaints.test.hpp>
#include <scree/shapes/polyhedron.hpp>
#include <scree/shapes/polyhedron_samples.test.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace scree {
namespace {

using namespace test;
using Points = std::vector<Vec3>;

Texts hull_complaints(const Points& points, double rounding = 0) {
    return complaints([&] { make_polyhedron(points, rounding); });
}

TEST(PolyhedronErrors, TooFewOrNotFinite) {
    EXPECT_EQ(hull_complaints({}), Texts{"points: a solid needs at least 4, got 0"});
    EXPECT_EQ(
        hull_complaints({{0, 0, 0}, {1, nan, 0}, {0, 1, 0}}, -1),
        (Texts{"points: a solid needs at least 4, got 3",
               "point 1: must be finite, got (1, nan, 0)", "rounding: must be >= 0, got -1"}));
    auto points = box_points({1, 1, 1});
    points[6].z() = infinity;
    EXPECT_EQ(hull_complaints(points), Texts{"point 6: must be finite, got (-1, 1, inf)"});
    EXPECT_EQ(hull_complaints(Points(9, Vec3(nan, 0, 0))).back(),
              "… and 4 more points that are not finite");
}

TEST(PolyhedronErrors, Flat) {
    EXPECT_EQ(hull_complaints(Points(7, Vec3(1, 2, 3))),
              Texts{"points: all are the same point (1, 2, 3)"});
    EXPECT_EQ(hull_complaints({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {4, 4, 4}, {3, 3, 3}}),
              Texts{"points: all on one line, 0 m wide over a length of 6.928203230275509 m; a "
                    "solid needs more than 1e-10 of its length in every direction"});
    EXPECT_EQ(hull_complaints({{0, 0, 5}, {3, 0, 5}, {0, 4, 5}, {3, 4, 5}}),
              Texts{"points: all in one plane, 0 m thick over a length of 5 m; a solid needs more "
                    "than 1e-10 of its length in every direction"});
    EXPECT_EQ(hull_complaints({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1e-12}}).size(), 1U);
    EXPECT_EQ(hull_complaints({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1e-9}}), Texts{});
}

using Faces = std::vector<std::vector<std::uint32_t>>;

Texts face_complaints(const Points& points, const Faces& faces) {
    return complaints([&] { make_polyhedron(points, faces); });
}

/// The faces of box_points.
const Faces box_faces = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                         {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
const Points cube = box_points({1, 1, 1});

TEST(PolyhedronErrors, GoodFacesPass) { EXPECT_EQ(face_complaints(cube, box_faces), Texts{}); }

TEST(PolyhedronErrors, WrongCorners) {
    Faces faces = box_faces;
    faces[1] = {1, 3, 9, 5};
    faces[2] = {0, 1};
    faces[4] = {0, 2, 3, 2};
    EXPECT_EQ(face_complaints(cube, faces),
              (Texts{"face 1: names point 9, but there are only points 0 to 7",
                     "face 2: needs at least 3 corners, got 2", "face 4: names a point twice"}));
    EXPECT_EQ(face_complaints(cube, {{0, 4, 6, 2}}),
              Texts{"faces: a solid needs at least 4, got 1"});
    const Texts many = face_complaints(cube, Faces(9, {0, 1}));
    ASSERT_EQ(many.size(), 6U);
    EXPECT_EQ(many[5], "… and 4 more faces with wrong corners");
}

TEST(PolyhedronErrors, Open) {
    Faces faces = box_faces;
    faces.pop_back();
    const Texts texts = face_complaints(cube, faces);
    ASSERT_EQ(texts.size(), 4U);
    EXPECT_EQ(texts[0], "face 0: no face on the other side of its edge 4–6, the surface is open");
    // The same point under two numbers: closed to the eye only.
    Points points = cube;
    points.push_back(cube[7]);
    faces = box_faces;
    faces[5] = {4, 5, 8, 6};
    EXPECT_EQ(face_complaints(points, faces)[0],
              "face 5: no face on the other side of its edge 5–8, the surface is open; points 7 "
              "and 8 are the same: weld such points");
}

TEST(PolyhedronErrors, TurnedTheWrongWay) {
    Faces faces = box_faces;
    std::ranges::reverse(faces[3]);
    EXPECT_EQ(face_complaints(cube, faces)[0],
              "face 3: runs along edge 3–7 the same way as face 1; one of them is turned the wrong "
              "way, or more than two meet there");
    faces = box_faces;
    for (auto& face : faces) std::ranges::reverse(face);
    EXPECT_EQ(face_complaints(cube, faces),
              Texts{"inside out: the faces run clockwise seen from outside (the volume would be -8 "
                    "m³); reverse the corners of every face"});
}

TEST(PolyhedronErrors, NotPlanarOrNotConvex) {
    Points points = cube;
    points[7] = {1, 1, 1.1};
    EXPECT_EQ(face_complaints(points, box_faces).size(), 1U);
    EXPECT_EQ(face_complaints(points, box_faces)[0].substr(0, 28), "face 5: not planar, its poin");
    // A roof pushed in: its tip 0.5 below the top of a cube of size 2.
    points = cube;
    points.emplace_back(0, 0, 0.5);
    Faces faces = box_faces;
    faces.pop_back();
    for (const Faces::value_type& roof :
         {Faces::value_type{4, 5, 8}, {5, 7, 8}, {7, 6, 8}, {6, 4, 8}})
        faces.push_back(roof);
    // Each roof plane sinks from an edge of the top towards the tip with slope 1/2; the far corners
    // of its neighbours stand 2 · sin(atan 1/2) = 0.894 above it.
    EXPECT_EQ(face_complaints(points, faces),
              Texts{"not convex: point 5 lies 0.894 m (45 % of its size) outside the plane of face "
                    "8; take the hull of the points (--hull), or split it into convex parts"});
}

TEST(PolyhedronErrors, SeveralPieces) {
    Points points = cube;
    Faces faces = box_faces;
    for (const Vec3& p : cube) points.emplace_back(p + Vec3(4, 0, 0));
    for (const auto& face : box_faces) {
        faces.push_back(face);
        for (auto& corner : faces.back()) corner += 8;
    }
    const Texts texts = face_complaints(points, faces);
    ASSERT_EQ(texts.size(), 1U);
    EXPECT_EQ(texts[0].substr(0, 60),
              "not one convex solid: the faces enclose 16 m³, their hull 2");
}

} // namespace
} // namespace scree
