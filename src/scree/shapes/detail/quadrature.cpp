// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/detail/quadrature.hpp>

#include <cmath>
#include <numbers>

namespace scree::detail {

std::vector<Node> gauss_legendre(int count) {
    std::vector<Node> nodes;
    for (int i = 0; i < count; ++i) {
        // Newton from the well-known estimate of the roots of the Legendre polynomial P.
        double x = -std::cos(std::numbers::pi * (i + 0.75) / (count + 0.5));
        double slope = 0;
        for (int round = 0; round < 8; ++round) {
            double before = 1;
            double p = x;
            for (int k = 2; k <= count; ++k) {
                const double next = ((2 * k - 1) * x * p - (k - 1) * before) / k;
                before = p;
                p = next;
            }
            slope = count * (before - x * p) / (1 - x * x);
            x -= p / slope;
        }
        nodes.push_back({(1 + x) / 2, 1 / ((1 - x * x) * slope * slope)});
    }
    return nodes;
}

std::vector<Node> double_exponential(double step) {
    constexpr double end = 3.2; // there the weights have fallen below rounding
    std::vector<Node> nodes;
    const int half = static_cast<int>(end / step);
    for (int i = -half; i <= half; ++i) {
        const double t = i * step;
        const double inner = std::numbers::pi / 2 * std::sinh(t);
        const double weight =
            step * std::numbers::pi / 4 * std::cosh(t) / (std::cosh(inner) * std::cosh(inner));
        nodes.push_back({1 / (1 + std::exp(-2 * inner)), weight});
    }
    return nodes;
}

} // namespace scree::detail
