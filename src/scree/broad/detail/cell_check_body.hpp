// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/broad/cell_check.hpp>

#include <limits>

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

/// The second where it is not a number.
SCREE_INLINE Pack smaller(Pack a, Pack b) { return select(a < b, a, b); }
SCREE_INLINE Pack sum_of_sizes(const Triple<Pack>& a) { return (abs(a.x) + abs(a.y)) + abs(a.z); }

/// Slacks are given for cells whose volume and centre are this many times their rounding errors,
/// and then a little less than computed.
inline constexpr double sound = 1e8, slack_rounding = 1 - 1e-6;

/// How far the vertices of a cell, and those behind its facets, may move while the one stays
/// positive and the others regular. Derived in docs/theory/triangulation.md; names as there.
struct Slack {
    Triple<Pack> cd, db, bc, center;
    Pack volume, s0, s1, radius2;
    Pack most;  ///< δ1
    Pack first; ///< δ to first order, of the facets so far
    Pack least_volumes, farthest2;

    SCREE_INLINE Slack(const Points4& a, const Points4& b, const Points4& c, const Points4& d,
                       const CellPlane<Pack>& plane)
        : volume(plane.volume) {
        const Triple<Pack> B = b.position - a.position, C = c.position - a.position;
        const Triple<Pack> D = d.position - a.position;
        cd = cross(C, D);
        db = cross(D, B);
        bc = cross(B, C);
        s0 = sqrt(Pack(3.0) * ((dot(B, B) + dot(C, C)) + dot(D, D)));
        s1 = sqrt(Pack(3.0) * ((dot(cd, cd) + dot(db, db)) + dot(bc, bc)));
        most = smaller(volume / (Pack(6.0) * s1), Pack(0.125) * s1 / s0);
        const Pack half = Pack(-0.5) / volume;
        center = half * plane.normal;
        // Where the volume is mostly rounding so is the centre: no slack then.
        const PackMask is_sound =
            (volume > Pack(sound) * plane.volume_doubt) &
            (sum_of_sizes(plane.normal) > Pack(4 * sound) * sum_of_sizes(plane.normal_doubt));
        most = select(is_sound, most, Pack(0.0));
        const Pack sphere2 = dot(center, center) - a.weight;
        const Pack heaviest = max(max(a.weight, b.weight), max(c.weight, d.weight));
        radius2 = sphere2 + heaviest;
        first = Pack(std::numeric_limits<double>::infinity());
        least_volumes = first;
        farthest2 = Pack(0.0);
    }

    /// `side` of the vertex behind, at E in the frame of the first; where `is_there`.
    SCREE_INLINE void add_facet(const Triple<Pack>& E, Pack side, PackMask is_there) {
        const Pack vb = dot(E, cd), vc = dot(E, db), vd = dot(E, bc);
        const Pack va = ((volume - vb) - vc) - vd;
        const Pack volumes = volume + ((abs(va) + abs(vb)) + (abs(vc) + abs(vd)));
        const Triple<Pack> off = E - center;
        const Pack reach = sqrt(max(radius2, dot(off, off)));
        const Pack own = side / (Pack(2.0) * (reach * volumes));
        first = select(is_there & !(own > first), own, first);
        least_volumes = select(is_there, smaller(volumes, least_volumes), least_volumes);
        farthest2 = select(is_there, max(dot(E, E), farthest2), farthest2);
    }

    /// What all facets allow, found by two steps towards a fixed point; may not be a number.
    SCREE_INLINE Pack range() const {
        const Pack reach = Pack(2.0) * sqrt(radius2), far = sqrt(farthest2);
        const Pack shrink = Pack(0.43) / most;
        const auto allowed = [&](Pack delta) {
            const Pack eta = Pack(2.0) * delta;
            const Pack growth = ((Pack(3.0) * s1 + Pack(4.0) * (far * s0)) +
                                 eta * (Pack(6.0) * far + Pack(5.0) * s0)) +
                                Pack(7.0) * (eta * eta);
            return first * (reach * ((Pack(1.0) - shrink * delta) * least_volumes)) /
                   ((reach + delta) * (least_volumes + eta * growth));
        };
        const Pack guess = smaller(most, allowed(Pack(0.5) * smaller(most, first)));
        return smaller(guess, allowed(guess));
    }
};

