// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/bounds.hpp>
#include <scree/base/pose.hpp>
#include <scree/base/vec3.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

// Walls are built from a few analytic surfaces, each with a closed-form nearest point, and from
// meshes. Planes and spheres bound a solid and carry a sign (a grain's centre behind them is still
// pushed back the right way); finite pieces (rectangle, cylinder, frustum, annulus) are thin shells
// felt from both sides. A wall is a list of surfaces; `wall_contacts` looks at all of them
// together, so that the union, not its pieces, is what a grain feels.
namespace scree {

/// Solid half-space behind a plane: free space is where (x - point)·normal > 0. `normal` is unit.
struct Plane {
    Vec3 point, normal;
};
/// Sphere surface; `inside`: grains live inside (a bowl), else outside (a ball).
struct SphereWall {
    Vec3 center;
    double radius;
    bool inside;
};
/// Flat rectangle center ± half_u·u ± half_v·v, with u, v unit and orthogonal.
struct Rectangle {
    Vec3 center, u, v;
    double half_u, half_v;
};
/// Lateral surface of a cylinder (radius_base == radius_top) or cone frustum, from `base` along the
/// unit `axis` over `height` > 0. One radius may be zero (a cone's tip).
struct Frustum {
    Vec3 base, axis;
    double height, radius_base, radius_top;
};
/// Flat ring with unit `normal`, inner_radius = 0 for a disc.
struct Annulus {
    Vec3 center, normal;
    double inner_radius, outer_radius;
};

class MeshSurface;
/// Triangles, felt from both sides (mesh_surface.hpp). They stay in the frame in which they were
/// given; queries are taken there and their answers back, so moving costs nothing.
struct MeshWall {
    std::shared_ptr<const MeshSurface> home;
    Pose pose = {};
    bool is_moved = false; ///< the pose is not the identity
};

using Surface = std::variant<Plane, SphereWall, Rectangle, Frustum, Annulus, MeshWall>;

/// The nearest point of one surface to a centre. Where it is not determined (on an axis, at a
/// sphere wall's centre) a fixed choice is made; where the direction is not (on a shell) it is the
/// surface's own normal: u × v, the annulus' normal, towards a frustum's axis. Never NaN for finite
/// input.
struct Foot {
    double distance; ///< from centre to surface; negative behind a plane or sphere wall
    Vec3 point;      ///< the nearest point
    Vec3 toward;     ///< unit, from the surface into the centre's side (the push direction)
    bool on_edge;    ///< the nearest point lies on the surface's boundary curve
};

Foot nearest(const Plane& s, const Vec3& center);
Foot nearest(const SphereWall& s, const Vec3& center);
Foot nearest(const Rectangle& s, const Vec3& center);
Foot nearest(const Frustum& s, const Vec3& center);
Foot nearest(const Annulus& s, const Vec3& center);
Foot nearest(const MeshWall& s, const Vec3& center);
Foot nearest(const Surface& s, const Vec3& center);

/// Same surface, all lengths multiplied by `factor` / moved by `shift` / turned and moved.
Surface scaled(const Surface& s, double factor);
Surface moved(const Surface& s, const Vec3& shift);
Surface moved(const Surface& s, const Pose& pose);

/// Axis-aligned bounds of the surface (not of the solid behind it), exact up to rounding; all
/// infinite for planes.
Bounds bounds(const Surface& s);

/// One place where a grain touches (or is within `margin` of) the union of surfaces.
struct WallContact {
    int surface; ///< index into the surfaces
    double gap;  ///< negative in overlap
    Vec3 point;  ///< on the surface
    Vec3 normal; ///< unit, from the GRAIN to the WALL (A = grain, B = wall)
    /// The flat region of a mesh; 0 for surfaces that a grain touches in one place at most.
    std::uint32_t place = 0;
};

/// Every place where a ball (center, radius) is closer than `margin` to the union of the surfaces
/// listed in `candidates` (indices into `surfaces`, ascending): local minima of the distance to the
/// union, each once. A corner of two faces seen from inside gives both faces; an outer edge gives
/// one contact however many pieces share it, under the lowest index; an edge that another piece
/// continues smoothly gives none. What lies inside a solid (plane, sphere wall) gives none either,
/// as long as the centre is in front of that solid. Pieces meet when they come within 1e-9 radii,
/// or within rounding of the coordinates. Appends to `out`, in ascending order of surface.
void wall_contacts(std::span<const Surface> surfaces, std::span<const int> candidates,
                   const Vec3& center, double radius, double margin, std::vector<WallContact>& out);

// Builders from what people write; directions need not be unit. Nonsense throws InputError with all
// its mistakes, each as `radius: must be > 0, got -0.5`, the key being the parameter's name here.

/// Faces as two-sided rectangles in the order -x, +x, -y, +y, -z, +z, without the open sides.
std::vector<Surface> make_box(const Vec3& low, const Vec3& high,
                              std::span<const std::string> open_sides);
std::vector<Surface> make_plane(const Vec3& point, const Vec3& normal);
std::vector<Surface> make_sphere(const Vec3& center, double radius, bool inside);
std::vector<Surface> make_frustum(const Vec3& base, const Vec3& top, double radius_base,
                                  double radius_top);
/// A closed cylinder: its lateral surface, then its two ends.
std::vector<Surface> make_rod(const Vec3& base, const Vec3& top, double radius);
std::vector<Surface> make_annulus(const Vec3& center, const Vec3& normal, double inner,
                                  double outer);
std::vector<Surface> make_mesh_wall(MeshSurface surface);

} // namespace scree
