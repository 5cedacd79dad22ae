// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/detail/vtk_text.hpp>
#include <scree/io/export.hpp>

#include <cmath>

namespace scree {

std::string edges_as_vtk(const Frame& f, const LocalStructure& structure) {
    const std::vector<GrainEdge> edges = edges_of(structure, f);
    std::string out = vtk::header("edges of the triangulation", f.time);
    std::vector<Vec3> points = f.center;
    for (const GrainEdge& e : edges) // in a period each has an end of its own, maybe outside
        if (f.period.any())
            points.emplace_back(f.center[e.a] + f.period.nearest(f.center[e.b] - f.center[e.a]));
    vtk::points(out, points);
    auto to = std::back_inserter(out);
    fmt::format_to(to, "LINES {} {}\n", edges.size(), 3 * edges.size());
    for (std::size_t k = 0; k < edges.size(); ++k)
        fmt::format_to(to, "2 {} {}\n", edges[k].a,
                       f.period.any() ? f.center.size() + k : std::size_t{edges[k].b});
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
    const std::vector<Vec3> center = centers_of(structure, f);
    vtk::points(out, center);
    auto to = std::back_inserter(out);
    fmt::format_to(to, "CELLS {} {}\n", cells.size(), 5 * cells.size());
    for (const Pore& c : cells) {
        // Positively oriented, as VTK wants them.
        auto g = c.grains;
        const Vec3& a = center[g[0]];
        const Vec3 normal = (center[g[1]] - a).cross(center[g[2]] - a);
        if (normal.dot(center[g[3]] - a) < 0) std::swap(g[0], g[1]);
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

std::string laguerre_as_vtk(const Frame& f, const LocalStructure& structure) {
    const LaguerreCells& cells = structure.tessellation.cells;
    const std::vector<LaguerrePolyhedron> shapes = polyhedra_of(structure, f);
    std::vector<Vec3> points;
    std::string polygons;
    std::size_t numbers = 0;
    std::vector<std::size_t> grain;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        for (std::size_t k = 0; k < shapes[i].face_count(); ++k) {
            const auto face = shapes[i].face(k);
            fmt::format_to(std::back_inserter(polygons), "{}", face.size());
            for (const std::uint32_t corner : face)
                fmt::format_to(std::back_inserter(polygons), " {}", points.size() + corner);
            polygons += '\n';
            numbers += 1 + face.size();
            grain.push_back(i);
        }
        points.insert(points.end(), shapes[i].points.begin(), shapes[i].points.end());
    }
    std::string out = vtk::header("Laguerre cells", f.time);
    vtk::points(out, points);
    auto to = std::back_inserter(out);
    fmt::format_to(to, "POLYGONS {} {}\n{}", grain.size(), numbers, polygons);
    fmt::format_to(to, "CELL_DATA {}\n", grain.size());
    vtk::scalars(out, "grain", "int", grain);
    vtk::scalars(out, "beyond", "int", vtk::column(cells.face, [&](const LaguerreFace& x) {
                     return grain_beyond(structure, x);
                 }));
    vtk::scalars(out, "area", "double",
                 vtk::column(cells.face, [](const LaguerreFace& x) { return x.area; }));
    vtk::scalars(out, "volume", "double",
                 vtk::column(grain, [&](std::size_t i) { return cells.volume[i]; }));
    vtk::scalars(out, "laguerre_density", "double",
                 vtk::column(grain, [&](std::size_t i) { return structure.density[i]; }));
    return out;
}

} // namespace scree
