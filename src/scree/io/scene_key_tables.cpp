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
const Limits grain_size{1e-15, 1e6, false, false};
const Limits fraction{0, 1, true, false};
const Limits below_one{0, 1, false, true};
const Limits poisson_range{-1, 0.5, true, false};
const Limits grain_count{1, 2e9, false, false};
const Limits step_count{1, 1e6, false, false};
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
         {"periodic", table, "", "none", "`[periodic]`: axes along which the scene repeats itself"},
         {"material", table, "", "required", "`[material.NAME]`, at least one"},
         {"pair", tables, "", "none", "`[[pair]]`: values between two materials"},
         {"bond", tables, "", "none", "`[[bond]]`: what holds the spheres of clusters"},
         {"cluster", tables, "", "none", "`[[cluster]]`: grains made of bonded spheres"},
         {"contact",
          word,
          "",
          "\"depth\"",
          "how faces press: by the depths under their area, or by the overlap volume (which keeps "
          "the energy exactly, and leaves corners softer)",
          {},
          {"depth", "volume"}},
         {"shape", tables, "", "none", "`[[shape]]`: what grains look like that are no spheres"},
         {"grains", tables, "", "required", "`[[grains]]`: groups of grains, at least one"},
         {"wall", tables, "", "none", "`[[wall]]`"},
         {"drive", tables, "", "none", "`[[drive]]`: what moves walls"},
         {"gravity_path", table, "", "none", "`[gravity_path]`: gravity over time"},
         {"gravity_turn", tables, "", "none", "`[[gravity_turn]]`: gravity turns about an axis"},
         {"outflow", tables, "", "none", "`[[outflow]]`: where grains leave the run"},
         {"plane", tables, "", "none", "`[[plane]]`: planes through which the flow is measured"},
         {"measure", tables, "", "none", "`[[measure]]`: results of your choice"},
         {"fluid", table, "", "none", "`[fluid]`: linear drag on all grains"},
         {"output", table, "", "none", "`[output]`: how often results are written"}}};
}

KeyTable periodic_keys() {
    return {"periodic",
            "[periodic]",
            "Along these axes the scene repeats itself: a grain that leaves at one end comes in at "
            "the other, and touches what is there. A period is longer than two diameters of the "
            "largest grain. Regions lie within it; one that spans it has no ends there. Planes go "
            "along a periodic axis, boxes are open on both its sides; other walls are repeated, "
            "too. Positions of grains may be given in any period.",
            {{"x", pair, "m", "none", "`[low, high]`"},
             {"y", pair, "m", "none", "`[low, high]`"},
             {"z", pair, "m", "none", "`[low, high]`"}}};
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
          not_negative},
         {"cohesion_density", number, "J/m³", "0",
          "contacts pull with this times their area, 2 π times effective radius times overlap",
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
             {"cohesion", number, "J/m²", "mixed", "", not_negative},
             {"cohesion_density", number, "J/m³", "mixed", "", not_negative}}};
}

std::vector<KeyTable> grains_keys() {
    return {
        {"grains",
         "[[grains]]",
         "One group of grains: spheres, unless `shape` says otherwise. Groups are placed in the "
         "order of the file, and no grain overlaps "
         "an earlier one or a wall: put large grains first. Give `radius` (and `spread`), "
         "`classes`, `distribution` or `cluster`.",
         {{"name", text, "", "\"grains\"", "for messages and measures"},
          {"material", text, "", "the only one", "name of a material"},
          {"radius", number, "m", "none", "of every grain", grain_size},
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
          {"cluster", text, "", "none",
           "name of a `[[cluster]]`, in place of a size: the group's grains are copies of it, kept "
           "apart by the ball around each"},
          {"orientation",
           word,
           "",
           R"("random" for fills "random" and "pour")",
           "of clusters",
           {},
           {"random", "fixed"}},
          {"axis", vector, "", "[0, 0, 1]", "where the z axis of each cluster points"},
          {"shape", text, "", "\"sphere\"",
           "name of a `[[shape]]`; or a regular solid (\"cube\"), or a file (\"grain.stl\"). Radii "
           "are then those of spheres of equal volume"},
          {"attitude_axis", vector, "", "random",
           "with a shape: all grains are turned alike about this axis"},
          {"attitude_angle", number, "°", "0 with attitude_axis", "by this angle"},
          {"velocity", vector, "m/s", "[0, 0, 0]", "of every grain at the start"},
          {"spin", vector, "rad/s", "[0, 0, 0]", "angular velocity of every grain at the start"},
          {"fill",
           word,
           "",
           "required",
           "how the grains are placed",
           {},
           {"lattice", "random", "placed", "file", "pour"}}}}};
}

