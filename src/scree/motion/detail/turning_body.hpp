// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/simd.hpp>
#include <scree/motion/detail/turning_limits.hpp>
#include <scree/motion/turning.hpp>

#include <limits>

// Included by one source per instruction set, like drift_body.hpp. The formulas are those of
// rigid_body.cpp, where they are explained.
namespace scree {
inline namespace SCREE_ISA {

using Vec = Triple<Pack>;
struct PackedTurn {
    Vec u; ///< vector part
    Pack w;
};

SCREE_INLINE Vec load_vec(const FourTurns::Row (&rows)[3]) {
    return {load(rows[0]), load(rows[1]), load(rows[2])};
}
SCREE_INLINE void store_vec(FourTurns::Row* rows, const Vec& v) {
    store(rows[0], v.x);
    store(rows[1], v.y);
    store(rows[2], v.z);
}
SCREE_INLINE Vec times(const Vec& a, const Vec& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
SCREE_INLINE Pack largest_of(const Vec& a) { return max(max(a.x, a.y), a.z); }
SCREE_INLINE Vec sizes(const Vec& a) { return {abs(a.x), abs(a.y), abs(a.z)}; }

SCREE_INLINE Vec turned(const PackedTurn& q, const Vec& v) {
    const Vec t = Pack(2.0) * cross(q.u, v);
    return v + q.w * t + cross(q.u, t);
}
SCREE_INLINE PackedTurn back(const PackedTurn& q) { return {{-q.u.x, -q.u.y, -q.u.z}, q.w}; }

SCREE_INLINE Vec corrected_moments(const Vec& w, const Vec& m, Pack h) {
    const Vec hm = h * m;
    const Pack energy = Pack(0.5) * dot(w, times(hm, hm));
    const Pack square = Pack(0.5) * dot(hm, hm);
    const Pack product = w.x * w.y * w.z;
    const Pack pairs = w.y * w.z + w.z * w.x + w.x * w.y;
    const Pack third(1.0 / 3), sixth(1.0 / 6);
    const Pack s = pairs * square * sixth - (w.x + w.y + w.z) * energy * third;
    const Pack d = pairs * energy * sixth - product * square * third;
    return (Pack(1.0) + s) * w + Vec(d, d, d);
}

/// A lane that is done stays as it is while others go on.
SCREE_INLINE Vec packed_half_turn(const Vec& w, const Vec& m, Pack h) {
    const Vec a = (Pack(0.5) * h) * times(w, m);
    const Pack inverse = Pack(1.0) / (w.x * w.y * w.z);
    const Vec coupling =
        inverse * Vec(w.x * w.x * (w.y - w.z), w.y * w.y * (w.z - w.x), w.z * w.z * (w.x - w.y));
    Vec e = a;
    PackMask open = !(Pack(0.0) < Pack(0.0));
    for (int round = 0; round < detail::most_rounds && any(open); ++round) {
        const Pack stretch = Pack(1.0) + dot(e, e);
        const Vec next = stretch * a - times(coupling, Vec(e.y * e.z, e.z * e.x, e.x * e.y));
        const Pack change = largest_of(sizes(next - e));
        e = select(open, next, e);
        open = open &
               (change > Pack(std::numeric_limits<double>::epsilon()) * largest_of(sizes(next)));
    }
    return e;
}

/// q (1, e), of unit length again.
SCREE_INLINE PackedTurn turned_further(const PackedTurn& q, const Vec& e) {
    const Vec u = (q.w * e + q.u) + cross(q.u, e);
    const Pack w = q.w - dot(q.u, e);
    const Pack scale = Pack(1.0) / sqrt(dot(u, u) + w * w);
    return {scale * u, scale * w};
}

struct PackedMatrix {
    Vec row[3];
};
SCREE_INLINE PackedMatrix matrix_of(const PackedTurn& q) {
    const Pack one(1.0), two(2.0);
    const Vec t = two * q.u;
    const Vec by_w = q.w * t;
    const Pack xx = t.x * q.u.x, xy = t.x * q.u.y, xz = t.x * q.u.z;
    const Pack yy = t.y * q.u.y, yz = t.y * q.u.z, zz = t.z * q.u.z;
    return {{Vec(one - (yy + zz), xy - by_w.z, xz + by_w.y),
             Vec(xy + by_w.z, one - (xx + zz), yz - by_w.x),
             Vec(xz - by_w.y, yz + by_w.x, one - (xx + yy))}};
}

/// What follows from the attitude q: the rotation and the inverse inertia, which is returned.
struct PackedInertia {
    Vec axes, mixed;
};
SCREE_INLINE PackedInertia set_frame(FourTurns& four, const PackedTurn& q, const Vec& inverse) {
    const PackedMatrix r = matrix_of(q);
    for (int k = 0; k < 3; ++k) store_vec(four.rotation + 3 * k, r.row[k]);
    const Vec scaled[3] = {times(r.row[0], inverse), times(r.row[1], inverse),
                           times(r.row[2], inverse)};
    const Vec axes(dot(scaled[0], r.row[0]), dot(scaled[1], r.row[1]), dot(scaled[2], r.row[2]));
    const Vec mixed(dot(scaled[1], r.row[2]), dot(scaled[0], r.row[2]), dot(scaled[0], r.row[1]));
    store_vec(four.inverse_inertia, axes);
    store_vec(four.inverse_inertia + 3, mixed);
    return {axes, mixed};
}

SCREE_INLINE PackedTurn load_attitude(const FourTurns& four) {
    return {{load(four.attitude[0]), load(four.attitude[1]), load(four.attitude[2])},
            load(four.attitude[3])};
}

SCREE_INLINE void turn_four(FourTurns& four, double dt) {
    const Vec inverse = load_vec(four.inverse), torque = load_vec(four.torque);
    const Vec momentum = load_vec(four.momentum) + Pack(dt) * torque;
    store_vec(four.momentum, momentum);
    const PackedTurn q = load_attitude(four);
    const Vec own = turned(back(q), momentum);
    store_vec(four.half_spin, turned(q, times(inverse, own)));
    const Pack largest = largest_of(inverse);
    store(four.fastest, largest * sqrt(dot(momentum, momentum)));

    // In units of the largest moment all is of moderate size, whatever the body's.
    const Pack smallest = -largest_of(Vec(-inverse.x, -inverse.y, -inverse.z));
    const Pack unit = Pack(1.0) / smallest;
    const Vec w = unit * inverse, all = smallest * own;
    const Pack half_angle =
        Pack(0.5 * dt) * sqrt(dot(w, times(all, all)) * largest_of(w)); // at most, about any axis
    // What turns too far stays where it is.
    const PackMask can_turn = half_angle < Pack(detail::largest_half_turn);
    four.left_over = 0xFU & ~lane_mask(can_turn);
    const Pack none(0.0), h(dt);
    const Vec m = select(can_turn, all, Vec(none, none, none));
    const PackedTurn next = turned_further(q, packed_half_turn(corrected_moments(w, m, h), m, h));
    const PackedTurn now{select(can_turn, next.u, q.u), select(can_turn, next.w, q.w)};
    store_vec(four.attitude, now.u);
    store(four.attitude[3], now.w);

    const auto [axes, mixed] = set_frame(four, now, inverse);
    const Vec ahead = momentum + Pack(0.5 * dt) * torque;
    store_vec(four.spin, Vec((axes.x * ahead.x + mixed.z * ahead.y) + mixed.y * ahead.z,
                             (mixed.z * ahead.x + axes.y * ahead.y) + mixed.x * ahead.z,
                             (mixed.y * ahead.x + mixed.x * ahead.y) + axes.z * ahead.z));
}

} // namespace SCREE_ISA
} // namespace scree
