// SPDX-License-Identifier: BSD-3-Clause
//
// A polyhedron from its faces: they are checked, then the hull of their points is taken, which for
// the surface of a convex solid is that solid. Closed, turned outward, convex at each edge and as
// large as its hull: nothing else passes (two separate cubes are convex at each edge, too).
#include <scree/shapes/detail/polyhedron_build.hpp>
#include <scree/shapes/detail/tolerances.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

namespace scree {
namespace {

using detail::Complaints;
using detail::Polygon;
using detail::Several;
using detail::text;

using Faces = std::span<const Polygon>;

std::string name(const char* kind, std::size_t index) {
    return std::string(kind) + " " + std::to_string(index);
}

void check_indices(std::size_t points, Faces faces, Complaints& complaints) {
    if (faces.size() < 4)
        complaints.add("faces: a solid needs at least 4, got " + std::to_string(faces.size()));
    Several wrong(complaints, "faces with wrong corners");
    for (std::size_t f = 0; f < faces.size(); ++f) {
        const std::set<std::uint32_t> corners(faces[f].begin(), faces[f].end());
        if (faces[f].size() < 3)
            wrong.add(name("face", f) + ": needs at least 3 corners, got " +
                      std::to_string(faces[f].size()));
        else if (*corners.rbegin() >= points)
            wrong.add(name("face", f) + ": names point " + std::to_string(*corners.rbegin()) +
                      ", but there are only points 0 to " + std::to_string(points - 1));
        else if (corners.size() < faces[f].size())
            wrong.add(name("face", f) + ": names a point twice");
    }
}

/// Where the surface is open because the same point was given twice, that is the cure to name.
std::string weld_hint(std::span<const Vec3> points) {
    std::map<std::array<double, 3>, std::size_t> seen;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto [twin, is_new] = seen.insert({{points[i].x(), points[i].y(), points[i].z()}, i});
        if (!is_new)
            return "; points " + std::to_string(twin->second) + " and " + std::to_string(i) +
                   " are the same: weld such points";
    }
    return "";
}

void check_closed(std::span<const Vec3> points, Faces faces, Complaints& complaints) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> owners;
    Several wrong(complaints, "wrong edges");
    const auto edge_text = [](const auto& edge) {
        return "edge " + std::to_string(edge.first) + "–" + std::to_string(edge.second);
    };
    for (std::size_t f = 0; f < faces.size(); ++f)
        for (std::size_t i = 0; i < faces[f].size(); ++i) {
            const std::pair edge{faces[f][i], faces[f][(i + 1) % faces[f].size()]};
            const auto [other, is_new] = owners.insert({edge, f});
            if (!is_new)
                wrong.add(name("face", f) + ": runs along " + edge_text(edge) +
                          " the same way as face " + std::to_string(other->second) +
                          "; one of them is turned the wrong way, or more than two meet there");
        }
    for (const auto& [edge, f] : owners)
        if (!owners.contains({edge.second, edge.first}))
            wrong.add(name("face", f) + ": no face on the other side of its " + edge_text(edge) +
                      ", the surface is open" + weld_hint(points));
}

/// The surface in units of its extent, each face with its plane.
struct FaceSet {
    detail::Unit unit;
    Faces faces;
    std::vector<Vec3> area, normal;

    FaceSet(detail::Unit u, Faces those) : unit(std::move(u)), faces(those) {
        for (const Polygon& face : faces) {
            area.push_back(detail::area_vector(unit.points, face));
            normal.push_back(area.back().isZero(0) ? Vec3(Vec3::Zero())
                                                   : detail::unit_normal(unit.points, face));
        }
    }

    double height(std::size_t face, std::uint32_t point) const {
        return normal[face].dot(unit.points[point] - unit.points[faces[face][0]]);
    }
    double volume() const {
        double sum = 0;
        for (const Polygon& face : faces) {
            const Vec3& a = unit.points[face[0]];
            for (std::size_t i = 2; i < face.size(); ++i)
                sum += a.dot(detail::twice_area(a, unit.points[face[i - 1]], unit.points[face[i]]));
        }
        return sum / 6;
    }
    double total_area() const {
        double sum = 0;
        for (const Vec3& a : area) sum += a.norm();
        return sum;
    }
};

/// How far a point lies off a plane, in units, which is within a factor of two of the extent.
struct Offence {
    double height = detail::mesh_tolerance;
    std::size_t face = 0;
    std::uint32_t point = 0;

