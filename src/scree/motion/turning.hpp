// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

// The motion of rigid_body.hpp for many bodies: a kick by the torque and a step of free turning,
// four bodies at a time. One body at a time most of it is waiting for a division, a root and a
// fixed point.
//
// Built once per instruction set, like the drift (bodies.hpp); same bits, whatever bodies share
// the four lanes. The plain version is turned_freely.
namespace scree {

/// Four bodies, by component and lane.
struct alignas(32) FourTurns {
    using Row = double[4];
    // Before and after the step; x, y, z, w, and the world's frame.
    Row attitude[4] = {{}, {}, {}, {1, 1, 1, 1}};
    Row momentum[3] = {}; ///< angular, at half steps
    // Before.
    Row torque[3] = {};                                          ///< at the whole step
    Row inverse[3] = {{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}}; ///< of the principal moments
    // After.
    Row rotation[9];        ///< by rows
    Row inverse_inertia[6]; ///< xx, yy, zz, yz, xz, xy; world's frame
    Row half_spin[3];       ///< of the new momentum in the old attitude
    Row spin[3];            ///< predicted for the new whole step
    Row fastest;            ///< rad/s: no free turning with this momentum is faster
    /// By lanes: this body turns too far in one step for one part; only its momentum has been
    /// kicked, and turned_freely is to do the rest.
    unsigned left_over = 0;
};

/// Kicks and turns all of them by a step of length dt.
void turn_bodies(std::span<FourTurns> bodies, double dt);

/// Sets only what follows from the attitude, rotation and inverse inertia, to the very bits that
/// turn_bodies gives: a body that is put somewhere goes on as one that came there.
void set_frame(FourTurns& bodies);

namespace detail {
void turn_baseline(std::span<FourTurns> bodies, double dt);
void turn_avx2(std::span<FourTurns> bodies, double dt);
} // namespace detail

} // namespace scree
