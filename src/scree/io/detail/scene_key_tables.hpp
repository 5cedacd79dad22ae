// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/scene_keys.hpp>

#include <vector>

namespace scree {

/// All tables, in the order of the manual; made once, by scene_key_tables.
std::vector<KeyTable> all_scene_key_tables();

/// Those of [[measure]].
std::vector<KeyTable> measure_key_tables();
/// Those of [[bond]] and [[cluster]].
std::vector<KeyTable> cluster_key_tables();
/// Those of [[shape]].
std::vector<KeyTable> shape_keys();
/// Those of [[wall]].
std::vector<KeyTable> wall_keys();
/// Those of size distributions.
std::vector<KeyTable> size_distribution_keys();

} // namespace scree
