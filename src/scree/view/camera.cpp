// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/camera.hpp>

#include <scree/base/error.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

constexpr double margin = 1.06; // around what must be seen

double tangent(const Camera& camera) {
    return std::tan(camera.field_of_view * std::numbers::pi / 360);
}

/// Direction from the target to the eye, in (right, depth, up) of the front view.
struct View {
    const char* name;
    std::array<double, 3> from;
};
constexpr View views[] = {
    {"front", {0, -1, 0}}, {"back", {0, 1, 0}}, {"left", {-1, 0, 0}},
    {"right", {1, 0, 0}},  {"top", {0, 0, 1}},  {"iso", {-0.55, -0.75, 0.38}},
};

/// From how far, in the direction the camera looks at its target, every corner is in the picture.
double distance_to_see(const Camera& camera, const Bounds& region, double aspect) {
    const Camera::Axes a = camera.axes();
    const double t = tangent(camera);
    double distance = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 p = Vec3((corner & 1) != 0 ? region.high.x() : region.low.x(),
                            (corner & 2) != 0 ? region.high.y() : region.low.y(),
                            (corner & 4) != 0 ? region.high.z() : region.low.z()) -
                       camera.target;
        const double extent =
            std::max(std::abs(p.dot(a.up)), std::abs(p.dot(a.right)) / aspect) / t;
        distance = std::max(distance, margin * extent - p.dot(a.forward));
    }
    return distance;
}

} // namespace

Camera::Axes Camera::axes() const {
    const Vec3 forward = (target - eye).normalized();
    const Vec3 right = forward.cross(up).normalized();
    return {right, right.cross(forward), forward};
}

Projected project(const Camera& camera, int width, int height, const Vec3& point) {
    const Camera::Axes a = camera.axes();
    const Vec3 d = point - camera.eye;
    const double depth = d.dot(a.forward);
    const double scale = 0.5 * height / (tangent(camera) * depth);
    return {0.5 * width + scale * d.dot(a.right), 0.5 * height - scale * d.dot(a.up), depth};
}

Lens::Lens(const Camera& camera, int width, int height)
    : axes_(camera.axes()), scale_(2 * tangent(camera) / height), middle_x_(0.5 * width),
      middle_y_(0.5 * height) {}

std::vector<std::string> view_names() {
    std::vector<std::string> names;
    for (const View& v : views) names.emplace_back(v.name);
    return names;
}

Camera camera_for(const std::string& view, const Bounds& region, const Vec3& up, double aspect) {
    const auto* found = std::find_if(std::begin(views), std::end(views),
                                     [&](const View& v) { return view == v.name; });
    if (found == std::end(views))
        throw InputError("no view \"" + view + "\"" + suggestion(view, view_names()));
    // The front view looks along y when up is z; a scene with other gravity is turned with it.
    int side = 0;
    up.cwiseAbs().minCoeff(&side);
    const Vec3 right = std::abs(up.z()) > 0.9 ? Vec3(Vec3::UnitX())
                                              : Vec3(up.cross(Vec3::Unit(side)).normalized());
    const Vec3 depth = up.cross(right).normalized();
    const Vec3 from =
        (found->from[0] * right + found->from[1] * depth + found->from[2] * up).normalized();
    Camera camera;
    camera.target = 0.5 * (region.low + region.high);
    camera.up = std::abs(from.dot(up)) > 0.99 ? depth : up;
    camera.eye = camera.target + from;
    const double distance = distance_to_see(camera, region, aspect);
    camera.eye = camera.target + distance * from;
    return camera;
}

Camera turned(const Camera& camera, const Vec3& up, double degrees) {
    // A full turn must give back the same picture, to the bit.
    const Eigen::AngleAxisd turn(std::remainder(degrees, 360) * std::numbers::pi / 180, up);
    Camera out = camera;
    out.eye = camera.target + turn * (camera.eye - camera.target);
    out.up = turn * camera.up;
    return out;
}

Camera with_room_to_turn(Camera camera, const Bounds& region, const Vec3& up, double aspect) {
    const Vec3 back = camera.eye - camera.target;
    double distance = back.norm();
    for (int degrees = 0; degrees < 360; ++degrees)
        distance = std::max(distance, distance_to_see(turned(camera, up, degrees), region, aspect));
    camera.eye = camera.target + distance * back.normalized();
    return camera;
}

} // namespace scree
