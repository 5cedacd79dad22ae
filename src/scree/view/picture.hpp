// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/view/camera.hpp>
#include <scree/view/drawing.hpp>
#include <scree/view/image.hpp>

#include <span>

namespace scree {

enum class WallStyle {
    cut,  ///< only the far side of walls, so that one looks into the container
    glass ///< all of them, translucent
};

struct PictureOptions {
    int width = 1920, height = 1080;
    int samples = 8; ///< per pixel
    int threads = 1;
    WallStyle walls = WallStyle::cut;
    Rgb background{1, 1, 1};
    bool legend = true; ///< colour legend, scale bar and time
};

/// Ray traced: soft shadows and ambient occlusion. The same drawing gives the same pixels for any
/// number of threads.
Image render(const Drawing& drawing, const Camera& camera, const PictureOptions& options);

/// Several moments side by side, all seen by the same camera, with one legend. The camera is for
/// pictures of `panel_width`.
Image render_strip(std::span<const Drawing> moments, const Camera& camera,
                   const PictureOptions& options);
int panel_width(int moments, const PictureOptions& options);

/// Colour legend, scale bar (true at the camera's target) and time, over a picture.
void add_legend(Image& image, const Drawing& drawing, const Camera& camera);

} // namespace scree
