// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/detail/cundall.hpp>
#include <scree/narrow/penetration.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

// Revised common plane [D Alg. 1]: tilt the normal by ever smaller angles as long as the gap grows,
// from three starts across each other.
//
// Departures. Lines 11–14 divide by 1 + k²; a unit normal needs the root, and that too only while n
// and p are orthogonal, which they no longer are after the first accepted tilt: we normalise. Line
// 1 sets the best gap once, to -1000: each start has its own here, from its own normal, because
// against the best of an earlier start the first tilts of a later one would all be refused. The two
// starts across the line of centroids have no sense of their own: the better one is taken.
namespace scree {
namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr double largest_angle = 5 * degree, smallest_angle = 1e-7 * degree;
/// No climb of the tests takes a tenth of it; a number that only stops what does not end.
constexpr int most_tilts = 100'000;

struct Plane {
    Vec3 normal;
    detail::PosedPair::Deepest deepest;
};

/// Lines 9–26: tilts along ±p and ±q, halving the tangent k where none helps. Returns whether it
/// came to the smallest angle within the tilts that were left.
bool tilt(Plane& plane, const Vec3& p, const Vec3& q, int& tilts_left, detail::PosedPair& pair) {
    const double smallest = std::tan(smallest_angle);
    for (double k = std::tan(largest_angle); k >= smallest;) {
        if (tilts_left-- == 0) return false;
        Plane best = plane;
        for (const Vec3& step : std::array<Vec3, 4>{p, -p, q, -q}) {
            const Vec3 n = (plane.normal + k * step).normalized();
            const auto found = pair.deepest(n);
            if (found.gap > best.deepest.gap) best = {n, found};
        }
        if (best.deepest.gap > plane.deepest.gap)
            plane = best;
        else
            k /= 2;
    }
    return true;
}

} // namespace

namespace detail {

Penetration climb_from(const Vec3& start, PosedPair& pair) {
    Plane plane{start, pair.deepest(start)};
    int tilts_left = most_tilts;
    for (bool corners_change = true; corners_change;) {
        const auto before = plane.deepest;
        const Vec3 p = across(plane.normal), q = plane.normal.cross(p);
        const Vec3 r = (p + q) / std::numbers::sqrt2, s = (q - p) / std::numbers::sqrt2;
        if (!tilt(plane, p, q, tilts_left, pair) || !tilt(plane, r, s, tilts_left, pair))
            return penetration_along(plane.normal, plane.deepest.gap, pair, false);
        corners_change = plane.deepest.a != before.a || plane.deepest.b != before.b;
    }
    return penetration_along(plane.normal, plane.deepest.gap, pair, true);
}

} // namespace detail

Penetration penetration_cundall(const PolyhedronData& a, const PolyhedronData& b,
                                const Pose& b_in_a) {
    detail::PosedPair pair(a, b, b_in_a);
    const Vec3 n = pair.axis(), p = across(n), q = n.cross(p);
    Penetration best = detail::climb_from(n, pair);
    bool converged = best.converged;
    for (const Vec3& axis : {p, q}) {
        const auto [along, against] = pair.gaps(axis);
        const Penetration found = detail::climb_from(along < against ? Vec3(-axis) : axis, pair);
        converged = converged && found.converged;
        if (found.gap > best.gap) best = found;
    }
    return detail::penetration_along(best.normal, best.gap, pair, converged);
}

} // namespace scree
