// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/scene/scene.hpp>
#include <scree/sim/world.hpp>

#include <optional>
#include <string>
#include <vector>

namespace scree {

/// Net passage through a named plane since the start.
struct Passage {
    std::int64_t grains = 0;
    double mass = 0; ///< kg
};

/// From the Laguerre cells, see LocalStructure.
struct Structure {
    double density = 0, faces = 0; ///< of the grains inside
    std::int64_t inside = 0, surface = 0;
};

/// A wall that some drive moves.
struct MovedWall {
    Vec3 shift;   ///< from where the scene has it
    double angle; ///< rad
    Vec3 force;   ///< N, of the grains on it
};

/// One row of measures.csv. Energies in J.
struct Measures {
    double time = 0;
    std::int64_t step = 0, grains = 0, contacts = 0;
    double density = 0;   ///< solid fraction [F eq. 4.3], see `bulk_density`
    double kinetic = 0;   ///< translation and spin
    double potential = 0; ///< in gravity, zero at the start
    double stored = 0;    ///< in the springs of contacts
    double lost_damping = 0, lost_friction = 0;
    std::optional<double> work; ///< of walls in motion and of a turning gravity on the grains
    double residual = 0; ///< energy from nowhere: what is held and lost minus work and initial sum
    double relative_residual = 0; ///< over the largest energy turned over so far
    double coordination = 0;      ///< contacts per grain, wall contacts counted once
    double largest_speed = 0;
    std::vector<Passage> passages;      ///< one per plane of the scene
    std::vector<Passage> traffic;       ///< per poured group and outflow: what came, what left
    std::vector<MovedWall> walls;       ///< one per wall that a drive moves
    std::optional<Structure> structure; ///< if the scene asks for it
    std::vector<double> more_losses;    ///< J: of the parts that only some scenes have
    std::optional<BondCounts> bonds;    ///< where the scene has clusters
    double stored_bonds = 0;            ///< J, part of `stored`
};

/// What the ledger needs from the beginning of a run; saved with it.
struct Ledger {
    bool open = false;
    double initial_energy = 0;    ///< J, kinetic + stored at the start
    double initial_potential = 0; ///< J
    double turned_over = 0;       ///< J, the largest seen
    Exchange initial_exchanged;   ///< by grains that came before the first look
    std::vector<Passage> initial; ///< grains beyond each plane at the start
};

/// Takes all measures at the present step (after `evaluate`); opens the ledger at the first call.
Measures take_measures(const Scene& scene, World& world, Ledger& ledger);

/// Names and units for the CSV header, in the order of `measure_values`.
std::vector<std::string> measure_names(const Scene& scene);
std::vector<double> measure_values(const Measures& measures);

/// Solid volume over base area times height of the highest grain [F eq. 4.3], in the first cylinder
/// or box wall; without such a wall, over the bounding box of the grains.
double bulk_density(const Scene& scene, const World& world);

/// At rest: over all grains, the root mean square of speed / sqrt(g r), r the grain's own radius,
/// is below a thousandth, and none is above a hundredth (a single ball may roll on for ever without
/// anything to stop it). Without gravity only a standstill counts.
bool is_settled(const World& world);

} // namespace scree
