// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/pose.hpp>
#include <scree/shapes/corners.hpp>

#include <array>
#include <cstdint>
#include <vector>

// A proof of a signed gap, which can be checked without trusting whoever found it.
//
// Let D = { b - a } be the Minkowski difference of the two cores. The signed gap is the maximum
// over unit n of min { n·w : w in D }. Hence
// - any direction proves a bound from below: the lowest point of D along it;
// - when the cores are apart, any point of D proves a bound from above: its distance from the
// origin;
// - when they overlap, a closed surface of triangles with corners in D that goes around the origin,
//   none of them nearer than r, proves gap <= -r: every ray from the origin leaves through some
//   triangle, at a distance of at least r, and up to there it runs inside D. So a ball of radius r
//   fits into D. The surface need not even be convex.
namespace scree {

/// One corner of A and one of B: the point b - a of the difference.
struct CornerPair {
    std::uint32_t a = 0, b = 0;
    bool operator==(const CornerPair&) const = default;
};

struct Certificate {
    Vec3 direction = Vec3::UnitX();                  ///< about unit, from A to B, in the frame of A
    std::vector<CornerPair> points;                  ///< of D
    std::vector<double> weights;                     ///< of the first points: a point of D
    std::vector<std::array<std::uint32_t, 3>> shell; ///< triangles of `points`; empty when apart
};

/// What a certificate proves: the signed gap lies between `lower` and `upper`.
struct ProvenGap {
    double lower, upper;
};

/// Checks a certificate for two polyhedral cores, B being at `b_in_a` in the frame of A, from
/// nothing but the corners; rounding is accounted for, so the bounds hold. Whatever is wrong with
/// it shows as an infinite bound.
ProvenGap check(const Certificate& proof, const Corners& a, const Corners& b, const Pose& b_in_a);

} // namespace scree
