// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

#include <span>

// How a plane convex polygon is spread around its centroid: what a contact that presses over an
// area needs of it.
namespace scree {

/// One side of a polygon.
struct Segment {
    Vec3 from, to;
};

/// All zero for a point.
struct Spread {
    double area = 0;                         ///< m²
    double mean_arm = 0;                     ///< m, mean distance from the centroid
    Vec3 x = Vec3::Zero(), y = Vec3::Zero(); ///< unit axes in the plane
    double xx = 0, xy = 0, yy = 0;           ///< m², means of the products of coordinates

    double polar() const { return xx + yy; }
    /// The mean of (r × n)(r × n)ᵀ `turn` over the area, r from the centroid: how a turn opens and
    /// closes what lies across n.
    Vec3 across(const Vec3& turn) const {
        const double along_x = x.dot(turn), along_y = y.dot(turn); // r × n = r_y x - r_x y
        return (yy * along_x - xy * along_y) * x + (xx * along_y - xy * along_x) * y;
    }
};

/// Of a polygon across the unit normal.
Spread spread_of(std::span<const Vec3> polygon, const Vec3& normal);
/// The same from its sides, in any order.
Spread spread_of(std::span<const Segment> sides, const Vec3& normal);
/// Seen from another frame.
Spread turned(Spread spread, const Eigen::Matrix3d& rotation);

} // namespace scree
