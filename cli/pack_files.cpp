// SPDX-License-Identifier: BSD-3-Clause
#include "pack_files.hpp"

#include <scree/view/picture.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace scree {
namespace {

/// Walls to be seen; a periodic box shows its faces.
std::vector<Surface> walls_of(const Container& c) {
    if (c.kind == ContainerKind::cylinder)
        return make_frustum(Vec3::Zero(), Vec3(0, 0, c.size.z()), 0.5 * c.size.x(),
                            0.5 * c.size.x());
    return make_box(Vec3::Zero(), c.size, {});
}

Bounds bounds_of(const Container& c) {
    if (c.kind != ContainerKind::cylinder) return {Vec3::Zero(), c.size};
    const Vec3 half(0.5 * c.size.x(), 0.5 * c.size.y(), 0);
    return {-half, Vec3(half.x(), half.y(), c.size.z())};
}

} // namespace

std::string words_for(const Container& c) {
    if (c.kind == ContainerKind::cylinder)
        return fmt::format("a cylinder of radius {:.6g} m and height {:.6g} m", 0.5 * c.size.x(),
                           c.size.z());
    return fmt::format("a {}box of {:.6g} x {:.6g} x {:.6g} m",
                       c.kind == ContainerKind::periodic ? "periodic " : "", c.size.x(), c.size.y(),
                       c.size.z());
}

std::string packing_csv(const PackedGrains& grains, const std::string& how) {
    const Container& c = grains.packing.container;
    std::string text = how;
    auto out = std::back_inserter(text);
    if (c.kind == ContainerKind::cylinder)
        fmt::format_to(out, "# cylinder on the origin along z: radius {:.17g}, height {:.17g}\n",
                       0.5 * c.size.x(), c.size.z());
    else
        fmt::format_to(out, "# {}box from the origin to {:.17g}, {:.17g}, {:.17g}\n",
                       c.kind == ContainerKind::periodic ? "periodic " : "", c.size.x(), c.size.y(),
                       c.size.z());
    fmt::format_to(out, "# lengths in m; class: of the size\nx,y,z,radius,class\n");
    for (std::size_t i = 0; i < grains.radii.size(); ++i) {
        const Vec3& p = grains.packing.centers[i];
        fmt::format_to(out, "{:.17g},{:.17g},{:.17g},{:.17g},{}\n", p.x(), p.y(), p.z(),
                       grains.radii[i], grains.size_classes[i]);
    }
    return text;
}

std::string packing_scene(const Container& c, const std::filesystem::path& table) {
    std::string walls;
    const bool is_periodic = c.kind == ContainerKind::periodic;
    if (c.kind == ContainerKind::cylinder)
        walls = fmt::format(R"([[wall]]
name = "floor"
type = "disc"
center = [0, 0, 0]
normal = [0, 0, 1]
radius = {0:.17g}

[[wall]]
name = "tube"
type = "cylinder"
base = [0, 0, 0]
top = [0, 0, {1:.17g}]
radius = {0:.17g}
)",
                            0.5 * c.size.x(), c.size.z());
    else if (c.kind == ContainerKind::periodic)
        walls = fmt::format("[periodic]\nx = [0, {:.17g}]\ny = [0, {:.17g}]\nz = [0, {:.17g}]\n",
                            c.size.x(), c.size.y(), c.size.z());
    else
        walls = fmt::format(R"([[wall]]
type = "box"
low = [0, 0, 0]
high = [{:.17g}, {:.17g}, {:.17g}]
open = ["+z"]
)",
                            c.size.x(), c.size.y(), c.size.z());
    return fmt::format(
        R"(# A packing made by scree pack, {}. The material is an example: change it.
title = "packing"
duration = 0.1
{}
[material.glass]
density = 2500
contact_time = 1e-4
restitution = 0.5
friction = 0.3

[[grains]]
fill = "file"
file = "{}"

{})",
        is_periodic ? "without weight: nothing would hold it" : "under gravity",
        is_periodic ? "gravity = [0, 0, 0]\n" : "", table.generic_string(), walls);
}

Image packing_picture(const PackedGrains& grains, int threads) {
    Drawing drawing;
    const auto [low, high] = std::minmax_element(grains.radii.begin(), grains.radii.end());
    drawing.legend = {"diameter", "m", false, 2 * *low, 2 * *high, {}};
    const Container& c = grains.packing.container;
    drawing.bounds = bounds_of(c);
    for (std::size_t i = 0; i < grains.radii.size(); ++i)
        drawing.balls.push_back({grains.packing.centers[i], grains.radii[i],
                                 color_of(drawing.legend, 2 * grains.radii[i]),
                                 static_cast<std::uint32_t>(i)});
    for (const Surface& surface : walls_of(c))
        drawing.walls.push_back({"container", mesh_of(surface, drawing.bounds)});
    PictureOptions options;
    options.width = 1200;
    options.height = 900;
    options.threads = threads;
    const Camera camera = camera_for("iso", drawing.bounds, Vec3::UnitZ(),
                                     static_cast<double>(options.width) / options.height);
    return render(drawing, camera, options);
}

} // namespace scree
