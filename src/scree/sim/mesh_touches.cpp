// SPDX-License-Identifier: BSD-3-Clause
//
// A part presses on each flat region of a mesh as on a plane, as far as the region goes. Where the
// section of the part by that plane lies within the region, the touch is that of the endless plane,
// bit for bit, however the region is cut. Otherwise the columns behind the plane are summed over
// what the triangles cover, each place once. So a surface of many small regions is felt once: its
// regions share the area.
//
// At a rim or ridge the way out may be across the edge rather than along the region's normal. Both
// are compared by how far the part would have to go until the covered piece of the wall is out of
// it. Then, and where another face stands between a region and the part, its edges press alone.
#include <scree/sim/mesh_touches.hpp>

#include <scree/sim/detail/edge_touches.hpp>
#include <scree/sim/detail/flat_polygons.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace scree {
namespace {

using detail::edge_radius;
using detail::FlatPolygon;

constexpr double seam_slack = 1e-9;    // of the part's size: how far sides of triangles are moved
constexpr double rest_of_cover = 1e-9; // of a section's area, left uncovered by rounding
constexpr double same_line = 1e-7;     // of the part's size: of ends of two regions
constexpr double same_way = 0.9;       // cosine of normals that push alike

/// The plane of a region with axes of its own, seen from the grain's side.
struct PlaneFrame {
    Vec3 origin, x, y, normal;

    PlaneFrame(const Plane& plane, const Vec3& near)
        : origin(near - plane.normal.dot(near - plane.point) * plane.normal),
          x(across(plane.normal)), y(plane.normal.cross(x)), normal(plane.normal) {}

    /// Coordinates in the plane, and the depth behind it.
    Vec3 flat(const Vec3& p) const {
        const Vec3 d = p - origin;
        return {x.dot(d), y.dot(d), -normal.dot(d)};
    }
    Vec3 lifted(const Vec3& p) const { return origin + p.x() * x + p.y() * y; }
};

Vec3 middle_of(const FlatPolygon& polygon) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& p : polygon) sum += p;
    return sum / static_cast<double>(polygon.size());
}

Touching moved(Touching touching, const Pose& pose) {
    touching.normal = pose.rotation * touching.normal;
    touching.point = pose * touching.point;
    touching.area_moment = pose.rotation * touching.area_moment;
    touching.spread = turned(touching.spread, pose.rotation);
    return touching;
}

} // namespace

/// A part's section by the plane of a region, and which of it the region covers.
struct MeshTouches::Under {
    PlaneFrame frame;
    std::vector<FlatPolygon> rest, covered;
    double area = 0; ///< of the whole section

    double rest_area() const {
        double sum = 0;
        for (const FlatPolygon& polygon : rest) sum += detail::area_of(polygon);
        return sum;
    }

    /// The columns of the part's proxy behind the covered area. `beyond` is how far the shape
    /// reaches beyond the proxy.
    detail::ColumnSums columns(const PartSolid& part, const Pose& pose, double beyond) const {
        detail::ColumnSums sums;
        std::vector<FlatPolygon> pieces;
        const PolyhedronData& data = *part.proxy;
        FlatPolygon corners;
        for (std::uint32_t i = 0; i < data.corner_count; ++i)
            corners.push_back(frame.flat(pose * data.corner(i)) + Vec3(0, 0, beyond));
        for (std::size_t f = 0; f < data.face_count(); ++f) {
            FlatPolygon face;
            for (const std::uint32_t i : data.face(f)) face.push_back(corners[i]);
            const bool is_above =
                std::ranges::none_of(face, [](const Vec3& p) { return p.z() > 0; });
            if (is_above || !((pose.rotation * data.face_normal[f]).dot(frame.normal) < 0))
                continue;
            face = detail::below(detail::upright(std::move(face)));
            for (const FlatPolygon& piece : covered)
                if (FlatPolygon both = detail::clipped(face, piece, 0); !both.empty()) {
                    sums.add(both);
                    pieces.push_back(std::move(both));
                }
        }
        if (sums.area > 0)
            for (const FlatPolygon& piece : pieces)
                sums.arms += detail::arms_about(sums.center(), piece);
        return sums;
    }
};

