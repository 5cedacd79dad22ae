// SPDX-License-Identifier: BSD-3-Clause
//
// Boxes: every search gives the pairs whose balls are close and whose boxes share a point, exactly.
// (Without boxes the sweep is tested beside the grid.)
#include <scree/base/random.hpp>
#include <scree/broad/broad_phase.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

namespace scree {
namespace {

struct Bodies {
    std::vector<Ball> balls;
    std::vector<Bounds> boxes;
};

/// Rods, plates and lumps in their balls; some boxes touch in a plane.
Bodies random_bodies(Random& random, std::size_t count, double room) {
    Bodies made;
    for (std::size_t i = 0; i < count; ++i) {
        const double radius = std::pow(10, random.uniform(-1, 0));
        Vec3 center, half;
        for (int k = 0; k < 3; ++k) {
            center[k] = random.uniform(0, room);
            half[k] = radius * (random.below(2) == 0 ? 0.1 : 1) * random.uniform(0.3, 1);
            if (random.below(4) == 0) center[k] = std::round(center[k]), half[k] = 0.5;
        }
        made.balls.push_back({center.x(), center.y(), center.z(), half.norm()});
        made.boxes.push_back({center - half, center + half});
    }
    return made;
}

bool share(const Bounds& a, const Bounds& b) {
    return (a.low.array() <= b.high.array()).all() && (b.low.array() <= a.high.array()).all();
}

TEST(Boxes, EverySearchGivesTheSamePairs) {
    const std::uint64_t seed = 51;
    std::cout << "seed " << seed << "\n";
    Random random(seed);
    Workers workers(2);
    std::size_t close = 0, kept = 0, in_a_plane = 0;
    for (int trial = 0; trial < 60; ++trial) {
        const Bodies made = random_bodies(random, 40 + 10 * static_cast<std::size_t>(trial), 12);
        const double skin = random.uniform(0, 0.2);
        std::vector<IndexPair> expected;
        for (std::uint32_t i = 0; i < made.balls.size(); ++i)
            for (std::uint32_t j = i + 1; j < made.balls.size(); ++j) {
                if (!is_close(made.balls[i], made.balls[j], skin)) continue;
                ++close;
                if (!share(made.boxes[i], made.boxes[j])) continue;
                expected.push_back({i, j});
                const Bounds &a = made.boxes[i], &b = made.boxes[j];
                in_a_plane += (a.low.array() == b.high.array()).any() ||
                              (b.low.array() == a.high.array()).any();
            }
        kept += expected.size();
        for (const std::string& name : broad_phase_names()) {
            std::vector<IndexPair> found = {{7, 9}};
            make_broad_phase(name)->update({.balls = made.balls, .skin = skin, .boxes = made.boxes},
                                           workers, found);
            EXPECT_EQ(found, expected) << name << ", trial " << trial;
        }
    }
    std::cout << close << " close, " << kept << " with common boxes, " << in_a_plane
              << " of them in a plane only\n";
    EXPECT_LT(kept, 0.7 * static_cast<double>(close));
    EXPECT_GT(kept, 0.1 * static_cast<double>(close));
    EXPECT_GT(in_a_plane, 20U);
}

} // namespace
} // namespace scree
