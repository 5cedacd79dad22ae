// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/complaints.test.hpp>
#include <scree/shapes/convexity.hpp>

#include <gtest/gtest.h>

namespace scree {
namespace {

using namespace test;

/// A cube of side 2 with a roof of four triangles, its tip at the given height.
TriangleMesh house(double tip) {
    return {{{-1, -1, -1},
             {1, -1, -1},
             {1, 1, -1},
             {-1, 1, -1},
             {-1, -1, 1},
             {1, -1, 1},
             {1, 1, 1},
             {-1, 1, 1},
             {0, 0, tip}},
            {{0, 2, 1},
             {0, 3, 2},
             {0, 1, 5},
             {0, 5, 4},
             {1, 2, 6},
             {1, 6, 5},
             {2, 3, 7},
             {2, 7, 6},
             {3, 0, 4},
             {3, 4, 7},
             {4, 5, 8},
             {5, 6, 8},
             {6, 7, 8},
             {7, 4, 8}}};
}

TEST(Convexity, SaysByHowMuch) {
    const Convexity sunk = convexity(house(0.5));
    EXPECT_DOUBLE_EQ(sunk.depth, 0.5);
    EXPECT_EQ(sunk.vertex, 8U);
    EXPECT_DOUBLE_EQ(sunk.relative, 0.25);
    EXPECT_NEAR(sunk.hull_volume, 8, 1e-14);
    EXPECT_NEAR(sunk.volume, 8 - 4 * 0.5 / 3, 1e-14); // less a pyramid
    EXPECT_LE(convexity(house(1.5)).depth, 1e-15);
    EXPECT_EQ(complaints([] { convex_solid(house(0.5)); }),
              Texts{"not convex: vertex 8 lies 0.5 m (25 % of its size) below the hull, which the "
                    "solid fills to 91.7 %; take the hull of the points, or split it into convex "
                    "parts (decomposition is the coming step)"});
    EXPECT_EQ(convex_solid(house(1.5)).data->corner_count, 9U);
    EXPECT_EQ(convex_solid(house(1), 0.25).data->corner_count, 8U);
}

// Schönhardt's polyhedron: a twisted prism, all vertices on the hull, yet not convex.
TEST(Convexity, AllVerticesOnTheHullYetNotConvex) {
    TriangleMesh mesh;
    for (int k = 0; k < 6; ++k) {
        const double t = 2 * M_PI / 3 * k + (k < 3 ? 0 : 0.5);
        mesh.vertices.emplace_back(std::cos(t), std::sin(t), k < 3 ? 0 : 1);
    }
    mesh.triangles = {{0, 2, 1}, {3, 4, 5}};
    for (std::uint32_t k = 0; k < 3; ++k) {
        const std::uint32_t next = (k + 1) % 3;
        mesh.triangles.push_back({k, next, 3 + next}); // the diagonals that dip inward
        mesh.triangles.push_back({k, 3 + next, 3 + k});
    }
    EXPECT_GT(convexity(mesh).volume, 0);
    // 0.88646 of 1.60560 m³, which the prism with the other three diagonals has.
    EXPECT_EQ(
        complaints([&] { convex_solid(mesh); }),
        Texts{"not convex: it fills 55.2 % of its hull; take the hull of the points, or split "
              "it into convex parts (decomposition is the coming step)"});
}

TEST(Convexity, OtherMistakesComeFirst) {
    TriangleMesh mesh = house(0.5);
    mesh.triangles.pop_back();
    EXPECT_EQ(complaints([&] { convex_solid(mesh); })[0],
              "face 9: no face on the other side of its edge 4–7, the surface is open");
    mesh = house(1.5);
    for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
    EXPECT_EQ(complaints([&] { convex_solid(mesh); })[0].substr(0, 10), "inside out");
    mesh = house(1.5);
    for (Vec3& p : mesh.vertices) p.z() = 0;
    EXPECT_EQ(complaints([&] { convex_solid(mesh); })[0],
              "points: all in one plane, 0 m thick over a length of 2.8284271247461903 m; a solid "
              "needs more than 1e-10 of its length in every direction");
}

} // namespace
} // namespace scree
