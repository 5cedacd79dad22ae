// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/mass.hpp>

namespace scree::detail {

/// Volume, ∫ x and ∫ x xᵀ of a solid about a fixed point: pieces of a body are added up.
struct Moments {
    double volume = 0;
    Vec3 first = Vec3::Zero();
    Eigen::Matrix3d second = Eigen::Matrix3d::Zero();

    Moments& operator+=(const Moments& piece) {
        volume += piece.volume;
        first += piece.first;
        second += piece.second;
        return *this;
    }

    /// Adds a piece given by its volume, its centroid and ∫ x xᵀ about that centroid.
    void add(double piece, const Vec3& centroid, const Eigen::Matrix3d& spread) {
        volume += piece;
        first += piece * centroid;
        second += piece * centroid * centroid.transpose() + spread;
    }
};

/// Inertia from ∫ x xᵀ, about the same point; and back.
inline Eigen::Matrix3d inertia_of(const Eigen::Matrix3d& second) {
    return second.trace() * Eigen::Matrix3d::Identity() - second;
}
inline Eigen::Matrix3d second_of(const Eigen::Matrix3d& inertia) {
    return 0.5 * inertia.trace() * Eigen::Matrix3d::Identity() - inertia;
}

/// Take the moments about a point near the centroid: what is subtracted here must be small.
inline MassProperties mass_of(const Moments& about, const Vec3& point) {
    const Vec3 offset = about.first / about.volume;
    return {about.volume, point + offset,
            inertia_of(about.second - about.volume * offset * offset.transpose())};
}

} // namespace scree::detail
