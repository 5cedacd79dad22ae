// SPDX-License-Identifier: BSD-3-Clause
#include <scree/measure/elliptic.hpp>

#include <scree/base/assert.hpp>

#include <cmath>
#include <cstddef>
#include <numbers>

namespace scree {

// A Landen step takes the integral to one of the same form whose modulus is nearer to one; the
// arithmetic-geometric mean of 1 and kc converges quadratically, and p and the numerator go along
// with it. The scale of each step is kept apart (mean, product) instead of dividing by it.
std::array<double, 3> complete_elliptic(double kc, const std::array<EllipticTerm, 3>& terms) {
    constexpr double close = 1e-8; // one more step squares it
    double mean = 1, partner = kc, product = partner;
    double p[3], a[3], b[3];
    for (std::size_t k = 0; k < 3; ++k) {
        SCREE_ASSERT(kc > 0 && terms[k].p > 0);
        p[k] = std::sqrt(terms[k].p);
        a[k] = terms[k].a;
        b[k] = terms[k].b / p[k];
    }
    for (;;) {
        const double old_mean = mean;
        for (std::size_t k = 0; k < 3; ++k) {
            const double ratio = product / p[k], old_a = a[k];
            a[k] += b[k] / p[k];
            b[k] = 2 * (b[k] + old_a * ratio);
            p[k] += ratio;
        }
        mean += partner;
        if (std::abs(old_mean - partner) <= close * old_mean) break;
        partner = 2 * std::sqrt(product);
        product = partner * mean;
    }
    std::array<double, 3> out{};
    for (std::size_t k = 0; k < 3; ++k)
        out[k] = 0.5 * std::numbers::pi * (b[k] + a[k] * mean) / (mean * (mean + p[k]));
    return out;
}

} // namespace scree