MeshTouches::MeshTouches(std::shared_ptr<const MeshSurface> mesh)
    : mesh_(std::move(mesh)), ends_(*mesh_) {}

void MeshTouches::find(const MeshWall& now, const Query& query, std::vector<WallTouch>& out) const {
    if (!now.is_moved) return find_at_home(query, out);
    const std::size_t first = out.size();
    const Pose at_home = relative(now.pose, query.pose);
    find_at_home({query.part, at_home, point_at_home(now, query.center), query.aid}, out);
    for (std::size_t k = first; k < out.size(); ++k)
        out[k].touching = moved(out[k].touching, now.pose);
}

void MeshTouches::find_at_home(const Query& query, std::vector<WallTouch>& out) const {
    if (const auto* ball = std::get_if<Sphere>(&query.part.shape))
        return find_ball(query.pose.position, ball->radius, 0, out);
    if (const auto* capsule = std::get_if<Capsule>(&query.part.shape))
        return find_capsule(query, *capsule, out);
    std::vector<Found> found;
    Reached reached;
    const std::vector<Near> all = near(query);
    const bool is_smooth = query.part.proxy == nullptr;
    for (auto first = all.begin(); first != all.end();) {
        const auto last = std::find_if(first, all.end(),
                                       [&](const Near& n) { return n.region != first->region; });
        if (is_smooth)
            find_point(query, {first, last}, found);
        else
            find_face(query, {first, last}, reached, found);
        first = last;
    }
    find_edges(query, reached, found);
    if (is_smooth) keep_one_of_each(found);
    for (const Found& f : found) out.push_back({f.place, f.touching});
}

/// Its ends are balls. Its middle lies on edges only: a face that it touches it touches with an
/// end, too.
void MeshTouches::find_capsule(const Query& query, const Capsule& capsule,
                               std::vector<WallTouch>& out) const {
    for (const std::uint32_t end : {0U, 1U})
        find_ball(query.pose * Vec3(0, 0, (end == 0 ? -1 : 1) * capsule.half_length),
                  capsule.radius, end, out);
    std::vector<const RegionEnd*> taken;
    std::uint32_t last = 0xFFFFFFFF;
    for (const Near& near : near(query)) {
        if (near.region == last) continue;
        last = near.region;
        for (const RegionEnd& end : ends_.of(near.region)) {
            const auto touching = detail::middle_of_capsule(capsule, query.pose, end);
            if (!touching ||
                end.is_groove_from(touching->point - touching->normal * capsule.radius))
                continue;
            if (std::ranges::any_of(taken, [&](const RegionEnd* other) {
                    return covers(*other, end, same_line * query.part.bound);
                }))
                continue;
            taken.push_back(&end);
            out.push_back({place_of(end), *touching});
        }
    }
}

/// What balls do. Two places of one region, as in a hole, are told apart by their order.
void MeshTouches::find_ball(const Vec3& center, double radius, std::uint32_t end,
                            std::vector<WallTouch>& out) const {
    std::vector<MeshContact> contacts;
    mesh_->contacts({center.x(), center.y(), center.z(), radius}, 0, contacts);
    const auto regions = static_cast<std::uint32_t>(mesh_->region_count());
    std::uint32_t twin = 0;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        const MeshContact& c = contacts[k];
        const bool is_twin = k > 0 && contacts[k - 1].region == c.region;
        twin = is_twin ? 1 : 0;
        out.push_back({(2 * end + twin) * regions + c.region,
                       {-c.gap, c.normal, center + (radius + 0.5 * c.gap) * c.normal}});
    }
}

bool MeshTouches::is_continuation(std::uint32_t before, std::uint32_t after) const {
    const auto regions = static_cast<std::uint32_t>(mesh_->region_count());
    const std::uint32_t first = first_end_place();
    if (after >= first) return goes_over(after - first, before);
    if (before >= first) return goes_over(before - first, after);
    if (before / regions / 2 != after / regions / 2) return false; // another end of a capsule
    const Vec3& a = mesh_->region_plane(before % regions).normal;
    const Vec3& b = mesh_->region_plane(after % regions).normal;
    return std::abs(a.dot(b)) > mesh_->smooth_cosine() - 1e-3;
}

