// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

// The oracle of the point–simplex query: every subset of the vertices in exact arithmetic, the one
// of least norm wins. It shares nothing with the methods it judges. Coordinates become integers by
// one common power of two; fractions are kept as numerators over one denominator.
namespace scree::test {

using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;
using IntegerVector = std::array<Integer, 3>;

struct ExactNearest {
    std::array<Rational, 4> weight{};
    unsigned used = 0;                     ///< the vertices with a positive weight
    Vec3 point = Vec3::Zero();             ///< rounded to doubles
    std::array<Rational, 3> exact_point{}; ///< in units of 2^exponent
    int exponent = 0;

    double distance() const { return point.stableNorm(); }
};

inline Integer exact_dot(const IntegerVector& a, const IntegerVector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The determinant of the leading `n` rows and columns, n ≤ 3; one for n = 0.
inline Integer exact_determinant(const std::array<std::array<Integer, 3>, 3>& m, int n) {
    if (n == 0) return 1;
    if (n == 1) return m[0][0];
    const Integer low = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    if (n == 2) return low;
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/// Weights of the foot of the origin on the affine hull of a subset, over `whole`.
struct ExactFoot {
    std::array<Integer, 4> part{};
    Integer whole;
    Integer norm; ///< squared distance, over `whole`
    bool is_inside = false;
};

/// Normal equations with the edges from the subset's first vertex, by Cramer's rule.
inline ExactFoot exact_foot(std::span<const IntegerVector> s, unsigned subset) {
    std::vector<std::size_t> others;
    const auto first = static_cast<std::size_t>(std::countr_zero(subset));
    for (std::size_t i = first + 1; i < s.size(); ++i) {
        if ((subset >> i & 1U) != 0) others.push_back(i);
    }
    const int n = static_cast<int>(others.size());
    std::array<IntegerVector, 3> edge;
    for (int a = 0; a < n; ++a) {
        for (int k = 0; k < 3; ++k) edge[a][k] = s[others[a]][k] - s[first][k];
    }
    std::array<std::array<Integer, 3>, 3> gram;
    std::array<Integer, 3> right;
    for (int a = 0; a < n; ++a) {
        for (int b = 0; b < n; ++b) gram[a][b] = exact_dot(edge[a], edge[b]);
        right[a] = -exact_dot(edge[a], s[first]);
    }
    ExactFoot foot;
    foot.whole = exact_determinant(gram, n);
    if (foot.whole <= 0) return foot; // affinely dependent: a smaller subset serves
    foot.part[first] = foot.whole;
    foot.norm = foot.whole * exact_dot(s[first], s[first]);
    foot.is_inside = true;
    for (int a = 0; a < n; ++a) {
        auto replaced = gram;
        for (int b = 0; b < n; ++b) replaced[b][a] = right[b];
        const Integer part = exact_determinant(replaced, n);
        foot.part[others[a]] = part;
        foot.part[first] -= part;
        foot.norm -= part * right[a];
        foot.is_inside &= part >= 0;
    }
    foot.is_inside &= foot.part[first] >= 0;
    return foot;
}

/// Integers and the exponent of their unit.
inline int exact_integers(std::span<const Vec3> simplex, std::span<IntegerVector> out) {
    int exponent = std::numeric_limits<int>::max();
    for (const Vec3& v : simplex) {
        for (int k = 0; k < 3; ++k) {
            if (v[k] != 0) exponent = std::min(exponent, std::ilogb(v[k]) - 52);
        }
    }
    for (std::size_t i = 0; i < simplex.size(); ++i) {
        for (int k = 0; k < 3; ++k) {
            int own = 0;
            const double mantissa = std::frexp(simplex[i][k], &own);
            out[i][k] = static_cast<std::int64_t>(std::ldexp(mantissa, 53));
            if (simplex[i][k] != 0) out[i][k] <<= static_cast<unsigned>(own - 53 - exponent);
        }
    }
    return exponent;
}

inline double rounded(const Rational& value, int exponent) {
    return std::ldexp(static_cast<double>(value), exponent);
}

inline ExactNearest exact_nearest(std::span<const Vec3> simplex) {
    std::array<IntegerVector, 4> s;
    ExactNearest result;
    result.exponent = exact_integers(simplex, s);
    ExactFoot best;
    for (unsigned subset = 1; subset < 1U << simplex.size(); ++subset) {
        const ExactFoot foot = exact_foot({s.data(), simplex.size()}, subset);
        if (!foot.is_inside) continue;
        if (best.is_inside && foot.norm * best.whole >= best.norm * foot.whole) continue;
        best = foot;
    }
    for (std::size_t i = 0; i < simplex.size(); ++i) {
        if (best.part[i] == 0) continue;
        result.weight[i] = Rational(best.part[i], best.whole);
        result.used |= 1U << i;
    }
    for (int k = 0; k < 3; ++k) {
        Integer sum = 0;
        for (std::size_t i = 0; i < simplex.size(); ++i) sum += best.part[i] * s[i][k];
        result.exact_point[k] = Rational(sum, best.whole);
        result.point[k] = rounded(result.exact_point[k], result.exponent);
    }
    return result;
}

} // namespace scree::test
