// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/simd.hpp>
#include <scree/narrow/detail/overlap_edges.hpp>
#include <scree/narrow/detail/overlap_numbers.hpp>
#include <scree/narrow/detail/spread_sides.hpp>
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

class EdgePair {
public:
    EdgePair(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a,
             const PressDirection& direction, EdgeOverlap& answer)
        : a_(a), b_(b), r_(b_in_a.rotation), t_(b_in_a.position), direction_(direction),
          out_(answer) {}

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
    static constexpr std::uint8_t none = UINT8_MAX, ended = none - 1;
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

    /// Pieces of the overlap's edges, from p to q with the face `left` on the left, one array per
    /// number. Faces are A's, then B's.
    struct Pieces {
        alignas(32) std::array<double, most_pieces> px, py, pz, qx, qy, qz;
        std::array<std::uint8_t, most_pieces> left, right;

        Number3 p(std::uint32_t k) const { return {px[k], py[k], pz[k]}; }
        Number3 q(std::uint32_t k) const { return {qx[k], qy[k], qz[k]}; }
        void set_p(std::uint32_t k, const Number3& v) { px[k] = v.x, py[k] = v.y, pz[k] = v.z; }
        void set_q(std::uint32_t k, const Number3& v) { qx[k] = v.x, qy[k] = v.y, qz[k] = v.z; }
    };

