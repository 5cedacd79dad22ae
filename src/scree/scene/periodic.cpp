// SPDX-License-Identifier: BSD-3-Clause
#include <scree/scene/periodic.hpp>

#include <scree/scene/scene.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree {
namespace {

/// Ends closer than this part of the period are the same.
constexpr double end_tolerance = 1e-9;

bool is_same(double a, double b, double length) {
    return std::abs(a - b) <= end_tolerance * length;
}

/// The axis that a cylinder goes along, or -1.
int axis_of(const FrustumRegion& f) {
    const Vec3 way = f.top - f.base;
    if (f.radius_base != f.radius_top) return -1;
    for (int k = 0; k < 3; ++k)
        if (std::abs(way[k]) == way.cwiseAbs().sum()) return k;
    return -1;
}

} // namespace

double Periodic::shortest() const {
    double out = std::numeric_limits<double>::infinity();
    for (int k = 0; k < 3; ++k)
        if (along(k)) out = std::min(out, length[k]);
    return out;
}

Vec3 Periodic::wrapped(Vec3 point) const {
    for (int k = 0; k < 3; ++k) {
        if (!along(k)) continue;
        const double in = point[k] - low[k];
        if (in >= 0 && in < length[k]) continue;
        point[k] -= std::floor(in / length[k]) * length[k];
        // Rounding may put it on the far side, or a hair before the near one.
        if (point[k] - low[k] >= length[k] || point[k] < low[k]) point[k] = low[k];
    }
    return point;
}

Vec3 Periodic::nearest(Vec3 way) const {
    for (int k = 0; k < 3; ++k)
        if (along(k)) way[k] -= std::round(way[k] / length[k]) * length[k];
    return way;
}

Region without_ends(const Region& region, const Periodic& period, double room) {
    Region out = region;
    for (int k = 0; k < 3; ++k) {
        if (!period.along(k)) continue;
        const double length = period.length[k];
        if (auto* box = std::get_if<BoxRegion>(&out)) {
            if (!is_same(box->low[k], period.low[k], length) ||
                !is_same(box->high[k], period.high(k), length))
                continue;
            box->low[k] -= room;
            box->high[k] += room;
        } else if (auto* f = std::get_if<FrustumRegion>(&out)) {
            if (axis_of(*f) != k) continue;
            Vec3& lower = f->base[k] < f->top[k] ? f->base : f->top;
            Vec3& upper = f->base[k] < f->top[k] ? f->top : f->base;
            if (!is_same(lower[k], period.low[k], length) ||
                !is_same(upper[k], period.high(k), length))
                continue;
            lower[k] -= room;
            upper[k] += room;
        }
    }
    return out;
}

bool is_within(const Region& region, const Periodic& period) {
    const Bounds box = bounds(region);
    for (int k = 0; k < 3; ++k) {
        const double room = end_tolerance * period.length[k];
        if (period.along(k) &&
            (box.low[k] < period.low[k] - room || box.high[k] > period.high(k) + room))
            return false;
    }
    return true;
}

double planes_passed(const FlowPlane& plane, const Vec3& point, const Periodic& period) {
    const double beyond = plane.normal.dot(point - plane.point);
    for (int k = 0; k < 3; ++k)
        if (period.along(k) && plane.normal[k] != 0) return std::ceil(beyond / period.length[k]);
    return beyond > 0 ? 1 : 0;
}

namespace {

bool is_along(const Vec3& direction, int k) { return std::abs(direction[k]) > 1 - 1e-12; }

bool goes_through(double low, double high, const Periodic& period, int k) {
    const double room = 1e-9 * period.length[k];
    return period.along(k) && low <= period.low[k] + room && high >= period.high(k) - room;
}

/// Is it the same at every place along axis k, and as long as the period?
bool covers(const Surface& surface, const Periodic& period, int k) {
    const Bounds box = bounds(surface);
    if (!goes_through(box.low[k], box.high[k], period, k)) return false;
    if (const auto* face = std::get_if<Rectangle>(&surface))
        return is_along(face->u, k) || is_along(face->v, k);
    const auto* side = std::get_if<Frustum>(&surface);
    return side != nullptr && is_along(side->axis, k) && side->radius_base == side->radius_top;
}

} // namespace

Surface continued(Surface surface, const Periodic& period) {
    for (int k = 0; k < 3; ++k) {
        if (!covers(surface, period, k)) continue;
        const double middle = period.low[k] + 0.5 * period.length[k];
        if (auto* face = std::get_if<Rectangle>(&surface)) {
            face->center[k] = middle;
            (is_along(face->u, k) ? face->half_u : face->half_v) = 1.5 * period.length[k];
        } else if (auto* side = std::get_if<Frustum>(&surface)) {
            side->base[k] = middle - 1.5 * period.length[k] * side->axis[k];
            side->height = 3 * period.length[k];
        }
    }
    return surface;
}

bool is_continued(const Surface& surface, const Periodic& period, const Vec3& shift) {
    for (int k = 0; k < 3; ++k)
        if (shift[k] != 0 && covers(surface, period, k)) return true;
    return false;
}

std::vector<Vec3> image_shifts(const Surface& surface, const Periodic& period, bool all) {
    std::vector<Vec3> out;
    if (!period.any() || std::holds_alternative<Plane>(surface)) return out;
    // A bowl lies within the period, and what is outside of it is not in this world.
    const auto* sphere = std::get_if<SphereWall>(&surface);
    if (sphere != nullptr && sphere->inside) return out;
    const Bounds box = bounds(surface);
    for (ImageStep step; step.number < 27; ++step.number) {
        bool is_one = step.number != ImageStep::none;
        for (int k = 0; k < 3; ++k) {
            const int c = step.along(k);
            const double shift = c * period.length[k];
            // Half a period is the most that a ball ever reaches out of it (sim/images.hpp).
            const double room = 0.5 * period.length[k];
            const bool is_near = box.high[k] + shift > period.low[k] - room &&
                                 box.low[k] + shift < period.high(k) + room;
            if (c != 0) is_one = is_one && period.along(k) && (all || is_near);
        }
        if (is_one) out.push_back(step.shift(period));
    }
    return out;
}

} // namespace scree
