// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/random.hpp>
#include <scree/narrow/gjk_plain.hpp>
#include <scree/shapes/polyhedron.hpp>

#include <gtest/gtest.h>

#include <cstdio>

namespace scree {
namespace {

constexpr SimplexMethod every_method[] = {
    SimplexMethod::signed_volumes, SimplexMethod::johnson, SimplexMethod::johnson_with_backup,
    SimplexMethod::best_subset, SimplexMethod::voronoi_regions};

Polyhedron cube(double half) {
    std::vector<Vec3> points;
    for (int i = 0; i < 8; ++i) {
        points.emplace_back((i & 1) != 0 ? half : -half, (i & 2) != 0 ? half : -half,
                            (i & 4) != 0 ? half : -half);
    }
    return make_polyhedron(points);
}

Polyhedron ball(Random& random, int corner_count) {
    std::vector<Vec3> points;
    for (int i = 0; i < corner_count; ++i) {
        Vec3 p(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        points.push_back(p.normalized());
    }
    return make_polyhedron(points);
}

PlainDistance measure(const Polyhedron& a, const Polyhedron& b, const Vec3& offset,
                      const PlainGjk& options) {
    Pose pose;
    pose.position = offset;
    return gjk_plain(corners(a), corners(b), pose, options);
}

/// Cubes of side 2 and 1: vertex, edge and face against each other, by Pythagoras.
TEST(GjkPlain, DistanceOfCubes) {
    const Polyhedron a = cube(1);
    const Polyhedron b = cube(0.5);
    for (const SimplexMethod method : every_method) {
        const PlainGjk options{method, 1e-14, SupportKind::scan};
        EXPECT_NEAR(measure(a, b, {4, 0.25, -0.5}, options).distance, 2.5, 1e-15);
        EXPECT_NEAR(measure(a, b, {4.5, 5.5, 0.1}, options).distance, 5, 2e-15);
        EXPECT_NEAR(measure(a, b, {2.5, 3.5, -3.5}, options).distance, 3, 1e-15);
        EXPECT_EQ(measure(a, b, {0.2, 1.3, 0.1}, options).status, PlainStatus::touching);
    }
}

/// [M Alg. 5 line 9] continues the loop where the distance is found; with `continue` this query,
/// whose first point is the answer, would never end.
TEST(GjkPlain, EndsWhereTheDistanceIsFound) {
    const Polyhedron a = cube(1);
    const PlainDistance found = measure(a, a, {7, 7, 7}, {});
    EXPECT_EQ(found.status, PlainStatus::apart);
    EXPECT_NEAR(found.distance, 5 * std::sqrt(3), 4e-15);
    EXPECT_LE(found.iterations, 3);
}

/// The lower bound proves each distance, whatever the sub-algorithm; the bound's own rounding is a
/// few u of the coordinates, over the distance when it is small (u = 1e-16, distances above 1e-2).
TEST(GjkPlain, EverySubAlgorithmFindsTheProvenDistance) {
    const std::uint64_t seed = 7001;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    int apart = 0, touching = 0;
    for (int n = 0; n < 300; ++n) {
        const Polyhedron a = ball(random, 40);
        const Polyhedron b = ball(random, 40);
        const Vec3 offset(random.uniform(0, 3.5), random.uniform(0, 0.5), random.uniform(0, 0.5));
        for (const SimplexMethod method : every_method) {
            for (const SupportKind support : {SupportKind::scan, SupportKind::hill_climb}) {
                const PlainDistance d = measure(a, b, offset, {method, 1e-12, support});
                if (d.status == PlainStatus::touching) {
                    ++touching;
                    EXPECT_LE(d.lower_bound, 1e-14);
                    continue;
                }
                ++apart;
                EXPECT_NE(d.status, PlainStatus::iteration_limit);
                EXPECT_NEAR(d.distance, d.lower_bound, 1e-12);
            }
        }
    }
    std::printf("  seed %llu: apart %d, touching %d\n", static_cast<unsigned long long>(seed),
                apart, touching);
    EXPECT_GT(apart, 900);
    EXPECT_GT(touching, 900);
}

} // namespace
} // namespace scree
