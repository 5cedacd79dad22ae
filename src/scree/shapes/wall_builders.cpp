// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/shapes/detail/complaints.hpp>
#include <scree/shapes/mesh_surface.hpp>
#include <scree/shapes/wall.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace scree {
namespace {

using detail::Complaints;
using detail::text;

/// The outward side of each box face, in the order in which make_box returns them.
const std::vector<std::string> side_names = {"-x", "+x", "-y", "+y", "-z", "+z"};

void check_open_sides(std::span<const std::string> open_sides, Complaints& complaints) {
    for (const auto& side : open_sides) {
        if (std::ranges::find(side_names, side) != side_names.end()) continue;
        const std::string near = nearest_word(side, side_names);
        complaints.add("open_sides: unknown side \"" + side + "\"" +
                       (near.empty() ? "." : ", did you mean \"" + near + "\"?") +
                       " Allowed: -x, +x, -y, +y, -z, +z");
    }
    const auto is_open = [&](const auto& side) {
        return std::ranges::find(open_sides, side) != open_sides.end();
    };
    if (std::ranges::all_of(side_names, is_open))
        complaints.add("open_sides: must leave at least one side closed, got all six");
}

/// Face of the box across the axis k; its normal u × v points into the box.
Rectangle face(const Vec3& low, const Vec3& high, int k, bool upper) {
    const int next = (k + 1) % 3;
    const int last = (k + 2) % 3;
    Vec3 center = 0.5 * low + 0.5 * high;
    center[k] = upper ? high[k] : low[k];
    const Vec3 half = 0.5 * high - 0.5 * low;
    if (upper) return {center, Vec3::Unit(last), Vec3::Unit(next), half[last], half[next]};
    return {center, Vec3::Unit(next), Vec3::Unit(last), half[next], half[last]};
}

} // namespace

std::vector<Surface> make_box(const Vec3& low, const Vec3& high,
                              std::span<const std::string> open_sides) {
    Complaints complaints;
    complaints.finite("low", low);
    complaints.finite("high", high);
    for (int k = 0; k < 3; ++k) {
        const std::string axis(1, "xyz"[k]);
        if (std::isfinite(low[k]) && std::isfinite(high[k]))
            complaints.unless(low[k] < high[k], "high." + axis,
                              "be > low." + axis + " = " + text(low[k]), high[k]);
    }
    check_open_sides(open_sides, complaints);
    complaints.raise();

    std::vector<Surface> faces;
    for (int side = 0; side < 6; ++side)
        if (std::ranges::find(open_sides, side_names[static_cast<std::size_t>(side)]) ==
            open_sides.end())
            faces.emplace_back(face(low, high, side / 2, side % 2 == 1));
    return faces;
}

std::vector<Surface> make_plane(const Vec3& point, const Vec3& normal) {
    Complaints complaints;
    complaints.finite("point", point);
    complaints.direction("normal", normal);
    complaints.raise();
    return {Plane{point, normal.stableNormalized()}};
}

std::vector<Surface> make_sphere(const Vec3& center, double radius, bool inside) {
    Complaints complaints;
    complaints.finite("center", center);
    complaints.positive("radius", radius);
    complaints.raise();
    return {SphereWall{center, radius, inside}};
}

std::vector<Surface> make_frustum(const Vec3& base, const Vec3& top, double radius_base,
                                  double radius_top) {
    Complaints complaints;
    complaints.finite("base", base);
    complaints.finite("top", top);
    if (base.allFinite()) complaints.unless(base != top, "top", "differ from base", top);
    complaints.not_negative("radius_base", radius_base);
    complaints.not_negative("radius_top", radius_top);
    if (radius_base == 0 && radius_top == 0)
        complaints.add("radius_base, radius_top: one must be > 0, got 0 and 0");
    complaints.raise();
    const Vec3 along = top - base;
    return {Frustum{base, along.stableNormalized(), along.stableNorm(), radius_base, radius_top}};
}

std::vector<Surface> make_annulus(const Vec3& center, const Vec3& normal, double inner,
                                  double outer) {
    Complaints complaints;
    complaints.finite("center", center);
    complaints.direction("normal", normal);
    complaints.not_negative("inner", inner);
    complaints.positive("outer", outer);
    if (inner >= 0 && outer > 0)
        complaints.unless(inner < outer, "outer", std::string("be > inner = ") + text(inner),
                          outer);
    complaints.raise();
    return {Annulus{center, normal.stableNormalized(), inner, outer}};
}

std::vector<Surface> make_mesh_wall(MeshSurface surface) {
    return {MeshWall{std::make_shared<const MeshSurface>(std::move(surface))}};
}

std::vector<Surface> make_rod(const Vec3& base, const Vec3& top, double radius) {
    std::vector<Surface> out = make_frustum(base, top, radius, radius);
    const Vec3 axis = std::get<Frustum>(out.front()).axis;
    for (const auto& [center, normal] : {std::pair(base, Vec3(-axis)), std::pair(top, axis)})
        out.push_back(make_annulus(center, normal, 0, radius).front());
    return out;
}

} // namespace scree
