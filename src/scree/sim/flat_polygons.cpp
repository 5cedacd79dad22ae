// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/detail/flat_polygons.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace scree::detail {
namespace {

double cross(const Vec3& a, const Vec3& b) { return a.x() * b.y() - a.y() * b.x(); }

/// How far a point lies to the left of the line from a to b.
struct Line {
    Vec3 from, along;
    double slack;
    double left(const Vec3& p) const { return cross(along, p - from) + slack; }
};
Line line_of(const Vec3& a, const Vec3& b, double slack) {
    Vec3 along = b - a;
    along.z() = 0;
    return {a, along.normalized(), slack};
}

/// Both parts of a polygon that a function of its points splits by its sign.
template <class Value>
std::pair<FlatPolygon, FlatPolygon> split(const FlatPolygon& polygon, Value value) {
    std::pair<FlatPolygon, FlatPolygon> parts;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Vec3 &p = polygon[k], &q = polygon[(k + 1) % polygon.size()];
        const double at_p = value(p), at_q = value(q);
        if (at_p >= 0) parts.first.push_back(p);
        if (at_p <= 0) parts.second.push_back(p);
        if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) {
            const Vec3 between = p + at_p / (at_p - at_q) * (q - p);
            parts.first.push_back(between);
            parts.second.push_back(between);
        }
    }
    for (FlatPolygon* part : {&parts.first, &parts.second})
        if (part->size() < 3) part->clear();
    return parts;
}

} // namespace

double area_of(const FlatPolygon& polygon) {
    double twice = 0;
    for (std::size_t k = 1; k + 1 < polygon.size(); ++k)
        twice += cross(polygon[k] - polygon[0], polygon[k + 1] - polygon[0]);
    return 0.5 * twice;
}

FlatPolygon upright(FlatPolygon polygon) {
    if (area_of(polygon) < 0) std::reverse(polygon.begin(), polygon.end());
    return polygon;
}

FlatPolygon clipped(const FlatPolygon& polygon, const FlatPolygon& shape, double slack) {
    FlatPolygon inside = polygon;
    for (std::size_t k = 0; k < shape.size() && !inside.empty(); ++k) {
        const Line line = line_of(shape[k], shape[(k + 1) % shape.size()], slack);
        inside = split(inside, [&](const Vec3& p) { return line.left(p); }).first;
    }
    return inside;
}

FlatPolygon below(const FlatPolygon& polygon) {
    return split(polygon, [](const Vec3& p) { return p.z(); }).first;
}

void take_out(const FlatPolygon& shape, double slack, std::vector<FlatPolygon>& rest,
              std::vector<FlatPolygon>& inside) {
    std::vector<FlatPolygon> left;
    for (FlatPolygon& polygon : rest) {
        std::vector<FlatPolygon> outside;
        FlatPolygon within = polygon;
        for (std::size_t k = 0; k < shape.size() && !within.empty(); ++k) {
            const Line line = line_of(shape[k], shape[(k + 1) % shape.size()], slack);
            auto [in, out] = split(within, [&](const Vec3& p) { return line.left(p); });
            if (!out.empty()) outside.push_back(std::move(out));
            within = std::move(in);
        }
        if (within.empty()) {
            left.push_back(std::move(polygon)); // whole, not in the pieces that missed
            continue;
        }
        inside.push_back(std::move(within));
        for (FlatPolygon& piece : outside) left.push_back(std::move(piece));
    }
    rest = std::move(left);
}

void ColumnSums::add(const FlatPolygon& polygon) {
    for (const Vec3& p : polygon) deepest = std::max(deepest, p.z());
    for (std::size_t k = 1; k + 1 < polygon.size(); ++k) {
        const Vec3 &a = polygon[0], &b = polygon[k], &c = polygon[k + 1];
        const double part = 0.5 * cross(b - a, c - a);
        const Vec3 sum = a + b + c;
        area += part;
        volume += part / 3 * sum.z();
        area_first += part / 3 * Vec3(sum.x(), sum.y(), 0);
        // Over a triangle ∫ f g dA = A/12 (Σ f · Σ g + Σ f g) for linear f and g.
        const auto product = [&](int i, int j) {
            return part / 12 * (sum[i] * sum[j] + a[i] * a[j] + b[i] * b[j] + c[i] * c[j]);
        };
        squares += product(2, 2);
        volume_first += Vec3(product(0, 2), product(1, 2), 0);
        xx += product(0, 0);
        xy += product(0, 1);
        yy += product(1, 1);
    }
}

double arms_about(const Vec3& center, const FlatPolygon& polygon) {
    double arms = 0;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        Vec3 p = polygon[k] - center, q = polygon[(k + 1) % polygon.size()] - center;
        p.z() = q.z() = 0;
        const double twice = cross(p, q), edge = (q - p).norm();
        if (!(edge > 0) || twice == 0) continue;
        // As in spread_of (narrow/spread.cpp), with the sign of the triangle.
        const double height = std::abs(twice) / edge;
        const auto part = [](double t) { return t * std::sqrt(1 + t * t) + std::asinh(t); };
        const double to = (q - p).dot(q) / edge, from = (q - p).dot(p) / edge;
        const double sum = height * height * height / 6 * (part(to / height) - part(from / height));
        arms += twice > 0 ? sum : -sum;
    }
    return arms;
}

} // namespace scree::detail
