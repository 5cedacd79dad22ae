// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/base/hash.hpp>
#include <scree/base/random.hpp>
#include <scree/scene/overlap_grid.hpp>
#include <scree/scene/scene.hpp>
#include <scree/shapes/mesh_surface.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

constexpr double pi = std::numbers::pi;

GrainGroup group_of(double radius, Fill fill, std::optional<std::int64_t> count = {}) {
    GrainGroup group;
    group.name = "sand";
    group.classes = {{radius, 1, 0}};
    group.count = count;
    group.fill = std::move(fill);
    return group;
}

Scene scene_of(std::vector<GrainGroup> groups, std::vector<Wall> walls = {}) {
    Scene scene;
    scene.grains = std::move(groups);
    scene.walls = std::move(walls);
    return scene;
}

Wall wall_of(const std::string& name, std::vector<Surface> surfaces) {
    return {name, name, 0, std::move(surfaces), ""};
}

Wall unit_box() { return wall_of("box", make_box(Vec3::Zero(), Vec3::Ones(), {})); }

const Region unit_region = BoxRegion{Vec3::Zero(), Vec3::Ones()};

std::string error_of(const Scene& scene) {
    try {
        place_grains(scene);
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

// Smallest gap between any two grains, relative to the sum of their radii.
double smallest_gap(const std::vector<Grain>& grains) {
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < grains.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const double touching = grains[i].radius + grains[j].radius;
            const double distance = (grains[i].center - grains[j].center).norm();
            smallest = std::min(smallest, (distance - touching) / touching);
        }
    return smallest;
}

double solid_volume(const std::vector<Grain>& grains) {
    double sum = 0;
    for (const Grain& g : grains) sum += 4 * pi / 3 * g.radius * g.radius * g.radius;
    return sum;
}

std::uint64_t hash_of(const std::vector<Grain>& grains, double scale) {
    StateHash hash;
    for (const Grain& g : grains) {
        for (int k = 0; k < 3; ++k) hash.add(g.center[k] / scale);
        hash.add(g.radius / scale);
    }
    return hash.value();
}

// An equal sphere of a face-centred cubic packing touches twelve others; the whole box holds nearly
// sqrt(2) of them per cube of the diameter.
TEST(LatticeFill, IsFaceCentredCubic) {
    const double radius = 0.05;
    const auto grains = place_grains(scene_of({group_of(radius, LatticeFill{unit_region})}));
    ASSERT_GT(grains.size(), 1000U);
    EXPECT_LT(grains.size(), std::sqrt(2.0) * 1000);
    std::size_t most_touching = 0;
    for (const Grain& a : grains) {
        const auto touching = std::count_if(grains.begin(), grains.end(), [&](const Grain& b) {
            return std::abs((a.center - b.center).norm() - 2 * radius) < 1e-12;
        });
        most_touching = std::max(most_touching, static_cast<std::size_t>(touching));
    }
    EXPECT_EQ(most_touching, 12U);
    EXPECT_GT(smallest_gap(grains), -1e-12);
}

TEST(LatticeFill, FirstGrainTouchesTheRegionsCorner) {
    const auto grains = place_grains(scene_of({group_of(0.125, LatticeFill{unit_region})}));
    EXPECT_EQ(grains.front().center, Vec3(0.125, 0.125, 0.125));
}

TEST(LatticeFill, AGrainAsLargeAsTheRegionFits) {
    const Scene scene = scene_of({group_of(0.5, LatticeFill{unit_region})}, {unit_box()});
    EXPECT_EQ(place_grains(scene).size(), 1U);
}

TEST(LatticeFill, StopsAtTheCount) {
    EXPECT_EQ(place_grains(scene_of({group_of(0.05, LatticeFill{unit_region}, 100)})).size(), 100U);
}

TEST(LatticeFill, TakesPositionsWithItsProbability) {
    const auto all = place_grains(scene_of({group_of(0.02, LatticeFill{unit_region})}));
    const auto some = place_grains(scene_of({group_of(0.02, LatticeFill{unit_region, 0, 0.3})}));
    const auto n = static_cast<double>(all.size());
    ASSERT_GT(n, 10000);
    // Five standard deviations of a binomial count.
    EXPECT_NEAR(static_cast<double>(some.size()), 0.3 * n, 5 * std::sqrt(0.21 * n));
}

TEST(LatticeFill, SpreadStaysWithinItsBounds) {
    GrainGroup group = group_of(0.02, LatticeFill{unit_region});
    group.classes[0].spread = 0.1;
    const auto grains = place_grains(scene_of({group}));
    const auto [low, high] =
        std::minmax_element(grains.begin(), grains.end(),
                            [](const Grain& a, const Grain& b) { return a.radius < b.radius; });
    EXPECT_GE(low->radius, 0.018);
    EXPECT_LT(low->radius, 0.01805);
    EXPECT_LE(high->radius, 0.022);
    EXPECT_GT(high->radius, 0.02195);
}

// The phases of [F §5.2]: large grains first, the rest of the space goes to smaller ones.
TEST(LatticeFill, LaterGroupsFillTheSpaceEarlierOnesLeave) {
    const Region cylinder = FrustumRegion{Vec3::Zero(), Vec3(0, 0, 0.1), 0.03, 0.03};
    const Wall wall = wall_of("tube", make_frustum(Vec3::Zero(), Vec3(0, 0, 0.1), 0.03, 0.03));
    const auto grains = place_grains(scene_of({group_of(0.009, LatticeFill{cylinder, 0.025}),
                                               group_of(0.003, LatticeFill{cylinder, 0, 0.5}),
                                               group_of(0.0015, LatticeFill{cylinder})},
                                              {wall}));
    std::vector<int> numbers(3);
    for (const Grain& g : grains) {
        ++numbers[static_cast<std::size_t>(g.group)];
        EXPECT_LE(std::hypot(g.center.x(), g.center.y()), 0.03 - g.radius + 1e-14);
    }
    EXPECT_GT(numbers[0], 5);
    EXPECT_GT(numbers[1], 10 * numbers[0]);
    EXPECT_GT(numbers[2], 4 * numbers[1]);
    EXPECT_GT(smallest_gap(grains), -1e-12);
}

// The example of [F Fig. 5.2]: 14 large, 185 medium and 3164 small grains, ±2 %. Heights up to
// which a phase is filled are the tops of the regions; the radius of the cylinder is not in the
// source.
TEST(LatticeFill, ThreePhasesOfThePublishedExample) {
    const auto tube = [](double height) {
        return FrustumRegion{Vec3::Zero(), Vec3(0, 0, height), 0.04, 0.04};
    };
    std::vector<GrainGroup> phases{group_of(0.009, LatticeFill{tube(0.06), 0.021, 0.7}, 14),
                                   group_of(0.003, LatticeFill{tube(0.07), 0.008, 0.6}, 185),
                                   group_of(0.001, LatticeFill{tube(0.08), 0.0031, 0.5}, 3164)};
    for (GrainGroup& phase : phases) phase.classes[0].spread = 0.02;
    const Wall wall = wall_of("tube", make_frustum(Vec3::Zero(), Vec3(0, 0, 0.1), 0.04, 0.04));
    const auto grains = place_grains(scene_of(phases, {wall}));
    ASSERT_EQ(grains.size(), 3363U);
    std::vector<double> mass(3);
    for (const Grain& g : grains)
        mass[static_cast<std::size_t>(g.group)] += g.radius * g.radius * g.radius;
    const double all = mass[0] + mass[1] + mass[2];
    EXPECT_NEAR(mass[0] / all, 0.556, 0.01);
    EXPECT_NEAR(mass[1] / all, 0.272, 0.01);
    EXPECT_NEAR(mass[2] / all, 0.172, 0.01);
    EXPECT_GT(smallest_gap(grains), -1e-12);
}

TEST(LatticeFill, KeepsToTheGoodSideOfPlanesAndBalls) {
    const Region region = BoxRegion{Vec3::Constant(-1), Vec3::Ones()};
    const auto grains =
        place_grains(scene_of({group_of(0.05, LatticeFill{region})},
                              {wall_of("floor", make_plane(Vec3::Zero(), Vec3::UnitZ())),
                               wall_of("bowl", make_sphere(Vec3::Zero(), 0.9, true)),
                               wall_of("ball", make_sphere(Vec3::Zero(), 0.3, false))}));
    EXPECT_GT(grains.size(), 500U);
    for (const Grain& g : grains) {
        EXPECT_GE(g.center.z(), 0.05 - 1e-14);
        EXPECT_LE(g.center.norm(), 0.85 + 1e-14);
        EXPECT_GE(g.center.norm(), 0.35 - 1e-14);
    }
}

// Far away a coordinate keeps fewer digits, so spheres that should just touch overlap by its
// rounding; without an allowance for it the lattice would lose most of its positions.
TEST(LatticeFill, FindsTheSamePositionsAKilometreAway) {
    const Vec3 far(1000, -2000, 3000);
    const Region moved_region = BoxRegion{far, far + Vec3::Ones()};
    const Wall moved_box = wall_of("box", make_box(far, far + Vec3::Ones(), {}));
    const auto here =
        place_grains(scene_of({group_of(0.05, LatticeFill{unit_region})}, {unit_box()}));
    const auto there =
        place_grains(scene_of({group_of(0.05, LatticeFill{moved_region})}, {moved_box}));
    ASSERT_EQ(here.size(), there.size());
    for (std::size_t i = 0; i < here.size(); ++i)
        EXPECT_LT((here[i].center + far - there[i].center).norm(), 1e-11);
}

TEST(RandomFill, PlacesAllWithoutOverlapLargestFirst) {
    GrainGroup group = group_of(0.1, RandomFill{SphereRegion{Vec3::Zero(), 1}}, 2000);
    group.classes = {{0.03, 0.6, 0.02}, {0.15, 0.005, 0}, {0.01, 0.395, 0.2}};
    const auto grains =
        place_grains(scene_of({group}, {wall_of("bowl", make_sphere(Vec3::Zero(), 0.97, true))}));
    ASSERT_EQ(grains.size(), 2000U);
    EXPECT_GT(smallest_gap(grains), 0);
    EXPECT_TRUE(std::is_sorted(grains.begin(), grains.end(),
                               [](const Grain& a, const Grain& b) { return a.radius > b.radius; }));
    for (const Grain& g : grains) EXPECT_LE(g.center.norm() + g.radius, 0.97 + 1e-12);
    EXPECT_EQ(std::count_if(grains.begin(), grains.end(),
                            [](const Grain& g) { return g.size_class == 1; }),
              10);
}

TEST(RandomFill, ReachesThirtyPercentOfSolid) {
    const auto grains = place_grains(scene_of({group_of(0.025, RandomFill{unit_region}, 4600)}));
    EXPECT_GT(solid_volume(grains), 0.3);
    EXPECT_GT(smallest_gap(grains), 0);
}

TEST(RandomFill, StaysInsideASlantedFrustum) {
    const Vec3 base(1, 2, 3), top(2, 3, 5);
    const Vec3 axis = (top - base).normalized();
    const auto grains = place_grains(
        scene_of({group_of(0.05, RandomFill{FrustumRegion{base, top, 1, 0.2}}, 1000)}));
    ASSERT_EQ(grains.size(), 1000U);
    const double height = (top - base).norm(), slope = -0.8 / height;
    int near_wall = 0;
    for (const Grain& g : grains) {
        const double t = (g.center - base).dot(axis);
        const double off = (g.center - base - t * axis).norm();
        const double to_lateral = (1 + slope * t - off) / std::sqrt(1 + slope * slope);
        EXPECT_GE(std::min({t, height - t, to_lateral}), 0.05 - 1e-12);
        if (to_lateral < 0.1) ++near_wall;
    }
    EXPECT_GT(near_wall, 50);
}

TEST(SizeClasses, MassSharesAreMetAsNearlyAsWholeGrainsAllow) {
    GrainGroup group = group_of(1, RandomFill{BoxRegion{Vec3::Zero(), Vec3::Constant(160)}}, 12500);
    group.classes = {{1, 10, 0}, {5, 20, 0}, {35, 70, 0}};
    group.share_by_mass = true;
    std::vector<double> mass(3);
    for (const Grain& g : place_grains(scene_of({group})))
        mass[static_cast<std::size_t>(g.size_class)] += g.radius * g.radius * g.radius;
    const double sum = mass[0] + mass[1] + mass[2];
    // 2 large, 197 medium, 12301 small: half a large grain is 17 % of the mass, but 2.01 is meant.
    EXPECT_NEAR(mass[0] / sum, 0.1, 0.001);
    EXPECT_NEAR(mass[1] / sum, 0.2, 0.001);
    EXPECT_NEAR(mass[2] / sum, 0.7, 0.002);
}

TEST(SizeClasses, NumbersRoundByTheLargestRemainder) {
    GrainGroup group = group_of(0.01, LatticeFill{unit_region}, 10);
    group.classes = {{0.01, 1, 0}, {0.02, 1, 0}, {0.03, 1, 0}};
    std::vector<int> numbers(3);
    for (const Grain& g : place_grains(scene_of({group})))
        ++numbers[static_cast<std::size_t>(g.size_class)];
    EXPECT_EQ(numbers, (std::vector{4, 3, 3}));
}

GrainGroup lognormal_group(Fill fill, std::optional<std::int64_t> count = {}) {
    GrainGroup group = group_of(1, std::move(fill), count);
    group.classes.clear();
    group.distribution = SizeDistribution{LognormalSizes{0.02, 0.4, 0.01, 0.05}, false};
    return group;
}

TEST(SizeDistributions, AreFollowedByEveryFill) {
    const SizeCurve curve({LognormalSizes{0.02, 0.4, 0.01, 0.05}, false});
    const Fill fills[] = {LatticeFill{unit_region}, RandomFill{unit_region}};
    for (const Fill& fill : fills) {
        const auto grains = place_grains(scene_of({lognormal_group(fill, 600)}));
        ASSERT_EQ(grains.size(), 600U);
        std::vector<double> radii;
        for (const Grain& g : grains) {
            radii.push_back(g.radius);
            EXPECT_EQ(g.size_class, curve.size_class(g.radius));
        }
        std::sort(radii.begin(), radii.end());
        for (std::size_t k = 0; k < radii.size(); ++k)
            EXPECT_NEAR(curve.number_below(radii[k]), (static_cast<double>(k) + 0.5) / 600,
                        0.5001 / 600);
        EXPECT_GT(smallest_gap(grains), -1e-12);
    }
    // Without a count the sizes are left to chance.
    EXPECT_GT(place_grains(scene_of({lognormal_group(LatticeFill{unit_region})})).size(), 500U);
}

TEST(RandomFill, ReachesADensityOrSaysHowFarItCame) {
    const auto grains = place_grains(scene_of({lognormal_group(RandomFill{unit_region, 0.25})}));
    EXPECT_NEAR(solid_volume(grains), 0.25, 1e-4); // a grain of mean size has 8e-5
    // One ball of radius 0.4 leaves no room for a second, wherever it lies.
    EXPECT_EQ(error_of(scene_of({group_of(0.4, RandomFill{unit_region, 0.5})})),
              "sand: only 1 of 2 grains fit at random (solid fraction 0.27 of the region, 0.5 "
              "asked); make the region larger, the grains fewer or smaller, or pack them with "
              "scree pack");
    Scene heavy = scene_of({group_of(0.4, RandomFill{unit_region, {}, 500.0})});
    heavy.materials.resize(1);
    heavy.materials[0].density = 1000;
    EXPECT_EQ(error_of(heavy),
              "sand: only 1 of 2 grains fit at random (solid fraction 0.27 of the region, 268.1 kg "
              "of 500 kg asked); make the region larger, the grains fewer or smaller");
    EXPECT_EQ(error_of(scene_of({group_of(1e-5, RandomFill{unit_region, 0.2})})),
              "sand: would need 4.8e+13 grains, at most 2e+09 are allowed; make the region smaller "
              "or the grains larger");
}

TEST(PlaceGrains, SameSeedSameGrainsAndOtherSeedOthers) {
    Scene scene = scene_of({group_of(0.03, RandomFill{unit_region}, 500)}, {unit_box()});
    const auto first = hash_of(place_grains(scene), 1);
    EXPECT_EQ(first, hash_of(place_grains(scene), 1));
    scene.seed = 2;
    EXPECT_NE(first, hash_of(place_grains(scene), 1));
}

TEST(PlaceGrains, ScalesExactlyWithPowersOfTwo) {
    const auto placed_at = [](double scale) {
        GrainGroup lattice = group_of(
            0.03 * scale, LatticeFill{BoxRegion{Vec3::Zero(), Vec3(1, 1, 0.3) * scale}, 0, 0.7});
        lattice.classes[0].spread = 0.02;
        const Region tube = FrustumRegion{Vec3(0.5, 0.5, 0.3) * scale, Vec3(0.6, 0.5, 0.9) * scale,
                                          0.4 * scale, 0.3 * scale};
        GrainGroup random = group_of(0.02 * scale, RandomFill{tube}, 400);
        const Wall box = wall_of("box", make_box(Vec3::Zero(), Vec3::Constant(scale), {}));
        return hash_of(place_grains(scene_of({lattice, random}, {box})), scale);
    };
    EXPECT_EQ(placed_at(1), placed_at(0x1p-20));
    EXPECT_EQ(placed_at(1), placed_at(0x1p10));
}

TEST(PlaceGrains, TouchingGrainsAndWallsAreFine) {
    const Scene scene =
        scene_of({group_of(0.1, PlacedFill{{Vec3(0.1, 0.5, 0.1), Vec3(0.3, 0.5, 0.1)}})},
                 {unit_box(), wall_of("floor", make_plane(Vec3::Zero(), Vec3::UnitZ()))});
    EXPECT_EQ(place_grains(scene).size(), 2U);
}

TEST(PlaceGrains, GrainsAboveAnOpenContainerFallIntoIt) {
    const Wall disc = wall_of("disc", make_annulus(Vec3::Zero(), Vec3::UnitZ(), 0, 1));
    EXPECT_EQ(error_of(scene_of({group_of(0.1, PlacedFill{{Vec3(0, 0, 3)}})}, {disc})), "no error");
}

TEST(PlaceGrains, AMillionGrainsTakeSeconds) {
    const Region region = BoxRegion{Vec3::Zero(), Vec3(0.2, 0.2, 0.24)};
    const Scene scene = scene_of({group_of(0.001, LatticeFill{region}, 1000000)}, {unit_box()});
    EXPECT_EQ(place_grains(scene).size(), 1000000U);
}

// Bad input: the exact words.

// By hand: two grains side by side, one in the next row, one in the hollow of the three.
TEST(PlaceGrainsError, LatticeTooSmall) {
    Scene scene = scene_of({group_of(0.25, LatticeFill{unit_region}, 1000)});
    scene.grains[0].place = "full.toml:14";
    EXPECT_EQ(error_of(scene), "full.toml:14: sand: only 4 of 1000 grains fit; make the region "
                               "larger, the grains fewer or smaller");
}

TEST(PlaceGrainsError, RandomTooDense) {
    const Scene scene = scene_of({group_of(0.5, RandomFill{unit_region}, 3)});
    EXPECT_EQ(
        error_of(scene),
        "sand: only 1 of 3 grains fit at random (solid fraction 0.52 of the region); make the "
        "region larger, the grains fewer or smaller");
}

TEST(PlaceGrainsError, GrainLargerThanTheRegion) {
    EXPECT_EQ(error_of(scene_of({group_of(0.75, RandomFill{unit_region}, 3)})),
              "sand: no grain of radius 0.75 m fits into region; the largest that does has 0.5 m");
    EXPECT_EQ(error_of(scene_of({group_of(0.75, LatticeFill{unit_region})})),
              "sand: no grain of radius 0.75 m fits into region; the largest that does has 0.5 m");
}

// However many smaller ones would fit, and whether the fill has a count or not.
TEST(PlaceGrainsError, OneSizeClassLargerThanTheRegion) {
    for (const Fill& fill : {Fill{LatticeFill{unit_region}}, Fill{RandomFill{unit_region}},
                             Fill{PourFill{unit_region}}}) {
        Scene scene = scene_of({group_of(0.01, fill, 10)});
        scene.grains[0].classes.push_back({0.6, 1, 0});
        EXPECT_EQ(error_of(scene), "sand: no grain of radius 0.6 m fits into region; the largest "
                                   "that does has 0.5 m");
    }
}

// Against a search along the axis, where the centre must be; random frusta, upright and slanted.
TEST(Region, LargestBall) {
    const std::uint64_t seed = 7;
    Random random(seed);
    int limited_by_side = 0;
    for (int n = 0; n < 200; ++n) {
        const FrustumRegion f{Vec3(random.uniform(), 0, 0), Vec3(0, random.uniform(), 1),
                              random.uniform(0, 1.5), random.uniform(0, 1.5)};
        double best = 0;
        for (int k = 0; k <= 1000; ++k) {
            const Vec3 center = f.base + k * 1e-3 * (f.top - f.base);
            double low = 0, high = 2;
            for (int halving = 0; halving < 40; ++halving)
                (holds_ball(f, center, (low + high) / 2, 0) ? low : high) = (low + high) / 2;
            best = std::max(best, low);
        }
        EXPECT_NEAR(largest_ball(f), best, 2e-3) << "seed " << seed << ", frustum " << n;
        EXPECT_GE(largest_ball(f), best - 1e-9);
        if (best < (f.top - f.base).norm() / 2 - 1e-2) ++limited_by_side;
    }
    EXPECT_GT(limited_by_side, 40);
    EXPECT_LT(limited_by_side, 180);
    EXPECT_EQ(largest_ball(SphereRegion{Vec3::Zero(), 0.25}), 0.25);
}

TEST(PlaceGrainsError, RegionOutsideTheWalls) {
    const Region far = BoxRegion{Vec3::Constant(2), Vec3::Constant(3)};
    EXPECT_EQ(
        error_of(scene_of({group_of(0.1, LatticeFill{far})}, {unit_box()})),
        "sand: no position of region lies inside the walls, which reach from (0, 0, 0) to (1, 1, "
        "1)");
    EXPECT_EQ(
        error_of(scene_of({group_of(0.1, RandomFill{far}, 5)}, {unit_box()})),
        "sand: no position of region lies inside the walls, which reach from (0, 0, 0) to (1, 1, "
        "1)");
    // A region around the walls, with no room above them, and grains that are too large for them.
    const Region around = BoxRegion{Vec3::Constant(-2), Vec3(3, 3, 1)};
    EXPECT_EQ(error_of(scene_of({group_of(0.6, RandomFill{around}, 1)}, {unit_box()})),
              "sand: no grain of radius 0.6 m fits between the walls");
    const Wall ceiling = wall_of("ceiling", make_plane(Vec3::Zero(), -Vec3::UnitZ()));
    EXPECT_EQ(error_of(scene_of({group_of(0.1, RandomFill{far}, 5)}, {ceiling})),
              "sand: no position of region lies inside the walls");
}

TEST(PlaceGrainsError, OutflowIntoNowhere) {
    Scene scene = scene_of({group_of(0.1, LatticeFill{unit_region})}, {unit_box()});
    const auto error_with = [&](const Vec3& low) {
        scene.outflows = {{"drain", unit_region, BoxRegion{low, low + Vec3::Constant(0.5)}}};
        return error_of(scene);
    };
    EXPECT_EQ(error_with(Vec3(0.2, 0.2, 0.2)), "no error");
    EXPECT_EQ(error_with(Vec3(0.2, 0.2, 7)), "no error"); // falls into the box
    EXPECT_EQ(error_with(Vec3(0.2, 7, 0.2)),
              "outflow \"drain\": no position of into lies inside the walls");
}

TEST(PlaceGrainsError, PlacedGrainsOverlap) {
    const Scene scene = scene_of({group_of(0.25, PlacedFill{{Vec3(0, 0, 1), Vec3(0.375, 0, 1)}}),
                                  group_of(0.25, PlacedFill{{Vec3(0, 0, 1.25)}})},
                                 {wall_of("floor", make_plane(Vec3::Zero(), Vec3::UnitZ()))});
    EXPECT_EQ(
        error_of(scene),
        "sand: grain 2 at (0.375, 0, 1) overlaps grain 1 at (0, 0, 1) by 0.125 m\n"
        "sand: grain 1 at (0, 0, 1.25) overlaps grain 1 of sand at (0, 0, 1) by 0.25 m\n"
        "sand: grain 1 at (0, 0, 1.25) overlaps grain 2 of sand at (0.375, 0, 1) by 0.0493 m");
}

TEST(PlaceGrainsError, PlacedGrainInsideAWall) {
    const Scene scene = scene_of({group_of(0.25, PlacedFill{{Vec3(0, 0, 0.125)}})},
                                 {wall_of("floor", make_plane(Vec3::Zero(), Vec3::UnitZ()))});
    EXPECT_EQ(error_of(scene), "sand: grain 1 at (0, 0, 0.125) overlaps wall \"floor\" by 0.125 m");
}

// A cube on its edge over the middle of a square of triangles, and before its rim; the ball inside
// it is clear of them.
TEST(PlaceGrainsError, PlacedShapeInAMesh) {
    TriangleMesh square;
    square.vertices = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    square.triangles = {{0, 1, 2}, {0, 2, 3}};
    const auto error_at = [&](const Vec3& center) {
        GrainGroup group = group_of(0.25, PlacedFill{{center}});
        group.shapes = {0};
        group.attitude = Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitY());
        Scene scene = scene_of({group}, {wall_of("plate", make_mesh_wall(MeshSurface(square)))});
        scene.shapes = {grain_shape("cube", solid_box({1, 1, 1}))};
        return error_of(scene);
    };
    const double edge = 0.25 * std::cbrt(std::numbers::pi / 6) * std::numbers::sqrt2;
    const auto ends = [](const std::string& text, const std::string& end) {
        EXPECT_TRUE(text.ends_with(end)) << text;
    };
    ends(error_at({0.3, 0.4, edge - 0.05}), " overlaps wall \"plate\" by 0.05 m");
    ends(error_at({0.95 + edge, 0.1, 0}), " overlaps wall \"plate\" by 0.0354 m"); // 0.05/sqrt 2
    EXPECT_EQ(error_at({0.3, 0.4, edge + 0.001}), "no error");
    EXPECT_EQ(error_at({1.001 + edge, 0.1, 0}).find("overlaps"), std::string::npos);
}

