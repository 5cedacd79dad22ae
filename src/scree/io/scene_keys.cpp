// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/scene_keys.hpp>

#include <scree/base/assert.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace scree {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const Limits positive{0, infinity, true, false};
const Limits not_negative{0, infinity, false, false};
const Limits fraction{0, 1, true, false};
const Limits below_one{0, 1, false, true};
const Limits poisson_range{-1, 0.5, true, false};
const Limits grain_count{1, 2e9, false, false};

using enum KeyKind;

KeyTable root_keys() {
    return {
        "scene",
        "The scene",
        "Keys at the top of the file, before the first `[table]`.",
        {{"title", text, "", "the file's name", "what reports call the run"},
         {"law",
          word,
          "",
          "\"linear\"",
          "contact law: linear spring and dashpot, or Hertz–Mindlin; both with Coulomb friction",
          {},
          {"linear", "hertz"}},
         {"gravity", vector, "m/s²", "[0, 0, -9.81]", "acceleration of every grain"},
         {"duration", number, "s", "none",
          "physical time of the run; with `until` it is the longest. One of the two is needed",
          positive},
         {"until",
          word,
          "",
          "none",
          "end the run when the grains have come to rest",
          {},
          {"settled"}},
         {"seed", whole, "", "1", "of everything random: another seed, another filling",
          not_negative},
         {"material", table, "", "required", "`[material.NAME]`, at least one"},
         {"pair", tables, "", "none", "`[[pair]]`: values between two materials"},
         {"grains", tables, "", "required", "`[[grains]]`: groups of grains, at least one"},
         {"wall", tables, "", "none", "`[[wall]]`"},
         {"plane", tables, "", "none", "`[[plane]]`: planes through which the flow is measured"},
         {"output", table, "", "none", "`[output]`: how often results are written"}}};
}

KeyTable material_keys() {
    return {
        "material",
        "[material.NAME]",
        "The name is yours. Each material gives `restitution` and `friction`; for law \"linear\" "
        "also `stiffness` or `contact_time`, for law \"hertz\" also `young` and `poisson`. "
        "Two different materials in contact mix their values (`scree explain` shows them).",
        {{"density", number, "kg/m³", "none", "needed for grains, not for walls", positive},
         {"stiffness", number, "N/m", "none",
          "law \"linear\": spring between two grains of this material", positive},
         {"contact_time", number, "s", "none",
          "law \"linear\": duration of one impact; gives the stiffness for each pair of grains",
          positive},
         {"tangential_ratio", number, "", "2/7", "law \"linear\": tangential over normal stiffness",
          positive},
         {"young", number, "Pa", "none", "law \"hertz\": Young's modulus", positive},
         {"poisson", number, "", "none", "law \"hertz\": Poisson's ratio", poisson_range},
         {"restitution", number, "", "required", "rebound over impact speed of a head-on impact",
          fraction},
         {"friction", number, "", "required", "Coulomb's coefficient", not_negative}}};
}

KeyTable pair_keys() {
    return {"pair",
            "[[pair]]",
            "Replaces the mixed values of two materials, or of one material with itself.",
            {{"materials", names, "", "required", R"(two names, e.g. `["glass", "steel"]`)"},
             {"stiffness", number, "N/m", "mixed", "law \"linear\"", positive},
             {"contact_time", number, "s", "mixed", "law \"linear\"", positive},
             {"tangential_ratio", number, "", "mixed", "law \"linear\"", positive},
             {"restitution", number, "", "mixed", "", fraction},
             {"friction", number, "", "mixed", "", not_negative}}};
}

std::vector<KeyTable> grains_keys() {
    return {
        {"grains",
         "[[grains]]",
         "One group of spheres. Groups are placed in the order of the file, and no grain overlaps "
         "an earlier one or a wall: put large grains first. Give `radius` (and `spread`), or "
         "`classes`.",
         {{"name", text, "", "\"grains\"", "for messages and measures"},
          {"material", text, "", "the only one", "name of a material"},
          {"radius", number, "m", "none", "of every grain", positive},
          {"spread", number, "", "0", "radii vary by at most this fraction, uniformly", below_one},
          {"classes", tables, "", "none", "several sizes: a list of `{ radius, share, spread }`"},
          {"share_by",
           word,
           "",
           "\"number\"",
           "what the shares of the classes count",
           {},
           {"number", "mass"}},
          {"velocity", vector, "m/s", "[0, 0, 0]", "of every grain at the start"},
          {"spin", vector, "rad/s", "[0, 0, 0]", "angular velocity of every grain at the start"},
          {"fill",
           word,
           "",
           "required",
           "how the grains are placed",
           {},
           {"lattice", "random", "placed"}}}},
        {"grains lattice",
         "[[grains]] with fill = \"lattice\"",
         "Face-centred cubic positions, filled upwards along z.",
         {{"region", table, "", "required", "every grain lies wholly inside"},
          {"count", whole, "", "as many as fit", "number of grains", grain_count},
          {"spacing", number, "m", "largest diameter", "between neighbouring positions", positive},
          {"probability", number, "", "1", "that a position is used", fraction}}},
        {"grains random",
         "[[grains]] with fill = \"random\"",
         "Random positions without overlap, largest grains first. Equal spheres fill up to about "
         "30 % of the region, mixtures more.",
         {{"region", table, "", "required", "every grain lies wholly inside"},
          {"count", whole, "", "required", "number of grains", grain_count}}},
        {"grains placed",
         "[[grains]] with fill = \"placed\"",
         "Grains exactly where you say.",
         {{"at", vectors, "m", "required", "centres: `[[x, y, z], ...]`"}}},
        {"grains.classes",
         "classes = [{ ... }]",
         "",
         {{"radius", number, "m", "required", "nominal radius of the class", positive},
          {"share", number, "", "required",
           "of the grains' number (or mass), relative to the other classes: 10, 20, 70 or 0.1, "
           "0.2, 0.7",
           positive},
          {"spread", number, "", "0", "radii vary by at most this fraction, uniformly",
           below_one}}}};
}

