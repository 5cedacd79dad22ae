// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/ball.hpp>
#include <scree/pack/detail/close_pairs.hpp>
#include <scree/pack/packing.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace scree {

double Container::volume() const {
    return kind == ContainerKind::cylinder ? std::numbers::pi / 4 * size.prod() : size.prod();
}

double Container::wall_gap(const Vec3& center, double radius) const {
    if (kind == ContainerKind::periodic) return std::numeric_limits<double>::infinity();
    if (kind == ContainerKind::box)
        return std::min(center.minCoeff(), (size - center).minCoeff()) - radius;
    const double off_axis = std::hypot(center.x(), center.y());
    return std::min({center.z(), size.z() - center.z(), 0.5 * size.x() - off_axis}) - radius;
}

Vec3 Container::between(const Vec3& a, const Vec3& b) const {
    Vec3 d = b - a;
    if (kind == ContainerKind::periodic)
        for (int k = 0; k < 3; ++k) d[k] -= size[k] * std::round(d[k] / size[k]);
    return d;
}

double largest_ball(const Container& container) {
    return container.size.minCoeff() / (container.kind == ContainerKind::periodic ? 4 : 2);
}

PackingFacts facts_of(std::span<const double> radii, const Packing& packing, double tolerance,
                      Workers& workers) {
    PackingFacts facts;
    std::vector<Ball> balls;
    const Container& container = packing.container;
    double largest = 0;
    for (std::size_t i = 0; i < radii.size(); ++i) {
        const Vec3& c = packing.centers[i];
        balls.push_back({c.x(), c.y(), c.z(), radii[i]});
        facts.largest_overlap = std::max(facts.largest_overlap, -container.wall_gap(c, radii[i]));
        largest = std::max(largest, radii[i]);
    }
    facts.smallest_relative_gap = std::numeric_limits<double>::infinity();
    std::int64_t contacts = 0;
    ClosePairs search(container);
    for (const IndexPair& p : search.find(balls, tolerance * largest, workers)) {
        const double touching = radii[p.first] + radii[p.second];
        const Vec3 d = container.between(packing.centers[p.first], packing.centers[p.second]);
        const double gap = d.norm() - touching;
        facts.largest_overlap = std::max(facts.largest_overlap, -gap);
        facts.smallest_relative_gap = std::min(facts.smallest_relative_gap, gap / touching);
        if (gap < tolerance * std::min(radii[p.first], radii[p.second])) ++contacts;
    }
    facts.coordination =
        radii.empty() ? 0 : 2 * static_cast<double>(contacts) / static_cast<double>(radii.size());
    return facts;
}

} // namespace scree
