// SPDX-License-Identifier: BSD-3-Clause
//
// Design note: a spring in the deepest point of each edge was tried first. A rim of many short
// edges is then as many times as stiff, and an edge along a face presses at either of its ends, as
// rounding has it. The foundation has neither fault.
#include <scree/sim/detail/edge_touches.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace scree::detail {
namespace {

/// An edge counts as a strip of this width, of the part's size, or of that of the region behind it:
/// not much stiffer than the face it takes over from (`gained` of MeshEdges tells).
constexpr double strip = 0.25;

Gap gap_to_edge(const PartSolid& part, const Pose& pose, const RegionEnd& edge) {
    const Capsule line{0.5 * (edge.to - edge.from).norm(), edge_radius * part.bound};
    const Pose along = frame_along((edge.to - edge.from).normalized(), 0.5 * (edge.from + edge.to));
    return gap(part.shape, pose, line, along, nullptr);
}

/// Linear along an edge, s from 0 to 1.
struct Ramp {
    double start, slope;
    double at(double s) const { return start + s * slope; }
};

/// What stands on a piece of an edge: ∫ ds, ∫ s ds, ∫ t ds, ∫ s t ds and ∫ t² ds.
struct EdgeSums {
    double length = 0, middle = 0, first = 0, moment = 0, squares = 0;

    void add(const Ramp& t, double from, double to) {
        const double a = t.at(from), b = t.at(to), wide = to - from;
        length += wide;
        middle += 0.5 * wide * (from + to);
        first += 0.5 * wide * (a + b);
        squares += wide / 3 * (a * a + a * b + b * b);
        moment += wide / 6 * (from * (2 * a + b) + to * (a + 2 * b));
    }
};

/// An edge within a part: where it is inside, and how long the columns along `normal` are there,
/// the least of some ramps.
struct Inside {
    double low = 0, high = 1;
    std::vector<Ramp> exits;

    Inside(const PartSolid& part, const Pose& pose, const RegionEnd& edge, const Vec3& normal) {
        const PolyhedronData& data = *part.proxy;
        const Vec3 shift = beyond_proxy(part, pose, normal) * normal;
        for (std::size_t f = 0; f < data.face_count() && low < high; ++f) {
            const Vec3 outward = pose.rotation * data.face_normal[f];
            const Vec3 corner = pose * data.corner(data.face(f).front()) + shift;
            const Ramp room{outward.dot(corner - edge.from), outward.dot(edge.from - edge.to)};
            cut(room);
            const double along = outward.dot(normal);
            if (along > 0) exits.push_back({room.start / along, room.slope / along});
        }
    }

    void cut(const Ramp& room) {
        const double begin = room.at(0), end = room.at(1);
        if (begin < 0 && end < 0) high = low;
        if (begin < 0 && end >= 0) low = std::max(low, begin / (begin - end));
        if (begin >= 0 && end < 0) high = std::min(high, begin / (begin - end));
    }

    /// Each ramp from where to where it is the least.
    EdgeSums sums() const {
        EdgeSums out;
        for (std::size_t i = 0; i < exits.size(); ++i) {
            double from = low, to = high;
            for (std::size_t j = 0; j < exits.size() && from < to; ++j) {
                const double rise = exits[i].slope - exits[j].slope;
                const double above = exits[i].start - exits[j].start;
                if (rise > 0) to = std::min(to, -above / rise);
                if (rise < 0) from = std::max(from, -above / rise);
                if (rise == 0 && (above > 0 || (above == 0 && j < i))) to = from;
            }
            if (from < to) out.add(exits[i], from, to);
        }
        return out;
    }
};

} // namespace

Pose frame_along(const Vec3& axis, const Vec3& origin) {
    Pose pose;
    pose.rotation.col(2) = axis;
    pose.rotation.col(0) = across(axis);
    pose.rotation.col(1) = axis.cross(Vec3(pose.rotation.col(0)));
    pose.position = origin;
    return pose;
}

std::optional<Touching> press_of_edge(const PartSolid& part, const Pose& pose,
                                      const RegionEnd& edge) {
    const Gap answer = gap_to_edge(part, pose, edge);
    if (!(answer.gap < 0)) return {};
    const EdgeSums sums = Inside(part, pose, edge, answer.normal).sums();
    if (!(sums.first > 0) || !(sums.squares > 0)) return {};
    const Vec3 way = edge.to - edge.from;
    const double length = way.norm();
    const double wide = std::min(strip * part.bound, edge.width);
    const double at = sums.moment / sums.first;
    const Vec3 press = edge.from + at * way;
    Touching out{-answer.gap, answer.normal,
                 press + 0.5 * sums.squares / sums.first * answer.normal};
    out.volume = wide * length * sums.first;
    out.depth_squares = wide * length * sums.squares;
    out.opening = wide * length * sums.length;
    out.area_moment = wide * length * (sums.middle - at * sums.length) * way.cross(answer.normal);
    return out;
}

std::optional<Touching> point_of_edge(const PartSolid& part, const Pose& pose,
                                      const RegionEnd& edge) {
    const Gap answer = gap_to_edge(part, pose, edge);
    if (!(answer.gap < 0)) return {};
    return Touching{-answer.gap, answer.normal, 0.5 * (answer.on_a + answer.on_b)};
}

std::optional<Touching> middle_of_capsule(const Capsule& capsule, const Pose& pose,
                                          const RegionEnd& edge) {
    const Vec3 axis = pose.rotation.col(2);
    const Vec3 from = edge.from - pose.position, way = edge.to - edge.from;
    // |off + s across| < radius, and from one end of the axis to the other: |begin + s along| <=
    // half_length.
    const double begin = axis.dot(from), along = axis.dot(way);
    const Vec3 off = from - begin * axis, across = way - along * axis;
    const double a = across.squaredNorm(), b = off.dot(across);
    const double c = off.squaredNorm() - capsule.radius * capsule.radius;
    double low = 0, high = 1;
    const auto keep = [&](double from_s, double to_s) {
        low = std::max(low, std::min(from_s, to_s));
        high = std::min(high, std::max(from_s, to_s));
    };
    if (const double root = b * b - a * c; a > 0 && root > 0)
        keep((-b - std::sqrt(root)) / a, (-b + std::sqrt(root)) / a);
    else if (c >= 0)
        return {};
    if (along != 0)
        keep((-capsule.half_length - begin) / along, (capsule.half_length - begin) / along);
    else if (std::abs(begin) > capsule.half_length)
        return {};
    if (!(low < high)) return {};
    const double s = 0.5 * (low + high);
    const Vec3 out = off + s * across;
    const double distance = out.norm(), depth = capsule.radius - distance;
    if (!(depth > 0) || !(distance > 0)) return {};
    return Touching{depth, out / distance, edge.from + s * way + 0.5 * depth / distance * out};
}

} // namespace scree::detail
