// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/pose.hpp>
#include <scree/narrow/certificate.hpp>
#include <scree/narrow/gap_memory.hpp>
#include <scree/shapes/shape.hpp>

#include <array>
#include <string_view>

// How far apart two convex shapes are, or how deep they overlap: any shape against any shape.
namespace scree {

enum class Status {
    converged,       ///< the bounds are as close as promised
    iteration_limit, ///< curved shapes only: the bounds are still apart, see lower and upper
};

/// How an answer was found, cheapest first. For polyhedral cores the next one is tried when the
/// last could not prove its answer.
enum class Path { closed_form, fast, plain, extended, exact, curved };

std::string_view path_name(Path path);

struct Gap {
    double gap = 0;              ///< m; positive apart, negative overlapping
    Vec3 normal = Vec3::UnitX(); ///< unit, from A to B
    Vec3 on_a = Vec3::Zero();    ///< on the surface of A …
    Vec3 on_b = Vec3::Zero();    ///< … and of B: on_b = on_a + gap · normal
    double lower = 0, upper = 0; ///< the gap lies between, rounding included
    Status status = Status::converged;
    Path path = Path::closed_form;
    int iterations = 0; ///< of GJK
    int expansions = 0; ///< of the polytope, when the cores overlap

    /// For polyhedral cores: the corners (of A and of B) whose weighted sums are the witness
    /// points, less the rounding.
    std::array<CornerPair, 4> corners{};
    std::array<double, 4> weights{};
    int corner_count = 0;
};

/// The gap of polyhedral cores and of closed forms is right to this times the sizes plus the
/// distance of the origins (docs/theory/gap.md), B's pose being given relative to A.
inline constexpr double gap_error = 4e-15;

/// The signed gap of two posed shapes, in the frame of the poses. Swapping A and B mirrors the
/// result bit for bit (unless both are the very same in the very same pose). For polyhedral cores
/// (sphere, capsule, box, polyhedron, rounded or not) it is right to gap_error, always; for curved
/// ones see `lower` and `upper`. `memory` makes the next query of the same two bodies cheaper; it
/// may be null.
Gap gap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
        GapMemory* memory = nullptr);

/// The same with a proof, which `check` verifies from the corners of the two cores: see
/// certificate.hpp. It speaks of the cores, so the roundings of both are to be taken off its
/// bounds.
struct CertifiedGap {
    Gap answer;
    Certificate proof;                                       ///< its direction in the frame of A
    bool has_proof() const { return !proof.points.empty(); } ///< curved cores have none
};
CertifiedGap certified_gap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

/// Checks the proof of a certified gap, from nothing but shapes and poses; takes the roundings off.
/// Infinite bounds when there is none.
ProvenGap check(const CertifiedGap& claim, const Shape& a, const Pose& pose_a, const Shape& b,
                const Pose& pose_b);

} // namespace scree
