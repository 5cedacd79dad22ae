// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

namespace scree {

/// A sum of two doubles that do not overlap: 106 bits, for what plain doubles cannot decide.
/// Additions err by at most 2^-104 of their result's terms, products by 2^-102 of the product
/// [Joldes, Muller, Popescu 2017]. Exact for numbers that came from doubles as long as the result
/// fits; no care is taken of overflow, so callers scale their numbers to about 1 first.
struct DoubleDouble {
    double high = 0, low = 0;

    DoubleDouble() = default;
    DoubleDouble(double value) : high(value) {} // NOLINT: every double is one
    DoubleDouble(double h, double l) : high(h), low(l) {}

    explicit operator double() const { return high; }
};

namespace detail {

/// The rounded sum and what rounding took away.
inline DoubleDouble two_sum(double a, double b) {
    const double s = a + b;
    const double bb = s - a;
    return {s, (a - (s - bb)) + (b - bb)};
}

/// As two_sum, for |a| >= |b|.
inline DoubleDouble fast_two_sum(double a, double b) {
    const double s = a + b;
    return {s, b - (s - a)};
}

/// The rounded product and what rounding took away.
inline DoubleDouble two_product(double a, double b) {
    const double p = a * b;
#if defined(__FMA__)
    return {p, std::fma(a, b, -p)};
#else
    // Halves of 26 bits, whose products are exact [Dekker 1971].
    constexpr double splitter = 134217729.0; // 2^27 + 1
    const double ca = splitter * a;
    const double cb = splitter * b;
    const double ah = ca - (ca - a);
    const double bh = cb - (cb - b);
    const double al = a - ah;
    const double bl = b - bh;
    return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
#endif
}

} // namespace detail

inline DoubleDouble operator-(const DoubleDouble& a) { return {-a.high, -a.low}; }

inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
    const DoubleDouble s = detail::two_sum(a.high, b.high);
    const DoubleDouble t = detail::two_sum(a.low, b.low);
    const DoubleDouble v = detail::fast_two_sum(s.high, s.low + t.high);
    return detail::fast_two_sum(v.high, t.low + v.low);
}

inline DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + -b; }

inline DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
    const DoubleDouble p = detail::two_product(a.high, b.high);
    return detail::fast_two_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
}

/// Long division: two quotient digits and a third to round.
inline DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
    const double first = a.high / b.high;
    DoubleDouble rest = a - b * DoubleDouble(first);
    const double second = rest.high / b.high;
    rest = rest - b * DoubleDouble(second);
    return detail::fast_two_sum(first, second) + DoubleDouble(rest.high / b.high);
}

inline int sign(const DoubleDouble& a) {
    const double first = a.high != 0 ? a.high : a.low;
    return first > 0 ? 1 : first < 0 ? -1 : 0;
}
inline int sign(double a) { return a > 0 ? 1 : a < 0 ? -1 : 0; }

inline bool operator<(const DoubleDouble& a, const DoubleDouble& b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}
inline bool operator>(const DoubleDouble& a, const DoubleDouble& b) { return b < a; }
inline bool operator==(const DoubleDouble& a, const DoubleDouble& b) {
    return a.high == b.high && a.low == b.low;
}

} // namespace scree
