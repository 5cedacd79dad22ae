// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/frame_file.hpp>
#include <scree/scene/grain_shape.hpp>
#include <scree/shapes/wall.hpp>
#include <scree/sim/local_structure.hpp>

#include <span>
#include <string>
#include <vector>

namespace scree {

/// Legacy VTK polydata (text): the grains as points with radius, velocity, spin, force, material …
/// and, where there are shapes, the number of the shape (-1: a sphere), their names as field data,
/// and the attitude (w, x, y, z) of the shape as it is described.
std::string grains_as_vtk(const StoredFrame& frame, std::span<const GrainShape> shapes);
/// Legacy VTK polydata (binary): the surface of every grain as triangles, whose corners carry the
/// fields that the points above have, in single precision. See mesh_of(GrainShape).
std::string surfaces_as_vtk(const StoredFrame& frame, std::span<const GrainShape> shapes);
/// Legacy VTK polydata: contacts as lines from centre to centre, or from the centre to the contact
/// point at a wall. Lines carry grains or wall (b = -1 - index), contact point, normal, forces and
/// overlap; their ends the normal force too, for ParaView's tubes, whose radius is a value of
/// points.
std::string contacts_as_vtk(const StoredFrame& frame);
/// Legacy VTK polydata: the walls as triangles that carry the wall's index, and all walls' names as
/// field data. `region`: how much is drawn of walls without end.
std::string walls_as_vtk(const std::vector<Wall>& walls, const Bounds& region);
/// Legacy VTK: what the triangulation of a frame says. Edges as lines between the centres of grains
/// whose Laguerre cells share a face, with gap and area of the face; cells as tetrahedra with the
/// radii of the orthogonal sphere (negative: imaginary) and of the sphere that touches the four
/// grains (0 where has_tangent is 0: there is none); pores as points with radius, see pore_spheres.
std::string edges_as_vtk(const Frame& frame, const LocalStructure& structure);
std::string cells_as_vtk(const Frame& frame, const LocalStructure& structure);
std::string pores_as_vtk(const Frame& frame, const LocalStructure& structure);
/// Legacy VTK polydata: the faces of the Laguerre cells as polygons, those of a grain together and
/// counter-clockwise from outside. They carry the grain, the grain beyond (or -1 - side of the
/// container), their area, and volume and density of the cell.
std::string laguerre_as_vtk(const Frame& frame, const LocalStructure& structure);
/// One row per grain, header with units; where there are shapes, with name and attitude as above.
std::string grains_as_csv(const StoredFrame& frame, std::span<const GrainShape> shapes);
std::string contacts_as_csv(const StoredFrame& frame);
/// Bonds as lines between the grains' centres, whole and broken; in the table by ids, with the time
/// when each broke.
std::string bonds_as_vtk(const StoredFrame& frame);
std::string bonds_as_csv(const StoredFrame& frame);

} // namespace scree
