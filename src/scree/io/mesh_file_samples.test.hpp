// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/files.hpp>
#include <scree/shapes/triangle_mesh.hpp>

#include <gtest/gtest.h>

#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

namespace scree::test {

/// A folder that vanishes with the test.
class MeshFolder : public testing::Test {
protected:
    void SetUp() override { std::filesystem::create_directories(folder); }
    void TearDown() override { std::filesystem::remove_all(folder); }

    std::filesystem::path write(const std::string& name, const std::string& bytes) const {
        write_file_atomically(folder / name, bytes);
        return folder / name;
    }

    std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("scree-mesh-" + std::to_string(::getpid()));
};

/// A tetrahedron, as each of the formats has it.
inline const TriangleMesh tetrahedron = {{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 0.5}},
                                         {{0, 1, 2}, {0, 2, 3}, {2, 1, 3}, {1, 0, 3}}};

inline std::string text_stl() {
    std::string text = "solid a name of words\n";
    for (const auto& t : tetrahedron.triangles) {
        text += " facet normal 0 0 0\n  outer loop\n";
        for (const auto i : t) {
            const Vec3& p = tetrahedron.vertices[i];
            text += "   vertex " + std::to_string(p.x()) + " " + std::to_string(p.y()) + " " +
                    std::to_string(p.z()) + "\n";
        }
        text += "  endloop\n endfacet\n";
    }
    return text + "endsolid a name of words\n";
}

inline std::string binary_stl() {
    std::string bytes(80, ' ');
    bytes.replace(0, 5, "solid"); // as some programs write it
    const auto append = [&](const auto& value) {
        std::array<char, sizeof value> raw{};
        std::memcpy(raw.data(), &value, sizeof value);
        bytes.append(raw.data(), raw.size());
    };
    append(static_cast<std::uint32_t>(tetrahedron.triangles.size()));
    for (const auto& t : tetrahedron.triangles) {
        for (int i = 0; i < 3; ++i) append(0.0F);
        for (const auto i : t)
            for (int k = 0; k < 3; ++k) append(static_cast<float>(tetrahedron.vertices[i][k]));
        append(std::uint16_t{0});
    }
    return bytes;
}

/// Checked third-party files, where the developer has them.
inline std::filesystem::path data_folder() {
    return std::filesystem::path(SCREE_SOURCE_DIR) / ".." / "shared" / "data";
}

} // namespace scree::test
