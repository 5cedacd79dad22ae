// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/spread.hpp>

#include <cmath>
#include <vector>

namespace scree {
namespace {

/// A side of a polygon seen from its centroid: its distance, where it begins and ends along itself,
/// and how far away those ends are.
struct Side {
    double height, begin, end, to_begin, to_end;
};
/// ∫ |r| dA over the triangle that it makes: h³/6 [t sqrt(1+t²) + asinh t] between the ends, h t
/// the way along it; the difference of the two asinh is the logarithm of (s + r)/(s' + r'), where s
/// + r is also h²/(r - s).
double arm_integral(const Side& s) {
    if (s.height == 0) return 0;
    const double h2 = s.height * s.height;
    const auto sum = [&](double along, double away) {
        return along > 0 ? along + away : h2 / (away - along);
    };
    const double logarithm = std::log(sum(s.end, s.to_end) / sum(s.begin, s.to_begin));
    return s.height / 6 * (s.end * s.to_end - s.begin * s.to_begin + h2 * logarithm);
}

} // namespace

Spread spread_of(std::span<const Segment> sides, const Vec3& normal) {
    using Vec2 = Eigen::Vector2d;
    Spread spread;
    if (sides.size() < 3) return spread;
    const Vec3 u = across(normal), v = normal.cross(u);
    const Vec3 origin = sides.front().from;
    const auto in_plane = [&](const Vec3& point) {
        return Vec2(u.dot(point - origin), v.dot(point - origin));
    };
    const auto twice_area = [](const Vec2& p, const Vec2& q) {
        return p.x() * q.y() - p.y() * q.x();
    };
    double twice = 0;
    Vec2 moment = Vec2::Zero();
    for (const Segment& side : sides) {
        const Vec2 p = in_plane(side.from), q = in_plane(side.to);
        const double part = twice_area(p, q);
        twice += part;
        moment += part * (p + q);
    }
    if (!(std::abs(twice) > 0)) return spread;
    const Vec2 centroid = moment / (3 * twice);
    double arms = 0, xx = 0, xy = 0, yy = 0;
    for (const Segment& side : sides) {
        const Vec2 p = in_plane(side.from) - centroid, q = in_plane(side.to) - centroid;
        const Vec2 way = q - p, sum = p + q;
        const double part = twice_area(p, q), edge = way.norm();
        if (!(edge > 0)) continue;
        // Over the triangle of centroid and edge: ∫ r rᵀ dA = A/12 (p pᵀ + q qᵀ + (p+q)(p+q)ᵀ).
        xx += part * (p.x() * p.x() + q.x() * q.x() + sum.x() * sum.x());
        xy += part * (p.x() * p.y() + q.x() * q.y() + sum.x() * sum.y());
        yy += part * (p.y() * p.y() + q.y() * q.y() + sum.y() * sum.y());
        arms += arm_integral(
            {std::abs(part) / edge, way.dot(p) / edge, way.dot(q) / edge, p.norm(), q.norm()});
    }
    spread.x = u;
    spread.y = v;
    spread.xx = xx / (12 * twice);
    spread.xy = xy / (12 * twice);
    spread.yy = yy / (12 * twice);
    spread.area = 0.5 * std::abs(twice);
    spread.mean_arm = arms / spread.area;
    return spread;
}

Spread spread_of(std::span<const Vec3> polygon, const Vec3& normal) {
    std::vector<Segment> sides;
    sides.reserve(polygon.size());
    for (std::size_t k = 0; k < polygon.size(); ++k)
        sides.push_back({polygon[k], polygon[(k + 1) % polygon.size()]});
    return spread_of(sides, normal);
}

Spread turned(Spread spread, const Eigen::Matrix3d& rotation) {
    spread.x = rotation * spread.x;
    spread.y = rotation * spread.y;
    return spread;
}

} // namespace scree
