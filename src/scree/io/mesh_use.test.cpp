// SPDX-License-Identifier: BSD-3-Clause
//
// From a file to a solid or a wall: the defective and awkward files of ../shared/data.
#include <scree/base/error.hpp>
#include <scree/io/mesh_file.hpp>
#include <scree/io/mesh_file_samples.test.hpp>
#include <scree/shapes/convexity.hpp>
#include <scree/shapes/mesh_surface.hpp>

#include <gtest/gtest.h>

#include <optional>

namespace scree {
namespace {

using namespace test;
namespace fs = std::filesystem;

TriangleMesh bad_mesh(const std::string& name) {
    return read_mesh_file(data_folder() / "bad_meshes" / name).mesh;
}

std::string complaint(const std::string& name) {
    try {
        convex_solid(bad_mesh(name));
    } catch (const InputError& error) {
        return error.messages()[0];
    }
    return "";
}

TEST(MeshUseData, AsConvexSolids) {
    if (!fs::exists(data_folder())) GTEST_SKIP() << "no " << data_folder();
    for (const char* name :
         {"trimesh_nancolor.obj", "trimesh_whitespace.off", "trimesh_comments.off",
          "trimesh_negative_indices.obj", "assimp_cube_binary_starts_with_nl.ply",
          "assimp_cube_binary_header_with_RN_newline.ply"})
        EXPECT_EQ(complaint(name), "") << name;
    const std::string cure = "; take the hull of the points, or split it into convex parts "
                             "(decomposition is the coming step)";
    EXPECT_EQ(complaint("trimesh_mirror.ply"),
              "not convex: vertex 21 lies 0.059 m (5.3 % of its size) below the hull, which the "
              "solid fills to 86.8 %" +
                  cure);
    // Two unit cubes in a box of 6 × 1 × 1.
    EXPECT_EQ(complaint("trimesh_two_objects_mixed_case_names.stl"),
              "not convex: it fills 33.3 % of its hull" + cure);
    EXPECT_EQ(complaint("assimp_sphereWithHole.stl"),
              "face 0: no face on the other side of its edge 0–1, the surface is open");
    EXPECT_EQ(complaint("trimesh_multibody.stl"),
              "face 5: runs along edge 6–4 the same way as face 2; one of them is turned the wrong "
              "way, or more than two meet there");
    EXPECT_EQ(complaint("trimesh_singlevn.obj"), "faces: a solid needs at least 4, got 2");
}

TEST(MeshUseData, AsWalls) {
    if (!fs::exists(data_folder())) GTEST_SKIP() << "no " << data_folder();
    struct Known { // leaks as another reader counts boundary edges (mesh_facts.csv)
        const char* name;
        std::size_t leaks, open_edges, crossed, slivers;
    };
    for (const Known& known :
         {Known{"assimp_sphereWithHole.stl", 1, 9, 0, 0},
          Known{"manifold_boxNotManifold.obj", 1, 4, 0, 0},
          Known{"trimesh_polygonfaces.obj", 1, 5, 0, 0}, Known{"trimesh_soup.stl", 100, 300, 0, 0},
          Known{"trimesh_multibody.stl", 0, 0, 12, 0}, Known{"trimesh_busted.STL", 0, 0, 0, 0},
          Known{"trimesh_wallhole.obj", 0, 0, 0, 11}}) {
        SCOPED_TRACE(known.name);
        const MeshSurface wall(bad_mesh(known.name));
        EXPECT_EQ(wall.findings().leaks.size(), known.leaks);
        std::size_t edges = 0;
        for (const MeshLeak& leak : wall.findings().leaks) edges += leak.edges;
        EXPECT_EQ(edges, known.open_edges);
        EXPECT_EQ(wall.findings().crossed, known.crossed);
        EXPECT_EQ(wall.findings().slivers, known.slivers);
    }
    // The hole of the sphere is at its bottom.
    const MeshSurface sphere(bad_mesh("assimp_sphereWithHole.stl"));
    EXPECT_LT(sphere.findings().leaks[0].place.z(), 0.1);
}

// Every file that can be read makes a wall, and a ball feels something near each of its triangles.
TEST(MeshUseData, EveryWallIsFelt) {
    if (!fs::exists(data_folder())) GTEST_SKIP() << "no " << data_folder();
    int walls = 0;
    for (const char* set : {"bad_meshes", "boundary_meshes"})
        for (const auto& entry : fs::directory_iterator(data_folder() / set)) {
            SCOPED_TRACE(entry.path().string());
            std::optional<MeshSurface> wall;
            try {
                wall.emplace(read_mesh_file(entry.path()).mesh);
            } catch (const InputError&) {
                continue;
            }
            ++walls;
            const auto& [vertices, triangles] = wall->mesh();
            std::vector<MeshContact> contacts;
            for (std::size_t t = 0; t < triangles.size(); t += 1 + triangles.size() / 200) {
                const Vec3 &a = vertices[triangles[t][0]], &b = vertices[triangles[t][1]],
                           &c = vertices[triangles[t][2]];
                const double size = (b - a).norm();
                const Vec3 at = (a + b + c) / 3 + 0.01 * size * (b - a).cross(c - a).normalized();
                contacts.clear();
                wall->contacts({at.x(), at.y(), at.z(), 0.02 * size}, 0, contacts);
                ASSERT_GE(contacts.size(), 1U) << "triangle " << t;
                for (const MeshContact& contact : contacts) {
                    EXPECT_NEAR(contact.normal.norm(), 1, 1e-12);
                    EXPECT_LE(contact.gap, 0);
                }
            }
        }
    EXPECT_GE(walls, 25);
}

} // namespace
} // namespace scree
