// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace scree {

/// A signed integer of 64·limbs bits, two's complement, lowest limb first. Products have room for
/// all their bits; sums keep the size of their terms, and the caller knows that they fit.
template <std::size_t limbs>
struct WideInteger {
    std::array<std::uint64_t, limbs> limb{};

    WideInteger() = default;
    explicit WideInteger(std::int64_t value) requires(limbs == 1)
        : limb{static_cast<std::uint64_t>(value)} {}
    explicit WideInteger(__int128 value) requires(limbs == 2)
        : limb{static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)} {}

    bool is_negative() const { return limb[limbs - 1] >> 63U != 0; }
};

template <std::size_t limbs>
WideInteger<limbs> operator+(const WideInteger<limbs>& a, const WideInteger<limbs>& b) {
    WideInteger<limbs> sum;
    unsigned __int128 carry = 0;
    for (std::size_t i = 0; i < limbs; ++i) {
        carry += a.limb[i];
        carry += b.limb[i];
        sum.limb[i] = static_cast<std::uint64_t>(carry);
        carry >>= 64U;
    }
    return sum;
}

template <std::size_t limbs>
WideInteger<limbs> operator-(const WideInteger<limbs>& a, const WideInteger<limbs>& b) {
    WideInteger<limbs> complement;
    for (std::size_t i = 0; i < limbs; ++i) complement.limb[i] = ~b.limb[i];
    WideInteger<limbs> difference;
    unsigned __int128 carry = 1;
    for (std::size_t i = 0; i < limbs; ++i) {
        carry += a.limb[i];
        carry += complement.limb[i];
        difference.limb[i] = static_cast<std::uint64_t>(carry);
        carry >>= 64U;
    }
    return difference;
}

namespace detail {

/// b·2^(64 shift) if `wanted`, else zero.
template <std::size_t size, std::size_t limbs>
WideInteger<size> shifted_if(bool wanted, const WideInteger<limbs>& b, std::size_t shift) {
    const std::uint64_t mask = wanted ? ~std::uint64_t{0} : 0;
    WideInteger<size> shifted;
    for (std::size_t j = 0; j < limbs; ++j) shifted.limb[j + shift] = b.limb[j] & mask;
    return shifted;
}

} // namespace detail

/// By hand, as if both were positive: a negative a then counts as a + 2^(64 A), and b·2^(64 A) is
/// taken off again; so for b.
template <std::size_t A, std::size_t B>
WideInteger<A + B> operator*(const WideInteger<A>& a, const WideInteger<B>& b) {
    WideInteger<A + B> product;
    for (std::size_t i = 0; i < A; ++i) {
        unsigned __int128 carry = 0;
        for (std::size_t j = 0; j < B; ++j) {
            carry += static_cast<unsigned __int128>(a.limb[i]) * b.limb[j] + product.limb[i + j];
            product.limb[i + j] = static_cast<std::uint64_t>(carry);
            carry >>= 64U;
        }
        product.limb[i + B] = static_cast<std::uint64_t>(carry);
    }
    return product - detail::shifted_if<A + B>(a.is_negative(), b, A) -
           detail::shifted_if<A + B>(b.is_negative(), a, B);
}

template <std::size_t limbs>
int sign(const WideInteger<limbs>& a) {
    if (a.is_negative()) return -1;
    for (const std::uint64_t part : a.limb)
        if (part != 0) return 1;
    return 0;
}

} // namespace scree
