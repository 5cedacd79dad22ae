// SPDX-License-Identifier: BSD-3-Clause
#include <scree/scene/region.hpp>

#include <scree/base/ball.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

// A frustum by its axis: radius(t) = radius_base + slope·t at height t over the base. A ball inside
// keeps the distance r from the lateral surface: its centre is r·sqrt(1 + slope²) off the radius.
struct Frame {
    explicit Frame(const FrustumRegion& f)
        : height((f.top - f.base).norm()), axis((f.top - f.base) / height),
          slope((f.radius_top - f.radius_base) / height), secant(std::sqrt(1 + slope * slope)) {}

    double height;
    Vec3 axis;
    double slope, secant;
};

bool holds(const BoxRegion& b, const Vec3& center, double radius, double slack) {
    const double inset = radius - slack;
    return ((center - b.low).array() >= inset).all() && ((b.high - center).array() >= inset).all();
}

bool holds(const FrustumRegion& f, const Vec3& center, double radius, double slack) {
    const Frame frame(f);
    const Vec3 from_base = center - f.base;
    const double t = from_base.dot(frame.axis);
    if (t < radius - slack || t > frame.height - radius + slack) return false;
    const double off_axis = (from_base - t * frame.axis).norm();
    return off_axis <= f.radius_base + frame.slope * t - (radius - slack) * frame.secant;
}

bool holds(const SphereRegion& s, const Vec3& center, double radius, double slack) {
    return (center - s.center).norm() <= s.radius - radius + slack;
}

Bounds bounds_of(const BoxRegion& b) { return {b.low, b.high}; }

Bounds bounds_of(const FrustumRegion& f) {
    // A disc with unit normal a reaches radius·sqrt(1 - a_k²) along the k-th axis.
    const Frame frame(f);
    const Vec3 reach = (1 - frame.axis.array().square()).max(0).sqrt();
    const Vec3 at_base = f.radius_base * reach;
    const Vec3 at_top = f.radius_top * reach;
    return {(f.base - at_base).cwiseMin(f.top - at_top),
            (f.base + at_base).cwiseMax(f.top + at_top)};
}

Bounds bounds_of(const SphereRegion& s) {
    return {s.center - Vec3::Constant(s.radius), s.center + Vec3::Constant(s.radius)};
}

double volume_of(const BoxRegion& b) { return (b.high - b.low).prod(); }

double volume_of(const FrustumRegion& f) {
    const double a = f.radius_base, b = f.radius_top;
    return std::numbers::pi / 3 * (f.top - f.base).norm() * (a * a + a * b + b * b);
}

double volume_of(const SphereRegion& s) { return ball_volume(s.radius); }

double largest_in(const BoxRegion& b) { return (b.high - b.low).minCoeff() / 2; }

double largest_in(const SphereRegion& s) { return s.radius; }

// Its centre is on the axis, where the least of three distances is greatest: from both ends, and
// from the side, which is linear in the height. Of linear functions that is where two of them meet,
// or at an end of the axis, where it is 0.
double largest_in(const FrustumRegion& f) {
    const Frame frame(f);
    const double from_side = f.radius_base / frame.secant, growth = frame.slope / frame.secant;
    const auto least = [&](double t) {
        return t < 0 || t > frame.height ? 0.0
                                         : std::min({t, frame.height - t, from_side + growth * t});
    };
    return std::max({least(frame.height / 2), least(from_side / (1 - growth)),
                     least((frame.height - from_side) / (1 + growth))});
}

Vec3 point_in(const Vec3& low, const Vec3& high, Random& random) {
    Vec3 p;
    for (int k = 0; k < 3; ++k) p[k] = random.uniform(low[k], high[k]);
    return p;
}

Vec3 draw(const BoxRegion& b, double radius, Random& random) {
    return point_in(b.low + Vec3::Constant(radius), b.high - Vec3::Constant(radius), random);
}

Vec3 draw(const FrustumRegion& f, double radius, Random& random) {
    const Frame frame(f);
    const double at_base = f.radius_base + frame.slope * radius;
    const double at_top = f.radius_top - frame.slope * radius;
    const double widest = std::max(at_base, at_top) - radius * frame.secant;
    const Vec3 own = point_in(Vec3(-widest, -widest, radius),
                              Vec3(widest, widest, frame.height - radius), random);
    int thinnest = 0;
    frame.axis.cwiseAbs().minCoeff(&thinnest);
    const Vec3 u = frame.axis.cross(Vec3::Unit(thinnest)).normalized();
    const Vec3 v = frame.axis.cross(u);
    return f.base + own.x() * u + own.y() * v + own.z() * frame.axis;
}

Vec3 draw(const SphereRegion& s, double radius, Random& random) {
    const Vec3 half = Vec3::Constant(s.radius - radius);
    return point_in(s.center - half, s.center + half, random);
}

} // namespace

bool holds_ball(const Region& region, const Vec3& center, double radius, double slack) {
    return std::visit([&](const auto& r) { return holds(r, center, radius, slack); }, region);
}

Bounds bounds(const Region& region) {
    return std::visit([](const auto& r) { return bounds_of(r); }, region);
}

double volume(const Region& region) {
    return std::visit([](const auto& r) { return volume_of(r); }, region);
}

double largest_ball(const Region& region) {
    return std::visit([](const auto& r) { return largest_in(r); }, region);
}

Vec3 random_center(const Region& region, double radius, Random& random) {
    return std::visit([&](const auto& r) { return draw(r, radius, random); }, region);
}

} // namespace scree
