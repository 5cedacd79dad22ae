// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <type_traits>
#include <vector>

// Pieces of legacy VTK files.
namespace scree::vtk {

// 17 digits give back the same double.
inline void add_vector(std::string& out, const Vec3& v, char separator) {
    fmt::format_to(std::back_inserter(out), "{:.17g}{}{:.17g}{}{:.17g}", v.x(), separator, v.y(),
                   separator, v.z());
}

/// Text as VTK's readers take it: what is not a plain character as % and two digits.
inline std::string word(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c > ' ' && c < 0x7f && c != '%' && c != '"') {
            out += c;
        } else {
            out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        }
    }
    return out;
}

// What is said of the whole file, all at once: readers keep the last of several FIELDs.
inline std::string fields(const std::vector<std::string>& all) {
    return fmt::format("FIELD FieldData {}\n{}", all.size(), fmt::join(all, ""));
}
inline std::string time_field(double time) {
    return fmt::format("TIME 1 1 double\n{:.17g}\n", time);
}
inline std::string names_field(const char* field, const std::vector<std::string>& names) {
    std::string out = fmt::format("{} 1 {} string\n", field, names.size());
    for (const std::string& name : names) out += word(name) + '\n';
    return out;
}

/// `dataset`: POLYDATA or UNSTRUCTURED_GRID.
inline std::string header(const std::string& title, const char* dataset = "POLYDATA") {
    return "# vtk DataFile Version 3.0\nscree " + title + "\nASCII\nDATASET " + dataset + '\n';
}

inline std::string header(const char* what, double time, const char* dataset = "POLYDATA") {
    return header(fmt::format("{} at {:.9g} s", what, time), dataset) + fields({time_field(time)});
}

inline void points(std::string& out, const std::vector<Vec3>& points) {
    fmt::format_to(std::back_inserter(out), "POINTS {} double\n", points.size());
    for (const Vec3& p : points) {
        add_vector(out, p, ' ');
        out += '\n';
    }
}

inline void vectors(std::string& out, const char* name, const std::vector<Vec3>& values) {
    fmt::format_to(std::back_inserter(out), "VECTORS {} double\n", name);
    for (const Vec3& v : values) {
        add_vector(out, v, ' ');
        out += '\n';
    }
}

template <class T>
void scalars(std::string& out, const char* name, const char* type, const std::vector<T>& values) {
    auto to = std::back_inserter(out);
    fmt::format_to(to, "SCALARS {} {} 1\nLOOKUP_TABLE default\n", name, type);
    for (const T& v : values) {
        if constexpr (std::is_floating_point_v<T>) {
            fmt::format_to(to, "{:.17g}\n", v);
        } else {
            fmt::format_to(to, "{}\n", v);
        }
    }
}

/// One vertex per point.
inline void vertices(std::string& out, std::size_t count) {
    auto to = std::back_inserter(out);
    fmt::format_to(to, "VERTICES {} {}\n", count, 2 * count);
    for (std::size_t k = 0; k < count; ++k) fmt::format_to(to, "1 {}\n", k);
}

/// One value of each row.
template <class Rows, class Get>
auto column(const Rows& rows, Get get) {
    std::vector<std::decay_t<decltype(get(rows[0]))>> out;
    out.reserve(rows.size());
    for (const auto& row : rows) out.push_back(get(row));
    return out;
}

} // namespace scree::vtk
