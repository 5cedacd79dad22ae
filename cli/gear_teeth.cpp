// SPDX-License-Identifier: BSD-3-Clause
#include "gear_teeth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace scree {
namespace {

Polyhedron make_tooth(const GearTooth& tooth, double helix) {
    constexpr double teeth = 20;
    constexpr double width = 2;
    constexpr double pressure_angle = std::numbers::pi / 9;
    constexpr double pitch_radius = teeth / 2;
    const double base_radius = pitch_radius * std::cos(pressure_angle);
    const double tip_radius = pitch_radius + 1;
    const auto involute = [](double angle) { return std::tan(angle) - angle; };
    const double half_angle = std::numbers::pi / (2 * teeth) + involute(pressure_angle);
    std::vector<Vec3> points;
    for (int k = 0; k <= tooth.slices; ++k) {
        const double z = width * (static_cast<double>(k) / tooth.slices - 0.5);
        const double twist = z * helix / pitch_radius;
        for (int i = 0; i <= tooth.flank_points; ++i) {
            const double r = base_radius + (tip_radius - base_radius) * i / tooth.flank_points;
            const double angle = half_angle - involute(std::acos(std::min(1.0, base_radius / r)));
            for (const double flank : {-angle, angle}) {
                points.emplace_back(r * std::sin(flank + twist),
                                    r * std::cos(flank + twist) - pitch_radius, z);
            }
        }
    }
    return make_polyhedron(points);
}

double det_m(const PlainSimplex& simplex, unsigned used) {
    std::vector<Vec3> edges;
    const Vec3* first = nullptr;
    for (std::size_t i = 0; i < simplex.count; ++i) {
        if ((used >> i & 1U) == 0) continue;
        if (first == nullptr)
            first = &simplex.vertex[i];
        else
            edges.emplace_back(simplex.vertex[i] - *first);
    }
    // Of the projection to the axes or planes it is widest in.
    if (edges.empty()) return 1;
    if (edges.size() == 1) return edges[0].cwiseAbs().maxCoeff();
    if (edges.size() == 2) return edges[0].cross(edges[1]).cwiseAbs().maxCoeff();
    return std::abs(edges[0].dot(edges[1].cross(edges[2])));
}

} // namespace

std::vector<GearStep> approach(const GearTooth& tooth, SimplexMethod method) {
    const Polyhedron a = make_tooth(tooth, tooth.helix);
    const Polyhedron b = make_tooth(tooth, -tooth.helix);
    Pose start;
    start.rotation = (Eigen::AngleAxisd(std::numbers::pi + tooth.tilt, Vec3::UnitZ()) *
                      Eigen::AngleAxisd(0.3 * tooth.tilt, Vec3::UnitX()))
                         .toRotationMatrix();
    start.position = {2.2, 0.3, 0.05};
    std::vector<PlainSimplex> questions;
    gjk_plain(corners(a), corners(b), start, {}, &questions);
    // Along the shortest way to contact the gap is what is left of it.
    const Vec3 way = signed_volumes(questions.back().view()).point;
    const Vec3 contact = start.position + way;
    const Vec3 direction = way.normalized();

    std::vector<GearStep> steps;
    for (double gap = 0.1; gap > 1e-18; gap /= 4) {
        Pose pose = start;
        pose.position = contact - gap * direction;
        questions.clear();
        const PlainDistance found =
            gjk_plain(corners(a), corners(b), pose, {method, 1e-14, SupportKind::scan}, &questions);
        GearStep step{gap, found.distance, found.status, std::numeric_limits<double>::infinity(),
                      std::numeric_limits<double>::infinity()};
        for (const PlainSimplex& q : questions) {
            if (q.count < 2) continue;
            step.least_det_a = std::min(step.least_det_a, std::abs(johnson_determinant(q.view())));
            const unsigned used = nearest_point(method, q.view()).used;
            if (used != 0) step.least_det_m = std::min(step.least_det_m, det_m(q, used));
        }
        steps.push_back(step);
    }
    return steps;
}

double worst_error_near_contact(const std::vector<GearStep>& steps) {
    double worst = 0;
    for (const GearStep& step : steps) {
        if (step.gap > std::sqrt(std::numeric_limits<double>::epsilon())) continue;
        worst = std::max(worst, std::abs(step.distance - step.gap));
    }
    return worst;
}

} // namespace scree
