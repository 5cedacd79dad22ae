// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/bounds.hpp>
#include <scree/broad/neighbour_rows.hpp>
#include <scree/broad/pores.hpp>

#include <cstdint>
#include <span>
#include <vector>

// The Laguerre (power) diagram of the grains, cut off at a container: which part of space belongs
// to which grain. docs/theory/laguerre.md has the proofs.
namespace scree {

/// Where normal·x <= offset; the normal is unit.
struct HalfSpace {
    Vec3 normal;
    double offset;
};

/// A convex polytope: a box, cut by half-spaces. Its sides are numbered: 0 … 5 the box's -x, +x,
/// -y, +y, -z, +z, then the half-spaces.
struct ConvexContainer {
    Bounds box;
    std::vector<HalfSpace> sides = {};
};

/// The smallest box around the balls; for grains without a container.
ConvexContainer box_around(std::span<const WeightedPoint> balls);

double volume(const ConvexContainer& container);

/// Is the ball wholly inside? Of radius 0: is the point inside or on the boundary?
bool contains(const ConvexContainer& container, const Vec3& center, double radius = 0);

struct LaguerreFace {
    std::int64_t other; ///< the grain beyond, or -1 - side of the container
    double area;
};

/// By grain: grain k is vertex Triangulation::frame_count + k.
struct LaguerreCells {
    std::vector<double> volume;     ///< 0: covered by others, or outside of the container
    std::vector<Vec3> centroid;     ///< of the cell; of the grain itself where there is none
    std::vector<LaguerreFace> face; ///< grain after grain, `other` ascending
    std::vector<std::size_t> first; ///< of a grain in `face`; one more at the end

    std::size_t size() const { return volume.size(); }
    std::span<const LaguerreFace> faces(std::size_t grain) const {
        return std::span(face).subspan(first[grain], first[grain + 1] - first[grain]);
    }
    /// Number of grains beyond its faces: the coordination by geometry.
    int neighbours(std::size_t grain) const;
    /// Is there a face on that side of the container?
    bool reaches(std::size_t grain, std::int64_t side) const;
    /// On any side: such a grain lies at a wall or at the free surface.
    bool reaches_container(std::size_t grain) const;
    /// Volume of the ball over that of its cell; 0 without a cell. Overlaps count twice, and what
    /// of the ball lies in other cells or outside of the container counts too, so this may be
    /// above 1.
    double density(std::size_t grain, double radius) const;
};

/// The cells of the grains alone: corners of the triangulation's frame, which own space too, are
/// left out of it, however large the container. All volumes add up to the container's.
///
/// Faces below 1e-10 of a cell's surface are rounding (four and more cells meet in degenerate
/// positions, a lattice's for example) and are no faces. A cell's numbers are made from the
/// positions of itself and its neighbours across faces, in an order by geometry, and the container:
/// the same bits for any number of threads and any history of the triangulation, fresh or moved.
/// (But for a face within rounding of those 1e-10, whose presence rounding decides; it is worth
/// 1e-20 of the volume.)
LaguerreCells laguerre_cells(const Triangulation& triangulation, const NeighbourRows& rows,
                             const ConvexContainer& container, Workers& workers);

/// Everything at once, from a triangulation made for this question only; grains are numbered as
/// they come, and their order may be any.
struct Tessellation {
    LaguerreCells cells;
    std::vector<Pore> pores;
};
Tessellation tessellate(std::span<const WeightedPoint> balls, const ConvexContainer& container,
                        Workers& workers);

/// The shape of a cell. Each face of LaguerreCells::faces is one polygon, in that order.
struct LaguerrePolyhedron {
    std::vector<Vec3> points;
    std::vector<std::uint32_t> corner; ///< a point: face after face, counter-clockwise from outside
    std::vector<std::size_t> first;    ///< of a face in `corner`; one more at the end

    std::size_t face_count() const { return first.size() - 1; }
    std::span<const std::uint32_t> face(std::size_t k) const {
        return std::span(corner).subspan(first[k], first[k + 1] - first[k]);
    }
};
/// The polyhedra whose volumes and areas `cells` has, of its grains (the first of the balls); those
/// without a cell have no face. Closed, but for slits where a face was left out as rounding.
std::vector<LaguerrePolyhedron> laguerre_polyhedra(std::span<const WeightedPoint> balls,
                                                   const LaguerreCells& cells,
                                                   const ConvexContainer& container);

} // namespace scree
