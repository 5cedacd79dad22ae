// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>
#include <scree/shapes/wall.hpp>

#include <array>
#include <string>
#include <vector>

namespace scree {

/// A pin-hole camera.
struct Camera {
    Vec3 eye, target, up;
    double field_of_view = 25; ///< degrees, over the height of the picture

    /// Unit vectors to the right, up and into the picture.
    struct Axes {
        Vec3 right, up, forward;
    };
    Axes axes() const;
};

/// Where a point appears, in pixels from the top left corner, and its distance along the axis.
struct Projected {
    double x, y, depth;
};
Projected project(const Camera& camera, int width, int height, const Vec3& point);

/// The rays of a picture.
class Lens {
public:
    Lens(const Camera& camera, int width, int height);
    /// Not unit; of the ray through a place of the picture.
    Vec3 direction(double x, double y) const {
        return axes_.forward + scale_ * (x - middle_x_) * axes_.right +
               scale_ * (middle_y_ - y) * axes_.up;
    }

private:
    Camera::Axes axes_;
    double scale_, middle_x_, middle_y_;
};

/// The views a camera can be asked for by name: "front", "back", "left", "right", "top", "iso".
std::vector<std::string> view_names();

/// The named view, from so far away that all of `region` is in the picture. `up` is against
/// gravity.
Camera camera_for(const std::string& view, const Bounds& region, const Vec3& up, double aspect);

/// Gone around the axis `up` (unit) through the target, counter-clockwise seen from above; it looks
/// at the target from as far away as before.
Camera turned(const Camera& camera, const Vec3& up, double degrees);

/// Moved back until all of `region` stays in the picture while the camera goes around; never
/// nearer.
Camera with_room_to_turn(Camera camera, const Bounds& region, const Vec3& up, double aspect);

} // namespace scree
