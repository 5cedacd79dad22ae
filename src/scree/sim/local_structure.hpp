// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/broad/laguerre.hpp>
#include <scree/scene/scene.hpp>
#include <scree/sim/inspect.hpp>

#include <span>
#include <vector>

// What the room around each grain looks like: Laguerre cells inside the container of a scene.
namespace scree {

/// Base area and axis of a scene's first box or cylinder wall, against gravity.
struct Vessel {
    const Wall* wall;
    Vec3 bottom, axis; ///< the axis is unit
    double area;
    double period = 0; ///< > 0: it goes on along its axis for ever
};
/// None: the scene has no such wall.
std::optional<Vessel> find_vessel(const Scene& scene);

struct GrainRoom {
    ConvexContainer container;
    std::vector<bool> is_free; ///< by side of the container: nothing is there but empty space
};
/// The vessel up to the top of the highest grain, as for `bulk_density`; a cylinder as a prism of
/// 64 sides with the same cross-section. Where there is none, or less than half of the centres are
/// in it, the box around the grains; its sides are free, but that below.
GrainRoom room_of(const Scene& scene, std::span<const WeightedPoint> balls);

/// Where a grain lies, by what its cell reaches.
enum class GrainPlace : std::uint8_t {
    inside,  ///< grains all around
    wall,    ///< a wall, no free surface
    surface, ///< a free surface
    outside, ///< nothing: no cell in the container, or covered by other grains
};

/// Two grains whose cells share a face.
struct GrainEdge {
    std::uint32_t a, b; ///< a < b
    double gap;         ///< between the balls; negative where they overlap
    double area;        ///< of the face
};

/// By grain, in the order of the ids.
struct LocalStructure {
    GrainRoom room;
    Tessellation tessellation;
    std::vector<double> density;     ///< LaguerreCells::density
    std::vector<std::int32_t> faces; ///< LaguerreCells::neighbours
    std::vector<std::int32_t> place; ///< GrainPlace
    double inner_density() const;    ///< of all grains inside: ball volumes over cell volumes
    double inner_faces() const;      ///< mean
    std::int64_t count(GrainPlace what) const;

    std::vector<double> radius;
    /// In a period a face of a cell, or a corner of a pore, may be that of an image: these are
    /// numbered on from the grains. Cells are those of the grains alone, and each pore is there
    /// once (unless several of its corners are images of one grain).
    struct Image {
        std::uint32_t owner;
        Vec3 shift;
    };
    std::vector<Image> images;
    ConvexContainer beyond; ///< the container, with room for the images
    Periodic period;
};
LocalStructure local_structure(const Scene& scene, const Frame& frame, Workers& workers);

/// The centres of the grains, and those of the images after them.
std::vector<Vec3> centers_of(const LocalStructure& structure, const Frame& frame);

/// The grain beyond a face, or -1 - side of the container.
std::int64_t grain_beyond(const LocalStructure& structure, const LaguerreFace& face);

/// Sorted by a, then b.
std::vector<GrainEdge> edges_of(const LocalStructure& structure, const Frame& frame);

/// Spheres that fit between four grains and into the container.
std::vector<CenteredSphere> pore_spheres(const LocalStructure& structure);

/// The cells themselves.
std::vector<LaguerrePolyhedron> polyhedra_of(const LocalStructure& structure, const Frame& frame);

/// Gives the frame the columns that grains have from it.
void set_columns(const LocalStructure& structure, Frame& frame);
void add_local_structure(const Scene& scene, Frame& frame, Workers& workers);

} // namespace scree
