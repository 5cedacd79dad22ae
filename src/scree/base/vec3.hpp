// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace scree {

/// The one vector type of the interfaces: SI units, right-handed frame.
using Vec3 = Eigen::Vector3d;

/// A unit vector across the unit vector `axis`; the same for `axis` and `-axis`.
inline Vec3 across(const Vec3& axis) {
    int k = 0;
    axis.cwiseAbs().minCoeff(&k);
    return (Vec3::Unit(k) - axis[k] * axis).normalized();
}

} // namespace scree
