// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/detail/scene_parts.hpp>

#include <scree/io/mesh_file.hpp>
#include <scree/shapes/mesh_surface.hpp>

#include <fmt/format.h>

#include <numbers>
#include <set>

namespace scree {

std::vector<Surface> SceneReader::read_surfaces(const SceneTable& t,
                                                const std::string& type) const {
    const auto center = t.vector("center"), normal = t.vector("normal");
    const auto radius = t.number("radius");
    if (type == "plane") {
        const auto point = t.vector("point");
        if (is_longer_than_zero(t, "normal", normal) && point) return make_plane(*point, *normal);
    } else if (type == "box") {
        const auto low = t.vector("low"), high = t.vector("high");
        const auto open = t.texts("open");
        if (std::set(open.begin(), open.end()).size() == 6)
            t.fail("open", "must leave at least one side closed");
        else if (is_upright_box(t, low, high))
            return make_box(*low, *high, open);
    } else if (type == "sphere") {
        const auto side = t.text("side");
        if (center && radius && side) return make_sphere(*center, *radius, *side == "inside");
    } else if (type == "disc") {
        const double inner = t.number("inner_radius").value_or(0);
        if (radius && inner >= *radius)
            t.fail("inner_radius", fmt::format("must be < radius {}, got {}", *radius, inner));
        else if (is_longer_than_zero(t, "normal", normal) && center && radius)
            return make_annulus(*center, *normal, inner, *radius);
    } else if (const auto cone = read_cone(t)) {
        if (type == "rod") return make_rod(cone->base, cone->top, cone->radii[0]);
        return make_frustum(cone->base, cone->top, cone->radii[0], cone->radii[1]);
    }
    return {};
}

std::vector<Surface> SceneReader::read_mesh_wall(const SceneTable& t) {
    const SceneInput* input = read_input(t);
    constexpr double degree = std::numbers::pi / 180;
    const double scale = t.number("scale").value_or(1);
    const double angle = t.number("angle").value_or(0) * degree;
    const Vec3 position = t.vector("position").value_or(Vec3::Zero());
    const Vec3 axis = t.vector("axis").value_or(Vec3::UnitZ());
    MeshOptions options;
    if (const auto smooth = t.number("smooth_angle")) options.smooth_angle = *smooth * degree;
    if (t.has("axis") && !t.has("angle")) t.fail("axis", "is only used with angle");
    if (!is_longer_than_zero(t, "axis", axis) || input == nullptr) return {};
    const std::filesystem::path path = input_path(input->name);
    try {
        TriangleMesh mesh = read_mesh_file(path).mesh;
        // What is not asked for does not touch the numbers of the file.
        if (scale != 1)
            for (Vec3& p : mesh.vertices) p *= scale;
        if (angle != 0) {
            const Eigen::Matrix3d turn =
                Eigen::AngleAxisd(angle, axis.stableNormalized()).toRotationMatrix();
            for (Vec3& p : mesh.vertices) p = turn * p;
        }
        if (!position.isZero(0))
            for (Vec3& p : mesh.vertices) p += position;
        try {
            return make_mesh_wall(MeshSurface(mesh, options));
        } catch (const InputError& error) {
            throw InputError(path.string() + ": " + error.messages().front());
        }
    } catch (const InputError& error) {
        for (const std::string& message : error.messages()) t.fail("file", message);
    }
    return {};
}

void SceneReader::read_walls() {
    Names names;
    for (const toml::table* table : root_.tables("wall")) {
        const auto [type, t] = read_variant(*table, "wall", "type", problems_);
        if (!t) continue;
        Wall wall{names.take(*t, type), type, material_of(*t), {}, place(*t)};
        try {
            wall.surfaces = type == "mesh" ? read_mesh_wall(*t) : read_surfaces(*t, type);
        } catch (const InputError& error) {
            for (const std::string& message : error.messages()) t->fail(message);
        }
        scene_.walls.push_back(std::move(wall));
    }
}

} // namespace scree
