// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/detail/mesh_builder.hpp>
#include <scree/io/detail/mesh_words.hpp>

#include <bit>
#include <cstring>
#include <map>
#include <optional>

// PLY: a header that describes the rows of each element, then the rows, as text or binary in either
// byte order. We read x, y, z of the vertices and the corner lists of the faces; all else is passed
// over by the header's description.
namespace scree::detail {
namespace {

static_assert(std::endian::native == std::endian::little,
              "binary little-endian is read as it lies");

using Words = std::vector<std::string_view>;

enum class Type { i8, u8, i16, u16, i32, u32, f32, f64 };

std::size_t size_of(Type type) {
    constexpr std::array<std::size_t, 8> sizes = {1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[static_cast<std::size_t>(type)];
}

bool is_whole(Type type) { return type != Type::f32 && type != Type::f64; }

struct Property {
    std::string name;
    Type type = Type::f32;
    std::optional<Type> count; ///< of a list: the type of its length
};

struct Element {
    std::string name;
    std::size_t count = 0;
    std::vector<Property> properties;
};

enum class Format { text, little_endian, big_endian };

struct Header {
    Format format = Format::text;
    std::vector<Element> elements;
    std::size_t size = 0; ///< bytes up to the first row
    std::size_t lines = 0;
};

/// Reads the header. Its lines are found here, as the rows behind it may be binary.
class HeaderReader {
public:
    explicit HeaderReader(const MeshSource& source) : source_(source) {}

    Header read() {
        if (next() != Words{"ply"}) fail("expected the word ply");
        read_format();
        for (Words words = next(); words != Words{"end_header"}; words = next()) {
            if (words.empty() || words[0] == "comment" || words[0] == "obj_info") continue;
            if (words[0] == "element")
                read_element(words);
            else if (words[0] == "property")
                read_property(words);
            else
                fail("expected element, property, comment or end_header, got \"" +
                     MeshLines::shortened(words[0]) + "\"");
        }
        header_.size = at_;
        header_.lines = line_;
        return std::move(header_);
    }

private:
    [[noreturn]] void fail(const std::string& message) const {
        throw InputError(source_.name + ":" + std::to_string(line_) + ": " + message);
    }

    Words next() {
        const std::size_t end = source_.bytes.find('\n', at_);
        if (end == std::string::npos)
            throw InputError(source_.name + ":" + std::to_string(line_) +
                             ": the file ends here, expected " +
                             (line_ == 0 ? "the word ply" : "end_header"));
        ++line_;
        std::string_view text(source_.bytes.data() + at_, end - at_);
        at_ = end + 1;
        Words words;
        for (std::size_t i = 0; i < text.size();) {
            std::size_t stop = i;
            while (stop < text.size() && !is_blank(text[stop])) ++stop;
            if (stop > i) words.push_back(text.substr(i, stop - i));
            i = stop + 1;
        }
        return words;
    }

    void read_format() {
        Words words = next();
        while (!words.empty() && words[0] == "comment") words = next();
        static const std::map<std::string_view, Format> formats = {
            {"ascii", Format::text},
            {"binary_little_endian", Format::little_endian},
            {"binary_big_endian", Format::big_endian}};
        if (words.size() != 3 || words[0] != "format" || !formats.contains(words[1]))
            fail("expected format ascii, binary_little_endian or binary_big_endian, and a version");
        if (words[2] != "1.0")
            fail("expected version 1.0, got \"" + MeshLines::shortened(words[2]) + "\"");
        header_.format = formats.at(words[1]);
    }

    void read_element(const Words& words) {
        if (words.size() != 3) fail("expected element, a name and a count");
        std::size_t count = 0;
        const auto [end, error] =
            std::from_chars(words[2].data(), words[2].data() + words[2].size(), count);
        if (error != std::errc() || end != words[2].data() + words[2].size())
            fail("expected a count, got \"" + MeshLines::shortened(words[2]) + "\"");
        header_.elements.push_back({std::string(words[1]), count, {}});
    }

    Type type(std::string_view word) const {
        static const std::map<std::string_view, Type> types = {
            {"char", Type::i8},    {"int8", Type::i8},     {"uchar", Type::u8},
            {"uint8", Type::u8},   {"short", Type::i16},   {"int16", Type::i16},
            {"ushort", Type::u16}, {"uint16", Type::u16},  {"int", Type::i32},
            {"int32", Type::i32},  {"uint", Type::u32},    {"uint32", Type::u32},
            {"float", Type::f32},  {"float32", Type::f32}, {"double", Type::f64},
            {"float64", Type::f64}};
        const auto known = types.find(word);
        if (known == types.end())
            fail("unknown type \"" + MeshLines::shortened(word) +
                 "\"; must be one of char, uchar, short, ushort, int, uint, float, double");
        return known->second;
    }

    void read_property(const Words& words) {
        if (header_.elements.empty()) fail("a property before the first element");
        auto& properties = header_.elements.back().properties;
        if (words.size() == 3)
            properties.push_back({std::string(words[2]), type(words[1]), {}});
        else if (words.size() == 5 && words[1] == "list" && is_whole(type(words[2])))
            properties.push_back({std::string(words[4]), type(words[3]), type(words[2])});
        else
            fail("expected property TYPE NAME or property list WHOLE-TYPE TYPE NAME");
    }

    const MeshSource& source_;
    std::size_t at_ = 0, line_ = 0;
    Header header_;
};

/// The numbers of the rows, one after the other.
class TextRows {
public:
    TextRows(const MeshSource& source, const Header& header)
        : lines_(source.name, std::string_view(source.bytes).substr(header.size), LongLines::no,
                 header.lines) {}

    void begin(const std::string& row) {
        row_ = row;
        words_ = lines_.next();
        word_ = 0;
        if (words_.empty()) lines_.fail_at_end("expected " + row_);
    }
    double number(Type type, const Property& property) {
        if (word_ == words_.size())
            lines_.fail(row_ + ": the line ends before its " + property.name);
        const std::string_view word = words_[word_++];
        return is_whole(type) ? static_cast<double>(lines_.integer(word)) : lines_.number(word);
    }
    void require(std::size_t /*numbers*/, Type /*type*/) const {}
    [[noreturn]] void fail(const std::string& message) const { lines_.fail(row_ + ": " + message); }

private:
    MeshLines lines_;
    Words words_;
    std::size_t word_ = 0;
    std::string row_;
};

class BinaryRows {
public:
    BinaryRows(const MeshSource& source, const Header& header)
        : source_(source), at_(header.size), is_swapped_(header.format == Format::big_endian) {}

    void begin(const std::string& row) { row_ = row; }

    double number(Type type, const Property& property) {
        std::array<char, 8> raw{};
        const std::size_t size = size_of(type);
        if (source_.bytes.size() - at_ < size) fail("the file ends before its " + property.name);
        for (std::size_t i = 0; i < size; ++i)
            raw[is_swapped_ ? size - 1 - i : i] = source_.bytes[at_ + i];
        at_ += size;
        switch (type) {
        case Type::i8:
            return as<std::int8_t>(raw);
        case Type::u8:
            return as<std::uint8_t>(raw);
        case Type::i16:
            return as<std::int16_t>(raw);
        case Type::u16:
            return as<std::uint16_t>(raw);
        case Type::i32:
            return as<std::int32_t>(raw);
        case Type::u32:
            return as<std::uint32_t>(raw);
        case Type::f32:
            return as<float>(raw);
        case Type::f64:
            break;
        }
        return as<double>(raw);
    }
    /// A list longer than the rest of the file is not worth reading.
    void require(std::size_t numbers, Type type) const {
        if (numbers > (source_.bytes.size() - at_) / size_of(type))
            fail("a list of " + std::to_string(numbers) + " goes beyond the end of the file");
    }
    [[noreturn]] void fail(const std::string& message) const {
        throw InputError(source_.name + ": byte " + std::to_string(at_) + ": " + row_ + ": " +
                         message);
    }

private:
    template <class Value>
    static double as(const std::array<char, 8>& raw) {
        Value value{};
        std::memcpy(&value, raw.data(), sizeof value);
        return static_cast<double>(value);
    }

    const MeshSource& source_;
    std::size_t at_;
    bool is_swapped_;
    std::string row_;
};

/// Reads all rows; the vertices must come before the faces, as they do.
template <class Rows>
class Body {
public:
    Body(const MeshSource& source, const Header& header)
        : header_(header), rows_(source, header), builder_(source.name) {}

    MeshFile read() {
        for (const Element& element : header_.elements) {
            if (element.properties.empty()) continue; // rows of nothing, however many
            for (std::size_t i = 0; i < element.count; ++i) {
                rows_.begin(element.name + " " + std::to_string(i));
                if (element.name == "vertex")
                    read_vertex(element);
                else
                    read_other(element);
            }
        }
        return builder_.take();
    }

private:
    void read_vertex(const Element& element) {
        Vec3 point = Vec3::Zero();
        for (const Property& property : element.properties) {
            if (property.count) {
                read_list(property);
                continue;
            }
            const double value = rows_.number(property.type, property);
            for (int k = 0; k < 3; ++k)
                if (property.name.size() == 1 && property.name[0] == "xyz"[k]) point[k] = value;
        }
        if (!point.allFinite()) rows_.fail("a coordinate must be finite");
        vertices_.push_back(point);
    }

    void read_other(const Element& element) {
        for (const Property& property : element.properties) {
            if (!property.count) {
                rows_.number(property.type, property);
                continue;
            }
            read_list(property);
            if (element.name == "face" &&
                (property.name == "vertex_indices" || property.name == "vertex_index"))
                add_face();
        }
    }

    void read_list(const Property& property) {
        const double length = rows_.number(*property.count, property);
        if (length < 0) rows_.fail("a list cannot have a length of " + whole(length));
        rows_.require(static_cast<std::size_t>(length), property.type);
        list_.clear();
        for (double i = 0; i < length; ++i) list_.push_back(rows_.number(property.type, property));
    }

    void add_face() {
        if (list_.size() < 3)
            rows_.fail("a face needs at least 3 corners, got " + std::to_string(list_.size()));
        corners_.clear();
        for (const double index : list_) {
            if (!(index >= 0 && index < static_cast<double>(vertices_.size())))
                rows_.fail("names vertex " + whole(index) + ", but there are " +
                           std::to_string(vertices_.size()) + " (counted from 0)");
            corners_.push_back(vertices_[static_cast<std::size_t>(index)]);
        }
        builder_.add_polygon(corners_);
    }

    static std::string whole(double value) {
        std::array<char, 32> buffer{};
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
        return {buffer.data(), end};
    }

    const Header& header_;
    Rows rows_;
    MeshBuilder builder_;
    std::vector<Vec3> vertices_, corners_;
    std::vector<double> list_;
};

void check_elements(const MeshSource& source, const Header& header) {
    const auto element = [&](const std::string& name) -> const Element* {
        for (const Element& each : header.elements)
            if (each.name == name) return &each;
        return nullptr;
    };
    const Element* vertex = element("vertex");
    if (vertex == nullptr) throw InputError(source.name + ": has no element vertex");
    for (const char* axis : {"x", "y", "z"})
        if (std::ranges::none_of(vertex->properties,
                                 [&](const Property& p) { return p.name == axis && !p.count; }))
            throw InputError(source.name + ": its vertices have no property " + axis);
    const Element* face = element("face");
    if (face == nullptr)
        throw InputError(source.name + ": has no element face" +
                         (element("tristrips") != nullptr ? "; triangle strips are not read" : ""));
    if (face->count > 0 && std::ranges::none_of(face->properties, [](const Property& p) {
            return p.count && is_whole(p.type) &&
                   (p.name == "vertex_indices" || p.name == "vertex_index");
        }))
        throw InputError(source.name + ": its faces have no list vertex_indices");
    if (face < vertex) throw InputError(source.name + ": its faces come before its vertices");
    refuse_too_many(source.name, face->count);
}

} // namespace

MeshFile read_ply(const MeshSource& source) {
    const Header header = HeaderReader(source).read();
    check_elements(source, header);
    if (header.format == Format::text) return Body<TextRows>(source, header).read();
    return Body<BinaryRows>(source, header).read();
}

} // namespace scree::detail
