// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/drawing.hpp>

#include <scree/view/drawn_shapes.hpp>

#include <scree/sim/local_structure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace scree {
namespace {

// The thickest link of a force chain, in radii of the thinner of its grains.
constexpr double thickest_rod = 0.6;
// Links that carry less than this part of the largest force are left out.
constexpr double thinnest_force = 0.02;
// An edge of the triangulation, in radii of the smaller of its grains, and its colour where the
// colours mean something else.
constexpr double edge_rod = 0.06;
constexpr double bond_rod = 0.25;
constexpr Rgb edge_color{0.35, 0.35, 0.38};
// An edge of a cell, in radii of its grain; and how much darker a grain is in its opened cell.
constexpr double outline_rod = 0.03;
constexpr double inner_shade = 0.7;
// An edge of the period, in diagonals of it.
constexpr double period_rod = 0.0015;

/// Is any of the ball on the kept side?
bool is_kept(const std::optional<CutPlane>& cut, const Vec3& center, double radius) {
    return !cut || cut->normal.dot(center - cut->point) <= radius;
}

void cover(Bounds& box, const Vec3& low, const Vec3& high) {
    box.low = box.low.cwiseMin(low);
    box.high = box.high.cwiseMax(high);
}

Legend legend_of(const Field& field, const DrawOptions& o) {
    Legend legend{field.title, field.unit, field.is_kind, 0, 1, field.kinds};
    if (field.is_kind) {
        double most = 0;
        for (const double v : field.values) most = std::max(most, v);
        for (auto k = legend.kinds.size(); k <= static_cast<std::size_t>(most); ++k)
            legend.kinds.push_back(std::to_string(k + 1));
        // The rest have the same colours again; this entry stands beside the first of them.
        if (const std::size_t all = legend.kinds.size(); all > category_colors) {
            legend.kinds.resize(category_colors);
            legend.kinds.push_back(fmt::format("and {} more", all - category_colors));
        }
        return legend;
    }
    const auto [low, high] = std::minmax_element(field.values.begin(), field.values.end());
    if (!field.values.empty()) {
        legend.low = *low;
        legend.high = *high;
    }
    if (shows_inside(o)) return legend; // the range is that of what is inside
    legend.low = o.low.value_or(legend.low);
    legend.high = o.high.value_or(legend.high);
    return legend;
}

double largest_force(const Frame& f) {
    double largest = 0;
    for (const ContactRecord& c : f.contact) largest = std::max(largest, c.normal_force);
    return largest;
}

/// A rod between two grains; where it would go across a side of the period, half of it at each.
void add_link(const DrawnRod& rod, const Vec3& way, const Periodic& period, Drawing& drawing) {
    if (!period.any() || (rod.to - rod.from - way).norm() < 1e-6 * way.norm()) {
        drawing.rods.push_back(rod);
        return;
    }
    drawing.rods.push_back({rod.from, rod.from + 0.5 * way, rod.radius, rod.color});
    drawing.rods.push_back({rod.to - 0.5 * way, rod.to, rod.radius, rod.color});
}

/// The edges of the period, along the periodic axes: what is seen between them repeats itself.
void add_period(const Periodic& period, Drawing& drawing) {
    const Bounds& box = drawing.bounds;
    Vec3 low = box.low, high = box.high;
    for (int k = 0; k < 3; ++k)
        if (period.along(k)) {
            low[k] = period.low[k];
            high[k] = period.high(k);
        }
    const double radius = period_rod * (high - low).norm();
    for (int k = 0; k < 3; ++k)
        for (int side = 0; side < 4; ++side) {
            Vec3 from = low;
            if (side % 2 == 1) from[(k + 1) % 3] = high[(k + 1) % 3];
            if (side / 2 == 1) from[(k + 2) % 3] = high[(k + 2) % 3];
            Vec3 to = from;
            to[k] = high[k];
            drawing.rods.push_back({from, to, radius, edge_color});
        }
}

void add_chains(const FieldSource& s, const DrawOptions& o, Drawing& drawing) {
    const Frame& f = s.frame.frame;
    const double largest = o.high.value_or(largest_force(f));
    drawing.legend = {"contact force", "N", false, o.low.value_or(0), largest, {}};
    if (!(largest > 0)) return;
    for (const ContactRecord& c : f.contact) {
        if (!(c.normal_force > thinnest_force * largest) || !is_kept(drawing.cut, c.point, 0))
            continue;
        const Vec3 from = f.center[c.a];
        const auto b = static_cast<std::size_t>(c.b);
        const Vec3 to = c.b >= 0 ? f.center[b] : c.point;
        const Vec3 way = branch_of(f, c);
        const double radius = c.b >= 0 ? std::min(f.radius[c.a], f.radius[b]) : f.radius[c.a];
        // Width by force: the cross-section grows in proportion to it.
        const double width = std::sqrt(std::min(c.normal_force / largest, 1.0));
        add_link(
            {from, to, thickest_rod * radius * width, color_of(drawing.legend, c.normal_force)},
            way, f.period, drawing);
    }
}

void add_bonds(const Frame& f, Drawing& drawing) {
    drawing.legend = {"bond", "", true, 0, 1, {"whole", "broken"}};
    drawing.rods_name = "bonds";
    for (const BondRecord& bond : f.bonds) {
        const Vec3 &from = f.center[bond.a], &to = f.center[bond.b];
        const Vec3 way = f.period.nearest(to - from);
        const double radius = std::min(f.radius[bond.a], f.radius[bond.b]);
        // A broken bond is seen where its grains are still near.
        if (bond.is_broken() && way.norm() > 2 * (f.radius[bond.a] + f.radius[bond.b])) continue;
        if (is_kept(drawing.cut, from + 0.5 * way, 0))
            add_link(
                {from, to, bond_rod * radius, color_of(drawing.legend, bond.is_broken() ? 1 : 0)},
                way, f.period, drawing);
    }
}

/// What is drawn of the triangulation.
struct Skeleton {
    std::vector<GrainEdge> edges;
    std::vector<CenteredSphere> pores;
    std::vector<LaguerrePolyhedron> cells; ///< by grain
    LocalStructure structure;

