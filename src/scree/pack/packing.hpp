// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/parallel.hpp>
#include <scree/base/vec3.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

// Dense packings of balls without overlap, made by geometry alone (docs/theory/packing.md).
namespace scree {

enum class ContainerKind { box, cylinder, periodic };

/// Box and periodic box reach from the origin to `size`; a cylinder stands on the origin along z,
/// its size is (diameter, diameter, height). Lengths in m.
struct Container {
    ContainerKind kind = ContainerKind::box;
    Vec3 size = Vec3::Ones();

    double volume() const;
    Container scaled(double factor) const { return {kind, factor * size}; }
    /// Free space between a ball and the nearest wall; negative when it sticks out.
    double wall_gap(const Vec3& center, double radius) const;
    /// From `a` to `b`, in a periodic box to its nearest image.
    Vec3 between(const Vec3& a, const Vec3& b) const;
};

/// The largest ball the container may be packed with; a periodic box must not let a ball meet the
/// same neighbour twice.
double largest_ball(const Container& container);

struct PackProgress {
    std::int64_t iterations = 0;
    double density = 0;         ///< that is tried just now
    double largest_overlap = 0; ///< of two radii, relative to their sum
    double seconds = 0;
};

struct PackTask {
    std::span<const double> radii;
    Container container; ///< with the radii it says which density is asked for
    std::uint64_t seed = 1;
    const std::atomic<bool>* stop = nullptr;
    std::function<void(const PackProgress&)> progress = {};
};

struct Packing {
    std::vector<Vec3> centers; ///< in the order of the radii
    /// As asked for; larger, by the same factor in all directions, where the grains need the space.
    Container container;
    double density = 0; ///< solid fraction, from wall to wall
    bool reached = false, stopped = false;
    std::int64_t iterations = 0;
};

/// No two balls overlap and none sticks out, in exact arithmetic. The same for any number of
/// threads. Radii must be > 0 and at most `largest_ball`.
Packing pack_balls(const PackTask& task, Workers& workers);

/// What is true of a packing, found without whatever made it.
struct PackingFacts {
    double largest_overlap = 0;       ///< m, of two balls or a ball and a wall; 0: none overlap
    double smallest_relative_gap = 0; ///< of two balls, over the sum of their radii
    double coordination = 0;          ///< mean number of balls nearer than the tolerance
};

/// `tolerance`: gap that counts as contact, in radii of the smaller ball.
PackingFacts facts_of(std::span<const double> radii, const Packing& packing, double tolerance,
                      Workers& workers);

} // namespace scree
