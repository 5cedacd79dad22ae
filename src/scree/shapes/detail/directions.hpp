// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

namespace scree::detail {

/// The direction with its largest coordinate made 1: what follows neither overflows nor vanishes,
/// whatever its length. Not zero.
inline Vec3 tamed(const Vec3& direction) { return direction / direction.cwiseAbs().maxCoeff(); }

} // namespace scree::detail