std::vector<KeyTable> region_keys() {
    return {{"grains.region",
             "region = { ... }",
             "Where a fill may put grains.",
             {{"type", word, "", "required", "", {}, {"box", "cylinder", "frustum", "sphere"}}}},
            {"grains.region box",
             "region of type \"box\"",
             "",
             {{"low", vector, "m", "required", "corner with the smallest coordinates"},
              {"high", vector, "m", "required", "opposite corner"}}},
            {"grains.region cylinder",
             "region of type \"cylinder\"",
             "",
             {{"base", vector, "m", "required", "centre of one end"},
              {"top", vector, "m", "required", "centre of the other end"},
              {"radius", number, "m", "required", "", positive}}},
            {"grains.region frustum",
             "region of type \"frustum\"",
             "",
             {{"base", vector, "m", "required", "centre of one end"},
              {"top", vector, "m", "required", "centre of the other end"},
              {"radii", pair, "m", "required", "at the base and at the top", not_negative}}},
            {"grains.region sphere",
             "region of type \"sphere\"",
             "",
             {{"center", vector, "m", "required", ""},
              {"radius", number, "m", "required", "", positive}}}};
}

std::vector<KeyTable> wall_keys() {
    return {
        {"wall",
         "[[wall]]",
         "Walls do not move. Planes and spheres bound a solid; the finite pieces (box, cylinder, "
         "frustum, disc) are thin shells felt from both sides.",
         {{"name", text, "", "its type", "for messages"},
          {"material", text, "", "the only one", "name of a material"},
          {"type",
           word,
           "",
           "required",
           "",
           {},
           {"plane", "box", "sphere", "cylinder", "frustum", "disc"}}}},
        {"wall plane",
         "wall of type \"plane\"",
         "Endless; the grains are on the side to which the normal points.",
         {{"point", vector, "m", "required", "any point of the plane"},
          {"normal", vector, "", "required", "of any length but zero"}}},
        {"wall box",
         "wall of type \"box\"",
         "Six rectangles, edges along x, y and z.",
         {{"low", vector, "m", "required", "corner with the smallest coordinates"},
          {"high", vector, "m", "required", "opposite corner"},
          {"open", words, "", "[]", "sides left out", {}, {"-x", "+x", "-y", "+y", "-z", "+z"}}}},
        {"wall sphere",
         "wall of type \"sphere\"",
         "",
         {{"center", vector, "m", "required", ""},
          {"radius", number, "m", "required", "", positive},
          {"side", word, "", "required", "where the grains are", {}, {"inside", "outside"}}}},
        {"wall cylinder",
         "wall of type \"cylinder\"",
         "The lateral surface only; close an end with a disc.",
         {{"base", vector, "m", "required", "centre of one end"},
          {"top", vector, "m", "required", "centre of the other end"},
          {"radius", number, "m", "required", "", positive}}},
        {"wall frustum",
         "wall of type \"frustum\"",
         "The lateral surface of a cut cone; one radius may be zero.",
         {{"base", vector, "m", "required", "centre of one end"},
          {"top", vector, "m", "required", "centre of the other end"},
          {"radii", pair, "m", "required", "at the base and at the top", not_negative}}},
        {"wall disc",
         "wall of type \"disc\"",
         "",
         {{"center", vector, "m", "required", ""},
          {"normal", vector, "", "required", "of any length but zero"},
          {"radius", number, "m", "required", "", positive},
          {"inner_radius", number, "m", "0", "of the hole", not_negative}}}};
}

KeyTable plane_keys() {
    return {"plane",
            "[[plane]]",
            "Grains that cross it are counted; it does not touch them.",
            {{"name", text, "", "required", "of its column in measures.csv"},
             {"point", vector, "m", "required", "any point of the plane"},
             {"normal", vector, "", "required", "the flow counts positive along it"}}};
}

KeyTable output_keys() {
    return {
        "output",
        "[output]",
        "",
        {{"frames_every", number, "s", "60 frames", "time between saved states", positive},
         {"measures_every", number, "s", "600 rows", "time between rows of measures.csv", positive},
         {"extra",
          words,
          "",
          "[]",
          "results that cost time: `laguerre`, local densities and neighbours by Laguerre "
          "cells, in measures.csv and in the frames",
          {},
          {"laguerre"}}}};
}

std::vector<KeyTable> all_tables() {
    std::vector<KeyTable> tables{root_keys(), material_keys(), pair_keys()};
    for (auto& part : {grains_keys(), region_keys(), wall_keys()})
        tables.insert(tables.end(), part.begin(), part.end());
    tables.push_back(plane_keys());
    tables.push_back(output_keys());
    return tables;
}

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
    static const std::vector<KeyTable> tables = all_tables();
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