    bool is_serious() const { return height > detail::mesh_tolerance; }
    std::string amount(const detail::Unit& unit) const {
        double extent = 0;
        for (const Vec3& p : unit.points) extent = std::max(extent, 2 * p.cwiseAbs().maxCoeff());
        std::array<char, 32> percent{};
        std::snprintf(percent.data(), percent.size(), "%.2g %%", 100 * height / extent);
        std::array<char, 32> metres{};
        std::snprintf(metres.data(), metres.size(), "%.3g m", unit.metres(height));
        return std::string(metres.data()) + " (" + percent.data() + " of its size)";
    }
};

void check_planar(const FaceSet& surface) {
    Offence worst;
    for (std::size_t f = 0; f < surface.faces.size(); ++f)
        for (const auto corner : surface.faces[f])
            if (const double height = std::abs(surface.height(f, corner)); height > worst.height)
                worst = {height, f, corner};
    if (worst.is_serious())
        throw InputError(name("face", worst.face) + ": not planar, its point " +
                         std::to_string(worst.point) + " lies " + worst.amount(surface.unit) +
                         " off its plane; cut the face into triangles, or take the hull of the "
                         "points (--hull)");
}

void check_convex(const FaceSet& surface) {
    Offence worst;
    const detail::EdgeOwners owners(surface.faces);
    for (const auto& edge : owners) {
        const std::uint32_t left = edge.owner;
        const std::uint32_t right = owners.across(edge);
        // The larger face knows its plane better.
        if (surface.area[left].squaredNorm() < surface.area[right].squaredNorm()) continue;
        for (const auto corner : surface.faces[right])
            if (const double height = surface.height(left, corner); height > worst.height)
                worst = {height, left, corner};
    }
    if (worst.is_serious())
        throw InputError("not convex: point " + std::to_string(worst.point) + " lies " +
                         worst.amount(surface.unit) + " outside the plane of face " +
                         std::to_string(worst.face) +
                         "; take the hull of the points (--hull), or split it into convex parts");
}

void check_outward(const FaceSet& surface) {
    const double volume = surface.volume();
    const double rounding = detail::mesh_tolerance * surface.total_area();
    if (volume < -rounding)
        throw InputError("inside out: the faces run clockwise seen from outside (the volume would "
                         "be " +
                         text(-std::ldexp(-volume, 3 * surface.unit.exponent)) +
                         " m³); reverse the corners of every face");
}

void check_size(const FaceSet& surface, const Polyhedron& hull) {
    const double given = std::ldexp(surface.volume(), 3 * surface.unit.exponent);
    const double rounding =
        std::ldexp(detail::mesh_tolerance * surface.total_area(), 3 * surface.unit.exponent);
    if (std::abs(given - hull.data->mass.volume) > rounding)
        throw InputError("not one convex solid: the faces enclose " + text(given) +
                         " m³, their hull " + text(hull.data->mass.volume) +
                         " m³; do they cross, or are there several pieces?");
}

/// The points named by faces, back at their own indices; the others lie in the middle.
detail::Unit spread(const detail::Unit& unit, const std::set<std::uint32_t>& used,
                    std::size_t count) {
    detail::Unit all{std::vector<Vec3>(count, Vec3::Zero()), unit.exponent};
    std::size_t k = 0;
    for (const auto i : used) all.points[i] = unit.points[k++];
    return all;
}

} // namespace

Polyhedron make_polyhedron(std::span<const Vec3> points, Faces faces, double rounding) {
    Complaints complaints;
    detail::check_points(points, complaints);
    complaints.not_negative("rounding", rounding);
    check_indices(points.size(), faces, complaints);
    complaints.raise();
    check_closed(points, faces, complaints);
    complaints.raise();

    std::set<std::uint32_t> used;
    for (const Polygon& face : faces) used.insert(face.begin(), face.end());
    std::vector<Vec3> corners;
    corners.reserve(used.size());
    for (const auto i : used) corners.push_back(points[i]);
    const FaceSet surface(spread(detail::to_unit(corners), used, points.size()), faces);
    check_outward(surface);
    check_planar(surface);
    check_convex(surface);
    auto hull =
        detail::build_hull(corners, {detail::mesh_tolerance, detail::coplanar_angle}, rounding);
    check_size(surface, hull);
    return hull;
}

} // namespace scree
