// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/convex.hpp>
#include <scree/shapes/polyhedron.hpp>
#include <scree/shapes/polyhedron_samples.test.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

// What every convex shape must satisfy, against samples of its surface and against a polyhedron
// inscribed in it.
namespace scree::test {

/// `count` directions spread evenly over the sphere (Fibonacci's spiral).
inline std::vector<Vec3> spread_directions(int count) {
    constexpr double golden = 2.399963229728653; // π (3 - √5)
    std::vector<Vec3> all;
    for (int i = 0; i < count; ++i) {
        const double z = 1 - (2 * i + 1.0) / count;
        const double r = std::sqrt((1 - z) * (1 + z));
        all.emplace_back(r * std::cos(golden * i), r * std::sin(golden * i), z);
    }
    return all;
}

/// The farthest of many points of the core's surface: at most as far as the support, and short of
/// it by no more than the samples are apart (`sparse`, relative to the reach). `level` tells where
/// a point lies: <= 1 in the core.
template <Convex S, class Level>
void expect_support(const S& shape, const std::vector<Vec3>& surface, double sparse, Level level) {
    constexpr double rounding_error = 1e-13; // a dozen operations, powers among them
    constexpr std::uint64_t seed = 77;
    Random random(seed);
    std::cout << "seed " << seed << '\n';
    for (int round = 0; round < 300; ++round) {
        const Vec3 d = random_direction(random);
        const Vec3 point = support(shape, d);
        double most = -std::numeric_limits<double>::infinity();
        for (const Vec3& p : surface) most = std::max(most, d.dot(p));
        EXPECT_GE(d.dot(point), most - rounding_error * reach(shape));
        EXPECT_LE(d.dot(point), most + sparse * reach(shape));
        EXPECT_LE(level(point), 1 + rounding_error);
        EXPECT_LE(point.norm(), reach(shape) * (1 + 1e-14));
    }
    double farthest = 0;
    for (const Vec3& p : surface) farthest = std::max(farthest, p.norm());
    EXPECT_LE(farthest, reach(shape) * (1 + 1e-14));
    EXPECT_GE(farthest, reach(shape) * (1 - sparse)) << "reach is not tight";
}

/// The inscribed polyhedra fall short by a share that shrinks like 1/count; two of them are
/// extrapolated, which leaves less than `tolerance` (the irregular part of that share).
/// `samples` gives about that many points of the surface.
template <class Samples>
void expect_mass_of_samples(const MassProperties& mass, Samples samples, double tolerance) {
    constexpr int few = 1500;
    const MassProperties coarse = make_polyhedron(samples(few)).data->mass;
    const MassProperties fine = make_polyhedron(samples(4 * few)).data->mass;
    const double size = std::cbrt(mass.volume);
    EXPECT_LT(fine.volume, mass.volume); // it is inside
    EXPECT_GT(fine.volume, 0.98 * mass.volume);
    const double volume = fine.volume + (fine.volume - coarse.volume) / 3;
    const Vec3 centroid = fine.centroid + (fine.centroid - coarse.centroid) / 3;
    const Eigen::Matrix3d inertia = fine.inertia + (fine.inertia - coarse.inertia) / 3;
    EXPECT_NEAR(volume / mass.volume, 1, tolerance);
    EXPECT_LT((centroid - mass.centroid).norm() / size, tolerance);
    EXPECT_LT((inertia - mass.inertia).norm() / mass.inertia.norm(), 2 * tolerance)
        << inertia << "\n\n"
        << mass.inertia;
}

/// … the surface's farthest points along directions.
template <Convex S>
std::vector<Vec3> farthest_points(const S& shape, int count) {
    std::vector<Vec3> points;
    for (const Vec3& d : spread_directions(count))
        points.emplace_back(support(shape, d) + rounding(shape) * d);
    return points;
}

template <Convex S>
void expect_mass(const S& shape, double tolerance) {
    expect_mass_of_samples(
        mass_properties(shape), [&](int count) { return farthest_points(shape, count); },
        tolerance);
}

/// Bounds of a turned shape touch the farthest of its sampled points, rounding included.
template <Convex S>
void expect_tight_bounds(const S& shape, double sparse) {
    const Pose pose{Eigen::AngleAxisd(0.8, Vec3(1, -2, 0.5).normalized()).toRotationMatrix(),
                    Vec3(5, -3, 2)};
    const Bounds box = bounds(shape, pose);
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity());
    Vec3 high = -low;
    for (const Vec3& d : spread_directions(20000)) {
        const Vec3 p = pose * (support(shape, d) + rounding(shape) * d);
        low = low.cwiseMin(p), high = high.cwiseMax(p);
    }
    const double size = reach(shape) + rounding(shape);
    for (int k = 0; k < 3; ++k) {
        EXPECT_LE(box.low[k], low[k] + 1e-14 * size);
        EXPECT_GE(box.high[k], high[k] - 1e-14 * size);
        EXPECT_NEAR(box.low[k], low[k], sparse * size);
        EXPECT_NEAR(box.high[k], high[k], sparse * size);
    }
}

inline Eigen::Matrix3d diagonal(double x, double y, double z) { return Vec3(x, y, z).asDiagonal(); }

} // namespace scree::test
