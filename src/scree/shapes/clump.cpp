// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/clump.hpp>
#include <scree/shapes/detail/ball_union.hpp>
#include <scree/shapes/detail/complaints.hpp>
#include <scree/shapes/detail/polyhedron_build.hpp>
#include <scree/shapes/detail/tolerances.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree {
namespace {

using detail::text;

std::string name(std::size_t ball) { return "ball " + std::to_string(ball); }

void check_numbers(std::span<const ClumpBall> balls) {
    detail::Complaints complaints;
    if (balls.empty()) complaints.add("a clump needs at least one ball, got none");
    {
        detail::Several wrong(complaints, "wrong balls");
        for (std::size_t i = 0; i < balls.size(); ++i) {
            if (!balls[i].center.allFinite())
                wrong.add(name(i) + ": its centre must be finite, got " + text(balls[i].center));
            if (!(balls[i].radius > 0) || !std::isfinite(balls[i].radius))
                wrong.add(name(i) + ": its radius must be > 0, got " + text(balls[i].radius));
        }
    }
    complaints.raise();
}

double gap(const ClumpBall& a, const ClumpBall& b) {
    return (a.center - b.center).norm() - a.radius - b.radius;
}

/// Which piece each ball belongs to, numbered by their first balls.
std::vector<std::size_t> pieces(std::span<const ClumpBall> balls) {
    constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();
    std::vector<std::size_t> piece(balls.size(), unknown);
    for (std::size_t first = 0; first < balls.size(); ++first) {
        if (piece[first] != unknown) continue;
        std::vector<std::size_t> open = {first};
        piece[first] = first;
        while (!open.empty()) {
            const std::size_t i = open.back();
            open.pop_back();
            for (std::size_t j = 0; j < balls.size(); ++j)
                if (piece[j] == unknown &&
                    gap(balls[i], balls[j]) <=
                        detail::clump_tolerance * (balls[i].radius + balls[j].radius))
                    piece[j] = first, open.push_back(j);
        }
    }
    return piece;
}

void check_one_piece(std::span<const ClumpBall> balls) {
    const std::vector<std::size_t> piece = pieces(balls);
    std::vector<std::size_t> size(balls.size());
    for (const std::size_t p : piece) ++size[p];
    const auto largest = static_cast<std::size_t>(std::ranges::max_element(size) - size.begin());
    detail::Complaints complaints;
    {
        detail::Several outside(complaints, "pieces outside");
        for (std::size_t i = 0; i < balls.size(); ++i) {
            if (piece[i] != i || i == largest) continue;
            double nearest = std::numeric_limits<double>::infinity();
            for (std::size_t j = 0; j < balls.size(); ++j)
                for (std::size_t k = 0; k < balls.size(); ++k)
                    if (piece[j] == i && piece[k] != i)
                        nearest = std::min(nearest, gap(balls[j], balls[k]));
            const std::size_t others = size[i] - 1;
            outside.add(name(i) +
                        (others == 0 ? "" : " and " + std::to_string(others) + " more with it") +
                        ": outside, " + text(nearest) +
                        " m from the rest; the balls of a clump must touch or overlap");
        }
    }
    complaints.raise();
}

/// Near the origin and of size about 1, by a shift and a power of two.
struct Unit {
    std::vector<ClumpBall> balls;
    Vec3 middle;
    int exponent = 0;
};

Unit to_unit(std::span<const ClumpBall> balls) {
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity());
    Vec3 high = -low;
    for (const ClumpBall& b : balls) {
        low = low.cwiseMin(b.center - Vec3::Constant(b.radius));
        high = high.cwiseMax(b.center + Vec3::Constant(b.radius));
    }
    Unit unit{{}, 0.5 * low + 0.5 * high};
    static_cast<void>(std::frexp((0.5 * high - 0.5 * low).maxCoeff(), &unit.exponent));
    const auto shrink = [&](double value) { return std::ldexp(value, -unit.exponent); };
    for (const ClumpBall& b : balls)
        unit.balls.push_back({(b.center - unit.middle).unaryExpr(shrink), shrink(b.radius)});
    return unit;
}

} // namespace

Clump make_clump(std::span<const ClumpBall> balls) {
    check_numbers(balls);
    check_one_piece(balls);
    auto data = std::make_shared<ClumpData>();
    data->balls.assign(balls.begin(), balls.end());
    for (const ClumpBall& b : balls)
        data->reach = std::max(data->reach, b.center.stableNorm() + b.radius);
    const Unit unit = to_unit(balls);
    const detail::UnionMoments found = detail::ball_union_moments(unit.balls);
    const MassProperties mass = mass_of(found.moments, Vec3::Zero());
    const auto grow = [&](int power) {
        return [&unit, power](double value) { return std::ldexp(value, power * unit.exponent); };
    };
    data->mass.volume = grow(3)(mass.volume);
    data->mass.centroid = unit.middle + mass.centroid.unaryExpr(grow(1));
    data->mass.inertia = mass.inertia.unaryExpr(grow(5));
    data->mass_error = found.error;
    return {std::move(data)};
}

Bounds bounds(const Clump& clump, const Pose& pose) {
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity());
    Vec3 high = -low;
    for (const ClumpBall& b : clump.data->balls) {
        const Vec3 center = pose * b.center;
        low = low.cwiseMin(center - Vec3::Constant(b.radius));
        high = high.cwiseMax(center + Vec3::Constant(b.radius));
    }
    return {low, high};
}

Clump scaled(const Clump& clump, double factor) {
    detail::Complaints complaints;
    complaints.positive("factor", factor);
    complaints.raise();
    auto data = std::make_shared<ClumpData>(*clump.data);
    data->reach = 0;
    for (ClumpBall& b : data->balls) {
        b.center *= factor;
        b.radius *= factor;
        data->reach = std::max(data->reach, b.center.stableNorm() + b.radius);
    }
    const double cube = factor * factor * factor;
    data->mass.volume *= cube;
    data->mass.centroid *= factor;
    data->mass.inertia *= cube * (factor * factor);
    return {std::move(data)};
}

} // namespace scree
