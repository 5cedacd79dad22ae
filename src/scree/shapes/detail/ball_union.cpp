// SPDX-License-Identifier: BSD-3-Clause
//
// The union of balls, slice by slice. A slice at the height z is a union of discs, bounded by arcs;
// its area and moments are integrals along these arcs (Green's theorem), in closed form. Over z
// they are integrated by Gauss rules between the heights where the set of arcs changes: tops and
// bottoms of the balls, of the circles in which two of them meet, and the points in which three
// meet. In between, the integrand is analytic; at the ends it goes like a square root, which z =
// cos t takes away, so the rules converge fast. Two rules are compared, and an interval is halved
// where they differ.
//
// The alternative, ball ∩ Laguerre cell [Edelsbrunner1995], has closed forms throughout, but needs
// a triangulation with all its degenerate cases, and cancels badly where a cell's planes lie far
// from its ball's centre. Clumps are built once, so time decides nothing.
#include <scree/shapes/detail/ball_union.hpp>
#include <scree/shapes/detail/quadrature.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace scree::detail {
namespace {

constexpr double pi = std::numbers::pi;

/// Of a plane region: ∫ of 1, x, y, x², y², xy.
using FlatMoments = std::array<double, 6>;

struct Disc {
    double x, y, radius;
};

struct Arc {
    double begin, end; ///< angles
};

/// ∫ over an arc's angle of cos^a sin^b, as needed.
struct TrigSums {
    double c10, c01, c11, c20, c02, c21, c30, c03, c31, c40, c04, c00;

    explicit TrigSums(const Arc& arc) {
        const double t = arc.end - arc.begin;
        const double s1 = std::sin(arc.end), s0 = std::sin(arc.begin);
        const double k1 = std::cos(arc.end), k0 = std::cos(arc.begin);
        const auto cube = [](double v) { return v * v * v; };
        const double double_angle = 2 * (s1 * k1 - s0 * k0); // of sin 2t
        const double four_angle =
            4 * (s1 * k1 * (k1 * k1 - s1 * s1) - s0 * k0 * (k0 * k0 - s0 * s0)); // of sin 4t
        c00 = t;
        c10 = s1 - s0;
        c01 = k0 - k1;
        c11 = 0.5 * (s1 * s1 - s0 * s0);
        c20 = 0.5 * t + 0.25 * double_angle;
        c02 = 0.5 * t - 0.25 * double_angle;
        c21 = (cube(k0) - cube(k1)) / 3;
        c30 = c10 - (cube(s1) - cube(s0)) / 3;
        c03 = c01 - (cube(k0) - cube(k1)) / 3;
        c31 = 0.25 * (k0 * cube(k0) - k1 * cube(k1));
        c40 = 0.375 * t + 0.25 * double_angle + four_angle / 32;
        c04 = 0.375 * t - 0.25 * double_angle + four_angle / 32;
    }
};

/// What an arc, run counter-clockwise, adds: ∮ (x dy - y dx)/2, x²/2 dy, -y²/2 dx, x³/3 dy,
/// -y³/3 dx, x² y/2 dy.
void add_arc(const Disc& disc, const Arc& arc, FlatMoments& sum) {
    const TrigSums c(arc);
    const double p = disc.x, q = disc.y, r = disc.radius;
    const double x2 = p * p * c.c10 + 2 * p * r * c.c20 + r * r * c.c30; // ∫ x² cos
    const double y2 = q * q * c.c01 + 2 * q * r * c.c02 + r * r * c.c03; // ∫ y² sin
    sum[0] += 0.5 * r * (p * c.c10 + q * c.c01 + r * c.c00);
    sum[1] += 0.5 * r * x2;
    sum[2] += 0.5 * r * y2;
    sum[3] +=
        r / 3 *
        (p * p * p * c.c10 + 3 * p * p * r * c.c20 + 3 * p * r * r * c.c30 + r * r * r * c.c40);
    sum[4] +=
        r / 3 *
        (q * q * q * c.c01 + 3 * q * q * r * c.c02 + 3 * q * r * r * c.c03 + r * r * r * c.c04);
    sum[5] += 0.5 * r * (q * x2 + r * (p * p * c.c11 + 2 * p * r * c.c21 + r * r * c.c31));
}

/// Collects what other discs cover of a circle.
class Covered {
public:
    /// Returns false when all of the circle is covered.
    bool add(const Disc& own, const Disc& other, bool goes_first) {
        const double dx = other.x - own.x, dy = other.y - own.y;
        const double d = std::hypot(dx, dy);
        if (d >= own.radius + other.radius) return true;
        // Of two equal circles the first is the boundary.
        if (d == 0 && own.radius == other.radius) return !goes_first;
        if (other.radius >= d + own.radius) return false;
        if (own.radius >= d + other.radius) return true;
        const double cosine =
            (own.radius * own.radius + d * d - other.radius * other.radius) / (2 * d * own.radius);
        const double half = std::acos(std::clamp(cosine, -1.0, 1.0));
        const double middle = std::atan2(dy, dx); // in [-π, π]
        add_interval(middle - half, middle + half);
        return true;
    }

