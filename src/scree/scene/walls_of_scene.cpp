// SPDX-License-Identifier: BSD-3-Clause
#include <scree/scene/walls_of_scene.hpp>

#include <algorithm>
#include <limits>

namespace scree {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_endless(const Surface& surface) {
    if (std::holds_alternative<Plane>(surface)) return true;
    const auto* sphere = std::get_if<SphereWall>(&surface);
    return sphere != nullptr && sphere->inside;
}

bool ray_meets(const Bounds& box, const Vec3& from, const Vec3& direction) {
    double enter = 0, leave = infinity;
    for (int k = 0; k < 3; ++k) {
        if (direction[k] == 0) {
            if (from[k] < box.low[k] || from[k] > box.high[k]) return false;
            continue;
        }
        const double a = (box.low[k] - from[k]) / direction[k];
        const double b = (box.high[k] - from[k]) / direction[k];
        enter = std::max(enter, std::min(a, b));
        leave = std::min(leave, std::max(a, b));
    }
    return enter <= leave;
}

} // namespace

std::vector<Wall> placed_walls(const Scene& scene, std::span<const WallPlace> places) {
    std::vector<Wall> walls = scene.walls;
    for (std::size_t w = 0; w < places.size(); ++w)
        for (Surface& surface : walls[w].surfaces)
            if (!places[w].is_home()) surface = moved(surface, places[w].pose());
    return walls;
}

WallsOfScene::WallsOfScene(const Scene& scene)
    : extent_{Vec3::Constant(infinity), Vec3::Constant(-infinity)}, gravity_(scene.gravity) {
    for (std::size_t w = 0; w < scene.walls.size(); ++w) {
        if (scene.walls[w].type == "rod") {
            const Surface& side = scene.walls[w].surfaces.front();
            solids_.push_back({std::get<Frustum>(side), static_cast<int>(w)});
            for (const Vec3& shift : image_shifts(side, scene.periodic, false))
                solids_.push_back({std::get<Frustum>(moved(side, shift)), static_cast<int>(w)});
        }
        for (const Surface& surface : scene.walls[w].surfaces) {
            const auto* plane = std::get_if<Plane>(&surface);
            const bool is_sphere = std::holds_alternative<SphereWall>(surface);
            pieces_.push_back({surface, static_cast<int>(w), plane != nullptr || is_sphere});
            for (const Vec3& shift : image_shifts(surface, scene.periodic, false))
                pieces_.push_back({moved(surface, shift), static_cast<int>(w), is_sphere});
            has_endless_ = has_endless_ || is_endless(surface);
            const Bounds box =
                plane != nullptr ? Bounds{plane->point, plane->point} : bounds(surface);
            magnitude_ = std::max(
                {magnitude_, box.low.cwiseAbs().maxCoeff(), box.high.cwiseAbs().maxCoeff()});
            if (is_endless(surface)) continue;
            has_finite_ = true;
            extent_.low = extent_.low.cwiseMin(box.low);
            extent_.high = extent_.high.cwiseMax(box.high);
        }
    }
    for (int k = 0; has_finite_ && k < 3; ++k)
        if (scene.periodic.along(k)) { // walls go on for ever
            extent_.low[k] = -infinity;
            extent_.high[k] = infinity;
        }
}

std::optional<WallsOfScene::Hit> WallsOfScene::deepest_hit(const Vec3& center, double radius,
                                                           double tolerance) const {
    std::optional<Hit> deepest;
    for (const Piece& piece : pieces_) {
        const double distance = nearest(piece.surface, center).distance;
        const double depth = radius - distance;
        if (depth > tolerance && (!deepest || depth > deepest->depth))
            deepest = Hit{piece.wall, depth, piece.is_signed && distance < 0};
    }
    for (const Solid& solid : solids_) {
        const Vec3 from_base = center - solid.side.base;
        const double height = from_base.dot(solid.side.axis);
        const double off_axis = (from_base - height * solid.side.axis).norm();
        if (height > 0 && height < solid.side.height && off_axis < solid.side.radius_base)
            return Hit{solid.wall, radius, true};
    }
    return deepest;
}

bool WallsOfScene::may_hold(const Vec3& center, const Vec3& velocity) const {
    if (has_endless_ || !has_finite_) return true;
    const bool moves = !velocity.isZero(0), falls = !gravity_.isZero(0);
    if (moves && falls) return true;
    return ray_meets(extent_, center, moves ? velocity : gravity_);
}

} // namespace scree
