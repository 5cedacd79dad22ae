// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/io/mesh_file.hpp>
#include <scree/io/mesh_file_samples.test.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace scree {
namespace {

using namespace test;
namespace fs = std::filesystem;

class MeshFileErrors : public MeshFolder {
protected:
    /// The complaint, without the folder in front.
    std::string complaint(const fs::path& path) const {
        try {
            read_mesh_file(path);
        } catch (const InputError& error) {
            const std::string text = error.what();
            EXPECT_EQ(text.substr(0, folder.string().size()), folder.string());
            return text.substr(std::min(text.size(), folder.string().size() + 1));
        }
        return "";
    }
    std::string complaint(const std::string& name, const std::string& bytes) const {
        return complaint(write(name, bytes));
    }
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

TEST_F(MeshFileErrors, NoSuchFile) {
    EXPECT_EQ(complaint(folder / "no.stl"), "no.stl: cannot read: No such file or directory");
    fs::create_directories(folder / "folder.stl");
    EXPECT_EQ(complaint(folder / "folder.stl"), "folder.stl: is a folder, not a file");
    EXPECT_EQ(complaint("empty.off", ""), "empty.off: the file is empty");
    EXPECT_EQ(complaint("a.gltf", "ply"),
              "a.gltf: unknown kind of mesh file, the name must end in .stl, .obj, .off or .ply");
}

TEST_F(MeshFileErrors, BinaryStl) {
    const std::string good = binary_stl();
    EXPECT_EQ(complaint("good.stl", good), "");
    EXPECT_EQ(complaint("cut.stl", good.substr(0, 200)),
              "cut.stl: byte 80: announces 4 triangles, which makes 284 bytes, but the file has "
              "200: it is cut off");
    EXPECT_EQ(complaint("long.stl", good + "x"),
              "long.stl: byte 80: announces 4 triangles, which makes 284 bytes, but the file has "
              "285: there is something behind them");
    EXPECT_EQ(complaint("short.stl", std::string("hel\0o", 5)),
              "short.stl: neither text (it does not begin with \"solid\") nor a whole binary STL: "
              "5 bytes, the header alone has 84");
    EXPECT_EQ(complaint("text.stl", "hello"),
              "text.stl: is text, but no STL: that begins with \"solid\", this with \"hello\"");
    EXPECT_EQ(complaint("object.stl", "# some other program\nv 0 0 0\n" + std::string(200, ' ')),
              "object.stl: is text, but no STL: that begins with \"solid\", this with \"# some "
              "other program\"");
    std::string bad = good;
    const float nan = std::nanf("");
    std::memcpy(bad.data() + 84 + 50 + 12 + 12 + 4, &nan, sizeof nan);
    EXPECT_EQ(complaint("nan.stl", bad),
              "nan.stl: byte 158: triangle 1 has a corner that is not finite");
    EXPECT_EQ(complaint("none.stl", std::string(84, '\0')), "none.stl: has no triangles");
}

TEST_F(MeshFileErrors, TextStl) {
    const std::string good = text_stl();
    EXPECT_EQ(complaint("good.stl", good), "");
    EXPECT_EQ(complaint("cut.stl", good.substr(0, good.find("endloop"))),
              "cut.stl:7: the file ends here, expected \"endloop\"");
    EXPECT_EQ(complaint("cut.stl", good.substr(0, good.find("endsolid"))),
              "cut.stl:29: the file ends here, expected \"facet\" or \"endsolid\"");
    EXPECT_EQ(complaint("word.stl", replaced(good, "outer loop", "outer lop")),
              "word.stl:3: expected \"outer loop\", got \"lop\"");
    EXPECT_EQ(complaint("number.stl", replaced(good, "1.000000", "1,0")),
              "number.stl:5: expected a number, got \"1,0\"");
    EXPECT_EQ(complaint("nan.stl", replaced(good, "1.000000", "nan")),
              "nan.stl:5: a coordinate must be finite, got \"nan\"");
    EXPECT_EQ(complaint("huge.stl", replaced(good, "1.000000", "1e999")),
              "huge.stl:5: a coordinate must be finite, got \"1e999\"");
    EXPECT_EQ(complaint("tiny.stl", replaced(good, "1.000000", "1e-999")), "");
    EXPECT_EQ(complaint("few.stl", replaced(good, "1.000000", "")),
              "few.stl:5: expected 3 coordinates, got 2");
    EXPECT_EQ(complaint("behind.stl", good + "facet\n"),
              "behind.stl:31: expected \"solid\", got \"facet\"");
    EXPECT_EQ(complaint("none.stl", "solid\nendsolid\n"), "none.stl: has no triangles");
}

TEST_F(MeshFileErrors, Obj) {
    EXPECT_EQ(complaint("a.obj", "v 0 0 0\nv 1 0 0\nf 1 2\n"),
              "a.obj:3: a face needs at least 3 corners, got 2");
    EXPECT_EQ(complaint("b.obj", "v 0 0 0\nf 1 2 0\n"),
              "b.obj:2: names vertex 2, but there are 1 so far (counted from 1, or from -1 "
              "backwards)");
    EXPECT_EQ(complaint("c.obj", "v 0 0 0\nf 1 0 1\n"),
              "c.obj:2: names vertex 0, but there are 1 so far (counted from 1, or from -1 "
              "backwards)");
    EXPECT_EQ(complaint("d.obj", "v 0 0 0\n# none\nf 1 x/1 1\n"),
              "d.obj:3: expected a whole number, got \"x\"");
    EXPECT_EQ(complaint("e.obj", "v 0 0\n"), "e.obj:1: expected 3 coordinates, got 2");
    EXPECT_EQ(complaint("f.obj", "v 0 inf 0\n"),
              "f.obj:1: a coordinate must be finite, got \"inf\"");
    EXPECT_EQ(complaint("g.obj", "# nothing\n"), "g.obj: has no triangles");
    EXPECT_EQ(complaint("h.obj", "v 0 0 0\nv 0 0 0\nv 1 1 1\nf 1 2 3\n"),
              "h.obj: has only triangles whose corners coincide");
}

TEST_F(MeshFileErrors, Off) {
    EXPECT_EQ(complaint("a.off", "4 4 0\n"), "a.off:1: expected the word OFF, got \"4\"");
    EXPECT_EQ(complaint("b.off", "OFF\n"),
              "b.off:1: the file ends here, expected the numbers of vertices and faces");
    EXPECT_EQ(complaint("c.off", "OFF BINARY\n"),
              "c.off:1: binary OFF files are not read, only text");
    EXPECT_EQ(complaint("d.off", "OFF\n2 1\n0 0 0\n"),
              "d.off:3: the file ends here, after 1 of 2 vertices");
    EXPECT_EQ(complaint("e.off", "OFF\n1 2\n0 0 0\n3 0 0 0\n"),
              "e.off:4: the file ends here, after 1 of 2 faces");
    EXPECT_EQ(complaint("f.off", "OFF\n1 1\n0 0 0\n3 0 1 0\n"),
              "f.off:4: names vertex 1, but there are 1 (counted from 0)");
    EXPECT_EQ(complaint("g.off", "OFF\n1 1\n0 0 0\n3 0 0\n"),
              "g.off:4: the face should have 3 corners, got 2");
    EXPECT_EQ(complaint("h.off", "OFF\n-1 1\n"), "h.off:2: a count must be >= 0, got -1");
    // A count that no memory could hold is not reserved for.
    EXPECT_EQ(complaint("i.off", "OFF\n999999999999 1\n0 0 0\n"),
              "i.off:3: the file ends here, after 1 of 999999999999 vertices");
}

// Refused as soon as the number is known; a text file is refused when it gets there.
TEST_F(MeshFileErrors, TenMillionTriangles) {
    const std::string limit = " faces or more, at most 4000000 are read; simplify the mesh";
    EXPECT_EQ(complaint("a.off", "OFF\n5000000 10000000 0\n"), "a.off: has 10000000" + limit);
    EXPECT_EQ(complaint("a.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\n"
                                 "property float y\nproperty float z\nelement face 10000000\n"
                                 "property list uchar int vertex_indices\nend_header\n"),
              "a.ply: has 10000000" + limit);
    std::string stl = binary_stl();
    const std::uint32_t count = 10000000;
    std::memcpy(stl.data() + 80, &count, sizeof count);
    const fs::path path = write("a.stl", stl);
    fs::resize_file(path, 84 + std::uintmax_t{50} * count); // sparse: takes no room on the disk
    EXPECT_EQ(complaint(path), "a.stl: has 10000000" + limit);
    fs::resize_file(path, (std::uintmax_t{1} << 30U) + 1);
    EXPECT_EQ(complaint(path),
              "a.stl: has 1073741825 bytes, at most 1073741824 are read; simplify the mesh");
}

struct Defect {
    const char *file, *complaint;
};
// Those of the files that cannot be a mesh, word for word.
const std::vector<Defect> defects = {
    {"assimp_invalid.off", ":6: a face needs at least 3 corners, got 0"},
    {"assimp_issue623.ply", ": has no element face"},
    {"trimesh_empty.obj", ": has no triangles"},
    {"trimesh_empty.ply", ": has no triangles"},
    {"trimesh_empty.stl", ": has no triangles"}};

TEST(MeshFileErrorsData, WordForWord) {
    if (!fs::exists(data_folder())) GTEST_SKIP() << "no " << data_folder();
    for (const Defect& defect : defects) {
        const fs::path path = data_folder() / "bad_meshes" / defect.file;
        std::string text;
        try {
            read_mesh_file(path);
        } catch (const InputError& error) {
            text = error.what();
        }
        EXPECT_EQ(text, path.string() + defect.complaint);
    }
}

TEST(MeshFileErrorsData, DefectiveFilesAreReadOrNamed) {
    if (!fs::exists(data_folder())) GTEST_SKIP() << "no " << data_folder();
    int refused = 0;
    for (const auto& entry : fs::directory_iterator(data_folder() / "bad_meshes")) {
        SCOPED_TRACE(entry.path().string());
        try {
            const MeshFile file = read_mesh_file(entry.path());
            for (const Vec3& p : file.mesh.vertices) EXPECT_TRUE(p.allFinite());
            EXPECT_FALSE(file.mesh.triangles.empty());
        } catch (const InputError& error) {
            EXPECT_EQ(std::string(error.what()).find(entry.path().string()), 0U);
            ++refused;
        }
    }
    EXPECT_GT(refused, 5);
}

} // namespace
} // namespace scree