    /// The arcs that are left, between -π and π.
    template <class Take>
    void for_each_gap(Take take) {
        std::ranges::sort(arcs_, {}, &Arc::begin);
        double at = -pi;
        for (const Arc& arc : arcs_) {
            if (arc.begin > at) take(Arc{at, arc.begin});
            at = std::max(at, arc.end);
        }
        if (at < pi) take(Arc{at, pi});
    }
    void clear() { arcs_.clear(); }

private:
    void add_interval(double begin, double end) {
        if (begin < -pi) {
            arcs_.push_back({begin + 2 * pi, pi});
            begin = -pi;
        }
        if (end > pi) {
            arcs_.push_back({-pi, end - 2 * pi});
            end = pi;
        }
        arcs_.push_back({begin, end});
    }

    std::vector<Arc> arcs_;
};

/// Scratch memory for slices.
struct Slicer {
    std::span<const ClumpBall> balls;
    std::vector<Disc> discs = {};
    Covered covered = {};

    FlatMoments operator()(double z) {
        discs.clear();
        for (const ClumpBall& ball : balls) {
            const double h = z - ball.center.z();
            const double square = (ball.radius - h) * (ball.radius + h);
            if (square > 0) discs.push_back({ball.center.x(), ball.center.y(), std::sqrt(square)});
        }
        FlatMoments sum{};
        for (std::size_t i = 0; i < discs.size(); ++i) {
            covered.clear();
            bool is_seen = true;
            for (std::size_t j = 0; j < discs.size() && is_seen; ++j)
                if (j != i) is_seen = covered.add(discs[i], discs[j], j < i);
            if (is_seen) covered.for_each_gap([&](const Arc& arc) { add_arc(discs[i], arc, sum); });
        }
        return sum;
    }
};

bool is_inside_another(std::span<const ClumpBall> balls, const Vec3& point) {
    return std::ranges::any_of(balls, [&](const ClumpBall& ball) {
        return (point - ball.center).norm() < ball.radius * (1 - 1e-9);
    });
}

/// The circle in which two spheres meet.
struct Circle {
    Vec3 center, normal;
    double radius = -1; ///< negative: they do not meet

