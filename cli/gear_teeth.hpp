// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/gjk_plain.hpp>
#include <scree/shapes/polyhedron.hpp>

#include <vector>

// Two gear teeth that approach until they touch: the benchmark of [M §4.8.3] with teeth of our own,
// since the meshes of the source are not published.
namespace scree {

/// Involute flanks, module 1, 20 teeth, pressure angle 20 degrees, 2 wide; the hull of the points.
struct GearTooth {
    int flank_points = 12;
    int slices = 1;
    double helix = 0; ///< tangent of the helix angle
    double tilt = 0;  ///< rad, by which the mating tooth is misaligned
};
inline constexpr GearTooth gear_teeth[] = {
    {12, 1, 0, 0}, {12, 6, 0.3, 0.1}, {24, 8, 0.2, 0.05}, {40, 12, 0.1, 0.02}, {16, 5, 0.4, 0.2}};

struct GearStep {
    double gap = 0;      ///< to which the teeth were moved; right to the rounding of the positions
    double distance = 0; ///< as measured
    PlainStatus status = PlainStatus::iteration_limit;
    /// The least |det| of the systems solved on the way: of A for the whole simplex [M eq. 2.20],
    /// or of M for the vertices that carry the point [M eq. 3.2].
    double least_det_a = 0, least_det_m = 0;
};

/// Gaps from 0.1 down to 1e-18, each a quarter of the last.
std::vector<GearStep> approach(const GearTooth& tooth, SimplexMethod method);

/// The largest error of the distance over steps below the square root of the machine precision.
double worst_error_near_contact(const std::vector<GearStep>& steps);

} // namespace scree
