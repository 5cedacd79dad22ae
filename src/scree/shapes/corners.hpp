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

    /// For each cell of directions (direction_cell) the corner farthest along its middle, where a
    /// climb along the edges begins. Empty where the corners are few, or are all to be scanned.
    std::span<const std::uint32_t> starts;

    Vec3 operator[](std::uint32_t i) const { return {x[i], y[i], z[i]}; }
};

inline constexpr int cells_per_side = 16;
inline constexpr int direction_cells = 6 * cells_per_side * cells_per_side;

/// The cell of a direction on a cube around the origin, each face cut into squares.
inline std::uint32_t direction_cell(double x, double y, double z) {
    const double ax = x < 0 ? -x : x;
    const double ay = y < 0 ? -y : y;
    const double az = z < 0 ? -z : z;
    const int axis = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
    const double along = axis == 0 ? x : axis == 1 ? y : z;
    const double u = axis == 0 ? y : x;
    const double v = axis == 2 ? y : z;
    const double scale = 0.5 * cells_per_side / (along < 0 ? -along : along);
    const auto cell = [&](double t) {
        const int k = static_cast<int>(t * scale + 0.5 * cells_per_side);
        return k < cells_per_side ? k : cells_per_side - 1;
    };
    const int face = 2 * axis + (along > 0 ? 0 : 1);
    return static_cast<std::uint32_t>((face * cells_per_side + cell(u)) * cells_per_side + cell(v));
}

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
    operator Corners() const {
        return {x_.data(), y_.data(), z_.data(), count_, reach_, {}, {}, {}};
    }

private:
    alignas(32) std::array<double, 8> x_{}, y_{}, z_{};
    std::uint32_t count_ = 0;
    double reach_ = 0;
};

} // namespace scree
