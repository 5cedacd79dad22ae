// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/scene/scene.hpp>

#include <optional>
#include <span>
#include <string>

// Other programs on the same bed: same grains, stiffness, damping, friction and time step.
namespace scree {

/// A box of settled spheres, linear law with given stiffness.
struct BenchBed {
    Scene scene;
    std::vector<Grain> grains;
    double dt = 0;
    bool wide_sizes = false;
};

/// A bed by its name: 10k, 100k, sizes, flow.
BenchBed make_bed(const std::string& name);

// Seconds per step on one core, by the peer's own loop after a warm-up. Empty when it fails; `why`
// then says how.

/// LAMMPS (`lmp`, pair_style gran/hooke/history).
std::optional<double> lammps_seconds_per_step(const BenchBed& bed, std::int64_t steps,
                                              std::string& why);

/// YADE (`yade`, Law2_ScGeom_ViscElPhys_Basic).
std::optional<double> yade_seconds_per_step(const BenchBed& bed, std::int64_t steps,
                                            std::string& why);

} // namespace scree
