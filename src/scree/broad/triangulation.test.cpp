// SPDX-License-Identifier: BSD-3-Clause
#include <scree/broad/triangulation.hpp>

#include <scree/base/random.hpp>
#include <scree/base/stopwatch.hpp>

#include <gtest/gtest.h>

#include <cstdio>

namespace scree {
namespace {

using Points = std::vector<WeightedPoint>;

Points random_points(Random& random, std::size_t count, double largest) {
    Points points(count);
    for (WeightedPoint& p : points) {
        const double r = random.uniform(0.2, 1) * largest;
        p = {random.uniform(), random.uniform(), random.uniform(), r * r};
    }
    return points;
}

TEST(Triangulation, BuildsAndMoves) {
    for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
        SCOPED_TRACE(seed);
        Random random(seed);
        Workers workers(1);
        Points points = random_points(random, 300, seed % 2 == 0 ? 0.3 : 0.05);
        Triangulation t;
        t.build(points);
        ASSERT_TRUE(t.is_valid());
        std::printf("hidden %zu\n", t.hidden().size());
        for (const double way : {1e-4, 1e-3, 1e-2, 1e-1}) {
            for (int k = 0; k < 20; ++k) {
                for (WeightedPoint& p : points) {
                    p.x += random.uniform(-way, way);
                    p.y += random.uniform(-way, way);
                    p.z += random.uniform(-way, way);
                }
                t.move(points, workers);
                ASSERT_TRUE(t.is_valid());
            }
            const auto& n = t.counts();
            std::printf("way %g flips %ld %ld %ld inverted %ld stuck %ld again %ld builds %ld, "
                        "predicates %ld exact %ld\n",
                        way, n.flips_23, n.flips_32, n.flips_41, n.inverted, n.stuck, n.reinserted,
                        n.builds, n.predicates.calls, n.predicates.exact);
        }
    }
}

} // namespace
} // namespace scree
