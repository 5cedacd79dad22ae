// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/random.hpp>
#include <scree/base/vec3.hpp>

#include <cmath>
#include <numbers>
#include <vector>

namespace scree::test {

inline Vec3 random_direction(Random& random) {
    const double z = random.uniform(-1, 1);
    const double t = random.uniform(0, 2 * std::numbers::pi);
    const double r = std::sqrt((1 - z) * (1 + z));
    return {r * std::cos(t), r * std::sin(t), z};
}

inline Eigen::Matrix3d random_rotation(Random& random) {
    const Vec3 axis = random_direction(random);
    return Eigen::AngleAxisd(random.uniform(0, 2 * std::numbers::pi), axis).toRotationMatrix();
}

inline std::vector<Vec3> random_points(Random& random, int count, const Vec3& half) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i)
        points.emplace_back(half.cwiseProduct(
            Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1))));
    return points;
}

/// The corners of a box; bit k of the index is the side along axis k.
inline std::vector<Vec3> box_points(const Vec3& half, const Vec3& center = Vec3::Zero()) {
    std::vector<Vec3> points;
    for (unsigned i = 0; i < 8; ++i) {
        Vec3 corner = center;
        for (unsigned k = 0; k < 3; ++k) corner[k] += ((i >> k) & 1U) != 0 ? half[k] : -half[k];
        points.push_back(corner);
    }
    return points;
}

/// A prism over a regular polygon: the lower ring, then the upper.
inline std::vector<Vec3> prism_points(int sides, double radius, double half_length) {
    std::vector<Vec3> points;
    for (const double z : {-half_length, half_length})
        for (int k = 0; k < sides; ++k) {
            const double t = 2 * std::numbers::pi * k / sides;
            points.emplace_back(radius * std::cos(t), radius * std::sin(t), z);
        }
    return points;
}

} // namespace scree::test
