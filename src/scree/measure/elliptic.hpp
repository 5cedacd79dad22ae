// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

namespace scree {

/// The complete elliptic integral that holds all three of Legendre's kinds [Bulirsch1969],
///   ∫ (a cos² + b sin²) / ((cos² + p sin²) sqrt(cos² + kc² sin²)), over 0 … π/2,
/// for kc > 0 and p > 0, to a few units in the last place as long as a and b have one sign.
struct EllipticTerm {
    double p, a, b;
};
/// Three of one modulus: most of the work is the same for all.
std::array<double, 3> complete_elliptic(double kc, const std::array<EllipticTerm, 3>& terms);

} // namespace scree
