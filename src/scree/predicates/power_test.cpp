// SPDX-License-Identifier: BSD-3-Clause
#include <scree/predicates/power_test.hpp>

#include <scree/predicates/double_double.hpp>
#include <scree/predicates/dyadic.hpp>
#include <scree/predicates/expansion.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

// The determinants in numbers without error. Differences of neighbours are mostly doubles
// themselves (always on a lattice, often elsewhere: of numbers within a factor of two they are
// exact), and then expansions stay short; otherwise they have two components. What might overflow
// or underflow there goes the slow way, in numbers of any length.
namespace scree {
namespace {

enum class Kind { one_double, two_doubles, any_length };

/// p - a, where p is a vertex of the cell or the query.
template <class Number, class Weight>
struct Row {
    Number x, y, z;
    Weight weight;
};

using ShortRow = Row<Expansion<1>, Expansion<2>>;
using LongRow = Row<Expansion<2>, Expansion<2>>;
using DyadicRow = Row<Dyadic, Dyadic>;

DoubleDouble difference(double p, double a) { return detail::two_sum(p, -a); }

void fill(ShortRow& row, const WeightedPoint& p, const WeightedPoint& a) {
    row.x = Expansion<1>(p.x - a.x);
    row.y = Expansion<1>(p.y - a.y);
    row.z = Expansion<1>(p.z - a.z);
    row.weight = Expansion<2>(difference(p.weight, a.weight));
}

void fill(LongRow& row, const WeightedPoint& p, const WeightedPoint& a) {
    row.x = Expansion<2>(difference(p.x, a.x));
    row.y = Expansion<2>(difference(p.y, a.y));
    row.z = Expansion<2>(difference(p.z, a.z));
    row.weight = Expansion<2>(difference(p.weight, a.weight));
}

void fill(DyadicRow& row, const WeightedPoint& p, const WeightedPoint& a) {
    row.x = Dyadic(p.x) - Dyadic(a.x);
    row.y = Dyadic(p.y) - Dyadic(a.y);
    row.z = Dyadic(p.z) - Dyadic(a.z);
    row.weight = Dyadic(p.weight) - Dyadic(a.weight);
}

/// The components are zero or within these powers of two: degree five stays below 2^1000, and with
/// lowest bits above 2^-212 (weights 2^-424), it is a multiple of 2^-1060.
bool is_tame(const DoubleDouble& length) {
    const auto tame = [](double x) {
        return x == 0 || (std::abs(x) > 0x1p-160 && std::abs(x) < 0x1p190);
    };
    return tame(length.high) && tame(length.low);
}
bool is_tame_weight(const DoubleDouble& weight) {
    const auto tame = [](double x) {
        return x == 0 || (std::abs(x) > 0x1p-370 && std::abs(x) < 0x1p380);
    };
    return tame(weight.high) && tame(weight.low);
}

Kind kind_of(const WeightedPoint& p, const WeightedPoint& a) {
    const DoubleDouble x = difference(p.x, a.x);
    const DoubleDouble y = difference(p.y, a.y);
    const DoubleDouble z = difference(p.z, a.z);
    const bool tame =
        is_tame(x) && is_tame(y) && is_tame(z) && is_tame_weight(difference(p.weight, a.weight));
    if (!tame) return Kind::any_length;
    return x.low == 0 && y.low == 0 && z.low == 0 ? Kind::one_double : Kind::two_doubles;
}

template <std::size_t count>
using Points = std::array<const WeightedPoint*, count>;

template <std::size_t count>
Kind kind_of(const Points<count>& rows, const WeightedPoint& a) {
    Kind kind = Kind::one_double;
    for (const WeightedPoint* p : rows) kind = std::max(kind, kind_of(*p, a));
    return kind;
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
int volume_sign(const Points<3>& points, const WeightedPoint& a) {
    std::array<R, 3> rows;
    for (std::size_t i = 0; i < 3; ++i) fill(rows[i], *points[i], a);
    const auto& [b, c, d] = rows;
    return sign(volume(b, c, d, area(c, d), area(b, d), area(b, c)));
}

/// The sign of det | b lift(b); c lift(c); d lift(d); e lift(e) |, by its last column. Never
/// inlined: with long numbers its frame is hundreds of kilobytes.
template <class R>
[[gnu::noinline]] int lifted_sign(const Points<4>& points, const WeightedPoint& a) {
    std::array<R, 4> rows;
    for (std::size_t i = 0; i < 4; ++i) fill(rows[i], *points[i], a);
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
    const Points<3> rows = {&b, &c, &d};
    switch (kind_of(rows, a)) {
    case Kind::one_double:
        return volume_sign<ShortRow>(rows, a);
    case Kind::two_doubles:
        return volume_sign<LongRow>(rows, a);
    case Kind::any_length:
        break;
    }
    return volume_sign<DyadicRow>(rows, a);
}

int exact_power_side(const WeightedPoint& a, const WeightedPoint& b, const WeightedPoint& c,
                     const WeightedPoint& d, const WeightedPoint& e) {
    const Points<4> rows = {&b, &c, &d, &e};
    switch (kind_of(rows, a)) {
    case Kind::one_double:
        return -lifted_sign<ShortRow>(rows, a);
    case Kind::two_doubles:
        return -lifted_sign<LongRow>(rows, a);
    case Kind::any_length:
        break;
    }
    return -lifted_sign<DyadicRow>(rows, a);
}

bool exact_conflict(const WeightedPoint& a, const WeightedPoint& b, const WeightedPoint& c,
                    const WeightedPoint& d, const WeightedPoint& e) {
    const int side = exact_power_side(a, b, c, d, e);
    return side != 0 ? side > 0 : perturbed_conflict({&a, &b, &c, &d, &e});
}

} // namespace detail
} // namespace scree
