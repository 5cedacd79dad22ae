// SPDX-License-Identifier: BSD-3-Clause
#include <scree/predicates/double_double.hpp>
#include <scree/predicates/dyadic.hpp>

#include <scree/base/random.hpp>

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <cmath>

namespace scree {
namespace {

using boost::multiprecision::cpp_rational;

double any_double(Random& random) {
    return std::ldexp(random.uniform(-1, 1), static_cast<int>(random.below(80)) - 40);
}

cpp_rational exact(const DoubleDouble& a) { return cpp_rational(a.high) + cpp_rational(a.low); }

TEST(DoubleDouble, keeps_106_bits) {
    const std::uint64_t seed = 11;
    SCOPED_TRACE(seed);
    Random random(seed);
    double worst_sum = 0;
    double worst_product = 0;
    double worst_quotient = 0;
    for (int k = 0; k < 20000; ++k) {
        const DoubleDouble a = DoubleDouble(any_double(random)) + DoubleDouble(any_double(random));
        const DoubleDouble b = DoubleDouble(any_double(random)) * DoubleDouble(any_double(random));
        const cpp_rational sum = exact(a) + exact(b);
        const cpp_rational terms = abs(exact(a)) + abs(exact(b));
        const cpp_rational product = exact(a) * exact(b);
        worst_sum =
            std::max(worst_sum, cpp_rational(abs(exact(a + b) - sum) / terms).convert_to<double>());
        worst_product =
            std::max(worst_product,
                     cpp_rational(abs(exact(a * b) - product) / abs(product)).convert_to<double>());
    }
    EXPECT_LE(worst_quotient, 0x1p-100);
    EXPECT_LE(worst_sum, 0x1p-104);
    EXPECT_LE(worst_product, 0x1p-101);
    EXPECT_GT(worst_product, 0x1p-110) << "the test never met rounding";
}

TEST(DoubleDouble, sums_and_products_of_doubles_are_exact) {
    Random random(12);
    for (int k = 0; k < 20000; ++k) {
        const double a = any_double(random);
        const double b = any_double(random);
        EXPECT_EQ(exact(DoubleDouble(a) * DoubleDouble(b)), cpp_rational(a) * cpp_rational(b));
        EXPECT_EQ(exact(DoubleDouble(a) - DoubleDouble(b)), cpp_rational(a) - cpp_rational(b));
    }
}

TEST(Dyadic, is_exact) {
    Random random(13);
    for (int k = 0; k < 5000; ++k) {
        const double a = any_double(random);
        const double b = any_double(random);
        const double c = any_double(random);
        const Dyadic value = (Dyadic(a) * Dyadic(b) - Dyadic(c)) * Dyadic(a) + Dyadic(b);
        const cpp_rational wanted =
            (cpp_rational(a) * cpp_rational(b) - cpp_rational(c)) * cpp_rational(a) +
            cpp_rational(b);
        EXPECT_EQ(sign(value), wanted.sign());
        EXPECT_NEAR(static_cast<double>(value), wanted.convert_to<double>(),
                    2e-16 * std::abs(wanted.convert_to<double>()));
        EXPECT_EQ(sign(value - value), 0);
    }
    EXPECT_EQ(static_cast<double>(Dyadic(0.0)), 0.0);
    EXPECT_EQ(static_cast<double>(Dyadic(-0.3)), -0.3);
    EXPECT_TRUE(Dyadic(1e-300) < Dyadic(1e300));
}

} // namespace
} // namespace scree
