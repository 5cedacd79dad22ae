// SPDX-License-Identifier: BSD-3-Clause
//
// What may stand in [[measure]].
#include <scree/io/detail/scene_key_tables.hpp>

#include <limits>

namespace scree {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const Limits positive{0, infinity, true, false};
const Limits column_count{1, 10000, false, false};
const Limits not_negative{0, infinity, false, false};

using enum KeyKind;

const Key region_of_grains{"region", table, "", "everywhere", "grains whose centre is inside"};
const Key region_of_contacts{"region", table, "", "everywhere", "contacts whose point is inside"};

KeyTable common_keys() {
    return {
        "measure",
        "[[measure]]",
        "Results of their own, in `measures/NAME.csv` and, at the end, in `measures.h5`. "
        "What is measured, to the sign, is in `docs/theory/measures.md`. Measuring never "
        "changes a run. Where there is nothing to take a mean of, the value is `nan`.",
        {{"name", text, "", "required", "of its file: letters, digits, `-` and `_`, and not `run`"},
         {"every", number, "s", "every third row of measures.csv", "time between rows", positive},
         {"average", number, "s", "none",
          "adds to each column its mean over the rows of this last time (`NAME_mean`); not "
          "for contacts",
          positive},
         {"type",
          word,
          "",
          "required",
          "",
          {},
          {"layers", "rings", "density", "coordination", "stress", "walls", "contacts", "rdf",
           "segregation", "flow", "velocity"}}}};
}

std::vector<KeyTable> density_keys() {
    return {
        {"measure layers",
         "measure of type \"layers\"",
         "Solid fraction of each of several layers, the lowest first. Give `count` or `thickness`.",
         {{"region", table, "", "the container",
           "a box or a cylinder; the container is the first wall of these types"},
          {"axis", vector, "", "against gravity",
           "across the layers; along an edge of the box or the "
           "axis of the cylinder"},
          {"count", whole, "", "none", "number of layers", column_count},
          {"thickness", number, "m", "none",
           "of a layer; a rest at the top that is thinner is left out", positive}}},
        {"measure rings",
         "measure of type \"rings\"",
         "Solid fraction of concentric rings in a cylinder, from the axis outwards. Give `count` "
         "or "
         "`thickness`.",
         {{"region", table, "", "the container", "a cylinder; the container is the first cylinder"},
          {"count", whole, "", "none", "number of rings", column_count},
          {"thickness", number, "m", "none",
           "of a ring; a rest outside that is thinner is left out", positive},
          {"heights", pair, "m", "the filled part",
           "above the base; the filled part goes up to the top of the highest grain",
           not_negative}}},
        {"measure density",
         "measure of type \"density\"",
         "Solid fraction and void ratio. Grains are cut at the region's surface.",
         {{"region", table, "", "as in measures.csv", "of any type"}}}};
}

std::vector<KeyTable> contact_keys() {
    return {
        {"measure coordination",
         "measure of type \"coordination\"",
         "Contacts per grain: mean, numbers of grains with 0, 1, … contacts, share of rattlers, "
         "clusters of grains that touch each other, sets of 3, 4 and 5 grains of which each "
         "touches "
         "each other.",
         {region_of_grains,
          {"rattlers_below", whole, "", "4", "a rattler has fewer contacts than this",
           column_count}}},
        {"measure stress",
         "measure of type \"stress\"",
         "Love–Weber stress of the contacts, compression positive, and fabric tensor.",
         {region_of_contacts}},
        {"measure walls",
         "measure of type \"walls\"",
         "Force and torque of the grains on each wall.",
         {{"wall", text, "", "all", "name of one wall"},
          {"about", vector, "m", "[0, 0, 0]", "point that the torques are about"}}},
        {"measure contacts",
         "measure of type \"contacts\"",
         "All contacts, one row each: grains (or grain and -1 - wall), point, normal from a to b, "
         "overlap, normal force, tangential force on a. These files grow large.",
         {region_of_contacts}}};
}

std::vector<KeyTable> grain_keys() {
    return {
        {"measure rdf",
         "measure of type \"rdf\"",
         "Radial distribution function of the centres. Only grains farther than `radius` from the "
         "region's surface are looked out from, so no shell is cut off.",
         {{"region", table, "", "required", "of any type"},
          {"radius", number, "m", "required", "largest distance", positive},
          {"bins", whole, "", "required", "number of shells", column_count}}},
        {"measure segregation",
         "measure of type \"segregation\"",
         "Lacey's mixing index (0 segregated, 1 as mixed as by chance) and heights of the centres "
         "of mass.",
         {region_of_grains,
          {"between",
           word,
           "",
           "\"sizes\"",
           "what is mixed: nominal radii, or groups",
           {},
           {"sizes", "groups"}},
          {"cell", number, "m", "required", "edge of the cubes that are compared", positive}}},
        {"measure flow",
         "measure of type \"flow\"",
         "Grains and mass through a plane, or through an opening in it (a disc by `radius`, a "
         "rectangle by `size`), in all and per size; rates since the row before. Centres count. "
         "Give `plane`, or `point` and `normal`.",
         {{"plane", text, "", "none", "name of a `[[plane]]`"},
          {"point", vector, "m", "none", "of the plane; the middle of the opening"},
          {"normal", vector, "", "none", "the flow counts positive along it"},
          {"radius", number, "m", "endless", "of a disc", positive},
          {"size", pair, "m", "endless", "of a rectangle: along `along`, and across", positive},
          {"along", vector, "", "none", "direction of the rectangle's first side"}}},
        {"measure velocity",
         "measure of type \"velocity\"",
         "Mean velocity and spin, root mean squares, largest speed, granular temperature.",
         {region_of_grains}}};
}

} // namespace

std::vector<KeyTable> measure_key_tables() {
    std::vector<KeyTable> tables{common_keys()};
    for (auto& part : {density_keys(), contact_keys(), grain_keys()})
        tables.insert(tables.end(), part.begin(), part.end());
    return tables;
}

} // namespace scree
