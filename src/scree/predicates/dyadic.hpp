// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <cmath>
#include <utility>

namespace scree {

/// mantissa · 2^exponent with a mantissa of any length: sums and products of doubles without any
/// error, and without the common denominators that make rational numbers slow. There is no
/// division: the algorithms that use it are written without.
class Dyadic {
public:
    Dyadic() = default;
    Dyadic(double value) { // NOLINT: every finite double is one
        int e = 0;
        const double fraction = std::frexp(value, &e);
        mantissa_ = static_cast<long long>(std::ldexp(fraction, 53));
        exponent_ = e - 53;
    }

    explicit operator double() const {
        if (mantissa_ == 0) return 0;
        // Keep 64 leading bits: the one rounding that is left is that of the conversion.
        const unsigned top = boost::multiprecision::msb(abs(mantissa_));
        const int drop = top > 63 ? static_cast<int>(top) - 63 : 0;
        Integer head = abs(mantissa_) >> drop;
        const double size = std::ldexp(head.convert_to<double>(), exponent_ + drop);
        return mantissa_ < 0 ? -size : size;
    }

    int sign() const { return mantissa_.sign(); }

    friend Dyadic operator-(Dyadic a) {
        a.mantissa_ = -a.mantissa_;
        return a;
    }
    friend Dyadic operator+(const Dyadic& a, const Dyadic& b) {
        if (a.mantissa_ == 0) return b;
        if (b.mantissa_ == 0) return a;
        if (a.exponent_ < b.exponent_) return b + a;
        const auto shift = static_cast<unsigned>(a.exponent_ - b.exponent_);
        return {(a.mantissa_ << shift) + b.mantissa_, b.exponent_};
    }
    friend Dyadic operator-(const Dyadic& a, const Dyadic& b) { return a + -b; }
    friend Dyadic operator*(const Dyadic& a, const Dyadic& b) {
        return {a.mantissa_ * b.mantissa_, a.exponent_ + b.exponent_};
    }
    friend bool operator<(const Dyadic& a, const Dyadic& b) { return (a - b).sign() < 0; }
    friend bool operator==(const Dyadic& a, const Dyadic& b) { return (a - b).sign() == 0; }

private:
    using Integer = boost::multiprecision::cpp_int;

    Dyadic(Integer mantissa, int exponent) : mantissa_(std::move(mantissa)), exponent_(exponent) {}

    Integer mantissa_ = 0;
    int exponent_ = 0;
};

inline int sign(const Dyadic& a) { return a.sign(); }

} // namespace scree
