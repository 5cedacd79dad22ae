// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/view/camera.hpp>
#include <scree/view/drawing.hpp>

namespace scree {

/// A scene for POV-Ray 3.7 [F §4.7.2]: the same view as `render` makes of the drawing, when
/// rendered with the proportions the camera was made for. All walls are translucent. A cut takes
/// away whole grains and cells only.
std::string pov_scene(const Drawing& drawing, const Camera& camera);

} // namespace scree
