// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/random.hpp>
#include <scree/predicates/power_test.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

// Weighted points of every kind that might trouble a triangulation. Weights are radii squared.
namespace scree::test {

using Points = std::vector<WeightedPoint>;

inline double square(double x) { return x * x; }

inline double log_uniform(Random& random, double low, double high) {
    return low * std::pow(high / low, random.uniform());
}

/// Balls in a box of edge 1.
struct RandomSet {
    std::size_t count;
    double ratio; ///< largest radius : smallest
    double fill;  ///< volume of all balls, the box being 1; above 1 they overlap
};

inline Points random_set(Random& random, const RandomSet& set) {
    Points points(set.count);
    double volume = 0;
    for (WeightedPoint& p : points) {
        const double r = log_uniform(random, 1, set.ratio);
        p = {random.uniform(), random.uniform(), random.uniform(), r * r};
        volume += 4.0 / 3.0 * std::numbers::pi * r * r * r;
    }
    const double scale = std::cbrt(set.fill / volume);
    for (WeightedPoint& p : points) p.weight *= scale * scale;
    return points;
}

/// Cubic lattice of n³ points, spacing 1, with points at the given places of each cube.
inline Points lattice(int n, const std::vector<WeightedPoint>& places) {
    Points points;
    for (int x = 0; x < n; ++x)
        for (int y = 0; y < n; ++y)
            for (int z = 0; z < n; ++z)
                for (const WeightedPoint& p : places)
                    points.push_back({x + p.x, y + p.y, z + p.z, p.weight});
    return points;
}
inline Points cubic_lattice(int n, double weight = 0.25) { return lattice(n, {{0, 0, 0, weight}}); }
inline Points body_centred_lattice(int n) {
    return lattice(n, {{0, 0, 0, 0.1875}, {0.5, 0.5, 0.5, 0.1875}});
}
inline Points face_centred_lattice(int n) {
    return lattice(
        n, {{0, 0, 0, 0.125}, {0, 0.5, 0.5, 0.125}, {0.5, 0, 0.5, 0.125}, {0.5, 0.5, 0, 0.125}});
}
/// Small balls in the middle of the cubes of large ones that touch, as in rock salt.
inline Points salt_lattice(int n) { return lattice(n, {{0, 0, 0, 0.25}, {0.5, 0.5, 0.5, 0.125}}); }

/// On the unit sphere, but for rounding.
inline Points round_shell(Random& random, std::size_t count) {
    Points points(count);
    for (WeightedPoint& p : points) {
        const double angle = random.uniform(0, 2 * std::numbers::pi), z = random.uniform(-1, 1);
        const double r = std::sqrt(1 - z * z);
        p = {r * std::cos(angle), r * std::sin(angle), z, 0.01};
    }
    return points;
}

/// All integer points exactly on the sphere of this radius squared.
inline Points integer_shell(int radius_squared, double weight = 0.25) {
    Points points;
    for (int x = -20; x <= 20; ++x)
        for (int y = -20; y <= 20; ++y)
            for (int z = -20; z <= 20; ++z)
                if (x * x + y * y + z * z == radius_squared)
                    points.push_back(
                        {static_cast<double>(x), static_cast<double>(y), double(z), weight});
    return points;
}

/// Two rows of touching balls that cross at right angles, `height` apart.
inline Points crossing_rows(int n, double height) {
    Points points;
    for (int k = 0; k < n; ++k) {
        points.push_back({k - 0.5 * (n - 1), 0, 0, 0.25});
        points.push_back({0, k - 0.5 * (n - 1), height, 0.25});
    }
    return points;
}

inline Points straight_row(int n) {
    Points points;
    for (int k = 0; k < n; ++k) points.push_back({0.5 * k, 0.25 * k, 1.0 * k, 0.2});
    return points;
}

/// A square grid in the plane z = slope · (x + y).
inline Points grid_sheet(int n, double slope) {
    Points points;
    for (int x = 0; x < n; ++x)
        for (int y = 0; y < n; ++y)
            points.push_back(
                {static_cast<double>(x), static_cast<double>(y), slope * (x + y), 0.25});
    return points;
}

inline Points random_sheet(Random& random, std::size_t count) {
    Points points = random_set(random, {count, 3, 1});
    for (WeightedPoint& p : points) p.z = 0.5;
    return points;
}

/// Random balls of which many occur twice or more often, and some at the same centre with another
/// radius.
inline Points with_twins(Random& random, Points points) {
    const std::size_t count = points.size();
    for (std::size_t k = 0; k < count; ++k) {
        WeightedPoint twin = points[random.below(count)];
        if (random.below(3) == 0) twin.weight *= 0.5 + random.uniform();
        points.push_back(twin);
    }
    return points;
}

/// A few knots of points a millionth as wide as their distances.
inline Points clusters(Random& random, std::size_t knots, std::size_t each) {
    Points points;
    const auto near = [&](double x) { return x + random.uniform(-1e-6, 1e-6); };
    for (std::size_t k = 0; k < knots; ++k) {
        const double x = random.uniform(), y = random.uniform(), z = random.uniform();
        for (std::size_t i = 0; i < each; ++i)
            points.push_back({near(x), near(y), near(z), square(1e-7)});
    }
    return points;
}

/// Balls within balls about the same centres: all but the largest of each are hidden.
inline Points nested(Random& random, std::size_t centres, std::size_t each) {
    Points points;
    for (std::size_t k = 0; k < centres; ++k) {
        const double x = random.uniform(), y = random.uniform(), z = random.uniform();
        for (std::size_t i = 0; i < each; ++i)
            points.push_back({x, y, z, square(0.05 * random.uniform(0.5, 1))});
    }
    return points;
}

/// Small balls, most of them within a few large ones.
inline Points covered(Random& random, std::size_t large, std::size_t small) {
    Points points = random_set(random, {large, 1.2, 3});
    for (std::size_t k = 0; k < small; ++k)
        points.push_back({random.uniform(), random.uniform(), random.uniform(), 1e-4});
    return points;
}

inline void shift(Points& points, double way) {
    for (WeightedPoint& p : points) {
        p.x += way;
        p.y += way;
        p.z += way;
    }
}

inline void scale(Points& points, double factor) {
    for (WeightedPoint& p : points)
        p = {p.x * factor, p.y * factor, p.z * factor, p.weight * factor * factor};
}

inline void shuffle(Random& random, Points& points) {
    for (std::size_t k = points.size(); k > 1; --k)
        std::swap(points[k - 1], points[random.below(k)]);
}

/// Each by at most `way` along each axis.
inline void shake(Random& random, Points& points, double way) {
    for (WeightedPoint& p : points) {
        p.x += random.uniform(-way, way);
        p.y += random.uniform(-way, way);
        p.z += random.uniform(-way, way);
    }
}

/// x moves with z: layers slide, and points of one layer stay in it exactly.
inline void shear(Points& points, double strain) {
    for (WeightedPoint& p : points) p.x += strain * p.z;
}

/// About the z axis through the origin; rounding moves the points a little against each other.
inline void rotate(Points& points, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    for (WeightedPoint& p : points) p = {c * p.x - s * p.y, s * p.x + c * p.y, p.z, p.weight};
}

} // namespace scree::test
