// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/detail/tolerances.hpp>
#include <scree/shapes/mesh_surface.hpp>
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
// A mesh has several feet at once, its own local minima (mesh_contacts.cpp), and each is a piece
// here. They never hide each other; against others the mesh counts as a whole: where one of its
// feet is, no other one of them is "elsewhere".
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
    double gap;              ///< of the ball
    std::uint32_t place = 0; ///< of a mesh: the flat region
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
    double operator()(const MeshWall& s) const {
        const Bounds box = s.home->bounds();
        return (box.high - box.low).maxCoeff() + box.low.cwiseAbs().maxCoeff();
    }
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

bool are_at_one_place(const Near& a, const Near& b) {
    const double tolerance = a.tolerance + b.tolerance;
    return (a.foot.point - b.foot.point).squaredNorm() <= tolerance * tolerance;
}

/// Is the foot of `b` no contact of its own because `a` is there?
bool hides(const Near& a, const Near& b) {
    if (are_at_one_place(a, b)) return goes_first(a, b);
    const double tolerance = a.tolerance + b.tolerance;
    if (a.foot.distance < 0) return false; // a centre behind a solid sees all that is there
    if (a.is_solid && passes_through(a, b.foot.point, -tolerance)) return true;
    if (!b.foot.on_edge || !passes_through(a, b.foot.point, tolerance)) return false;
    // On the axis of a ring that both share, all its points are nearest, and each may have chosen
    // another one.
    return !passes_through(b, a.foot.point, tolerance) || goes_first(a, b);
}

void append(const Near& near, std::vector<WallContact>& out) {
    out.push_back({near.surface, near.gap, near.foot.point, -near.foot.toward, near.place});
}

/// Does another foot of the same mesh as `a` lie where that of `b` does?
bool is_met_elsewhere(std::span<const Near> pieces, const Near& a, const Near& b) {
    if (!std::holds_alternative<MeshWall>(*a.piece) || are_at_one_place(a, b)) return false;
    return std::ranges::any_of(pieces, [&](const Near& other) {
        return other.surface == a.surface && are_at_one_place(other, b);
    });
}

void append_visible(std::span<const Near> pieces, std::vector<WallContact>& out) {
    const std::size_t before = out.size();
    for (const Near& b : pieces) {
        const auto hides_b = [&](const Near& a) {
            return a.surface != b.surface && hides(a, b) && !is_met_elsewhere(pieces, a, b);
        };
        if (std::ranges::none_of(pieces, hides_b)) append(b, out);
    }
    if (out.size() > before || pieces.empty()) return;
    // Within a tolerance of several seams at once "hides" may run in a circle; the nearest foot is
    // a local minimum in any case.
    const auto distance = [](const Near& a) { return a.foot.distance; };
    append(*std::ranges::min_element(pieces, {}, distance), out);
}

/// Without memory from the heap for all but the oddest grains.
class Reachable {
public:
    void add(const Near& near) {
        if (count_ == usual_pieces) many_.assign(few_.begin(), few_.end());
        if (count_ < usual_pieces)
            few_[count_] = near;
        else
            many_.push_back(near);
        ++count_;
    }
    std::span<const Near> all() const {
        if (count_ > usual_pieces) return many_;
        return std::span(few_).first(count_);
    }

private:
    std::array<Near, usual_pieces> few_;
    std::vector<Near> many_;
    std::size_t count_ = 0;
};

void add_mesh(const Surface& piece, int index, const Ball& ball, double margin, Reachable& pieces) {
    std::vector<MeshContact> feet;
    mesh_contacts(std::get<MeshWall>(piece), ball, margin, feet);
    const Vec3 center(ball.x, ball.y, ball.z);
    for (const MeshContact& c : feet) {
        const Foot foot{c.gap + ball.radius, c.point, -c.normal, c.on_edge};
        pieces.add({index, false, seam_width(piece, foot, center, ball.radius), &piece, foot, c.gap,
                    c.region});
    }
}

} // namespace

// Six parameters: the last is the caller's buffer.
// NOLINTNEXTLINE(readability-function-size)
void wall_contacts(std::span<const Surface> surfaces, std::span<const int> candidates,
                   const Vec3& center, double radius, double margin,
                   std::vector<WallContact>& out) {
    Reachable pieces;
    for (const int index : candidates) {
        const Surface& piece = surfaces[static_cast<std::size_t>(index)];
        if (std::holds_alternative<MeshWall>(piece)) {
            add_mesh(piece, index, {center.x(), center.y(), center.z(), radius}, margin, pieces);
            continue;
        }
        const Foot foot = nearest(piece, center);
        if (!(foot.distance - radius < margin)) continue;
        const bool is_solid =
            std::holds_alternative<Plane>(piece) || std::holds_alternative<SphereWall>(piece);
        pieces.add({index, is_solid, seam_width(piece, foot, center, radius), &piece, foot,
                    foot.distance - radius});
    }
    const std::span<const Near> all = pieces.all();
    if (all.size() == 1) return append(all[0], out);
    append_visible(all, out);
}

} // namespace scree
