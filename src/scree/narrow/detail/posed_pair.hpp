// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/pose.hpp>
#include <scree/narrow/penetration.hpp>
#include <scree/shapes/polyhedron.hpp>

#include <cstdint>
#include <limits>
#include <vector>

namespace scree::detail {

/// The corners of two polyhedra in the frame of A, scanned along directions. Scans are counted.
class PosedPair {
public:
    PosedPair(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a);

    /// The corners most deeply buried in the other body along a direction from A to B: A's
    /// farthest along it, B's farthest against it (the first of several), and the signed gap.
    struct Deepest {
        std::uint32_t a = 0, b = 0;
        double gap = -std::numeric_limits<double>::infinity();
    };
    Deepest deepest(const Vec3& direction);

    /// The gaps along both senses of a line, by one scan of each body.
    struct BothWays {
        double along = 0, against = 0;
    };
    BothWays gaps(const Vec3& direction);

    const Vec3& corner_a(std::uint32_t i) const { return a_[i]; }
    const Vec3& corner_b(std::uint32_t i) const { return b_[i]; }
    /// From the centroid of A to that of B; a fixed direction where they coincide.
    const Vec3& axis() const { return axis_; }
    /// The largest length that enters a difference of corners: what rounding is relative to.
    double size() const { return size_; }
    int supports() const { return supports_; }

private:
    std::vector<Vec3> a_, b_;
    Vec3 axis_;
    double size_ = 0;
    int supports_ = 0;
};

/// The answer that a direction stands for.
Penetration penetration_along(const Vec3& normal, double gap, const PosedPair& pair,
                              bool converged);

} // namespace scree::detail
