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
          "contact law: linear spring and dashpot; Hertz–Mindlin; springs with hysteresis after "
          "Walton & Braun or after Pournin; all with Coulomb friction",
          {},
          {"linear", "hertz", "walton", "pournin"}},
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
         {"fluid", table, "", "none", "`[fluid]`: linear drag on all grains"},
         {"output", table, "", "none", "`[output]`: how often results are written"}}};
}

KeyTable material_keys() {
    return {
        "material",
        "[material.NAME]",
        "The name is yours. Each material gives `restitution` and `friction`; for law \"hertz\" "
        "also `young` and `poisson`, for the other laws also `stiffness` or `contact_time`. "
        "Two different materials in contact mix their values (`scree explain` shows them).",
        {{"density", number, "kg/m³", "none", "needed for grains, not for walls", positive},
         {"stiffness", number, "N/m", "none",
          "all laws but \"hertz\": spring between two grains of this material (of its first "
          "loading, for laws with hysteresis)",
          positive},
         {"contact_time", number, "s", "none",
          "all laws but \"hertz\": duration of one impact; gives the stiffness for each pair of "
          "grains",
          positive},
         {"tangential_ratio", number, "", "2/7",
          "all laws but \"hertz\": tangential over normal stiffness", positive},
         {"hardening", number, "1/m", "0",
          "law \"walton\": growth of the unloading stiffness with the largest force", not_negative},
         {"reload_loss", number, "", "1",
          "law \"pournin\": energy lost by a full reloading over that of the one before", fraction},
         {"young", number, "Pa", "none", "law \"hertz\": Young's modulus", positive},
         {"poisson", number, "", "none", "law \"hertz\": Poisson's ratio", poisson_range},
         {"restitution", number, "", "required", "rebound over impact speed of a head-on impact",
          fraction},
         {"friction", number, "", "required", "Coulomb's coefficient", not_negative},
         {"rolling_friction", number, "", "0",
          "largest moment against rolling over effective radius times normal force", not_negative},
         {"twisting_friction", number, "", "0", "the same against twisting about the normal",
          not_negative},
         {"cohesion", number, "J/m²", "0",
          "work of adhesion w: contacts pull with 2 π w times their effective radius",
          not_negative}}};
}

KeyTable pair_keys() {
    return {"pair",
            "[[pair]]",
            "Replaces the mixed values of two materials, or of one material with itself.",
            {{"materials", names, "", "required", R"(two names, e.g. `["glass", "steel"]`)"},
             {"stiffness", number, "N/m", "mixed", "all laws but \"hertz\"", positive},
             {"contact_time", number, "s", "mixed", "all laws but \"hertz\"", positive},
             {"tangential_ratio", number, "", "mixed", "all laws but \"hertz\"", positive},
             {"hardening", number, "1/m", "mixed", "law \"walton\"", not_negative},
             {"reload_loss", number, "", "mixed", "law \"pournin\"", fraction},
             {"restitution", number, "", "mixed", "", fraction},
             {"friction", number, "", "mixed", "", not_negative},
             {"rolling_friction", number, "", "mixed", "", not_negative},
             {"twisting_friction", number, "", "mixed", "", not_negative},
             {"cohesion", number, "J/m²", "mixed", "", not_negative}}};
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

KeyTable fluid_keys() {
    return {"fluid",
            "[fluid]",
            "A fluid at rest that slows the grains, by Stokes's law (`viscosity`) or by the same "
            "coefficients for all grains. It has no buoyancy: give a smaller `gravity` for that.",
            {{"viscosity", number, "Pa s", "0", "drag 6 π η r on motion, 8 π η r³ on spin",
              not_negative},
             {"drag", number, "kg/s", "0", "force against the motion over velocity", not_negative},
             {"rotational_drag", number, "N m s", "0", "moment against the spin over spin",
              not_negative}}};
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
    for (auto& part : {grains_keys(), region_keys(), wall_keys()})
        tables.insert(tables.end(), part.begin(), part.end());
    tables.push_back(plane_keys());
    tables.push_back(fluid_keys());
    tables.push_back(output_keys());
    return tables;
}

} // namespace scree
