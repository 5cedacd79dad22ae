// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/detail/mesh_builder.hpp>
#include <scree/io/detail/mesh_words.hpp>

namespace scree::detail {
namespace {

using Words = std::vector<std::string_view>;

/// The counts of vertices and faces, on the line of the word OFF or the next. A prefix such as C or
/// N announces colours or normals behind the coordinates.
Words counts(MeshLines& lines) {
    Words words = lines.next();
    if (words.empty()) lines.fail_at_end("expected the word OFF");
    const std::size_t off = words[0].find("OFF");
    if (off == std::string_view::npos)
        lines.fail("expected the word OFF, got \"" + MeshLines::shortened(words[0]) + "\"");
    words[0].remove_prefix(off + 3);
    if (words[0].empty()) words.erase(words.begin());
    if (!words.empty() && lower(words[0]) == "binary")
        lines.fail("binary OFF files are not read, only text");
    if (words.empty()) words = lines.next();
    if (words.empty()) lines.fail_at_end("expected the numbers of vertices and faces");
    if (words.size() < 2) lines.fail("expected the numbers of vertices and faces, got one number");
    return words;
}

std::size_t count(const MeshLines& lines, std::string_view word) {
    const long long number = lines.integer(word);
    if (number < 0) lines.fail("a count must be >= 0, got " + std::to_string(number));
    return static_cast<std::size_t>(number);
}

void read_face(const MeshLines& lines, const Words& words, const std::vector<Vec3>& vertices,
               MeshBuilder& builder) {
    const std::size_t size = count(lines, words[0]);
    if (size < 3) lines.fail("a face needs at least 3 corners, got " + std::to_string(size));
    if (words.size() - 1 < size)
        lines.fail("the face should have " + std::to_string(size) + " corners, got " +
                   std::to_string(words.size() - 1));
    std::vector<Vec3> corners;
    for (std::size_t i = 1; i <= size; ++i) {
        const long long index = lines.integer(words[i]);
        if (index < 0 || index >= static_cast<long long>(vertices.size()))
            lines.fail("names vertex " + std::to_string(index) + ", but there are " +
                       std::to_string(vertices.size()) + " (counted from 0)");
        corners.push_back(vertices[static_cast<std::size_t>(index)]);
    }
    builder.add_polygon(corners);
}

} // namespace

MeshFile read_off(const MeshSource& source) {
    MeshLines lines(source.name, source.bytes);
    const Words header = counts(lines);
    const std::size_t vertex_count = count(lines, header[0]);
    const std::size_t face_count = count(lines, header[1]);
    refuse_too_many(source.name, face_count);
    std::vector<Vec3> vertices;
    while (vertices.size() < vertex_count) {
        const Words words = lines.next();
        if (words.empty())
            lines.fail_at_end("after " + std::to_string(vertices.size()) + " of " +
                              std::to_string(vertex_count) + " vertices");
        vertices.push_back(lines.point(words, 0));
    }
    MeshBuilder builder(source.name);
    for (std::size_t f = 0; f < face_count; ++f) {
        const Words words = lines.next();
        if (words.empty())
            lines.fail_at_end("after " + std::to_string(f) + " of " + std::to_string(face_count) +
                              " faces");
        read_face(lines, words, vertices, builder);
    }
    return builder.take();
}

} // namespace scree::detail
