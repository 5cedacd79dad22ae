// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/detail/mesh_builder.hpp>
#include <scree/io/detail/mesh_words.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

namespace scree::detail {
namespace {

static_assert(std::endian::native == std::endian::little, "binary STL is read as it lies");

constexpr std::size_t header_size = 84; // 80 of text, then the number of triangles
constexpr std::size_t record_size = 50; // normal, three corners, two bytes of anything

using Words = std::vector<std::string_view>;

std::uint32_t announced(const std::string& bytes) {
    std::uint32_t count = 0;
    std::memcpy(&count, bytes.data() + 80, sizeof count);
    return count;
}

/// Binary files, too, begin with "solid" at times: the size tells, and only then the words.
bool is_text(const std::string& bytes) {
    if (bytes.size() >= header_size &&
        bytes.size() == header_size + record_size * std::size_t{announced(bytes)})
        return false;
    const std::size_t start = bytes.find_first_not_of(" \t\r\n");
    if (start == std::string::npos || lower(bytes.substr(start, 5)) != "solid") return false;
    return bytes.find('\0') == std::string::npos;
}

/// Nothing but what one can read; a binary header may be, its numbers hardly.
bool looks_like_text(std::string_view bytes) {
    const auto is_readable = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= ' ' ? byte != 0x7F : byte == '\t' || byte == '\n' || byte == '\r';
    };
    constexpr std::size_t enough = 1000;
    bytes = bytes.substr(0, enough);
    return bytes.size() > 0 && std::ranges::all_of(bytes, is_readable);
}

MeshFile read_binary(const MeshSource& source) {
    const std::size_t size = source.bytes.size();
    if (looks_like_text(source.bytes) &&
        (size < header_size || size != header_size + record_size * announced(source.bytes)))
        throw InputError(
            source.name + R"(: is text, but no STL: that begins with "solid", this with ")" +
            MeshLines::shortened(
                std::string_view(source.bytes).substr(0, source.bytes.find_first_of("\r\n"))) +
            '"');
    if (size < header_size)
        throw InputError(source.name +
                         ": neither text (it does not begin with \"solid\") nor a "
                         "whole binary STL: " +
                         std::to_string(size) +
                         " bytes, the header alone "
                         "has " +
                         std::to_string(header_size));
    const std::size_t count = announced(source.bytes);
    const std::size_t expected = header_size + record_size * count;
    if (size != expected)
        throw InputError(
            source.name + ": byte 80: announces " + std::to_string(count) +
            " triangles, which makes " + std::to_string(expected) + " bytes, but the file has " +
            std::to_string(size) +
            (size < expected ? ": it is cut off" : ": there is something behind them"));
    refuse_too_many(source.name, count);
    MeshBuilder builder(source.name);
    for (std::size_t t = 0; t < count; ++t) {
        std::array<float, 9> values{};
        const std::size_t at = header_size + record_size * t + 3 * sizeof(float);
        std::memcpy(values.data(), source.bytes.data() + at, sizeof values);
        std::array<Vec3, 3> corners;
        for (std::size_t i = 0; i < 3; ++i) {
            corners[i] = Vec3(values[3 * i], values[3 * i + 1], values[3 * i + 2]);
            if (!corners[i].allFinite())
                throw InputError(source.name + ": byte " + std::to_string(at + 12 * i) +
                                 ": triangle " + std::to_string(t) +
                                 " has a corner that is not finite");
        }
        builder.add_triangle(corners[0], corners[1], corners[2]);
    }
    return builder.take();
}

/// Takes a line that begins with the given words and returns all of it.
Words expect(MeshLines& lines, const Words& wanted) {
    Words words = lines.next();
    std::string text;
    for (const auto word : wanted) {
        if (!text.empty()) text += ' ';
        text += word;
    }
    if (words.empty()) lines.fail_at_end("expected \"" + text + "\"");
    for (std::size_t i = 0; i < wanted.size(); ++i)
        if (i >= words.size() || lower(words[i]) != wanted[i])
            lines.fail("expected \"" + text + "\", got \"" +
                       MeshLines::shortened(words[std::min(i, words.size() - 1)]) + "\"");
    return words;
}

void read_facet(MeshLines& lines, MeshBuilder& builder) {
    expect(lines, {"outer", "loop"});
    std::array<Vec3, 3> corners;
    for (Vec3& corner : corners) corner = lines.point(expect(lines, {"vertex"}), 1);
    expect(lines, {"endloop"});
    expect(lines, {"endfacet"});
    builder.add_triangle(corners[0], corners[1], corners[2]);
}

/// One solid after the other, each of facets. Normals are not read: the corners' order tells.
MeshFile read_text(const MeshSource& source) {
    MeshLines lines(source.name, source.bytes);
    MeshBuilder builder(source.name);
    bool is_open = false;
    for (Words words = lines.next(); !words.empty(); words = lines.next()) {
        const std::string word = lower(words[0]);
        if (word == "facet" && is_open)
            read_facet(lines, builder);
        else if (word == (is_open ? "endsolid" : "solid"))
            is_open = !is_open;
        else
            lines.fail(std::string("expected ") +
                       (is_open ? R"("facet" or "endsolid")" : R"("solid")") + ", got \"" +
                       MeshLines::shortened(words[0]) + "\"");
    }
    if (is_open) lines.fail_at_end(R"(expected "facet" or "endsolid")");
    return builder.take();
}

} // namespace

MeshFile read_stl(const MeshSource& source) {
    return is_text(source.bytes) ? read_text(source) : read_binary(source);
}

} // namespace scree::detail
