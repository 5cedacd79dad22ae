// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/shape_mesh.hpp>

#include <scree/shapes/generated.hpp>

#include <map>
#include <utility>

namespace scree {
namespace {

TriangleMesh faces_of(const PolyhedronData& data) {
    TriangleMesh mesh;
    for (std::uint32_t i = 0; i < data.corner_count; ++i) mesh.vertices.push_back(data.corner(i));
    for (std::size_t f = 0; f < data.face_count(); ++f) {
        const auto face = data.face(f);
        for (std::size_t k = 1; k + 1 < face.size(); ++k)
            mesh.triangles.push_back({face[0], face[k], face[k + 1]});
    }
    return mesh;
}

/// Each triangle becomes four, with the middles of its sides pushed out to the unit sphere.
TriangleMesh cut_finer(const TriangleMesh& coarse) {
    TriangleMesh fine;
    fine.vertices = coarse.vertices;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
        const auto [at, is_new] = middles.try_emplace(
            std::minmax(a, b), static_cast<std::uint32_t>(fine.vertices.size()));
        if (is_new) fine.vertices.push_back((coarse.vertices[a] + coarse.vertices[b]).normalized());
        return at->second;
    };
    for (const auto& [a, b, c] : coarse.triangles) {
        const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
        for (const std::array<std::uint32_t, 3>& t :
             {std::array{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}})
            fine.triangles.push_back(t);
    }
    return fine;
}

/// Corners of an ellipsoid are those of a ball, stretched: by normals alone nearly all of them
/// would crowd at the tips of a long one.
Vec3 stretch_of(const Shape& shape) {
    if (const auto* e = std::get_if<Ellipsoid>(&shape)) return e->half;
    if (const auto* s = std::get_if<Superquadric>(&shape)) return s->half;
    return Vec3::Ones();
}

TriangleMesh unit_ball_mesh(int cuts) {
    TriangleMesh mesh = faces_of(*regular_solid("icosahedron", 1).data);
    for (int k = 0; k < cuts; ++k) mesh = cut_finer(mesh);
    return mesh;
}

} // namespace

TriangleMesh mesh_of(const Shape& shape, int cuts) {
    if (const auto* p = std::get_if<Polyhedron>(&shape); p != nullptr && p->rounding == 0)
        return faces_of(*p->data);
    if (const auto* box = std::get_if<Box>(&shape); box != nullptr && box->rounding == 0) {
        TriangleMesh mesh = faces_of(*regular_solid("cube", 1).data);
        const double corner = mesh.vertices[0].cwiseAbs().maxCoeff();
        for (Vec3& v : mesh.vertices) v = v.cwiseProduct(box->half) / corner;
        return mesh;
    }
    TriangleMesh mesh = unit_ball_mesh(cuts);
    const Vec3 stretch = stretch_of(shape);
    for (Vec3& v : mesh.vertices) {
        const Vec3 normal = v.cwiseQuotient(stretch).normalized();
        v = support(shape, normal) + rounding(shape) * normal;
    }
    return mesh;
}

} // namespace scree
