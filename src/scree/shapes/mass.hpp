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

/// The frame in which the inertia is diagonal.
struct PrincipalAxes {
    Vec3 moments = Vec3::Zero(); ///< ascending
    /// Proper; its columns are the axes, so it takes principal coordinates to the shape's own.
    Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
};
/// Where moments are equal their axes are one choice of many, the same for the same numbers.
PrincipalAxes principal_axes(const MassProperties& mass);

} // namespace scree
