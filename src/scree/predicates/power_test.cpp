// SPDX-License-Identifier: BSD-3-Clause
#include <scree/predicates/power_test.hpp>

#include <scree/predicates/double_double.hpp>
#include <scree/predicates/dyadic.hpp>
#include <scree/predicates/expansion.hpp>
#include <scree/predicates/wide_integer.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <tuple>

// The determinants in numbers without error. Coordinates of one cell are mostly multiples of one
// power of two and not too many of it: near each other and away from zero, or on a lattice. Then
// integers of fixed size do, ten times as fast as expansions. Those take what is left, and what
// might overflow or underflow there goes the slow way, in numbers of any length.
namespace scree {
namespace {

/// p - a in each coordinate, as exact sums.
struct Difference {
    DoubleDouble x, y, z, weight;
};

template <std::size_t count>
using Points = std::array<const WeightedPoint*, count>;
template <std::size_t count>
using Differences = std::array<Difference, count>;

template <std::size_t count>
Differences<count> differences(const Points<count>& points, const WeightedPoint& a) {
    Differences<count> rows;
    for (std::size_t i = 0; i < count; ++i) {
        const WeightedPoint& p = *points[i];
        rows[i] = {detail::two_sum(p.x, -a.x), detail::two_sum(p.y, -a.y),
                   detail::two_sum(p.z, -a.z), detail::two_sum(p.weight, -a.weight)};
    }
    return rows;
}

/// Without branches: whether a part is zero is anyone's guess, and a wrong one costs more than the
/// whole test.
bool is_within(const DoubleDouble& sum, double low, double high) {
    const auto fits = [&](double x) {
        const double size = std::abs(x);
        return (size == 0) | ((size > low) & (size < high));
    };
    return fits(sum.high) && fits(sum.low);
}

/// Lengths that are zero or above 2^-160 are multiples of 2^-213, weights of 2^-423, so expansions
/// of degree five of 2^-1062; and they are below 2^1000. Infinities and what is not a number, from
/// an overflow of the difference, are not tame.
bool is_tame(const Difference& d) {
    const auto tame = [](const DoubleDouble& x) { return is_within(x, 0x1p-160, 0x1p190); };
    return tame(d.x) && tame(d.y) && tame(d.z) && is_within(d.weight, 0x1p-370, 0x1p380);
}

/// A power of two that brings all (tame) lengths below 2^61.
template <std::size_t count>
double scale_of(const Differences<count>& rows) {
    double most = 0x1p-160;
    for (const Difference& d : rows)
        most = std::max({most, std::abs(d.x.high), std::abs(d.y.high), std::abs(d.z.high)});
    constexpr std::uint64_t exponent_bits = 0x7FF0'0000'0000'0000U;
    return 0x1p60 / std::bit_cast<double>(std::bit_cast<std::uint64_t>(most) & exponent_bits);
}

template <class Number, class Weight>
struct Row {
    Number x, y, z;
    Weight weight;
};

/// Lengths are at most 2^61 and weights at most 2^123, so areas are at most 2^123, lifts 2^125,
/// volumes 2^186 and the whole 2^313: all fit.
using IntegerRow = Row<WideInteger<1>, WideInteger<2>>;
using ExpansionRow = Row<Expansion<2>, Expansion<2>>;
using DyadicRow = Row<Dyadic, Dyadic>;

/// Sums times powers of two, as integers; `exact` tells whether all of them were.
struct IntegerMaker {
    double scale;
    bool exact = true;

