// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/io/mesh_file.hpp>
#include <scree/io/mesh_file_samples.test.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace scree {
namespace {

using namespace test;
namespace fs = std::filesystem;
using MeshFileTest = MeshFolder;

void expect_tetrahedron(const MeshFile& file) {
    EXPECT_EQ(file.mesh.vertices, tetrahedron.vertices);
    EXPECT_EQ(file.mesh.triangles, tetrahedron.triangles);
    EXPECT_EQ(file.collapsed, 0U);
}

TEST_F(MeshFileTest, ReadsStl) {
    expect_tetrahedron(read_mesh_file(write("text.stl", text_stl())));
    expect_tetrahedron(read_mesh_file(write("binary.STL", binary_stl())));
    std::string windows; // line ends of another world, and loud keywords
    for (const char c : text_stl()) {
        if (c == '\n') windows += '\r';
        windows += c;
    }
    windows.replace(windows.find("facet"), 5, "FACET");
    expect_tetrahedron(read_mesh_file(write("windows.stl", windows)));
}

TEST_F(MeshFileTest, ReadsObj) {
    expect_tetrahedron(
        read_mesh_file(write("a.obj", "# a comment\nmtllib none.mtl\n"
                                      "v 0 0 0\nv 0 1 0 0.5 nan 0.5\nv +1 0 0\n"
                                      "v 0 0 5e-1 1\nvn 0 0 1\n"
                                      "f 1 2 3\nf 1/7/1 3/7/1 4/7/1\nf 3//1 \\\n 2//1 4//1\n"
                                      "f -3 -4 -1\n")));
}

TEST_F(MeshFileTest, ReadsOff) {
    const std::string rest = "4 4 0\n0 0 0\n0 1 0 # remark\n\n1 0 0\n0 0 0.5\n"
                             "3 0 1 2\n3 0 2 3 255 0 0\n3 2 1 3\n3 1 0 3\n";
    expect_tetrahedron(read_mesh_file(write("a.off", "OFF\n" + rest)));
    expect_tetrahedron(read_mesh_file(write("b.off", "# first\nOFF " + rest)));
}

TEST_F(MeshFileTest, CutsPolygonsAndWelds) {
    const MeshFile file = read_mesh_file(write("a.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
                                                        "v -0 0 0\nv 9 9 9\n"
                                                        "f 1 2 3 4\nf 1 5 3\nf 5 3 2\n"));
    EXPECT_EQ(file.mesh.vertices.size(), 4U); // 5 is 1, and 6 is named by nobody
    const std::vector<std::array<std::uint32_t, 3>> expected = {{0, 1, 2}, {0, 2, 3}, {0, 2, 1}};
    EXPECT_EQ(file.mesh.triangles, expected);
    EXPECT_EQ(file.collapsed, 1U);
}

/// Rows of mesh_facts.csv: vertices after merging and faces, counted by another program.
struct Fact {
    std::string file;
    std::size_t faces = 0, vertices = 0, unreferenced = 0, degenerate = 0;
};

std::vector<Fact> facts(const fs::path& folder) {
    std::vector<Fact> all;
    std::ifstream in(folder / "mesh_facts.csv");
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        std::vector<std::string> cells;
        std::istringstream row(line);
        for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
        if (cells.size() < 8 || cells[2].empty() || cells[2] == "0") continue;
        all.push_back({cells[0], std::stoul(cells[2]), std::stoul(cells[3]), std::stoul(cells[5]),
                       std::stoul(cells[7])});
    }
    return all;
}

TEST(MeshFileData, AgreesWithAnotherReader) {
    if (!fs::exists(data_folder())) GTEST_SKIP() << "no " << data_folder();
    int compared = 0;
    for (const char* set : {"bad_meshes", "concave_meshes", "boundary_meshes"})
        for (const Fact& fact : facts(data_folder() / set)) {
            const fs::path path = data_folder() / set / fact.file;
            if (!fs::exists(path)) continue;
            SCOPED_TRACE(path.string());
            try {
                const MeshFile file = read_mesh_file(path);
                EXPECT_EQ(file.mesh.triangles.size() + file.collapsed, fact.faces);
                if (fact.unreferenced == 0 && fact.degenerate == 0) {
                    EXPECT_EQ(file.mesh.vertices.size(), fact.vertices);
                }
                ++compared;
            } catch (const InputError& error) {
                // The one in which the other reader was lenient.
                EXPECT_EQ(fact.file, "trimesh_notenoughindices.obj") << error.what();
            }
        }
    EXPECT_GT(compared, 30);
}

} // namespace
} // namespace scree
