// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

// Motion of a rigid body with any inertia, of second order, with force and torque once per step.
//
// The leapfrog of the spheres (bodies.hpp), with the angular momentum in the place of the spin: in
// the world's frame it changes by torques only, so what no torque touches is kept to the last bit.
// Between two kicks the body turns freely about a constant angular momentum; that part is done by
// the discrete Moser-Veselov map with corrected moments [Moser1991, Hairer2006], which keeps the
// energy and is symplectic. Six schemes were measured: docs/decisions/0010-rotation-scheme.md.
namespace scree {

/// Mass and principal moments of inertia about the centre of mass, and their reciprocals.
struct RigidInertia {
    double mass = 0, inverse_mass = 0;
    Vec3 principal = Vec3::Zero(), inverse = Vec3::Zero();
};
/// All > 0; no moment larger than the sum of the two others (asserted up to rounding).
RigidInertia rigid_inertia(double mass, const Vec3& principal);

/// What moves. Position and attitude stand at the whole step, the rest at the half step before.
struct RigidBody {
    Vec3 position = Vec3::Zero(); ///< of the centre of mass
    Eigen::Quaterniond attitude =
        Eigen::Quaterniond::Identity(); ///< unit; from the principal frame to the world's
    Vec3 velocity = Vec3::Zero();
    Vec3 angular_momentum = Vec3::Zero(); ///< about the centre of mass, in the world's frame
};

/// Force, torque about the centre of mass, and the acceleration that all bodies share.
struct Load {
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
    Vec3 gravity = Vec3::Zero();
};

struct RigidMotion {
    Vec3 velocity, spin; ///< m/s, rad/s, in the world's frame
};

/// Kicks the body by the load of the present whole step and moves it to the next one. Returns the
/// motion predicted for that step, which loads that depend on it (dashpots, friction) are to read;
/// it is off by O(dt²) and keeps the scheme of second order.
RigidMotion advance(RigidBody& body, const RigidInertia& inertia, const Load& load, double dt);

/// The motion at the present whole step, given the load there.
RigidMotion at_whole_step(const RigidBody& body, const RigidInertia& inertia, const Load& load,
                          double dt);

/// At the start of a run velocity and angular momentum are those of step 0, too; once the load
/// there is known this takes them half a step back.
void start(RigidBody& body, const RigidInertia& inertia, const Load& load, double dt);

/// Angular momentum of a body with this spin, and the spin that belongs to an angular momentum.
Vec3 angular_momentum_of(const Eigen::Quaterniond& attitude, const RigidInertia& inertia,
                         const Vec3& spin);
Vec3 spin_of(const Eigen::Quaterniond& attitude, const RigidInertia& inertia,
             const Vec3& angular_momentum);

double kinetic_energy(const Eigen::Quaterniond& attitude, const RigidInertia& inertia,
                      const RigidMotion& motion);

/// False as soon as anything is not finite.
bool is_sound(const RigidBody& body);

/// Where the attitude is after the time dt of turning freely with a constant angular momentum.
/// Keeps the energy up to rounding at any dt; the attitude is of fourth order. Where the body could
/// turn by more than half a radian the time is cut into equal parts; more than 1e4 of them (a body
/// that turns hundreds of times in one step) have no meaning, and the result is not finite.
Eigen::Quaterniond turned_freely(const Eigen::Quaterniond& attitude, const RigidInertia& inertia,
                                 const Vec3& angular_momentum, double dt);

} // namespace scree
