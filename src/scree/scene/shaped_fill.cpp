// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/hash.hpp>
#include <scree/base/random.hpp>
#include <scree/scene/scene.hpp>

#include <cmath>
#include <numbers>

namespace scree {
namespace {

/// Evenly spread over all rotations (Shoemake 1992).
Eigen::Quaterniond random_attitude(Random& random) {
    const double u = random.uniform();
    const double v = 2 * std::numbers::pi * random.uniform();
    const double w = 2 * std::numbers::pi * random.uniform();
    const double a = std::sqrt(1 - u), b = std::sqrt(u);
    return {b * std::cos(w), a * std::sin(v), a * std::cos(v), b * std::sin(w)};
}

} // namespace

void set_shape(const GrainGroup& group, std::span<const GrainShape> shapes, std::uint64_t seed,
               std::uint64_t number, Grain& grain) {
    if (group.shapes.empty()) return;
    // Numbers of its own: places and sizes are those of balls.
    StateHash hash;
    hash.add(seed);
    hash.add(static_cast<std::uint64_t>(grain.group));
    hash.add(number);
    hash.add(std::uint64_t{0x5eed});
    Random random(hash.value());
    grain.shape = group.shapes[random.below(group.shapes.size())];
    const Eigen::Quaterniond by_chance = random_attitude(random);
    const Eigen::Quaterniond frame(shapes[static_cast<std::size_t>(grain.shape)].frame);
    grain.attitude = ((group.attitude ? *group.attitude : by_chance) * frame).normalized();
}

} // namespace scree
