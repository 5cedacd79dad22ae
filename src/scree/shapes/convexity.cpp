// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/shapes/convexity.hpp>
#include <scree/shapes/detail/tolerances.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace scree {
namespace {

/// Volume by tetrahedra from a point near the mesh.
double enclosed(const TriangleMesh& mesh) {
    const Vec3& origin = mesh.vertices[0];
    double sum = 0;
    for (const auto& t : mesh.triangles) {
        const Vec3 a = mesh.vertices[t[0]] - origin;
        const Vec3 b = mesh.vertices[t[1]] - origin;
        const Vec3 c = mesh.vertices[t[2]] - origin;
        sum += a.dot(b.cross(c));
    }
    return sum / 6;
}

/// The distance to the nearest plane of the hull's faces; none beyond `enough` is looked at
/// further.
double depth_below(const PolyhedronData& hull, const Vec3& point, double enough) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t f = 0; f < hull.face_count() && least > enough; ++f)
        least = std::min(least, hull.face_normal[f].dot(hull.corner(hull.face(f)[0]) - point));
    return least;
}

double largest_side(std::span<const Vec3> points) {
    Vec3 low = points[0];
    Vec3 high = points[0];
    for (const Vec3& p : points) low = low.cwiseMin(p), high = high.cwiseMax(p);
    return (high - low).maxCoeff();
}

std::string number(const char* format, double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

/// The mistakes that make the question of convexity meaningless come first, as make_polyhedron
/// finds them; its own word on convexity is replaced by the depth, which says more.
bool is_about_convexity(const std::string& message) {
    return message.starts_with("not convex") || message.starts_with("not one convex solid");
}

} // namespace

Convexity convexity(const TriangleMesh& mesh) {
    const Polyhedron hull = make_polyhedron(mesh.vertices);
    Convexity found;
    found.hull_volume = hull.data->mass.volume;
    found.volume = enclosed(mesh);
    for (std::uint32_t i = 0; i < mesh.vertices.size(); ++i)
        if (const double depth = depth_below(*hull.data, mesh.vertices[i], found.depth);
            depth > found.depth)
            found.depth = depth, found.vertex = i;
    found.relative = found.depth / largest_side(mesh.vertices);
    return found;
}

Polyhedron convex_solid(const TriangleMesh& mesh, double rounding) {
    std::vector<std::vector<std::uint32_t>> faces;
    faces.reserve(mesh.triangles.size());
    for (const auto& t : mesh.triangles) faces.emplace_back(t.begin(), t.end());
    try {
        return make_polyhedron(mesh.vertices, faces, rounding);
    } catch (const InputError& error) {
        if (!is_about_convexity(error.what())) throw;
    }
    const Convexity found = convexity(mesh);
    const std::string cure = "; take the hull of the points, or split it into convex parts "
                             "(decomposition is the coming step)";
    if (found.relative > detail::mesh_tolerance)
        throw InputError("not convex: vertex " + std::to_string(found.vertex) + " lies " +
                         number("%.3g m", found.depth) + " (" +
                         number("%.2g %%", 100 * found.relative) +
                         " of its size) below the hull, which the solid fills to " +
                         number("%.3g %%", 100 * found.volume / found.hull_volume) + cure);
    throw InputError("not convex: it fills " +
                     number("%.3g %%", 100 * found.volume / found.hull_volume) + " of its hull" +
                     cure);
}

} // namespace scree
