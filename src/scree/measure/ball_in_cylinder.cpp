// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/ball.hpp>
#include <scree/measure/ball_parts.hpp>
#include <scree/measure/elliptic.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

// Sphere and cylinder. By Stokes the volume [F eq. 4.6] is an integral once around the cylinder,
//   V = 4π/3 r³ [d < R] - I/3,  I = ∮ (r² - ρ²)^{3/2} (1 + (R² - d²)/ρ²) dθ where ρ < r,
// ρ being the distance of a point of the circle from the ball's vertical axis. I is a sum of
// complete elliptic integrals, as in [LamarcheLeroy1990]; the derivation is in
// docs/theory/measures.md. Both forms below are arranged so that the loss of digits is bounded by
// r³ times a few units of the last place times R/r, also when the cylinder is far wider than the
// ball.
namespace scree {
namespace {

// Below this part of r² the ball sticks out so little that the remainder is known to more digits by
// its leading term: it is of order share^{3/2}, and the neglected part `share` times that.
constexpr double tiny_share = 1e-6;

struct Circle {
    double r, big, d; ///< ball, cylinder, distance of its axis
    double m;         ///< r² - (R - d)², > 0
    double squares;   ///< R² - d²
    double gap2;      ///< (R - d)²
};

/// (R + d)/(R - d) times the integral of the third kind; ±π/2 in the limit R = d, where the mean
/// of both sides, 0, goes with half of the ball.
double third_kind(const Circle& c, double integral) {
    return c.gap2 == 0 ? 0 : (c.big + c.d) / (c.big - c.d) * integral;
}

/// p of the third kind; of no account when the gap is zero.
double parameter(const Circle& c, double numerator) { return c.gap2 == 0 ? 1 : numerator / c.gap2; }

/// R + d <= r: the whole circle lies under the ball.
double around_inside(const Circle& c) {
    const double a = (c.r - c.big - c.d) * (c.r + c.big + c.d);
    const double kc2 = std::max(a / c.m, 1e-32), kc = std::sqrt(kc2);
    const double sum = c.big + c.d;
    const auto [k, e, third] =
        complete_elliptic(kc, {{{1, 1, 1}, {1, 1, kc2}, {parameter(c, sum * sum), 1, 1}}});
    const double cubes = (2 * (1 + kc2) * e - kc2 * k) / 3;
    const double front = 4 * c.m * std::sqrt(c.m);
    if (c.m < tiny_share * c.r * c.r) return front * cubes * (1 + (c.big + c.d) / (c.big - c.d));
    const double ratio = c.r * c.r / c.m;
    return front *
           (cubes - c.squares / c.m * (ratio * k + e) + ratio * ratio * third_kind(c, third));
}

/// R + d > r: the part of the circle under the ball.
double around_crossing(const Circle& c) {
    const double m = std::min(c.m / (4 * c.big * c.d), 1.0);
    const double kc2 = std::max(1 - m, 1e-32), kc = std::sqrt(kc2);
    // ∫ cos²/Δ, ∫ sin²/Δ and the third kind
    const auto [cosines, sines, third] =
        complete_elliptic(kc, {{{1, 1, 0}, {1, 0, 1}, {parameter(c, c.r * c.r), 1, 1}}});
    const double fourth = cosines - (cosines - kc2 * sines) / (3 * m);
    const double front = 4 * c.m * std::sqrt(c.m * m);
    if (c.m < tiny_share * c.r * c.r) return front * fourth * (1 + (c.big + c.d) / (c.big - c.d));
    const double w = c.gap2 / c.m, ratio = 1 + w;
    const double k = cosines + sines;
    return front * (fourth + c.squares / c.m * (sines - (2 + w) * k) +
                    ratio * ratio * third_kind(c, third));
}

constexpr std::size_t node_count = 12;
// Of r³: the halves of an interval may differ this much from the whole. Their own error is smaller
// by many orders, because every halving squares the rate of convergence.
constexpr double slice_tolerance = 1e-12;
constexpr int most_halvings = 40;

struct Nodes {
    std::array<double, node_count> x, weight; ///< on -1 … 1
};

/// Gauss–Legendre, from Legendre's recurrence by Newton's method.
Nodes gauss_legendre() {
    Nodes out{};
    constexpr auto n = static_cast<double>(node_count);
    for (std::size_t i = 0; i < node_count; ++i) {
        double x = std::cos(std::numbers::pi * (static_cast<double>(i) + 0.75) / (n + 0.5));
        double slope = 0;
        for (int round = 0; round < 8; ++round) {
            double before = 1, now = x;
            for (double k = 2; k <= n; ++k) {
                const double next = ((2 * k - 1) * x * now - (k - 1) * before) / k;
                before = now;
                now = next;
            }
            slope = n * (x * now - before) / (x * x - 1);
            x -= now / slope;
        }
        out.x[i] = x;
        out.weight[i] = 2 / ((1 - x * x) * slope * slope);
    }
    return out;
}

/// A ball seen from a frustum: height of its centre over the base, distance from the axis.
struct Seen {
    double radius, height, distance;
};

/// Radius of a frustum: `here` at the ball's centre, here + slope t at the height t above it.
struct Cone {
    double here, slope;
};

/// Heights (from the ball's centre) where the slices change their kind: where the slice of the ball
/// touches that of the frustum, taken as endless, from inside or outside, and the ball's ends. At
/// most six, ascending.
std::vector<double> changes_of(const Seen& ball, const Cone& cone) {
    const double r = ball.radius, slope = cone.slope;
    std::vector<double> out = {-r, r};
    // r² - t² = (here + slope t ± distance)²
    for (const double e : {cone.here + ball.distance, cone.here - ball.distance}) {
        const double a = 1 + slope * slope, root2 = a * r * r - e * e;
        if (root2 <= 0) continue;
        for (const double sign : {-1.0, 1.0}) {
            const double t = (-slope * e + sign * std::sqrt(root2)) / a;
            if (t > -r && t < r) out.push_back(t);
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

/// The slices between two changes. There a slice's area goes like the 3/2 power of the height; with
/// t = middle - half cos φ it is a smooth function of φ. The ends of the frustum only cut φ short.
struct SlicePiece {
    const Seen& ball;
    const Cone& cone;
    double middle, half;

    double at(double angle) const {
        const double t = middle - half * std::cos(angle);
        const double slice = std::sqrt(std::max(0.0, (ball.radius - t) * (ball.radius + t)));
        return half * std::sin(angle) *
               lens_area(slice, std::max(0.0, cone.here + cone.slope * t), ball.distance);
    }
    double gauss(double first, double last) const {
        static const Nodes nodes = gauss_legendre();
        double sum = 0;
        for (std::size_t i = 0; i < node_count; ++i)
            sum += nodes.weight[i] * at(0.5 * ((first + last) + (last - first) * nodes.x[i]));
        return 0.5 * (last - first) * sum;
    }
    /// Halved until it no longer matters: two changes may be near each other, also as a pair of
    /// complex heights, where circles almost touch.
    double adaptive(double first, double last, double whole, int depth) const {
        const double middle_angle = 0.5 * (first + last);
        const double left = gauss(first, middle_angle), right = gauss(middle_angle, last);
        const double cube = ball.radius * ball.radius * ball.radius;
        if (depth == 0 || std::abs(left + right - whole) <= slice_tolerance * cube)
            return left + right;
        return adaptive(first, middle_angle, left, depth - 1) +
               adaptive(middle_angle, last, right, depth - 1);
    }
};

/// The part of the ball between two heights from its centre that is in the frustum, taken as
/// endless.
double by_slices(const Seen& ball, const Cone& cone, double bottom, double top) {
    const std::vector<double> changes = changes_of(ball, cone);
    double sum = 0;
    for (std::size_t k = 0; k + 1 < changes.size(); ++k) {
        const double middle = 0.5 * (changes[k] + changes[k + 1]);
        const double half = 0.5 * (changes[k + 1] - changes[k]);
        if (half <= 0 || changes[k + 1] <= bottom || changes[k] >= top) continue;
        const double first = std::acos(std::clamp((middle - bottom) / half, -1.0, 1.0));
        const double last = std::acos(std::clamp((middle - top) / half, -1.0, 1.0));
        const SlicePiece piece{ball, cone, middle, half};
        sum += piece.adaptive(first, last, piece.gauss(first, last), most_halvings);
    }
    return sum;
}

} // namespace

double lens_area(double radius, double other, double distance) {
    if (distance >= radius + other) return 0;
    const double smaller = std::min(radius, other);
    if (distance <= std::abs(radius - other)) return std::numbers::pi * smaller * smaller;
    const double d2 = distance * distance, difference = (radius - other) * (radius + other);
    const double k =
        std::sqrt(std::max(0.0, (radius + other - distance) * (distance + radius - other) *
                                    (distance - radius + other) * (distance + radius + other)));
    return radius * radius * std::atan2(k, d2 + difference) +
           other * other * std::atan2(k, d2 - difference) - 0.5 * k;
}

double ball_in_cylinder(double radius, double cylinder_radius, double distance) {
    const double r = radius, big = cylinder_radius, d = distance;
    if (d >= r + big) return 0;
    if (d + r <= big) return ball_volume(r);
    const double gap = big - d;
    const Circle circle{r, big, d, (r - gap) * (r + gap), gap * (big + d), gap * gap};
    const double around = big + d <= r ? around_inside(circle) : around_crossing(circle);
    const double share = gap > 0 ? 1 : gap < 0 ? 0 : 0.5;
    return std::clamp(share * ball_volume(r) - around / 3, 0.0, ball_volume(r));
}

double ball_in_frustum(const Vec3& center, double radius, const FrustumRegion& f) {
    const Vec3 way = f.top - f.base, from = center - f.base;
    const double length = way.norm();
    const Vec3 axis = way / length;
    const double height = from.dot(axis);
    const Seen ball{radius, height, (from - height * axis).norm()};
    if (height <= -radius || height >= length + radius) return 0;
    const double slope = (f.radius_top - f.radius_base) / length;
    const Cone cone{f.radius_base + slope * height, slope};
    const double bottom = -height, top = length - height; // from the centre
    if (cone.here - ball.distance >= radius * std::sqrt(1 + slope * slope))
        // clear of the lateral surface
        return cap_volume(radius, top + radius) - cap_volume(radius, bottom + radius);
    if (slope != 0 || bottom > 0 || top < 0) return by_slices(ball, cone, bottom, top);
    // Of an endless cylinder less what is cut off, which is the smaller part.
    double out = ball_in_cylinder(radius, f.radius_base, ball.distance);
    if (out > 0 && bottom > -radius) out -= by_slices(ball, cone, -radius, bottom);
    if (out > 0 && top < radius) out -= by_slices(ball, cone, top, radius);
    return std::max(out, 0.0);
}

double ball_in_ball(double radius, double other, double distance) {
    if (distance >= radius + other) return 0;
    if (distance <= std::abs(radius - other)) return ball_volume(std::min(radius, other));
    // The plane of the common circle, from the first centre.
    const double x = 0.5 * (distance + (radius - other) * (radius + other) / distance);
    return cap_volume(radius, radius - x) + cap_volume(other, other - distance + x);
}

double ball_in_region(const Vec3& center, double radius, const Region& region) {
    if (const auto* box = std::get_if<BoxRegion>(&region)) return ball_in_box(center, radius, *box);
    if (const auto* s = std::get_if<SphereRegion>(&region))
        return ball_in_ball(radius, s->radius, (center - s->center).norm());
    return ball_in_frustum(center, radius, std::get<FrustumRegion>(region));
}

} // namespace scree
