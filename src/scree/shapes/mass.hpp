// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

namespace scree {

/// Of a solid of density 1 kg/m³, in the shape's own frame.
struct MassProperties {
    double volume = 0;
    Vec3 centroid = Vec3::Zero();
    Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero(); ///< about the centroid
};

} // namespace scree
