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

/// Memory of one touching grain and surface. The normal lets a contact that crosses a seam between
/// two smoothly joined surfaces take its spring along.
struct WallRow {
    std::uint32_t body;
    std::int32_t surface;
    Spring spring;
    Vec3 normal;
};

struct WallList {
    // fixed
    std::vector<Surface> surfaces;       ///< in the world's frame
    std::vector<std::uint32_t> material; ///< of each surface
    std::vector<std::uint32_t> wall;     ///< index of the scene's wall

    struct Near {
        std::uint32_t body, first, count; ///< surfaces near_surfaces[first …]
    };
    struct PerChunk {
        std::vector<Near> near;
        std::vector<int> near_surfaces;
        std::vector<WallRow> rows; ///< sorted by (body, surface)
        std::vector<WallRow> next_rows;
        std::vector<WallContact> found;
        std::vector<WallTouch> touches;
    };
    std::vector<PerChunk> chunks;

    void set_walls(std::span<const Wall> walls, const Vec3& origin);

    /// Finds the surfaces closer than `skin` to each grain; rows stay with their grains.
    void refresh(const Bodies& bodies, const PairList& pairs, double skin, Workers& workers);

    /// All rows in order, e.g. to carry them over a re-sorting or into a checkpoint.
    std::vector<WallRow> take_rows();
    void put_rows(std::vector<WallRow> rows, const PairList& pairs);

    std::size_t bytes() const;
};

/// Adds the wall forces of one chunk to its own slots and advances the memory.
KernelResult wall_forces(WallList& walls, std::size_t chunk, const Bodies& bodies, PairList& pairs,
                         const LawTable& laws, WallKernel kernel, double dt);

} // namespace scree
