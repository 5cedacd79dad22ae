// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/contact_patch.hpp>

// The body in which two convex polyhedra overlap.
namespace scree::detail {

/// Which body is cut by the planes of the other.
struct CutPair {
    const PolyhedronData& solid;  ///< is cut
    const PolyhedronData& planes; ///< cuts
    Eigen::Matrix3d rotation;     ///< from the solid's axes to those of the planes
    Vec3 position;                ///< of the solid's origin, in the planes' frame
    FaceOf solid_is, planes_are;
};

/// Leaves A ∩ B in the clipper's body, in a frame with the axes of the planes' owner and the origin
/// of the solid; nothing there: they share no point. `along` (in A's frame, from A to B) may be
/// null.
CutPair overlap_body(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a,
                     const Vec3* along, PatchWorkspace& workspace);

/// The whole of a polyhedron, turned.
void load(ClipBody& body, const PolyhedronData& data, const Eigen::Matrix3d& rotation, FaceOf mark);

} // namespace scree::detail
