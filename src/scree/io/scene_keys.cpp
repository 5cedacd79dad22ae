// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/scene_keys.hpp>

#include <scree/base/assert.hpp>
#include <scree/io/detail/scene_key_tables.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace scree {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

using enum KeyKind;

std::string_view kind_text(KeyKind kind) {
    switch (kind) {
    case number:
        return "number";
    case whole:
        return "whole number";
    case text:
        return "text";
    case word:
        return "word";
    case words:
        return "list of words";
    case names:
        return "two names";
    case vector:
        return "[x, y, z]";
    case numbers:
        return "list of numbers";
    case vectors:
        return "list of [x, y, z]";
    case KeyKind::pair:
        return "two numbers";
    case table:
        return "table";
    case tables:
        return "tables";
    }
    return "";
}

std::string allowed_text(const Key& key) {
    if (key.words.empty()) return key.limits.text();
    return fmt::format("\"{}\"", fmt::join(key.words, "\", \""));
}

constexpr std::string_view manual_head = R"(# The scene file

A scene is a TOML file that says what the grains, walls and materials are; the program chooses the
time step, the search and the threads, and shows what it chose (`scree check my.toml`). Start from a
template: `scree new --list`, `scree new hourglass my.toml`.

All values are in SI units: metres, seconds, kilograms, newtons, pascals, radians. Numbers may be
written as integers. Directions follow a right-handed frame; gravity points along -z unless you say
otherwise. An unknown key is an error, and so is every value outside its range: nothing is guessed.

```toml
title = "A ball on a floor"
duration = 1.0

[material.glass]
density = 2500
contact_time = 1e-4
restitution = 0.9
friction = 0.2

[[grains]]
radius = 0.005
fill = "placed"
at = [[0, 0, 0.1]]

[[wall]]
type = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
```

A list of tables may also be written in one piece, before the first `[table]`:
`wall = [{ type = "plane", point = [0, 0, 0], normal = [0, 0, 1] }]`.

This page is printed by `scree manual` from the tables the reader itself uses; do not edit it.
)";

} // namespace

bool Limits::allow(double value) const {
    return (low_open ? value > low : value >= low) && (high_open ? value < high : value <= high);
}

std::string Limits::text() const {
    std::vector<std::string> ends;
    if (low > -infinity) ends.push_back(fmt::format("{} {}", low_open ? ">" : ">=", low));
    if (high < infinity) ends.push_back(fmt::format("{} {}", high_open ? "<" : "<=", high));
    return fmt::format("{}", fmt::join(ends, " and "));
}

const std::vector<KeyTable>& scene_key_tables() {
    static const std::vector<KeyTable> tables = all_scene_key_tables();
    return tables;
}

const KeyTable& scene_keys(std::string_view table) {
    const auto& tables = scene_key_tables();
    const auto found = std::find_if(tables.begin(), tables.end(),
                                    [&](const KeyTable& t) { return t.name == table; });
    SCREE_ASSERT(found != tables.end());
    return *found;
}

std::string scene_file_manual() {
    std::string out(manual_head);
    for (const KeyTable& t : scene_key_tables()) {
        const bool is_part = t.name.find_first_of(" .") != std::string_view::npos;
        out += fmt::format("\n{} {}\n\n", is_part ? "###" : "##", t.heading);
        if (!t.intro.empty()) out += fmt::format("{}\n\n", t.intro);
        out += "| key | value | unit | default | allowed | meaning |\n|---|---|---|---|---|---|\n";
        for (const Key& k : t.keys)
            out += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", k.name, kind_text(k.kind),
                               k.unit, k.fallback, allowed_text(k), k.meaning);
    }
    return out;
}

} // namespace scree
