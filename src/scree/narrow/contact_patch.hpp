// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/pose.hpp>
#include <scree/narrow/certificate.hpp>
#include <scree/narrow/convex_clip.hpp>
#include <scree/narrow/overlap_memory.hpp>
#include <scree/narrow/spread.hpp>
#include <scree/shapes/polyhedron.hpp>
#include <scree/shapes/wall.hpp>

#include <span>
#include <vector>

// Where two overlapping convex polyhedra press on each other: the overlap body A ∩ B, and the
// polygon in which a plane through its centroid cuts it (docs/theory/contact-patch.md).
namespace scree {

/// Everything in the frame of A. Bodies that share no point give zeros and no polygon.
struct ContactPatch {
    bool touching = false;
    std::vector<Vec3> polygon; ///< counter-clockwise around `normal`; neighbours differ
    double area = 0;
    Vec3 centroid = Vec3::Zero(); ///< of the polygon
    Vec3 normal = Vec3::Zero();   ///< unit, from A to B
    double volume = 0;            ///< of the overlap body
    Vec3 volume_centroid = Vec3::Zero();

    /// ∫ n dS and ∫ (x - volume_centroid) × n dS over the part of A's surface inside B. Moving B by
    /// d and turning it by ω about volume_centroid changes the volume by -(area_vector · d +
    /// area_moment · ω): they are the force and torque on B of a contact that stores energy
    /// proportional to the volume.
    Vec3 area_vector = Vec3::Zero();
    Vec3 area_moment = Vec3::Zero();
};

/// What a contact force needs of an overlap, in the frame of A: no polygon, but how the section by
/// the plane through the centroid is spread.
struct PressedOverlap {
    BodyIntegrals body;         ///< no volume: the bodies share no point
    Vec3 normal = Vec3::Zero(); ///< unit: the given one, or the area vector's direction
    Spread spread;
    bool is_simple = false;     ///< a corner in a face, or an edge across an edge
    bool is_remembered = false; ///< put together as it was
};

/// Memory of the functions below: a call with a used one allocates nothing. One per thread.
struct PatchWorkspace {
    struct Candidate {
        double offset; ///< of a face's plane
        std::uint32_t face;
    };
    /// The corners of a body beyond a level along a direction, and the faces around them.
    struct Cap {
        std::vector<std::uint32_t> corners, faces;
        std::vector<double> height;           ///< of all corners that were looked at
        std::vector<std::uint32_t> seen_face; ///< the last search that came by
        std::vector<std::uint32_t> seen_corner;
        std::uint32_t search = 0;
    };
    Clipper clipper;
    std::vector<Candidate> candidates;
    Cap cap_a, cap_b;
    std::vector<std::uint32_t> local; ///< corner of the cut body → point of the clipper
    ContactPatch patch;
    PressedOverlap overlap;
    std::vector<Segment> sides; ///< of the section, where the body is cut
};

/// The patch of two polyhedra, with the area vector's direction as normal: it turns smoothly where
/// the direction of least penetration jumps from one feature to another. An area vector of zero
/// (one body inside the other, or pierced symmetrically) leaves the direction from A's centroid to
/// B's, and +z where they coincide. The answer lives in the workspace until its next use.
const ContactPatch& contact_patch(const PolyhedronData& a, const PolyhedronData& b,
                                  const Pose& b_in_a, PatchWorkspace& workspace);

/// The same with a given unit normal (in A's frame, from A to B): only polygon, area and centroid
/// depend on it. It is also the direction in which the bodies should overlap little.
const ContactPatch& contact_patch(const PolyhedronData& a, const PolyhedronData& b,
                                  const Pose& b_in_a, const Vec3& normal,
                                  PatchWorkspace& workspace);

/// The direction in which two bodies hardly overlap, in the frame of A, from A to B.
struct PressDirection {
    const Vec3& along; ///< unit
    bool is_normal;    ///< of the patch, too; else that is the area vector's
    /// The corners of the gap's witness points (Gap::corners), where they are known: with them
    /// simple overlaps are found sooner.
    std::span<const CornerPair> facing = {};
    /// May be null: how the overlap was put together when the bodies were nearly where they are.
    OverlapMemory* memory = nullptr;
};
/// What a contact force needs of the patch. Where a normal was given the area vector's moment may
/// be left out. The answer lives in the workspace until its next use.
const PressedOverlap& contact_spread(const PolyhedronData& a, const PolyhedronData& b,
                                     const Pose& b_in_a, const PressDirection& direction,
                                     PatchWorkspace& workspace);

/// A polyhedron and the half-space behind a plane, given in A's frame. The polygon is the section
/// of A by the plane itself; none if A lies behind it altogether (its centroid is then that of the
/// volume). The normal points into the wall.
const ContactPatch& contact_patch(const PolyhedronData& a, const Plane& wall,
                                  PatchWorkspace& workspace);

} // namespace scree
