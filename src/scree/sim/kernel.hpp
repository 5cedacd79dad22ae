// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/laws/materials.hpp>
#include <scree/laws/normal.hpp>
#include <scree/motion/bodies.hpp>
#include <scree/sim/pair_list.hpp>

#include <cstdint>
#include <vector>

// The hot loops: all sphere–sphere contacts of one chunk, and all its contacts with walls. Built
// once per instruction set from one source (kernel_body.hpp) and chosen at run time; every build
// gives the same bits.
namespace scree {

/// The law in force and its constants for every pair of materials.
struct LawTable {
    LawKind kind = LawKind::linear;
    std::vector<PairRow> rows;   ///< materials × materials
    std::vector<ExtraRow> extra; ///< likewise, or empty: the plain laws do
    std::uint32_t materials = 1;

    bool is_extended() const { return !extra.empty(); }
    const PairRow& row(std::size_t a, std::size_t b) const { return rows[a * materials + b]; }
    const ExtraRow& extra_row(std::size_t a, std::size_t b) const {
        return extra[a * materials + b];
    }
};

/// What was taken out of the motion, J: by dashpots, sliding, plastic overlap, rolling and twisting
/// beyond their limit, the fluid, what broken bonds had stored, and (with either sign) contacts of
/// shapes whose depth does not follow the motion of the place where they press
/// (sim/shaped_force.hpp).
struct Losses {
    double damping = 0, friction = 0, plastic = 0, rolling = 0, fluid = 0, bonds = 0, geometry = 0;
};
inline Losses& operator+=(Losses& a, const Losses& b) {
    a.damping += b.damping;
    a.friction += b.friction;
    a.plastic += b.plastic;
    a.rolling += b.rolling;
    a.fluid += b.fluid;
    a.bonds += b.bonds;
    a.geometry += b.geometry;
    return a;
}

/// See Eccentric (sim/pair_geometry.hpp).
struct alignas(32) LeverRow {
    double x = 0, y = 0, z = 0, zero_arm = 0;
    double xx = 0, yy = 0, zz = 0, zero_axes = 0;
    double yz = 0, xz = 0, xy = 0, zero_mixed = 0;
};

struct KernelTask {
    const Ball* ball;
    const Kinetic* kinetic;
    const PairRow* rows; ///< materials × materials
    std::uint32_t materials;
    double dt;
    // the chunk's pairs (a multiple of four, the last one idle) and slots
    const std::uint32_t* first;
    const std::uint32_t* second;
    const std::uint32_t* slot;
    std::uint32_t pair_count, first_body;
    Spring* spring;
    std::uint8_t* touching;
    ForceRow* force;
    std::uint32_t slot_count;
    std::uint32_t* scratch; ///< pair_count + 8 entries
    // laws/extended.hpp only
    const ExtraRow* extra = nullptr; ///< beside rows
    Trace* trace = nullptr;          ///< beside spring
    const LeverRow* lever = nullptr; ///< beside ball; for balls of clumps only
};

/// All of a chunk but the scratch.
KernelTask kernel_task(const Ball* ball, const Kinetic* kinetic, PairList& pairs,
                       const Chunk& chunk, const LawTable& laws, double dt);

/// A grain that touches a wall: how, and the memory, which the kernel advances. The normal (into
/// the wall) lets a contact that crosses a seam between two smoothly joined surfaces take its
/// spring along.
struct alignas(32) WallRow {
    double nx, ny, nz, overlap;
    Spring spring;
    std::uint32_t body;
    std::int32_t surface;
    std::uint32_t material; ///< of the wall
    std::uint32_t place;    ///< see WallContact
    Trace trace = {};
};

/// How a wall moves where it is touched: velocity, spin about the contact's normal, spin.
struct alignas(32) WallVelocity {
    double x, y, z, twist;
    double wx, wy, wz, zero;
};
/// Force and rolling moment on the grain.
struct alignas(32) WallPush {
    double x, y, z, zero;
    double mx, my, mz, zero_m;
};

struct WallTask {
    const Ball* ball;
    const Kinetic* kinetic;
    const PairRow* rows; ///< materials × materials
    std::uint32_t materials;
    double dt;
    std::uint32_t first_body;
    WallRow* touches;                ///< padded to a multiple of four by idle bodies
    std::uint32_t count;             ///< without the padding
    ForceRow* force;                 ///< the chunk's slots, to be added to
    std::uint32_t slot_count;        ///< the last one is for idle lanes
    const ExtraRow* extra = nullptr; ///< beside rows; laws/extended.hpp only
    // Of walls that move, per touch (padded likewise); null when all walls stand still.
    const WallVelocity* velocity = nullptr;
    WallPush* push = nullptr;
    const LeverRow* lever = nullptr; ///< beside ball; for balls of clumps only
};

struct KernelResult {
    Losses losses;
    std::uint32_t contacts = 0;
};

using Kernel = KernelResult (*)(const KernelTask&);
using WallKernel = KernelResult (*)(const WallTask&);

/// The kernels of a law, and the motion, for this machine; `isa` says which build ("avx2",
/// "baseline").
struct KernelChoice {
    Kernel kernel;
    Kernel clumps; ///< of balls that are parts of grains
    WallKernel walls;
    WallKernel clump_walls;
    Drift drift;
    const char* isa;
};
KernelChoice choose_kernel(LawKind law, bool extended = false);

/// The build that runs on any machine of this architecture, for comparison in tests.
KernelChoice baseline_kernel(LawKind law, bool extended = false);

namespace detail {
KernelChoice kernels_baseline(LawKind law);
KernelChoice kernels_avx2(LawKind law);
KernelChoice extended_baseline(LawKind law);
KernelChoice extended_avx2(LawKind law);
} // namespace detail

} // namespace scree
