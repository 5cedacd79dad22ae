// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/hash.hpp>
#include <scree/base/random.hpp>
#include <scree/scene/scene.hpp>

namespace scree {

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
    const Eigen::Quaterniond by_chance = random_turn(random);
    const Eigen::Quaterniond frame(shapes[static_cast<std::size_t>(grain.shape)].frame);
    grain.attitude = ((group.attitude ? *group.attitude : by_chance) * frame).normalized();
}

} // namespace scree
