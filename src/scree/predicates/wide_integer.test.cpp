// SPDX-License-Identifier: BSD-3-Clause
#include <scree/predicates/wide_integer.hpp>

#include <scree/base/random.hpp>

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <limits>

namespace scree {
namespace {

using boost::multiprecision::cpp_int;

template <std::size_t limbs>
cpp_int exact(const WideInteger<limbs>& a) {
    cpp_int sum = 0;
    for (std::size_t i = limbs; i-- > 0;) sum = (sum << 64U) + a.limb[i];
    return a.is_negative() ? sum - (cpp_int(1) << (64 * limbs)) : sum;
}

/// All lengths, both signs, and the ends of the range.
std::int64_t any_integer(Random& random) {
    switch (random.below(8)) {
    case 0:
        return 0;
    case 1:
        return std::numeric_limits<std::int64_t>::min();
    case 2:
        return std::numeric_limits<std::int64_t>::max();
    case 3:
        return -1;
    default:
        return static_cast<std::int64_t>(random.bits()) >> random.below(63);
    }
}

WideInteger<1> one(Random& random) { return WideInteger<1>(any_integer(random)); }

template <std::size_t limbs>
void expect_equal(const WideInteger<limbs>& a, const cpp_int& wanted) {
    EXPECT_EQ(exact(a), wanted);
    EXPECT_EQ(sign(a), wanted.sign());
}

TEST(WideInteger, products_and_sums_are_exact) {
    const std::uint64_t seed = 51;
    SCOPED_TRACE(seed);
    Random random(seed);
    for (int k = 0; k < 20000; ++k) {
        const auto a = one(random);
        const auto b = one(random);
        const auto ab = a * b;
        const auto aab = a * ab;
        const cpp_int x = exact(a);
        const cpp_int y = exact(b);
        expect_equal(ab, x * y);
        expect_equal(aab, x * x * y);
        expect_equal(ab * aab, x * x * x * y * y);
        expect_equal(aab - b * ab, x * x * y - x * y * y);
        expect_equal(aab + b * ab, x * x * y + x * y * y);
        expect_equal(aab - aab, 0);
    }
}

TEST(WideInteger, holds_128_bits_as_given) {
    const __int128 large = static_cast<__int128>(std::numeric_limits<std::int64_t>::max()) * 12345;
    expect_equal(WideInteger<2>(large), cpp_int(std::numeric_limits<std::int64_t>::max()) * 12345);
    expect_equal(WideInteger<2>(-large),
                 -cpp_int(std::numeric_limits<std::int64_t>::max()) * 12345);
    expect_equal(WideInteger<2>(static_cast<__int128>(-1)), -1);
    expect_equal(WideInteger<3>(), 0);
}

} // namespace
} // namespace scree
