// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/simd.hpp>
#include <scree/narrow/detail/overlap_edges.hpp>
#include <scree/narrow/detail/tolerances.hpp>

#include <array>
#include <cstdint>
#include <limits>

// The overlap of two convex polyhedra from its edges alone.
//
// Its edges are the pieces of A's edges within B, those of B's within A, and where a face f of A
// meets a face g of B. A piece ends in a corner or in a face of the other body; an end in g of an
// edge between f and h is an end of the edges (f, g) and (h, g) of the third kind, and those have
// no others: they are found by collecting two ends for each pair of faces. Volume and area are sums
// over faces and their edges, so no face is ever put together as a loop. Only what lies in the
// layer is looked at, see overlap_body.cpp.
//
// Whether the answer is right is seen in the end: every point found lies in both bodies, and edges
// that close all faces bound a closed surface, of which a convex body has but one. Where rounding
// has made two decisions that do not fit (edges that meet) an end is left over, or the areas do not
// add up to zero. Flush faces, which would count twice, are left to the plain way beforehand.
namespace scree::detail {
inline namespace SCREE_ISA {
namespace {

using Number3 = Triple<double>;

class EdgePair {
public:
    EdgePair(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a,
             const PressDirection& direction, EdgeOverlap& answer, std::vector<Segment>& section)
        : a_(a), b_(b), r_(b_in_a.rotation), t_(b_in_a.position), direction_(direction),
          out_(answer), section_(section) {}

    bool run() {
        if (!has_room(a_.data) || !has_room(b_.data)) return false;
        if (!find_layer() || !load(a_) || !load(b_)) return false;
        set_planes();
        std::fill_n(end_.begin(), a_.faces * b_.faces, nobody);
        if (!clip(a_, b_, true) || !clip(b_, a_, false)) return false;
        if (open_ends_ != 0 || pieces_ == 0) return false;
        return integrate() && take_sides();
    }

private:
    static constexpr std::uint32_t most_listed = 128; // corners and faces of a body
    static constexpr std::uint32_t most_points = 48, most_faces = 48, most_edges = 96;
    static constexpr std::uint32_t most_pieces = 160;
    static constexpr std::uint8_t none = UINT8_MAX;
    static constexpr double unreached = std::numeric_limits<double>::max(); ///< offset of no plane

    struct Edge {
        std::uint8_t from, to, left, right; ///< points and faces of its side
    };

    /// What of one body is in the layer.
    struct Side {
        explicit Side(const PolyhedronData& body) : data(body) {}

        const PolyhedronData& data;
        std::uint32_t corners = 0, points = 0, faces = 0, edges = 0;
        std::array<std::uint32_t, most_points> corner; ///< of each point; those in the layer first
        std::array<std::uint32_t, most_faces> face;
        std::array<Number3, most_points> at; ///< in A's frame
        std::array<Edge, most_edges> edge;
        alignas(32) std::array<double, most_faces> nx, ny, nz, offset; ///< in A's frame, padded
        alignas(32) std::array<double, most_listed> height;            ///< of all corners
        /// Heights of the other's points above the planes.
        alignas(32) std::array<double, std::size_t{most_points} * most_faces> above;
        std::array<std::uint64_t, most_points> out; ///< of which of the other's faces, a bit each
    };

    /// A piece of an edge of the overlap, from p to q with the face `left` on its left.
    struct Piece {
        Number3 p, q;
        std::uint8_t left, right; ///< of the overlap: A's, then B's
    };

    static Number3 number(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
    static Vec3 vec(const Number3& v) { return {v.x, v.y, v.z}; }
    static bool has_room(const PolyhedronData& data) {
        return data.is_flat && data.corner_count <= most_listed && data.face_count() <= most_listed;
    }
    static constexpr std::uint32_t padded(std::uint32_t n) { return (n + 3) & ~3U; }

    /// Heights of all corners along a direction of the body; returns the largest.
    static double heights(Side& side, const Vec3& along) {
        const PolyhedronData& d = side.data;
        Pack top(-std::numeric_limits<double>::infinity());
        for (std::uint32_t i = 0; i < d.corner_count; i += lane_count) { // repeated corners at last
            const Pack h = (load_anywhere(&d.x[i]) * Pack(along.x()) +
                            load_anywhere(&d.y[i]) * Pack(along.y())) +
                           load_anywhere(&d.z[i]) * Pack(along.z());
            store(&side.height[i], h);
            top = max(h, top);
        }
        return largest(top);
    }

    static bool list_corners(Side& side, double level) {
        const Pack at(level);
        for (std::uint32_t i = 0; i < side.data.corner_count; i += lane_count)
            for (unsigned hit = lane_mask(!(scree::load(&side.height[i]) < at)); hit != 0;
                 hit &= hit - 1) {
                const std::uint32_t k = i + static_cast<std::uint32_t>(__builtin_ctz(hit));
                if (k >= side.data.corner_count) break;
                if (side.corners == most_points) return false;
                side.corner[side.corners++] = k;
            }
        side.points = side.corners;
        return side.corners != 0;
    }

    /// The corners of both in the layer; false: none, or too many.
    bool find_layer() {
        const Vec3& along = direction_.along;
        const Vec3 against = -(r_.transpose() * along);
        const double shift = along.dot(t_);
        const double top_a = heights(a_, along);
        const double top_b = heights(b_, against);
        return list_corners(a_, shift - top_b) && list_corners(b_, shift - top_a);
    }

    /// The edges from the corners in the layer, with their other ends and faces.
    static bool load(Side& side) {
        const PolyhedronData& d = side.data;
        std::array<std::uint8_t, most_listed> point, face;
        std::fill_n(point.begin(), d.corner_count, none);
        std::fill_n(face.begin(), d.face_count(), none);
        for (std::uint32_t k = 0; k < side.corners; ++k)
            point[side.corner[k]] = static_cast<std::uint8_t>(k);
        const auto local_face = [&](std::uint32_t f) {
            if (face[f] == none && side.faces < most_faces) {
                side.face[side.faces] = f;
                face[f] = static_cast<std::uint8_t>(side.faces++);
            }
            return face[f];
        };
        for (std::uint32_t k = 0; k < side.corners; ++k) {
            const std::uint32_t i = side.corner[k], end = d.neighbour_start[i + 1];
            for (std::uint32_t n = d.neighbour_start[i]; n < end; ++n) {
                const std::uint32_t j = d.neighbours[n];
                if (point[j] < k) continue; // came by from there
                if (point[j] == none) {
                    if (side.points == most_points) return false;
                    side.corner[side.points] = j;
                    point[j] = static_cast<std::uint8_t>(side.points++);
                }
                const std::uint8_t left = local_face(d.neighbour_faces[n][0]);
                const std::uint8_t right = local_face(d.neighbour_faces[n][1]);
                if (left == none || right == none || side.edges == most_edges) return false;
                side.edge[side.edges++] = {static_cast<std::uint8_t>(k), point[j], left, right};
            }
        }
        return true;
    }

    void set_planes() {
        for (std::uint32_t k = 0; k < a_.points; ++k)
            a_.at[k] = number(a_.data.corner(a_.corner[k]));
        for (std::uint32_t k = 0; k < b_.points; ++k)
            b_.at[k] = number(r_ * b_.data.corner(b_.corner[k]) + t_);
        for (std::uint32_t f = 0; f < a_.faces; ++f)
            set_plane(a_, f, a_.data.face_normal[a_.face[f]], a_.data.face_offset[a_.face[f]]);
        for (std::uint32_t f = 0; f < b_.faces; ++f) {
            const Vec3 normal = r_ * b_.data.face_normal[b_.face[f]];
            set_plane(b_, f, normal, b_.data.face_offset[b_.face[f]] + normal.dot(t_));
        }
        for (Side* side : {&a_, &b_})
            for (std::uint32_t f = side->faces; f < padded(side->faces); ++f)
                set_plane(*side, f, Vec3::Zero(), unreached);
    }
    static void set_plane(Side& side, std::uint32_t f, const Vec3& normal, double offset) {
        side.nx[f] = normal.x(), side.ny[f] = normal.y(), side.nz[f] = normal.z();
        side.offset[f] = offset;
    }

    /// What of a side's edges is within the other body; false, too, where a corner lies so close to
    /// a plane that its side may be rounding.
    bool clip(Side& own, Side& other, bool is_a) {
        const std::uint32_t width = padded(other.faces);
        const Pack unsure(flush_to * (own.data.reach + other.data.reach));
        unsigned flush = 0;
        for (std::uint32_t k = 0; k < own.points; ++k) {
            const Number3& x = own.at[k];
            std::uint64_t out = 0;
            for (std::uint32_t f = 0; f < width; f += lane_count) {
                const Pack above = ((scree::load(&other.nx[f]) * Pack(x.x) +
                                     scree::load(&other.ny[f]) * Pack(x.y)) +
                                    scree::load(&other.nz[f]) * Pack(x.z)) -
                                   scree::load(&other.offset[f]);
                store(&other.above[std::size_t{k} * width + f], above);
                out |= std::uint64_t{lane_mask(above > Pack(0.0))} << f;
                flush |= lane_mask(abs(above) < unsure);
            }
            own.out[k] = out;
        }
        if (flush != 0) return false;
        for (std::uint32_t e = 0; e < own.edges; ++e)
            if (!clip_edge(own, own.edge[e], other, is_a)) return false;
        return true;
    }

    SCREE_INLINE bool clip_edge(const Side& own, const Edge& edge, const Side& other, bool is_a) {
        const std::uint64_t out_from = own.out[edge.from], out_to = own.out[edge.to];
        if ((out_from & out_to) != 0) return true;
        const std::uint32_t width = padded(other.faces);
        const double* from = &other.above[std::size_t{edge.from} * width];
        const double* to = &other.above[std::size_t{edge.to} * width];
        double begin = 0, end = 1;
        std::uint32_t enters = none, leaves = none;
        for (std::uint64_t hit = out_from; hit != 0; hit &= hit - 1) {
            const auto g = static_cast<std::uint32_t>(__builtin_ctzll(hit));
            const double t = from[g] / (from[g] - to[g]);
            if (t > begin || enters == none) begin = t, enters = g;
        }
        for (std::uint64_t hit = out_to; hit != 0; hit &= hit - 1) {
            const auto g = static_cast<std::uint32_t>(__builtin_ctzll(hit));
            const double t = from[g] / (from[g] - to[g]);
            if (t < end || leaves == none) end = t, leaves = g;
        }
        if (!(begin < end)) return true;
        const Number3 &p0 = own.at[edge.from], &p1 = own.at[edge.to];
        const Number3 p = enters == none ? p0 : (1 - begin) * p0 + begin * p1;
        const Number3 q = leaves == none ? p1 : (1 - end) * p0 + end * p1;
        const std::uint8_t left = is_a ? edge.left : of_b(edge.left);
        const std::uint8_t right = is_a ? edge.right : of_b(edge.right);
        if (!add_piece({p, q, left, right})) return false;
        for (const auto& [face, point] : {std::pair{enters, p}, std::pair{leaves, q}})
            if (face != none)
                for (const std::uint8_t own_face : {edge.left, edge.right})
                    if (!(is_a ? add_end(own_face, face, point) : add_end(face, own_face, point)))
                        return false;
        return true;
    }

    std::uint8_t of_b(std::uint32_t face) const {
        return static_cast<std::uint8_t>(a_.faces + face);
    }
    bool add_piece(const Piece& piece) {
        if (pieces_ == most_pieces) return false;
        piece_[pieces_++] = piece;
        return true;
    }

    /// An end of the edge in which face f of A and g of B meet.
    bool add_end(std::uint32_t f, std::uint32_t g, const Number3& point) {
        std::uint16_t& at = end_[f * b_.faces + g];
        if (at == nobody) {
            at = static_cast<std::uint16_t>(pieces_);
            ++open_ends_;
            return add_piece({point, point, static_cast<std::uint8_t>(f), of_b(g)});
        }
        if (at == finished) return false;
        Piece& piece = piece_[at];
        at = finished;
        --open_ends_;
        piece.q = point;
        const Number3 nf{a_.nx[f], a_.ny[f], a_.nz[f]}, ng{b_.nx[g], b_.ny[g], b_.nz[g]};
        if (dot(piece.q - piece.p, cross(nf, ng)) < 0) std::swap(piece.p, piece.q);
        return true;
    }

    /// Of a polygon with unit normal n and p, q along its boundary, ½ n · Σ p × q is the area, and
    /// Σ ½ n · (p × q) (p + q + h n) / 3 its first moment, h n being the foot of the origin.
    struct FaceSums {
        double area, height;
        Number3 moment;
    };

    bool integrate() {
        Number3 sum{0, 0, 0};
        for (std::uint32_t k = 0; k < pieces_; ++k) sum = sum + (piece_[k].p + piece_[k].q);
        const Number3 middle = (0.5 / pieces_) * sum;
        const std::uint32_t faces = a_.faces + b_.faces;
        std::array<FaceSums, 2 * most_faces> face;
        std::array<bool, 2 * most_faces> seen;
        std::fill_n(seen.begin(), faces, false);
        double size2 = 0;
        for (std::uint32_t k = 0; k < pieces_; ++k) {
            Piece& piece = piece_[k];
            piece.p = piece.p - middle;
            piece.q = piece.q - middle;
            size2 = max(size2, max(dot(piece.p, piece.p), dot(piece.q, piece.q)));
            const Number3 across = cross(piece.p, piece.q), both = piece.p + piece.q;
            for (const bool is_left : {true, false}) {
                const std::uint8_t f = is_left ? piece.left : piece.right;
                const Number3 n = normal_of(f);
                if (!seen[f]) {
                    seen[f] = true;
                    face[f] = {0, dot(n, piece.p), {0, 0, 0}};
                }
                const double area = (is_left ? 0.5 : -0.5) * dot(n, across);
                face[f].area += area;
                face[f].moment = face[f].moment + area * both;
            }
        }
        double volume = 0, surface = 0;
        Number3 moment{0, 0, 0}, turning{0, 0, 0};
        Number3 area[2] = {{0, 0, 0}, {0, 0, 0}}; // of A and B
        for (std::uint32_t f = 0; f < faces; ++f) {
            if (!seen[f]) continue;
            const Number3 n = normal_of(f);
            const FaceSums& s = face[f];
            const double cone = s.height * s.area;
            volume += cone / 3;
            moment = moment + (s.height / 12) * (s.moment + cone * n);
            surface += abs(s.area);
            Number3& of_body = area[f < a_.faces ? 0 : 1];
            of_body = of_body + s.area * n;
            if (f < a_.faces) turning = turning + (1.0 / 3) * cross(s.moment, n);
        }
        const Number3 open = area[0] + area[1];
        const double size = 2 * sqrt(size2);
        const double rounding = patch_rounding * (a_.data.reach + b_.data.reach);
        const double closed = closed_to * surface + 64 * rounding * size;
        if (!(max(max(abs(open.x), abs(open.y)), abs(open.z)) <= closed) ||
            !(volume > clear_measure * (size * size * size)) ||
            !(volume > thin_to * rounding * surface))
            return false;
        centroid_ = (1 / volume) * moment;
        BodyIntegrals& body = out_.body;
        body.volume = volume;
        body.centroid = vec(middle + centroid_);
        body.surface = surface;
        body.area_of_a = vec(area[0]);
        body.moment_of_a = vec(turning - cross(centroid_, area[0]));
        body.has_a = body.has_b = true;
        return choose_normal();
    }

    SCREE_INLINE Number3 normal_of(std::uint32_t f) const {
        const Side& side = f < a_.faces ? a_ : b_;
        const std::uint32_t i = f < a_.faces ? f : f - a_.faces;
        return {side.nx[i], side.ny[i], side.nz[i]};
    }

    bool choose_normal() {
        if (direction_.is_normal) {
            out_.normal = direction_.along;
            return true;
        }
        const double length = out_.body.area_of_a.stableNorm();
        if (!(length > patch_direction * out_.body.surface)) return false;
        out_.normal = out_.body.area_of_a / length;
        return true;
    }

    /// The section through the centroid: two points on each face that it crosses.
    bool take_sides() {
        section_.clear();
        const Number3 n = number(out_.normal);
        const double level = dot(n, centroid_);
        const std::uint32_t faces = a_.faces + b_.faces;
        std::array<Number3, 2 * most_faces> begun;
        std::array<std::uint8_t, 2 * most_faces> count;
        std::fill_n(count.begin(), faces, std::uint8_t{0});
        double lowest = 0, highest = 0;
        for (std::uint32_t k = 0; k < pieces_; ++k) {
            const Piece& piece = piece_[k];
            const double p = dot(n, piece.p) - level, q = dot(n, piece.q) - level;
            lowest = -max(-lowest, max(-p, -q));
            highest = max(highest, max(p, q));
            if ((p > 0) == (q > 0)) continue;
            const double share = p / (p - q);
            const Number3 x = (1 - share) * piece.p + share * piece.q;
            for (const std::uint8_t f : {piece.left, piece.right})
                if (!add_side(f, count[f], begun[f], x, n)) return false;
        }
        for (std::uint32_t f = 0; f < faces; ++f)
            if (count[f] == 1) return false;
        return highest - lowest > patch_flatness * (a_.data.reach + b_.data.reach);
    }

    SCREE_INLINE bool add_side(std::uint8_t f, std::uint8_t& count, Number3& begun,
                               const Number3& x, const Number3& n) {
        if (++count == 1) {
            begun = x;
            return true;
        }
        if (count > 2) return false;
        if (dot(x - begun, cross(n, normal_of(f))) < 0)
            section_.push_back({vec(x), vec(begun)});
        else
            section_.push_back({vec(begun), vec(x)});
        return true;
    }

    /// The area vectors of a closed surface add up to zero but for rounding.
    static constexpr double closed_to = 1e-11;
    /// Of the reach of both: no corner may be closer to the other's planes. Far above rounding.
    static constexpr double flush_to = 1e-12;
    /// Thinner than this many roundings of the coordinates: faces are not flat to better.
    static constexpr double thin_to = 8192;
    static constexpr std::uint16_t nobody = UINT16_MAX, finished = nobody - 1;

    Side a_, b_;
    const Eigen::Matrix3d& r_;
    const Vec3& t_;
    const PressDirection& direction_;
    EdgeOverlap& out_;
    std::vector<Segment>& section_;
    std::uint32_t pieces_ = 0, open_ends_ = 0;
    std::array<Piece, most_pieces> piece_;
    /// The piece of each pair of faces of which one end is known; or nobody, or finished.
    std::array<std::uint16_t, std::size_t{most_faces} * most_faces> end_;
    Number3 centroid_; ///< from the middle of all points, as are the pieces in the end
};

} // namespace
} // namespace SCREE_ISA
} // namespace scree::detail
