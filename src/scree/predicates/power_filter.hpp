// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/simd.hpp>

// The power test in plain numbers with a bound of its error, for one cell (double) or four at a
// time (Pack). What depends on the cell alone is worked out once and serves any number of queries.
//
// With B = b-a, C = c-a, D = d-a, E = e-a and lift(p) = |p-a|² - (p.weight - a.weight):
//   volume = B·(C×D)
//   normal = -(lift(b) C×D + lift(c) D×B + lift(d) B×C)
//   side   = volume·lift(e) + normal·E = det | B lift(b); C lift(c); D lift(d); E lift(e) |
//
// Error. u = 2^-53. A rounded difference r differs from the true one by at most u|r|; a sum,
// difference or product is off by a factor 1 + δ, |δ| <= u. Multiply everything out: value and
// truth are sums over the same monomials of rounded differences, each with a factor
// (1 + δ)…(1 + δ) for every rounding that it went through. With k of them, each monomial is off by
// less than k·u·(1 + 2^-40) of its size. The longest ways, left to right as they are computed:
//   lift:       2 differences, their product, 2 sums, minus the weight                   =  6
//   C×D:        2 differences, their product, 1 subtraction                              =  4
//   volume:     C×D 4, the third difference, its product, 2 sums                         =  8
//   normal:     lift 6, C×D 4, their product, 2 sums                                     = 13
//   normal·E:   normal 13, the difference E, its product, 2 sums, the last sum           = 18
//   volume·lift(e):        volume 8, lift 6, their product, the last sum                 = 16
// Let X, Y, Z be the largest |differences| of the cell and L its largest |p-a|² + |weight
// difference|, and M the same sum of e. The monomials of volume sum up to at most 6XYZ, those of
// side to 6(XYZ·M + L(YZ|Ex| + ZX|Ey| + XY|Ez|)). Hence
//   |volume error| < 6·8u·XYZ,   |side error| < 6·18u·(XYZ·M + L(…)),
// computed with 56u and 112u: the excess of 1/6 and 1/27 covers the factor 1 + 2^-40 and the
// roundings of the bound itself.
//
// Underflow. A product may be off by 2^-1075 more. X, Y, Z are at least 2^-190, L and M at least
// 2^-380, so that every partial product of the bound is above 2^-1000 and the excess covers it.
//
// Overflow. What is infinite or not a number anywhere on the way makes the value so, and then the
// difference of the value with itself, which is part of the error, is not a number and nothing is
// larger. Hence the filter is right for all finite coordinates.
namespace scree {
inline namespace SCREE_ISA {

template <class T>
struct FilterPoint {
    Triple<T> position;
    T weight;
};

/// The true number lies within `error` of `value`: its sign is certain where |value| > error.
template <class T>
struct Estimate {
    T value, error;
};

/// The plane of the lifted cell a, b, c, d over a's frame, and the sizes that bound its errors.
template <class T>
struct CellPlane {
    Triple<T> origin;
    T weight;
    T volume;
    Triple<T> normal;
    T volume_doubt;         // 112u XYZ
    Triple<T> normal_doubt; // 112u L (YZ, ZX, XY)
};

namespace filter {

inline constexpr double least_length = 0x1p-190;
inline constexpr double least_lift = 0x1p-380;
inline constexpr double side_factor = 112 * 0x1p-53;
inline constexpr double volume_share = 0.5; // 56u

/// A point in the frame of the cell's first: its place, its lift and the size of the lift's terms.
template <class T>
struct Lifted {
    Triple<T> place;
    T lift, size;
};

template <class T>
SCREE_INLINE Lifted<T> lifted(const Triple<T>& origin, const T& weight, const FilterPoint<T>& p) {
    const Triple<T> place = p.position - origin;
    const T squares = dot(place, place);
    const T rise = p.weight - weight;
    return {place, squares - rise, squares + abs(rise)};
}

template <class T>
SCREE_INLINE Triple<T> abs_each(const Triple<T>& a) {
    return {abs(a.x), abs(a.y), abs(a.z)};
}

template <class T>
SCREE_INLINE T largest_length(const T& b, const T& c, const T& d) {
    return max(max(abs(b), abs(c)), max(abs(d), T(least_length)));
}

/// X, Y, Z.
template <class T>
SCREE_INLINE Triple<T> largest_lengths(const Triple<T>& b, const Triple<T>& c, const Triple<T>& d) {
    return {largest_length(b.x, c.x, d.x), largest_length(b.y, c.y, d.y),
            largest_length(b.z, c.z, d.z)};
}

template <class T>
SCREE_INLINE Estimate<T> doubted(const T& value, const T& doubt) {
    return {value, doubt + (value - value)};
}

} // namespace filter

/// det(b-a, c-a, d-a).
template <class T>
SCREE_INLINE Estimate<T> estimate_volume(const Triple<T>& a, const Triple<T>& b, const Triple<T>& c,
                                         const Triple<T>& d) {
    const Triple<T> B = b - a;
    const Triple<T> C = c - a;
    const Triple<T> D = d - a;
    const Triple<T> most = filter::largest_lengths(B, C, D);
    const T doubt = T(filter::side_factor) * (most.x * (most.y * most.z));
    return filter::doubted(dot(B, cross(C, D)), T(filter::volume_share) * doubt);
}

template <class T>
SCREE_INLINE CellPlane<T> cell_plane(const FilterPoint<T>& a, const FilterPoint<T>& b,
                                     const FilterPoint<T>& c, const FilterPoint<T>& d) {
    const filter::Lifted<T> B = filter::lifted(a.position, a.weight, b);
    const filter::Lifted<T> C = filter::lifted(a.position, a.weight, c);
    const filter::Lifted<T> D = filter::lifted(a.position, a.weight, d);
    const Triple<T> CD = cross(C.place, D.place);
    const Triple<T> DB = cross(D.place, B.place);
    const Triple<T> BC = cross(B.place, C.place);
    const Triple<T> most = filter::largest_lengths(B.place, C.place, D.place);
    const T L =
        T(filter::side_factor) * max(max(B.size, C.size), max(D.size, T(filter::least_lift)));
    const T YZ = most.y * most.z;
    return {a.position,
            a.weight,
            dot(B.place, CD),
            Triple<T>(T(0.0), T(0.0), T(0.0)) - ((B.lift * CD + C.lift * DB) + D.lift * BC),
            T(filter::side_factor) * (most.x * YZ),
            {L * YZ, L * (most.z * most.x), L * (most.x * most.y)}};
}

/// The cell's volume again, as estimate_volume gives it.
template <class T>
SCREE_INLINE Estimate<T> volume_of(const CellPlane<T>& plane) {
    return filter::doubted(plane.volume, T(filter::volume_share) * plane.volume_doubt);
}

/// Of a cell of positive volume: negative where e is in conflict with it.
template <class T>
SCREE_INLINE Estimate<T> estimate_side(const CellPlane<T>& plane, const FilterPoint<T>& e) {
    const filter::Lifted<T> E = filter::lifted(plane.origin, plane.weight, e);
    const T doubt = plane.volume_doubt * max(E.size, T(filter::least_lift)) +
                    dot(plane.normal_doubt, filter::abs_each(E.place));
    return filter::doubted(plane.volume * E.lift + dot(plane.normal, E.place), doubt);
}

} // namespace SCREE_ISA
} // namespace scree
