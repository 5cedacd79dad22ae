// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/contact_patch.hpp>
#include <scree/narrow/gap.hpp>
#include <scree/narrow/gap_memory.hpp>
#include <scree/scene/grain_shape.hpp>
#include <scree/shapes/corners.hpp>
#include <scree/shapes/wall.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

// Where two convex parts press on each other: depth and normal from the certified gap, the place
// and the extent from the overlap body (docs/theory/shaped-contacts.md).
namespace scree {

/// A part in its true size, ready for queries.
struct PartSolid {
    Shape shape;
    Pose in_body;
    double bound = 0;    ///< radius of a ball about in_body.position that holds it
    double rounding = 0; ///< of the shape
    /// A polyhedron inside that stands for the shape where the overlap body is asked for. None: the
    /// shape is smooth, and touches in a point.
    std::shared_ptr<const PolyhedronData> proxy;
    Corners corners;            ///< of the proxy
    bool is_polyhedron = false; ///< the proxy, but for the rounding
    bool has_corners = false;   ///< its queries can begin from a TouchStart
    bool is_ball = false;
    bool is_whole = false; ///< stands in the body's own frame
};

PartSolid part_solid(const Shape& shape, const Pose& in_body);

/// One place where A and B touch.
struct Touching {
    double depth = 0;            ///< m, > 0: how far to move B along the normal until they part
    Vec3 normal = Vec3::UnitX(); ///< unit, from A to B
    Vec3 point = Vec3::Zero();   ///< where the force acts
    Spread spread = {};          ///< the area over which it is spread
    // Of the overlap body, where both have faces; else zero: they touch in a point.
    double volume = 0;               ///< m³
    double opening = 0;              ///< m², what moving B against the normal adds to it, per m
    double depth_squares = 0;        ///< m⁴, of all columns along the normal: ∫ t² dA
    Vec3 area_moment = Vec3::Zero(); ///< m³, see ContactPatch
};

/// Memory of the queries below, one per thread.
struct TouchWorkspace {
    PatchWorkspace patch;
};

/// Where the queries of two parts begin.
struct TouchStart {
    GapMemory gap;
    OverlapMemory overlap;

    bool is_empty() const { return gap.point_count == 0 && overlap.piece_count == 0; }
    void forget() { gap.point_count = overlap.piece_count = 0; }
};

/// What a query starts from and works in.
struct TouchAid {
    TouchStart* start; ///< may be null
    TouchWorkspace& work;
    /// Faces press along the direction in which the overlap volume falls, not along that of the
    /// least depth.
    bool by_volume = false;
    /// If given: set to a distance that parts which do not touch keep at least; left alone where
    /// none is known.
    double* clearance = nullptr;
};

/// Nothing if the parts are apart. Poses are those of the parts.
std::optional<Touching> touch_of_parts(const PartSolid& a, const Pose& pose_a, const PartSolid& b,
                                       const Pose& pose_b, const TouchAid& aid);

/// The solid behind a thin wall: its skin, and the same with depth.
struct Slab {
    const PartSolid &thin, &thick;
};
/// A part and a slab in its frame `pose_b`.
std::optional<Touching> touch_of_slab(const PartSolid& a, const Pose& pose_a, const Slab& slab,
                                      const Pose& pose_b, const TouchAid& aid);

/// A part and the solid half-space behind a plane; `clearance` as in TouchAid.
std::optional<Touching> touch_of_plane(const PartSolid& part, const Pose& pose, const Plane& plane,
                                       TouchWorkspace& work, double* clearance = nullptr);

/// How far a posed part with a proxy reaches beyond it along a unit direction.
double beyond_proxy(const PartSolid& part, const Pose& pose, const Vec3& direction);

/// The farthest point of a posed part along a unit direction.
Vec3 farthest_of(const PartSolid& part, const Pose& pose, const Vec3& direction);

} // namespace scree
