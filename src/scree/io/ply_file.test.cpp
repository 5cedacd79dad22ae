// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/io/mesh_file.hpp>
#include <scree/io/mesh_file_samples.test.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace scree {
namespace {

using namespace test;
namespace fs = std::filesystem;

class PlyFile : public MeshFolder {
protected:
    std::string complaint(const std::string& bytes) const {
        try {
            read_mesh_file(write("a.ply", bytes));
        } catch (const InputError& error) {
            return std::string(error.what()).substr(folder.string().size() + 1);
        }
        return "";
    }
    void expect_tetrahedron(const std::string& bytes) const {
        const MeshFile file = read_mesh_file(write("a.ply", bytes));
        EXPECT_EQ(file.mesh.vertices, tetrahedron.vertices);
        EXPECT_EQ(file.mesh.triangles, tetrahedron.triangles);
    }
};

std::string header(const std::string& format, const std::string& type = "float") {
    return "ply\nformat " + format + " 1.0\ncomment any words\nelement vertex 4\nproperty " + type +
           " x\nproperty uchar red\nproperty " + type + " y\nproperty " + type +
           " z\nproperty list uchar short tags\nelement edge 1\nproperty int a\nelement face 4\n"
           "property double weight\nproperty list uint8 int32 vertex_indices\nend_header\n";
}

std::string text_ply() {
    std::string text = header("ascii");
    for (const Vec3& p : tetrahedron.vertices)
        text += std::to_string(p.x()) + " 255 " + std::to_string(p.y()) + " " +
                std::to_string(p.z()) + " 2 -7 8\n";
    text += "5\n";
    for (const auto& t : tetrahedron.triangles)
        text += "0.5 3 " + std::to_string(t[0]) + " " + std::to_string(t[1]) + " " +
                std::to_string(t[2]) + "\n";
    return text;
}

template <class Coordinate>
std::string binary_ply(bool is_big, const std::string& type) {
    std::string bytes = header(is_big ? "binary_big_endian" : "binary_little_endian", type);
    const auto append = [&](const auto& value) {
        std::string raw(sizeof value, '\0');
        std::memcpy(raw.data(), &value, sizeof value);
        if (is_big) std::ranges::reverse(raw);
        bytes += raw;
    };
    for (const Vec3& p : tetrahedron.vertices) {
        append(static_cast<Coordinate>(p.x()));
        append(std::uint8_t{255});
        append(static_cast<Coordinate>(p.y()));
        append(static_cast<Coordinate>(p.z()));
        append(std::uint8_t{1});
        append(std::int16_t{-7});
    }
    append(std::int32_t{5});
    for (const auto& t : tetrahedron.triangles) {
        append(0.5);
        append(std::uint8_t{3});
        for (const auto i : t) append(static_cast<std::int32_t>(i));
    }
    return bytes;
}

TEST_F(PlyFile, ReadsTextAndBinary) {
    expect_tetrahedron(text_ply());
    expect_tetrahedron(binary_ply<float>(false, "float"));
    expect_tetrahedron(binary_ply<double>(false, "float64"));
    expect_tetrahedron(binary_ply<float>(true, "float32"));
    expect_tetrahedron(binary_ply<double>(true, "double"));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

TEST_F(PlyFile, HeaderErrors) {
    const std::string good = text_ply();
    EXPECT_EQ(complaint("ply"), "a.ply:0: the file ends here, expected the word ply");
    EXPECT_EQ(complaint("polly\n"), "a.ply:1: expected the word ply");
    EXPECT_EQ(complaint(replaced(good, "ascii", "utf8")),
              "a.ply:2: expected format ascii, binary_little_endian or binary_big_endian, and a "
              "version");
    EXPECT_EQ(complaint(replaced(good, "1.0", "2.0")),
              "a.ply:2: expected version 1.0, got \"2.0\"");
    EXPECT_EQ(complaint(good.substr(0, 60)), "a.ply:4: the file ends here, expected end_header");
    EXPECT_EQ(complaint(replaced(good, "element vertex 4", "element vertex -4")),
              "a.ply:4: expected a count, got \"-4\"");
    EXPECT_EQ(complaint(replaced(good, "float x", "real x")),
              "a.ply:5: unknown type \"real\"; must be one of char, uchar, short, ushort, int, "
              "uint, float, double");
    EXPECT_EQ(complaint(replaced(good, "float x", "float u")),
              "a.ply: its vertices have no property x");
    EXPECT_EQ(complaint(replaced(good, "element face", "element tristrips")),
              "a.ply: has no element face; triangle strips are not read");
    EXPECT_EQ(complaint(replaced(good, "vertex_indices", "corners")),
              "a.ply: its faces have no list vertex_indices");
    EXPECT_EQ(complaint(replaced(good, "list uint8", "list float")),
              "a.ply:14: expected property TYPE NAME or property list WHOLE-TYPE TYPE NAME");
    EXPECT_EQ(complaint("ply\nformat ascii 1.0\nproperty int a\n"),
              "a.ply:3: a property before the first element");
    EXPECT_EQ(complaint("ply\nformat ascii 1.0\nelephant\n"),
              "a.ply:3: expected element, property, comment or end_header, got \"elephant\"");
    EXPECT_EQ(complaint("ply\nformat ascii 1.0\nend_header\n"), "a.ply: has no element vertex");
}

TEST_F(PlyFile, RowErrors) {
    const std::string good = text_ply();
    EXPECT_EQ(complaint(replaced(good, "3 0 2 3", "3 0 2 4")),
              "a.ply:22: face 1: names vertex 4, but there are 4 (counted from 0)");
    EXPECT_EQ(complaint(replaced(good, "3 0 2 3", "3 0 2")),
              "a.ply:22: face 1: the line ends before its vertex_indices");
    EXPECT_EQ(complaint(replaced(good, "3 0 2 3", "2 0 2")),
              "a.ply:22: face 1: a face needs at least 3 corners, got 2");
    EXPECT_EQ(complaint(replaced(good, "3 0 2 3", "-1")),
              "a.ply:22: face 1: a list cannot have a length of -1");
    EXPECT_EQ(complaint(good.substr(0, good.size() - 12)),
              "a.ply:23: the file ends here, expected face 3");
    EXPECT_EQ(complaint(replaced(good, "1.000000", "nan")),
              "a.ply:17: a coordinate must be finite, got \"nan\"");
    const std::string binary = binary_ply<float>(false, "float");
    const std::size_t size = binary.size();
    EXPECT_EQ(complaint(binary.substr(0, size - 3)),
              "a.ply: byte " + std::to_string(size - 12) +
                  ": face 3: a list of 3 goes beyond the end of the file");
    std::string bad = binary;
    const float infinite = std::numeric_limits<float>::infinity();
    std::memcpy(bad.data() + header("binary_little_endian").size(), &infinite, 4);
    EXPECT_EQ(complaint(bad).substr(0, 12), "a.ply: byte ");
    EXPECT_NE(complaint(bad).find("vertex 0: a coordinate must be finite"), std::string::npos);
    // Rows without properties take no room, however many are announced.
    EXPECT_EQ(complaint(replaced(good, "element edge 1\nproperty int a\n",
                                 "element edge 1\nproperty int a\nelement air 999999999999999\n")),
              "");
}

TEST(PlyFileData, AgreesWithAnotherReader) {
    if (!fs::exists(data_folder())) GTEST_SKIP() << "no " << data_folder();
    struct Known {
        const char* file;
        std::size_t vertices, triangles;
        double volume;
    };
    for (const Known& known : {Known{"assimp_cube_binary_header_with_RN_newline.ply", 8, 12, 1},
                               Known{"assimp_cube_binary_starts_with_nl.ply", 8, 12, 1},
                               Known{"trimesh_mirror.ply", 143, 286, 0.067041601}}) {
        SCOPED_TRACE(known.file);
        const TriangleMesh mesh = read_mesh_file(data_folder() / "bad_meshes" / known.file).mesh;
        EXPECT_EQ(mesh.vertices.size(), known.vertices);
        EXPECT_EQ(mesh.triangles.size(), known.triangles);
        double volume = 0;
        for (const auto& t : mesh.triangles)
            volume += (mesh.vertices[t[0]] - mesh.vertices[0])
                          .dot((mesh.vertices[t[1]] - mesh.vertices[0])
                                   .cross(mesh.vertices[t[2]] - mesh.vertices[0])) /
                      6;
        EXPECT_NEAR(volume, known.volume, 1e-6);
    }
}

} // namespace
} // namespace scree
