// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

#include <array>
#include <span>

// The point of a simplex (1 to 4 vertices) nearest the origin: the heart of GJK. Several methods
// under one interface, so that one can be held against the other.
namespace scree {

struct NearestPoint {
    Vec3 point = Vec3::Zero();
    std::array<double, 4> weight{}; ///< barycentric, one per vertex; 0 for those that do not matter
    unsigned used = 0;              ///< bit i: vertex i has a positive weight
};

/// Signed Volumes [M Alg. 1–4, corrected], for any simplex, also degenerate.
NearestPoint signed_volumes(std::span<const Vec3> simplex);
/// The same tailored to GJK: vertex 0 is the newest and known to carry the nearest point.
NearestPoint signed_volumes_newest(std::span<const Vec3> simplex);

/// Johnson's recursion alone: may find no subset that satisfies its signs (used == 0).
NearestPoint johnson(std::span<const Vec3> simplex);
/// … and then, or when degenerate, the backup procedure: the best of all subsets.
NearestPoint johnson_with_backup(std::span<const Vec3> simplex);
/// The backup procedure alone.
NearestPoint best_subset(std::span<const Vec3> simplex);
/// |det A| of the system that Johnson's method solves for the whole simplex [M eq. 2.20]: products
/// of up to six lengths, zero for a flat one.
double johnson_determinant(std::span<const Vec3> simplex);
/// Search of the Voronoi regions of vertices, edges and faces.
NearestPoint voronoi_regions(std::span<const Vec3> simplex);

} // namespace scree
