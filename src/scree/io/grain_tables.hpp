// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/scene/scene.hpp>

#include <string>

// Tables of sizes and grains that users bring along (CSV). All throw InputError as
// "file:line: column: what is wrong".
namespace scree {

/// A sieve curve: columns `size`, the opening of the sieve, hence a diameter, in units of `unit` m;
/// and `passing`, the part of the mass that goes through, up to 1 or up to 100.
SieveSizes parse_sieve_curve(const std::string& text, const std::string& file, double unit);

/// Grains: columns `x`, `y`, `z` and `radius` in m, and if there are such `class`, the size class,
/// and `qw`, `qx`, `qy`, `qz`, the attitude of a shape.
PlacedFill parse_grain_table(const std::string& text, const std::string& file);

} // namespace scree
