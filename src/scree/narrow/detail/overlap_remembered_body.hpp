// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/detail/overlap_edges.hpp>
#include <scree/narrow/detail/overlap_numbers.hpp>
#include <scree/narrow/detail/overlap_pieces.hpp>
#include <scree/narrow/overlap_memory.hpp>

#include <array>
#include <cstdint>

// The overlap of two convex polyhedra that is still put together as it was when the bodies were
// nearly where they are.
//
// That it is, is proven corner by corner: a corner of one body must lie in the other; an edge that
// met a face must still go through its plane, the same way, and within the face. Then every corner
// of the remembered body lies in both bodies, and every edge on the same two faces as before. A
// line in which two faces meet leaves either face where an edge of it goes through the other: so
// two such corners are its two ends, in the order that the ways of those edges say. The edges are
// those of the overlap, and as they closed all faces of a convex body before, they do so now.
namespace scree::detail {
inline namespace SCREE_ISA {
namespace {

class RememberedPair {
public:
    RememberedPair(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a,
                   const PressDirection& direction, PressedOverlap& answer)
        : a_(a), b_(b), b_in_a_(b_in_a), direction_(direction), m_(*direction.memory), out_(answer),
          unsure_(flush_to * (a.reach + b.reach)) {}

    bool run() {
        place_points();
        if (!keeps_corners()) return false;
        place_faces();
        if (!cross_edges() || !crossings_are_in_faces()) return false;
        for (std::uint32_t k = 0; k < m_.piece_count; k += lane_count) {
            const auto* piece = piece_;
            pieces_.set_four(
                k, at_.at({piece[k].from, piece[k + 1].from, piece[k + 2].from, piece[k + 3].from}),
                at_.at({piece[k].to, piece[k + 1].to, piece[k + 2].to, piece[k + 3].to}));
        }
        for (std::uint32_t k = 0; k < m_.piece_count; ++k)
            pieces_.set_faces(k, piece_[k].left, piece_[k].right);
        pieces_.set_count(m_.piece_count);
        out_.is_remembered =
            pieces_.measure<true>(direction_, a_.reach + b_.reach, m_.face_count, out_);
        return out_.is_remembered;
    }

private:
    using Four = std::array<std::uint8_t, 4>;
    static constexpr std::uint32_t first_crossing = OverlapMemory::most_points;
    static_assert(OverlapMemory::most_points % lane_count == 0 &&
                  OverlapMemory::most_faces % lane_count == 0 &&
                  OverlapMemory::most_crossings % lane_count == 0 &&
                  OverlapMemory::most_pieces % lane_count == 0);

    SCREE_INLINE static Pack picked(const double* from, const Four& k) {
        return Pack(Lanes{from[k[0]], from[k[1]], from[k[2]], from[k[3]]});
    }
    SCREE_INLINE static Four four(const std::uint8_t* list) {
        return {list[0], list[1], list[2], list[3]};
    }

    /// Points of the bodies, and crossings.
    template <std::size_t room>
    struct Places {
        alignas(32) std::array<double, room> x, y, z;

        SCREE_INLINE void set(std::uint32_t k, const Triple<Pack>& p) {
            store(&x[k], p.x), store(&y[k], p.y), store(&z[k], p.z);
        }
        SCREE_INLINE Number3 operator[](std::uint32_t k) const { return {x[k], y[k], z[k]}; }
        SCREE_INLINE Triple<Pack> at(const Four& k) const {
            return {picked(x.data(), k), picked(y.data(), k), picked(z.data(), k)};
        }
    };

    SCREE_INLINE static Triple<Pack> corners(const PolyhedronData& d, const Four& i) {
        return {picked(d.x.data(), i), picked(d.y.data(), i), picked(d.z.data(), i)};
    }
    void place_points() {
        for (std::uint32_t k = 0; k < m_.points_of_a; k += lane_count)
            at_.set(k, corners(a_, four(point_ + k)));
        const Triple<Pack> shift = packs(number(b_in_a_.position));
        for (std::uint32_t k = m_.points_of_a; k < m_.point_count; k += lane_count)
            at_.set(k, turned(b_in_a_.rotation, corners(b_, four(point_ + k))) + shift);
    }

    bool keeps_corners() const {
        const Number3 shift = number(b_in_a_.position);
        for (std::uint32_t k = 0; k < m_.kept_of_a; ++k)
            if (!holds(b_, turned_back(b_in_a_.rotation, at_[k] - shift), unsure_)) return false;
        for (std::uint32_t k = 0; k < m_.kept_of_b; ++k)
            if (!holds(a_, at_[m_.points_of_a + k], unsure_)) return false;
        return true;
    }

    SCREE_INLINE static Triple<Pack> normals(const PolyhedronData& d, const Four& f) {
        return {picked(d.normal_x.data(), f), picked(d.normal_y.data(), f),
                picked(d.normal_z.data(), f)};
    }
    void place_faces() {
        for (std::uint32_t k = 0; k < m_.faces_of_a; k += lane_count) {
            const Four f = four(face_ + k);
            set_planes(k, normals(a_, f), picked(a_.face_offset.data(), f), 1);
        }
        const Triple<Pack> shift = packs(number(b_in_a_.position));
        for (std::uint32_t k = m_.faces_of_a; k < m_.face_count; k += lane_count) {
            const Four f = four(face_ + k);
            const Triple<Pack> normal = turned(b_in_a_.rotation, normals(b_, f));
            set_planes(k, normal, picked(b_.face_offset.data(), f) + dot(normal, shift), 0);
        }
    }
    SCREE_INLINE void set_planes(std::uint32_t k, const Triple<Pack>& normal, Pack offset,
                                 double is_a) {
        Pack x = normal.x, y = normal.y, z = normal.z;
        transpose(x, y, z, offset);
        const Pack rows[4] = {x, y, z, offset};
        const Lanes of_a = Pack(is_a).v;
        for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
            store(plane_[k + lane].data(), rows[lane]);
            pieces_.set_face(k + lane,
                             Pack(__builtin_shufflevector(rows[lane].v, of_a, 0, 1, 2, 7)));
        }
    }

    /// Where the edges meet the planes; false where one does not go through, or hardly.
    bool cross_edges() {
        const std::uint32_t end = padded(m_.crossings_of_a) + padded(m_.crossings_of_b);
        const std::array<double, 2> sign{-1, 1};
        const Pack unsure(unsure_);
        unsigned missed = 0;
        for (std::uint32_t k = 0; k < end; k += lane_count) {
            const auto* c = crossing_;
            const Triple<Pack> p = at_.at({c[k].from, c[k + 1].from, c[k + 2].from, c[k + 3].from});
            const Triple<Pack> q = at_.at({c[k].to, c[k + 1].to, c[k + 2].to, c[k + 3].to});
            Pack x = load(plane_[c[k].face].data()), y = load(plane_[c[k + 1].face].data());
            Pack z = load(plane_[c[k + 2].face].data()), w = load(plane_[c[k + 3].face].data());
            transpose(x, y, z, w);
            const Triple<Pack> normal(x, y, z);
            const Pack from = dot(normal, p) - w, to = dot(normal, q) - w;
            const Pack out = picked(
                sign.data(), {c[k].enters, c[k + 1].enters, c[k + 2].enters, c[k + 3].enters});
            const PackMask goes_through = (out * from > unsure) & (out * to < -unsure);
            missed |= lane_mask(!goes_through);
            const Pack t = from / (from - to);
            at_.set(first_crossing + k, (Pack(1.0) - t) * p + t * q);
        }
        return missed == 0;
    }

    bool crossings_are_in_faces() {
        const std::uint32_t own = padded(m_.crossings_of_a); // those in faces of B
        const Triple<Pack> shift = packs(number(b_in_a_.position));
        const Eigen::Matrix3d back = b_in_a_.rotation.transpose();
        for (std::uint32_t k = 0; k < own; k += lane_count) {
            const std::uint32_t c = first_crossing + k;
            in_b_.set(k,
                      turned(back, Triple<Pack>(load(&at_.x[c]), load(&at_.y[c]), load(&at_.z[c])) -
                                       shift));
        }
        for (std::uint32_t k = 0; k < m_.crossings_of_a; ++k)
            if (!is_within(b_, face_[crossing_[k].face], in_b_[k])) return false;
        for (std::uint32_t k = own; k < own + m_.crossings_of_b; ++k)
            if (!is_within(a_, face_[crossing_[k].face], at_[first_crossing + k])) return false;
        return true;
    }

    const PolyhedronData &a_, &b_;
    const Pose& b_in_a_;
    const PressDirection& direction_;
    const OverlapMemory& m_;
    const std::uint8_t *const point_ = m_.points(), *const face_ = m_.faces();
    const OverlapMemory::Crossing* const crossing_ = m_.crossings();
    const OverlapMemory::Piece* const piece_ = m_.pieces();
    PressedOverlap& out_;
    double unsure_;
    Places<first_crossing + OverlapMemory::most_crossings> at_; ///< in the frame of A
    Places<OverlapMemory::most_crossings> in_b_;                ///< crossings in that of B
    /// Normal and offset, in the frame of A.
    alignas(32) std::array<std::array<double, 4>, OverlapMemory::most_faces> plane_;
    OverlapPieces pieces_;
};

} // namespace
} // namespace SCREE_ISA
} // namespace scree::detail