std::vector<KeyTable> fill_keys() {
    return {
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
           "CSV file with the columns x, y, z and radius in m; class if there are size classes; "
           "qw, qx, qy, qz if a shape is to have these attitudes, and not random ones (velocities "
           "are not read); seen from the folder of the scene file"}}},
        {"grains pour",
         "[[grains]] with fill = \"pour\"",
         "Grains that enter while the run goes on, at random places of the region where there is "
         "room; looked for every hundred steps. Without a rate as fast as there is room.",
         {{"region", table, "", "required", "every grain lies wholly inside when it enters"},
          {"rate", number, "1/s", "none", "grains per second", positive},
          {"mass_rate", number, "kg/s", "none", "in place of rate", positive},
          {"from", number, "s", "0", "when it begins", not_negative},
          {"until", number, "s", "never", "when it ends", positive},
          {"count", whole, "", "none", "ends after so many grains", grain_count},
          {"mass", number, "kg", "none", "ends when so much has come", positive},
          {"level", number, "m", "none",
           "ends when grains at rest reach this height (against gravity)"}}},
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

std::vector<KeyTable> drive_keys() {
    return {
        {"drive",
         "[[drive]]",
         "Moves walls. Several drives of one wall add up; only one may turn it, and a wall that "
         "follows forces (\"free\", \"servo\") has no other drive. The work done on the grains is "
         "in "
         "measures.csv, and so are the place of each moved wall and the force on it.",
         {{"name", text, "", "its type", "for messages"},
          {"walls", words, "", "all", "names of walls"},
          {"type",
           word,
           "",
           "required",
           "",
           {},
           {"velocity", "oscillation", "tapping", "rotation", "path", "free", "servo"}},
          {"from", number, "s", "0", "when it begins", not_negative},
          {"until", number, "s", "never", "when it ends; the wall stays where it is", positive}}},
        {"drive velocity",
         "drive of type \"velocity\"",
         "",
         {{"velocity", vector, "m/s", "required", ""}}},
        {"drive oscillation",
         "drive of type \"oscillation\"",
         "The shift is amplitude · (sin(2π frequency t + phase) − sin(phase)).",
         {{"amplitude", vector, "m", "required", ""},
          {"frequency", number, "1/s", "required", "", positive},
          {"phase", number, "rad", "0", ""}}},
        {"drive tapping",
         "drive of type \"tapping\"",
         "Once per period a pulse up and down, amplitude · sin²(π t / pulse); rest in between.",
         {{"amplitude", vector, "m", "required", ""},
          {"frequency", number, "1/s", "required", "taps per second", positive},
          {"pulse", number, "s", "a quarter of the period", "duration of a pulse", positive}}},
        {"drive rotation",
         "drive of type \"rotation\"",
         "",
         {{"center", vector, "m", "required", "any point of the axis"},
          {"axis", vector, "", "required", "of any length but zero"},
          {"rate", number, "rad/s", "required", "right-handed about the axis"}}},
        {"drive path",
         "drive of type \"path\"",
         "Straight from row to row of a table. Give `times` and `shifts`, or `file`.",
         {{"times", numbers, "s", "none", "since `from`, ascending"},
          {"shifts", vectors, "m", "none", "from where the wall was written: `[[x, y, z], ...]`"},
          {"file", text, "", "none",
           "CSV file with the columns time in s, x, y and z in m; seen from the folder of the "
           "scene "
           "file"}}}};
}

