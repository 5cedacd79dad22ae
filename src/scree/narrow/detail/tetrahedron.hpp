// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/detail/posed_pair.hpp>

#include <array>

namespace scree::detail {

/// A corner of the Minkowski difference A − B: a corner of A less one of B.
struct DifferenceCorner {
    Vec3 point = Vec3::Zero();
    std::uint32_t a = 0, b = 0;
};

/// The corner of A − B farthest along a direction.
DifferenceCorner farthest(const Vec3& direction, PosedPair& pair);

/// What the search for the origin ended with.
struct Enclosure {
    enum class Status {
        enclosed, ///< corners 0–3 are a tetrahedron with the origin inside or on its boundary
        apart,    ///< a plane through the origin has all of A − B on one side (or touching it)
        iteration_limit ///< neither, as rounding can have it
    };
    Status status = Status::iteration_limit;
    std::array<DifferenceCorner, 4> corners;
    Vec3 direction = Vec3::Zero(); ///< last direction searched; if apart, normal of the plane
};

/// The plain GJK search: simplices of A − B, each with a corner beyond the last in the direction of
/// the origin, until one holds it.
Enclosure enclosing_tetrahedron(PosedPair& pair);

} // namespace scree::detail
