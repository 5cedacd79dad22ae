// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/detail/overlap_edges.hpp>
#include <scree/narrow/detail/overlap_numbers.hpp>
#include <scree/narrow/detail/spread_sides.hpp>
#include <scree/narrow/detail/tolerances.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

// The edges of an overlap of two polyhedra, in no order, and what is summed over them. Volume and
// area are sums over faces and their edges, so no face is ever put together as a loop.
namespace scree::detail {
inline namespace SCREE_ISA {
namespace {

class OverlapPieces {
public:
    static constexpr std::uint32_t most = 160, most_faces = 96;

    std::uint32_t count() const { return count_; }

    /// A face of A or B, with its outward unit normal in the frame of A.
    SCREE_INLINE void set_face(std::uint32_t k, const Number3& normal, bool is_a) {
        face_[k] = {normal.x, normal.y, normal.z, is_a ? 1.0 : 0.0};
    }
    /// The same, as normal and 1 for A's, 0 for B's.
    SCREE_INLINE void set_face(std::uint32_t k, Pack row) { store(face_[k].data(), row); }
    Number3 normal(std::uint32_t face) const {
        return {face_[face][0], face_[face][1], face_[face][2]};
    }

    /// From p to q, with these faces on the left and on the right.
    SCREE_INLINE bool add(const Number3& p, const Number3& q, std::uint32_t left,
                          std::uint32_t right) {
        if (count_ == most) return false;
        set_p(count_, p);
        set_q(count_, q);
        left_[count_] = static_cast<std::uint8_t>(left);
        right_[count_++] = static_cast<std::uint8_t>(right);
        return true;
    }
    /// Or all at once: ends of four, from a multiple of four on; the faces; how many there are.
    SCREE_INLINE void set_four(std::uint32_t k, const Triple<Pack>& p, const Triple<Pack>& q) {
        store(&px_[k], p.x), store(&py_[k], p.y), store(&pz_[k], p.z);
        store(&qx_[k], q.x), store(&qy_[k], q.y), store(&qz_[k], q.z);
    }
    SCREE_INLINE void set_faces(std::uint32_t k, std::uint8_t left, std::uint8_t right) {
        left_[k] = left;
        right_[k] = right;
    }
    void set_count(std::uint32_t count) { count_ = count; }
    std::uint32_t left(std::uint32_t k) const { return left_[k]; }
    std::uint32_t right(std::uint32_t k) const { return right_[k]; }

    /// The piece had but one end: this is the other. Returns whether the ends are in this order.
    bool complete(std::uint32_t k, const Number3& point) {
        const Number3 p{px_[k], py_[k], pz_[k]};
        const bool is_last = !(dot(point - p, cross(normal(left_[k]), normal(right_[k]))) < 0);
        if (!is_last) set_p(k, point);
        set_q(k, is_last ? point : p);
        return is_last;
    }

    /// All that is asked for of the overlap; `size` is the reach of both bodies. False when the
    /// pieces bound no clear body. Of the faces, `face_count` are set. The pieces may be known to
    /// close all faces; else that is seen here.
    template <bool is_closed>
    bool measure(const PressDirection& direction, double size, std::uint32_t face_count,
                 PressedOverlap& out) {
        const bool is_clear = direction.is_normal ? integrate<is_closed, false>(size, out)
                                                  : integrate<is_closed, true>(size, out);
        return is_clear && choose_normal(direction, out) && take_sides(size, face_count, out);
    }

private:
    static constexpr std::uint8_t none = UINT8_MAX;
    static constexpr std::uint32_t most_sides = 48; ///< of the section
    static_assert(most <= none && 2 * most_sides < PlaneSides::most);
    /// The area vectors of a closed surface add up to zero but for rounding.
    static constexpr double closed_to = 1e-11;

    SCREE_INLINE void set_p(std::uint32_t k, const Number3& v) {
        px_[k] = v.x, py_[k] = v.y, pz_[k] = v.z;
    }
    SCREE_INLINE void set_q(std::uint32_t k, const Number3& v) {
        qx_[k] = v.x, qy_[k] = v.y, qz_[k] = v.z;
    }

    struct FacePack {
        Triple<Pack> normal;
        Pack is_a;
    };
    SCREE_INLINE FacePack faces_at(const std::uint8_t* four) const {
        Pack x = load(face_[four[0]].data()), y = load(face_[four[1]].data());
        Pack z = load(face_[four[2]].data()), w = load(face_[four[3]].data());
        transpose(x, y, z, w);
        return {{x, y, z}, w};
    }

    static Triple<Pack> zero() { return {Pack(0.0), Pack(0.0), Pack(0.0)}; }
    static Number3 sum3(const Triple<Pack>& v) {
        const Pack s = sums(v.x, v.y, v.z, v.z);
        return {s.v[0], s.v[1], s.v[2]};
    }

    /// Sums over all edges, four at a time. Of a face with unit normal n at height h, with p, q
    /// along its boundary, n · Σ p × q is twice the area, and Σ n · (p × q) (p + q + h n) six times
    /// the first moment; both sum over its edges, and volume and centroid over all faces. Half the
    /// sum of p × q along a surface's border is its area vector.
    struct Sums {
        Pack volume{0.0}, surface{0.0}, size2{0.0}; // 6, 2 times
        Triple<Pack> moment{zero()}, turning{zero()}, area_of_a{zero()},
            open{zero()}; // 24, 6, 2, 2

        template <bool is_closed, bool with_turning>
        SCREE_INLINE void add(const FacePack& left, const FacePack& right, const Triple<Pack>& p,
                              const Triple<Pack>& q) {
            size2 = max(size2, max(dot(p, p), dot(q, q)));
            const Triple<Pack> across = cross(p, q), both = p + q;
            const Pack height_left = dot(left.normal, p), height_right = dot(right.normal, p);
            const Pack area_left = dot(left.normal, across);
            const Pack area_right = -dot(right.normal, across);
            const Pack cone_left = height_left * area_left, cone_right = height_right * area_right;
            const Pack cone = cone_left + cone_right;
            volume = volume + cone;
            surface = surface + (abs(area_left) + abs(area_right));
            moment = moment + ((cone * both + (cone_left * height_left) * left.normal) +
                               (cone_right * height_right) * right.normal);
            area_of_a = area_of_a + (left.is_a - right.is_a) * across;
            if constexpr (with_turning)
                turning = turning + cross(both, (left.is_a * area_left) * left.normal +
                                                    (right.is_a * area_right) * right.normal);
            if constexpr (!is_closed)
                open = open + (area_left * left.normal + area_right * right.normal);
        }
    };

    template <bool is_closed, bool with_turning>
    bool integrate(double size, PressedOverlap& out) {
        const std::uint32_t end = padded(count_); // what is behind the last has no length
        const Number3 first{px_[0], py_[0], pz_[0]};
        for (std::uint32_t k = count_; k < end; ++k) {
            set_p(k, first);
            set_q(k, first);
            left_[k] = right_[k] = 0;
        }
        const Triple<Pack> origin = packs(first);
        Sums s;
        for (std::uint32_t k = 0; k < end; k += lane_count) {
            const Triple<Pack> p = begin_of(k) - origin, q = end_of(k) - origin;
            set_four(k, p, q);
            s.template add<is_closed, with_turning>(faces_at(&left_[k]), faces_at(&right_[k]), p,
                                                    q);
        }
        const Pack sizes = sums(s.volume, s.surface, s.moment.x, s.moment.y);
        const double volume = sizes.v[0] / 6, surface = 0.5 * sizes.v[1];
        const double span = 2 * sqrt(largest(s.size2));
        const double rounding = patch_rounding * size;
        if (!(volume > clear_measure * (span * span * span)) ||
            !(volume > thin_to * rounding * surface))
            return false;
        if constexpr (!is_closed) {
            const Number3 open = 0.5 * sum3(s.open);
            const double closed = closed_to * surface + 64 * rounding * span;
            if (!(max(max(abs(open.x), abs(open.y)), abs(open.z)) <= closed)) return false;
        }
        const Pack rest = sums(s.moment.z, s.area_of_a.x, s.area_of_a.y, s.area_of_a.z);
        const Number3 area = 0.5 * Number3(rest.v[1], rest.v[2], rest.v[3]);
        centroid_ = (1 / (24 * volume)) * Number3(sizes.v[2], sizes.v[3], rest.v[0]);
        BodyIntegrals& body = out.body;
        body.volume = volume;
        body.centroid = vec(first + centroid_);
        body.surface = surface;
        body.area_of_a = vec(area);
        body.moment_of_a = Vec3::Zero();
        if constexpr (with_turning)
            body.moment_of_a = vec((1.0 / 6) * sum3(s.turning) - cross(centroid_, area));
        body.has_a = body.has_b = true;
        return true;
    }

    SCREE_INLINE Triple<Pack> begin_of(std::uint32_t k) const {
        return {load(&px_[k]), load(&py_[k]), load(&pz_[k])};
    }
    SCREE_INLINE Triple<Pack> end_of(std::uint32_t k) const {
        return {load(&qx_[k]), load(&qy_[k]), load(&qz_[k])};
    }

    static bool choose_normal(const PressDirection& direction, PressedOverlap& out) {
        if (direction.is_normal) {
            out.normal = direction.along;
            return true;
        }
        const double length = out.body.area_of_a.stableNorm();
        if (!(length > patch_direction * out.body.surface)) return false;
        out.normal = out.body.area_of_a / length;
        return true;
    }

    /// The section through the centroid: two points on each face that it crosses.
    bool take_sides(double size, std::uint32_t face_count, PressedOverlap& out) {
        Spread& spread = out.spread;
        spread.x = across(out.normal);
        spread.y = out.normal.cross(spread.x);
        const Triple<Pack> n = packs(number(out.normal)), x = packs(number(spread.x)),
                           y = packs(number(spread.y));
        const Triple<Pack> center(centroid_.x, centroid_.y, centroid_.z);
        std::array<std::uint8_t, most_faces> last; // piece crossed on the face
        std::fill_n(last.begin(), face_count, none);
        alignas(32) std::array<double, none + std::size_t{1}> at_x, at_y;
        at_x[none] = at_y[none] = 0; // is looked at, and does not count
        PlaneSides sides;
        std::uint32_t crossed = 0;
        Pack lowest(0.0), highest(0.0);
        for (std::uint32_t k = 0; k < padded(count_); k += lane_count) {
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
            crossed += static_cast<std::uint32_t>(__builtin_popcount(hit));
            if (crossed > most_sides) return false;
            for (; hit != 0; hit &= hit - 1) {
                const std::uint32_t i = k + static_cast<std::uint32_t>(__builtin_ctz(hit));
                for (const std::uint8_t f : {left_[i], right_[i]}) {
                    const std::uint8_t first = last[f]; // whether there is one is a toss
                    sides.add(at_x[first], at_y[first], at_x[i], at_y[i], first != none);
                    last[f] = static_cast<std::uint8_t>(i);
                }
            }
        }
        // The ends of the edges of a face go around it, so the plane crosses an even number of
        // them: there are as many sides as crossed edges if that is two each time, else more.
        return sides.count() == crossed &&
               largest(highest) + largest(lowest) > patch_flatness * size && sides.spread(spread);
    }

    std::uint32_t count_ = 0;
    alignas(32) std::array<double, most> px_, py_, pz_, qx_, qy_, qz_;
    std::array<std::uint8_t, most> left_, right_; ///< faces
    /// Normals of all faces, and 1 for A's, 0 for B's.
    alignas(32) std::array<std::array<double, 4>, most_faces> face_;
    Number3 centroid_; ///< from the first point, as are the pieces in the end
};

} // namespace
} // namespace SCREE_ISA
} // namespace scree::detail
