// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/laws/normal.hpp>
#include <scree/scene/scene.hpp>
#include <scree/sim/kernel.hpp>
#include <scree/sim/pair_list.hpp>

#include <cstdint>
#include <span>
#include <vector>

// Grains against walls: who is near which surface (found at refresh), contact memory, forces.
namespace scree {

struct WallList {
    std::vector<Surface> home;           ///< in the world's frame, as the scene has them
    std::vector<Surface> surfaces;       ///< where they are now
    std::vector<std::uint32_t> material; ///< of each surface
    std::vector<std::uint32_t> wall;     ///< index of the scene's wall
    /// Images in a periodic scene come after all others: their shifts, by surface; or empty.
    std::vector<Vec3> image_shift;
    // Per wall of the scene, in the world's frame; empty when all stand still.
    std::vector<WallMotion> motion;
    std::vector<double> margin; ///< how far it may go before the next refresh

    struct Near {
        std::uint32_t body, first, count; ///< surfaces near_surfaces[first …]
    };
    struct PerChunk {
        std::vector<Near> near;
        std::vector<int> near_surfaces;
        std::vector<WallRow> rows; ///< sorted by body
        std::vector<WallRow> next_rows;
        std::vector<WallContact> found;
        // Only when walls move: see WallTask, and the sums of this chunk.
        std::vector<WallVelocity> velocity;
        std::vector<WallPush> push;
        std::vector<Vec3> force_on_wall; ///< N, per wall of the scene
        double power = 0;                ///< W, of the walls on the grains

        std::size_t bytes() const;
    };
    std::vector<PerChunk> chunks;
    /// Per grain, a lower bound of its centre's distance to any surface where it was at the last
    /// refresh. Most grains are far from all walls, and need not be looked at again soon.
    std::vector<double> clearance;

    void set_walls(const Scene& scene, const Vec3& origin);

    /// How a surface moves at a point, in the world's frame; only when walls move.
    Vec3 velocity_at(std::size_t surface, const Vec3& point) const {
        const WallMotion& of_wall = motion[wall[surface]];
        return of_wall.velocity_at(image_shift.empty() ? point
                                                       : Vec3(point - image_shift[surface]));
    }

    /// Puts the surfaces of wall `w` where its motion says.
    void place(std::size_t w);

    /// Finds the surfaces closer than `skin` to each ball; rows stay with their grains.
    void refresh(std::span<const Ball> balls, double skin, const PairList& pairs, Workers& workers);

    /// All rows in order, e.g. to carry them over a re-sorting or into a checkpoint.
    std::vector<WallRow> take_rows();
    void put_rows(std::vector<WallRow> rows, const PairList& pairs);

    /// Is the surface among those that the grain is tested against?
    bool is_candidate(std::size_t body, std::size_t surface, const PairList& pairs) const;

    std::size_t bytes() const;

private:
    void add_images(const Scene& scene, const Periodic& period);
};

/// The order of rows: by body, surface, place, and the normal where a place is touched twice.
bool comes_before(const WallRow& a, const WallRow& b);

struct WallLaw {
    const LawTable& laws;
    WallKernel kernel;
    double dt;
};

/// The balls of one chunk that may touch walls: grains, or balls of clumps.
struct WallBalls {
    const Ball* ball;
    const Kinetic* kinetic;
    std::uint32_t idle;    ///< a ball that touches nothing
    const Chunk& range;    ///< of the balls
    ForceRow* force;       ///< the slots of the chunk
    const DriftRow* drift; ///< of grains: those without an inverse inertia are no balls; or null
    const LeverRow* lever; ///< of clumps; or null
};

/// Adds the wall forces of one chunk to its own slots and advances the memory.
KernelResult wall_forces(const WallList& walls, WallList::PerChunk& chunk, const WallBalls& balls,
                         const WallLaw& law);

} // namespace scree
