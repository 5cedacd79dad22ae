// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/ball.hpp>
#include <scree/base/random.hpp>
#include <scree/pack/detail/close_pairs.hpp>
#include <scree/pack/packing.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree {
namespace {

constexpr std::uint64_t seed = 31;

/// Log-uniform radii of a range 1:ratio.
std::vector<double> mixed_radii(std::size_t count, double ratio, Random& random) {
    std::vector<double> radii;
    for (std::size_t k = 0; k < count; ++k)
        radii.push_back(1e-3 * std::pow(ratio, random.uniform()));
    return radii;
}

double solid_volume(const std::vector<double>& radii) {
    double sum = 0;
    for (const double r : radii) sum += ball_volume(r);
    return sum;
}

Container container_for(ContainerKind kind, const std::vector<double>& radii, double density) {
    Container container{kind, Vec3(1, 1, 1.5)};
    return container.scaled(std::cbrt(solid_volume(radii) / density / container.volume()));
}

/// Smallest gap of any two balls over their radii, by all pairs and all images, and of walls.
double smallest_gap(const std::vector<double>& radii, const Packing& p) {
    double smallest = std::numeric_limits<double>::infinity();
    const Vec3& size = p.container.size;
    for (std::size_t i = 0; i < radii.size(); ++i) {
        const Vec3& c = p.centers[i];
        if (p.container.kind == ContainerKind::box)
            smallest = std::min({smallest, (c.minCoeff() - radii[i]) / radii[i],
                                 ((size - c).minCoeff() - radii[i]) / radii[i]});
        if (p.container.kind == ContainerKind::cylinder)
            smallest = std::min(
                {smallest, (c.z() - radii[i]) / radii[i], (size.z() - c.z() - radii[i]) / radii[i],
                 (0.5 * size.x() - std::hypot(c.x(), c.y()) - radii[i]) / radii[i]});
        const int images = p.container.kind == ContainerKind::periodic ? 1 : 0;
        for (std::size_t j = 0; j <= i; ++j)
            for (int x = -images; x <= images; ++x)
                for (int y = -images; y <= images; ++y)
                    for (int z = -images; z <= images; ++z) {
                        if (i == j && x == 0 && y == 0 && z == 0) continue;
                        const Vec3 other =
                            p.centers[j] + Vec3(x * size.x(), y * size.y(), z * size.z());
                        const double touching = radii[i] + radii[j];
                        smallest = std::min(smallest, ((c - other).norm() - touching) / touching);
                    }
    }
    return smallest;
}

TEST(Packing, ReachesTheDensityWithoutOverlapInEveryContainer) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Workers workers(2);
    for (const auto kind : {ContainerKind::box, ContainerKind::cylinder, ContainerKind::periodic})
        for (const double ratio : {1.0, 5.0}) {
            const auto radii = mixed_radii(500, ratio, random);
            const double density = 0.55;
            const Container container = container_for(kind, radii, density);
            const Packing p = pack_balls({radii, container, random.bits()}, workers);
            EXPECT_TRUE(p.reached);
            EXPECT_EQ(p.container.size, container.size);
            EXPECT_NEAR(p.density, density, 1e-12);
            EXPECT_GT(smallest_gap(radii, p), 0);
            EXPECT_LT(smallest_gap(radii, p), 0.01); // it is a packing, not a gas
            const PackingFacts facts = facts_of(radii, p, 0.01, workers);
            EXPECT_EQ(facts.largest_overlap, 0);
            EXPECT_GT(facts.coordination, 1);
        }
}

TEST(Packing, EqualBallsReach62PercentInAPeriodicBox) {
    Workers workers(2);
    const std::vector<double> radii(2000, 1.0);
    const Container container = container_for(ContainerKind::periodic, radii, 0.62);
    const Packing p = pack_balls({radii, container, 3}, workers);
    EXPECT_TRUE(p.reached);
    EXPECT_GT(smallest_gap(radii, p), 0);
}