/// Does the surface go on from an end in another place: a region that ends there, the same line, or
/// the next one along a rim?
bool MeshTouches::goes_over(std::uint32_t end, std::uint32_t place) const {
    const RegionEnd& own = ends_.all()[end];
    const double tolerance = same_line * (own.to - own.from).norm();
    const auto adjoins = [&](const RegionEnd& other) {
        return covers(other, own, tolerance) || covers(own, other, tolerance);
    };
    if (place >= first_end_place()) {
        const RegionEnd& other = ends_.all()[place - first_end_place()];
        return adjoins(other) || distance_to(other, own.from) <= tolerance ||
               distance_to(other, own.to) <= tolerance;
    }
    const auto regions = static_cast<std::uint32_t>(mesh_->region_count());
    return std::ranges::any_of(ends_.of(place % regions), adjoins);
}

/// Triangles whose boxes meet that of the part, by regions.
std::vector<MeshTouches::Near> MeshTouches::near(const Query& query) const {
    Vec3 low, high;
    for (int k = 0; k < 3; ++k) {
        high[k] = farthest_of(query.part, query.pose, Vec3::Unit(k))[k];
        low[k] = farthest_of(query.part, query.pose, -Vec3::Unit(k))[k];
    }
    std::vector<Near> out;
    mesh_->for_each_near(query.pose.position, query.part.bound, [&](std::uint32_t t) {
        const auto& c = mesh_->corners(t);
        const Vec3 least = c[0].cwiseMin(c[1]).cwiseMin(c[2]);
        const Vec3 most = c[0].cwiseMax(c[1]).cwiseMax(c[2]);
        if ((least.array() <= high.array()).all() && (most.array() >= low.array()).all())
            out.push_back({mesh_->regions()[t], t});
    });
    std::ranges::sort(out, {}, [](const Near& n) { return std::pair(n.region, n.triangle); });
    return out;
}

Plane MeshTouches::plane_before(std::uint32_t region, const Vec3& center) const {
    Plane plane = mesh_->region_plane(region);
    if (plane.normal.dot(center - plane.point) < 0) plane.normal = -plane.normal;
    return plane;
}

void MeshTouches::find_face(const Query& query, std::span<const Near> triangles, Reached& reached,
                            std::vector<Found>& found) const {
    const std::uint32_t region = triangles.front().region;
    const Plane plane = plane_before(region, query.center);
    const auto whole = touch_of_plane(query.part, query.pose, plane, query.aid.work);
    if (!whole) return;
    const double beyond = beyond_proxy(query.part, query.pose, -plane.normal);
    Under under{PlaneFrame(plane, query.pose.position), {}, {}};
    FlatPolygon section;
    for (const Vec3& p : query.aid.work.patch.patch.polygon)
        section.push_back(under.frame.flat(query.pose * p));
    if (!(whole->volume > 0) || section.size() < 3)
        return find_point(query, triangles, found); // it touches in a point
    under.rest = {detail::upright(std::move(section))};
    under.area = under.rest_area();
    const double slack = seam_slack * query.part.bound;
    for (const Near& near : triangles) {
        FlatPolygon shape;
        for (const Vec3& corner : mesh_->corners(near.triangle))
            shape.push_back(under.frame.flat(corner));
        detail::take_out(detail::upright(std::move(shape)), slack, under.rest, under.covered);
        if (under.rest.empty()) break;
    }
    if (under.rest_area() > rest_of_cover * under.area) {
        if (is_hidden(query, triangles)) {
            reached.edges.push_back(region);
            return;
        }
        add_rising(query, region, under);
    }
    if (under.covered.empty()) return;
    const bool is_whole = under.rest_area() <= rest_of_cover * under.area;
    if (!is_whole && leaves_by_an_edge(query, region, under)) {
        reached.edges.push_back(region);
        return;
    }
    reached.faces.push_back(region);
    if (is_whole) {
        found.push_back({region, *whole});
        return;
    }
    const detail::ColumnSums sums = under.columns(query.part, query.pose, beyond);
    if (!(sums.volume > 0) || !(sums.squares > 0)) return;
    found.push_back({region, touch_of_columns(sums, under)});
}

