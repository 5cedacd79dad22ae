// SPDX-License-Identifier: BSD-3-Clause
#include <scree/predicates/weighted_samples.test.hpp>

#include <scree/base/simd.hpp>
#include <scree/predicates/dyadic.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

// The filter's bounds against true errors, and four lanes against one.
namespace scree {
namespace {

using namespace test;

CellPlane<double> plane_of(const Five& p) {
    return cell_plane(filter::point(p[0]), filter::point(p[1]), filter::point(p[2]),
                      filter::point(p[3]));
}

Estimate<double> side_of(const Five& p) { return estimate_side(plane_of(p), filter::point(p[4])); }

/// The true error as a share of the bound; an infinite bound is never wrong.
double share(const Estimate<double>& estimate, const Dyadic& truth) {
    if (!std::isfinite(estimate.value) || !std::isfinite(estimate.error)) return 0;
    const Dyadic error = Dyadic(estimate.value) - truth;
    const Dyadic size = sign(error) < 0 ? -error : error;
    if (!(size < Dyadic(estimate.error))) return std::numeric_limits<double>::infinity();
    return static_cast<double>(size) / estimate.error;
}

double side_share(const Five& p) { return share(side_of(p), true_side<Dyadic>(p)); }
double volume_share(const Five& p) { return share(volume_of(plane_of(p)), true_volume<Dyadic>(p)); }

TEST(PowerFilter, errors_are_within_their_bounds) {
    const std::uint64_t seed = 41;
    SCOPED_TRACE(seed);
    Random random(seed);
    double worst_side = 0;
    double worst_volume = 0;
    for (int k = 0; k < 800 * sample_kind_count; ++k) {
        const auto kind = static_cast<SampleKind>(k % sample_kind_count);
        const Five p = sample(kind, random);
        worst_side = std::max(worst_side, side_share(p));
        worst_volume = std::max(worst_volume, volume_share(p));
    }
    EXPECT_LT(worst_side, 1);
    EXPECT_LT(worst_volume, 1);
    EXPECT_GT(worst_side, 0.01) << "the bound is far too wide, or the samples are too tame";
    EXPECT_GT(worst_volume, 0.01);
}

double& coordinate(WeightedPoint& p, std::uint64_t axis) {
    switch (axis) {
    case 0:
        return p.x;
    case 1:
        return p.y;
    case 2:
        return p.z;
    default:
        return p.weight;
    }
}

/// One number a little or much different.
Five changed(Five p, Random& random) {
    double& value = coordinate(p[random.below(5)], random.below(4));
    switch (random.below(4)) {
    case 0:
        value = few_ulps_off(value, random);
        break;
    case 1:
        value = -value;
        break;
    case 2:
        value = random.uniform(-1, 1);
        break;
    default:
        value += random.uniform(-1, 1) * std::ldexp(1, -static_cast<int>(random.below(50)));
    }
    return p;
}

/// The worst that climbing from one start to ever larger shares finds.
template <class Share>
double climb(Random& random, const Share& share_of) {
    Five p = box_samples(random, -1, 1, 1);
    double worst = share_of(p);
    for (int step = 0; step < 1500; ++step) {
        const Five next = changed(p, random);
        const double there = share_of(next);
        if (there < worst) continue;
        worst = there;
        p = next;
    }
    return worst;
}

/// Random points are kind to error bounds: roundings cancel. So look for bad ones.
TEST(PowerFilter, errors_are_within_their_bounds_where_roundings_conspire) {
    const std::uint64_t seed = 42;
    SCOPED_TRACE(seed);
    Random random(seed);
    double worst_side = 0;
    double worst_volume = 0;
    for (int start = 0; start < 10; ++start) {
        worst_side = std::max(worst_side, climb(random, side_share));
        worst_volume = std::max(worst_volume, climb(random, volume_share));
    }
    RecordProperty("worst_side", std::to_string(worst_side));
    RecordProperty("worst_volume", std::to_string(worst_volume));
    EXPECT_LT(worst_side, 1);
    EXPECT_LT(worst_volume, 1);
    EXPECT_GT(worst_side, 0.05) << "the climb found nothing bad";
    EXPECT_GT(worst_volume, 0.1);
}

TEST(PowerFilter, volumes_agree) {
    const std::uint64_t seed = 43;
    SCOPED_TRACE(seed);
    Random random(seed);
    for (int k = 0; k < 1000; ++k) {
        const Five p = sample(SampleKind::generic, random);
        const Estimate<double> alone =
            estimate_volume(filter::point(p[0]).position, filter::point(p[1]).position,
                            filter::point(p[2]).position, filter::point(p[3]).position);
        EXPECT_EQ(alone.value, volume_of(plane_of(p)).value);
        EXPECT_EQ(alone.error, volume_of(plane_of(p)).error);
    }
}

Pack lanes_of(const std::array<Five, 4>& cells, std::size_t point, std::uint64_t axis) {
    Lanes lanes{};
    for (int k = 0; k < 4; ++k) {
        WeightedPoint p = cells[static_cast<std::size_t>(k)][point];
        lanes[k] = coordinate(p, axis);
    }
    return Pack(lanes);
}

FilterPoint<Pack> point_of(const std::array<Five, 4>& cells, std::size_t point) {
    return {{lanes_of(cells, point, 0), lanes_of(cells, point, 1), lanes_of(cells, point, 2)},
            lanes_of(cells, point, 3)};
}

bool same(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
           (std::isnan(a) && std::isnan(b));
}

TEST(PowerFilter, four_lanes_are_four_single_numbers) {
    const std::uint64_t seed = 44;
    SCOPED_TRACE(seed);
    Random random(seed);
    for (int k = 0; k < 3000; ++k) {
        std::array<Five, 4> cells;
        for (Five& cell : cells)
            cell = sample(static_cast<SampleKind>(random.below(sample_kind_count)), random);
        const CellPlane<Pack> plane = cell_plane(point_of(cells, 0), point_of(cells, 1),
                                                 point_of(cells, 2), point_of(cells, 3));
        const Estimate<Pack> side = estimate_side(plane, point_of(cells, 4));
        const Estimate<Pack> volume = volume_of(plane);
        for (int lane = 0; lane < 4; ++lane) {
            const Five& cell = cells[static_cast<std::size_t>(lane)];
            EXPECT_TRUE(same(side.value.v[lane], side_of(cell).value));
            EXPECT_TRUE(same(side.error.v[lane], side_of(cell).error));
            EXPECT_TRUE(same(volume.value.v[lane], volume_of(plane_of(cell)).value));
            EXPECT_TRUE(same(volume.error.v[lane], volume_of(plane_of(cell)).error));
        }
    }
}

/// Where products overflow or vanish, the filter must not decide.
TEST(PowerFilter, leaves_overflow_and_underflow_alone) {
    for (const double size : {1e300, 1e70, 1e-70, 1e-300}) {
        const Five p = {{{0, 0, 0, 0},
                         {size, 0, 0, 0},
                         {0, size, 0, 0},
                         {0, 0, size, 0},
                         {size / 4, size / 4, size / 4, 0}}};
        const Estimate<double> side = side_of(p);
        EXPECT_FALSE(std::abs(side.value) > side.error) << size;
        PredicateCounts counts;
        EXPECT_EQ(orientation(p[0], p[1], p[2], p[3], counts), 1);
        EXPECT_EQ(power_side(p[0], p[1], p[2], p[3], p[4], counts), 1);
    }
}

} // namespace
} // namespace scree