TEST(PlaceGrainsError, PlacedGrainOutsideEveryContainer) {
    const auto with = [](const Vec3& center, Wall wall) {
        return error_of(scene_of({group_of(0.25, PlacedFill{{center}})}, {std::move(wall)}));
    };
    EXPECT_EQ(with(Vec3(0, 0, -1), wall_of("floor", make_plane(Vec3::Zero(), Vec3::UnitZ()))),
              "sand: grain 1 at (0, 0, -1) is outside every container: it lies behind wall "
              "\"floor\"");
    EXPECT_EQ(
        with(Vec3(0, 0, 3), wall_of("bowl", make_sphere(Vec3::Zero(), 1, true))),
        "sand: grain 1 at (0, 0, 3) is outside every container: it lies behind wall \"bowl\"");
    EXPECT_EQ(with(Vec3(3, 0.5, 0.5), unit_box()),
              "sand: grain 1 at (3, 0.5, 0.5) is outside every container: the walls reach from "
              "(0, 0, 0) to (1, 1, 1)");
}

TEST(PlaceGrainsError, ManyBadlyPlacedGrainsAreSummedUp) {
    const Scene scene =
        scene_of({group_of(0.25, PlacedFill{std::vector<Vec3>(30, Vec3(0, 0, -1))})},
                 {wall_of("floor", make_plane(Vec3::Zero(), Vec3::UnitZ()))});
    try {
        place_grains(scene);
        FAIL() << "no error";
    } catch (const InputError& error) {
        ASSERT_EQ(error.messages().size(), 11U);
        EXPECT_EQ(error.messages().back(),
                  "sand: 30 of 30 grains are badly placed; the first 10 messages are shown");
    }
}

