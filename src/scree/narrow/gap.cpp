// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/gap.hpp>

#include <scree/narrow/closed_forms.hpp>
#include <scree/narrow/detail/curved.hpp>
#include <scree/narrow/polyhedral.hpp>

#include <algorithm>
#include <concepts>
#include <limits>
#include <utility>
#include <vector>

namespace scree {
namespace {

template <class S>
concept Polyhedral = Convex<S> && requires(const S& s) {
    { corners(s) } -> std::convertible_to<Corners>;
};

/// What a query may use and fill besides its answer.
struct Extras {
    GapMemory* memory = nullptr;
    Certificate* proof = nullptr;
};

/// Moves the witness points of the cores out to the rounded surfaces.
void round_off(Gap& g, double rounding_a, double rounding_b) {
    g.gap -= rounding_a + rounding_b;
    g.lower -= rounding_a + rounding_b;
    g.upper -= rounding_a + rounding_b;
    g.on_a += rounding_a * g.normal;
    g.on_b -= rounding_b * g.normal;
}

Path path_of(Level level) {
    switch (level) {
    case Level::fast:
        return Path::fast;
    case Level::plain:
        return Path::plain;
    case Level::extended:
        return Path::extended;
    case Level::exact:
        return Path::exact;
    }
    return Path::exact;
}

Gap of_cores(const Corners& a, const Corners& b, const Pose& b_in_a, const Extras& extras) {
    const CoreGap core = polyhedral_gap(a, b, b_in_a, extras.memory, extras.proof);
    Gap g;
    g.gap = g.lower = g.upper = core.gap;
    g.normal = core.normal;
    g.path = path_of(core.level);
    g.iterations = core.iterations;
    g.expansions = core.expansions;
    g.corners = core.corners;
    g.weights = core.weights;
    g.corner_count = core.count;
    Vec3 in_b = Vec3::Zero();
    for (int k = 0; k < core.count; ++k) {
        const auto i = static_cast<std::size_t>(k);
        g.on_a += core.weights[i] * a[core.corners[i].a];
        in_b += core.weights[i] * b[core.corners[i].b];
    }
    g.on_b = b_in_a * in_b;
    return g;
}

/// A ball of this radius rolls along the inside of the whole surface. What it leaves free is a
/// smaller convex body, and the shape is that body with all points moved out by the radius: shapes
/// that overlap by less are then bodies that are apart, whose gap is found much sooner.
template <Convex S>
double inner_ball(const S& shape) {
    if constexpr (std::same_as<S, Ellipsoid>) {
        const double least = shape.half.minCoeff(); // at the ends of the longest axis; not to a tip
        return 0.9 * (least * least / shape.half.maxCoeff());
    } else {
        static_cast<void>(shape);
        return 0;
    }
}

/// The body that the inner ball leaves.
template <Convex S>
struct Inside {
    const S& shape;
    double ball;
};
template <Convex S>
Vec3 support(const Inside<S>& inside, const Vec3& direction) {
    const Vec3 top = support(inside.shape, direction);
    return inside.ball == 0 ? top : Vec3(top - inside.ball / direction.norm() * direction);
}
template <Convex S>
double reach(const Inside<S>& inside) {
    return reach(inside.shape) - inside.ball;
}

// The algorithms: plain overloads, in the frame of A. The special ones win over the general ones by
// ordinary C++ rules, and a pair that none serves does not compile.

template <Convex A, Convex B>
Gap pair_gap(const A& a, const B& b, const Pose& b_in_a, const Extras& extras) {
    static_cast<void>(extras);
    const Inside<A> in_a{a, inner_ball(a)};
    const Inside<B> in_b{b, inner_ball(b)};
    const detail::CurvedGap core =
        detail::curved_gap(detail::support_map(in_a), detail::support_map(in_b), b_in_a);
    Gap g;
    g.gap = core.gap;
    g.lower = core.lower;
    g.upper = core.upper;
    g.normal = core.normal;
    g.on_a = core.on_a;
    g.on_b = core.on_b;
    g.status = core.converged ? Status::converged : Status::iteration_limit;
    g.path = Path::curved;
    g.iterations = core.iterations;
    g.expansions = core.expansions;
    round_off(g, rounding(a) + in_a.ball, rounding(b) + in_b.ball);
    return g;
}

template <Polyhedral A, Polyhedral B>
Gap pair_gap(const A& a, const B& b, const Pose& b_in_a, const Extras& extras) {
    // Boxes and segments make their corners when asked: keep what is viewed alive.
    const auto corners_a = corners(a);
    const auto corners_b = corners(b);
    Gap g = of_cores(corners_a, corners_b, b_in_a, extras);
    round_off(g, rounding(a), rounding(b));
    return g;
}

template <class A, class B>
concept ClosedForm = requires(const A& a, const B& b, const Pose& p) {
    { closed_gap(a, b, p) } -> std::same_as<ClosedGap>;
};

Gap from_closed(const ClosedGap& c) {
    Gap g;
    g.gap = g.lower = g.upper = c.gap;
    g.normal = c.normal;
    g.on_a = c.on_a;
    g.on_b = c.on_b;
    return g;
}

Gap mirrored(Gap g) {
    g.normal = -g.normal;
    std::swap(g.on_a, g.on_b);
    for (CornerPair& c : g.corners) std::swap(c.a, c.b);
    return g;
}

/// From the frame of B to that of A.
Gap placed(Gap g, const Pose& pose) {
    g.normal = (pose.rotation * g.normal).normalized();
    g.on_a = pose * g.on_a;
    g.on_b = pose * g.on_b;
    return g;
}

template <class A, class B>
Gap dispatch(const A& a, const B& b, const Pose& b_in_a, const Extras& extras) {
    if constexpr (ClosedForm<A, B>) {
        if (extras.proof == nullptr) return from_closed(closed_gap(a, b, b_in_a));
    } else if constexpr (ClosedForm<B, A>) {
        if (extras.proof == nullptr)
            return placed(mirrored(from_closed(closed_gap(b, a, inverse(b_in_a)))), b_in_a);
    }
    return pair_gap(a, b, b_in_a, extras);
}

/// A total order of poses: which of two bodies is computed as the first. Poses that are equal leave
/// the order to the shapes.
int compare(const Pose& a, const Pose& b) {
    const auto less = [](const auto& x, const auto& y) {
        return std::lexicographical_compare(x.data(), x.data() + x.size(), y.data(),
                                            y.data() + y.size());
    };
    if (less(a.position, b.position)) return -1;
    if (less(b.position, a.position)) return 1;
    if (less(a.rotation, b.rotation)) return -1;
    return less(b.rotation, a.rotation) ? 1 : 0;
}

/// Numbers that tell two shapes of one kind apart: what it reaches in a few directions.
std::vector<double> signature(const Shape& shape) {
    std::vector<double> numbers{rounding(shape), reach(shape)};
    for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y)
            for (int z = -1; z <= 1; ++z) {
                if (x == 0 && y == 0 && z == 0) continue;
                const Vec3 p = support(shape, Vec3(x, y, z));
                numbers.insert(numbers.end(), p.data(), p.data() + 3);
            }
    return numbers;
}

/// Whether B is the first of the two: the same pair gives the same bits however it is asked for.
bool is_swapped(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
    const int order = compare(pose_a, pose_b);
    if (order != 0) return order > 0;
    if (a.index() != b.index()) return a.index() > b.index();
    return signature(b) < signature(a);
}

/// One pose seen from another: the rounding of a product of matrices, 6 u.
constexpr double relative_rounding = 7e-16;

Gap in_order(const Shape& first, const Pose& pose_first, const Shape& second,
             const Pose& pose_second, const Extras& extras) {
    const Pose second_in_first = relative(pose_first, pose_second);
    Gap g = std::visit(
        [&](const auto& x, const auto& y) { return dispatch(x, y, second_in_first, extras); },
        first, second);
    const double scale = reach(first) + rounding(first) + reach(second) + rounding(second) +
                         second_in_first.position.norm();
    g.lower -= (gap_error + relative_rounding) * scale;
    g.upper += (gap_error + relative_rounding) * scale;
    return placed(g, pose_first);
}

} // namespace