/// Numbers of the vertices of some cells and of those behind their facets. They lie scattered in
/// memory, and the arithmetic on four cells is too long for the processor to look ahead to the next
/// ones; collected beforehand, many of them are fetched at a time.
struct CellBlock {
    static constexpr std::size_t most = 32;
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    const WeightedPoint* at;
    std::uint32_t cells[most];
    alignas(16) std::uint32_t vertex[4 * most];
    alignas(16) std::uint32_t behind[4 * most]; ///< facet k of lane l of each four at 4k + l
    unsigned asked[most];                       ///< per facet of each four: lanes with one behind

    /// The first cell stands in for those missing to a multiple of four.
    CellBlock(const detail::CellArrays& arrays, std::span<const std::uint32_t> some)
        : at(arrays.at) {
        const std::size_t count = (some.size() + 3) & ~std::size_t{3};
        for (std::size_t i = 0; i < count; ++i) {
            cells[i] = some[i < some.size() ? i : 0];
            take_vertices(arrays, cells[i], vertex + 4 * i);
        }
        for (std::size_t i = 0; i < 4 * count; ++i) __builtin_prefetch(&at[vertex[i]]);
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = 0; k < 4; ++k) {
                const std::uint32_t g = arrays.across[4 * std::size_t{cells[i]} + k];
                behind[place(i, k)] = g != none ? arrays.vertex[g] : none;
            }
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = 0; k < 4; ++k) {
                unsigned& lanes = asked[(i & ~std::size_t{3}) + k];
                if (i % 4 == 0) lanes = 0;
                std::uint32_t& v = behind[place(i, k)];
                lanes |= static_cast<unsigned>(v != none) << i % 4;
                if (v == none) v = vertex[4 * i];
                __builtin_prefetch(&at[v]);
            }
    }
    static std::size_t place(std::size_t i, std::size_t k) {
        return 4 * (i & ~std::size_t{3}) + 4 * k + i % 4;
    }
};

/// Cells begin … begin + 3 of a block.
inline void check_four(const CellBlock& block, std::size_t begin, unsigned used, double* slack,
                       detail::CellSuspects& out) {
    const WeightedPoint* at = block.at;
    const std::uint32_t *cells = block.cells + begin, *vertex = block.vertex + 4 * begin;
    const Points4 a = gather(at, vertex, 4), b = gather(at, vertex + 1, 4);
    const Points4 c = gather(at, vertex + 2, 4), d = gather(at, vertex + 3, 4);
    const CellPlane<Pack> plane = cell_plane(a, b, c, d);
    const Estimate<Pack> volume = volume_of(plane);
    const unsigned positive = lane_mask(volume.value > volume.error);
    for (unsigned lanes = used & ~positive; lanes != 0; lanes &= lanes - 1)
        out.cells.push_back(cells[__builtin_ctz(lanes)]);
    Slack room(a, b, c, d, plane);
    unsigned good = used & positive;
    for (unsigned k = 0; k < 4; ++k) {
        const unsigned asked = block.asked[begin + k];
        const Points4 e = gather(at, block.behind + 4 * (begin + k), 1);
        const Estimate<Pack> side = estimate_side(plane, e);
        const unsigned regular = lane_mask(side.value > side.error);
        for (unsigned lanes = used & asked & ~regular; lanes != 0; lanes &= lanes - 1)
            out.facets.push_back(4 * cells[__builtin_ctz(lanes)] + k);
        good &= regular | ~asked;
        const PackMask is_asked{LaneBits{-(asked & 1LL), -(asked >> 1 & 1LL), -(asked >> 2 & 1LL),
                                         -(asked >> 3 & 1LL)}};
        room.add_facet(e.position - a.position, side.value - side.error, is_asked);
        out.asked += __builtin_popcount(used & asked);
    }
    out.asked += __builtin_popcount(used);
    const Pack range = room.range();
    for (unsigned lanes = used; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        const bool has_slack = (good >> lane & 1U) != 0 && range.v[lane] > 0;
        slack[lane] = has_slack ? slack_rounding * range.v[lane] : 0;
    }
}

inline void check_here(const detail::CellArrays& arrays, std::span<const std::uint32_t> cells,
                       double* slack, detail::CellSuspects& out) {
    for (std::size_t first = 0; first < cells.size(); first += CellBlock::most) {
        const std::size_t rest = cells.size() - first;
        const std::size_t count = rest < CellBlock::most ? rest : CellBlock::most;
        const CellBlock block(arrays, cells.subspan(first, count));
        for (std::size_t i = 0; i < count; i += 4)
            check_four(block, i, count - i < 4 ? (1U << (count - i)) - 1 : 15U, slack + first + i,
                       out);
    }
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
