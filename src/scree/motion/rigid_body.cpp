// SPDX-License-Identifier: BSD-3-Clause
#include <scree/motion/rigid_body.hpp>

#include <scree/base/assert.hpp>
#include <scree/motion/detail/turning_limits.hpp>

#include <cmath>
#include <limits>

namespace scree {
namespace {

using detail::largest_half_turn;
using detail::most_rounds;
constexpr double most_parts = 1e4;

/// Reciprocal moments with which the step below is of fourth order for a free body [Hairer2006]:
/// 1/I + h² (s/I + d), s and d from the energy H and C = |m|²/2, which the motion keeps;
/// so nothing that the step keeps is lost. `w`: reciprocal moments, `m`: angular momentum in the
/// body.
Vec3 corrected(const Vec3& w, const Vec3& m, double h) {
    const Vec3 hm = h * m;
    const double energy = 0.5 * w.dot(hm.cwiseProduct(hm));
    const double square = 0.5 * hm.squaredNorm();
    const double product = w.x() * w.y() * w.z();
    // (I1 + I2 + I3)/(I1 I2 I3) = w2 w3 + w3 w1 + w1 w2
    const double pairs = w.y() * w.z() + w.z() * w.x() + w.x() * w.y();
    const double s = pairs * square / 6 - w.sum() * energy / 3;
    const double d = pairs * energy / 6 - product * square / 3;
    return (1 + s) * w + Vec3::Constant(d);
}

/// One part of a step, of length h: the vector part e, relative to the scalar part, of the
/// quaternion by which the body turns [Moser1991, Hairer2006]. It solves
/// I e + e × I e = h/2 (1 + e²) m, and the angular momentum, seen from the body, turns with it into
/// I e - e × I e: the energy is kept, and the map is symplectic.
Vec3 half_turn(const Vec3& w, const Vec3& m, double h) {
    const Vec3 a = 0.5 * h * w.cwiseProduct(m);
    const double inverse = 1 / (w.x() * w.y() * w.z());
    // (I3 - I2)/I1 and so on: how strongly the spins about two axes turn the third. No larger than
    // 1 for a real body, as no moment exceeds the sum of the others.
    const Vec3 coupling =
        inverse * Vec3(w.x() * w.x() * (w.y() - w.z()), // w is 1/I
                       w.y() * w.y() * (w.z() - w.x()), w.z() * w.z() * (w.x() - w.y()));
    Vec3 e = a;
    for (int round = 0; round < most_rounds; ++round) {
        const double stretch = 1 + e.squaredNorm();
        const Vec3 next(stretch * a.x() - coupling.x() * e.y() * e.z(),
                        stretch * a.y() - coupling.y() * e.z() * e.x(),
                        stretch * a.z() - coupling.z() * e.x() * e.y());
        const double change = (next - e).cwiseAbs().maxCoeff();
        e = next;
        if (change <= std::numeric_limits<double>::epsilon() * e.cwiseAbs().maxCoeff()) break;
    }
    return e;
}

Eigen::Quaterniond not_finite() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan, nan, nan};
}

} // namespace

RigidInertia rigid_inertia(double mass, const Vec3& principal) {
    SCREE_ASSERT(mass > 0 && principal.minCoeff() > 0);
    SCREE_ASSERT(2 * principal.maxCoeff() <= principal.sum() * (1 + 1e-9));
    return {mass, 1 / mass, principal, principal.cwiseInverse()};
}

Eigen::Quaterniond turned_freely(const Eigen::Quaterniond& attitude, const RigidInertia& inertia,
                                 const Vec3& angular_momentum, double dt) {
    // In units of the largest moment all is of moderate size, whatever the body's.
    const double unit = inertia.principal.maxCoeff();
    const Vec3 w = unit * inertia.inverse;
    const Vec3 momentum = angular_momentum / unit;
    Eigen::Quaterniond q = attitude;
    Vec3 m = q.conjugate() * momentum;
    // No spin about any axis can exceed √(2H/I_min), H being the energy.
    const double fastest = 0.5 * dt * std::sqrt(w.dot(m.cwiseProduct(m)) * w.maxCoeff());
    if (!(fastest <= most_parts * largest_half_turn)) return not_finite();
    const int parts = 1 + static_cast<int>(fastest / largest_half_turn);
    const double h = dt / parts;
    for (int part = 0; part < parts; ++part) {
        if (part > 0) m = q.conjugate() * momentum;
        const Vec3 e = half_turn(corrected(w, m, h), m, h);
        q = q * Eigen::Quaterniond(1, e.x(), e.y(), e.z());
        q.normalize();
    }
    return q;
}

Vec3 angular_momentum_of(const Eigen::Quaterniond& attitude, const RigidInertia& inertia,
                         const Vec3& spin) {
    return attitude * inertia.principal.cwiseProduct(attitude.conjugate() * spin);
}

Vec3 spin_of(const Eigen::Quaterniond& attitude, const RigidInertia& inertia,
             const Vec3& angular_momentum) {
    return attitude * inertia.inverse.cwiseProduct(attitude.conjugate() * angular_momentum);
}

double kinetic_energy(const Eigen::Quaterniond& attitude, const RigidInertia& inertia,
                      const RigidMotion& motion) {
    const Vec3 own = attitude.conjugate() * motion.spin;
    return 0.5 * inertia.mass * motion.velocity.squaredNorm() +
           0.5 * inertia.principal.dot(own.cwiseProduct(own));
}

RigidMotion advance(RigidBody& body, const RigidInertia& inertia, const Load& load, double dt) {
    const Vec3 acceleration = inertia.inverse_mass * load.force + load.gravity;
    body.velocity += dt * acceleration;
    body.angular_momentum += dt * load.torque;
    body.position += dt * body.velocity;
    body.attitude = turned_freely(body.attitude, inertia, body.angular_momentum, dt);
    return {body.velocity + 0.5 * dt * acceleration,
            spin_of(body.attitude, inertia, body.angular_momentum + 0.5 * dt * load.torque)};
}

RigidMotion at_whole_step(const RigidBody& body, const RigidInertia& inertia, const Load& load,
                          double dt) {
    const Vec3 acceleration = inertia.inverse_mass * load.force + load.gravity;
    return {body.velocity + 0.5 * dt * acceleration,
            spin_of(body.attitude, inertia, body.angular_momentum + 0.5 * dt * load.torque)};
}

void start(RigidBody& body, const RigidInertia& inertia, const Load& load, double dt) {
    body.angular_momentum -= 0.5 * dt * load.torque;
    body.velocity -= 0.5 * dt * (inertia.inverse_mass * load.force + load.gravity);
}

bool is_sound(const RigidBody& body) {
    return body.position.allFinite() && body.velocity.allFinite() &&
           body.angular_momentum.allFinite() && body.attitude.coeffs().allFinite();
}

} // namespace scree
