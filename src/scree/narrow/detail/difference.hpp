// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/pose.hpp>
#include <scree/narrow/certificate.hpp>
#include <scree/narrow/detail/vector.hpp>
#include <scree/shapes/corners.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace scree::detail {

/// The Minkowski difference D = { b - a } of two polyhedral cores, in the frame of A. The signed
/// gap is the largest over all unit n of min { n·w : w in D }.
///
/// Lengths are measured in `unit`, a power of two not below the reach of D, so that all numbers are
/// at most about 1 whatever the size of the bodies, and nothing is lost by the scaling.
template <class S>
class Difference {
public:
    Difference(const Corners& a, const Corners& b, const Pose& b_in_a)
        : a_(a), b_(b), b_in_a_(b_in_a) {
        unit_ = unit_above(a.reach + b.reach + b_in_a.position.norm());
        per_unit_ = 1 / unit_;
    }

    double unit() const { return unit_; }

    Vector<S> point(CornerPair pair) const { return corner_b(pair.b) - corner_a(pair.a); }

    /// The point of D lowest along `direction`. Corners whose heights plain doubles cannot tell
    /// apart are compared in S; equal ones go to the lowest index.
    CornerPair lowest(const Vector<S>& direction) const {
        // Any positive factor will do for the filter: bring the largest component to about 1.
        Vec3 d = rounded(direction);
        d *= std::ldexp(1.0, -std::ilogb(d.cwiseAbs().maxCoeff()));
        const Vec3 d_in_b = b_in_a_.rotation.transpose() * d;
        return {
            highest(a_, d, [&](std::uint32_t i) { return dot(direction, corner_a(i)); }),
            highest(b_, -d_in_b, [&](std::uint32_t i) { return -dot(direction, corner_b(i)); })};
    }

private:
    Vector<S> corner_a(std::uint32_t i) const { return vector_of<S>(per_unit_ * a_[i]); }

    Vector<S> corner_b(std::uint32_t i) const {
        const Vector<S> p = vector_of<S>(per_unit_ * b_[i]);
        const auto& r = b_in_a_.rotation;
        const Vector<S> t = vector_of<S>(per_unit_ * b_in_a_.position);
        return {S(r(0, 0)) * p.x + S(r(0, 1)) * p.y + S(r(0, 2)) * p.z + t.x,
                S(r(1, 0)) * p.x + S(r(1, 1)) * p.y + S(r(1, 2)) * p.z + t.y,
                S(r(2, 0)) * p.x + S(r(2, 1)) * p.y + S(r(2, 2)) * p.z + t.z};
    }

    template <class Height>
    std::uint32_t highest(const Corners& c, const Vec3& d, Height&& height) const {
        std::uint32_t best = 0;
        double top = -std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < c.count; ++i) {
            const double h = d.dot(c[i]);
            if (h > top) {
                top = h;
                best = i;
            }
        }
        if constexpr (std::is_same_v<S, double>) return best;
        // |d| <= 2 sqrt(3); its rounding, its rotation and the products err by less than 32 u |d|.
        const double doubt = 256 * std::numeric_limits<double>::epsilon() * c.reach;
        S best_height = height(best);
        for (std::uint32_t i = 0; i < c.count; ++i) {
            if (i == best || d.dot(c[i]) < top - doubt) continue;
            const S h = height(i);
            if (best_height < h || (h == best_height && i < best)) {
                best = i;
                best_height = h;
            }
        }
        return best;
    }

    const Corners& a_;
    const Corners& b_;
    const Pose& b_in_a_;
    double unit_ = 1, per_unit_ = 1;
};

} // namespace scree::detail
