// SPDX-License-Identifier: BSD-3-Clause
#include <scree/predicates/expansion.hpp>

#include <scree/base/random.hpp>

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <cmath>

namespace scree {
namespace {

using boost::multiprecision::cpp_rational;

/// Of few bits or of many, of like or of very different sizes, now and then zero.
double component(Random& random) {
    if (random.below(8) == 0) return 0;
    const double mantissa =
        random.below(2) == 0 ? static_cast<double>(random.below(16)) : random.uniform(-1, 1);
    return std::ldexp(mantissa, static_cast<int>(random.below(60)) - 30);
}

Expansion<2> two(Random& random) {
    return Expansion<2>(detail::two_sum(component(random), component(random)));
}

template <int Capacity>
cpp_rational exact(const Expansion<Capacity>& a) {
    cpp_rational sum = 0;
    for (int i = 0; i < a.length(); ++i) sum += cpp_rational(a.component(i));
    return sum;
}

/// Sorted, without zeros, and each component above all bits of the one before.
template <int Capacity>
bool is_well_formed(const Expansion<Capacity>& a) {
    if (a.length() > Capacity) return false;
    for (int i = 0; i < a.length(); ++i)
        if (a.component(i) == 0) return false;
    for (int i = 1; i < a.length(); ++i) {
        int exponent = 0;
        std::frexp(a.component(i - 1), &exponent); // |smaller| < 2^exponent
        const double scaled = std::ldexp(a.component(i), -exponent);
        if (scaled != std::trunc(scaled)) return false;
    }
    return true;
}

template <int Capacity>
void expect_equal(const Expansion<Capacity>& a, const cpp_rational& wanted) {
    EXPECT_EQ(exact(a), wanted);
    EXPECT_EQ(sign(a), wanted.sign());
    EXPECT_TRUE(is_well_formed(a));
}

TEST(Expansion, sums_and_products_are_exact) {
    const std::uint64_t seed = 21;
    SCOPED_TRACE(seed);
    Random random(seed);
    int longest = 0;
    int zeros = 0;
    for (int k = 0; k < 1500; ++k) {
        const auto a = two(random);
        const auto b = two(random);
        const auto c = two(random);
        const auto d = random.below(4) == 0 ? a : two(random);
        const auto area = a * b - c * d;
        const cpp_rational true_area = exact(a) * exact(b) - exact(c) * exact(d);
        expect_equal(a + b, exact(a) + exact(b));
        expect_equal(a - d, exact(a) - exact(d));
        expect_equal(area, true_area);
        const auto volume = area * a + area * c;
        const cpp_rational true_volume = true_area * (exact(a) + exact(c));
        expect_equal(volume, true_volume);
        expect_equal(volume * area, true_volume * true_area);
        expect_equal(volume - (a + c) * area, 0);
        longest = std::max(longest, (volume * area).length());
        zeros += sign(a - d) == 0 ? 1 : 0;
    }
    EXPECT_GE(longest, 15) << "only short numbers were tried";
    EXPECT_GE(zeros, 250);
}

/// 2^k + 2^(k-2) + … in components of one bit each: as long as numbers get.
TEST(Expansion, holds_many_components) {
    auto sum = Expansion<detail::longest_expansion>(0.0);
    cpp_rational wanted = 0;
    for (int k = -500; k < 500; k += 3) {
        sum = sum + Expansion<1>(std::ldexp(1, k));
        wanted += cpp_rational(std::ldexp(1, k));
    }
    expect_equal(sum, wanted);
    expect_equal(sum * Expansion<1>(3.0), 3 * wanted);
}

TEST(Expansion, of_zero_is_empty) {
    EXPECT_EQ(Expansion<1>(0.0).length(), 0);
    EXPECT_EQ(Expansion<1>(-0.0).length(), 0);
    EXPECT_EQ(Expansion<3>().length(), 0);
    EXPECT_EQ(Expansion<2>(DoubleDouble(0.5, 0)).length(), 1);
    EXPECT_EQ((Expansion<1>(0.0) * Expansion<1>(2.0)).length(), 0);
    EXPECT_EQ((Expansion<1>(2.0) - Expansion<1>(2.0)).length(), 0);
    EXPECT_EQ(sign(Expansion<1>(0.0) - Expansion<1>(2.0)), -1);
    EXPECT_EQ(sign(Expansion<2>(DoubleDouble(1, -0x1p-60))), 1);
}

} // namespace
} // namespace scree
