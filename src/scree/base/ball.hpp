// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <numbers>

namespace scree {

/// A ball, or what bounds a body: half a cache line.
struct alignas(32) Ball {
    double x, y, z, radius;
};

constexpr double ball_volume(double radius) {
    return 4.0 / 3.0 * std::numbers::pi * (radius * radius * radius);
}

} // namespace scree
