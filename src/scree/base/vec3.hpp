// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace scree {

/// The one vector type of the interfaces: SI units, right-handed frame.
using Vec3 = Eigen::Vector3d;

} // namespace scree
