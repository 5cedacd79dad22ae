// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/scene/scene.hpp>
#include <scree/sim/mesh_touches.hpp>
#include <scree/sim/shaped_contact.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// Parts of shaped grains against the surfaces of walls.
namespace scree {

class ShapedWalls {
public:
    ShapedWalls() = default;
    /// `surfaces` as they stand at home; who adjoins whom is found here.
    explicit ShapedWalls(std::span<const Surface> surfaces);

    struct Query {
        std::size_t index;  ///< of the surface
        const Surface& now; ///< where it is
        const PartSolid& part;
        const Pose& pose;   ///< of the part
        const Vec3& center; ///< of the grain: the side on which it is
        TouchAid aid;
    };
    /// Appends the touches of one part with one surface.
    void find(const Query& query, std::vector<WallTouch>& out) const;

    /// May a touch in one place of a surface be that of another place, a step later?
    bool is_continuation(std::size_t surface, std::uint32_t before, std::uint32_t after) const {
        const std::int32_t mesh = mesh_of_[surface];
        return mesh >= 0 && meshes_[static_cast<std::size_t>(mesh)].is_continuation(before, after);
    }

private:
    /// A flat piece as solids behind it, seen from above (0) and below (1), in its own frame: thin
    /// for the gap, so that what hangs over an edge meets nothing, thick for the overlap body.
    /// Edges at which another surface rises are moved outward, so that there is nothing to slip
    /// through and no edge to be felt in a corner.
    struct Flat {
        std::array<PartSolid, 2> thin, thick;
        PartSolid bare;             ///< thin, and not moved outward anywhere
        std::vector<PartSolid> rim; ///< its border in short pieces
        /// Of a cone or cylinder: does nothing adjoin at its base, its top?
        std::array<bool, 2> is_open{};
    };
    static void find_flat(const Flat& flat, const Pose& frame, const Query& query,
                          std::vector<WallTouch>& out);
    static void find_beyond_border(const Flat& flat, const Pose& frame, const Query& query,
                                   std::vector<WallTouch>& out);
    static void find_rim(const Flat& flat, const Pose& frame, const Query& query,
                         std::vector<WallTouch>& out);
    static void find_cone(const Flat& flat, const Frustum& cone, const Query& query,
                          std::vector<WallTouch>& out);

    static void find_capsule(const Capsule& capsule, const Query& query,
                             std::vector<WallTouch>& out);

    std::vector<std::int32_t> flat_of_; ///< surface → flats_, or -1
    std::vector<Flat> flats_;
    std::vector<std::int32_t> mesh_of_; ///< surface → meshes_, or -1
    std::vector<MeshTouches> meshes_;
};

/// A wall that shaped grains cannot meet, and why.
struct RefusedWall {
    std::size_t wall; ///< index
    std::string message;
};
std::vector<RefusedWall> refused_walls(const Scene& scene);

} // namespace scree
