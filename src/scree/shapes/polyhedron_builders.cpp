// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/detail/hull.hpp>
#include <scree/shapes/detail/polyhedron_build.hpp>
#include <scree/shapes/detail/polyhedron_moments.hpp>
#include <scree/shapes/detail/tolerances.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

namespace scree {
namespace {

using detail::Complaints;
using detail::Polygon;
using detail::text;

void check_solid(const detail::Unit& unit, const Vec3& point) {
    const detail::Extent extent = detail::extent_of(unit.points);
    const auto metres = [&](double value) { return text(unit.metres(value)) + " m"; };
    const double least = detail::flat_tolerance * extent.length;
    const std::string needed = "; a solid needs more than " + text(detail::flat_tolerance) +
                               " of its length in every direction";
    if (extent.length == 0) throw InputError("points: all are the same point " + text(point));
    if (extent.width <= least)
        throw InputError("points: all on one line, " + metres(extent.width) +
                         " wide over a length of " + metres(extent.length) + needed);
    if (extent.thickness <= least)
        throw InputError("points: all in one plane, " + metres(extent.thickness) +
                         " thick over a length of " + metres(extent.length) + needed);
}

/// The first of each set of equal points, by index.
std::vector<std::uint32_t> distinct(std::span<const Vec3> points) {
    const auto less = [&](std::uint32_t i, std::uint32_t j) {
        const Vec3 &a = points[i], &b = points[j];
        return std::tuple(a.x(), a.y(), a.z()) < std::tuple(b.x(), b.y(), b.z());
    };
    std::set<std::uint32_t, decltype(less)> seen(less);
    std::vector<std::uint32_t> kept;
    for (std::uint32_t i = 0; i < points.size(); ++i)
        if (seen.insert(i).second) kept.push_back(i);
    return kept;
}

void fill_corners(PolyhedronData& data, std::span<const Vec3> corners) {
    data.corner_count = static_cast<std::uint32_t>(corners.size());
    for (const Vec3& p : corners) {
        data.x.push_back(p.x()), data.y.push_back(p.y()), data.z.push_back(p.z());
        data.reach = std::max(data.reach, p.stableNorm());
    }
    while (data.x.size() % 4 != 0)
        for (auto* axis : {&data.x, &data.y, &data.z}) axis->push_back(axis->back());
}

void fill_faces(PolyhedronData& data, std::span<const Vec3> corners,
                std::span<const Polygon> faces) {
    std::vector<std::uint32_t> start{0}, loops;
    std::vector<Vec3> normals;
    for (const Polygon& face : faces) {
        loops.insert(loops.end(), face.begin(), face.end());
        start.push_back(static_cast<std::uint32_t>(loops.size()));
        normals.push_back(detail::unit_normal(corners, face));
    }
    data.face_start = std::move(start);
    data.face_corners = std::move(loops);
    const auto along = [&](int axis) {
        std::vector<double> all;
        all.reserve(normals.size() + 3);
        for (const Vec3& normal : normals) all.push_back(normal[axis]);
        while (all.size() % 4 != 0) all.push_back(0);
        return all;
    };
    data.normal_x = along(0), data.normal_y = along(1), data.normal_z = along(2);
    data.face_normal = std::move(normals);
}

void fill_planes(PolyhedronData& data) {
    double lowest = 0; // of all corners of faces, under their planes
    std::vector<std::vector<std::uint32_t>> around(data.corner_count);
    for (std::uint32_t f = 0; f < data.face_count(); ++f) {
        double offset = data.face_normal[f].dot(data.corner(0));
        for (std::uint32_t i = 1; i < data.corner_count; ++i)
            offset = std::max(offset, data.face_normal[f].dot(data.corner(i)));
        data.face_offset.push_back(offset);
        for (const std::uint32_t corner : data.face(f)) {
            around[corner].push_back(f);
            lowest = std::min(lowest, data.face_normal[f].dot(data.corner(corner)) - offset);
        }
    }
    while (data.face_offset.size() % 4 != 0)
        data.face_offset.push_back(std::numeric_limits<double>::infinity());
    data.is_flat = lowest >= -detail::flat_rounding * data.reach;
    std::vector<std::uint32_t> start{0}, all;
    for (const auto& those : around) {
        all.insert(all.end(), those.begin(), those.end());
        start.push_back(static_cast<std::uint32_t>(all.size()));
    }
    data.corner_face_start = std::move(start);
    data.corner_faces = std::move(all);
}

struct EdgeFrom {
    std::uint32_t to;
    std::array<std::uint32_t, 2> faces; // left, right
};

/// Counter-clockwise around their corner, beginning with the first: each next edge has on its right
/// what the last has on its left.
void sort_around(std::vector<EdgeFrom>& edges) {
    for (std::size_t k = 1; k < edges.size(); ++k) {
        const auto next =
            std::find_if(edges.begin() + static_cast<std::ptrdiff_t>(k), edges.end(),
                         [&](const EdgeFrom& e) { return e.faces[1] == edges[k - 1].faces[0]; });
        if (next != edges.end()) std::swap(edges[k], *next);
    }
}

void fill_edges(PolyhedronData& data, std::span<const Polygon> faces) {
    std::vector<std::vector<EdgeFrom>> beside(data.corner_count);
    std::vector<std::array<std::uint32_t, 2>> edges, neighbour_faces;
    const detail::EdgeOwners owners(faces);
    for (const auto& edge : owners) { // sorted
        beside[edge.from].push_back({edge.to, {edge.owner, owners.across(edge)}});
        if (edge.from < edge.to) edges.push_back({edge.from, edge.to});
    }
    std::vector<std::uint32_t> start{0}, neighbours, across;
    for (auto& those : beside) {
        sort_around(those);
        for (const EdgeFrom& edge : those) {
            neighbours.push_back(edge.to);
            neighbour_faces.push_back(edge.faces);
        }
        start.push_back(static_cast<std::uint32_t>(neighbours.size()));
    }
    for (const Polygon& face : faces)
        for (std::size_t k = 0; k < face.size(); ++k)
            across.push_back(owners.owner(face[(k + 1) % face.size()], face[k]));
    data.face_across = std::move(across);
    data.edges = std::move(edges);
    data.neighbour_start = std::move(start);
    data.neighbours = std::move(neighbours);
    data.neighbour_faces = std::move(neighbour_faces);
}

/// From this many corners on, climbing along the edges beats looking at all (scree bench narrow).
constexpr std::uint32_t fewest_climbed = 200;

/// The farthest corner for the middle of each cell of directions.
void fill_starts(PolyhedronData& data) {
    if (data.corner_count < fewest_climbed) return;
    std::vector<std::uint32_t> starts(direction_cells);
    const auto side = [](int k) { return (2 * k + 1.0) / cells_per_side - 1; };
    for (int axis = 0; axis < 3; ++axis) {
        for (const int toward : {1, -1}) {
            for (int i = 0; i < cells_per_side; ++i) {
                for (int j = 0; j < cells_per_side; ++j) {
                    Vec3 d;
                    d[axis] = toward;
                    d[axis == 0 ? 1 : 0] = side(i);
                    d[axis == 2 ? 1 : 2] = side(j);
                    std::uint32_t best = 0;
                    for (std::uint32_t k = 1; k < data.corner_count; ++k)
                        if (d.dot(data.corner(k)) > d.dot(data.corner(best))) best = k;
                    starts[direction_cell(d.x(), d.y(), d.z())] = best;
                }
            }
        }
    }
    data.starts = std::move(starts);
}

/// Keeps only the points that are corners of a face, in their order.
void renumber(std::vector<Vec3>& points, std::vector<Polygon>& faces) {
    std::set<std::uint32_t> used;
    for (const auto& face : faces) used.insert(face.begin(), face.end());
    std::vector<std::uint32_t> name(points.size());
    std::vector<Vec3> kept;
    for (const auto i : used) {
        name[i] = static_cast<std::uint32_t>(kept.size());
        kept.push_back(points[i]);
    }
    for (auto& face : faces)
        for (auto& corner : face) corner = name[corner];
    points = std::move(kept);
}

} // namespace

namespace detail {

void check_points(std::span<const Vec3> points, Complaints& complaints) {
    if (points.size() < 4)
        complaints.add("points: a solid needs at least 4, got " + std::to_string(points.size()));
    Several not_finite(complaints, "points that are not finite");
    for (std::size_t i = 0; i < points.size(); ++i)
        if (!points[i].allFinite())
            not_finite.add("point " + std::to_string(i) + ": must be finite, got " +
                           text(points[i]));
}

double Unit::metres(double value) const { return std::ldexp(value, exponent); }

Unit to_unit(std::span<const Vec3> points) {
    Vec3 low = points[0];
    Vec3 high = points[0];
    for (const Vec3& p : points) low = low.cwiseMin(p), high = high.cwiseMax(p);
    const Vec3 middle = 0.5 * low + 0.5 * high;
    Unit unit;
    static_cast<void>(std::frexp((0.5 * high - 0.5 * low).maxCoeff(), &unit.exponent));
    const auto shrink = [&](double value) { return std::ldexp(value, -unit.exponent); };
    for (const Vec3& p : points) unit.points.emplace_back((p - middle).unaryExpr(shrink));
    return unit;
}

Polyhedron build_hull(std::span<const Vec3> given, const Coplanar& coplanar, double rounding) {
    std::vector<Vec3> points;
    for (const auto i : distinct(given)) points.push_back(given[i]);
    const Unit unit = to_unit(points);
    check_solid(unit, points[0]);
    auto faces = merged(unit.points, hull_facets(unit.points), coplanar);
    renumber(points, faces);

    auto data = std::make_shared<PolyhedronData>();
    fill_corners(*data, points);
    fill_faces(*data, points, faces);
    fill_planes(*data);
    fill_edges(*data, faces);
    // Where faces are flat only to a mesh's digits, an edge path may end below the top: scan those.
    if (coplanar.distance <= coplanar_tolerance) fill_starts(*data);
    data->mass = core_mass(*data);
    return {std::move(data), rounding};
}

} // namespace detail

Polyhedron make_polyhedron(std::span<const Vec3> points, double rounding) {
    Complaints complaints;
    detail::check_points(points, complaints);
    complaints.not_negative("rounding", rounding);
    complaints.raise();
    return detail::build_hull(points, {detail::coplanar_tolerance, detail::coplanar_angle},
                              rounding);
}

} // namespace scree
