// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A number as the unevaluated sum of two doubles: twice the digits, about ten times the time. Only
// what the point–simplex query needs. Error-free sums (Knuth) and products (Dekker, without fused
// multiply-add, which not every machine has); needs -ffp-contract=off, and values far from the ends
// of the exponent range. Each operation is right to 2^-100 relative to its operands.
namespace scree::detail {

class DoubleDouble {
public:
    DoubleDouble() = default;
    DoubleDouble(double value) : high_(value) {} // NOLINT: every double is one
    explicit operator double() const { return high_; }

    friend DoubleDouble operator-(const DoubleDouble& a) { return {-a.high_, -a.low_}; }
    friend DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
        DoubleDouble s = exact_sum(a.high_, b.high_);
        const DoubleDouble t = exact_sum(a.low_, b.low_);
        s = quick_sum(s.high_, s.low_ + t.high_);
        return quick_sum(s.high_, s.low_ + t.low_);
    }
    friend DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + -b; }
    friend DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
        const DoubleDouble p = exact_product(a.high_, b.high_);
        return quick_sum(p.high_, p.low_ + (a.high_ * b.low_ + a.low_ * b.high_));
    }
    /// Long division: two quotient digits and a third to round.
    friend DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
        const double first = a.high_ / b.high_;
        DoubleDouble rest = a - b * DoubleDouble(first);
        const double second = rest.high_ / b.high_;
        rest = rest - b * DoubleDouble(second);
        const DoubleDouble digits = quick_sum(first, second);
        return digits + DoubleDouble(rest.high_ / b.high_);
    }
    friend bool operator<(const DoubleDouble& a, const DoubleDouble& b) {
        return a.high_ < b.high_ || (a.high_ == b.high_ && a.low_ < b.low_);
    }
    friend bool operator>(const DoubleDouble& a, const DoubleDouble& b) { return b < a; }

private:
    DoubleDouble(double high, double low) : high_(high), low_(low) {}

    /// Where |a| ≥ |b|.
    static DoubleDouble quick_sum(double a, double b) {
        const double s = a + b;
        return {s, b - (s - a)};
    }
    static DoubleDouble exact_sum(double a, double b) {
        const double s = a + b;
        const double b_part = s - a;
        return {s, (a - (s - b_part)) + (b - b_part)};
    }
    static DoubleDouble exact_product(double a, double b) {
        const double p = a * b;
        const DoubleDouble u = halves(a);
        const DoubleDouble v = halves(b);
        const double error =
            ((u.high_ * v.high_ - p) + u.high_ * v.low_ + u.low_ * v.high_) + u.low_ * v.low_;
        return {p, error};
    }
    /// 26 bits each, so that their products are exact.
    static DoubleDouble halves(double a) {
        const double c = 0x8000001p0 * a;
        const double high = c - (c - a);
        return {high, a - high};
    }

    double high_ = 0, low_ = 0;
};

} // namespace scree::detail
