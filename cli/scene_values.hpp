// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace scree {

/// The text of a scene with other values, its comments and order kept. A setting is KEY = VALUE,
/// the value in TOML, the key as messages have it: `duration`, `drive.frequency`,
/// `material.steel.friction`; where there are several tables of a kind, `grains.small.count` by the
/// table's name or `grains.2.count` by its number. A key that is not there yet is added. Tables
/// written inside a list (`wall = [{ ... }]`) cannot be reached. Throws InputError for settings
/// without "=" and for tables that do not exist; whether keys and values make sense is for the
/// reader of scenes to say.
std::string with_values(const std::string& text, const std::vector<std::string>& settings);

} // namespace scree