    Skeleton(const FieldSource& s, const DrawOptions& o) {
        Workers alone(1);
        structure = local_structure(s.scene, s.frame.frame, alone);
        if (o.edges) edges = edges_of(structure, s.frame.frame);
        if (o.pores) pores = pore_spheres(structure);
        if (o.cells) cells = polyhedra_of(structure, s.frame.frame);
    }
    /// Of the gaps, or of the pores' radii when these are shown; the smallest and the largest.
    std::array<double, 2> range(const DrawOptions& o) const {
        const double infinity = std::numeric_limits<double>::infinity();
        std::array<double, 2> out{infinity, -infinity};
        const auto cover = [&](double value) {
            out = {std::min(out[0], value), std::max(out[1], value)};
        };
        if (o.pores) {
            for (const CenteredSphere& p : pores) cover(p.radius);
        } else {
            for (const GrainEdge& e : edges) cover(e.gap);
        }
        if (!(out[0] <= out[1])) return {0, 0};
        return out;
    }
};

void add_edges_and_pores(const Frame& f, const Skeleton& skeleton, const DrawOptions& o,
                         Drawing& drawing) {
    drawing.rods_name = o.chains ? "force chains and edges" : "edges";
    const bool edges_have_colors = !o.pores && !o.chains;
    if (o.pores || edges_have_colors) {
        const auto [low, high] = skeleton.range(o);
        drawing.legend = {o.pores ? "radius of the pore" : "gap",
                          "m",
                          false,
                          o.low.value_or(low),
                          o.high.value_or(high),
                          {}};
    }
    for (const GrainEdge& e : skeleton.edges) {
        const Vec3 &from = f.center[e.a], &to = f.center[e.b];
        if (!is_kept(drawing.cut, 0.5 * (from + to), 0)) continue;
        add_link({from, to, edge_rod * std::min(f.radius[e.a], f.radius[e.b]),
                  edges_have_colors ? color_of(drawing.legend, e.gap) : edge_color},
                 f.period.nearest(to - from), f.period, drawing);
    }
    if (!o.pores) return;
    drawing.faint_grains = false;
    drawing.ball_name = "pore";
    drawing.balls.clear();
    drawing.solids.clear();
    for (const CenteredSphere& p : skeleton.pores)
        if (is_kept(drawing.cut, p.center, p.radius))
            drawing.balls.push_back({p.center, p.radius, color_of(drawing.legend, p.radius),
                                     static_cast<std::uint32_t>(drawing.balls.size())});
}

/// Faces as fans, all points drawn towards a centre.
TriangleMesh mesh_of(const LaguerrePolyhedron& cell, const Vec3& center, double size) {
    TriangleMesh mesh;
    for (const Vec3& p : cell.points) mesh.vertices.emplace_back(center + size * (p - center));
    for (std::size_t k = 0; k < cell.face_count(); ++k) {
        const auto face = cell.face(k);
        for (std::size_t c = 2; c < face.size(); ++c)
            mesh.triangles.push_back({face[0], face[c - 1], face[c]});
    }
    return mesh;
}

void add_solid_cells(const Frame& f, const Skeleton& skeleton, std::span<const Rgb> colors,
                     Drawing& drawing) {
    drawing.inner_balls = true;
    drawing.solid_name = "cell";
    for (DrawnBall& b : drawing.balls)
        b.color = {inner_shade * b.color.r, inner_shade * b.color.g, inner_shade * b.color.b};
    for (std::size_t i = 0; i < skeleton.cells.size(); ++i) {
        TriangleMesh mesh = mesh_of(
            skeleton.cells[i], skeleton.structure.tessellation.cells.centroid[i], drawn_cell_size);
        if (std::any_of(mesh.vertices.begin(), mesh.vertices.end(),
                        [&](const Vec3& v) { return is_kept(drawing.cut, v, 0); }))
            drawing.solids.push_back({std::move(mesh), colors[i], id_of(f, i)});
    }
}

/// Calls use(from, to) for the edges of a cell that no cell of a lower number has; without those
/// between two sides of the container. Other grains at an edge are beyond its two faces (or, in a
/// lattice, next to these).
template <class Use>
void for_each_own_edge(const LaguerrePolyhedron& cell, std::span<const LaguerreFace> faces,
                       std::size_t grain, Use&& use) {
    struct Side {
        std::uint32_t low, high; ///< points
        std::int64_t beyond;
        auto ends() const { return std::pair(low, high); }
    };
    std::vector<Side> sides;
    for (std::size_t k = 0; k < cell.face_count(); ++k) {
        const auto face = cell.face(k);
        for (std::size_t c = 0; c < face.size(); ++c) {
            const auto [low, high] = std::minmax(face[c], face[(c + 1) % face.size()]);
            sides.push_back({low, high, faces[k].other});
        }
    }
    std::ranges::sort(sides, {}, &Side::ends);
    const auto own = static_cast<std::int64_t>(grain);
    for (std::size_t k = 1; k < sides.size(); ++k) {
        const Side &a = sides[k - 1], &b = sides[k];
        if (a.ends() != b.ends() || (a.beyond < 0 && b.beyond < 0)) continue;
        if ((a.beyond < 0 || a.beyond > own) && (b.beyond < 0 || b.beyond > own))
            use(cell.points[a.low], cell.points[a.high]);
    }
}

void add_outlines(const Frame& f, const Skeleton& skeleton, Drawing& drawing) {
    drawing.rods_name += " and outlines of cells";
    for (std::size_t i = 0; i < skeleton.cells.size(); ++i) {
        const double radius = outline_rod * f.radius[i];
        for_each_own_edge(skeleton.cells[i], skeleton.structure.tessellation.cells.faces(i), i,
                          [&](const Vec3& from, const Vec3& to) {
                              // Shorter ones hide in the ends of their neighbours.
                              if ((to - from).norm() > radius &&
                                  is_kept(drawing.cut, 0.5 * (from + to), 0))
                                  drawing.rods.push_back({from, to, radius, edge_color});
                          });
    }
}

} // namespace