    Circle(const ClumpBall& a, const ClumpBall& b) {
        const Vec3 apart = b.center - a.center;
        const double d = apart.norm();
        if (!(d > 0)) return;
        normal = apart / d;
        const double along = (d * d + (a.radius - b.radius) * (a.radius + b.radius)) / (2 * d);
        center = a.center + along * normal;
        const double square = (a.radius - along) * (a.radius + along);
        if (square > 0) radius = std::sqrt(square);
    }
};

/// Where a circle goes through a sphere: two points, or none.
std::vector<Vec3> crossings(const Circle& circle, const ClumpBall& ball) {
    const Vec3 u = across(circle.normal);
    const Vec3 v = circle.normal.cross(u);
    // |m + s (u cos t + v sin t) - c|² = r²: a cos t + b sin t = k.
    const Vec3 off = circle.center - ball.center;
    const double a = 2 * circle.radius * off.dot(u), b = 2 * circle.radius * off.dot(v);
    const double k = ball.radius * ball.radius - off.squaredNorm() - circle.radius * circle.radius;
    const double size = std::hypot(a, b);
    if (!(std::abs(k) < size)) return {};
    const double middle = std::atan2(b, a), half = std::acos(k / size);
    std::vector<Vec3> points;
    for (const double t : {middle - half, middle + half})
        points.emplace_back(circle.center + circle.radius * (std::cos(t) * u + std::sin(t) * v));
    return points;
}

/// The heights at which the arcs of the slices change, sorted; some more do no harm.
std::vector<double> event_heights(std::span<const ClumpBall> balls) {
    std::vector<double> heights;
    const auto add = [&](const Vec3& point) {
        if (!is_inside_another(balls, point)) heights.push_back(point.z());
    };
    double low = balls[0].center.z(), high = low;
    for (const ClumpBall& ball : balls) {
        low = std::min(low, ball.center.z() - ball.radius);
        high = std::max(high, ball.center.z() + ball.radius);
        add(ball.center + ball.radius * Vec3::UnitZ());
        add(ball.center - ball.radius * Vec3::UnitZ());
    }
    for (std::size_t i = 0; i < balls.size(); ++i)
        for (std::size_t j = i + 1; j < balls.size(); ++j) {
            const Circle circle(balls[i], balls[j]);
            if (circle.radius < 0) continue;
            const Vec3 uphill = Vec3::UnitZ() - circle.normal.z() * circle.normal;
            if (uphill.norm() > 0) {
                add(circle.center + circle.radius * uphill.normalized());
                add(circle.center - circle.radius * uphill.normalized());
            }
            for (std::size_t k = j + 1; k < balls.size(); ++k)
                for (const Vec3& point : crossings(circle, balls[k])) add(point);
        }
    heights.push_back(low);
    heights.push_back(high);
    std::ranges::sort(heights);
    return heights;
}

using Sums = std::array<double, 10>; ///< 1, x, y, z, xx, yy, zz, xy, yz, zx

class Integrator {
public:
    explicit Integrator(std::span<const ClumpBall> balls) : slicer_{balls} {}

    /// `tolerance`: of each of the sums.
    void add(double low, double high, double tolerance, int depth = 0) {
        const Sums coarse = rule(coarse_, low, high), fine = rule(fine_, low, high);
        double error = 0;
        for (std::size_t k = 0; k < fine.size(); ++k)
            error = std::max(error, std::abs(fine[k] - coarse[k]));
        if (error > tolerance && depth < deepest) {
            const double middle = 0.5 * (low + high);
            add(low, middle, tolerance, depth + 1);
            add(middle, high, tolerance, depth + 1);
            return;
        }
        for (std::size_t k = 0; k < fine.size(); ++k) total[k] += fine[k];
        error_sum += error;
    }

    Sums total{};
    double error_sum = 0;

private:
    static constexpr int deepest = 30;

    Sums rule(const std::vector<Node>& nodes, double low, double high) {
        Sums sum{};
        for (const Node& node : nodes) {
            // z = low + (high - low) (1 - cos πx)/2, from whichever end is nearer.
            const double half = std::sin(0.5 * pi * node.x);
            const double z = low + (high - low) * half * half;
            const double weight = node.weight * (high - low) * 0.5 * pi * std::sin(pi * node.x);
            const auto [a, x, y, xx, yy, xy] = slicer_(z);
            const Sums here = {a, x, y, z * a, xx, yy, z * z * a, xy, z * y, z * x};
            for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += weight * here[k];
        }
        return sum;
    }

    Slicer slicer_;
    std::vector<Node> coarse_ = gauss_legendre(10), fine_ = gauss_legendre(16);
};

} // namespace

UnionMoments ball_union_moments(std::span<const ClumpBall> balls) {
    constexpr double interval_tolerance = 1e-14; // of a body of size about 1
    Integrator integrator(balls);
    const std::vector<double> heights = event_heights(balls);
    for (std::size_t k = 1; k < heights.size(); ++k)
        if (heights[k] > heights[k - 1])
            integrator.add(heights[k - 1], heights[k], interval_tolerance);
    const auto& [one, x, y, z, xx, yy, zz, xy, yz, zx] = integrator.total;
    UnionMoments result;
    result.moments.volume = one;
    result.moments.first = {x, y, z};
    result.moments.second << xx, xy, zx, xy, yy, yz, zx, yz, zz;
    result.error = integrator.error_sum / std::min(one, result.moments.second.trace());
    return result;
}

} // namespace scree::detail
