// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/laws/contact.hpp>

// Two balls, or a ball and a wall: where they touch, how deep, and how their surfaces move there;
// one formula for plain numbers and for packs.
namespace scree {

template <class T>
struct MovingBall {
    Triple<T> center, velocity, spin;
    T radius, inverse_mass;
};

template <class T>
struct PairGeometry {
    ContactInput<T> in; ///< without the memory
    T lever_a, lever_b;
};

template <class T>
SCREE_INLINE PairGeometry<T> pair_geometry(const MovingBall<T>& a, const MovingBall<T>& b) {
    const T half(0.5), none(0.0), one(1.0);
    PairGeometry<T> g;
    ContactInput<T>& in = g.in;
    const Triple<T> apart = b.center - a.center;
    const T distance = sqrt(dot(apart, apart));
    const T reach = a.radius + b.radius;
    in.overlap = max(reach - distance, T(smallest_overlap) * reach);
    // Two centres in one place: any direction will do, as long as it is a direction.
    const auto distinct = distance > none;
    in.normal = (one / select(distinct, distance, one)) * apart;
    in.normal.x = select(distinct, in.normal.x, one);
    // Levers end in the middle of the overlap: their sum is the distance of the centres, which
    // keeps the angular momentum of the pair (with [F eq. 3.16]'s radii it would grow).
    g.lever_a = a.radius - half * in.overlap;
    g.lever_b = b.radius - half * in.overlap;
    in.velocity =
        (b.velocity - a.velocity) + cross(in.normal, g.lever_a * a.spin + g.lever_b * b.spin);
    in.twist = half * dot(a.spin + b.spin, in.normal);
    in.inverse_mass = a.inverse_mass + b.inverse_mass;
    in.mass = one / in.inverse_mass;
    in.radius = a.radius * b.radius / select(reach > none, reach, one);
    return g;
}

/// A ball against a wall at rest: a partner of infinite mass and radius [F §3.3.3]. `normal` points
/// into the wall.
template <class T>
SCREE_INLINE PairGeometry<T> wall_geometry(const MovingBall<T>& ball, const Triple<T>& normal,
                                           T overlap) {
    const T half(0.5);
    PairGeometry<T> g;
    ContactInput<T>& in = g.in;
    in.normal = normal;
    in.overlap = overlap;
    g.lever_a = ball.radius - half * overlap;
    g.lever_b = T(0.0);
    in.velocity = cross(normal, g.lever_a * ball.spin) - ball.velocity;
    in.twist = half * dot(ball.spin, normal);
    in.inverse_mass = ball.inverse_mass;
    in.mass = T(1.0) / in.inverse_mass;
    in.radius = ball.radius;
    return g;
}

/// A ball that is part of a larger grain: from the grain's centre to the ball's, and the grain's
/// inverse inertia about its centre. All zero: the ball is the grain.
template <class T>
struct Eccentric {
    Triple<T> arm;
    Triple<T> about_axes; ///< xx, yy, zz
    Triple<T> mixed;      ///< yz, xz, xy
};

/// How fast the grain of a ball turns out of the way of a push of 1 along the normal.
template <class T>
SCREE_INLINE T turns_away(const Eccentric<T>& ball, const Triple<T>& normal) {
    const Triple<T> turn = cross(ball.arm, normal);
    const Triple<T> squares(turn.x * turn.x, turn.y * turn.y, turn.z * turn.z);
    const Triple<T> products(turn.y * turn.z, turn.x * turn.z, turn.x * turn.y);
    return dot(ball.about_axes, squares) + T(2.0) * dot(ball.mixed, products);
}

/// Makes the contact of two balls, or of one at a wall, that of their grains, which turn out of the
/// way as `turning` says (the sum over both). A stiffness that goes with the mass (all but Hertz')
/// goes with that of the grains, wherever they are hit: it must not change while the contact moves.
template <class T, class Row>
SCREE_INLINE void make_eccentric(T turning, bool is_linear, ContactInput<T>& in, Row& row) {
    if (is_linear) {
        row.normal[0] = row.normal[0] + row.normal[1] * in.mass;
        row.normal[1] = T(0.0);
    }
    in.inverse_mass = in.inverse_mass + turning;
    in.mass = T(1.0) / in.inverse_mass;
}

} // namespace scree
