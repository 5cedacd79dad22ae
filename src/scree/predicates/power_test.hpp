// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/simd.hpp>
#include <scree/predicates/power_filter.hpp>

#include <cstdint>

// The two questions a weighted Delaunay triangulation asks, answered exactly for all finite
// numbers: doubles with an error bound first (power_filter.hpp), expansions when that is in doubt.
namespace scree {

/// A centre and its weight, the radius squared; half a cache line.
struct alignas(32) WeightedPoint {
    double x, y, z, weight;
};

/// How often predicates were asked, and how often the filter could not decide.
struct PredicateCounts {
    std::int64_t calls = 0, exact = 0;

    SCREE_INLINE PredicateCounts& operator+=(const PredicateCounts& other) {
        calls += other.calls;
        exact += other.exact;
        return *this;
    }
    bool operator==(const PredicateCounts&) const = default;
};

namespace detail {

int exact_orientation(const WeightedPoint& a, const WeightedPoint& b, const WeightedPoint& c,
                      const WeightedPoint& d);
int exact_power_side(const WeightedPoint& a, const WeightedPoint& b, const WeightedPoint& c,
                     const WeightedPoint& d, const WeightedPoint& e);
/// With ties broken.
bool exact_conflict(const WeightedPoint& a, const WeightedPoint& b, const WeightedPoint& c,
                    const WeightedPoint& d, const WeightedPoint& e);

} // namespace detail

inline namespace SCREE_ISA {
namespace filter {

SCREE_INLINE FilterPoint<double> point(const WeightedPoint& p) {
    return {{p.x, p.y, p.z}, p.weight};
}

SCREE_INLINE Estimate<double> side(const WeightedPoint& a, const WeightedPoint& b,
                                   const WeightedPoint& c, const WeightedPoint& d,
                                   const WeightedPoint& e) {
    return estimate_side(cell_plane(point(a), point(b), point(c), point(d)), point(e));
}

} // namespace filter

/// Sign of det(b-a, c-a, d-a): +1, 0, -1.
inline int orientation(const WeightedPoint& a, const WeightedPoint& b, const WeightedPoint& c,
                       const WeightedPoint& d, PredicateCounts& counts) {
    ++counts.calls;
    const Estimate<double> volume =
        estimate_volume(filter::point(a).position, filter::point(b).position,
                        filter::point(c).position, filter::point(d).position);
    if (volume.value > volume.error) return 1;
    if (volume.value < -volume.error) return -1;
    ++counts.exact;
    return detail::exact_orientation(a, b, c, d);
}

/// For orientation(a, b, c, d) > 0, where e stands to the cell's power sphere: +1 strictly inside
/// (in conflict), 0 on it, -1 outside. This is minus the sign of
///   det | b-a lift(b); c-a lift(c); d-a lift(d); e-a lift(e) |,
/// lift(p) = |p-a|² - (p.weight - a.weight).
inline int power_side(const WeightedPoint& a, const WeightedPoint& b, const WeightedPoint& c,
                      const WeightedPoint& d, const WeightedPoint& e, PredicateCounts& counts) {
    ++counts.calls;
    const Estimate<double> side = filter::side(a, b, c, d, e);
    if (side.value < -side.error) return 1;
    if (side.value > side.error) return -1;
    ++counts.exact;
    return detail::exact_power_side(a, b, c, d, e);
}

/// For orientation(a, b, c, d) > 0: is e in conflict with the cell, that is inside its power
/// sphere? Ties are broken as if every weight were a little smaller than given, that of the
/// lexicographically largest centre (x, then y, then z) by the most and of each next by infinitely
/// less; so all cells agree on one triangulation, whatever the order of the points. Of two equal
/// points e counts as the larger: it is not in conflict with a cell of its twin.
inline bool in_conflict(const WeightedPoint& a, const WeightedPoint& b, const WeightedPoint& c,
                        const WeightedPoint& d, const WeightedPoint& e, PredicateCounts& counts) {
    ++counts.calls;
    const Estimate<double> side = filter::side(a, b, c, d, e);
    if (side.value < -side.error) return true;
    if (side.value > side.error) return false;
    ++counts.exact;
    return detail::exact_conflict(a, b, c, d, e);
}

} // namespace SCREE_ISA
} // namespace scree
