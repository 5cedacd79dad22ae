// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/scene/scene.hpp>

#include <string>
#include <utility>
#include <vector>

namespace scree {

/// One material, no walls.
inline Scene glass_scene() {
    Scene scene;
    Material m;
    m.name = "glass";
    m.density = 2500;
    m.stiffness = 1000;
    m.restitution = 0.5;
    m.friction = 0.5;
    scene.materials = {m};
    return scene;
}

inline Wall wall_of(const std::string& type, std::vector<Surface> surfaces) {
    Wall wall;
    wall.name = wall.type = type;
    wall.surfaces = std::move(surfaces);
    return wall;
}

} // namespace scree
