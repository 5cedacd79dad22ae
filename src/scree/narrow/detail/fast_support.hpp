// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/pose.hpp>
#include <scree/base/simd.hpp>
#include <scree/narrow/certificate.hpp>
#include <scree/shapes/corners.hpp>

#include <cstdint>
#include <limits>

// Support points of the difference D = { b - a } in plain doubles: small bodies are scanned four
// corners at a time, large ones climbed along their edges, from a corner that is known to be
// outermost for a direction nearby.
namespace scree::detail {
inline namespace SCREE_ISA {
namespace {

using Number3 = Triple<double>;

/// The lowest index among the corners farthest along d.
SCREE_INLINE std::uint32_t scan(const Corners& c, const Number3& d) {
    const Pack dx(d.x);
    const Pack dy(d.y);
    const Pack dz(d.z);
    Pack top = (load_anywhere(c.x) * dx + load_anywhere(c.y) * dy) + load_anywhere(c.z) * dz;
    Pack where(Lanes{0, 1, 2, 3});
    Pack here = where;
    for (std::uint32_t i = lane_count; i < c.count; i += lane_count) {
        here = here + Pack(4.0);
        const Pack h = (load_anywhere(c.x + i) * dx + load_anywhere(c.y + i) * dy) +
                       load_anywhere(c.z + i) * dz;
        where = select(h > top, here, where);
        top = max(h, top);
    }
    const Pack best(largest(top));
    const Pack candidate = select(top < best, Pack(1e9), where);
    return static_cast<std::uint32_t>(static_cast<int>(-largest(-candidate)));
}

SCREE_INLINE double height_of(const Corners& c, std::uint32_t i, const Number3& d) {
    return (c.x[i] * d.x + c.y[i] * d.y) + c.z[i] * d.z;
}

/// From corner to higher corner. A corner without a higher neighbour is highest: the body is
/// convex.
inline std::uint32_t climb(const Corners& c, const Number3& d, std::uint32_t from) {
    double top = height_of(c, from, d);
    for (;;) {
        std::uint32_t best = from;
        const std::uint32_t end = c.neighbour_start[from + 1];
        for (std::uint32_t k = c.neighbour_start[from]; k < end; ++k) {
            const std::uint32_t i = c.neighbours[k];
            const double h = height_of(c, i, d);
            if (h > top) {
                top = h;
                best = i;
            }
        }
        if (best == from) return from;
        from = best;
    }
}

class FastDifference {
public:
    FastDifference(const Corners& a, const Corners& b, const Pose& b_in_a)
        : a_(a), b_(b), r_(b_in_a.rotation.data()),
          t_(b_in_a.position.x(), b_in_a.position.y(), b_in_a.position.z()) {}

    /// The reach of D, to which all tolerances are relative.
    SCREE_INLINE double scale() const { return a_.reach + b_.reach + sqrt(dot(t_, t_)); }

    SCREE_INLINE Number3 point(const CornerPair& p) const {
        const double x = b_.x[p.b];
        const double y = b_.y[p.b];
        const double z = b_.z[p.b];
        return {(((r_[0] * x + r_[3] * y) + r_[6] * z) + t_.x) - a_.x[p.a],
                (((r_[1] * x + r_[4] * y) + r_[7] * z) + t_.y) - a_.y[p.a],
                (((r_[2] * x + r_[5] * y) + r_[8] * z) + t_.z) - a_.z[p.a]};
    }

    /// Four of them, one in each lane.
    SCREE_INLINE Triple<Pack> points(const CornerPair* p) const {
        const auto of_a = [&](const double* from) {
            return Pack(Lanes{from[p[0].a], from[p[1].a], from[p[2].a], from[p[3].a]});
        };
        const auto of_b = [&](const double* from) {
            return Pack(Lanes{from[p[0].b], from[p[1].b], from[p[2].b], from[p[3].b]});
        };
        const Pack x = of_b(b_.x), y = of_b(b_.y), z = of_b(b_.z);
        return {(((Pack(r_[0]) * x + Pack(r_[3]) * y) + Pack(r_[6]) * z) + Pack(t_.x)) - of_a(a_.x),
                (((Pack(r_[1]) * x + Pack(r_[4]) * y) + Pack(r_[7]) * z) + Pack(t_.y)) - of_a(a_.y),
                (((Pack(r_[2]) * x + Pack(r_[5]) * y) + Pack(r_[8]) * z) + Pack(t_.z)) -
                    of_a(a_.z)};
    }

    /// The point of D lowest along n.
    SCREE_INLINE CornerPair lowest(const Number3& n) const {
        const Number3 m{-((r_[0] * n.x + r_[1] * n.y) + r_[2] * n.z),
                        -((r_[3] * n.x + r_[4] * n.y) + r_[5] * n.z),
                        -((r_[6] * n.x + r_[7] * n.y) + r_[8] * n.z)};
        return {highest(a_, n), highest(b_, m)};
    }

private:
    SCREE_INLINE static std::uint32_t highest(const Corners& c, const Number3& d) {
        if (c.starts.empty()) return scan(c, d);
        return climb(c, d, c.starts[direction_cell(d.x, d.y, d.z)]);
    }

    const Corners& a_;
    const Corners& b_;
    const double* r_; ///< column by column
    Number3 t_;
};

} // namespace
} // namespace SCREE_ISA
} // namespace scree::detail
