// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/laws/materials.hpp>
#include <scree/laws/normal.hpp>
#include <scree/motion/bodies.hpp>
#include <scree/sim/pair_list.hpp>

#include <cstdint>
#include <string>
#include <vector>

// The hot loop: all sphere–sphere contacts of one chunk. Built once per instruction set from one
// source (kernel_body.hpp) and chosen at run time; every build gives the same bits.
namespace scree {

/// The law in force and its constants for every pair of materials.
struct LawTable {
    LawKind kind = LawKind::linear;
    std::vector<PairRow> rows; ///< materials × materials
    std::uint32_t materials = 1;

    const PairRow& row(std::size_t a, std::size_t b) const { return rows[a * materials + b]; }
};

/// What contacts took out of the motion during one step, J.
struct Losses {
    double damping = 0, friction = 0;
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
};

struct KernelResult {
    Losses losses;
    std::uint32_t contacts = 0;
};

using Kernel = KernelResult (*)(const KernelTask&);

/// The kernel of a law for this machine; `isa` says which build ("avx2", "baseline").
struct KernelChoice {
    Kernel kernel;
    std::string isa;
};
KernelChoice choose_kernel(LawKind law);

/// The build that runs on any machine of this architecture, for comparison in tests.
KernelChoice baseline_kernel(LawKind law);

namespace detail {
KernelResult linear_kernel_baseline(const KernelTask& task);
KernelResult hertz_kernel_baseline(const KernelTask& task);
KernelResult linear_kernel_avx2(const KernelTask& task);
KernelResult hertz_kernel_avx2(const KernelTask& task);
} // namespace detail

} // namespace scree
