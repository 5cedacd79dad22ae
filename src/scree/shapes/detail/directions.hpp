// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

#include <algorithm>
#include <cmath>

namespace scree::detail {

/// The direction with its largest coordinate made 1: what follows neither overflows nor vanishes,
/// whatever its length. Not zero.
inline Vec3 tamed(const Vec3& direction) { return direction / direction.cwiseAbs().maxCoeff(); }

/// The point of the circle about the z axis farthest along a direction that is not along z. Plain
/// division by the hypotenuse would miss the circle where that is a denormal number.
inline Vec3 on_circle(double radius, double z, const Vec3& direction) {
    const double largest = std::max(std::abs(direction.x()), std::abs(direction.y()));
    const double x = direction.x() / largest;
    const double y = direction.y() / largest;
    const double out = std::sqrt(x * x + y * y);
    return {radius * (x / out), radius * (y / out), z};
}

} // namespace scree::detail
