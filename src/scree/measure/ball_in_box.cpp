// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/ball.hpp>
#include <scree/measure/ball_parts.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

/// sqrt(r² - x²) without loss where x is near r.
double leg(double r, double x) { return std::sqrt(std::max(0.0, (r - x) * (r + x))); }

/// One face of a corner in the unit ball, at distance `a` from the centre; b and c are the
/// distances of the other two.
struct CornerFace {
    double arc;  ///< angle of its arc on the sphere
    double area; ///< inside the ball
};
CornerFace corner_face(double a, double b, double c) {
    const double r = leg(1, a), beyond_b = leg(r, b), beyond_c = leg(r, c);
    const double arc = std::atan2(beyond_c * beyond_b - b * c, beyond_c * b + beyond_b * c);
    return {arc, 0.5 * (r * r * arc + 2 * b * c - b * beyond_b - c * beyond_c)};
}

/// Angle between two faces' circles where they meet on the unit sphere.
double corner_angle(double a, double b) { return std::atan2(leg(leg(1, a), b), a * b); }

/// Volume of x > a, y > b, z > c in the unit ball, none of them negative. The region is a cone over
/// its boundary: a third of each face's area times its distance from the centre. The area on the
/// sphere is by Gauss and Bonnet: a circle at distance a turns by a per unit of arc.
double corner(double a, double b, double c) {
    if (a * a + b * b + c * c >= 1) return 0;
    const CornerFace x = corner_face(a, b, c), y = corner_face(b, c, a), z = corner_face(c, a, b);
    const double angles = corner_angle(a, b) + corner_angle(b, c) + corner_angle(c, a);
    const double on_sphere = angles - std::numbers::pi - (a * x.arc + b * y.arc + c * z.arc);
    return std::max(0.0, (on_sphere - a * x.area - b * y.area - c * z.area) / 3);
}

double beyond(double a) { return cap_volume(1, 1 - a); }

double beyond(double a, double b) {
    if (a >= 1 || b >= 1) return 0;
    if (a < 0) return beyond(b) - beyond(-a, b); // mirrored
    if (b < 0) return beyond(a) - beyond(a, -b);
    return 2 * corner(a, b, 0);
}

double beyond(double a, double b, double c) {
    if (a >= 1 || b >= 1 || c >= 1) return 0;
    if (a < 0) return beyond(b, c) - beyond(-a, b, c);
    if (b < 0) return beyond(a, c) - beyond(a, -b, c);
    if (c < 0) return beyond(a, b) - beyond(a, b, -c);
    return corner(a, b, c);
}

} // namespace

double cap_volume(double radius, double height) {
    const double t = std::clamp(height, 0.0, 2 * radius);
    return std::numbers::pi / 3 * t * t * (3 * radius - t);
}

double ball_in_box(const Vec3& center, double radius, const BoxRegion& box) {
    const Vec3 low = (box.low - center) / radius, high = (box.high - center) / radius;
    if ((low.array() >= 1).any() || (high.array() <= -1).any()) return 0;
    if ((low.array() <= -1).all() && (high.array() >= 1).all()) return ball_volume(radius);
    const std::array<const Vec3*, 2> ends = {&low, &high};
    double sum = 0;
    for (unsigned k = 0; k < 8; ++k) {
        const unsigned x = k & 1U, y = k >> 1U & 1U, z = k >> 2U;
        const double part = beyond(ends[x]->x(), ends[y]->y(), ends[z]->z());
        sum += (x + y + z) % 2 == 0 ? part : -part;
    }
    return std::max(0.0, sum) * (radius * radius * radius);
}

} // namespace scree
