// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/detail/vtk_text.hpp>
#include <scree/io/export.hpp>

#include <cmath>

namespace scree {

std::string edges_as_vtk(const Frame& f, const LocalStructure& structure) {
    const std::vector<GrainEdge> edges = edges_of(structure, f);
    std::string out = vtk::header("edges of the triangulation", f.time);
    vtk::points(out, f.center);
    auto to = std::back_inserter(out);
    fmt::format_to(to, "LINES {} {}\n", edges.size(), 3 * edges.size());
    for (const GrainEdge& e : edges) fmt::format_to(to, "2 {} {}\n", e.a, e.b);
    fmt::format_to(to, "CELL_DATA {}\n", edges.size());
    vtk::scalars(out, "gap", "double",
                 vtk::column(edges, [](const GrainEdge& e) { return e.gap; }));
    vtk::scalars(out, "area", "double",
                 vtk::column(edges, [](const GrainEdge& e) { return e.area; }));
    return out;
}

std::string cells_as_vtk(const Frame& f, const LocalStructure& structure) {
    constexpr int tetrahedron = 10; // VTK's number of it
    const std::vector<Pore>& cells = structure.tessellation.pores;
    std::string out = vtk::header("cells of the triangulation", f.time, "UNSTRUCTURED_GRID");
    vtk::points(out, f.center);
    auto to = std::back_inserter(out);
    fmt::format_to(to, "CELLS {} {}\n", cells.size(), 5 * cells.size());
    for (const Pore& c : cells) {
        // Positively oriented, as VTK wants them.
        auto g = c.grains;
        const Vec3& a = f.center[g[0]];
        const Vec3 normal = (f.center[g[1]] - a).cross(f.center[g[2]] - a);
        if (normal.dot(f.center[g[3]] - a) < 0) std::swap(g[0], g[1]);
        fmt::format_to(to, "4 {} {} {} {}\n", g[0], g[1], g[2], g[3]);
    }
    fmt::format_to(to, "CELL_TYPES {}\n", cells.size());
    for (std::size_t k = 0; k < cells.size(); ++k) fmt::format_to(to, "{}\n", tetrahedron);
    fmt::format_to(to, "CELL_DATA {}\n", cells.size());
    vtk::scalars(out, "power", "double", vtk::column(cells, [](const Pore& c) { return c.power; }));
    vtk::scalars(out, "orthogonal_radius", "double", vtk::column(cells, [](const Pore& c) {
                     return std::copysign(std::sqrt(std::abs(c.power)), c.power);
                 }));
    // VTK's reader does not take what is not a number.
    vtk::scalars(out, "has_tangent", "int",
                 vtk::column(cells, [](const Pore& c) { return c.tangent ? 1 : 0; }));
    vtk::scalars(out, "tangent_radius", "double", vtk::column(cells, [](const Pore& c) {
                     return c.tangent ? c.tangent->radius : 0;
                 }));
    vtk::vectors(out, "center", vtk::column(cells, [](const Pore& c) { return c.center; }));
    return out;
}

std::string pores_as_vtk(const Frame& f, const LocalStructure& structure) {
    const std::vector<CenteredSphere> pores = pore_spheres(structure);
    std::string out = vtk::header("pores", f.time);
    vtk::points(out, vtk::column(pores, [](const CenteredSphere& p) { return p.center; }));
    vtk::vertices(out, pores.size());
    fmt::format_to(std::back_inserter(out), "POINT_DATA {}\n", pores.size());
    vtk::scalars(out, "radius", "double",
                 vtk::column(pores, [](const CenteredSphere& p) { return p.radius; }));
    return out;
}

} // namespace scree
