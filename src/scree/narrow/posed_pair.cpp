// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/detail/posed_pair.hpp>

#include <algorithm>

namespace scree::detail {

PosedPair::PosedPair(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a) {
    a_.reserve(a.corner_count);
    b_.reserve(b.corner_count);
    for (std::uint32_t i = 0; i < a.corner_count; ++i) a_.push_back(a.corner(i));
    for (std::uint32_t i = 0; i < b.corner_count; ++i) b_.push_back(b_in_a * b.corner(i));
    for (const Vec3& p : a_) size_ = std::max(size_, p.lpNorm<Eigen::Infinity>());
    for (const Vec3& p : b_) size_ = std::max(size_, p.lpNorm<Eigen::Infinity>());
    const Vec3 between = b_in_a * b.mass.centroid - a.mass.centroid;
    axis_ = between.isZero(0) ? Vec3::UnitX() : Vec3(between.stableNormalized());
}

PosedPair::Deepest PosedPair::deepest(const Vec3& direction) {
    Deepest found;
    double far_a = -std::numeric_limits<double>::infinity(), near_b = -far_a;
    for (std::uint32_t i = 0; i < a_.size(); ++i) {
        const double h = direction.dot(a_[i]);
        if (h > far_a) far_a = h, found.a = i;
    }
    for (std::uint32_t i = 0; i < b_.size(); ++i) {
        const double h = direction.dot(b_[i]);
        if (h < near_b) near_b = h, found.b = i;
    }
    found.gap = near_b - far_a;
    supports_ += 2;
    return found;
}

PosedPair::BothWays PosedPair::gaps(const Vec3& direction) {
    const double infinity = std::numeric_limits<double>::infinity();
    double low_a = infinity, high_a = -infinity, low_b = infinity, high_b = -infinity;
    for (const Vec3& p : a_) {
        const double h = direction.dot(p);
        low_a = std::min(low_a, h), high_a = std::max(high_a, h);
    }
    for (const Vec3& p : b_) {
        const double h = direction.dot(p);
        low_b = std::min(low_b, h), high_b = std::max(high_b, h);
    }
    supports_ += 4;
    return {low_b - high_a, low_a - high_b};
}

Penetration penetration_along(const Vec3& normal, double gap, const PosedPair& pair,
                              bool converged) {
    return {.gap = gap, .normal = normal, .supports = pair.supports(), .converged = converged};
}

} // namespace scree::detail
