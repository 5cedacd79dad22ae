// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>
#include <scree/predicates/double_double.hpp>
#include <scree/predicates/dyadic.hpp>

#include <cmath>

// Three numbers of any kind. The algorithms in this folder are templates over the number: double is
// fast, DoubleDouble decides nearly everything that double cannot, Dyadic everything.
namespace scree::detail {

template <class S>
struct Vector {
    S x, y, z;
};

template <class S>
Vector<S> vector_of(const Vec3& v) {
    return {S(v.x()), S(v.y()), S(v.z())};
}

template <class S>
Vector<S> operator+(const Vector<S>& a, const Vector<S>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class S>
Vector<S> operator-(const Vector<S>& a, const Vector<S>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class S>
Vector<S> operator-(const Vector<S>& a) {
    return {-a.x, -a.y, -a.z};
}
template <class S>
S dot(const Vector<S>& a, const Vector<S>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class S>
Vector<S> cross(const Vector<S>& a, const Vector<S>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class S>
bool is_zero(const Vector<S>& a) {
    return sign(a.x) == 0 && sign(a.y) == 0 && sign(a.z) == 0;
}

template <class S>
Vec3 rounded(const Vector<S>& a) {
    return {static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z)};
}

/// A power of two above a reach: measured in it all lengths are at most 1, and no digit is lost.
inline double unit_above(double reach) {
    return std::ldexp(1.0, std::ilogb(reach > 0 ? reach : 1.0) + 1);
}

/// How much of a sum of products may be rounding, relative to its terms: decisions below it are
/// not trusted. Nothing for exact numbers.
template <class S>
inline constexpr double rounding_of = 0;
template <>
inline constexpr double rounding_of<double> = 0x1p-51;
template <>
inline constexpr double rounding_of<DoubleDouble> = 0x1p-98;

} // namespace scree::detail
