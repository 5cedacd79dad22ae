// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/base/random.hpp>
#include <scree/scene/overlap_grid.hpp>
#include <scree/scene/periodic.hpp>
#include <scree/scene/scene.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <limits>
#include <set>

namespace scree {
namespace {

Periodic period_of(unsigned axes) {
    return {Vec3(-1, 0.25, 3),
            Vec3((axes & 1U) != 0 ? 2 : 0, (axes & 2U) != 0 ? 0.7 : 0, (axes & 4U) != 0 ? 1.3 : 0)};
}

Vec3 random_point(Random& random, double size) {
    return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}

TEST(Periodic, WrapsAndFindsTheNearestImage) {
    constexpr std::uint64_t seed = 1;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    int moved_count = 0;
    for (int n = 0; n < 4000; ++n) {
        const Periodic p = period_of(static_cast<unsigned>(random.below(8)));
        const Vec3 x = random_point(random, 20), in = p.wrapped(x), way = random_point(random, 20);
        for (int k = 0; k < 3; ++k) {
            if (!p.along(k)) {
                EXPECT_EQ(in[k], x[k]);
                EXPECT_EQ(p.nearest(way)[k], way[k]);
                continue;
            }
            EXPECT_GE(in[k], p.low[k]);
            EXPECT_LT(in[k] - p.low[k], p.length[k]);
            const double periods = (x[k] - in[k]) / p.length[k];
            EXPECT_NEAR(periods, std::round(periods), 1e-9);
            moved_count += std::abs(periods) > 0.5 ? 1 : 0;
            double shortest = std::numeric_limits<double>::infinity();
            for (int c = -40; c <= 40; ++c)
                shortest = std::min(shortest, std::abs(way[k] + c * p.length[k]));
            EXPECT_NEAR(std::abs(p.nearest(way)[k]), shortest, 1e-12);
        }
        EXPECT_EQ(p.wrapped(in), in);
    }
    EXPECT_GT(moved_count, 1000);
    // The far end is the near one, also after rounding.
    const Periodic unit{Vec3::Zero(), Vec3(1, 0, 0)};
    EXPECT_EQ(unit.wrapped(Vec3(1, 0, 0)).x(), 0);
    EXPECT_EQ(unit.wrapped(Vec3(-1e-20, 0, 0)).x(), 0);
}

TEST(Periodic, FindsEveryImageThatReachesIn) {
    constexpr std::uint64_t seed = 2;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    std::size_t found = 0;
    for (int n = 0; n < 3000; ++n) {
        const Periodic p = period_of(static_cast<unsigned>(random.below(8)));
        const Vec3 x = p.wrapped(random_point(random, 5));
        const double reach = random.uniform(0, 0.6);
        std::set<std::tuple<double, double, double>> expected, got;
        for (int a = -1; a <= 1; ++a)
            for (int b = -1; b <= 1; ++b)
                for (int c = -1; c <= 1; ++c) {
                    const Vec3 step(a, b, c), y = x + step.cwiseProduct(p.length);
                    bool is_one = !step.isZero(0);
                    for (int k = 0; k < 3; ++k)
                        if (step[k] != 0)
                            is_one = is_one && p.along(k) && y[k] + reach > p.low[k] &&
                                     y[k] - reach < p.low[k] + p.length[k];
                    if (is_one) expected.insert({y.x(), y.y(), y.z()});
                }
        for_each_image(p, x, reach, [&](ImageStep step) {
            const Vec3 y = x + step.shift(p);
            EXPECT_TRUE(got.insert({y.x(), y.y(), y.z()}).second);
            EXPECT_EQ(step.back().shift(p), -step.shift(p));
        });
        EXPECT_EQ(got, expected);
        found += got.size();
    }
    EXPECT_GT(found, 2000U);
}

TEST(Periodic, RegionsThatSpanThePeriodHaveNoEnds) {
    const Periodic p{Vec3(0, 0, 0), Vec3(2, 1, 0)};
    const Region spans = BoxRegion{{0, 0.1, 0}, {2, 1, 3}};
    const auto wide = std::get<BoxRegion>(without_ends(spans, p, 0.5));
    EXPECT_EQ(wide.low, Vec3(-0.5, 0.1, 0));
    EXPECT_EQ(wide.high, Vec3(2.5, 1, 3));
    EXPECT_TRUE(is_within(spans, p));
    EXPECT_FALSE(is_within(BoxRegion{{0, 0, 0}, {2.1, 1, 3}}, p));
    EXPECT_FALSE(is_within(SphereRegion{{1, 0.5, 100}, 0.6}, p));
    const Region tube = FrustumRegion{{2, 0.5, 5}, {0, 0.5, 5}, 0.3, 0.3};
    const auto longer = std::get<FrustumRegion>(without_ends(tube, p, 0.5));
    EXPECT_EQ(longer.base, Vec3(2.5, 0.5, 5));
    EXPECT_EQ(longer.top, Vec3(-0.5, 0.5, 5));
    EXPECT_EQ(volume(without_ends(SphereRegion{{1, 0.5, 0}, 0.5}, p, 0.5)),
              volume(SphereRegion{{1, 0.5, 0}, 0.5}));
}

TEST(Periodic, PlanesCountRounds) {
    const Periodic p{Vec3(0, 0, 0), Vec3(2, 0, 0)};
    const FlowPlane across{"", Vec3(0.5, 0, 0), Vec3::UnitX()},
        back{"", Vec3(0.5, 0, 0), -Vec3::UnitX()}, along{"", Vec3(0, 0, 1), Vec3::UnitZ()};
    EXPECT_EQ(planes_passed(across, Vec3(0.5, 0, 0), p), 0);
    EXPECT_EQ(planes_passed(across, Vec3(0.6, 0, 0), p), 1);
    EXPECT_EQ(planes_passed(across, Vec3(2.6, 0, 0), p), 2);
    EXPECT_EQ(planes_passed(across, Vec3(-1.6, 0, 0), p), -1);
    EXPECT_EQ(planes_passed(back, Vec3(0.4, 0, 0), p), 1);
    EXPECT_EQ(planes_passed(along, Vec3(7, 0, 1.1), p), 1);
    EXPECT_EQ(planes_passed(along, Vec3(7, 0, 0.9), p), 0);
}

TEST(Periodic, OverlapsAreSeenAcrossTheSides) {
    constexpr std::uint64_t seed = 3;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    int across = 0, free = 0;
    for (int n = 0; n < 200; ++n) {
        const Periodic p = period_of(7);
        OverlapGrid grid(0.1, 0, p);
        std::vector<Vec3> centers;
        std::vector<double> radii;
        for (int k = 0; k < 30; ++k) {
            const Vec3 c = p.wrapped(random_point(random, 9));
            const double r = random.uniform(0.01, 0.1);
            std::vector<int> expected;
            for (std::size_t j = 0; j < centers.size(); ++j) {
                if (p.nearest(c - centers[j]).norm() >= r + radii[j]) continue;
                expected.push_back(static_cast<int>(j));
                if ((c - centers[j]).norm() > r + radii[j]) ++across;
            }
            EXPECT_EQ(grid.overlapped(c, r), expected);
            EXPECT_EQ(grid.is_free(c, r), expected.empty());
            free += expected.empty() ? 1 : 0;
            grid.add(c, r);
            centers.push_back(c);
            radii.push_back(r);
        }
    }
    EXPECT_GT(across, 20);
    EXPECT_GT(free, 100);
}

Scene scene_with(const Fill& fill, std::optional<std::int64_t> count) {
    Scene scene;
    Material m;
    m.density = 1000;
    scene.materials = {m};
    scene.periodic = {Vec3::Zero(), Vec3(1, 1, 1)};
    GrainGroup group;
    group.name = "sand";
    group.classes = {{0.05, 1, 0}};
    group.count = count;
    group.fill = fill;
    scene.grains = {group};
    return scene;
}

double smallest_gap(const Scene& scene, const std::vector<Grain>& grains) {
    double gap = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < grains.size(); ++i)
        for (std::size_t j = i + 1; j < grains.size(); ++j)
            gap = std::min(gap, scene.periodic.nearest(grains[i].center - grains[j].center).norm() -
                                    grains[i].radius - grains[j].radius);
    return gap;
}

// A region that spans the period is filled up to its very sides, without overlap across them.
TEST(Periodic, FillsReachAcrossTheSides) {
    const BoxRegion all{Vec3::Zero(), Vec3::Ones()};
    for (const Fill& fill : {Fill{RandomFill{all, 0.25}}, Fill{LatticeFill{all}}}) {
        const Scene scene = scene_with(fill, {});
        const auto grains = place_grains(scene);
        int outside = 0;
        for (const Grain& g : grains) outside += (g.center.array() < 0.05).any() ? 1 : 0;
        EXPECT_GT(outside, 20);
        EXPECT_GT(smallest_gap(scene, grains), -1e-12);
        EXPECT_GT(grains.size(), 450U);
    }
}

// Grains may be written in any period; an overlap across a side is found.
TEST(Periodic, PlacedGrainsAreWrappedAndChecked) {
    const auto good =
        place_grains(scene_with(PlacedFill{{{0.5, 0.5, -3.25}, {7.5, 0.5, 0.5}}}, {}));
    EXPECT_LT((good[0].center - Vec3(0.5, 0.5, 0.75)).norm(), 1e-12);
    EXPECT_LT((good[1].center - Vec3(0.5, 0.5, 0.5)).norm(), 1e-12);
    try {
        place_grains(scene_with(PlacedFill{{{0.03, 0.5, 0.5}, {0.97, 0.5, 0.5}}}, {}));
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "sand: grain 2 at (0.97, 0.5, 0.5) overlaps grain 1 at (0.03, "
                                   "0.5, 0.5) by 0.04 m");
    }
}

} // namespace
} // namespace scree
