// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/detail/nearest_feature.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <span>

// GJK [M Alg. 5, corrected] over any number type and any difference D, in its plain form.
//
// Two departures from the source. The search direction is the normal of the feature that carries
// the nearest point (a cross product of edges), not the nearest point itself: near touch the latter
// is all rounding, while all vertices of the feature stay equally high along the former. And the
// end is judged by the duality gap in the unit of D: the nearest point bounds the gap from above,
// the lowest point along the direction from below, and both bounds are returned.
namespace scree::detail {

template <class Id>
struct SimplexIds {
    std::array<Id, 4> id{};
    int count = 0;
};

template <class S, class Id>
struct GjkResult {
    enum class End { apart, overlapping, stalled } end = End::stalled;
    SimplexIds<Id> simplex;
    std::array<Vector<S>, 4> w{};
    NearestFeature<S> feature; ///< of that simplex
    double lower = 0;          ///< of the gap, in the unit of D, when apart
    int iterations = 0;
};

inline constexpr int gjk_iteration_limit = 500;

/// Keeps the used vertices of a simplex, in their order.
template <class S, class Id>
void keep_used(GjkResult<S, Id>& r) {
    int kept = 0;
    for (int i = 0; i < r.simplex.count; ++i) {
        if ((r.feature.used >> static_cast<unsigned>(i) & 1U) == 0) continue;
        const auto from = static_cast<std::size_t>(i);
        const auto to = static_cast<std::size_t>(kept++);
        r.simplex.id[to] = r.simplex.id[from];
        r.w[to] = r.w[from];
        r.feature.weight[to] = r.feature.weight[from];
    }
    r.simplex.count = kept;
    r.feature.used = (1U << static_cast<unsigned>(kept)) - 1;
}

template <class S, class Id>
void push_newest(GjkResult<S, Id>& r, const Id& id, const Vector<S>& w) {
    for (int i = r.simplex.count; i > 0; --i) {
        const auto k = static_cast<std::size_t>(i);
        r.simplex.id[k] = r.simplex.id[k - 1];
        r.w[k] = r.w[k - 1];
    }
    r.simplex.id[0] = id;
    r.w[0] = w;
    ++r.simplex.count;
}

/// How low the simplex is along its feature's normal, as a length.
template <class S>
double height(const Vector<S>& normal, const Vector<S>& w) {
    return static_cast<double>(dot(normal, w)) / rounded(normal).norm();
}

/// `slack`: the descent ends when the next point is not lower by more than this (in the unit of D).
template <class S, class D>
auto gjk(D& difference, const Vector<S>& first_direction, double slack) {
    using Id = decltype(difference.lowest(first_direction));
    using Result = GjkResult<S, Id>;
    Result r;
    const Id first = difference.lowest(first_direction);
    push_newest(r, first, difference.point(first));
    double nearest = std::numeric_limits<double>::infinity();
    for (r.iterations = 1; r.iterations <= gjk_iteration_limit; ++r.iterations) {
        r.feature = nearest_feature<S>({r.w.data(), static_cast<std::size_t>(r.simplex.count)});
        keep_used(r);
        if (r.feature.at_origin) {
            r.end = Result::End::overlapping;
            return r;
        }
        const Vector<S>& n = r.feature.normal;
        const Id id = difference.lowest(n);
        const Vector<S> w = difference.point(id);
        const double here = height(n, r.w[0]);
        r.lower = height(n, w);
        if (sign(dot(n, r.w[0] - w)) <= 0 || here - r.lower <= slack) {
            r.end = Result::End::apart;
            return r;
        }
        if (rounding_of < S >> 0 && !(here < nearest)) return r; // no descent: rounding has the say
        nearest = here;
        push_newest(r, id, w);
    }
    return r;
}

} // namespace scree::detail
