// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

namespace scree {

/// Where a body is: x in its own frame stands at rotation · x + position. The matrix is taken as
/// it is written, so that what a query answers is exact for these very numbers.
struct Pose {
    Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
    Vec3 position = Vec3::Zero();
};

inline Vec3 operator*(const Pose& pose, const Vec3& point) {
    return pose.rotation * point + pose.position;
}

/// The pose of B seen from A. Positions are subtracted first: two bodies far from the origin and
/// close to each other lose nothing.
inline Pose relative(const Pose& a, const Pose& b) {
    return {a.rotation.transpose() * b.rotation,
            a.rotation.transpose() * (b.position - a.position)};
}

inline Pose inverse(const Pose& pose) {
    return {pose.rotation.transpose(), -(pose.rotation.transpose() * pose.position)};
}

} // namespace scree
