// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/simd.hpp>
#include <scree/narrow/detail/tolerances.hpp>
#include <scree/predicates/double_double.hpp>

#include <bit>
#include <type_traits>

// Signed Volumes [M Alg. 1–4]: the point of a simplex nearest the origin, found from the top down.
// The signs of the volumes of the simplices that have the origin in place of one vertex say beyond
// which faces the origin lies; only those are searched. Where we depart from M, and why:
//
// - Volumes are taken from edges that start at one vertex, not from coordinates: their error is
//   then relative to the size of the simplex, however far it is from the origin.
// - Areas are taken along the normal of the triangle, not in the widest coordinate plane: the same
//   signs without the search for the plane.
// - Results from several faces are not compared by their norm. Two norms that agree to rounding, ε,
//   leave points that differ by √ε. A result is taken when the remaining vertex proves it, which
//   loses nothing; on triangles the signs alone decide.
// - A sign or proof that rounding could have turned, and triangles too thin for their normal, are
//   settled by the same functions with more digits: the adaptive arithmetic of [M §4.2], for the
//   few queries that need it. So the error of the point is a small multiple of ε times the largest
//   coordinate for every simplex (docs/theory/point-simplex.md).
//
// Vertices are s[0] … s[3]; coordinates must have a largest between 2^-80 and 2^80 in size
// (at_safe_scale brings the others there).
namespace scree::detail {
inline namespace SCREE_ISA {

/// What the method must know of a number type: its rounding, and a type with more digits.
template <class T>
struct Precision;
template <>
struct Precision<double> {
    static constexpr double roundoff = 0x1p-53;
    using Finer = DoubleDouble;
};
template <>
struct Precision<DoubleDouble> {
    static constexpr double roundoff = 0x1p-100;
    using Finer = void;
};

template <class T>
struct SimplexPoint {
    Triple<T> point;
    T weight[4];
    unsigned used;
};

template <class T>
SCREE_INLINE SimplexPoint<T> at_vertex(const Triple<T>* s, int i) {
    SimplexPoint<T> result{s[i], {T(0), T(0), T(0), T(0)}, 1U << unsigned(i)};
    result.weight[i] = T(1);
    return result;
}

/// S1D [M Alg. 4], both ends.
template <class T>
inline SimplexPoint<T> on_segment(const Triple<T>* s, int i, int j) {
    const Triple<T> t = s[j] - s[i];
    const T whole = dot(t, t);
    const T part = -dot(s[i], t);
    if (!(part > T(0))) return at_vertex(s, i);
    if (!(part < whole)) return at_vertex(s, j);
    const T share = part / whole;
    if (!(share > T(0))) return at_vertex(s, i); // below the smallest number
    SimplexPoint<T> result{
        s[i] + share * t, {T(0), T(0), T(0), T(0)}, 1U << unsigned(i) | 1U << unsigned(j)};
    result.weight[i] = T(1) - share;
    result.weight[j] = share;
    return result;
}

/// A triangle seen from its vertex i: edges b, c to j, k and the normal b × c.
template <class T>
struct Triangle {
    int i, j, k;
    Triple<T> b, c, n;
    T nn;

    SCREE_INLINE Triangle(const Triple<T>* s, int i_, int j_, int k_)
        : i(i_), j(j_), k(k_), b(s[j] - s[i]), c(s[k] - s[i]), n(cross(b, c)), nn(dot(n, n)) {}
    SCREE_INLINE bool is_thin() const {
        return !(nn > T(thin_sine_squared) * (dot(b, b) * dot(c, c)));
    }
};

/// The nearest point of two edges that meet in `corner`, the origin being beyond both: not both can
/// be left at another place than the corner (that would need |b·c| > |b||c|).
template <class T>
inline SimplexPoint<T> on_corner(const Triple<T>* s, int corner, int j, int k) {
    const SimplexPoint<T> first = on_segment(s, corner, j);
    return first.used != 1U << unsigned(corner) ? first : on_segment(s, corner, k);
}

/// S2D [M Alg. 3]. With `Newest`, vertex i carries the nearest point, and the edge opposite is
/// searched only when rounding leaves nothing else.
template <bool Newest, class T>
inline SimplexPoint<T> on_wide_triangle(const Triple<T>* s, const Triangle<T>& t) {
    // The origin's foot on the plane is s_i + (w_j b + w_k c)/nn: areas of the fictitious
    // triangles.
    const Triple<T> g = cross(s[t.i], t.n);
    const T w_j = dot(t.c, g);
    const T w_k = -dot(t.b, g);
    const T w_i = t.nn - w_j - w_k;
    const unsigned within =
        (w_i > T(0) ? 1U : 0U) | (w_j > T(0) ? 2U : 0U) | (w_k > T(0) ? 4U : 0U);
    if (within == 7U) {
        SimplexPoint<T> result{(dot(s[t.i], t.n) / t.nn) * t.n,
                               {T(0), T(0), T(0), T(0)},
                               1U << unsigned(t.i) | 1U << unsigned(t.j) | 1U << unsigned(t.k)};
        result.weight[t.i] = w_i / t.nn;
        result.weight[t.j] = w_j / t.nn;
        result.weight[t.k] = w_k / t.nn;
        return result;
    }
    switch (within) {
    case 1:
        return on_corner(s, t.i, t.j, t.k);
    case 2:
        return Newest ? on_segment(s, t.i, t.j) : on_corner(s, t.j, t.i, t.k);
    case 3:
        return on_segment(s, t.i, t.j);
    case 4:
        return Newest ? on_segment(s, t.i, t.k) : on_corner(s, t.k, t.i, t.j);
    case 5:
        return on_segment(s, t.i, t.k);
    default:
        return on_segment(s, t.j, t.k);
    }
}

template <class T>
SimplexPoint<T> on_thin_triangle(const Triple<T>* s, int i, int j, int k);

template <bool Newest, class T>
inline SimplexPoint<T> on_triangle(const Triple<T>* s, int i, int j, int k) {
    const Triangle<T> t(s, i, j, k);
    if (t.is_thin()) [[unlikely]]
        return on_thin_triangle(s, i, j, k);
    return on_wide_triangle<Newest>(s, t);
}

/// A tetrahedron seen from its vertex 0. Volumes are six times those of the simplex.
template <class T>
struct Volumes {
    T whole;
    T part[4];        ///< with the origin in place of vertex j
    bool are_certain; ///< their signs
    bool is_sliver;   ///< the digits of their ratios are not
    T margin;         ///< proves (v − p)·p > 0

    SCREE_INLINE explicit Volumes(const Triple<T>* s) {
        const Triple<T> e1 = s[1] - s[0];
        const Triple<T> e2 = s[2] - s[0];
        const Triple<T> e3 = s[3] - s[0];
        const Triple<T> n1 = cross(e2, e3);
        whole = dot(e1, n1);
        part[1] = -dot(s[0], n1);
        part[2] = -dot(s[0], cross(e3, e1));
        part[3] = -dot(s[0], cross(e1, e2));
        part[0] = whole - part[1] - part[2] - part[3];
        const T e = larger(dot(e1, e1), larger(dot(e2, e2), dot(e3, e3)));
        const T a = larger(dot(s[0], s[0]), e);
        const T error = T(proven_roundoffs * Precision<T>::roundoff);
        margin = T(8) * error * a; // 100 roundoffs of 2√a, along at most 3√a
        const T limit = (error * error) * ((e * e) * a);
        is_sliver = !(whole * whole > T(sliver_volume_squared) * (e * (e * e)));
        are_certain = whole * whole > limit && part[0] * part[0] > limit &&
                      part[1] * part[1] > limit && part[2] * part[2] > limit &&
                      part[3] * part[3] > limit;
    }
    SCREE_INLINE static T larger(const T& a, const T& b) { return a > b ? a : b; }
    /// Bit j: the origin lies beyond the face opposite vertex j.
    SCREE_INLINE unsigned beyond() const {
        const unsigned positive = (part[0] > T(0) ? 1U : 0U) | (part[1] > T(0) ? 2U : 0U) |
                                  (part[2] > T(0) ? 4U : 0U) | (part[3] > T(0) ? 8U : 0U);
        return whole > T(0) ? positive ^ 0b1111U : positive;
    }
};

/// Whether vertex v proves that p, the nearest point of the face opposite, is that of them all.
template <class T>
SCREE_INLINE bool proves(const Triple<T>& v, const Triple<T>& p, const T& margin) {
    return dot(v - p, p) > margin;
}

template <class T>
SimplexPoint<T> on_any_face(const Triple<T>* s, const T& margin);
template <class T>
SimplexPoint<T> on_finer_tetrahedron(const Triple<T>* s);

/// The three other vertices of the face opposite j; the newest, 0, stands first.
inline constexpr int face_opposite[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};

/// S3D [M Alg. 2]. With `Newest`, vertex 0 carries the nearest point.
template <bool Newest, class T>
inline SimplexPoint<T> on_tetrahedron(const Triple<T>* s) {
    const Volumes<T> volume(s);
    if (!volume.are_certain) [[unlikely]]
        return on_any_face(s, volume.margin);
    unsigned beyond = volume.beyond();
    if (beyond == 0) {
        if constexpr (!std::is_void_v<typename Precision<T>::Finer>) {
            if (volume.is_sliver) [[unlikely]]
                return on_finer_tetrahedron(s);
        }
        const T& w = volume.whole;
        return {{T(0), T(0), T(0)},
                {volume.part[0] / w, volume.part[1] / w, volume.part[2] / w, volume.part[3] / w},
                0b1111U};
    }
    if constexpr (Newest) beyond &= 0b1110U;
    while (beyond != 0) {
        const int j = std::countr_zero(beyond);
        beyond ^= 1U << unsigned(j);
        const int* f = face_opposite[j];
        SimplexPoint<T> p = on_triangle<Newest>(s, f[0], f[1], f[2]);
        if (p.used == (0b1111U ^ 1U << unsigned(j)) || proves(s[j], p.point, volume.margin)) {
            return p; // the foot on a face in sight needs no further proof
        }
    }
    return on_any_face(s, volume.margin);
}

/// The same simplex with more digits.
template <class T, class Query>
SimplexPoint<T> with_finer(const Triple<T>* s, unsigned vertices, const Query& query) {
    using Finer = typename Precision<T>::Finer;
    Triple<Finer> finer[4];
    for (unsigned i = 0; i < 4; ++i) {
        if ((vertices >> i & 1U) != 0) finer[i] = {Finer(s[i].x), Finer(s[i].y), Finer(s[i].z)};
    }
    const SimplexPoint<Finer> p = query(static_cast<const Triple<Finer>*>(finer));
    return {{T(p.point.x), T(p.point.y), T(p.point.z)},
            {T(p.weight[0]), T(p.weight[1]), T(p.weight[2]), T(p.weight[3])},
            p.used};
}

/// First from the vertex with the widest angle: most thin triangles are only seen from a bad place.
template <class T>
[[gnu::noinline]] SimplexPoint<T> on_thin_triangle(const Triple<T>* s, int i, int j, int k) {
    const auto length = [&](int from, int to) { return dot(s[to] - s[from], s[to] - s[from]); };
    const T ij = length(i, j);
    const T jk = length(j, k);
    const T ki = length(k, i);
    const bool from_i = !(jk < ki) && !(jk < ij);
    const bool from_j = !from_i && !(ki < ij);
    const int p = from_i ? i : from_j ? j : k;
    const int q = from_i ? j : from_j ? k : i;
    const int r = from_i ? k : from_j ? i : j;
    if (!(ij > T(0)) || !(jk > T(0)) || !(ki > T(0))) return on_segment(s, q, r);
    const Triangle<T> t(s, p, q, r);
    if constexpr (std::is_void_v<typename Precision<T>::Finer>) {
        return t.nn > T(0) ? on_wide_triangle<false>(s, t) : on_segment(s, q, r);
    } else {
        if (!t.is_thin()) return on_wide_triangle<false>(s, t);
        const unsigned vertices = 1U << unsigned(i) | 1U << unsigned(j) | 1U << unsigned(k);
        return with_finer(s, vertices,
                          [=](const auto* finer) { return on_thin_triangle(finer, p, q, r); });
    }
}

/// Where the signs say nothing: all faces, and the vertex opposite as the judge.
template <class T>
[[gnu::noinline]] SimplexPoint<T> on_any_face(const Triple<T>* s, const T& margin) {
    SimplexPoint<T> best = at_vertex(s, 0);
    T least = dot(s[0], s[0]);
    for (int j = 3; j >= 0; --j) {
        const int* f = face_opposite[j];
        SimplexPoint<T> p = on_triangle<false>(s, f[0], f[1], f[2]);
        if (proves(s[j], p.point, margin)) return p;
        const T norm = dot(p.point, p.point);
        if (norm < least) {
            best = p;
            least = norm;
        }
    }
    if constexpr (std::is_void_v<typename Precision<T>::Finer>) {
        return best;
    } else {
        // Touching: nothing in the simplex is nearer than the rounding of its own coordinates.
        if (!(least > T(Precision<T>::roundoff) * margin)) return best;
        return on_finer_tetrahedron(s);
    }
}

template <class T>
[[gnu::noinline]] SimplexPoint<T> on_finer_tetrahedron(const Triple<T>* s) {
    return with_finer(s, 0b1111U, [](const auto* finer) { return on_tetrahedron<false>(finer); });
}

/// Of the first `count` vertices, 1 to 4.
template <bool Newest, class T>
inline SimplexPoint<T> nearest_on_simplex(const Triple<T>* s, int count) {
    switch (count) {
    case 1:
        return at_vertex(s, 0);
    case 2:
        return on_segment(s, 0, 1);
    case 3:
        return on_triangle<Newest>(s, 0, 1, 2);
    default:
        return on_tetrahedron<Newest>(s);
    }
}

} // namespace SCREE_ISA
} // namespace scree::detail
