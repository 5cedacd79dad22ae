// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/predicates/power_test.hpp>

#include <scree/base/random.hpp>

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <array>
#include <cmath>

// Cells with a query point of every kind that might trouble a predicate, and what is true of them.
namespace scree::test {

using boost::multiprecision::cpp_rational;

/// a, b, c, d and e.
using Five = std::array<WeightedPoint, 5>;

enum class SampleKind {
    generic,
    nearly_coplanar,
    nearly_cospherical, // spheres of radius 1 about points near (4, 4, 4)
    about_zero,         // the same about zero and near the equator: not multiples of one step
    nearly_orthogonal,  // e's weight such that it touches the power sphere
    integer_lattice,
    decimal_lattice, // multiples of 0.1
    far_lattice,
    far_away, // a million sizes from the origin
    small,
    large,
    wide_weights,
    negative_weights,
    twins,
    wide,    // magnitudes over 80 powers of two
    extreme, // over all there are: expansions would underflow and overflow
    count
};
inline constexpr int sample_kind_count = static_cast<int>(SampleKind::count);

inline const char* name_of(SampleKind kind) {
    constexpr std::array<const char*, sample_kind_count> names = {
        "generic",         "nearly coplanar", "nearly cospherical", "about zero", "orthogonal",
        "integer lattice", "decimal lattice", "far lattice",        "far away",   "small",
        "large",           "wide weights",    "negative",           "twins",      "wide",
        "extreme"};
    return names[static_cast<std::size_t>(kind)];
}

inline double few_ulps_off(double x, Random& random) {
    return x + static_cast<double>(static_cast<int>(random.below(7)) - 3) * 0x1p-52 * std::abs(x);
}

inline int random_up_to(Random& random, int most) {
    return static_cast<int>(random.below(static_cast<std::uint64_t>(most) + 1));
}

inline double of_any_size(Random& random, int exponents) {
    return std::ldexp(random.uniform(-1, 1), random_up_to(random, exponents) - exponents / 2);
}

inline Five box_samples(Random& random, double low, double high, double weight_high) {
    Five five;
    for (WeightedPoint& p : five)
        p = {random.uniform(low, high), random.uniform(low, high), random.uniform(low, high),
             random.uniform(0, weight_high)};
    return five;
}

/// All in one plane, but for rounding and a few ulps.
inline Five coplanar_samples(Random& random) {
    Five five = box_samples(random, 0, 1, 0.1);
    const double s = random.uniform(-1, 1);
    const double t = random.uniform(-1, 1);
    for (WeightedPoint& p : five) p.z = few_ulps_off(1 + s * p.x + t * p.y, random);
    return five;
}

inline Five cospherical_samples(Random& random, double low, double high, int most_shift) {
    const WeightedPoint center = box_samples(random, low, high, 0)[0];
    Five five;
    for (WeightedPoint& p : five) {
        const double angle = random.uniform(0, 6.28);
        const double z = std::ldexp(random.uniform(-1, 1), -random_up_to(random, most_shift));
        const double r = std::sqrt(1 - z * z);
        p = {center.x + r * std::cos(angle), center.y + r * std::sin(angle),
             few_ulps_off(center.z + z, random), 0};
    }
    return five;
}

/// All touch the sphere of radius 0.5 about (0.5, 0.5, 0.5) at right angles, but for rounding.
inline Five orthogonal_samples(Random& random) {
    Five five = box_samples(random, 0, 1, 0);
    for (WeightedPoint& p : five) {
        const double x = p.x - 0.5;
        const double y = p.y - 0.5;
        const double z = p.z - 0.5;
        p.weight = few_ulps_off((x * x + y * y + z * z) - 0.25, random);
    }
    return five;
}

/// Few lattice points, such that ties are frequent.
inline Five lattice_samples(Random& random, double origin, double spacing) {
    const auto along = [&] { return spacing * (origin + static_cast<double>(random.below(3))); };
    Five five;
    for (WeightedPoint& p : five) p = {along(), along(), along(), 0.25 * spacing * spacing};
    if (random.below(4) == 0) five[random.below(5)].weight *= 2;
    return five;
}

inline Five twin_samples(Random& random) {
    Five five =
        random.below(2) == 0 ? box_samples(random, 0, 1, 0.1) : lattice_samples(random, 0, 1);
    const std::size_t twin = random.below(5);
    const double weight = five[4].weight;
    five[4] = five[twin];
    if (random.below(2) == 0) five[4].weight = weight;
    return five;
}

inline Five wide_samples(Random& random, int exponents) {
    Five five;
    for (WeightedPoint& p : five)
        p = {of_any_size(random, exponents), of_any_size(random, exponents),
             of_any_size(random, exponents), of_any_size(random, exponents)};
    return five;
}

inline Five extreme_samples(Random& random) {
    if (random.below(2) == 0) return wide_samples(random, 2000);
    // One size for all, but whatever size: determinants of degree five leave the range.
    Five five = lattice_samples(random, 0, 1);
    const int exponent = static_cast<int>(random.below(2000)) - 1000;
    for (WeightedPoint& p : five)
        p = {std::ldexp(p.x, exponent), std::ldexp(p.y, exponent), std::ldexp(p.z, exponent), 0};
    return five;
}

inline Five heavy_samples(Random& random, double low, double high) {
    Five five = box_samples(random, 0, 1, 0);
    for (WeightedPoint& p : five) p.weight = random.below(4) == 0 ? 0 : random.uniform(low, high);
    return five;
}

inline Five sample(SampleKind kind, Random& random) {
    switch (kind) {
    case SampleKind::generic:
        return box_samples(random, 0, 1, 0.1);
    case SampleKind::nearly_coplanar:
        return coplanar_samples(random);
    case SampleKind::nearly_cospherical:
        return cospherical_samples(random, 3.9, 4.1, 0);
    case SampleKind::about_zero:
        return cospherical_samples(random, -1e-9, 1e-9, 40);
    case SampleKind::nearly_orthogonal:
        return orthogonal_samples(random);
    case SampleKind::integer_lattice:
        return lattice_samples(random, 0, 1);
    case SampleKind::decimal_lattice:
        return lattice_samples(random, 7, 0.1);
    case SampleKind::far_lattice:
        return lattice_samples(random, 1e6, 0.1);
    case SampleKind::far_away:
        return box_samples(random, 1e6, 1e6 + 1, 0.1);
    case SampleKind::small:
        return box_samples(random, -1e-5, 1e-5, 1e-11);
    case SampleKind::large:
        return box_samples(random, -1e2, 1e2, 1e3);
    case SampleKind::wide_weights:
        return heavy_samples(random, -1e6, 1e6);
    case SampleKind::negative_weights:
        return heavy_samples(random, -0.1, 0.01);
    case SampleKind::twins:
        return twin_samples(random);
    case SampleKind::wide:
        return wide_samples(random, 80);
    case SampleKind::extreme:
        return extreme_samples(random);
    case SampleKind::count:
        break;
    }
    return {};
}

/// x, y, z and lift in the frame of a.
template <class Number>
std::array<Number, 4> lifted_row(const WeightedPoint& p, const WeightedPoint& a) {
    const Number x = Number(p.x) - Number(a.x);
    const Number y = Number(p.y) - Number(a.y);
    const Number z = Number(p.z) - Number(a.z);
    return {x, y, z, x * x + y * y + z * z - (Number(p.weight) - Number(a.weight))};
}

/// By Leibniz's formula, over all permutations.
template <class Number, std::size_t size>
Number determinant(const std::array<std::array<Number, 4>, size>& rows) {
    std::array<std::size_t, size> column;
    for (std::size_t i = 0; i < size; ++i) column[i] = i;
    Number sum(0.0);
    do {
        int inversions = 0;
        Number product(1.0);
        for (std::size_t i = 0; i < size; ++i) {
            product = product * rows[i][column[i]];
            inversions += static_cast<int>(
                std::count_if(column.begin() + static_cast<std::ptrdiff_t>(i), column.end(),
                              [&](std::size_t later) { return later < column[i]; }));
        }
        if (inversions % 2 == 1) product = -product;
        sum = sum + product;
    } while (std::next_permutation(column.begin(), column.end()));
    return sum;
}

template <class Number>
Number true_volume(const Five& p) {
    return determinant<Number, 3>({lifted_row<Number>(p[1], p[0]), lifted_row<Number>(p[2], p[0]),
                                   lifted_row<Number>(p[3], p[0])});
}

template <class Number>
Number true_side(const Five& p) {
    return determinant<Number, 4>({lifted_row<Number>(p[1], p[0]), lifted_row<Number>(p[2], p[0]),
                                   lifted_row<Number>(p[3], p[0]), lifted_row<Number>(p[4], p[0])});
}

} // namespace scree::test