// Nothing fills 72 % with equal balls but a crystal: the packing is loosened until it fits.
TEST(Packing, SaysWhatItReachedWhenItCannotReachMore) {
    Workers workers(2);
    const std::vector<double> radii(300, 1e-3);
    const Container container = container_for(ContainerKind::periodic, radii, 0.72);
    const Packing p = pack_balls({radii, container, 5}, workers);
    EXPECT_FALSE(p.reached);
    EXPECT_FALSE(p.stopped);
    EXPECT_GT(p.density, 0.62);
    EXPECT_LT(p.density, 0.66);
    EXPECT_GT(p.container.size.x(), container.size.x());
    EXPECT_NEAR(p.density, solid_volume(radii) / p.container.volume(), 1e-12);
    EXPECT_GT(smallest_gap(radii, p), 0);
    EXPECT_NEAR(facts_of(radii, p, 0.01, workers).coordination, 6, 0.7);
}

TEST(Packing, IsTheSameForAnyNumberOfThreadsAndOtherForAnotherSeed) {
    Random random(seed);
    const auto radii = mixed_radii(1500, 3, random);
    const Container container = container_for(ContainerKind::cylinder, radii, 0.58);
    Workers one(1), three(3);
    const Packing a = pack_balls({radii, container, 7}, one);
    const Packing b = pack_balls({radii, container, 7}, three);
    const Packing c = pack_balls({radii, container, 8}, one);
    EXPECT_EQ(a.centers, b.centers);
    EXPECT_EQ(a.iterations, b.iterations);
    EXPECT_NE(a.centers, c.centers);
}

TEST(Packing, OfOneBallAndOfTwo) {
    Workers workers(1);
    const Container cube{ContainerKind::box, Vec3::Constant(2.5)};
    const std::vector<double> one{1}, two{0.6, 0.7};
    EXPECT_TRUE(pack_balls({one, cube, 1}, workers).reached);
    const Packing p = pack_balls({two, cube, 1}, workers);
    EXPECT_TRUE(p.reached);
    EXPECT_GT(smallest_gap(two, p), 0);
}

TEST(Packing, StopsWhenAsked) {
    Workers workers(1);
    const std::vector<double> radii(300, 1e-3);
    const std::atomic<bool> stop = true;
    const Container container = container_for(ContainerKind::box, radii, 0.6);
    const Packing p = pack_balls({radii, container, 1, &stop}, workers);
    EXPECT_TRUE(p.stopped);
    EXPECT_FALSE(p.reached);
    EXPECT_GT(smallest_gap(radii, p), 0);
}

TEST(ClosePairs, FindsPairsAcrossTheFacesOfAPeriodicBox) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Workers workers(1);
    const Container box{ContainerKind::periodic, Vec3(1, 2, 3)};
    std::vector<Ball> balls;
    for (int k = 0; k < 300; ++k)
        balls.push_back({random.uniform(), random.uniform(0, 2), random.uniform(0, 3),
                         random.uniform(0.02, 0.2)});
    const double skin = 0.05;
    std::vector<IndexPair> expected;
    std::size_t across = 0;
    for (std::uint32_t i = 0; i < balls.size(); ++i)
        for (std::uint32_t j = i + 1; j < balls.size(); ++j) {
            const Vec3 a(balls[i].x, balls[i].y, balls[i].z), b(balls[j].x, balls[j].y, balls[j].z);
            const double reach = balls[i].radius + balls[j].radius + skin;
            if (box.between(a, b).norm() >= reach) continue;
            expected.push_back({i, j});
            if ((a - b).norm() >= reach) ++across;
        }
    EXPECT_GT(across, expected.size() / 10);
    ClosePairs search(box);
    EXPECT_EQ(search.find(balls, skin, workers), expected);
}

TEST(Container, WallGapsAndVolumes) {
    const Container box{ContainerKind::box, Vec3(1, 2, 4)};
    EXPECT_EQ(box.volume(), 8);
    EXPECT_EQ(box.wall_gap(Vec3(0.5, 1, 3.75), 0.25), 0);
    EXPECT_EQ(largest_ball(box), 0.5);
    const Container tube{ContainerKind::cylinder, Vec3(2, 2, 4)};
    EXPECT_NEAR(tube.volume(), 4 * 3.14159265358979, 1e-12);
    EXPECT_EQ(tube.wall_gap(Vec3(0.5, 0, 2), 0.75), -0.25);
    const Container periodic{ContainerKind::periodic, Vec3(1, 2, 4)};
    EXPECT_EQ(largest_ball(periodic), 0.25);
    EXPECT_EQ(periodic.between(Vec3(0.125, 0, 0), Vec3(0.875, 1.75, 1)), Vec3(-0.25, -0.25, 1));
}

} // namespace
} // namespace scree
