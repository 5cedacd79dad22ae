// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/motion/rigid_body.hpp>

#include <array>

// The published ways to turn a body freely that were compared with the one we use (turned_freely).
// All take the attitude over one step with a constant angular momentum in the world's frame, so
// that each makes a leapfrog when it stands between two kicks.
namespace scree::test {

using Quaternion = Eigen::Quaterniond;
using FreeTurn = Quaternion (*)(const Quaternion& attitude, const RigidInertia& inertia,
                                const Vec3& momentum, double dt);

inline Vec3 body_spin(const Quaternion& q, const RigidInertia& inertia, const Vec3& momentum) {
    return inertia.inverse.cwiseProduct(q.conjugate() * momentum);
}

/// q + dt q', with q' = q (0, w)/2, made unit again.
inline Quaternion stepped(const Quaternion& q, const Quaternion& at, const Vec3& w, double dt) {
    const Quaternion rate = at * Quaternion(0, 0.5 * w.x(), 0.5 * w.y(), 0.5 * w.z());
    return Quaternion(Eigen::Vector4d(q.coeffs() + dt * rate.coeffs())).normalized();
}

/// [Fincham1992], explicit, as in many DEM codes: the middle of the step is predicted by half a
/// step with the spin of its beginning.
inline Quaternion fincham(const Quaternion& q, const RigidInertia& inertia, const Vec3& momentum,
                          double dt) {
    const Quaternion middle = stepped(q, q, body_spin(q, inertia, momentum), 0.5 * dt);
    return stepped(q, middle, body_spin(middle, inertia, momentum), dt);
}

/// [Rozmanov2010], implicit: the middle of the step is found by iteration.
inline Quaternion rozmanov_kusalik(const Quaternion& q, const RigidInertia& inertia,
                                   const Vec3& momentum, double dt) {
    Quaternion middle = stepped(q, q, body_spin(q, inertia, momentum), 0.5 * dt);
    for (int round = 0; round < 30; ++round) {
        const Quaternion next = stepped(q, middle, body_spin(middle, inertia, momentum), 0.5 * dt);
        const double change = (next.coeffs() - middle.coeffs()).cwiseAbs().maxCoeff();
        middle = next;
        if (change < 1e-15) break;
    }
    return stepped(q, middle, body_spin(middle, inertia, momentum), dt);
}

/// [Dullweber1997], in quaternions [Miller2002, "NO_SQUISH"]: exact turns about one principal axis
/// after the other, there and back; symplectic.
inline Quaternion no_squish(const Quaternion& q, const RigidInertia& inertia, const Vec3& momentum,
                            double dt) {
    Quaternion now = q;
    Vec3 m = q.conjugate() * momentum;
    constexpr std::array<int, 5> order = {0, 1, 2, 1, 0};
    for (const int k : order) {
        const double half = (k == 2 ? 0.5 : 0.25) * dt * m[k] * inertia.inverse[k];
        const double c = std::cos(half), s = std::sin(half);
        Quaternion turn(c, 0, 0, 0);
        turn.vec()[k] = s;
        now = now * turn;
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const double cos = c * c - s * s, sin = 2 * c * s, mi = m[i], mj = m[j];
        m[i] = cos * mi + sin * mj; // seen from the body, which turns forward
        m[j] = cos * mj - sin * mi;
    }
    return now.normalized();
}

/// e + I⁻¹ (e × I e) = s a for the quaternion (1, e), with s = 1 or 1 + e².
template <bool is_stretched>
Vec3 cayley_vector(const Vec3& a, const Vec3& moments) {
    const double x = moments.x(), y = moments.y(), z = moments.z();
    const Vec3 c((z - y) / x, (x - z) / y, (y - x) / z);
    Vec3 e = a;
    for (int round = 0; round < 80; ++round) {
        const double stretch = is_stretched ? 1 + e.squaredNorm() : 1;
        const Vec3 next =
            stretch * a - Vec3(c.x() * e.y() * e.z(), c.y() * e.z() * e.x(), c.z() * e.x() * e.y());
        const double change = (next - e).cwiseAbs().maxCoeff();
        e = next;
        if (change <= 2.3e-16 * e.cwiseAbs().maxCoeff()) break;
    }
    return e;
}

/// [Simo1991, Austin1993]: the midpoint rule for the body's angular momentum with Cayley's
/// rotation; keeps energy and momentum, not symplectic.
inline Quaternion midpoint(const Quaternion& q, const RigidInertia& inertia, const Vec3& momentum,
                           double dt) {
    const Vec3 e =
        cayley_vector<false>(0.5 * dt * body_spin(q, inertia, momentum), inertia.principal);
    return (q * Quaternion(1, e.x(), e.y(), e.z())).normalized();
}

/// [Moser1991]: the same in a time stretched by 1 + e²; symplectic. Ours is this with corrected
/// moments.
inline Quaternion moser_veselov(const Quaternion& q, const RigidInertia& inertia,
                                const Vec3& momentum, double dt) {
    const Vec3 e =
        cayley_vector<true>(0.5 * dt * body_spin(q, inertia, momentum), inertia.principal);
    return (q * Quaternion(1, e.x(), e.y(), e.z())).normalized();
}

struct Scheme {
    const char* name;
    FreeTurn turn;
};
inline constexpr std::array<Scheme, 6> schemes = {{{"corrected M-V", turned_freely},
                                                   {"Moser-Veselov", moser_veselov},
                                                   {"midpoint", midpoint},
                                                   {"NO_SQUISH", no_squish},
                                                   {"Rozmanov-Kusalik", rozmanov_kusalik},
                                                   {"Fincham", fincham}}};

} // namespace scree::test
