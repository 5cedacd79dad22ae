// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/simplex.hpp>

#include <algorithm>
#include <cmath>

namespace scree::detail {

/// The largest coordinate, in size.
inline double extent(std::span<const Vec3> simplex) {
    double largest = 0;
    for (const Vec3& s : simplex) {
        largest = std::max({largest, std::abs(s.x()), std::abs(s.y()), std::abs(s.z())});
    }
    return largest;
}

/// The methods multiply up to ten coordinates. Where that could leave the range of numbers, they
/// get the simplex scaled by a power of two, which changes no digit, and the answer is scaled back.
template <class Method>
[[gnu::noinline]] NearestPoint rescaled(std::span<const Vec3> simplex, double largest,
                                        const Method& method) {
    const int exponent = largest > 0 ? std::ilogb(largest) : 0;
    std::array<Vec3, 4> unit;
    for (std::size_t i = 0; i < simplex.size(); ++i) {
        for (int k = 0; k < 3; ++k) unit[i][k] = std::ldexp(simplex[i][k], -exponent);
    }
    NearestPoint result = method({unit.data(), simplex.size()});
    for (int k = 0; k < 3; ++k) result.point[k] = std::ldexp(result.point[k], exponent);
    return result;
}

template <class Method>
inline NearestPoint at_safe_scale(std::span<const Vec3> simplex, const Method& method) {
    const double largest = extent(simplex);
    if (largest > 0x1p-80 && largest < 0x1p80) [[likely]]
        return method(simplex);
    return rescaled(simplex, largest, method);
}

} // namespace scree::detail
