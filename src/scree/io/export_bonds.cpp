// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/detail/vtk_text.hpp>
#include <scree/io/export.hpp>

#include <fmt/format.h>

#include <iterator>

namespace scree {

std::string bonds_as_vtk(const StoredFrame& stored) {
    const auto& bonds = stored.frame.bonds;
    std::string out = vtk::header("bonds", stored.frame.time);
    vtk::points(out, stored.frame.center);
    auto to = std::back_inserter(out);
    fmt::format_to(to, "LINES {} {}\n", bonds.size(), 3 * bonds.size());
    for (const BondRecord& bond : bonds) fmt::format_to(to, "2 {} {}\n", bond.a, bond.b);
    fmt::format_to(to, "CELL_DATA {}\n", bonds.size());
    vtk::scalars(out, "broken", "int",
                 vtk::column(bonds, [](const BondRecord& b) { return b.is_broken() ? 1 : 0; }));
    vtk::scalars(out, "broken_at", "double",
                 vtk::column(bonds, [](const BondRecord& b) { return b.broken_at; }));
    return out;
}

std::string bonds_as_csv(const StoredFrame& stored) {
    std::string out = "a,b,broken_at_s\n";
    for (const BondRecord& bond : stored.frame.bonds)
        fmt::format_to(std::back_inserter(out), "{},{},{}\n", id_of(stored.frame, bond.a),
                       id_of(stored.frame, bond.b),
                       bond.is_broken() ? fmt::format("{:.17g}", bond.broken_at) : "");
    return out;
}

} // namespace scree
