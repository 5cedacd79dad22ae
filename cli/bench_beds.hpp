// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/scene/scene.hpp>

#include <string>
#include <vector>

// Beds of grains at rest, made by the engine itself, the same for everybody.
namespace scree {

/// A box of settled grains, linear law with given stiffness.
struct BenchBed {
    Scene scene;
    std::vector<Grain> grains;
    double dt = 0;
    bool wide_sizes = false;
};

/// Grains of the given radii, to be dropped into an open box.
struct BedPlan {
    std::size_t count;
    std::vector<double> radii;       ///< nominal classes
    std::vector<double> mass_shares; ///< of the classes
    double stiffness;
    int copies_x = 1, copies_y = 1; ///< of the settled bed, side by side, joined by settling again
    std::vector<GrainShape> shapes = {}; ///< each grain has one of them by chance; none: balls
};

/// Drops the grains and waits until they hardly move; then takes them as they lie.
BenchBed settled_bed(const BedPlan& plan);

/// A bed of spheres by its name: 10k, 100k, sizes, flow.
BenchBed make_bed(const std::string& name);

} // namespace scree
