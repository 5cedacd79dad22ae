// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/broad/cell_check.hpp>

namespace scree {
inline namespace SCREE_ISA {

using Points4 = FilterPoint<Pack>;

/// Four vertices' points, one per lane.
SCREE_INLINE Points4 gather(const WeightedPoint* at, const std::uint32_t* vertex,
                            std::uint32_t stride) {
    Pack a = load(&at[vertex[0]].x), b = load(&at[vertex[stride]].x);
    Pack c = load(&at[vertex[2 * std::size_t{stride}]].x);
    Pack d = load(&at[vertex[3 * std::size_t{stride}]].x);
    transpose(a, b, c, d);
    return {{a, b, c}, d};
}

/// The planes of four cells whose vertices stand in `vertex`, four by four.
SCREE_INLINE CellPlane<Pack> planes(const WeightedPoint* at, const std::uint32_t* vertex) {
    return cell_plane(gather(at, vertex, 4), gather(at, vertex + 1, 4), gather(at, vertex + 2, 4),
                      gather(at, vertex + 3, 4));
}

/// Four cells' vertices. Corners of the frame go last: what is measured from the first vertex is
/// then short, and slacks are long. Even permutations, so the cells stay the right way round.
SCREE_INLINE void take_vertices(const detail::CellArrays& arrays, std::uint32_t cell,
                                std::uint32_t* out) {
    constexpr std::uint32_t frame = 4;
    const std::uint32_t* v = arrays.vertex + 4 * std::size_t{cell};
    if (v[0] >= frame) {
        for (int k = 0; k < 4; ++k) out[k] = v[k];
    } else if (v[1] >= frame) {
        out[0] = v[1], out[1] = v[2], out[2] = v[0], out[3] = v[3];
    } else if (v[2] >= frame) {
        out[0] = v[2], out[1] = v[0], out[2] = v[1], out[3] = v[3];
    } else {
        out[0] = v[3], out[1] = v[2], out[2] = v[1], out[3] = v[0];
    }
}

SCREE_INLINE Pack length(const Triple<Pack>& a) { return sqrt(dot(a, a)); }

/// Slacks are given for cells whose volume and centre are this many times their rounding errors,
/// and then a little less than computed.
inline constexpr double sound = 1e8, slack_rounding = 1 - 1e-6;

/// How far the vertices of a cell, and one behind a facet, may move while the one stays positive
/// and the other regular. Derived in docs/theory/triangulation.md; names as there.
struct Slack {
    Triple<Pack> cd, db, bc, center;
    Pack volume, s0, s1, delta, radius2;

    SCREE_INLINE Slack(const Points4& a, const Points4& b, const Points4& c, const Points4& d,
                       const CellPlane<Pack>& plane)
        : volume(plane.volume) {
        const Triple<Pack> B = b.position - a.position, C = c.position - a.position;
        const Triple<Pack> D = d.position - a.position;
        cd = cross(C, D);
        db = cross(D, B);
        bc = cross(B, C);
        s0 = (length(B) + length(C)) + length(D);
        s1 = (length(cd) + length(db)) + length(bc);
        // 2 δ s1 + 4 δ² s0 + 8 δ³ <= volume / 4, by the first term alone and δ <= a bit of the
        // rest.
        const Pack first = volume / (Pack(12.0) * s1);
        const Pack limit = Pack(0.125) * s1 / s0;
        delta = select(first < limit, first, limit);
        const Pack half = Pack(-0.5) / volume;
        center = half * plane.normal;
        // Where the volume is mostly rounding so is the centre: no slack then.
        const Pack doubt = length(plane.normal_doubt) / volume;
        const PackMask is_sound =
            (volume > Pack(sound) * plane.volume_doubt) & (length(center) > Pack(sound) * doubt);
        delta = select(is_sound, delta, Pack(0.0));
        const Pack sphere2 = dot(center, center) - a.weight;
        const Pack heaviest = max(max(a.weight, b.weight), max(c.weight, d.weight));
        radius2 = sphere2 + heaviest;
    }

    /// `power` of the vertex behind, at E in the frame of the first.
    SCREE_INLINE Pack facet(const Triple<Pack>& E, Pack power) const {
        const Pack vb = dot(E, cd), vc = dot(E, db), vd = dot(E, bc);
        const Pack va = ((volume - vb) - vc) - vd;
        const Pack volumes = (abs(va) + abs(vb)) + (abs(vc) + abs(vd));
        const Pack e = length(E), eta = Pack(2.0) * delta;
        const Pack growth =
            ((Pack(3.0) * s1 + Pack(4.0) * (e * s0)) + eta * (Pack(6.0) * e + Pack(5.0) * s0)) +
            Pack(7.0) * (eta * eta);
        const Triple<Pack> off = E - center;
        const Pack reach = sqrt(max(radius2, dot(off, off)));
        const Pack weights = Pack(1.0) + (volumes + growth * eta) / (Pack(0.75) * volume);
        return power / ((Pack(2.0) * reach + delta) * weights);
    }
};

inline void check_four(const detail::CellArrays& arrays, const std::uint32_t* cells, unsigned used,
                       double* slack, detail::CellSuspects& out) {
    constexpr std::uint32_t none = ~std::uint32_t{0};
    alignas(16) std::uint32_t vertex[16];
    for (unsigned lane = 0; lane < 4; ++lane)
        take_vertices(arrays, cells[lane], vertex + 4 * std::size_t{lane});
    const Points4 a = gather(arrays.at, vertex, 4), b = gather(arrays.at, vertex + 1, 4);
    const Points4 c = gather(arrays.at, vertex + 2, 4), d = gather(arrays.at, vertex + 3, 4);
    const CellPlane<Pack> plane = cell_plane(a, b, c, d);
    const Estimate<Pack> volume = volume_of(plane);
    const unsigned positive = lane_mask(volume.value > volume.error);
    for (unsigned lanes = used & ~positive; lanes != 0; lanes &= lanes - 1)
        out.cells.push_back(cells[__builtin_ctz(lanes)]);
    const Slack room(a, b, c, d, plane);
    Pack least = room.delta;
    unsigned good = used & positive;
    for (unsigned k = 0; k < 4; ++k) {
        alignas(16) std::uint32_t behind[4];
        unsigned asked = 0;
        for (unsigned lane = 0; lane < 4; ++lane) {
            const std::uint32_t g = arrays.across[4 * std::size_t{cells[lane]} + k];
            asked |= static_cast<unsigned>(g != none) << lane;
            behind[lane] = g != none ? arrays.vertex[g] : vertex[4 * lane];
        }
        const Points4 e = gather(arrays.at, behind, 1);
        const Estimate<Pack> side = estimate_side(plane, e);
        const unsigned regular = lane_mask(side.value > side.error);
        for (unsigned lanes = used & asked & ~regular; lanes != 0; lanes &= lanes - 1)
            out.facets.push_back(4 * cells[__builtin_ctz(lanes)] + k);
        good &= regular | ~asked;
        const Pack power = (side.value - side.error) / plane.volume;
        const Pack own = room.facet(e.position - a.position, power);
        const PackMask is_asked{LaneBits{-(asked & 1LL), -(asked >> 1 & 1LL), -(asked >> 2 & 1LL),
                                         -(asked >> 3 & 1LL)}};
        least = select(is_asked & (own < least), own, least);
        out.asked += __builtin_popcount(used & asked);
    }
    out.asked += __builtin_popcount(used);
    for (unsigned lanes = used; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        slack[lane] = (good >> lane & 1U) != 0 ? slack_rounding * least.v[lane] : 0;
    }
}

inline void check_here(const detail::CellArrays& arrays, std::span<const std::uint32_t> cells,
                       double* slack, detail::CellSuspects& out) {
    std::size_t begin = 0;
    for (; begin + 4 <= cells.size(); begin += 4)
        check_four(arrays, cells.data() + begin, 15U, slack + begin, out);
    if (begin == cells.size()) return;
    std::uint32_t rest[4];
    for (std::size_t lane = 0; lane < 4; ++lane)
        rest[lane] = cells[begin + lane < cells.size() ? begin + lane : begin];
    check_four(arrays, rest, (1U << (cells.size() - begin)) - 1, slack + begin, out);
}

inline void judge_here(const detail::CellArrays& arrays, std::span<const std::uint32_t> cells,
                       const WeightedPoint& point, detail::Verdict* verdicts) {
    const Points4 e{{Pack(point.x), Pack(point.y), Pack(point.z)}, Pack(point.weight)};
    for (std::size_t begin = 0; begin < cells.size(); begin += 4) {
        alignas(16) std::uint32_t vertex[16];
        const std::size_t lanes = cells.size() - begin < 4 ? cells.size() - begin : 4;
        for (std::size_t lane = 0; lane < 4; ++lane) {
            const std::size_t cell = cells[begin + (lane < lanes ? lane : 0)];
            for (std::size_t k = 0; k < 4; ++k) vertex[4 * lane + k] = arrays.vertex[4 * cell + k];
        }
        const Estimate<Pack> side = estimate_side(planes(arrays.at, vertex), e);
        const unsigned in = lane_mask(side.value < -side.error);
        const unsigned out = lane_mask(side.value > side.error);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            verdicts[begin + lane] = (in >> lane & 1U) != 0    ? detail::Verdict::conflict
                                     : (out >> lane & 1U) != 0 ? detail::Verdict::none
                                                               : detail::Verdict::unsure;
    }
}

} // namespace SCREE_ISA
} // namespace scree