Bounds bounds_of(const FieldSource& s) {
    const double infinity = std::numeric_limits<double>::infinity();
    Bounds box{Vec3::Constant(infinity), Vec3::Constant(-infinity)};
    for (const Wall& wall : placed_walls(s.scene, s.frame.frame.walls))
        for (const Surface& surface : wall.surfaces)
            if (const Bounds b = bounds(surface); b.low.allFinite() && b.high.allFinite())
                cover(box, b.low, b.high);
    // A grain that has left its container for good must not make all else too small to see.
    Bounds near{Vec3::Constant(-infinity), Vec3::Constant(infinity)};
    if ((box.low.array() < box.high.array()).all()) {
        const Vec3 room = Vec3::Constant((box.high - box.low).norm());
        near = {box.low - room, box.high + room};
    }
    const Frame& f = s.frame.frame;
    for (int k = 0; k < 3; ++k)
        if (f.period.along(k)) {
            box.low[k] = std::min(box.low[k], f.period.low[k]);
            box.high[k] = std::max(box.high[k], f.period.high(k));
        }
    for (std::size_t i = 0; i < f.center.size(); ++i)
        if (f.center[i].cwiseMax(near.low).cwiseMin(near.high) == f.center[i])
            cover(box, f.center[i] - Vec3::Constant(f.radius[i]),
                  f.center[i] + Vec3::Constant(f.radius[i]));
    if (!(box.low.array() <= box.high.array()).all()) box = {Vec3::Constant(-1), Vec3::Constant(1)};
    return box;
}

