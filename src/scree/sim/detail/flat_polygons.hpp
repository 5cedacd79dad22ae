// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

#include <vector>

// Convex polygons in the plane of a wall, and what stands behind them.
namespace scree::detail {

/// Convex, counter-clockwise in x and y; z is a depth that goes linearly over it.
using FlatPolygon = std::vector<Vec3>;

double area_of(const FlatPolygon& polygon);

/// Turned counter-clockwise.
FlatPolygon upright(FlatPolygon polygon);

/// The part within `shape`, whose sides are moved outward by `slack`.
FlatPolygon clipped(const FlatPolygon& polygon, const FlatPolygon& shape, double slack);

/// The part with a depth of at least zero.
FlatPolygon below(const FlatPolygon& polygon);

/// Moves what lies within `shape` from `rest` to `inside`.
void take_out(const FlatPolygon& shape, double slack, std::vector<FlatPolygon>& rest,
              std::vector<FlatPolygon>& inside);

/// Integrals over polygons: of the area, and of the columns of depth t that stand on it.
struct ColumnSums {
    double area = 0, volume = 0, squares = 0; ///< ∫ dA, ∫ t dA, ∫ t² dA
    Vec3 area_first = Vec3::Zero();           ///< ∫ (x, y, 0) dA
    Vec3 volume_first = Vec3::Zero();         ///< ∫ t (x, y, 0) dA
    double xx = 0, xy = 0, yy = 0;            ///< ∫ dA of the products
    double deepest = 0;
    double arms = 0; ///< ∫ |r - center| dA, of all polygons: to be found when all are known

    void add(const FlatPolygon& polygon);
    Vec3 center() const { return area_first / area; }
};

/// ∫ |r - center| dA over a polygon, whether it holds the centre or not.
double arms_about(const Vec3& center, const FlatPolygon& polygon);

} // namespace scree::detail
