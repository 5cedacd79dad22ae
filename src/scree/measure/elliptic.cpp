// SPDX-License-Identifier: BSD-3-Clause
#include <scree/measure/elliptic.hpp>

#include <scree/base/assert.hpp>

#include <cmath>
#include <numbers>

namespace scree {

// A Landen step takes the integral to one of the same form whose modulus is nearer to one; the
// arithmetic-geometric mean of 1 and kc converges quadratically, and p and the numerator go along
// with it. The scale of each step is kept apart (mean, product) instead of dividing by it.
double complete_elliptic(const EllipticArguments& arguments) {
    SCREE_ASSERT(arguments.kc > 0 && arguments.p > 0);
    constexpr double close = 1e-8; // one more step squares it
    double mean = 1, partner = arguments.kc, product = partner;
    double p = std::sqrt(arguments.p), a = arguments.a, b = arguments.b / p;
    for (;;) {
        const double ratio = product / p, old_a = a, old_mean = mean;
        a += b / p;
        b = 2 * (b + old_a * ratio);
        p += ratio;
        mean += partner;
        if (std::abs(old_mean - partner) <= close * old_mean) break;
        partner = 2 * std::sqrt(product);
        product = partner * mean;
    }
    return 0.5 * std::numbers::pi * (b + a * mean) / (mean * (mean + p));
}

} // namespace scree
