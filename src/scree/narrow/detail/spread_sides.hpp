// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/simd.hpp>
#include <scree/narrow/spread.hpp>

#include <array>
#include <cstdint>

// spread_of (spread.cpp, the plain version) for the sections of small overlaps: four sides at a
// time, in the plane's own coordinates.
namespace scree::detail {
inline namespace SCREE_ISA {
namespace {

/// The natural logarithm of normal positive numbers to some 1e-16, by IEEE operations alone: x =
/// 2^e m with m around 1, log m = 2 artanh((m - 1)/(m + 1)).
SCREE_INLINE Pack logarithm(Pack x) {
    const auto bits = reinterpret_cast<LaneBits>(x.v);
    constexpr long long one = 0x3FF0000000000000, fraction = 0x000FFFFFFFFFFFFF;
    constexpr long long shifter = 0x4330000000000000; // of 2^52, whose last bit is worth 1
    const LaneBits scale = bits >> 52;
    const Pack exponent = Pack(reinterpret_cast<Lanes>(scale | shifter)) - Pack(0x1p52 + 1023);
    const Pack mantissa(reinterpret_cast<Lanes>((bits & fraction) | one));
    const PackMask is_large = mantissa > Pack(1.4142135623730951);
    const Pack m = select(is_large, Pack(0.5) * mantissa, mantissa);
    const Pack e = select(is_large, exponent + Pack(1.0), exponent);
    const Pack s = (m - Pack(1.0)) / (m + Pack(1.0)), s2 = s * s;
    // Σ s2^k / (2k + 3), in pieces that do not wait for each other.
    const Pack s4 = s2 * s2, s8 = s4 * s4;
    const auto two = [&](double odd) { return Pack(1 / odd) + s2 * Pack(1 / (odd + 2)); };
    const Pack low = two(3) + s4 * two(7), high = two(11) + s4 * two(15);
    const Pack series = low + s8 * (high + s8 * two(19));
    return e * Pack(0.6931471805599453) + Pack(2.0) * (s + s * (s2 * series));
}

/// Sides of a polygon around a point inside it, which is the origin; in no order and directed
/// either way.
class PlaneSides {
public:
    static constexpr std::uint32_t most = 100;

    std::uint32_t count() const { return count_; }
    /// There must be room. What does not count is overwritten by the next one.
    SCREE_INLINE void add(double from_x, double from_y, double to_x, double to_y, bool counts) {
        px_[count_] = from_x, py_[count_] = from_y;
        qx_[count_] = to_x, qy_[count_] = to_y;
        count_ += counts ? 1 : 0;
    }

    /// The axes are left to the caller. False for a polygon without an area.
    bool spread(Spread& out) {
        if (count_ < 3) return false;
        while (count_ % lane_count != 0) add(0, 0, 0, 0, true);
        Pack twice(0.0), moment_x(0.0), moment_y(0.0);
        for (std::uint32_t k = 0; k < count_; k += lane_count) {
            const Pack px = load(&px_[k]), py = load(&py_[k]);
            const Pack qx = load(&qx_[k]), qy = load(&qy_[k]);
            const Pack part = abs(px * qy - py * qx);
            twice = twice + part;
            moment_x = moment_x + part * (px + qx);
            moment_y = moment_y + part * (py + qy);
        }
        const Pack first = sums(twice, moment_x, moment_y, moment_y);
        const double area = first.v[0]; // twice
        if (!(area > 0)) return false;
        const Pack cx(first.v[1] / (3 * area)), cy(first.v[2] / (3 * area));
        Pack xx(0.0), xy(0.0), yy(0.0), arms(0.0);
        for (std::uint32_t k = 0; k < count_; k += lane_count) {
            const Pack px = load(&px_[k]) - cx, py = load(&py_[k]) - cy;
            const Pack qx = load(&qx_[k]) - cx, qy = load(&qy_[k]) - cy;
            const Pack sx = px + qx, sy = py + qy, wx = qx - px, wy = qy - py;
            const Pack part = abs(px * qy - py * qx);
            const Pack p2x = px * px, p2y = py * py, q2x = qx * qx, q2y = qy * qy;
            xx = xx + part * ((p2x + q2x) + sx * sx);
            xy = xy + part * ((px * py + qx * qy) + sx * sy);
            yy = yy + part * ((p2y + q2y) + sy * sy);
            // Over the triangle of centroid and side: h/6 (e |q| - b |p| + h² log …), h the side's
            // distance, b and e where it begins and ends along itself, and the logarithm that of
            // the sum of the triangle's sides over the same with its own side negative.
            const Pack edge2 = wx * wx + wy * wy;
            // A side of no length, or in line with the centroid, makes no triangle.
            const PackMask counts = (part > Pack(0.0)) & (edge2 > Pack(0.0));
            const Pack edge = sqrt(select(counts, edge2, Pack(1.0)));
            const Pack away = sqrt(p2x + p2y), gone = sqrt(q2x + q2y), both = away + gone;
            const Pack beyond = max(both - edge, Pack(least_excess) * both);
            const Pack ratio = select(counts, (both + edge) / beyond, Pack(1.0));
            const Pack inverse = Pack(1.0) / edge, h = part * inverse;
            const Pack ends = (wx * qx + wy * qy) * gone - (wx * px + wy * py) * away;
            arms =
                arms + select(counts, h * (ends * inverse + (h * h) * logarithm(ratio)), Pack(0.0));
        }
        const double share = 1 / (12 * area);
        const Pack second = sums(xx, xy, yy, arms);
        out.area = 0.5 * area;
        out.xx = second.v[0] * share, out.xy = second.v[1] * share, out.yy = second.v[2] * share;
        out.mean_arm = second.v[3] / (3 * area);
        return true;
    }

private:
    /// What two sides of a triangle exceed the third by, as a part of them, is not known to less;
    /// what the logarithm is multiplied with is as small then.
    static constexpr double least_excess = 0x1p-52;

    std::uint32_t count_ = 0;
    alignas(32) std::array<double, most> px_, py_, qx_, qy_;
};

} // namespace
} // namespace SCREE_ISA
} // namespace scree::detail
