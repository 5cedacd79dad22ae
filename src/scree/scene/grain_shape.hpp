// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/pose.hpp>
#include <scree/shapes/clump.hpp>
#include <scree/shapes/shape.hpp>
#include <scree/shapes/wall.hpp>

#include <string>
#include <vector>

// What a grain that is no ball looks like: one convex part or several, rigidly joined.
//
// Shapes are kept in one size, that of the unit ball: volume 4π/3. The `radius` of a grain is
// therefore that of the ball of equal volume, whatever its shape, and masses, size distributions,
// densities and all that counts by them need not know of shapes. Lengths of the grain are those
// here times its radius.
namespace scree {

struct GrainPart {
    Shape shape;
    Pose in_body; ///< from the part's frame to the body's
};

/// The body's frame has the centroid in its origin and the principal axes of inertia as its own.
struct GrainShape {
    std::string name;
    std::vector<GrainPart> parts;
    Vec3 moments = Vec3::Zero(); ///< of inertia, over mass and radius squared
    /// Takes the body's frame to the one in which the shape was described.
    Eigen::Matrix3d frame = Eigen::Matrix3d::Identity();
    double reach = 1; ///< radius of the ball about the centroid that holds the grain
    double inner = 0; ///< radius of a ball about the centroid that the grain holds
    /// The largest (x × n)·(I/m)⁻¹(x × n) over the surface: a push at x along its normal n moves
    /// the surface there 1 + lever times as much as one through the centroid.
    double lever = 0;
    /// The largest area of a shadow over that of the ball of equal volume: faces may be that much
    /// stiffer (docs/theory/shaped-contacts.md). 1 for parts without faces.
    double breadth = 1;
    std::string place; ///< for messages, like Scene's
};

/// Made from any shape in any size. `name` is what messages call it.
GrainShape grain_shape(std::string name, const Shape& shape);
/// A rigid union of balls, with the mass properties of the union.
GrainShape grain_shape(std::string name, const Clump& clump);

/// How deep two grains overlap (the deepest of their parts); negative: how far apart they are.
struct PosedGrain {
    const GrainShape* shape; ///< null: a ball
    double radius;
    Vec3 center;
    Eigen::Quaterniond attitude;
};
double overlap_of(const PosedGrain& a, const PosedGrain& b);

/// How deep a grain is in a wall of triangles, seen from its centre; 0: it is clear of it.
double overlap_of(const PosedGrain& grain, const MeshWall& wall);

/// The farthest point of a shape along a direction (not zero), in the body's frame.
Vec3 farthest(const GrainShape& shape, const Vec3& direction);

} // namespace scree
