// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace scree::detail {

struct Node {
    double x, weight;
};

/// Gauss–Legendre on (0, 1): exact for polynomials up to degree 2 count - 1.
std::vector<Node> gauss_legendre(int count);

/// Double-exponential (tanh-sinh) on (0, 1): for smooth functions with any kind of behaviour at the
/// ends, which it approaches very closely. About 2 · 3.2 / step nodes.
std::vector<Node> double_exponential(double step);

} // namespace scree::detail
