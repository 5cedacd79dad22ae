// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "narrow_peers.hpp"

#include <scree/base/random.hpp>
#include <scree/narrow/polyhedral.hpp>

#include <string>
#include <vector>

// Bodies of size 1 and pairs of them at a wanted gap, from seeds.
namespace scree {

/// Bodies of a kind; size 1 is their largest diameter.
struct BodySet {
    std::string name;
    std::vector<Polyhedron> bodies;
    std::size_t pair_count = 0;
};

/// Corners at random on a sphere.
BodySet round_bodies(std::uint32_t corners, std::uint64_t seed);

/// 12 to 60 corners at random on ellipsoids of aspect up to 3.
BodySet grains(std::uint64_t seed);

/// The signed gap, in sizes, is between these.
struct Placement {
    std::string name;
    double low = 0, high = 0;
    bool apart() const { return low > 0; }
};

/// Pairs of bodies of the set turned at random, and the very same after the motion of one time
/// step, two, …: each pair slides and rolls steadily, its gap kept.
using PairSteps = std::vector<std::vector<BodyPair>>;
PairSteps place_pairs(const BodySet& set, const Placement& placement, std::size_t steps,
                      std::uint64_t seed);

} // namespace scree
