// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/detail/fast_support.hpp>

#include <array>

// Signed Volumes [M Alg. 2–4, corrected] tailored to GJK, by signs of volumes alone; the weights
// are worked out once, for the last simplex. The last vertex is the newest and carries the nearest
// point.
namespace scree::detail {
inline namespace SCREE_ISA {
namespace {

struct FastSimplex {
    std::array<Number3, 4> w;
    std::array<CornerPair, 4> id;
    int count = 0;

    SCREE_INLINE void push(const CornerPair& p, const Number3& x) {
        w[static_cast<std::size_t>(count)] = x;
        id[static_cast<std::size_t>(count)] = p;
        ++count;
    }
    SCREE_INLINE const Number3& newest() const { return w[static_cast<std::size_t>(count - 1)]; }
    SCREE_INLINE bool has(const CornerPair& p) const {
        for (int i = 0; i < count; ++i)
            if (id[static_cast<std::size_t>(i)] == p) return true;
        return false;
    }
};

/// A face of the simplex with the direction of its nearest point: the newest vertex and, as far as
/// `count` says, `others`.
struct FastFeature {
    Number3 normal{0, 0, 0};
    std::array<int, 2> others{};
    int count = 0;
};

SCREE_INLINE FastFeature segment_feature(const FastSimplex& s, int j) {
    const Number3& a = s.newest();
    const Number3 e = s.w[static_cast<std::size_t>(j)] - a;
    if (dot(a, e) >= 0) return {a, {0, 0}, 1};
    return {cross(e, cross(a, e)), {j, 0}, 2};
}

/// The squared distance of the feature's plane from the origin.
SCREE_INLINE double distance2(const FastSimplex& s, const FastFeature& f) {
    const double h = dot(f.normal, s.newest());
    return h * h / dot(f.normal, f.normal);
}

SCREE_INLINE FastFeature triangle_feature(const FastSimplex& s, int j, int k) {
    const Number3& a = s.newest();
    const Number3& b = s.w[static_cast<std::size_t>(j)];
    const Number3& c = s.w[static_cast<std::size_t>(k)];
    const Number3 m = cross(b - a, c - a);
    const bool past_ac = !(dot(m, cross(c, a)) > 0); // the weight of b
    const bool past_ab = !(dot(m, cross(a, b)) > 0); // the weight of c
    if (!past_ac && !past_ab) return {dot(m, a) < 0 ? -1.0 * m : m, {j, k}, 3};
    if (past_ac && !past_ab) return segment_feature(s, k);
    if (past_ab && !past_ac) return segment_feature(s, j);
    const FastFeature f = segment_feature(s, j);
    const FastFeature g = segment_feature(s, k);
    return distance2(s, f) <= distance2(s, g) ? f : g;
}

/// Which faces of a tetrahedron the origin is outside of; 8 when it is flat.
SCREE_INLINE unsigned outside_faces(const FastSimplex& s) {
    const Number3& a = s.w[3];
    const Number3 b = s.w[0] - a;
    const Number3 c = s.w[1] - a;
    const Number3 d = s.w[2] - a;
    const Number3 bc = cross(b, c);
    const Number3 cd = cross(c, d);
    const Number3 db = cross(d, b);
    const double volume = dot(bc, d);
    if (volume == 0) return 8;
    const double side = volume > 0 ? 1 : -1;
    return (side * dot(bc, a) > 0 ? 1U : 0U) | (side * dot(cd, a) > 0 ? 2U : 0U) |
           (side * dot(db, a) > 0 ? 4U : 0U);
}

inline FastFeature tetrahedron_feature(const FastSimplex& s, unsigned outside) {
    constexpr std::array<std::array<int, 2>, 3> faces{{{0, 1}, {1, 2}, {2, 0}}};
    FastFeature best;
    double least = std::numeric_limits<double>::infinity();
    for (unsigned f = 0; f < 3; ++f) {
        if ((outside >> f & 1U) == 0) continue;
        FastFeature here = triangle_feature(s, faces[f][0], faces[f][1]);
        if (outside == 1U << f) return here;
        const double d = distance2(s, here);
        if (d < least) {
            least = d;
            best = here;
        }
    }
    return best;
}

SCREE_INLINE void keep(FastSimplex& s, const FastFeature& f) {
    const auto newest = static_cast<std::size_t>(s.count - 1);
    const auto first = static_cast<std::size_t>(f.others[0]);
    const auto second = static_cast<std::size_t>(f.others[1]);
    const Number3 w = s.w[newest];
    const Number3 w1 = s.w[second]; // before the first is written over it
    const CornerPair id = s.id[newest];
    const CornerPair id1 = s.id[second];
    s.w[0] = s.w[first];
    s.id[0] = s.id[first];
    s.w[1] = w1;
    s.id[1] = id1;
    s.count = f.count;
    s.w[static_cast<std::size_t>(f.count - 1)] = w;
    s.id[static_cast<std::size_t>(f.count - 1)] = id;
}

SCREE_INLINE void drop(FastSimplex& s, int i) {
    --s.count;
    for (auto k = static_cast<std::size_t>(i); k < static_cast<std::size_t>(s.count); ++k) {
        s.w[k] = s.w[k + 1];
        s.id[k] = s.id[k + 1];
    }
}

/// For a remembered simplex, no vertex of which is the newest: leaves vertices between which the
/// origin's foot lies. Not always the nearest face, but one that GJK can go on from.
inline void drop_what_does_not_carry(FastSimplex& s) {
    if (s.count == 3) {
        const Number3 m = cross(s.w[1] - s.w[0], s.w[2] - s.w[0]);
        const std::array<double, 3> weight{dot(m, cross(s.w[1], s.w[2])),
                                           dot(m, cross(s.w[2], s.w[0])),
                                           dot(m, cross(s.w[0], s.w[1]))};
        int least = 0;
        for (int k = 1; k < 3; ++k)
            if (weight[static_cast<std::size_t>(k)] < weight[static_cast<std::size_t>(least)])
                least = k;
        if (!(weight[static_cast<std::size_t>(least)] > 0)) drop(s, least);
    }
    if (s.count == 2) {
        const Number3 e = s.w[1] - s.w[0];
        if (!(dot(s.w[0], e) < 0))
            drop(s, 1);
        else if (!(dot(s.w[1], e) > 0))
            drop(s, 0);
    }
}

} // namespace
} // namespace SCREE_ISA
} // namespace scree::detail
