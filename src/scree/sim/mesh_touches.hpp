// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/mesh_ends.hpp>
#include <scree/sim/shaped_contact.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

// Parts of shaped grains against a wall of triangles (docs/theory/shaped-contacts.md, "Meshes").
namespace scree {

namespace detail {
struct ColumnSums;
}

/// A touch of a wall, and which of the places at this surface it is (0 where there is only one).
struct WallTouch {
    std::uint32_t place = 0;
    Touching touching;
};

class MeshTouches {
public:
    explicit MeshTouches(std::shared_ptr<const MeshSurface> mesh);

    struct Query {
        const PartSolid& part;
        Pose pose;   ///< of the part
        Vec3 center; ///< of the grain: the side on which it is
        TouchAid aid;
    };
    /// Appends the touches of one part with the mesh where it is now. A place is a flat region,
    /// told apart further for the ends of a capsule, or the end of a region.
    void find(const MeshWall& now, const Query& query, std::vector<WallTouch>& out) const;

    /// May a touch in one place be that of another, a step later?
    bool is_continuation(std::uint32_t before, std::uint32_t after) const;

private:
    struct Near {
        std::uint32_t region, triangle;
    };
    struct Found {
        std::uint32_t place;
        Touching touching;
    };
    struct Under; // the flat surroundings of a part: sim/mesh_touches.cpp
    /// Regions that a part reaches: those that press with their faces, and with their edges only.
    struct Reached {
        std::vector<std::uint32_t> faces, edges;
    };

    void find_at_home(const Query& query, std::vector<WallTouch>& out) const;
    void find_ball(const Vec3& center, double radius, std::uint32_t end,
                   std::vector<WallTouch>& out) const;
    std::vector<Near> near(const Query& query) const;
    Plane plane_before(std::uint32_t region, const Vec3& center) const;
    void find_face(const Query& query, std::span<const Near> triangles, Reached& reached,
                   std::vector<Found>& found) const;
    bool is_hidden(const Query& query, std::span<const Near> triangles) const;
    void find_edges(const Query& query, const Reached& reached, std::vector<Found>& found) const;
    void find_capsule(const Query& query, const Capsule& capsule,
                      std::vector<WallTouch>& out) const;
    void add_rising(const Query& query, std::uint32_t region, Under& under) const;
    bool leaves_by_an_edge(const Query& query, std::uint32_t region, const Under& under) const;
    static Touching touch_of_columns(const detail::ColumnSums& sums, const Under& under);
    void find_point(const Query& query, std::span<const Near> triangles,
                    std::vector<Found>& found) const;
    void keep_one_of_each(std::vector<Found>& found) const;

    /// Places: regions, four times for the ends of a capsule and twins; then ends of regions.
    std::uint32_t first_end_place() const {
        return 4 * static_cast<std::uint32_t>(mesh_->region_count());
    }
    std::uint32_t place_of(const RegionEnd& end) const {
        return first_end_place() + static_cast<std::uint32_t>(&end - ends_.all().data());
    }
    bool goes_over(std::uint32_t end, std::uint32_t place) const;

    std::shared_ptr<const MeshSurface> mesh_;
    MeshEnds ends_;
};

} // namespace scree