    std::int64_t whole(double x) {
        const auto integer = static_cast<std::int64_t>(x);
        exact &= static_cast<double>(integer) == x;
        return integer;
    }
    WideInteger<1> length(const DoubleDouble& sum) {
        return WideInteger<1>(whole(scale * sum.high) + whole(scale * sum.low));
    }
    /// In two parts: 2^62 times one that is less than 2^60, and the rest.
    __int128 long_whole(double x) {
        const bool fits = std::abs(x) < 0x1p122;
        exact &= fits;
        const auto upper = static_cast<std::int64_t>(fits ? 0x1p-62 * x : 0);
        const double rest = fits ? x - 0x1p62 * static_cast<double>(upper) : 0;
        return static_cast<__int128>(upper) * (std::int64_t{1} << 62U) + whole(rest);
    }
    WideInteger<2> weight(const DoubleDouble& sum) {
        const double scale2 = scale * scale;
        return WideInteger<2>(long_whole(scale2 * sum.high) + long_whole(scale2 * sum.low));
    }
};

/// Nothing if some difference is not a multiple of the smallest step.
template <std::size_t count>
std::optional<std::array<IntegerRow, count>> integer_rows(const Differences<count>& rows) {
    std::optional<std::array<IntegerRow, count>> integers(std::in_place);
    IntegerMaker make{scale_of(rows)};
    for (std::size_t i = 0; i < count; ++i)
        (*integers)[i] = {make.length(rows[i].x), make.length(rows[i].y), make.length(rows[i].z),
                          make.weight(rows[i].weight)};
    if (!make.exact) integers.reset();
    return integers;
}

template <std::size_t count>
std::array<ExpansionRow, count> expansion_rows(const Differences<count>& rows) {
    std::array<ExpansionRow, count> expansions;
    for (std::size_t i = 0; i < count; ++i)
        expansions[i] = {Expansion<2>(rows[i].x), Expansion<2>(rows[i].y), Expansion<2>(rows[i].z),
                         Expansion<2>(rows[i].weight)};
    return expansions;
}

template <std::size_t count>
std::array<DyadicRow, count> dyadic_rows(const Points<count>& points, const WeightedPoint& a) {
    std::array<DyadicRow, count> rows;
    for (std::size_t i = 0; i < count; ++i) {
        const WeightedPoint& p = *points[i];
        rows[i] = {Dyadic(p.x) - Dyadic(a.x), Dyadic(p.y) - Dyadic(a.y), Dyadic(p.z) - Dyadic(a.z),
                   Dyadic(p.weight) - Dyadic(a.weight)};
    }
    return rows;
}

template <class R>
auto area(const R& p, const R& q) {
    return p.x * q.y - p.y * q.x;
}

template <class R>
auto lift(const R& p) {
    return p.x * p.x + p.y * p.y + p.z * p.z - p.weight;
}

/// det(p, q, r) from the areas of its pairs.
template <class R, class Area>
auto volume(const R& p, const R& q, const R& r, const Area& qr, const Area& pr, const Area& pq) {
    return p.z * qr - q.z * pr + r.z * pq;
}

template <class R>
int determinant_sign(const std::array<R, 3>& rows) {
    const auto& [b, c, d] = rows;
    return sign(volume(b, c, d, area(c, d), area(b, d), area(b, c)));
}

/// Of det | b lift(b); c lift(c); d lift(d); e lift(e) |, by its last column. Never inlined: with
/// expansions its frame is a hundred kilobytes.
template <class R>
[[gnu::noinline]] int determinant_sign(const std::array<R, 4>& rows) {
    const auto& [b, c, d, e] = rows;
    const auto bc = area(b, c);
    const auto bd = area(b, d);
    const auto be = area(b, e);
    const auto cd = area(c, d);
    const auto ce = area(c, e);
    const auto de = area(d, e);
    const auto first =
        lift(e) * volume(b, c, d, cd, bd, bc) - lift(d) * volume(b, c, e, ce, be, bc);
    const auto second =
        lift(c) * volume(b, d, e, de, be, bd) - lift(b) * volume(c, d, e, de, ce, cd);
    return sign(first + second);
}

/// In the fastest numbers that have room.
template <std::size_t count>
int exact_sign(const Points<count>& points, const WeightedPoint& a) {
    const Differences<count> rows = differences(points, a);
    if (!std::all_of(rows.begin(), rows.end(), is_tame))
        return determinant_sign(dyadic_rows(points, a));
    if (const auto integers = integer_rows(rows)) return determinant_sign(*integers);
    return determinant_sign(expansion_rows(rows));
}

bool precedes(const WeightedPoint& p, const WeightedPoint& q) {
    return std::tie(p.x, p.y, p.z) < std::tie(q.x, q.y, q.z);
}

/// Of a tie. Raising the lift of one point by ε > 0 changes the determinant Δ, which is negative in
/// conflict, by ε times a cofactor. With [p q r s] for orientation:
///   e: +[a b c d], positive, so there is no conflict;
///   b: -(C×D)·E = -[a e c d], and c and d likewise by exchanging rows;
///   a: all other lifts drop by ε, ΔΔ/ε = -[a b c d] + (C×D + D×B + B×C)·E = -[e b c d].
/// So a vertex speaks for conflict if the cell with e in its place is oriented positively, and says
/// nothing if that is flat. The largest point's ε is infinitely larger than those below it, so the
/// first that says anything decides [DevillersTeillaud2011].
bool perturbed_conflict(const std::array<const WeightedPoint*, 5>& points) {
    constexpr int query = 4;
    std::array<int, 5> ranks = {0, 1, 2, 3, query};
    std::sort(ranks.begin(), ranks.end(), [&](int i, int j) {
        if (precedes(*points[j], *points[i])) return true;
        return !precedes(*points[i], *points[j]) && i > j;
    });
    PredicateCounts uncounted;
    for (const int i : ranks) {
        if (i == query) return false;
        std::array<const WeightedPoint*, 5> cell = points;
        cell[i] = points[query];
        const int o = orientation(*cell[0], *cell[1], *cell[2], *cell[3], uncounted);
        if (o != 0) return o > 0;
    }
    return false;
}

} // namespace

namespace detail {

int exact_orientation(const WeightedPoint& a, const WeightedPoint& b, const WeightedPoint& c,
                      const WeightedPoint& d) {
    return exact_sign<3>({&b, &c, &d}, a);
}

int exact_power_side(const WeightedPoint& a, const WeightedPoint& b, const WeightedPoint& c,
                     const WeightedPoint& d, const WeightedPoint& e) {
    return -exact_sign<4>({&b, &c, &d, &e}, a);
}

bool exact_conflict(const WeightedPoint& a, const WeightedPoint& b, const WeightedPoint& c,
                    const WeightedPoint& d, const WeightedPoint& e) {
    const int side = exact_power_side(a, b, c, d, e);
    return side != 0 ? side > 0 : perturbed_conflict({&a, &b, &c, &d, &e});
}

} // namespace detail
} // namespace scree
