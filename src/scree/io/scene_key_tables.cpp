// SPDX-License-Identifier: BSD-3-Clause
//
// What may stand in a scene file: one function per part of it.
#include <scree/io/detail/scene_key_tables.hpp>

#include <limits>

namespace scree {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const Limits positive{0, infinity, true, false};
const Limits not_negative{0, infinity, false, false};
const Limits fraction{0, 1, true, false};
const Limits below_one{0, 1, false, true};
const Limits poisson_range{-1, 0.5, true, false};
const Limits grain_count{1, 2e9, false, false};
const Limits solid_fraction{0, 0.74, true, true}; // equal spheres fill at most pi/sqrt(18) = 0.7405

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
         "an earlier one or a wall: put large grains first. Give `radius` (and `spread`), "
         "`classes` "
         "or `distribution`.",
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
          {"distribution", table, "", "none", "sizes that follow a law or a sieve curve"},
          {"velocity", vector, "m/s", "[0, 0, 0]", "of every grain at the start"},
          {"spin", vector, "rad/s", "[0, 0, 0]", "angular velocity of every grain at the start"},
          {"fill",
           word,
           "",
           "required",
           "how the grains are placed",
           {},
           {"lattice", "random", "placed", "file"}}}},
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
         "30 % of the region, mixtures more (for denser ones see `scree pack`). Give `count`, "
         "`density` or `mass`.",
         {{"region", table, "", "required", "every grain lies wholly inside"},
          {"count", whole, "", "none", "number of grains", grain_count},
          {"density", number, "", "none", "solid fraction of the region, to within a grain",
           solid_fraction},
          {"mass", number, "kg", "none", "of all grains together, to within a grain", positive}}},
        {"grains placed",
         "[[grains]] with fill = \"placed\"",
         "Grains exactly where you say.",
         {{"at", vectors, "m", "required", "centres: `[[x, y, z], ...]`"}}},
        {"grains file",
         "[[grains]] with fill = \"file\"",
         "Grains of a table: what `scree pack` or `scree export --csv` wrote, or your own.",
         {{"file", text, "", "required",
           "CSV file with the columns x, y, z and radius in m, and class if there are size "
           "classes; "
           "seen from the folder of the scene file"}}},
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

} // namespace

std::vector<KeyTable> all_scene_key_tables() {
    std::vector<KeyTable> tables{root_keys(), material_keys(), pair_keys()};
    for (auto& part : {grains_keys(), size_distribution_keys(), region_keys(), wall_keys()})
        tables.insert(tables.end(), part.begin(), part.end());
    tables.push_back(plane_keys());
    tables.push_back(output_keys());
    return tables;
}

} // namespace scree
