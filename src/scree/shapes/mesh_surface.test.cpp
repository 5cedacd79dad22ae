// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/complaints.test.hpp>
#include <scree/shapes/mesh_cuts.test.hpp>
#include <scree/shapes/mesh_surface.hpp>
#include <scree/shapes/polyhedron_samples.test.hpp>

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace scree {
namespace {

using namespace test;

std::map<EdgeKind, int> kinds(const MeshSurface& surface) {
    std::map<EdgeKind, int> count;
    for (const MeshEdge& edge : surface.edges()) ++count[edge.kind];
    return count;
}

TEST(MeshSurface, EdgesOfABox) {
    Random random(41);
    TriangleMesh box = cut_box({1, 2, 3}, 0, random);
    const MeshSurface outward(box);
    EXPECT_EQ(kinds(outward),
              (std::map<EdgeKind, int>{{EdgeKind::flat, 6}, {EdgeKind::convex, 12}}));
    EXPECT_EQ(outward.mesh().vertices.size(), 8U);
    EXPECT_TRUE(outward.findings().leaks.empty());
    for (const MeshEdge& edge : outward.edges())
        if (edge.kind == EdgeKind::convex) {
            EXPECT_NEAR(edge.angle, std::numbers::pi / 2, 1e-15);
        }
    EXPECT_EQ(std::set(outward.regions().begin(), outward.regions().end()).size(), 6U);
    for (auto& t : box.triangles) std::swap(t[1], t[2]);
    EXPECT_EQ(kinds(MeshSurface(box)),
              (std::map<EdgeKind, int>{{EdgeKind::flat, 6}, {EdgeKind::concave, 12}}));
    std::swap(box.triangles[0][1], box.triangles[0][2]);
    const MeshSurface mixed(box);
    EXPECT_EQ(mixed.findings().crossed, 3U);
}

TEST(MeshSurface, FlatRegionsDoNotDependOnTheCut) {
    for (int k = 0; k < cut_count; ++k) {
        if (k == 5 || k == 8 || k == 9) continue; // cut apart by T-junctions, or overlapping
        Random random(42);
        const MeshSurface box(cut_box({1, 2, 3}, k, random));
        EXPECT_EQ(std::set(box.regions().begin(), box.regions().end()).size(), 6U) << k;
    }
}

TEST(MeshSurface, DuplicatesAndSliversAreLeftOut) {
    Random random(43);
    EXPECT_GT(MeshSurface(cut_box({1, 1, 1}, 6, random)).findings().duplicates, 10U);
    EXPECT_EQ(MeshSurface(cut_box({1, 1, 1}, 7, random)).findings().slivers, 6U * 18U);
}

TEST(MeshSurface, LeaksAreNamedWithTheirPlace) {
    for (int k = 0; k < cut_count; ++k) {
        SCOPED_TRACE(k);
        Random random(44);
        EXPECT_TRUE(MeshSurface(cut_box({1, 2, 3}, k, random)).findings().leaks.empty());
        const MeshSurface open(cut_box({1, 2, 3}, k, random, 3)); // no face at y = 2
        ASSERT_GE(open.findings().leaks.size(), 1U);
        double length = 0;
        Vec3 place = Vec3::Zero();
        for (const MeshLeak& leak : open.findings().leaks) {
            length += leak.length;
            place += leak.length * leak.place;
        }
        // Overlapping pieces count the shared stretch of the rim twice.
        EXPECT_NEAR(length, k == 9 ? 8.2 : 8, k == 9 ? 1 : 1e-5);
        EXPECT_NEAR((place / length).y(), 2, 1e-12);
        if (k != 9) {
            EXPECT_LT((place / length - Vec3(0.5, 2, 1.5)).norm(), 1e-5);
        }
        if (k == 0) {
            EXPECT_EQ(open.findings().leaks[0].edges, 4U);
        }
    }
}

// T-junctions, overlapping pieces and slivers do not part a face.
TEST(MeshSurface, RegionsAndTheirNumbersDoNotDependOnTheCut) {
    for (int k = 0; k < cut_count; ++k) {
        SCOPED_TRACE(k);
        Random random(47);
        const MeshSurface box(cut_box({1, 2, 3}, k, random));
        ASSERT_EQ(box.region_count(), 6U);
        // By their lowest corners, then by their highest ones.
        const std::array<Vec3, 6> normal = {
            {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}}};
        const std::array<Vec3, 6> point = {
            {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 3}, {0, 2, 0}, {1, 0, 0}}};
        for (std::uint32_t r = 0; r < 6; ++r) {
            EXPECT_EQ(box.region_plane(r).normal.cwiseAbs(), normal[r]) << r;
            EXPECT_EQ(box.region_plane(r).point, point[r]) << r;
        }
        for (std::uint32_t t = 0; t < box.regions().size(); ++t)
            for (const Vec3& corner : box.corners(t)) {
                const Plane& plane = box.region_plane(box.regions()[t]);
                EXPECT_EQ(plane.normal.dot(corner - plane.point), 0);
            }
    }
}

