// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/sim/shaped_force.hpp>

#include <cstdint>

// How contacts of shaped grains are known and kept.
namespace scree {

/// One partner and the other: a grain's id, and another's (greater) or -1 - surface.
struct PairName {
    std::uint32_t a = 0;
    std::int64_t b = 0;
    bool operator==(const PairName&) const = default;
    /// Grains first, then walls.
    bool operator<(const PairName& o) const {
        if ((b < 0) != (o.b < 0)) return o.b < 0;
        if (a != o.a) return a < o.a;
        return b < 0 ? b > o.b : b < o.b;
    }
};

/// Memory of one touch, to save.
struct TouchRow {
    PairName pair;
    std::uint32_t part_a = 0, part_b = 0;
    TouchMemory memory;
};

/// A ball of a clump that touches a wall, to save; the row's body is left open.
struct BallAtWall {
    std::uint32_t id = 0, part = 0; ///< of the grain, of the ball in it
    WallRow row{};
};

} // namespace scree
