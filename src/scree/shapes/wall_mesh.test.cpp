// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/wall_mesh.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace scree {
namespace {

// Meshes are inscribed: every vertex lies on its surface.
TEST(WallMesh, VerticesLieOnTheirSurface) {
    const Bounds region{Vec3(-2, -2, -2), Vec3(2, 2, 2)};
    const std::vector<Surface> surfaces = {
        make_plane(Vec3(0, 0, -1), Vec3(1, 2, 3)).front(),
        make_sphere(Vec3(1, 0, 0), 0.5, true).front(),
        make_frustum(Vec3(0, 0, 0), Vec3(1, 1, 1), 0.5, 1.5).front(),
        make_annulus(Vec3(0, 1, 0), Vec3(0, 1, 1), 0.2, 0.8).front(),
        make_box(Vec3(0, 0, 0), Vec3(1, 2, 3), {}).front()};
    for (const Surface& s : surfaces) {
        const TriangleMesh mesh = mesh_of(s, region);
        EXPECT_GE(mesh.triangles.size(), 2U);
        for (const Vec3& v : mesh.vertices)
            EXPECT_LT(std::abs(nearest(s, v).distance), 1e-12) << s.index();
        for (const auto& t : mesh.triangles)
            for (const std::uint32_t k : t) EXPECT_LT(k, mesh.vertices.size());
    }
}

// At poles, tips and the middle of a disc a ring shrinks to a point; triangles there must not.
TEST(WallMesh, EveryTriangleHasArea) {
    const Bounds region{Vec3(-2, -2, -2), Vec3(2, 2, 2)};
    const int segments = 24;
    const std::vector<std::pair<Surface, std::size_t>> surfaces = {
        {make_sphere(Vec3(1, 0, 0), 0.5, true).front(), 2 * segments * (segments / 2 - 1)},
        {make_frustum(Vec3(0, 0, 0), Vec3(1, 1, 1), 0, 1.5).front(), segments},
        {make_annulus(Vec3(0, 1, 0), Vec3(0, 1, 1), 0, 0.8).front(), segments}};
    for (const auto& [surface, triangles] : surfaces) {
        const TriangleMesh mesh = mesh_of(surface, region, segments);
        EXPECT_EQ(mesh.triangles.size(), triangles) << surface.index();
        for (const auto& t : mesh.triangles) {
            const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
            EXPECT_GT((b - a).cross(c - a).norm(), 1e-4) << surface.index();
        }
    }
}

} // namespace
} // namespace scree
