// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/convex_clip.hpp>

#include <scree/base/assert.hpp>
#include <scree/narrow/detail/tolerances.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace scree {
namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

// Where an edge from inside to outside meets the plane. Taken between its ends whatever the
// rounding: the weight is in (0, 1], as the inside height is ≤ 0 and the outside one > 0.
Vec3 crossing_point(const Vec3& inside, const Vec3& outside, double below, double above) {
    const double weight = above / (above - below);
    return weight * inside + (1 - weight) * outside;
}

// The crossing of an edge, made when its first face comes by and found again by the second. Few
// edges cross one plane: a search through the list beats any map.
std::uint32_t crossing_of(Clipper& c, std::uint32_t inside, std::uint32_t outside, double level) {
    const std::uint64_t edge = static_cast<std::uint64_t>(inside) << 32U | outside;
    for (std::size_t k = 0; k < c.crossing_edges.size(); ++k)
        if (c.crossing_edges[k] == edge) return static_cast<std::uint32_t>(k);
    const auto point = static_cast<std::uint32_t>(c.kept.points.size());
    c.kept.points.add(crossing_point(c.body.points[inside], c.body.points[outside],
                                     c.height[inside] - level, c.height[outside] - level));
    c.crossing_edges.add(edge);
    c.crossings.add({point, none});
    return static_cast<std::uint32_t>(c.crossings.size() - 1);
}

// A face that the plane crosses: inside points stay; where the loop leaves and comes back it runs
// along the cut, and the cut's own face runs the other way, from the point of return to the point
// of leaving.
void cut_face(Clipper& c, std::span<const std::uint32_t> loop, double level) {
    std::uint32_t first_return = none;
    std::uint32_t last_leave = none;
    std::uint32_t before = loop.back();
    for (const std::uint32_t now : loop) {
        const bool was_in = c.moved[before] != none;
        const bool is_in = c.moved[now] != none;
        if (was_in && !is_in) {
            last_leave = crossing_of(c, before, now, level);
            c.kept.face_points.add(c.crossings[last_leave].point);
        } else if (!was_in && is_in) {
            const std::uint32_t back = crossing_of(c, now, before, level);
            c.kept.face_points.add(c.crossings[back].point);
            if (last_leave == none)
                first_return = back;
            else
                c.crossings[back].next = last_leave;
            last_leave = none;
        }
        if (is_in) c.kept.face_points.add(c.moved[now]);
        before = now;
    }
    if (first_return != none) c.crossings[first_return].next = last_leave;
}

// The loops of the cut itself, each crossing once.
void close_cut(Clipper& c, FaceOf mark) {
    for (std::uint32_t start = 0; start < c.crossings.size(); ++start) {
        if (c.crossings[start].next == none) continue;
        std::uint32_t at = start;
        while (c.crossings[at].next != none) {
            c.kept.face_points.add(c.crossings[at].point);
            at = std::exchange(c.crossings[at].next, none);
        }
        c.kept.end_face(mark);
    }
}

void sort_points(Clipper& c, double level) {
    c.moved.clear();
    c.moved.make_room(c.body.points.size());
    for (std::size_t i = 0; i < c.body.points.size(); ++i) {
        const bool stays = c.height[i] <= level;
        c.moved.add(stays ? static_cast<std::uint32_t>(c.kept.points.size()) : none);
        if (stays) c.kept.points.add(c.body.points[i]);
    }
}

struct Extent {
    Vec3 middle; // of the points, hence within their hull
    double diagonal;
};

Extent extent_of(std::span<const Vec3> points) {
    Vec3 low = points.front();
    Vec3 high = low;
    Vec3 sum = Vec3::Zero();
    for (const Vec3& point : points) {
        low = low.cwiseMin(point);
        high = high.cwiseMax(point);
        sum += point;
    }
    return {sum / static_cast<double>(points.size()), (high - low).norm()};
}

// The centroid of signed pieces that add up to a convex body. Rounding may fold a face so that
// pieces cancel: their signs are kept as long as the sum stands clear of rounding. Below, the
// quotient of two sums of noise could lie anywhere: only positive weights count, and their average
// lies within the body.
struct Sums {
    double measure = 0, positive = 0;
    Vec3 moment = Vec3::Zero(), positive_moment = Vec3::Zero();

