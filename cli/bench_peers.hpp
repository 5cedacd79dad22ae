// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bench_beds.hpp"

#include <optional>
#include <string>

// Other programs on the same bed: same grains, stiffness, damping, friction and time step.
namespace scree {

// Seconds per step on one core, by the peer's own loop after a warm-up. Empty when it fails; `why`
// then says how.

/// LAMMPS (`lmp`, pair_style gran/hooke/history).
std::optional<double> lammps_seconds_per_step(const BenchBed& bed, std::int64_t steps,
                                              std::string& why);

/// YADE (`yade`, Law2_ScGeom_ViscElPhys_Basic).
std::optional<double> yade_seconds_per_step(const BenchBed& bed, std::int64_t steps,
                                            std::string& why);

/// YADE's polyhedra (Law2_PolyhedraGeom_PolyhedraPhys_Volumetric) on a bed whose grains are single
/// polyhedra.
struct PolyhedraRun {
    double seconds_per_step = 0; ///< of the processor
    std::int64_t touching = 0;   ///< interactions, at the end
};
std::optional<PolyhedraRun> yade_polyhedra(const BenchBed& bed, std::int64_t steps,
                                           std::string& why);

} // namespace scree
