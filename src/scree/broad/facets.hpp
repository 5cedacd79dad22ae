// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace scree::detail {

/// The vertices of the facet opposite vertex k, in the order from which that vertex is on the
/// positive side: (facet, vertex k) is an even permutation of the cell.
inline constexpr std::array<std::array<int, 3>, 4> facet_of = {
    {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}}};

inline std::array<std::uint32_t, 3> sorted(std::array<std::uint32_t, 3> v) {
    if (v[0] > v[1]) std::swap(v[0], v[1]);
    if (v[1] > v[2]) std::swap(v[1], v[2]);
    if (v[0] > v[1]) std::swap(v[0], v[1]);
    return v;
}

} // namespace scree::detail