/// Does another face stand between the region and the part's centre? So it is with the sides of a
/// post on which the part lies.
bool MeshTouches::is_hidden(const Query& query, std::span<const Near> triangles) const {
    const std::uint32_t region = triangles.front().region;
    const auto ends = ends_.of(region);
    if (ends.empty()) return false;
    const Vec3& center = query.pose.position;
    const Plane plane = mesh_->region_plane(region);
    const double height = plane.normal.dot(center - plane.point);
    const Vec3 foot = center - height * plane.normal;
    Foot nearest;
    nearest.distance = std::numeric_limits<double>::infinity();
    const auto look_at = [&](std::uint32_t t) {
        const Foot there = mesh_->nearest_on(t, foot);
        if (there.distance < nearest.distance) nearest = there;
    };
    for (const Near& near : triangles) look_at(near.triangle);
    // What is not near the part may still be nearer to the foot.
    const double slack = same_line * query.part.bound;
    if (nearest.distance > slack)
        mesh_->for_each_near(foot, nearest.distance, [&](std::uint32_t t) {
            if (mesh_->regions()[t] == region) look_at(t);
        });
    if (nearest.distance <= slack) return false;
    return std::ranges::any_of(ends, [&](const RegionEnd& end) {
        return end.rises[height >= 0 ? 0 : 1] && !end.is_groove_from(center) &&
               distance_to(end, nearest.point) <= slack;
    });
}

/// The edges of regions whose faces do not press, but for those of faces that do.
void MeshTouches::find_edges(const Query& query, const Reached& reached,
                             std::vector<Found>& found) const {
    if (reached.edges.empty()) return;
    std::vector<const RegionEnd*> edges;
    for (const std::uint32_t region : reached.edges)
        for (const RegionEnd& end : ends_.of(region))
            if (distance_to(end, query.pose.position) < query.part.bound &&
                !end.is_groove_from(query.pose.position))
                edges.push_back(&end);
    std::ranges::stable_sort(edges, std::greater{},
                             [](const RegionEnd* e) { return (e->to - e->from).squaredNorm(); });
    std::vector<const RegionEnd*> taken;
    for (const std::uint32_t region : reached.faces)
        for (const RegionEnd& end : ends_.of(region)) taken.push_back(&end);
    for (const RegionEnd* edge : edges) {
        const bool is_known = std::ranges::any_of(taken, [&](const RegionEnd* other) {
            return covers(*other, *edge, same_line * query.part.bound);
        });
        if (is_known) continue;
        taken.push_back(edge);
        if (const auto touching = detail::press_of_edge(query.part, query.pose, *edge))
            found.push_back({place_of(*edge), *touching});
    }
}

/// Behind another face that rises there, nothing of the section is to be seen: it counts, so that a
/// corner of a box has no edge to slip through.
void MeshTouches::add_rising(const Query& query, std::uint32_t region, Under& under) const {
    const auto ends = ends_.of(region);
    const std::size_t side = mesh_->region_plane(region).normal.dot(under.frame.normal) > 0 ? 0 : 1;
    std::vector<FlatPolygon> rest;
    for (FlatPolygon& polygon : under.rest) {
        const Vec3 middle = under.frame.lifted(middle_of(polygon));
        const auto end = std::ranges::min_element(
            ends, {}, [&](const RegionEnd& e) { return distance_to(e, middle); });
        const bool is_behind = end != ends.end() && end->rises[side] &&
                               end->outward.dot(query.center - end->from) < 0 &&
                               end->outward.dot(middle - end->from) >= 0;
        (is_behind ? under.covered : rest).push_back(std::move(polygon));
    }
    under.rest = std::move(rest);
}

/// Is it out of the part sooner across one of its edges than along its normal?
bool MeshTouches::leaves_by_an_edge(const Query& query, std::uint32_t region,
                                    const Under& under) const {
    // How far the part must go along minus a direction until the covered piece is out of it.
    const auto way_out = [&](const Vec3& direction) {
        double nearest = std::numeric_limits<double>::infinity();
        for (const FlatPolygon& polygon : under.covered)
            for (const Vec3& p : polygon)
                nearest = std::min(nearest, direction.dot(under.frame.lifted(p)));
        return direction.dot(farthest_of(query.part, query.pose, direction)) - nearest;
    };
    // The deepest of the edges speaks for all: one that has hardly begun must not.
    std::optional<Touching> deepest;
    for (const RegionEnd& end : ends_.of(region)) {
        if (distance_to(end, query.pose.position) > query.part.bound) continue;
        const auto touching = detail::point_of_edge(query.part, query.pose, end);
        if (touching && (!deepest || touching->depth > deepest->depth)) deepest = touching;
    }
    return deepest && deepest->normal.dot(-under.frame.normal) <= same_way &&
           way_out(deepest->normal) < way_out(-under.frame.normal);
}

