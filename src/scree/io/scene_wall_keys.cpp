// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/detail/scene_key_tables.hpp>

#include <limits>

namespace scree {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const Limits positive{0, infinity, true, false};
const Limits not_negative{0, infinity, false, false};
const Limits below_right_angle{0, 89, false, false};

using enum KeyKind;

KeyTable mesh_keys() {
    return {
        "wall mesh",
        "wall of type \"mesh\"",
        "Triangles from a file, felt as the surface they stand for: it does not matter how it is "
        "cut. Where it is open is said by `scree check` and in the run's log.",
        {{"file", text, "", "required",
          "STL or PLY (text or binary), OBJ or OFF; seen from the folder of the scene file"},
         {"scale", number, "", "1",
          "metres per unit of the file, 0.001 for millimetres; about its origin", positive},
         {"axis", vector, "", "[0, 0, 1]", "then turned about this axis through the origin"},
         {"angle", number, "°", "0", "by this angle, right-handed"},
         {"position", vector, "m", "[0, 0, 0]", "then moved: where the file's origin comes to"},
         {"smooth_angle", number, "°", "31.5",
          "neighbouring faces that meet at less than this angle stand for a smooth surface",
          below_right_angle}}};
}

} // namespace

std::vector<KeyTable> wall_keys() {
    return {
        {"wall",
         "[[wall]]",
         "A wall stands still unless a `[[drive]]` moves it. Planes and spheres bound a solid; the "
         "finite pieces (box, cylinder, "
         "frustum, disc, mesh) are thin shells felt from both sides.",
         {{"name", text, "", "its type", "for messages"},
          {"material", text, "", "the only one", "name of a material"},
          {"type",
           word,
           "",
           "required",
           "",
           {},
           {"plane", "box", "sphere", "cylinder", "frustum", "disc", "rod", "mesh"}}}},
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
          {"inner_radius", number, "m", "0", "of the hole", not_negative}}},
        {"wall rod",
         "wall of type \"rod\"",
         "A solid cylinder with both ends closed: an obstacle with grains around it.",
         {{"base", vector, "m", "required", "centre of one end"},
          {"top", vector, "m", "required", "centre of the other end"},
          {"radius", number, "m", "required", "", positive}}},
        mesh_keys()};
}

} // namespace scree
