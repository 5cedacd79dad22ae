// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/pose.hpp>
#include <scree/narrow/simplex.hpp>
#include <scree/shapes/corners.hpp>

#include <vector>

// GJK as its source states it [M Alg. 5, corrected], with the sub-algorithm as a parameter: made to
// compare sub-algorithms and to referee the fast version, not to be fast.
namespace scree {

enum class SimplexMethod {
    signed_volumes, ///< tailored to GJK
    johnson,
    johnson_with_backup,
    best_subset,
    voronoi_regions,
};
NearestPoint nearest_point(SimplexMethod method, std::span<const Vec3> simplex);

enum class SupportKind {
    scan,       ///< all corners
    hill_climb, ///< from the last one along the edges; scans where no edges are stored
};

struct PlainGjk {
    SimplexMethod method = SimplexMethod::signed_volumes;
    double relative_tolerance = 1e-14; ///< of the distance
    SupportKind support = SupportKind::scan;
};

enum class PlainStatus {
    apart,      ///< the distance is right to the tolerance
    touching,   ///< or overlapping: the distance is zero, or its rounding
    no_descent, ///< the next point was no nearer, before the tolerance was met
    no_subset,  ///< the sub-algorithm found nothing
    iteration_limit,
};

/// What the sub-algorithm was asked; the newest vertex stands first.
struct PlainSimplex {
    std::array<Vec3, 4> vertex;
    std::size_t count = 0;

    std::span<const Vec3> view() const { return {vertex.data(), count}; }
};

struct PlainDistance {
    double distance = 0;
    double lower_bound = 0; ///< from the last support point: no smaller distance is possible
    int iterations = 0;
    PlainStatus status = PlainStatus::iteration_limit;
};

/// The distance of two convex hulls, in the frame of A. Appends each question put to the
/// sub-algorithm to `questions`, if given.
PlainDistance gjk_plain(const Corners& a, const Corners& b, const Pose& b_in_a,
                        const PlainGjk& options, std::vector<PlainSimplex>* questions = nullptr);

} // namespace scree
