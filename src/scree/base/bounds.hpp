// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

namespace scree {

/// An axis-aligned box around something.
struct Bounds {
    Vec3 low, high;
};

} // namespace scree
