// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>
#include <scree/broad/broad_phase.hpp>
#include <scree/motion/bodies.hpp>
#include <scree/sim/bonds.hpp>
#include <scree/sim/shaped_contacts.hpp>
#include <scree/sim/traffic.hpp>
#include <scree/sim/wall_drives.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace scree {

/// Memory of one touching pair, by places in the saved order.
struct PairMemory {
    IndexPair pair;
    Spring spring;
};

/// Which group and size class each grain is of, by its id, also of those that have left. `cluster`
/// is the id of the first sphere of its cluster, or -1; empty where the scene has none.
struct GrainLabels {
    std::vector<std::int32_t> group, size_class, cluster = {};
};

/// What grains that entered have brought along, less what those that left took away.
struct Exchange {
    double energy = 0; ///< J
    /// Grains and mass beyond each flow plane of the scene, as they entered or left.
    std::vector<double> grains_beyond, mass_beyond;
};

/// All of a world that decides its future, as it stands before the forces of `step` are found.
/// Bodies are in the world's own order, because the order of sums depends on it.
struct SavedState {
    std::int64_t step = 0, refresh_step = 0;
    double dt = 0, skin = 0, lifetime = 0, used = 0; ///< see sim/refresh.cpp
    Vec3 origin = Vec3::Zero();
    std::vector<Ball> ball, reference; ///< reference: those of the list; empty: no list yet
    std::vector<Kinetic> kinetic;
    std::vector<HalfStep> half;
    std::vector<std::uint32_t> id;
    std::vector<PairMemory> pairs;
    bool keeps_traces = false;      ///< does the scene's law need them?
    std::vector<Trace> pair_traces; ///< then: beside pairs; those of walls are in their rows
    std::vector<WallRow> walls;
    Losses lost;
    double work = 0;
    std::vector<MoverState> movers;
    std::vector<WallReference> wall_references;
    std::vector<TrafficSum> traffic;
    Exchange exchanged;
    std::vector<BondMemory> bonds;
    std::vector<double> turns; ///< of all ids, four numbers each; empty without clusters
    ShapedState shaped;        ///< empty without shapes
    GrainLabels labels;        ///< not part of the hash

    /// Hash of step, motion and contact memory in the order of the grains' ids: the same for runs
    /// that agree in every bit, whatever threads, search or stops they had.
    std::string hash() const;
};

} // namespace scree