TEST(PlaceGrainsError, CoordinatesTooLargeForTheGrains) {
    EXPECT_EQ(error_of(scene_of({group_of(0.001, PlacedFill{{Vec3(1e300, 0, 0)}})})),
              "coordinates of 1e+300 m are too large to resolve grains of radius 0.001 m; move the "
              "scene nearer to the origin");
}

TEST(PlaceGrainsError, LatticeWithTooManyPositions) {
    EXPECT_EQ(error_of(scene_of({group_of(1e-5, LatticeFill{unit_region})})),
              "sand: the lattice would have 1.8e+14 positions, at most 2e+09 are allowed; make the "
              "region smaller or the spacing larger");
}

// All pairs are the oracle, over sizes 1:64.
TEST(OverlapGrid, AgreesWithAllPairs) {
    const std::uint64_t seed = 20240607;
    SCOPED_TRACE(seed);
    Random random(seed);
    const auto point = [&] {
        return Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    };
    const auto size = [&] { return 0.256 * std::exp2(-6 * random.uniform()); };
    OverlapGrid grid(0.256, 0);
    const int count = 600;
    for (int i = 0; i < count; ++i) grid.add(point(), size());
    int free = 0;
    const int queries = 3000;
    for (int n = 0; n < queries; ++n) {
        const Vec3 center = point();
        const double radius = size() / 4;
        std::vector<int> expected;
        for (int i = 0; i < count; ++i)
            if ((grid.center(i) - center).norm() < grid.radius(i) + radius) expected.push_back(i);
        EXPECT_EQ(grid.overlapped(center, radius), expected);
        EXPECT_EQ(grid.is_free(center, radius), expected.empty());
        free += expected.empty() ? 1 : 0;
    }
    EXPECT_GT(free, queries / 5);
    EXPECT_LT(free, queries * 4 / 5);
}

} // namespace
} // namespace scree
