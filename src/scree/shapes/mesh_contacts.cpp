// SPDX-License-Identifier: BSD-3-Clause
//
// The contacts of a ball with a mesh: the rule of wall_contacts.cpp, applied to triangles. Each has
// one nearest point, its foot; a foot on a side or corner is none of the surface's local minima
// when another triangle passes through it and leads downhill from there. The triangles around a
// corner are asked first, which settles nearly all feet of a well-joined mesh; the few that are
// left are held against all triangles in reach, so that cracks, T-junctions and overlapping pieces,
// which connectivity does not see, are not felt either.
//
// In a smooth groove (a cylinder from inside) a ball has a foot on several faces at once, where the
// surface that they stand for has one. Feet on faces that touch at a small angle are therefore one
// contact, the nearest. Its gap is continuous when the ball moves on; its normal jumps by no more
// than the angle between two faces.
#include <scree/shapes/detail/tolerances.hpp>
#include <scree/shapes/mesh_surface.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace scree {
namespace {

double rounding_at(const Vec3& center, double size) {
    return detail::seam_rounding * (center.cwiseAbs().maxCoeff() + size);
}

Foot inner_foot(const Vec3& center, double height, const Vec3& normal) {
    const Vec3 point = center - height * normal;
    if (height < 0) return {-height, point, -normal, false};
    return {height, point, normal, false};
}

} // namespace

MeshSurface::TriangleFoot MeshSurface::foot(std::uint32_t triangle, const Vec3& center) const {
    const Triangle& t = triangles_[triangle];
    const double height = t.normal.dot(center - t.corner[0]);
    const double rim = rounding_at(center, t.size);
    bool is_inside = true;
    for (std::size_t k = 0; k < 3 && is_inside; ++k)
        is_inside = t.inward[k].dot(center - t.corner[(k + 1) % 3]) >= -rim;
    if (is_inside) return {inner_foot(center, height, t.normal), true, 0};
    TriangleFoot best{};
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = i + 1; j < 3; ++j) {
            const Vec3 side = t.corner[j] - t.corner[i];
            const double part =
                std::clamp(side.dot(center - t.corner[i]) / side.squaredNorm(), 0.0, 1.0);
            const Vec3 point =
                part < 1 ? Vec3(t.corner[i] + part * side) : t.corner[j]; // the corner's own bits
            const Vec3 away = center - point;
            const double square = away.squaredNorm();
            if (!(square < least)) continue;
            least = square;
            best = {{0, point, away, true}, false, part < 1 ? t.vertex[i] : t.vertex[j]};
        }
    best.foot.distance = std::sqrt(least);
    if (best.foot.distance <= detail::touch_tolerance * t.size)
        best.foot.toward = t.normal;
    else
        best.foot.toward /= best.foot.distance;
    return best;
}

bool MeshSurface::passes_through(std::uint32_t triangle, const Vec3& point,
                                 double tolerance) const {
    return foot(triangle, point).foot.distance <= tolerance;
}

MeshSurface::Nearest MeshSurface::nearest(const Vec3& center) const {
    Nearest best{MeshEdge::nobody, {}};
    bool is_best_inside = false;
    tree_.for_nearest(center, [&](std::uint32_t t) {
        const TriangleFoot here = foot(t, center);
        const bool is_nearer =
            best.triangle == MeshEdge::nobody || here.foot.distance < best.foot.distance ||
            (here.foot.distance == best.foot.distance &&
             (here.is_inside != is_best_inside ? here.is_inside : t < best.triangle));
        if (is_nearer) best = {t, here.foot}, is_best_inside = here.is_inside;
        // A box no nearer than this may still hold a lower triangle with the same point.
        return here.foot.distance * here.foot.distance * (1 + 1e-15);
    });
    return best;
}

bool MeshSurface::is_hidden_around(const Near& near, const Vec3& center) const {
    const Vec3& point = near.at.foot.point;
    return std::ranges::any_of(around(near.at.anchor), [&](std::uint32_t t) {
        if (t == near.triangle || !passes_through(t, point, near.tolerance)) return false;
        const double apart = (foot(t, center).foot.point - point).norm();
        return apart > 2 * near.tolerance;
    });
}

/// Of two triangles with the same contact: one that is not vague; an inside, where the plane gives
/// the distance, before a rim; the lower number.
bool MeshSurface::goes_first(const Near& a, const Near& b) {
    if (a.is_vague() != b.is_vague()) return b.is_vague();
    return a.at.is_inside != b.at.is_inside ? a.at.is_inside : a.triangle < b.triangle;
}

/// Is the foot of `b` no contact of its own because `a` is there?
bool MeshSurface::hides(const Near& a, const Near& b) const {
    const double tolerance = a.tolerance + b.tolerance;
    const double place = tolerance + a.blur + b.blur;
    if ((a.at.foot.point - b.at.foot.point).squaredNorm() <= place * place) return goes_first(a, b);
    return !b.at.is_inside && passes_through(a.triangle, b.at.foot.point, tolerance);
}

std::vector<MeshSurface::Near> MeshSurface::visible(const std::vector<Near>& candidates,
                                                    const Vec3& center) const {
    std::vector<Near> seen;
    for (const Near& b : candidates) {
        if (!b.at.is_inside && is_hidden_around(b, center)) continue;
        const auto hides_b = [&](const Near& a) { return a.triangle != b.triangle && hides(a, b); };
        if (std::ranges::none_of(candidates, hides_b)) seen.push_back(b);
    }
    if (!seen.empty() || candidates.empty()) return seen;
    // Within a tolerance of several seams at once "hides" may run in a circle.
    const auto distance = [](const Near& near) { return near.at.foot.distance; };
    return {*std::ranges::min_element(candidates, {}, distance)};
}