TEST(MeshSurface, NearestIsThatOfAllTriangles) {
    Random random(45);
    const MeshSurface surface(cut_box({1, 2, 3}, 3, random));
    for (int trial = 0; trial < 2000; ++trial) {
        const Vec3 c(random.uniform(-1, 2), random.uniform(-1, 3), random.uniform(-1, 4));
        const MeshSurface::Nearest found = surface.nearest(c);
        const Vec3 inside = c.cwiseMax(0.0).cwiseMin(Vec3(1, 2, 3));
        double expected = (c - inside).norm();
        if (expected == 0)
            expected = std::min({c.x(), c.y(), c.z(), 1 - c.x(), 2 - c.y(), 3 - c.z()});
        ASSERT_NEAR(found.foot.distance, expected, 1e-14);
        EXPECT_NEAR((c - found.foot.point).norm(), expected, 1e-14);
        EXPECT_LT((found.foot.point + expected * found.foot.toward - c).norm(), 1e-13);
    }
}

TEST(MeshSurface, RefittedIsAsIfBuiltThere) {
    Random random(46);
    MeshSurface moving(cylinder_mesh(1, 2, 40, 10));
    const TriangleMesh start = moving.mesh();
    for (int k = 0; k < 10; ++k) {
        const Pose pose{random_rotation(random), 5 * random_direction(random)};
        TriangleMesh there = start;
        for (Vec3& p : there.vertices) p = pose * p;
        moving.refit(there.vertices);
        const MeshSurface fresh(there);
        int touched = 0;
        for (int trial = 0; trial < 300; ++trial) {
            const Vec3 c = pose * Vec3(random.uniform(-1.2, 1.2), random.uniform(-1.2, 1.2),
                                       random.uniform(-0.2, 2.2));
            std::vector<MeshContact> a, b;
            moving.contacts({c.x(), c.y(), c.z(), 0.2}, 0, a);
            fresh.contacts({c.x(), c.y(), c.z(), 0.2}, 0, b);
            ASSERT_EQ(a.size(), b.size());
            for (std::size_t i = 0; i < a.size(); ++i) {
                EXPECT_EQ(a[i].gap, b[i].gap);
                EXPECT_EQ(a[i].triangle, b[i].triangle);
            }
            touched += a.empty() ? 0 : 1;
        }
        EXPECT_GT(touched, 50);
    }
}

TEST(MeshSurface, Errors) {
    TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, nan, 0}}, {{0, 1, 5}}};
    EXPECT_EQ(complaints([&] { const MeshSurface surface(mesh); }),
              (Texts{"vertex 2: must be finite, got (0, nan, 0)",
                     "triangle 0: names vertex 5, but there are 3"}));
    mesh = {{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}, {{0, 1, 2}, {0, 0, 1}}};
    EXPECT_EQ(complaints([&] { const MeshSurface surface(mesh); }),
              Texts{"triangles: none with an area, the wall is empty"});
    EXPECT_EQ(complaints([&] { const MeshSurface surface(mesh, {2}); }),
              Texts{"smooth_angle: must be from 0 to below 1.57, got 2"});
}

} // namespace
} // namespace scree
