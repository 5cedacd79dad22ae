// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace scree {

/// A ball, or what bounds a body: half a cache line.
struct alignas(32) Ball {
    double x, y, z, radius;
};

} // namespace scree