    void add(double weight, const Vec3& centroid) {
        measure += weight;
        moment += weight * centroid;
        if (weight > 0) add_floor(weight, centroid);
    }
    void add_floor(double weight, const Vec3& centroid) {
        positive += weight;
        positive_moment += weight * centroid;
    }
    Vec3 centroid(double clear) const {
        if (measure > clear) return moment / measure;
        return positive > 0 ? Vec3(positive_moment / positive) : Vec3::Zero();
    }
};

} // namespace

void ClipBody::begin(std::size_t point_count, std::size_t faces, std::size_t corners) {
    points.clear();
    points.make_room(point_count);
    face_start.clear();
    face_start.make_room(faces + 1);
    face_start.add(0);
    face_points.clear();
    face_points.make_room(corners);
    face_of.clear();
    face_of.make_room(faces);
}

double measure(Clipper& clipper, const Vec3& normal, double offset) {
    clipper.height.clear();
    clipper.height.make_room(clipper.body.points.size());
    double highest = -std::numeric_limits<double>::infinity();
    for (const Vec3& point : clipper.body.points) {
        const double height = normal.dot(point) - offset;
        clipper.height.add(height);
        highest = std::max(highest, height);
    }
    return highest;
}

void cut(Clipper& c, double level, FaceOf mark) {
    SCREE_ASSERT(c.height.size() == c.body.points.size());
    // Room for all there may be: as many crossings as corners, each also in the cut's face.
    const std::size_t corners = c.body.face_points.size();
    c.kept.begin(c.body.points.size() + corners, c.body.face_count() + corners, 3 * corners);
    c.crossing_edges.clear();
    c.crossing_edges.make_room(corners);
    c.crossings.clear();
    c.crossings.make_room(corners);
    sort_points(c, level);
    for (std::size_t f = 0; f < c.body.face_count(); ++f) {
        const auto loop = c.body.face(f);
        std::size_t inside = 0;
        for (const std::uint32_t i : loop) inside += c.moved[i] != none;
        if (inside == 0) continue;
        if (inside == loop.size())
            for (const std::uint32_t i : loop) c.kept.face_points.add(c.moved[i]);
        else
            cut_face(c, loop, level);
        c.kept.end_face(c.body.face_of[f]);
    }
    close_cut(c, mark);
}

BodyIntegrals integrate(const ClipBody& body, double floor) {
    BodyIntegrals result;
    if (body.points.empty()) return result;
    const Extent extent = extent_of({body.points.data(), body.points.size()});
    Sums sums;
    for (std::size_t f = 0; f < body.face_count(); ++f) {
        const auto loop = body.face(f);
        const bool of_a = body.face_of[f] == FaceOf::a;
        (of_a ? result.has_a : result.has_b) = true;
        const Vec3 first = body.points[loop[0]] - extent.middle;
        Vec3 second = body.points[loop[1 % loop.size()]] - extent.middle;
        for (std::size_t k = 2; k < loop.size(); ++k) {
            const Vec3 third = body.points[loop[k]] - extent.middle;
            const Vec3 area = (second - first).cross(third - first) / 2;
            const Vec3 sum = first + second + third;
            const double surface = area.cwiseAbs().sum();
            sums.add(area.dot(first) / 3, sum / 4);
            sums.add_floor(floor * surface, sum / 3);
            result.surface += surface;
            if (of_a) {
                result.area_of_a += area;
                result.moment_of_a += sum.cross(area) / 3;
            }
            second = third;
        }
    }
    const double d = extent.diagonal;
    const Vec3 offset = sums.centroid(detail::clear_measure * d * d * d);
    result.volume = std::max(sums.measure, 0.0);
    result.centroid = extent.middle + offset;
    result.moment_of_a -= offset.cross(result.area_of_a);
    return result;
}

PolygonIntegrals integrate(std::span<const Vec3> polygon, const Vec3& normal, double floor) {
    if (polygon.empty()) return {};
    const Extent extent = extent_of(polygon);
    Sums sums;
    Vec3 before = polygon.back() - extent.middle;
    for (const Vec3& point : polygon) {
        const Vec3 now = point - extent.middle;
        sums.add(before.cross(now).dot(normal) / 2, (before + now) / 3);
        sums.add_floor(floor * (now - before).cwiseAbs().sum(), (before + now) / 2);
        before = now;
    }
    const double d = extent.diagonal;
    return {std::max(sums.measure, 0.0),
            extent.middle + sums.centroid(detail::clear_measure * d * d)};
}

} // namespace scree
