// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/hash.hpp>
#include <scree/base/random.hpp>
#include <scree/scene/scene.hpp>

#include <optional>
#include <variant>

namespace scree {

namespace {

/// That of a grain, counted from 1, or of all of the group; none: by chance.
std::optional<Eigen::Quaterniond> given_attitude(const GrainGroup& group, std::uint64_t number) {
    const auto* placed = std::get_if<PlacedFill>(&group.fill);
    if (placed != nullptr && !placed->attitudes.empty()) return placed->attitudes[number - 1];
    return group.attitude;
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
    const Eigen::Quaterniond by_chance = random_turn(random);
    const Eigen::Quaterniond frame(shapes[static_cast<std::size_t>(grain.shape)].frame);
    grain.attitude = (given_attitude(group, number).value_or(by_chance) * frame).normalized();
}

} // namespace scree
