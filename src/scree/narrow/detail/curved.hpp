// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/pose.hpp>

namespace scree::detail {

/// The support mapping of a convex core, whatever its type.
struct SupportMap {
    const void* shape;
    Vec3 (*support)(const void* shape, const Vec3& direction);
    double reach;
};

template <class S>
SupportMap support_map(const S& shape) {
    return {&shape,
            [](const void* s, const Vec3& direction) {
                return support(*static_cast<const S*>(s), direction);
            },
            reach(shape)};
}

struct CurvedGap {
    double gap = 0, lower = 0, upper = 0;
    Vec3 normal = Vec3::UnitX();
    Vec3 on_a = Vec3::Zero(), on_b = Vec3::Zero(); ///< of the cores, in the frame of A
    bool converged = false;
    int iterations = 0, expansions = 0;
};

/// The signed gap of two cores of which at least one is curved, in the frame of A.
CurvedGap curved_gap(const SupportMap& a, const SupportMap& b, const Pose& b_in_a);

} // namespace scree::detail
