// SPDX-License-Identifier: BSD-3-Clause
//
// Keys of bonds and clusters.
#include <scree/io/detail/scene_key_tables.hpp>

#include <limits>

namespace scree {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const Limits positive{0, infinity, true, false};
const Limits not_negative{0, infinity, false, false};
const Limits below_one{0, 1, false, true};
const Limits at_least_one{1, infinity, false, false};
const Limits poisson_range{-1, 0.5, true, false};
const Limits most_spheres{1, 1e6, false, false};
const Limits from_two{2, 1e6, false, false};
const Limits strand_count{1, 3, false, false};

using enum KeyKind;

const Key sphere_radius{"radius", number, "m", "required", "of the spheres", positive};
const Key sphere_spacing{"spacing", number, "m", "the diameter", "distance of neighbouring centres",
                         positive};
const Key break_strain{
    "break_strain", number, "", "never", "stretch over rest length at which it lets go", positive};

std::vector<KeyTable> bond_keys() {
    return {
        {"bond",
         "[[bond]]",
         "What holds the spheres of a cluster together, in place of a contact. Its rest length is "
         "the distance at the start.",
         {{"name", text, "", "\"bond\"", "for clusters"},
          {"type",
           word,
           "",
           "required",
           "a force that grows as a power of the gap, one of a potential with two exponents, or an "
           "elastic beam",
           {},
           {"power", "potential", "beam"}},
          {"damping", number, "", "0", "over the critical damping of a pair", below_one}}},
        {"bond power",
         "bond of type \"power\"",
         "Pulls or pushes with strength · |gap|^exponent along the line of centres.",
         {{"strength", number, "N/m^exponent", "required", "", positive},
          {"exponent", number, "", "1", "", at_least_one},
          break_strain}},
        {"bond potential",
         "bond of type \"potential\"",
         "Along the line of centres, with the potential A x^-alpha + B x^-beta of the distance x; "
         "B follows from the rest length.",
         {{"strength", number, "J m^alpha", "required",
           "A; negative for alpha < beta, positive for alpha > beta"},
          {"alpha", number, "", "required", "", positive},
          {"beta", number, "", "required", "not alpha", positive},
          break_strain}},
        {"bond beam",
         "bond of type \"beam\"",
         "A round elastic beam from centre to centre that is stretched, sheared, bent and twisted. "
         "It breaks when tension and bending, or shear and torsion, each over its strength, add up "
         "to one.",
         {{"young", number, "Pa", "required", "Young's modulus", positive},
          {"poisson", number, "", "0.25", "Poisson's ratio", poisson_range},
          {"radius_ratio", number, "", "1", "radius of the beam over that of the smaller sphere",
           positive},
          {"tensile_strength", number, "Pa", "unbreakable", "mean stress in tension", positive},
          {"shear_strength", number, "Pa", "unbreakable", "mean stress in shear", positive},
          {"bending_strength", number, "Pa", "tensile_strength", "stress at the rim", positive},
          {"torsion_strength", number, "Pa", "shear_strength", "stress at the rim", positive}}}};
}

std::vector<KeyTable> cluster_keys() {
    return {
        {"cluster",
         "[[cluster]]",
         "A grain made of bonded spheres; `[[grains]]` puts copies of it into the scene. Its long "
         "axis is z, its centre of mass is where the fill puts it.",
         {{"name", text, "", "\"cluster\"", "for grains"},
          {"bond", text, "", "the only one", "name of a `[[bond]]`"},
          {"reach", number, "", "0.01",
           "spheres are bonded if their gap is at most this part of the sum of their radii",
           not_negative},
          {"shape",
           word,
           "",
           "required",
           "",
           {},
           {"rod", "tetrahedron", "cylinder", "box", "ball", "spheres"}}}},
        {"cluster rod",
         "cluster of shape \"rod\"",
         "Spheres in a row, or a stack of triangles.",
         {sphere_radius,
          sphere_spacing,
          {"count", whole, "", "required", "number of spheres", from_two},
          {"strands", whole, "", "1", "1: a row; 3: a stack of triangles", strand_count}}},
        {"cluster tetrahedron",
         "cluster of shape \"tetrahedron\"",
         "",
         {sphere_radius,
          sphere_spacing,
          {"edge", whole, "", "required", "spheres along an edge: 5 for 35 spheres", from_two}}},
        {"cluster cylinder",
         "cluster of shape \"cylinder\"",
         "Hexagonal layers, each in the hollows of the one below.",
         {sphere_radius,
          sphere_spacing,
          {"layers", whole, "", "required", "", most_spheres},
          {"cylinder_radius", number, "m", "required", "of the centres about the axis", positive}}},
        {"cluster box",
         "cluster of shape \"box\"",
         "A simple cubic lattice.",
         {sphere_radius,
          sphere_spacing,
          {"counts", vector, "", "required", "spheres along x, y and z"}}},
        {"cluster ball",
         "cluster of shape \"ball\"",
         "A face-centred cubic lattice.",
         {sphere_radius,
          sphere_spacing,
          {"ball_radius", number, "m", "required", "of the centres about the middle", positive}}},
        {"cluster spheres",
         "cluster of shape \"spheres\"",
         "Spheres where you say.",
         {{"at", vectors, "m", "required", "centres: `[[x, y, z], ...]`"},
          {"radius", number, "m", "none", "of every sphere", positive},
          {"radii", numbers, "m", "none", "of each sphere, in place of `radius`", positive}}}};
}

} // namespace

std::vector<KeyTable> cluster_key_tables() {
    std::vector<KeyTable> tables = bond_keys();
    for (KeyTable& table : cluster_keys()) tables.push_back(std::move(table));
    return tables;
}

} // namespace scree