std::vector<DrawnMesh> draw_walls(const FieldSource& source, const Bounds& region) {
    std::vector<DrawnMesh> out;
    for (const Wall& wall : placed_walls(source.scene, source.frame.frame.walls))
        for (const Surface& surface : wall.surfaces)
            out.push_back({wall.name, mesh_of(surface, region)});
    return out;
}

Rgb color_of(const Legend& legend, double value) {
    if (legend.is_kind) return category_color(static_cast<std::size_t>(std::max(value, 0.0)));
    const double span = legend.high - legend.low;
    return sequential_color(span > 0 ? (value - legend.low) / span : 0.5);
}

std::vector<std::string> colors_of(const Legend& legend) {
    constexpr int stops = 32;
    std::vector<std::string> out;
    if (legend.is_kind) {
        for (std::size_t k = 0; k < legend.kinds.size(); ++k)
            out.push_back(css_color(category_color(k)));
        return out;
    }
    for (int k = 0; k < stops; ++k)
        out.push_back(css_color(sequential_color(static_cast<double>(k) / (stops - 1))));
    return out;
}

void cover(const FieldSource& source, DrawOptions& options) {
    Bounds region = bounds_of(source);
    if (options.region) cover(region, options.region->low, options.region->high);
    options.region = region;
    if (options.bonds) return;
    if (options.chains) {
        options.high = std::max(options.high.value_or(0), largest_force(source.frame.frame));
        return;
    }
    if (options.edges || options.pores) {
        const auto [low, high] = Skeleton(source, options).range(options);
        options.low = std::min(options.low.value_or(low), low);
        options.high = std::max(options.high.value_or(high), high);
        return;
    }
    const Field field = grain_field(options.color_by, source);
    if (field.is_kind || field.values.empty()) return;
    const auto [low, high] = std::minmax_element(field.values.begin(), field.values.end());
    options.low = std::min(options.low.value_or(*low), *low);
    options.high = std::max(options.high.value_or(*high), *high);
}

Drawing draw(const FieldSource& source, const DrawOptions& options) {
    Drawing drawing;
    drawing.time = source.frame.frame.time;
    drawing.bounds = bounds_of(source);
    if (options.region) cover(drawing.bounds, options.region->low, options.region->high);
    drawing.cut = options.cut;
    const Field field = grain_field(options.color_by, source);
    drawing.legend = legend_of(field, options);
    std::vector<Rgb> colors;
    for (const double value : field.values) colors.push_back(color_of(drawing.legend, value));
    const Frame& f = source.frame.frame;
    drawing.faint_grains = shows_inside(options);
    // In their cells, which are those of balls, grains of any shape are balls of their volume.
    const bool as_balls = options.cells && !shows_inside(options);
    const ShapeDrawer shapes(source.scene.shapes, f);
    for (std::size_t i = 0; i < f.center.size(); ++i)
        if (as_balls && is_kept(options.cut, f.center[i], f.radius[i]))
            drawing.balls.push_back({f.center[i], f.radius[i], colors[i], id_of(f, i)});
        else if (!as_balls && is_kept(options.cut, f.center[i], shapes.reach(i)))
            shapes.add(i, colors[i], drawing);
    if (options.chains) add_chains(source, options, drawing);
    if (options.bonds) add_bonds(f, drawing);
    if (options.edges || options.pores || options.cells) {
        const Skeleton skeleton(source, options);
        if (options.edges || options.pores) add_edges_and_pores(f, skeleton, options, drawing);
        if (options.cells && shows_inside(options)) add_outlines(f, skeleton, drawing);
        if (options.cells && !shows_inside(options)) add_solid_cells(f, skeleton, colors, drawing);
    }
    if (options.walls) drawing.walls = draw_walls(source, drawing.bounds);
    if (options.walls && f.period.any()) add_period(f.period, drawing);
    return drawing;
}

} // namespace scree
