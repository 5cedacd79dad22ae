// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/detail/tolerances.hpp>
#include <scree/shapes/wall.hpp>

#include <algorithm>
#include <cmath>

// Which nearest points of the pieces are local minima of the distance to their union?
//
// Every piece has one local minimum of its own, its foot (wall.cpp). A local minimum of the union
// is one on each piece it belongs to, so only feet come into question, and a foot p of the piece B
// fails exactly when another piece A passes through p and its own foot is elsewhere: then p is no
// local minimum on A, and A leads downhill from p. Seen this way a seam needs no knowledge of who
// is whose neighbour, and no angle between the pieces: flat, convex and concave junctions are one
// rule. The alternative, ghost features as in game engines, needs connectivity that a user's list
// of walls does not have.
//
// In the inside of B we do not apply the rule: there A crosses B like an X, the test holds on a
// line only, and a contact would go out for a step while the grain slides over that line. What
// stands behind a solid (plane, sphere wall), though, is buried and does not count.
//
// Feet are compared by place, never by distance: at a seam the distances differ by the square of
// the offset, and the places still differ by 1e-9 when the distances are equal to the last bit.
namespace scree {
namespace {

/// One piece within reach of the grain.
struct Near {
    int surface;
    bool is_solid;
    double tolerance; ///< length below which two places near this piece are one
    const Surface* piece;
    Foot foot;
};

constexpr std::size_t usual_pieces = 16;

struct SizeOf {
    const Vec3& center;
    double operator()(const Plane& s) const { return (center - s.point).cwiseAbs().maxCoeff(); }
    double operator()(const SphereWall& s) const { return s.radius; }
    double operator()(const Rectangle& s) const { return s.half_u + s.half_v; }
    double operator()(const Frustum& s) const {
        return s.height + std::max(s.radius_base, s.radius_top);
    }
    double operator()(const Annulus& s) const { return s.outer_radius; }
};

double seam_width(const Surface& piece, const Foot& foot, const Vec3& center, double radius) {
    return detail::seam_tolerance * std::max(radius, std::abs(foot.distance)) +
           detail::seam_rounding *
               (center.cwiseAbs().maxCoeff() + std::visit(SizeOf{center}, piece));
}

bool passes_through(const Near& a, const Vec3& point, double tolerance) {
    return nearest(*a.piece, point).distance <= tolerance;
}

/// Of two pieces with the same contact: a solid with the centre behind it knows the way out, a
/// shell does not; otherwise the lower index stands for both.
bool goes_first(const Near& a, const Near& b) {
    const bool a_behind = a.foot.distance < 0;
    const bool b_behind = b.foot.distance < 0;
    return a_behind != b_behind ? a_behind : a.surface < b.surface;
}

/// Is the foot of `b` no contact of its own because `a` is there?
bool hides(const Near& a, const Near& b) {
    const double tolerance = a.tolerance + b.tolerance;
    if ((a.foot.point - b.foot.point).squaredNorm() <= tolerance * tolerance)
        return goes_first(a, b);
    if (a.foot.distance < 0) return false; // a centre behind a solid sees all that is there
    if (a.is_solid && passes_through(a, b.foot.point, -tolerance)) return true;
    if (!b.foot.on_edge || !passes_through(a, b.foot.point, tolerance)) return false;
    // On the axis of a ring that both share, all its points are nearest, and each may have chosen
    // another one.
    return !passes_through(b, a.foot.point, tolerance) || goes_first(a, b);
}

void append(const Near& near, double radius, std::vector<WallContact>& out) {
    out.push_back({near.surface, near.foot.distance - radius, near.foot.point, -near.foot.toward});
}

void append_visible(std::span<const Near> pieces, double radius, std::vector<WallContact>& out) {
    const std::size_t before = out.size();
    for (const Near& b : pieces) {
        const auto hides_b = [&](const Near& a) { return &a != &b && hides(a, b); };
        if (std::ranges::none_of(pieces, hides_b)) append(b, radius, out);
    }
    if (out.size() > before || pieces.empty()) return;
    // Within a tolerance of several seams at once "hides" may run in a circle; the nearest foot is
    // a local minimum in any case.
    const auto distance = [](const Near& a) { return a.foot.distance; };
    append(*std::ranges::min_element(pieces, {}, distance), radius, out);
}

} // namespace

// Six parameters: the last is the caller's buffer.
// NOLINTNEXTLINE(readability-function-size)
void wall_contacts(std::span<const Surface> surfaces, std::span<const int> candidates,
                   const Vec3& center, double radius, double margin,
                   std::vector<WallContact>& out) {
    std::array<Near, usual_pieces> few;
    std::vector<Near> many; // stays empty, hence without memory, for all but the oddest grains
    std::size_t count = 0;
    for (const int index : candidates) {
        const Surface& piece = surfaces[static_cast<std::size_t>(index)];
        const Foot foot = nearest(piece, center);
        if (!(foot.distance - radius < margin)) continue;
        const bool is_solid =
            std::holds_alternative<Plane>(piece) || std::holds_alternative<SphereWall>(piece);
        const Near near{index, is_solid, seam_width(piece, foot, center, radius), &piece, foot};
        if (count == usual_pieces) many.assign(few.begin(), few.end());
        if (count < usual_pieces)
            few[count] = near;
        else
            many.push_back(near);
        ++count;
    }
    if (count == 1) return append(few[0], radius, out);
    if (count <= usual_pieces)
        append_visible(std::span(few).first(count), radius, out);
    else
        append_visible(many, radius, out);
}

} // namespace scree