Touching MeshTouches::touch_of_columns(const detail::ColumnSums& sums, const Under& under) {
    const PlaneFrame& f = under.frame;
    const Vec3 middle = sums.center(), press = sums.volume_first / sums.volume;
    Touching out;
    out.depth = sums.deepest;
    out.normal = -f.normal;
    out.point = f.lifted(press) - 0.5 * sums.squares / sums.volume * f.normal;
    out.volume = sums.volume;
    out.opening = sums.area;
    out.depth_squares = sums.squares;
    const Vec3 off = middle - press;
    out.area_moment = sums.area * (off.x() * f.y - off.y() * f.x);
    const double xx = sums.xx / sums.area - middle.x() * middle.x();
    const double xy = sums.xy / sums.area - middle.x() * middle.y();
    const double yy = sums.yy / sums.area - middle.y() * middle.y();
    out.spread = {sums.area, sums.arms / sums.area, f.x, f.y, xx, xy, yy};
    return out;
}

/// A smooth part, or a corner that hardly dips in: its lowest point, or the region's point next to
/// that.
void MeshTouches::find_point(const Query& query, std::span<const Near> triangles,
                             std::vector<Found>& found) const {
    const std::uint32_t region = triangles.front().region;
    const Plane plane = plane_before(region, query.center);
    const Vec3 lowest = farthest_of(query.part, query.pose, -plane.normal);
    const double depth = -plane.normal.dot(lowest - plane.point);
    if (!(depth > 0)) return;
    const Vec3 above = lowest + depth * plane.normal;
    Vec3 nearest = above;
    double least = std::numeric_limits<double>::infinity();
    for (const Near& near : triangles) {
        const Foot foot = mesh_->nearest_on(near.triangle, above);
        if (foot.distance < least) least = foot.distance, nearest = foot.point;
    }
    if (least <= seam_slack * query.part.bound) {
        found.push_back({region, {depth, -plane.normal, lowest + 0.5 * depth * plane.normal, {}}});
        return;
    }
    if (query.part.proxy == nullptr) { // across rims and ridges
        bool is_at_end = false;
        for (const RegionEnd& end : ends_.of(region)) {
            if (distance_to(end, nearest) > same_line * query.part.bound ||
                end.is_groove_from(query.pose.position))
                continue;
            is_at_end = true;
            if (const auto touching = detail::point_of_edge(query.part, query.pose, end))
                found.push_back({place_of(end), *touching});
        }
        if (is_at_end) return;
    }
    const Gap answer = gap(query.part.shape, query.pose, Sphere{edge_radius * query.part.bound},
                           {Eigen::Matrix3d::Identity(), nearest}, nullptr);
    if (answer.gap < 0)
        found.push_back(
            {region, {-answer.gap, answer.normal, 0.5 * (answer.on_a + answer.on_b), {}}});
}

/// Of smooth parts: places whose normals differ by less than the smooth angle are one, the deepest.
void MeshTouches::keep_one_of_each(std::vector<Found>& found) const {
    if (found.size() < 2) return;
    const double cosine = std::min(same_way, mesh_->smooth_cosine());
    std::vector<Found> kept;
    for (const Found& one : found) {
        const bool is_twin = std::ranges::any_of(found, [&](const Found& other) {
            if (&other == &one || !(one.touching.normal.dot(other.touching.normal) > cosine))
                return false;
            const bool is_deeper = other.touching.depth > one.touching.depth;
            return is_deeper || (other.touching.depth == one.touching.depth && &other < &one);
        });
        if (!is_twin) kept.push_back(one);
    }
    found = std::move(kept);
}

} // namespace scree