std::vector<MeshSurface::Near> MeshSurface::without_smooth_twins(std::vector<Near> kept) const {
    if (kept.size() < 2) return kept;
    const auto region = [&](const Near& near) { return region_[near.triangle]; };
    std::ranges::stable_sort(kept, {}, region);
    std::vector<std::size_t> leader(kept.size());
    std::iota(leader.begin(), leader.end(), std::size_t{0});
    const auto find = [&](std::size_t i) {
        while (leader[i] != i) i = leader[i] = leader[leader[i]];
        return i;
    };
    const auto link = [&](std::size_t i, std::size_t j) {
        if (kept[i].at.foot.toward.dot(kept[j].at.foot.toward) >= smooth_cosine_)
            leader[std::max(find(i), find(j))] = std::min(find(i), find(j));
    };
    const auto are_at_one_place = [&](const Near& a, const Near& b) {
        const double width = detail::same_place * (a.tolerance + b.tolerance);
        return (a.at.foot.point - b.at.foot.point).squaredNorm() <= width * width;
    };
    for (std::size_t i = 0; i < kept.size(); ++i) {
        for (std::size_t j = i + 1; j < kept.size(); ++j) {
            const bool is_one_plane =
                region(kept[j]) == region(kept[i]) && kept[i].at.is_inside && kept[j].at.is_inside;
            if (is_one_plane || are_at_one_place(kept[i], kept[j])) link(i, j);
        }
        for (const std::uint32_t other : smooth_neighbours(region(kept[i])))
            for (auto at = std::ranges::lower_bound(kept, other, {}, region);
                 at != kept.end() && region(*at) == other; ++at)
                link(i, static_cast<std::size_t>(at - kept.begin()));
    }
    // Distances that rounding cannot tell apart leave the choice to the better foot.
    const auto is_better = [](const Near& a, const Near& b) {
        const double apart = a.at.foot.distance - b.at.foot.distance;
        const double rounding = detail::seam_rounding * a.at.foot.distance;
        return std::abs(apart) <= rounding ? goes_first(a, b) : apart < 0;
    };
    std::vector<std::size_t> best(kept.size());
    std::iota(best.begin(), best.end(), std::size_t{0});
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (is_better(kept[i], kept[best[find(i)]])) best[find(i)] = i;
    std::vector<Near> single;
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (find(i) == i) single.push_back(kept[best[i]]);
    return single;
}

MeshSurface::Near MeshSurface::near(std::uint32_t triangle, const TriangleFoot& at,
                                    const Ball& ball) const {
    const Triangle& t = triangles_[triangle];
    const double rounding = rounding_at({ball.x, ball.y, ball.z}, t.size);
    const double seam = detail::seam_tolerance * std::max(ball.radius, at.foot.distance);
    const double blur = at.is_inside ? at.foot.distance * rounding / t.altitude : 0;
    return {triangle, at, seam + rounding, blur};
}

/// A thin triangle in one plane with a better one in reach takes the foot that this plane gives.
void MeshSurface::borrow_planes(std::vector<Near>& candidates, const Ball& ball) const {
    const Vec3 center(ball.x, ball.y, ball.z);
    for (Near& thin : candidates) {
        if (!thin.is_vague()) continue;
        const Triangle& own = triangles_[thin.triangle];
        const Triangle* best = &own;
        for (const Near& other : candidates) {
            const Triangle& t = triangles_[other.triangle];
            const bool is_in_its_plane = std::ranges::all_of(own.corner, [&](const Vec3& p) {
                return std::abs(t.normal.dot(p - t.corner[0])) <= thin.tolerance + other.tolerance;
            });
            if (t.altitude > best->altitude && is_in_its_plane) best = &t;
        }
        thin.at.foot = inner_foot(center, best->normal.dot(center - own.corner[0]), best->normal);
        thin.blur *= own.altitude / best->altitude;
    }
}

void MeshSurface::contacts(const Ball& ball, double margin, std::vector<MeshContact>& out) const {
    const Vec3 center(ball.x, ball.y, ball.z);
    std::vector<Near> found;
    tree_.for_each_near(center, ball.radius + margin, [&](std::uint32_t t) {
        const TriangleFoot at = foot(t, center);
        if (at.foot.distance - ball.radius < margin) found.push_back(near(t, at, ball));
    });
    if (found.size() > 1) {
        borrow_planes(found, ball);
        found = without_smooth_twins(visible(found, center));
    }
    const std::size_t first = out.size();
    for (const Near& each : found)
        out.push_back({each.triangle, region_[each.triangle], each.at.foot.distance - ball.radius,
                       each.at.foot.point, -each.at.foot.toward, !each.at.is_inside});
    // An order that does not depend on who numbered the triangles: forces are summed in it.
    std::sort(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
              [](const MeshContact& a, const MeshContact& b) {
                  const auto key = [](const MeshContact& c) {
                      return std::tuple(c.region, c.normal.x(), c.normal.y(), c.normal.z(),
                                        c.triangle);
                  };
                  return key(a) < key(b);
              });
}

void mesh_contacts(const MeshWall& wall, const Ball& ball, double margin,
                   std::vector<MeshContact>& out) {
    if (!wall.is_moved) return wall.home->contacts(ball, margin, out);
    const Vec3 at_home = point_at_home(wall, {ball.x, ball.y, ball.z});
    const std::size_t first = out.size();
    wall.home->contacts({at_home.x(), at_home.y(), at_home.z(), ball.radius}, margin, out);
    for (std::size_t k = first; k < out.size(); ++k) {
        out[k].point = wall.pose * out[k].point;
        out[k].normal = wall.pose.rotation * out[k].normal;
    }
}

} // namespace scree