std::string_view path_name(Path path) {
    switch (path) {
    case Path::closed_form:
        return "closed form";
    case Path::fast:
        return "fast";
    case Path::plain:
        return "plain";
    case Path::extended:
        return "extended";
    case Path::exact:
        return "exact";
    case Path::curved:
        return "curved";
    }
    return "";
}

Gap gap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, GapMemory* memory) {
    const bool swapped = is_swapped(a, pose_a, b, pose_b);
    if (memory != nullptr && memory->swapped != swapped) {
        *memory = {};
        memory->swapped = swapped;
    }
    const Extras extras{memory, nullptr};
    if (swapped) return mirrored(in_order(b, pose_b, a, pose_a, extras));
    return in_order(a, pose_a, b, pose_b, extras);
}

CertifiedGap certified_gap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
    CertifiedGap claim;
    const Extras extras{nullptr, &claim.proof};
    claim.answer = in_order(a, pose_a, b, pose_b, extras);
    return claim;
}

ProvenGap check(const CertifiedGap& claim, const Shape& a, const Pose& pose_a, const Shape& b,
                const Pose& pose_b) {
    return std::visit(
        [&](const auto& x, const auto& y) -> ProvenGap {
            using X = std::decay_t<decltype(x)>;
            using Y = std::decay_t<decltype(y)>;
            constexpr double infinity = std::numeric_limits<double>::infinity();
            if constexpr (Polyhedral<X> && Polyhedral<Y>) {
                if (!claim.has_proof()) return {-infinity, infinity};
                const auto corners_a = corners(x);
                const auto corners_b = corners(y);
                const ProvenGap cores =
                    check(claim.proof, corners_a, corners_b, relative(pose_a, pose_b));
                const double round = rounding(x) + rounding(y);
                return {cores.lower - round, cores.upper - round};
            } else {
                return {-infinity, infinity};
            }
        },
        a, b);
}

} // namespace scree