    static bool has_room(const PolyhedronData& data) {
        return data.is_flat && data.corner_count <= most_listed && data.face_count() <= most_listed;
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
        if (!add_piece(p, q, left, right)) return false;
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
    bool add_piece(const Number3& p, const Number3& q, std::uint8_t left, std::uint8_t right) {
        if (pieces_ == most_pieces) return false;
        piece_.set_p(pieces_, p);
        piece_.set_q(pieces_, q);
        piece_.left[pieces_] = left;
        piece_.right[pieces_++] = right;
        return true;
    }

    /// An end of the edge in which face f of A and g of B meet.
    bool add_end(std::uint32_t f, std::uint32_t g, const Number3& point) {
        std::uint16_t& at = end_[f * b_.faces + g];
        if (at == nobody) {
            at = static_cast<std::uint16_t>(pieces_);
            ++open_ends_;
            return add_piece(point, point, static_cast<std::uint8_t>(f), of_b(g));
        }
        if (at == finished) return false;
        const std::uint32_t k = at;
        at = finished;
        --open_ends_;
        const Number3 nf{a_.nx[f], a_.ny[f], a_.nz[f]}, ng{b_.nx[g], b_.ny[g], b_.nz[g]};
        const Number3 p = piece_.p(k);
        if (dot(point - p, cross(nf, ng)) < 0) {
            piece_.set_p(k, point);
            piece_.set_q(k, p);
        } else {
            piece_.set_q(k, point);
        }
        return true;
    }

    /// Normals of all faces, and 1 for A's, 0 for B's, as rows.
    void list_faces() {
        for (std::uint32_t f = 0; f < a_.faces; ++f) row_[f] = {a_.nx[f], a_.ny[f], a_.nz[f], 1};
        for (std::uint32_t f = 0; f < b_.faces; ++f)
            row_[a_.faces + f] = {b_.nx[f], b_.ny[f], b_.nz[f], 0};
    }

    struct FacePack {
        Triple<Pack> normal;
        Pack is_a;
    };
    SCREE_INLINE FacePack faces_at(const std::uint8_t* four) const {
        Pack x = scree::load(row_[four[0]].data()), y = scree::load(row_[four[1]].data());
        Pack z = scree::load(row_[four[2]].data()), w = scree::load(row_[four[3]].data());
        transpose(x, y, z, w);
        return {{x, y, z}, w};
    }

    /// Sums over all edges, four at a time. Of a face with unit normal n at height h, with p, q
    /// along its boundary, ½ n · Σ p × q is the area, and Σ ½ n · (p × q) (p + q + h n) / 3 the
    /// first moment; both sum over its edges, and volume and centroid over all faces.
    struct Sums {
        Pack volume{0.0}, surface{0.0}, size2{0.0};
        Triple<Pack> moment{zero()}, turning{zero()}, area_of_a{zero()}, open{zero()};

        static Triple<Pack> zero() { return {Pack(0.0), Pack(0.0), Pack(0.0)}; }

        SCREE_INLINE void add(const FacePack& face, const Triple<Pack>& p, const Triple<Pack>& both,
                              const Triple<Pack>& half_across) {
            const Triple<Pack>& n = face.normal;
            const Pack height = dot(n, p), area = dot(n, half_across), cone = height * area;
            const Pack of_a = face.is_a * area;
            volume = volume + cone;
            surface = surface + abs(area);
            moment = moment + cone * (both + height * n);
            turning = turning + of_a * cross(both, n);
            area_of_a = area_of_a + of_a * n;
            open = open + area * n;
        }
    };
    static Number3 sum3(const Triple<Pack>& v) { return {sum(v.x), sum(v.y), sum(v.z)}; }

    bool integrate() {
        list_faces();
        const std::uint32_t end = padded(pieces_); // what is behind the last has no length
        for (std::uint32_t k = pieces_; k < end; ++k) {
            piece_.set_p(k, piece_.p(0));
            piece_.set_q(k, piece_.p(0));
            piece_.left[k] = piece_.right[k] = 0;
        }
        Triple<Pack> all = Sums::zero();
        for (std::uint32_t k = 0; k < end; k += lane_count) all = all + (begin_of(k) + end_of(k));
        const Number3 middle = (0.5 / end) * sum3(all);
        const Triple<Pack> origin(middle.x, middle.y, middle.z);
        Sums s;
        for (std::uint32_t k = 0; k < end; k += lane_count) {
            const Triple<Pack> p = begin_of(k) - origin, q = end_of(k) - origin;
            store(&piece_.px[k], p.x), store(&piece_.py[k], p.y), store(&piece_.pz[k], p.z);
            store(&piece_.qx[k], q.x), store(&piece_.qy[k], q.y), store(&piece_.qz[k], q.z);
            s.size2 = max(s.size2, max(dot(p, p), dot(q, q)));
            const Triple<Pack> half_across = Pack(0.5) * cross(p, q), both = p + q;
            s.add(faces_at(&piece_.left[k]), p, both, half_across);
            s.add(faces_at(&piece_.right[k]), p, both, Pack(-1.0) * half_across);
        }
        const double volume = sum(s.volume) / 3, surface = sum(s.surface);
        const Number3 open = sum3(s.open), area = sum3(s.area_of_a);
        const double size = 2 * sqrt(largest(s.size2));
        const double rounding = patch_rounding * (a_.data.reach + b_.data.reach);
        const double closed = closed_to * surface + 64 * rounding * size;
        if (!(max(max(abs(open.x), abs(open.y)), abs(open.z)) <= closed) ||
            !(volume > clear_measure * (size * size * size)) ||
            !(volume > thin_to * rounding * surface))
            return false;
        centroid_ = (1 / (12 * volume)) * sum3(s.moment);
        BodyIntegrals& body = out_.body;
        body.volume = volume;
        body.centroid = vec(middle + centroid_);
        body.surface = surface;
        body.area_of_a = vec(area);
        body.moment_of_a = vec((1.0 / 3) * sum3(s.turning) - cross(centroid_, area));
        body.has_a = body.has_b = true;
        return choose_normal();
    }

    SCREE_INLINE Triple<Pack> begin_of(std::uint32_t k) const {
        return {load_at(piece_.px, k), load_at(piece_.py, k), load_at(piece_.pz, k)};
    }
    SCREE_INLINE Triple<Pack> end_of(std::uint32_t k) const {
        return {load_at(piece_.qx, k), load_at(piece_.qy, k), load_at(piece_.qz, k)};
    }
    SCREE_INLINE static Pack load_at(const std::array<double, most_pieces>& a, std::uint32_t k) {
        return scree::load(&a[k]);
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
        Spread& spread = out_.spread;
        spread.x = across(out_.normal);
        spread.y = out_.normal.cross(spread.x);
        const Triple<Pack> n = packs(number(out_.normal)), x = packs(number(spread.x)),
                           y = packs(number(spread.y));
        const Triple<Pack> center(centroid_.x, centroid_.y, centroid_.z);
        const std::uint32_t faces = a_.faces + b_.faces;
        std::array<std::uint8_t, 2 * most_faces> begun;
        std::fill_n(begun.begin(), faces, none);
        alignas(32) std::array<double, most_pieces> at_x, at_y;
        PlaneSides sides;
        std::uint32_t open = 0;
        Pack lowest(0.0), highest(0.0);
        for (std::uint32_t k = 0; k < padded(pieces_); k += lane_count) {
            const Triple<Pack> from = begin_of(k) - center, to = end_of(k) - center;
            const Pack p = dot(n, from), q = dot(n, to);
            lowest = max(lowest, max(-p, -q));
            highest = max(highest, max(p, q));
            unsigned hit = lane_mask(p > Pack(0.0)) ^ lane_mask(q > Pack(0.0));
            if (hit == 0) continue;
            const Pack share = p / (p - q);
            const Pack from_x = dot(x, from), from_y = dot(y, from);
            store(&at_x[k], from_x + share * (dot(x, to) - from_x));
            store(&at_y[k], from_y + share * (dot(y, to) - from_y));
            for (; hit != 0; hit &= hit - 1) {
                const std::uint32_t i = k + static_cast<std::uint32_t>(__builtin_ctz(hit));
                for (const std::uint8_t f : {piece_.left[i], piece_.right[i]}) {
                    if (begun[f] == none) {
                        begun[f] = static_cast<std::uint8_t>(i);
                        ++open;
                    } else if (begun[f] == ended ||
                               !sides.add(at_x[begun[f]], at_y[begun[f]], at_x[i], at_y[i])) {
                        return false;
                    } else {
                        begun[f] = ended;
                        --open;
                    }
                }
            }
        }
        return open == 0 &&
               largest(highest) + largest(lowest) >
                   patch_flatness * (a_.data.reach + b_.data.reach) &&
               sides.spread(spread);
    }

    /// The area vectors of a closed surface add up to zero but for rounding.
    static constexpr double closed_to = 1e-11;
    /// Of the reach of both: no corner may be closer to the other's planes. Far above rounding.
    static constexpr double flush_to = 1e-12;
    static constexpr std::uint16_t nobody = UINT16_MAX, finished = nobody - 1;

    Side a_, b_;
    const Eigen::Matrix3d& r_;
    const Vec3& t_;
    const PressDirection& direction_;
    EdgeOverlap& out_;
    std::uint32_t pieces_ = 0, open_ends_ = 0;
    Pieces piece_;
    /// The piece of each pair of faces of which one end is known; or nobody, or finished.
    std::array<std::uint16_t, std::size_t{most_faces} * most_faces> end_;
    alignas(32) std::array<std::array<double, 4>, 2 * most_faces> row_; ///< see list_faces
    Number3 centroid_; ///< from the middle of all points, as are the pieces in the end
};

} // namespace
} // namespace SCREE_ISA
} // namespace scree::detail
