// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/detail/mesh_builder.hpp>
#include <scree/io/detail/mesh_words.hpp>

namespace scree::detail {
namespace {

/// The vertex that a corner such as 3, 3/1, 3//2 or -1 (the last so far) names.
const Vec3& vertex(const MeshLines& lines, const std::vector<Vec3>& vertices,
                   std::string_view corner) {
    const long long number = lines.integer(corner.substr(0, corner.find('/')));
    const auto count = static_cast<long long>(vertices.size());
    const long long index = number < 0 ? count + number : number - 1;
    if (index < 0 || index >= count)
        lines.fail("names vertex " + std::to_string(number) + ", but there are " +
                   std::to_string(count) + " so far (counted from 1, or from -1 backwards)");
    return vertices[static_cast<std::size_t>(index)];
}

} // namespace

/// Vertices and faces; all else (texture, normals, materials, groups, curves) is passed over.
MeshFile read_obj(const MeshSource& source) {
    MeshLines lines(source.name, source.bytes, LongLines::by_backslash);
    std::vector<Vec3> vertices, corners;
    MeshBuilder builder(source.name);
    for (auto words = lines.next(); !words.empty(); words = lines.next()) {
        if (words[0] == "v") vertices.push_back(lines.point(words, 1)); // may go on with a colour
        if (words[0] != "f") continue;
        if (words.size() < 4)
            lines.fail("a face needs at least 3 corners, got " + std::to_string(words.size() - 1));
        corners.clear();
        for (std::size_t i = 1; i < words.size(); ++i)
            corners.push_back(vertex(lines, vertices, words[i]));
        builder.add_polygon(corners);
    }
    return builder.take();
}

} // namespace scree::detail
