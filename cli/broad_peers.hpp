// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/ball.hpp>

#include <span>

namespace scree {

/// CGAL's regular triangulation of the balls, made from scratch: the seconds it takes.
double cgal_build_seconds(std::span<const Ball> balls);

} // namespace scree
