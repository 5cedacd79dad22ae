// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace scree {

/// A view of the corners of a polyhedral core: one array per coordinate, readable up to the next
/// multiple of four (the rest repeats a corner), so that four are scanned at a time.
struct Corners {
    const double* x = nullptr;
    const double* y = nullptr;
    const double* z = nullptr;
    std::uint32_t count = 0;
    double reach = 0; ///< the largest distance of a corner from the origin

    /// Which corners share an edge: those of corner i are neighbours[start[i]] … [start[i + 1] -
    /// 1]. Empty where the corners are few: they are scanned.
    std::span<const std::uint32_t> neighbour_start, neighbours;

    Vec3 operator[](std::uint32_t i) const { return {x[i], y[i], z[i]}; }
};

/// Room for the corners of a point, a segment or a box, which are made when asked for.
class CornerBuffer {
public:
    void add(const Vec3& corner) {
        for (std::uint32_t i = count_; i < (count_ | 3U) + 1; ++i)
            x_[i] = corner.x(), y_[i] = corner.y(), z_[i] = corner.z();
        reach_ = std::max(reach_, corner.stableNorm());
        ++count_;
    }

    /// A view of this buffer, valid as long as it is.
    operator Corners() const { return {x_.data(), y_.data(), z_.data(), count_, reach_, {}, {}}; }

private:
    alignas(32) std::array<double, 8> x_{}, y_{}, z_{};
    std::uint32_t count_ = 0;
    double reach_ = 0;
};

} // namespace scree
