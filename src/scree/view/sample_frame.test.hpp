// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/random.hpp>
#include <scree/io/frame_file.hpp>
#include <scree/scene/scene.hpp>

namespace scree {

/// Grains at random places, without contacts.
inline StoredFrame random_frame(std::uint64_t seed, std::size_t count) {
    Random random(seed);
    StoredFrame s;
    const auto u = [&](double size) { return random.uniform(-size, size); };
    for (std::size_t i = 0; i < count; ++i) {
        s.frame.center.emplace_back(u(0.1), u(0.1), u(0.1));
        s.frame.velocity.emplace_back(u(1), u(1), u(1));
        s.frame.spin.emplace_back(u(1), u(1), u(1));
        s.frame.force.emplace_back(0, 0, 0);
        s.frame.radius.push_back(random.uniform(0.004, 0.01));
        s.frame.mass.push_back(1);
        s.frame.material.push_back(static_cast<std::int32_t>(random.below(2)));
        s.frame.contacts.push_back(static_cast<std::int32_t>(random.below(7)));
        s.labels.group.push_back(static_cast<std::int32_t>(random.below(3)));
        s.labels.size_class.push_back(static_cast<std::int32_t>(random.below(2)));
    }
    return s;
}

inline ContactRecord contact(std::uint32_t a, std::int64_t b, double force) {
    const Vec3 none = Vec3::Zero();
    return {.a = a,
            .b = b,
            .point = none,
            .normal = Vec3::UnitX(),
            .overlap = 1e-6,
            .normal_force = force,
            .tangential_force = none,
            .stored = 0};
}

inline Scene scene_of_two_materials() {
    Scene scene;
    scene.materials.resize(2);
    scene.materials[0].name = "glass";
    scene.materials[1].name = "steel";
    scene.grains.resize(3);
    return scene;
}

} // namespace scree
