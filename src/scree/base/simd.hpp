// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>

#if defined(__AVX__)
#include <immintrin.h>
#endif

// Four doubles at a time, always four, whatever the machine has: with AVX they are one register,
// without they are two or four. Only IEEE operations without contraction are used, so the results
// are the same bits on every instruction set, and a kernel may be built several times and chosen
// at run time. Law formulas are templates over the number type, and serve double and Pack alike.
//
// The namespace names the instruction set, so that two builds of one template never share a symbol.
#if defined(__AVX2__)
#define SCREE_ISA isa_avx2
#else
#define SCREE_ISA isa_baseline
#endif
#define SCREE_INLINE [[gnu::always_inline]] inline

namespace scree {
inline namespace SCREE_ISA {

using Lanes = double __attribute__((vector_size(32)));
using LaneBits = long long __attribute__((vector_size(32)));
inline constexpr int lane_count = 4;

/// All bits set in a lane where the claim holds.
struct PackMask {
    LaneBits bits;
};

struct Pack {
    Lanes v;

    Pack() = default;
    SCREE_INLINE explicit Pack(Lanes lanes) : v(lanes) {}
    SCREE_INLINE Pack(double value) : v{value, value, value, value} {} // NOLINT: a number is a pack
};

SCREE_INLINE Pack operator+(Pack a, Pack b) { return Pack(a.v + b.v); }
SCREE_INLINE Pack operator-(Pack a, Pack b) { return Pack(a.v - b.v); }
SCREE_INLINE Pack operator*(Pack a, Pack b) { return Pack(a.v * b.v); }
SCREE_INLINE Pack operator/(Pack a, Pack b) { return Pack(a.v / b.v); }
SCREE_INLINE Pack operator-(Pack a) { return Pack(-a.v); }
SCREE_INLINE PackMask operator<(Pack a, Pack b) { return {a.v < b.v}; }
SCREE_INLINE PackMask operator>(Pack a, Pack b) { return {a.v > b.v}; }
SCREE_INLINE PackMask operator&(PackMask a, PackMask b) { return {a.bits & b.bits}; }
SCREE_INLINE PackMask operator|(PackMask a, PackMask b) { return {a.bits | b.bits}; }
SCREE_INLINE PackMask operator!(PackMask a) { return {~a.bits}; }

SCREE_INLINE Pack select(PackMask claim, Pack yes, Pack no) {
    return Pack(claim.bits ? yes.v : no.v);
}
SCREE_INLINE Pack max(Pack a, Pack b) {
#if defined(__AVX__)
    return Pack(_mm256_max_pd(a.v, b.v)); // the very same choice in one instruction
#else
    return select(a > b, a, b);
#endif
}
SCREE_INLINE Pack abs(Pack a) {
    return Pack(reinterpret_cast<Lanes>(reinterpret_cast<LaneBits>(a.v) & 0x7FFFFFFFFFFFFFFF));
}

SCREE_INLINE Pack sqrt(Pack a) {
#if defined(__AVX__)
    return Pack(_mm256_sqrt_pd(a.v));
#else
    return Pack(Lanes{std::sqrt(a.v[0]), std::sqrt(a.v[1]), std::sqrt(a.v[2]), std::sqrt(a.v[3])});
#endif
}

/// One bit per lane, lane 0 lowest.
SCREE_INLINE unsigned lane_mask(PackMask m) {
#if defined(__AVX__)
    return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(m.bits)));
#else
    return static_cast<unsigned>((m.bits[0] & 1) | (m.bits[1] & 2) | (m.bits[2] & 4) |
                                 (m.bits[3] & 8));
#endif
}
SCREE_INLINE bool any(PackMask m) { return lane_mask(m) != 0; }

/// Four doubles at a 32-byte boundary.
SCREE_INLINE Pack load(const double* p) { return Pack(*reinterpret_cast<const Lanes*>(p)); }
/// Four doubles anywhere.
SCREE_INLINE Pack load_anywhere(const double* p) {
    Pack a;
    __builtin_memcpy(&a.v, p, sizeof a.v);
    return a;
}
SCREE_INLINE void store(double* p, Pack a) { *reinterpret_cast<Lanes*>(p) = a.v; }

/// Rows become columns: from four records to four fields, and back.
SCREE_INLINE void transpose(Pack& a, Pack& b, Pack& c, Pack& d) {
    const Lanes ab_low = __builtin_shufflevector(a.v, b.v, 0, 4, 2, 6);
    const Lanes ab_high = __builtin_shufflevector(a.v, b.v, 1, 5, 3, 7);
    const Lanes cd_low = __builtin_shufflevector(c.v, d.v, 0, 4, 2, 6);
    const Lanes cd_high = __builtin_shufflevector(c.v, d.v, 1, 5, 3, 7);
    a.v = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
    b.v = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
    c.v = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
    d.v = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

/// The largest lane.
SCREE_INLINE double largest(Pack a) {
    const Pack pairs = max(a, Pack(__builtin_shufflevector(a.v, a.v, 2, 3, 0, 1)));
    return max(pairs, Pack(__builtin_shufflevector(pairs.v, pairs.v, 1, 0, 3, 2))).v[0];
}

/// Lane sum in lane order.
SCREE_INLINE double sum(Pack a) { return ((a.v[0] + a.v[1]) + a.v[2]) + a.v[3]; }
/// Those of four packs at once, one in each lane.
SCREE_INLINE Pack sums(Pack a, Pack b, Pack c, Pack d) {
    transpose(a, b, c, d);
    return ((a + b) + c) + d;
}

// The same words for plain numbers, so that one formula serves both.
SCREE_INLINE double select(bool claim, double yes, double no) { return claim ? yes : no; }
SCREE_INLINE double max(double a, double b) { return a > b ? a : b; }
SCREE_INLINE double abs(double a) { return __builtin_fabs(a); }
SCREE_INLINE double sqrt(double a) { return __builtin_sqrt(a); }
SCREE_INLINE bool any(bool claim) { return claim; }

/// A vector whose components are numbers or packs.
template <class T>
struct Triple {
    T x, y, z;

    Triple() = default;
    SCREE_INLINE Triple(T x_, T y_, T z_) : x(x_), y(y_), z(z_) {}
    // Component by component: as a block, GCC would copy packs through memory in pieces.
    SCREE_INLINE Triple(const Triple& o) : x(o.x), y(o.y), z(o.z) {}
    SCREE_INLINE Triple& operator=(const Triple& o) {
        x = o.x;
        y = o.y;
        z = o.z;
        return *this;
    }
};
template <class T>
SCREE_INLINE Triple<T> operator+(const Triple<T>& a, const Triple<T>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
SCREE_INLINE Triple<T> operator-(const Triple<T>& a, const Triple<T>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
SCREE_INLINE Triple<T> operator*(T s, const Triple<T>& a) {
    return {s * a.x, s * a.y, s * a.z};
}
template <class T>
SCREE_INLINE T dot(const Triple<T>& a, const Triple<T>& b) {
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
template <class T>
SCREE_INLINE Triple<T> cross(const Triple<T>& a, const Triple<T>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class Mask, class T>
SCREE_INLINE Triple<T> select(Mask claim, const Triple<T>& yes, const Triple<T>& no) {
    return {select(claim, yes.x, no.x), select(claim, yes.y, no.y), select(claim, yes.z, no.z)};
}

} // namespace SCREE_ISA
} // namespace scree