std::vector<KeyTable> free_drive_keys() {
    return {
        {"drive free",
         "drive of type \"free\"",
         "The walls move as one body of the given mass, pushed by the grains, by `force` and by "
         "their weight; they do not turn. Until `from` they are held.",
         {{"mass", number, "kg", "required", "", positive},
          {"axis", vector, "", "any direction", "they move along it only"},
          {"force", vector, "N", "[0, 0, 0]", ""},
          {"schedule",
           word,
           "",
           "\"constant\"",
           "how the force grows since `from`: it reaches `force` after `rise`, and goes on growing "
           "until `until`",
           {},
           {"constant", "ramp", "steps"}},
          {"rise", number, "s", "1", "of a ramp or of steps", positive},
          {"steps", whole, "", "100", "within `rise`", step_count},
          {"damping", number, "kg/s", "0", "force against the velocity", not_negative},
          {"weight", word, "", "\"yes\"", "does gravity pull the walls?", {}, {"yes", "no"}}}},
        {"drive servo",
         "drive of type \"servo\"",
         "Presses with a given pressure: a free wall with the mass that weighs pressure · area on "
         "earth, damped so that it goes at `max_speed` while it meets nothing.",
         {{"direction", vector, "", "required", "towards the grains"},
          {"pressure", number, "Pa", "required", "", positive},
          {"area", number, "m²", "required", "that the pressure acts on", positive},
          {"max_speed", number, "m/s", "required", "", positive}}}};
}

KeyTable gravity_path_keys() {
    return {"gravity_path",
            "[gravity_path]",
            "Gravity over time, instead of `gravity`: straight from row to row of a table, and as "
            "in its last row from there on. Give `times` and `values`, or `file`. Turns come on "
            "top of it.",
            {{"times", numbers, "s", "none", "ascending"},
             {"values", vectors, "m/s²", "none", "`[[x, y, z], ...]`"},
             {"file", text, "", "none",
              "CSV file with the columns time in s, x, y and z in m/s²; seen from the folder of "
              "the scene file"}}};
}

KeyTable gravity_turn_keys() {
    return {"gravity_turn",
            "[[gravity_turn]]",
            "Gravity turns at an even rate, as seen by somebody who turns the container.",
            {{"axis", vector, "", "required", "of any length but zero"},
             {"angle", number, "rad", "required", "right-handed about the axis"},
             {"from", number, "s", "required", "", not_negative},
             {"duration", number, "s", "required", "", positive}}};
}

KeyTable outflow_keys() {
    return {"outflow",
            "[[outflow]]",
            "Grains whose centre is inside the region leave, and are counted in measures.csv; with "
            "`into` they come back at a random place of that region instead.",
            {{"name", text, "", "\"outflow\"", "of its columns in measures.csv"},
             {"region", table, "", "required", "as for grains"},
             {"into", table, "", "none", "a region as for grains, where they come back"},
             {"velocity", vector, "m/s", "[0, 0, 0]", "of those that come back"}}};
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
    std::vector<KeyTable> tables{root_keys(), periodic_keys(), material_keys(), pair_keys()};
    for (auto& part :
         {cluster_key_tables(), shape_keys(), grains_keys(), fill_keys(), size_distribution_keys(),
          region_keys(), wall_keys(), drive_keys(), free_drive_keys()})
        tables.insert(tables.end(), part.begin(), part.end());
    tables.push_back(gravity_path_keys());
    tables.push_back(gravity_turn_keys());
    tables.push_back(outflow_keys());
    tables.push_back(plane_keys());
    for (KeyTable& part : measure_key_tables()) tables.push_back(std::move(part));
    tables.push_back(fluid_keys());
    tables.push_back(output_keys());
    return tables;
}

} // namespace scree
