// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/simd.hpp>
#include <scree/narrow/detail/overlap_edges.hpp>
#include <scree/narrow/detail/overlap_numbers.hpp>
#include <scree/narrow/detail/overlap_pieces.hpp>
#include <scree/narrow/overlap_memory.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

// The overlap of two convex polyhedra from its edges alone.
//
// Its edges are the pieces of A's edges within B, those of B's within A, and where a face f of A
// meets a face g of B. A piece ends in a corner or in a face of the other body; an end in g of an
// edge between f and h is an end of the edges (f, g) and (h, g) of the third kind, and those have
// no others: they are found by collecting two ends for each pair of faces. Only what lies in the
// layer is looked at, see overlap_body.cpp.
//
// Whether the answer is right is seen in the end: every point found lies in both bodies, and edges
// that close all faces bound a closed surface, of which a convex body has but one. Where rounding
// has made two decisions that do not fit (edges that meet) an end is left over, or the areas do not
// add up to zero. Flush faces, which would count twice, are left to the plain way beforehand.
namespace scree::detail {
inline namespace SCREE_ISA {
namespace {

class EdgePair {
public:
    EdgePair(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a,
             const PressDirection& direction, PressedOverlap& answer)
        : a_(a), b_(b), r_(b_in_a.rotation), t_(b_in_a.position), direction_(direction),
          out_(answer) {}

    bool run() {
        if (!has_room(a_.data) || !has_room(b_.data)) return false;
        if (!find_layer() || !load(a_) || !load(b_)) return false;
        set_planes();
        std::fill_n(end_.begin(), a_.faces * b_.faces, nobody);
        if (!clip(a_, b_, true) || !clip(b_, a_, false)) return false;
        if (open_ends_ != 0 || pieces_.count() == 0) return false;
        if (!pieces_.measure<false>(direction_, a_.data.reach + b_.data.reach, a_.faces + b_.faces,
                                    out_))
            return false;
        if (direction_.memory != nullptr) remember(*direction_.memory);
        return true;
    }

private:
    static constexpr std::uint32_t most_corners = 1024, most_planes = 2 * most_corners; // of a body
    static constexpr std::uint32_t most_points = 48, most_faces = 48, most_edges = 96;
    static_assert(2 * most_faces <= OverlapPieces::most_faces);
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
        alignas(32) std::array<double, most_corners> height;           ///< of all corners
        /// Heights of the other's points above the planes.
        alignas(32) std::array<double, std::size_t{most_points} * most_faces> above;
        std::array<std::uint64_t, most_points> out; ///< of which of the other's faces, a bit each
    };

    static bool has_room(const PolyhedronData& data) {
        return data.is_flat && data.corner_count <= most_corners &&
               data.face_count() <= most_planes;
    }

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
        std::array<std::uint8_t, most_corners> point;
        std::array<std::uint8_t, most_planes> face;
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
        for (std::uint32_t f = 0; f < a_.faces; ++f)
            pieces_.set_face(f, {a_.nx[f], a_.ny[f], a_.nz[f]}, true);
        for (std::uint32_t f = 0; f < b_.faces; ++f)
            pieces_.set_face(of_b(f), {b_.nx[f], b_.ny[f], b_.nz[f]}, false);
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
        const std::uint16_t at_p =
            enters == none ? point_of(edge.from, is_a) : add_crossing({edge, enters, true, is_a});
        const std::uint16_t at_q =
            leaves == none ? point_of(edge.to, is_a) : add_crossing({edge, leaves, false, is_a});
        const std::uint32_t left = is_a ? edge.left : of_b(edge.left);
        const std::uint32_t right = is_a ? edge.right : of_b(edge.right);
        if (!add_piece({p, at_p}, {q, at_q}, left, right)) return false;
        for (const auto& [face, at] : {std::pair{enters, Place{p, at_p}}, {leaves, Place{q, at_q}}})
            if (face != none)
                for (const std::uint8_t own_face : {edge.left, edge.right})
                    if (!(is_a ? add_end(own_face, face, at) : add_end(face, own_face, at)))
                        return false;
        return true;
    }

    /// Where an edge goes through the other body's surface.
    struct Crossing {
        Edge edge;
        std::uint32_t face; ///< of the other body
        bool enters, is_a;
    };
    /// A corner of the overlap, and its number.
    struct Place {
        Number3 at;
        std::uint16_t corner;
    };
    static std::uint16_t point_of(std::uint32_t k, bool is_a) {
        return static_cast<std::uint16_t>(is_a ? k : most_points + k);
    }
    std::uint16_t add_crossing(const Crossing& crossing) {
        if (crossings_ < crossing_.size()) crossing_[crossings_] = crossing;
        return static_cast<std::uint16_t>(2 * most_points + crossings_++);
    }

    std::uint32_t of_b(std::uint32_t face) const { return a_.faces + face; }
    bool add_piece(const Place& p, const Place& q, std::uint32_t left, std::uint32_t right) {
        const std::uint32_t k = pieces_.count();
        if (!pieces_.add(p.at, q.at, left, right)) return false;
        from_[k] = p.corner;
        to_[k] = q.corner;
        return true;
    }

    /// An end of the edge in which face f of A and g of B meet.
    bool add_end(std::uint32_t f, std::uint32_t g, const Place& place) {
        std::uint16_t& at = end_[f * b_.faces + g];
        if (at == nobody) {
            at = static_cast<std::uint16_t>(pieces_.count());
            ++open_ends_;
            return add_piece(place, place, f, of_b(g));
        }
        if (at == finished) return false;
        const std::uint32_t k = at;
        at = finished;
        --open_ends_;
        (pieces_.complete(k, place.at) ? to_ : from_)[k] = place.corner;
        return true;
    }

    /// Writes down how the overlap is put together; nothing if that takes too much room.
    void remember(OverlapMemory& memory) const {
        memory = {};
        if (pieces_.count() > OverlapMemory::most_pieces) return;
        Names names;
        std::fill(names.point.begin(), names.point.end(), none);
        std::fill(names.face.begin(), names.face.end(), none);
        if (!list_points(memory, names) || !list_used_faces(memory, names) ||
            !list_crossings(memory, names))
            return;
        const auto corner = [&](std::uint16_t c) {
            return c < 2 * most_points ? names.point[c] : names.crossing[c - 2 * most_points];
        };
        for (std::uint32_t k = 0; k < pieces_.count(); ++k)
            memory.pieces()[k] = {corner(from_[k]), corner(to_[k]), names.face[pieces_.left(k)],
                                  names.face[pieces_.right(k)]};
        memory.piece_count = static_cast<std::uint8_t>(pieces_.count());
    }

    /// Numbers in the memory.
    struct Names {
        std::array<std::uint8_t, 2 * std::size_t{most_points}> point;
        std::array<std::uint8_t, 2 * std::size_t{most_faces}> face;
        std::array<std::uint8_t, OverlapMemory::most_crossings> crossing;
    };
    static std::uint8_t filled_up(std::uint32_t count) {
        return static_cast<std::uint8_t>(padded(count));
    }

    bool list_points(OverlapMemory& memory, Names& names) const {
        const auto list = [&](std::uint16_t p) {
            if (names.point[p] != none) return true;
            if (memory.point_count == OverlapMemory::most_points) return false;
            const Side& side = p < most_points ? a_ : b_;
            const std::uint32_t corner = side.corner[p % most_points];
            if (corner > OverlapMemory::last_name) return false;
            memory.points()[memory.point_count] = static_cast<std::uint8_t>(corner);
            names.point[p] = memory.point_count++;
            return true;
        };
        for (const bool is_a : {true, false}) {
            const std::uint8_t before = memory.point_count;
            for (std::uint32_t k = 0; k < pieces_.count(); ++k)
                for (const std::uint16_t p : {from_[k], to_[k]})
                    if (p / most_points == (is_a ? 0U : 1U) && !list(p)) return false;
            (is_a ? memory.kept_of_a : memory.kept_of_b) =
                static_cast<std::uint8_t>(memory.point_count - before);
            for (std::uint32_t c = 0; c < crossings_; ++c)
                for (const std::uint8_t p : {crossing_[c].edge.from, crossing_[c].edge.to})
                    if (crossing_[c].is_a == is_a && !list(point_of(p, is_a))) return false;
            memory.point_count = filled_up(memory.point_count);
            if (is_a) memory.points_of_a = memory.point_count;
        }
        return true;
    }

    /// Of either side the faces of the pieces: every crossing lies in one of those.
    bool list_used_faces(OverlapMemory& memory, Names& names) const {
        for (const bool is_a : {true, false}) {
            for (std::uint32_t k = 0; k < pieces_.count(); ++k)
                for (const std::uint32_t f : {pieces_.left(k), pieces_.right(k)}) {
                    if ((f < a_.faces) != is_a || names.face[f] != none) continue;
                    const std::uint32_t face = is_a ? a_.face[f] : b_.face[f - a_.faces];
                    if (memory.face_count == OverlapMemory::most_faces ||
                        face > OverlapMemory::last_name)
                        return false;
                    memory.faces()[memory.face_count] = static_cast<std::uint8_t>(face);
                    names.face[f] = memory.face_count++;
                }
            memory.face_count = filled_up(memory.face_count);
            if (is_a) memory.faces_of_a = memory.face_count;
        }
        return true;
    }

    bool list_crossings(OverlapMemory& memory, Names& names) const {
        if (crossings_ > OverlapMemory::most_crossings) return false;
        std::uint32_t at = 0;
        for (const bool is_a : {true, false}) {
            const std::uint32_t first = at;
            for (std::uint32_t c = 0; c < crossings_; ++c) {
                const Crossing& x = crossing_[c];
                if (x.is_a != is_a) continue;
                if (at == OverlapMemory::most_crossings) return false;
                memory.crossings()[at] = {names.point[point_of(x.edge.from, is_a)],
                                          names.point[point_of(x.edge.to, is_a)],
                                          names.face[is_a ? of_b(x.face) : x.face],
                                          static_cast<std::uint8_t>(x.enters)};
                names.crossing[c] = static_cast<std::uint8_t>(OverlapMemory::most_points + at++);
            }
            (is_a ? memory.crossings_of_a : memory.crossings_of_b) =
                static_cast<std::uint8_t>(at - first);
            for (; at % lane_count != 0; ++at) memory.crossings()[at] = memory.crossings()[first];
        }
        return true;
    }

    static constexpr std::uint16_t nobody = UINT16_MAX, finished = nobody - 1;

    Side a_, b_;
    const Eigen::Matrix3d& r_;
    const Vec3& t_;
    const PressDirection& direction_;
    PressedOverlap& out_;
    std::uint32_t open_ends_ = 0, crossings_ = 0;
    OverlapPieces pieces_;
    /// Corners of the overlap that each piece joins: A's points, B's, crossings.
    std::array<std::uint16_t, OverlapPieces::most> from_, to_;
    std::array<Crossing, OverlapPieces::most> crossing_;
    /// The piece of each pair of faces of which one end is known; or nobody, or finished.
    std::array<std::uint16_t, std::size_t{most_faces} * most_faces> end_;
};

} // namespace
} // namespace SCREE_ISA
} // namespace scree::detail
