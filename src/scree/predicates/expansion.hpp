// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/predicates/double_double.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

// Numbers as sums of doubles that do not overlap, smallest first and without zeros, so that sums
// and products have no error and the last component has the sign [Priest1991]. The merging sum and
// the scaling are those of [Shewchuk1997, figs. 11 and 13, theorems 13 and 19]; both keep their
// results strongly non-overlapping, which the sum asks of its terms.
//
// Exact as long as nothing overflows and no product of lowest bits falls below 2^-1074.
namespace scree {

namespace detail {

/// Writes a component that may be zero, and then does not count.
inline int append(double* out, int length, double component) {
    out[length] = component;
    return length + static_cast<int>(component != 0);
}

/// a + sign·b, sign = ±1; the new length.
inline int add_expansions(const double* a, int a_length, const double* b, int b_length, double sign,
                          double* out) {
    int i = 0;
    int j = 0;
    int length = 0;
    double carry = 0;
    const auto take = [&](double component) {
        const DoubleDouble sum = two_sum(carry, component);
        length = append(out, length, sum.low);
        carry = sum.high;
    };
    while (i < a_length && j < b_length) {
        const bool from_a = std::abs(a[i]) < std::abs(b[j]);
        take(from_a ? a[i] : sign * b[j]);
        i += static_cast<int>(from_a);
        j += static_cast<int>(!from_a);
    }
    for (; i < a_length; ++i) take(a[i]);
    for (; j < b_length; ++j) take(sign * b[j]);
    return append(out, length, carry);
}

/// factor·a; the new length.
inline int scale_expansion(const double* a, int a_length, double factor, double* out) {
    int length = 0;
    double carry = 0;
    for (int i = 0; i < a_length; ++i) {
        const DoubleDouble product = two_product(a[i], factor);
        const DoubleDouble low = two_sum(carry, product.low);
        length = append(out, length, low.low);
        const DoubleDouble high = fast_two_sum(product.high, low.high);
        length = append(out, length, high.low);
        carry = high.high;
    }
    return append(out, length, carry);
}

/// Non-zero components that do not overlap have different lowest bits, between 2^-1074 and 2^1023:
/// no expansion is ever longer than this.
inline constexpr int longest_expansion = 2098;

constexpr int expansion_capacity(int length) { return std::min(length, longest_expansion); }

} // namespace detail

/// At most `Capacity` components in place; sums and products have room for all they may need.
template <int Capacity>
class Expansion {
public:
    Expansion() {} // NOLINT: only the first length_ components are ever read
    explicit Expansion(double value) { length_ = detail::append(components_.data(), 0, value); }
    explicit Expansion(const DoubleDouble& value) requires(Capacity >= 2) {
        length_ = detail::append(components_.data(), 0, value.low);
        length_ = detail::append(components_.data(), length_, value.high);
    }
    Expansion(const Expansion& other) : length_(other.length_) {
        std::copy_n(other.components_.data(), length_, components_.data());
    }
    Expansion& operator=(const Expansion& other) {
        length_ = other.length_;
        std::copy_n(other.components_.data(), length_, components_.data());
        return *this;
    }
    ~Expansion() = default;

    int length() const { return length_; }
    /// From the smallest; component(length() - 1) is nearest to the number.
    double component(int i) const { return components_[static_cast<std::size_t>(i)]; }
    int sign() const { return length_ == 0 ? 0 : scree::sign(component(length_ - 1)); }

    template <int Other>
    auto plus(const Expansion<Other>& other, double sign) const {
        Expansion<detail::expansion_capacity(Capacity + Other)> sum;
        sum.length_ = detail::add_expansions(components_.data(), length_, other.components_.data(),
                                             other.length_, sign, sum.components_.data());
        return sum;
    }

    template <int Other>
    auto times(const Expansion<Other>& other) const {
        Expansion<detail::expansion_capacity(2 * Capacity * Other)> product;
        if (length_ < other.length_)
            product.multiply(other, *this);
        else
            product.multiply(*this, other);
        return product;
    }

private:
    template <int Other>
    friend class Expansion;

    /// For a.length() >= b.length(): a times each component of b, summed up as they come.
    template <int A, int B>
    void multiply(const Expansion<A>& a, const Expansion<B>& b) {
        if (b.length_ == 0) return;
        if (a.length_ == 1)
            set(detail::two_product(a.components_[0], b.components_[0]));
        else if (b.length_ == 1)
            length_ = scale(a, b.components_[0], components_.data());
        else
            multiply_long(a, b);
    }

    void set(const DoubleDouble& value) {
        length_ = detail::append(components_.data(), 0, value.low);
        length_ = detail::append(components_.data(), length_, value.high);
    }

    template <int A, int B>
    void multiply_long(const Expansion<A>& a, const Expansion<B>& b) {
        std::array<double, slots> scaled; // NOLINT: written before it is read
        std::array<double, slots> spare;  // NOLINT
        // Sums alternate between two places such that the last is ours.
        const bool odd = b.length_ % 2 == 1;
        double* from = odd ? components_.data() : spare.data();
        double* to = odd ? spare.data() : components_.data();
        int length = scale(a, b.component(0), from);
        for (int j = 1; j < b.length_; ++j) {
            const int more = scale(a, b.component(j), scaled.data());
            length = detail::add_expansions(from, length, scaled.data(), more, 1, to);
            std::swap(from, to);
        }
        length_ = length;
    }

    template <int A>
    static int scale(const Expansion<A>& a, double factor, double* out) {
        return detail::scale_expansion(a.components_.data(), a.length_, factor, out);
    }

    static constexpr std::size_t slots = Capacity + 1; // append writes one past the end, at most
    std::array<double, slots> components_;
    int length_ = 0;
};

template <int A, int B>
auto operator+(const Expansion<A>& a, const Expansion<B>& b) {
    return a.plus(b, 1);
}
template <int A, int B>
auto operator-(const Expansion<A>& a, const Expansion<B>& b) {
    return a.plus(b, -1);
}
template <int A, int B>
auto operator*(const Expansion<A>& a, const Expansion<B>& b) {
    return a.times(b);
}
template <int A>
int sign(const Expansion<A>& a) {
    return a.sign();
}

} // namespace scree
