// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>
#include <scree/sim/kernel.hpp>
#include <scree/sim/shaped_contact.hpp>

#include <array>
#include <cstddef>
#include <span>

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

/// What a contact does to the motion of its grains; -force acts on B.
struct TouchPush {
    Vec3 force = Vec3::Zero();
    std::array<Vec3, 2> torque = {Vec3::Zero(), Vec3::Zero()}; ///< on A, on B

    TouchPush& operator+=(const TouchPush& other) {
        force += other.force;
        for (std::size_t k = 0; k < 2; ++k) torque[k] += other.torque[k];
        return *this;
    }
};

struct ShapedLaw {
    const LawTable& laws;
    double dt;
    bool by_volume;        ///< the scene's choice for contacts of faces
    bool is_start = false; ///< the first evaluation: what overlaps has its energy from the start

    const PairRow* row(std::size_t index) const { return &laws.rows[index]; }
    const ExtraRow* extra(std::size_t index) const {
        return laws.is_extended() ? &laws.extra[index] : nullptr;
    }
};

/// One contact to be answered: what there is, and where the answer goes. Memory is advanced, and
/// what is lost is added.
struct TouchTask {
    const Touching* touching = nullptr;
    const Partner *a = nullptr, *b = nullptr;
    const PairRow* row = nullptr;    ///< of their materials
    const ExtraRow* extra = nullptr; ///< likewise; null where the law has none
    TouchMemory* memory = nullptr;
    Answer* answer = nullptr;
    Losses* losses = nullptr;
    TouchPush* push = nullptr; ///< null: nobody asks
};

/// Answers contacts that have nothing to do with each other, four at a time. An answer has the same
/// bits in any company, and losses are added in the order of the tasks.
void answer_touches(std::span<const TouchTask> tasks, const ShapedLaw& law);

struct Partners {
    const Partner &a, &b;
    std::size_t row; ///< index of the pair of materials
};
/// The same for one.
Answer answer_touch(const Touching& touching, const Partners& who, const ShapedLaw& law,
                    TouchMemory& memory, Losses& losses);

namespace detail {
// The same, built once per instruction set.
void answer_touches_baseline(const TouchTask* tasks, std::size_t count, const ShapedLaw& law);
void answer_touches_avx2(const TouchTask* tasks, std::size_t count, const ShapedLaw& law);
} // namespace detail

} // namespace scree
