// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/mesh_notes.hpp>

#include <scree/shapes/mesh_surface.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace scree {
namespace {

std::string counted(std::size_t count, const char* thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

constexpr std::size_t most_leaks = 8; // to name; a torn mesh has thousands

void add_notes(const std::string& name, const MeshSurface& mesh, std::vector<std::string>& out) {
    const MeshFindings& found = mesh.findings();
    std::string left_out;
    if (found.slivers > 0) left_out += fmt::format(", {} without area left out", found.slivers);
    if (found.duplicates > 0) left_out += fmt::format(", {} given twice", found.duplicates);
    if (found.crossed > 0)
        left_out += fmt::format(", {} of more than two triangles or of two that are turned against "
                                "each other",
                                counted(found.crossed, "edge"));
    out.push_back(fmt::format("wall \"{}\": {} in {}{}", name,
                              counted(mesh.mesh().triangles.size(), "triangle"),
                              counted(mesh.region_count(), "flat region"), left_out));
    const std::size_t named = std::min(found.leaks.size(), most_leaks);
    for (std::size_t k = 0; k < named; ++k) {
        const MeshLeak& leak = found.leaks[k];
        out.push_back(
            fmt::format("wall \"{}\": open along {:.6g} m ({}) around [{:.6g}, {:.6g}, {:.6g}]",
                        name, leak.length, counted(leak.edges, "edge"), leak.place.x(),
                        leak.place.y(), leak.place.z()));
    }
    if (found.leaks.size() > named)
        out.push_back(fmt::format("wall \"{}\": open in {}", name,
                                  counted(found.leaks.size() - named, "more place")));
}

} // namespace

std::vector<std::string> mesh_notes(const Scene& scene) {
    std::vector<std::string> out;
    for (const Wall& wall : scene.walls)
        for (const Surface& surface : wall.surfaces)
            if (const auto* mesh = std::get_if<MeshWall>(&surface))
                add_notes(wall.name, *mesh->home, out);
    return out;
}

} // namespace scree
