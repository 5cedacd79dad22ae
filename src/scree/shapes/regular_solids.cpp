// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/shapes/detail/complaints.hpp>
#include <scree/shapes/generated.hpp>

#include <algorithm>
#include <numbers>

namespace scree {
namespace {

void add_cube(std::vector<Vec3>& points) {
    for (const double x : {-1, 1})
        for (const double y : {-1, 1})
            for (const double z : {-1, 1}) points.emplace_back(x, y, z);
}

/// (0, ±a, ±b) and its turns: twelve corners.
void add_rectangles(std::vector<Vec3>& points, double a, double b) {
    for (int k = 0; k < 3; ++k)
        for (const double s : {-a, a})
            for (const double t : {-b, b}) {
                Vec3 p = Vec3::Zero();
                p[(k + 1) % 3] = s;
                p[(k + 2) % 3] = t;
                points.push_back(p);
            }
}

std::vector<Vec3> corners_of(const std::string& name) {
    constexpr double phi = std::numbers::phi;
    std::vector<Vec3> points;
    if (name == "tetrahedron") points = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    if (name == "cube") add_cube(points);
    if (name == "octahedron")
        for (int k = 0; k < 3; ++k)
            for (const double side : {-1, 1}) points.emplace_back(side * Vec3::Unit(k));
    if (name == "dodecahedron") add_cube(points), add_rectangles(points, phi - 1, phi);
    if (name == "icosahedron") add_rectangles(points, 1, phi);
    return points;
}

} // namespace

const std::vector<std::string>& regular_solid_names() {
    static const std::vector<std::string> names = {"tetrahedron", "cube", "octahedron",
                                                   "dodecahedron", "icosahedron"};
    return names;
}

Polyhedron regular_solid(const std::string& name, double radius) {
    const auto& names = regular_solid_names();
    detail::Complaints complaints;
    complaints.positive("radius", radius);
    if (std::ranges::find(names, name) == names.end())
        complaints.add("unknown regular solid \"" + name + "\"" + suggestion(name, names));
    complaints.raise();
    std::vector<Vec3> points = corners_of(name);
    for (Vec3& p : points) p *= radius / p.norm();
    return make_polyhedron(points);
}

} // namespace scree
