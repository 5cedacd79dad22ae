// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/scene/scene.hpp>

#include <span>
#include <string>
#include <vector>

namespace scree {

/// A number as people write it: four significant digits, and a prefix before the unit ("4 mm",
/// "2.5 kg/m³"). Only for metres, seconds, kilograms, newtons, joules and pascals; other units stay
/// as they are.
std::string quantity(double value, const std::string& unit);

/// The scene in sentences: grains, materials, walls, gravity, law, duration.
std::vector<std::string> scene_in_words(const Scene& scene, std::span<const Grain> grains);

} // namespace scree
