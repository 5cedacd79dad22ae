// SPDX-License-Identifier: BSD-3-Clause
#include "broad_peers.hpp"

#include <scree/base/stopwatch.hpp>

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Regular_triangulation_3.h>

namespace scree {

double cgal_build_seconds(std::span<const Ball> balls) {
    using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
    using Regular = CGAL::Regular_triangulation_3<Kernel>;
    std::vector<Regular::Weighted_point> points;
    points.reserve(balls.size());
    for (const Ball& b : balls) points.push_back({{b.x, b.y, b.z}, b.radius * b.radius});
    const Stopwatch watch;
    const Regular triangulation(points.begin(), points.end());
    return watch.seconds();
}

} // namespace scree
