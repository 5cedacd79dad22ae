// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/pose.hpp>
#include <scree/base/random.hpp>
#include <scree/shapes/polyhedron.hpp>

#include <cmath>
#include <numbers>
#include <vector>

// Solids and poses for the tests of this module.
namespace scree::test {

inline constexpr double epsilon = std::numeric_limits<double>::epsilon();

inline std::vector<Vec3> box_points(const Vec3& half, const Vec3& center = Vec3::Zero()) {
    std::vector<Vec3> points;
    for (int i = 0; i < 8; ++i)
        points.emplace_back(center + Vec3((i & 1) != 0 ? half.x() : -half.x(),
                                          (i & 2) != 0 ? half.y() : -half.y(),
                                          (i & 4) != 0 ? half.z() : -half.z()));
    return points;
}

inline Polyhedron box_solid(const Vec3& half, const Vec3& center = Vec3::Zero()) {
    return make_polyhedron(box_points(half, center));
}

inline Pose at(const Vec3& position) { return {Eigen::Matrix3d::Identity(), position}; }

inline Pose turned(const Vec3& axis, double angle, const Vec3& position = Vec3::Zero()) {
    return {Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix(), position};
}

inline Vec3 random_direction(Random& random) {
    while (true) {
        const Vec3 v(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        if (v.norm() > 0.1 && v.norm() < 1) return v.normalized();
    }
}

inline Eigen::Matrix3d random_attitude(Random& random) {
    return turned(random_direction(random), random.uniform(-std::numbers::pi, std::numbers::pi))
        .rotation;
}

/// Corners on an ellipsoid with the given half axes, shifted a little off the origin.
inline std::vector<Vec3> random_points(Random& random, int count, const Vec3& axes) {
    std::vector<Vec3> points;
    const Vec3 shift = 0.1 * axes.cwiseProduct(random_direction(random));
    for (int i = 0; i < count; ++i)
        points.emplace_back(axes.cwiseProduct(random_direction(random)) + shift);
    return points;
}

inline Polyhedron random_grain(Random& random, int count, const Vec3& axes = {1, 1, 1}) {
    return make_polyhedron(random_points(random, count, axes));
}

inline double surface_area(const PolyhedronData& data) {
    double sum = 0;
    for (std::size_t f = 0; f < data.face_count(); ++f) {
        const auto loop = data.face(f);
        const Vec3 p = data.corner(loop[0]);
        for (std::size_t k = 2; k < loop.size(); ++k)
            sum += (data.corner(loop[k - 1]) - p).cross(data.corner(loop[k]) - p).norm() / 2;
    }
    return sum;
}

} // namespace scree::test
