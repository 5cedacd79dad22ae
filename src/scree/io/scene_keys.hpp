// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

// Every key of the scene file, once: the reader checks against these tables and the manual is
// printed from them, so neither can know a key the other does not.
namespace scree {

/// What a value must look like.
enum class KeyKind {
    number,  ///< an integer or a float, finite
    whole,   ///< an integer, or a float without a fraction
    text,    ///< any string but the empty one
    word,    ///< one of `words`
    words,   ///< a list of `words`, or of any when none are given
    names,   ///< two strings
    numbers, ///< a list of numbers, at least one
    vector,  ///< [x, y, z]
    vectors, ///< a list of [x, y, z], at least one
    pair,    ///< two numbers
    table,   ///< { … } or [key]
    tables,  ///< a list of { … }, or [[key]]
};

/// Allowed numbers; an end is excluded when `open`.
struct Limits {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool low_open = false, high_open = false;

    bool allow(double value) const;
    std::string text() const; ///< "> 0 and <= 1"; "" when everything is allowed
};

struct Key {
    std::string_view name;
    KeyKind kind;
    std::string_view unit;     ///< "" for numbers without one
    std::string_view fallback; ///< "required", or what holds when the key is left out
    std::string_view meaning;
    Limits limits = {};
    std::vector<std::string_view> words = {};
};

struct KeyTable {
    std::string_view name;    ///< "grains"; of a variant "wall plane"
    std::string_view heading; ///< in the manual
    std::string_view intro;   ///< in the manual
    std::vector<Key> keys;
};

/// All tables, in the order of the manual.
const std::vector<KeyTable>& scene_key_tables();

/// The table of that name, which must exist.
const KeyTable& scene_keys(std::string_view table);

/// docs/scene-file.md.
std::string scene_file_manual();

} // namespace scree
