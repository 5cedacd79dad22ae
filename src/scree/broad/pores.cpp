// SPDX-License-Identifier: BSD-3-Clause
#include <scree/broad/pores.hpp>

#include <scree/broad/laguerre.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace scree {
namespace {

using Index = Triangulation::Index;
using Balls = std::array<WeightedPoint, 4>;

Vec3 center(const WeightedPoint& p) { return {p.x, p.y, p.z}; }

/// Solves q_k · x = r_k for the ways q_k from the first centre to the others.
class Ways {
public:
    explicit Ways(const Balls& balls) {
        for (std::size_t k = 0; k < 3; ++k) way[k] = center(balls[k + 1]) - center(balls[0]);
        for (std::size_t k = 0; k < 3; ++k) cross_[k] = way[(k + 1) % 3].cross(way[(k + 2) % 3]);
        volume_ = way[0].dot(cross_[0]);
    }
    Vec3 solve(const std::array<double, 3>& r) const {
        return (r[0] * cross_[0] + r[1] * cross_[1] + r[2] * cross_[2]) / volume_;
    }
    std::array<Vec3, 3> way;

private:
    std::array<Vec3, 3> cross_;
    double volume_;
};

/// Relative to the first centre.
Vec3 power_center(const Balls& balls, const Ways& ways) {
    std::array<double, 3> r{};
    for (std::size_t k = 0; k < 3; ++k)
        r[k] = 0.5 * (ways.way[k].squaredNorm() + (balls[0].weight - balls[k + 1].weight));
    return ways.solve(r);
}

} // namespace

std::optional<CenteredSphere> tangent_sphere(const Balls& balls) {
    // With centre x from the first ball's and radius r: |x - q_k| = r + r_k, |x| = r + r_0. The
    // differences of the squares are linear, x = o + r b with o the power centre; what remains is
    // (b² - 1) r² + 2 (o·b - r_0) r + (o² - r_0²) = 0.
    std::array<double, 4> radius{};
    for (std::size_t k = 0; k < 4; ++k) radius[k] = std::sqrt(balls[k].weight);
    const Ways ways(balls);
    const Vec3 o = power_center(balls, ways);
    const Vec3 b =
        ways.solve({radius[0] - radius[1], radius[0] - radius[2], radius[0] - radius[3]});
    const double square = b.squaredNorm() - 1, half = o.dot(b) - radius[0];
    const double constant = o.squaredNorm() - balls[0].weight;
    const double discriminant = half * half - square * constant;
    if (!(discriminant >= 0)) return std::nullopt;
    const double s = -(half + std::copysign(std::sqrt(discriminant), half));
    const double least = *std::min_element(radius.begin(), radius.end());
    for (const double r : {constant / s, s / square}) // the smaller one first
        if (std::isfinite(r) && r + least >= 0)
            return CenteredSphere{center(balls[0]) + o + r * b, r};
    return std::nullopt;
}

std::vector<Pore> pores(const Triangulation& t, const ConvexContainer& container) {
    std::vector<Pore> out;
    for (Index cell = 0; cell < t.cell_slots(); ++cell) {
        if (!t.is_cell(cell)) continue;
        std::array<Index, 4> corners{};
        for (Index k = 0; k < 4; ++k) corners[k] = t.vertex(4 * cell + k);
        std::sort(corners.begin(), corners.end());
        if (corners[0] < Triangulation::frame_count) continue;
        Pore pore{};
        Balls balls{};
        for (std::size_t k = 0; k < 4; ++k) {
            pore.grains[k] = corners[k] - Triangulation::frame_count;
            balls[k] = t.points()[corners[k]];
        }
        // In an order by place: numbers may depend on history.
        std::sort(balls.begin(), balls.end(), [](const WeightedPoint& a, const WeightedPoint& b) {
            return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
        });
        const Vec3 o = power_center(balls, Ways(balls));
        pore.center = center(balls[0]) + o;
        pore.power = o.squaredNorm() - balls[0].weight;
        if (!contains(container, pore.center)) continue;
        pore.tangent = tangent_sphere(balls);
        out.push_back(pore);
    }
    std::sort(out.begin(), out.end(),
              [](const Pore& a, const Pore& b) { return a.grains < b.grains; });
    return out;
}

} // namespace scree
