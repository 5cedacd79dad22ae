// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>
#include <scree/sim/kernel.hpp>
#include <scree/sim/shaped_contact.hpp>

// What two bodies do to each other where they touch: the laws of balls, at a contact that may be
// eccentric and spread over an area (docs/theory/shaped-contacts.md).
namespace scree {

/// One partner of a contact. A wall has no inverse mass and no radius.
struct Partner {
    Vec3 center = Vec3::Zero(), velocity = Vec3::Zero(), spin = Vec3::Zero();
    double inverse_mass = 0;
    double radius = 0;                                ///< of the ball of equal volume
    const Eigen::Matrix3d* inverse_inertia = nullptr; ///< null: the same about all axes
    double inverse_inertia_of_ball = 0;

    /// Of a point that goes along with the body.
    Vec3 velocity_at(const Vec3& point) const { return velocity + spin.cross(point - center); }
    /// turn · I⁻¹ turn
    double gives_way_to(const Vec3& turn) const {
        if (inverse_inertia == nullptr) return inverse_inertia_of_ball * turn.squaredNorm();
        return turn.dot(*inverse_inertia * turn);
    }
};

/// What a touching pair of parts remembers; all zero when it is new.
struct TouchMemory {
    Spring spring{};
    Trace trace{};
    double twist = 0;         ///< rad, turned about the normal against the patch, half a step ahead
    Vec3 hold = Vec3::Zero(); ///< m, from A's centre: where the tangential spring of a patch acts
    // Of the last evaluation, for the ledger.
    double energy = 0;                              ///< J, in all springs
    double overlap = 0, approach = 0, pressing = 0; ///< the law's q, dq/dt and its elastic force
};

/// Forces at one contact in one step.
struct Answer {
    Vec3 force = Vec3::Zero();  ///< on A at the point; -on B
    Vec3 moment = Vec3::Zero(); ///< on A; -on B: a couple
    // At this very moment, for those who look.
    double normal_force = 0;
    Vec3 tangential_force = Vec3::Zero(); ///< on A
    double stored = 0;                    ///< J
};

struct ShapedLaw {
    const LawTable& laws;
    double dt;
    bool by_volume;        ///< the scene's choice for contacts of faces
    bool is_start = false; ///< the first evaluation: what overlaps has its energy from the start
};

struct Partners {
    const Partner &a, &b;
    std::size_t row; ///< index of the pair of materials
};

/// Answers a contact, advances its memory and adds what is lost.
Answer answer_touch(const Touching& touching, const Partners& who, const ShapedLaw& law,
                    TouchMemory& memory, Losses& losses);

} // namespace scree
