// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/triangle_mesh.hpp>

#include <cstddef>
#include <filesystem>

namespace scree {

struct MeshFile {
    /// Vertices with the same coordinates are one; those that no triangle names are left out.
    TriangleMesh mesh;
    /// Triangles left out because two of their corners are the same point.
    std::size_t collapsed = 0;
};

/// Reads STL and PLY (text or binary), OBJ or OFF, told apart by the file name's ending. Polygons
/// are cut into triangles from their first corner, which is right for convex ones. Coordinates are
/// taken as metres. Throws InputError with the file, the line (in binary files the byte), what was
/// found and what is allowed; a file without a triangle is an error, too, and one of more than a
/// gigabyte or four million triangles.
MeshFile read_mesh_file(const std::filesystem::path& path);

} // namespace scree
