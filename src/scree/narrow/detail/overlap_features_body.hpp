// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/simd.hpp>
#include <scree/narrow/detail/overlap_edges.hpp>
#include <scree/narrow/detail/overlap_numbers.hpp>
#include <scree/narrow/detail/spread_sides.hpp>
#include <scree/narrow/detail/tolerances.hpp>

#include <array>
#include <cstdint>

// The overlap of two convex polyhedra where it is as simple as it can be: so it is wherever they
// touch lightly. The corners that proved the gap say which features press on each other:
//
// - A corner in a face. If all edges from the corner leave through the face's plane, what is below
//   the plane is a pyramid; if its base lies within the face and its tip in the body, it is the
//   overlap.
// - An edge across an edge. If each leaves the other body through both faces beside the other's
//   edge, the overlap is the tetrahedron of those four points: on each of these faces the overlap
//   is a triangle, bounded by the edge and by the two lines in which the other two faces meet it,
//   and four triangles make a closed surface.
//
// All of this is decided by the signs of a few heights; where one is wrong by rounding, the point
// lies on the border within rounding, and so is the overlap's change.
namespace scree::detail {
inline namespace SCREE_ISA {
namespace {

class FeaturePair {
public:
    FeaturePair(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a,
                const PressDirection& direction, PressedOverlap& answer)
        : a_(a), b_(b), b_in_a_(b_in_a), direction_(direction), out_(answer),
          thin_(thin_to * patch_rounding * (a.reach + b.reach)) {}

    bool run() {
        const auto& c = direction_.facing;
        if (c.size() != 3 || !a_.is_flat || !b_.is_flat) return false;
        if (c[0].b == c[1].b && c[0].b == c[2].b) return corner_in_face(c[0], true);
        if (c[0].a == c[1].a && c[0].a == c[2].a) return corner_in_face(c[0], false);
        return edges_cross();
    }

private:
    /// As many edges from one corner.
    static constexpr std::uint32_t most_edges = 24;
    static constexpr std::uint32_t nothing = UINT32_MAX;
    /// Cosine of the angle up to which a face's normal is the direction of the gap. Any face would
    /// do for which the checks hold; this one is likely to be it.
    static constexpr double same_direction = 1 - 1e-12;

    static Number3 corner(const PolyhedronData& d, std::uint32_t i) {
        return {d.x[i], d.y[i], d.z[i]};
    }

    template <class T>
    SCREE_INLINE Triple<T> turned(const Triple<T>& v) const {
        return detail::turned(b_in_a_.rotation, v);
    }
    SCREE_INLINE Number3 turned_back(const Number3& v) const {
        return detail::turned_back(b_in_a_.rotation, v);
    }
    Number3 shift() const { return number(b_in_a_.position); }

    /// In A's frame.
    SCREE_INLINE FacePlane plane(bool is_a, std::uint32_t f) const {
        if (is_a) return own_plane(a_, f);
        const Number3 normal = turned(number(b_.face_normal[f]));
        return {normal, b_.face_offset[f] + dot(normal, shift())};
    }

    static std::uint32_t face_along(const PolyhedronData& d, std::uint32_t corner,
                                    const Number3& direction) {
        for (std::uint32_t k = d.corner_face_start[corner]; k < d.corner_face_start[corner + 1];
             ++k)
            if (dot(number(d.face_normal[d.corner_faces[k]]), direction) > same_direction)
                return d.corner_faces[k];
        return nothing;
    }

    /// A corner of one body in a face of the other, A or not.
    bool corner_in_face(const CornerPair& pair, bool face_is_a) {
        const PolyhedronData& faced = face_is_a ? a_ : b_;
        const PolyhedronData& other = face_is_a ? b_ : a_;
        const Number3 along = number(direction_.along);
        const std::uint32_t face = face_is_a ? face_along(a_, pair.a, along)
                                             : face_along(b_, pair.b, turned_back(-1.0 * along));
        if (face == nothing) return false;
        const FacePlane base = plane(face_is_a, face);
        const std::uint32_t tip = face_is_a ? pair.b : pair.a;
        Number3 at = corner(other, tip);
        if (face_is_a) at = turned(at) + shift();
        const double depth = -base.height(at);
        if (!(depth > thin_)) return false;
        if (!holds(faced, face_is_a ? at : turned_back(at - shift()), 0))
            return false; // it is pierced

        // Where the edges from the tip meet the plane, seen from the tip.
        const std::uint32_t first = other.neighbour_start[tip];
        const std::uint32_t count = other.neighbour_start[tip + 1] - first;
        if (count > most_edges) return false;
        alignas(32) std::array<double, most_edges> x, y, z;
        for (std::uint32_t k = 0; k < padded(count); ++k) {
            const std::uint32_t i = other.neighbours[first + (k < count ? k : 0)];
            x[k] = other.x[i], y[k] = other.y[i], z[k] = other.z[i];
        }
        const Number3 own = corner(other, tip);
        const Triple<Pack> normal = packs(base.normal);
        for (std::uint32_t k = 0; k < count; k += lane_count) {
            Triple<Pack> way(load(&x[k]) - Pack(own.x), load(&y[k]) - Pack(own.y),
                             load(&z[k]) - Pack(own.z));
            if (face_is_a) way = turned(way);
            const Pack rise = dot(normal, way);
            if (lane_mask(!(rise > Pack(depth))) != 0) return false; // the other end is below, too
            const Triple<Pack> point = (Pack(depth) / rise) * way;
            store(&x[k], point.x), store(&y[k], point.y), store(&z[k], point.z);
        }
        for (std::uint32_t k = faced.face_start[face]; k < faced.face_start[face + 1]; ++k) {
            const FacePlane side = plane(face_is_a, faced.face_across[k]);
            const Triple<Pack> out = packs(side.normal);
            const Pack room(-side.height(at));
            for (std::uint32_t i = 0; i < count; i += lane_count)
                if (lane_mask(dot(out, Triple<Pack>(load(&x[i]), load(&y[i]), load(&z[i]))) >
                              room) != 0)
                    return false;
        }
        return pyramid({base.normal, depth, at, face_is_a}, count, x.data(), y.data(), z.data());
    }

    struct Tip {
        Number3 normal; ///< of the base's plane, away from the tip
        double depth;
        Number3 at;
        bool face_is_a;
    };

    /// The base's corners, seen from the tip, run clockwise around the normal.
    bool pyramid(const Tip& tip, std::uint32_t count, const double* x, const double* y,
                 const double* z) {
        const auto point = [&](std::uint32_t k) { return Number3(x[k], y[k], z[k]); };
        const Number3 origin = point(0);
        Number3 before = point(1) - origin;
        double twice = 0;
        Number3 moment{0, 0, 0};
        for (std::uint32_t k = 2; k < count; ++k) {
            const Number3 now = point(k) - origin;
            const double part = dot(tip.normal, cross(now, before));
            twice += part;
            moment = moment + part * (now + before);
            before = now;
        }
        if (!(twice > 0)) return false;
        const Number3 base = origin + (1 / (3 * twice)) * moment;
        const double area = 0.5 * twice;
        const Number3 push = (tip.face_is_a ? area : -area) * tip.normal;
        out_.body.volume = area * tip.depth / 3;
        out_.body.centroid = vec(tip.at + 0.75 * base);
        out_.body.area_of_a = vec(push);
        out_.body.moment_of_a = vec(0.25 * cross(base, push));
        finish(push, area);

        // The section is the base, seen from the tip at three quarters of the way.
        return spread_out(count, [&](std::uint32_t k) { return 0.75 * (point(k) - base); });
    }

    /// Sets how the polygon of these corners, seen from a point inside it, is spread.
    template <class Corner>
    SCREE_INLINE bool spread_out(std::uint32_t count, const Corner& corner_at) {
        Spread& spread = out_.spread;
        spread.x = across(out_.normal);
        spread.y = out_.normal.cross(spread.x);
        const Number3 x = number(spread.x), y = number(spread.y);
        PlaneSides sides;
        const Number3 last = corner_at(count - 1);
        double from_x = dot(x, last), from_y = dot(y, last);
        for (std::uint32_t k = 0; k < count; ++k) {
            const Number3 now = corner_at(k);
            const double to_x = dot(x, now), to_y = dot(y, now);
            sides.add(from_x, from_y, to_x, to_y, true);
            from_x = to_x, from_y = to_y;
        }
        out_.is_simple = true;
        return sides.spread(spread);
    }

    void finish(const Number3& push, double area) {
        out_.body.surface = 2 * area;
        out_.body.has_a = out_.body.has_b = true;
        out_.normal = direction_.is_normal ? direction_.along : vec((1 / area) * push);
    }

    static std::uint32_t find_edge(const PolyhedronData& d, std::uint32_t from, std::uint32_t to) {
        for (std::uint32_t k = d.neighbour_start[from]; k < d.neighbour_start[from + 1]; ++k)
            if (d.neighbours[k] == to) return k;
        return nothing;
    }

    /// Where an edge enters and leaves a body through the two faces beside one of its edges; all in
    /// the frame of that body.
    struct Passage {
        double enters, leaves;  ///< of the way from one end to the other
        std::uint32_t faces[2]; ///< through which
    };
    static bool passes(const PolyhedronData& d, const std::array<std::uint32_t, 2>& faces,
                       const Number3& from, const Number3& to, Passage& passage) {
        const FacePlane first = own_plane(d, faces[0]), second = own_plane(d, faces[1]);
        const double first_from = first.height(from), first_to = first.height(to);
        const double second_from = second.height(from), second_to = second.height(to);
        const double in_first = first_from / (first_from - first_to);
        const double in_second = second_from / (second_from - second_to);
        if (first_from > 0 && first_to < 0 && second_from < 0 && second_to > 0)
            passage = {in_first, in_second, {faces[0], faces[1]}};
        else if (second_from > 0 && second_to < 0 && first_from < 0 && first_to > 0)
            passage = {in_second, in_first, {faces[1], faces[0]}};
        else
            return false;
        return passage.enters < passage.leaves &&
               is_within(d, passage.faces[0], from + passage.enters * (to - from)) &&
               is_within(d, passage.faces[1], from + passage.leaves * (to - from));
    }
    bool edges_cross() {
        const auto& c = direction_.facing;
        const CornerPair& one = c[0];
        const CornerPair two{c[1].a != one.a ? c[1].a : c[2].a, c[1].b != one.b ? c[1].b : c[2].b};
        for (const CornerPair& p : c)
            if ((p.a != one.a && p.a != two.a) || (p.b != one.b && p.b != two.b)) return false;
        const std::uint32_t edge_a = find_edge(a_, one.a, two.a);
        const std::uint32_t edge_b = find_edge(b_, one.b, two.b);
        if (edge_a == nothing || edge_b == nothing) return false;
        const Number3 a0 = corner(a_, one.a), a1 = corner(a_, two.a);
        const Number3 own_b0 = corner(b_, one.b), own_b1 = corner(b_, two.b);
        Passage of_a, of_b;
        if (!passes(b_, b_.neighbour_faces[edge_b], turned_back(a0 - shift()),
                    turned_back(a1 - shift()), of_a))
            return false;
        const Number3 b0 = turned(own_b0) + shift(), b1 = turned(own_b1) + shift();
        if (!passes(a_, a_.neighbour_faces[edge_a], b0, b1, of_b)) return false;
        return tetrahedron({a0 + of_a.enters * (a1 - a0), a0 + of_a.leaves * (a1 - a0)},
                           {b0 + of_b.enters * (b1 - b0), b0 + of_b.leaves * (b1 - b0)},
                           own_plane(a_, of_b.faces[0]).normal);
    }

    /// Pieces of A's and B's edges; B's begins in a face of A with this normal.
    bool tetrahedron(const std::array<Number3, 2>& p, const std::array<Number3, 2>& q,
                     const Number3& normal_at_q0) {
        const Number3 way_p = p[1] - p[0], way_q = q[1] - q[0];
        Number3 twice_push = cross(way_p, way_q);
        const double six_volumes = abs(dot(twice_push, q[0] - p[0]));
        const double twice = sqrt(dot(twice_push, twice_push));
        if (!(six_volumes > 2 * thin_ * twice)) return false;
        if (dot(twice_push, number(direction_.along)) < 0) twice_push = -1.0 * twice_push;
        const Number3 middle = 0.25 * ((p[0] + p[1]) + (q[0] + q[1]));
        // A's surface in B: the triangles of its edge and either end of B's.
        Number3 moment{0, 0, 0};
        const Number3 first = cross(way_p, q[0] - p[0]);
        const bool is_outward = dot(first, normal_at_q0) > 0;
        for (std::size_t k = 0; k < 2; ++k) {
            const Number3 twice_area = k == 0 ? first : cross(q[1] - p[0], way_p);
            const Number3 center = (1.0 / 3) * ((p[0] + p[1]) + q[k]);
            moment = moment + (is_outward ? 0.5 : -0.5) * cross(center - middle, twice_area);
        }
        out_.body.volume = six_volumes / 6;
        out_.body.centroid = vec(middle);
        out_.body.area_of_a = vec(0.5 * twice_push);
        out_.body.moment_of_a = vec(moment);
        finish(0.5 * twice_push, 0.5 * twice);

        // Half way between the edges, which both lie across the normal, is a parallelogram.
        const Number3 half_p = 0.25 * way_p, half_q = 0.25 * way_q;
        const std::array<Number3, 4> corners = {half_p + half_q, half_p - half_q,
                                                -1.0 * (half_p + half_q), half_q - half_p};
        return spread_out(4, [&](std::uint32_t k) { return corners[k]; });
    }

    const PolyhedronData &a_, &b_;
    const Pose& b_in_a_;
    const PressDirection& direction_;
    PressedOverlap& out_;
    double thin_;
};

} // namespace
} // namespace SCREE_ISA
} // namespace scree::detail
