// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/view/camera.hpp>
#include <scree/view/drawing.hpp>

namespace scree {

/// A camera and what a file for other viewers must say about it.
struct GltfView {
    Camera camera;
    double aspect = 16.0 / 9; ///< width over height
    Vec3 up = Vec3::UnitZ();  ///< unit; becomes glTF's +y
};

/// A binary glTF 2.0 file (.glb), in metres. A node "grain ID" for each ball, "cell ID" for each
/// cell; at most 32 colours. Places are counted from the middle of the scene, which the root node's
/// extras tell. A cut takes away whole grains and cells only.
std::string gltf_bytes(const Drawing& drawing, const GltfView& view);

} // namespace scree
