// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/pose.hpp>
#include <scree/narrow/certificate.hpp>
#include <scree/narrow/gap_memory.hpp>
#include <scree/shapes/corners.hpp>

#include <array>
#include <optional>

namespace scree {

/// Which arithmetic gave an answer that could be accepted.
enum class Level { fast, plain, extended, exact };

/// The signed gap of two polyhedral cores, in the frame of A.
struct CoreGap {
    double gap = 0;
    Vec3 normal = Vec3::UnitX();         ///< unit, from A to B
    std::array<CornerPair, 4> corners{}; ///< whose combination are the witness points
    std::array<double, 4> weights{};
    int count = 0; ///< of those
    Level level = Level::fast;
    int iterations = 0; ///< of GJK
    int expansions = 0;
};

/// The answer in one given arithmetic; nothing when rounding left the bounds too far apart, which
/// cannot happen in exact arithmetic. `proof`, when given, is filled.
std::optional<CoreGap> solve_plain(const Corners& a, const Corners& b, const Pose& b_in_a,
                                   Certificate* proof = nullptr);
std::optional<CoreGap> solve_extended(const Corners& a, const Corners& b, const Pose& b_in_a,
                                      Certificate* proof = nullptr);
CoreGap solve_exact(const Corners& a, const Corners& b, const Pose& b_in_a,
                    Certificate* proof = nullptr);

/// The cheapest way that can prove its answer. `memory` may be null; so may `proof`.
CoreGap polyhedral_gap(const Corners& a, const Corners& b, const Pose& b_in_a,
                       GapMemory* memory = nullptr, Certificate* proof = nullptr);

} // namespace scree
