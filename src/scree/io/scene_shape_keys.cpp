// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/detail/scene_key_tables.hpp>

#include <limits>

namespace scree {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const Limits positive{0, infinity, true, false};
const Limits not_negative{0, infinity, false, false};
const Limits fraction{0, 1, true, false};
const Limits share{0, 1, false, false};
const Limits exponent_range{2, 100, false, false};
const Limits corner_count{4, 10000, false, false};
const Limits variant_count{1, 10000, false, false};

using enum KeyKind;

Key rounding_key(std::string_view unit) {
    return {"rounding", number, "", "0", unit, not_negative};
}

constexpr std::string_view as_lengths =
    "edges and corners are rounded by a ball of this radius, in the unit of the other lengths";
constexpr std::string_view as_equal_ball =
    "edges and corners are rounded by a ball of this radius; that of equal volume has 1";

std::vector<Key> chance_keys(std::string_view fallback_corners, bool is_grain) {
    std::vector<Key> keys = {
        {"vertices", whole, "", fallback_corners, "number of corners", corner_count},
        {"elongation", number, "", "1", "width over length", fraction},
        {"flatness", number, "", "1", "thickness over width", fraction}};
    if (is_grain)
        keys.push_back({"roundness", number, "", "0.7",
                        "1: an ellipsoid; 0: bumps of a fifth of the radius", share});
    keys.push_back({"variants", whole, "", "1",
                    "so many different ones; each grain is one of them by chance", variant_count});
    keys.push_back({"seed", whole, "", "1", "of the first one", not_negative});
    keys.push_back(rounding_key(as_equal_ball));
    return keys;
}

KeyTable solid_keys(std::string_view name, std::string_view heading) {
    return {name,
            heading,
            "",
            {rounding_key("edges and corners are rounded by a ball of this radius; before it, the "
                          "corners lie at 1")}};
}

/// Those that are made of points, by chance, or of spheres.
std::vector<KeyTable> made_shape_keys() {
    return {
        {"shape polyhedron",
         "[[shape]] of type \"polyhedron\"",
         "A convex solid: give `file` or `points`.",
         {{"file", text, "", "none",
           "closed convex surface: STL, OBJ, OFF or PLY, seen from the folder of the scene file"},
          {"points", vectors, "", "none", "their convex hull: `[[x, y, z], ...]`"},
          rounding_key(as_lengths)}},
        {"shape random", "[[shape]] of type \"random\"",
         "The convex hull of random points of an ellipsoid.", chance_keys("12", false)},
        {"shape grain", "[[shape]] of type \"grain\"",
         "A grain of sand: the convex hull of a random smooth surface.", chance_keys("40", true)},
        {"shape clump",
         "[[shape]] of type \"clump\"",
         "A rigid union of spheres, with the mass properties of the union: give `file`, or "
         "`centers` and `radii`.",
         {{"file", text, "", "none",
           "table with the columns x, y, z, r (.csv) or a Kratos cluster (.clu), seen from the "
           "folder of the scene file"},
          {"centers", vectors, "", "none", "`[[x, y, z], ...]`"},
          {"radii", numbers, "", "none", "one for each centre", positive}}}};
}

} // namespace

std::vector<KeyTable> shape_keys() {
    std::vector<KeyTable> tables = {
        {"shape",
         "[[shape]]",
         "What grains look like that are no spheres. Only proportions count: the `radius` of a "
         "grain is that of the sphere of equal volume, whatever the shape, so sizes, masses and "
         "densities mean the same for all grains. A shape may be at most 1e4 times as long as it "
         "is thick.",
         {{"name", text, "", "the type", "what `shape` in `[[grains]]` refers to"},
          {"type",
           word,
           "",
           "required",
           "",
           {},
           {"box", "ellipsoid", "superquadric", "capsule", "cylinder", "cone", "tetrahedron",
            "cube", "octahedron", "dodecahedron", "icosahedron", "polyhedron", "random", "grain",
            "clump"}}}},
        {"shape box",
         "[[shape]] of type \"box\"",
         "",
         {{"sides", vector, "", "required", "lengths of the sides", positive},
          rounding_key(as_lengths)}},
        {"shape ellipsoid",
         "[[shape]] of type \"ellipsoid\"",
         "",
         {{"axes", vector, "", "required", "lengths of the axes", positive}}},
        {"shape superquadric",
         "[[shape]] of type \"superquadric\"",
         "",
         {{"axes", vector, "", "required", "lengths of the axes", positive},
          {"exponents", pair, "", "required",
           "along z and across it: 2 is an ellipsoid, more is more of a box", exponent_range},
          rounding_key(as_lengths)}},
        {"shape capsule",
         "[[shape]] of type \"capsule\"",
         "A cylinder with half spheres at its ends.",
         {{"length", number, "", "required", "without the ends", not_negative},
          {"radius", number, "", "required", "", positive}}},
        {"shape cylinder",
         "[[shape]] of type \"cylinder\"",
         "",
         {{"length", number, "", "required", "", positive},
          {"radius", number, "", "required", "", positive},
          rounding_key(as_lengths)}},
        {"shape cone",
         "[[shape]] of type \"cone\"",
         "",
         {{"height", number, "", "required", "", positive},
          {"radius", number, "", "required", "of the base", positive},
          rounding_key(as_lengths)}},
        solid_keys("shape tetrahedron", "[[shape]] of type \"tetrahedron\""),
        solid_keys("shape cube", "[[shape]] of type \"cube\""),
        solid_keys("shape octahedron", "[[shape]] of type \"octahedron\""),
        solid_keys("shape dodecahedron", "[[shape]] of type \"dodecahedron\""),
        solid_keys("shape icosahedron", "[[shape]] of type \"icosahedron\"")};
    const std::vector<KeyTable> made = made_shape_keys();
    tables.insert(tables.end(), made.begin(), made.end());
    return tables;
}

} // namespace scree
