// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/detail/scene_parts.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

constexpr std::size_t most_spheres = 1'000'000;
constexpr double default_reach = 0.01, default_poisson = 0.25;

/// The index of a name, or of the only one when `key` is left out.
std::optional<int> find_named(const SceneTable& t, std::string_view key,
                              const std::vector<std::string>& names, std::string_view header) {
    const auto name = t.text(key);
    if (!t.has(key) && names.size() == 1) return 0;
    if (names.empty()) {
        t.fail(fmt::format("needs a [[{}]]", header));
        return {};
    }
    if (!t.has(key)) t.fail(fmt::format("needs {}; the scene has {}", key, fmt::join(names, ", ")));
    if (!name) return {};
    for (std::size_t k = 0; k < names.size(); ++k)
        if (names[k] == *name) return static_cast<int>(k);
    const std::string near = nearest_word(*name, names);
    t.fail(key, fmt::format("there is no {} \"{}\"; {}", header, *name,
                            near.empty() ? fmt::format("the scene has {}", fmt::join(names, ", "))
                                         : fmt::format("did you mean \"{}\"?", near)));
    return {};
}

template <class Thing>
std::vector<std::string> names_of(const std::vector<Thing>& things) {
    std::vector<std::string> names;
    names.reserve(things.size());
    for (const Thing& thing : things) names.push_back(thing.name);
    return names;
}

PotentialGlue read_potential(const SceneTable& t) {
    const PotentialGlue glue{t.number("strength").value_or(-1), t.number("alpha").value_or(1),
                             t.number("beta").value_or(2)};
    if (!t.number("alpha") || !t.number("beta") || !t.number("strength")) return glue;
    if (glue.alpha == glue.beta)
        t.fail("beta", fmt::format("must differ from alpha, got {} for both", glue.beta));
    else if (!(glue.strength * (glue.alpha - glue.beta) > 0))
        t.fail("strength", fmt::format("must be {} for alpha {} beta, got {}: the spheres would "
                                       "not be held",
                                       glue.alpha < glue.beta ? "< 0" : "> 0",
                                       glue.alpha < glue.beta ? "<" : ">", glue.strength));
    return glue;
}

BeamBond read_beam(const SceneTable& t) {
    BeamBond beam;
    beam.young = t.number("young").value_or(1);
    beam.poisson = t.number("poisson").value_or(default_poisson);
    beam.radius_ratio = t.number("radius_ratio").value_or(beam.radius_ratio);
    beam.tensile_strength = t.number("tensile_strength").value_or(beam.tensile_strength);
    beam.shear_strength = t.number("shear_strength").value_or(beam.shear_strength);
    beam.bending_strength = t.number("bending_strength").value_or(beam.tensile_strength);
    beam.torsion_strength = t.number("torsion_strength").value_or(beam.shear_strength);
    return beam;
}

/// The numbers of spheres along the edges of a box.
std::optional<std::array<std::int64_t, 3>> read_counts(const SceneTable& t) {
    const auto given = t.vector("counts");
    if (!given) return {};
    std::array<std::int64_t, 3> counts{};
    for (int k = 0; k < 3; ++k) {
        const double value = (*given)[k];
        if (!(value >= 1) || value != std::floor(value) ||
            value > static_cast<double>(most_spheres)) {
            t.fail("counts",
                   fmt::format("must be whole numbers from 1 on, got {} for {}", value, "xyz"[k]));
            return {};
        }
        counts[static_cast<std::size_t>(k)] = static_cast<std::int64_t>(value);
    }
    return counts;
}

std::vector<Vec3> read_rod(const SceneTable& t, double spacing) {
    const auto count = t.whole("count");
    const std::int64_t strands = t.whole("strands").value_or(1);
    if (!count) return {};
    if (strands == 2) t.fail("strands", "must be 1 or 3, got 2");
    if (strands == 3 && *count % 3 != 0)
        t.fail("count", fmt::format("must be a multiple of 3 for 3 strands, got {}", *count));
    return strands == 3 ? triangle_rod_shape(*count / 3, spacing) : rod_shape(*count, spacing);
}

/// How many spheres a lattice of this spacing has in this volume, about.
bool is_countable(const SceneTable& t, double volume, double spacing) {
    const double spheres = std::sqrt(2.0) * volume / (spacing * spacing * spacing);
    if (spheres <= static_cast<double>(most_spheres)) return true;
    t.fail(fmt::format("would have {:.1e} spheres, at most {:.0e} are allowed", spheres,
                       static_cast<double>(most_spheres)));
    return false;
}

std::vector<Vec3> read_lattice(const SceneTable& t, const std::string& shape, double spacing) {
    constexpr double pi = std::numbers::pi;
    if (shape == "rod") return read_rod(t, spacing);
    if (shape == "tetrahedron") {
        const auto edge = static_cast<double>(t.whole("edge").value_or(0));
        return is_countable(t, edge * edge * edge / 6 * spacing * spacing * spacing, spacing)
                   ? tetrahedron_shape(static_cast<std::int64_t>(edge), spacing)
                   : std::vector<Vec3>();
    }
    if (shape == "cylinder") {
        const std::int64_t layers = t.whole("layers").value_or(0);
        const double reach = t.number("cylinder_radius").value_or(0);
        return is_countable(t, pi * reach * reach * static_cast<double>(layers) * spacing, spacing)
                   ? cylinder_shape(layers, reach, spacing)
                   : std::vector<Vec3>();
    }
    if (shape == "box") {
        const auto counts = read_counts(t);
        if (!counts) return {};
        const double volume = static_cast<double>((*counts)[0]) *
                              static_cast<double>((*counts)[1]) *
                              static_cast<double>((*counts)[2]) * spacing * spacing * spacing;
        return is_countable(t, volume, spacing) ? box_shape(*counts, spacing) : std::vector<Vec3>();
    }
    const double reach = t.number("ball_radius").value_or(0);
    return is_countable(t, 4 * pi / 3 * reach * reach * reach, spacing) ? ball_shape(reach, spacing)
                                                                        : std::vector<Vec3>();
}

void read_spheres(const SceneTable& t, Cluster& cluster) {
    cluster.centers = t.vectors("at");
    cluster.radii = t.numbers("radii");
    if (t.has("radius") == t.has("radii")) {
        t.fail("needs radius or radii, not both");
    } else if (const auto radius = t.number("radius")) {
        cluster.radii.assign(cluster.centers.size(), *radius);
    } else if (!cluster.radii.empty() && !cluster.centers.empty() &&
               cluster.radii.size() != cluster.centers.size()) {
        t.fail("radii", fmt::format("must be as many as centres in at, {}, got {}",
                                    cluster.centers.size(), cluster.radii.size()));
    }
    for (std::size_t i = 0; i < cluster.centers.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (cluster.centers[i] == cluster.centers[j]) {
                t.fail("at", fmt::format("spheres {} and {} are at the same place", j + 1, i + 1));
                return cluster.centers.clear();
            }
    if (cluster.radii.size() != cluster.centers.size()) cluster.centers.clear();
}

} // namespace

void SceneReader::read_bonds() {
    Names names;
    for (const toml::table* table : root_.tables("bond")) {
        const auto [type, t] = read_variant(*table, "bond", "type", problems_);
        if (!t) continue;
        BondKind bond;
        bond.name = names.take(*t, "bond");
        bond.damping = t->number("damping").value_or(0);
        bond.break_strain = t->number("break_strain").value_or(bond.break_strain);
        if (type == "power")
            bond.model =
                PowerGlue{t->number("strength").value_or(1), t->number("exponent").value_or(1)};
        else if (type == "potential")
            bond.model = read_potential(*t);
        else
            bond.model = read_beam(*t);
        scene_.bonds.push_back(bond);
    }
}

void SceneReader::read_clusters() {
    Names names;
    for (const toml::table* table : root_.tables("cluster")) {
        const auto [shape, t] = read_variant(*table, "cluster", "shape", problems_);
        if (!t) continue;
        Cluster cluster;
        cluster.name = names.take(*t, "cluster");
        cluster.bond = find_named(*t, "bond", names_of(scene_.bonds), "bond").value_or(0);
        const auto radius = t->number("radius");
        if (shape == "spheres") {
            read_spheres(*t, cluster);
        } else if (radius) {
            cluster.centers = read_lattice(*t, shape, t->number("spacing").value_or(2 * *radius));
            cluster.radii.assign(cluster.centers.size(), *radius);
        }
        if (!cluster.centers.empty()) {
            finish_cluster(cluster, t->number("reach").value_or(default_reach));
            const std::size_t pieces = piece_count(cluster);
            if (cluster.ties.empty())
                t->fail(fmt::format("none of its {} spheres is bonded to another; a larger reach "
                                    "bonds spheres that do not touch",
                                    cluster.centers.size()));
            else if (pieces > 1)
                t->fail(fmt::format("its {} spheres are in {} pieces that no bond holds together; "
                                    "a larger reach bonds spheres that do not touch",
                                    cluster.centers.size(), pieces));
        }
        scene_.clusters.push_back(std::move(cluster));
    }
}

/// A group of clusters, as far as it differs from one of spheres.
void SceneReader::read_group_cluster(const SceneTable& t, const std::string& fill,
                                     GrainGroup& group) const {
    for (const char* key : {"radius", "spread", "classes", "share_by", "distribution"})
        if (t.has(key))
            t.fail(key, fmt::format("give cluster or {}, not both: the spheres of a cluster have "
                                    "their sizes",
                                    key));
    for (const char* key : {"density", "mass"})
        if (fill == "random" && t.has(key)) t.fail(key, "clusters are counted: give count");
    group.cluster = find_named(t, "cluster", names_of(scene_.clusters), "cluster");
    const auto word = t.text("orientation");
    group.orientation.is_random =
        word ? *word == "random" : !t.has("axis") && (fill == "random" || fill == "pour");
    if (t.has("axis") && group.orientation.is_random)
        t.fail("axis", "is only used with orientation \"fixed\"");
    if (const auto axis = t.vector("axis"); is_longer_than_zero(t, "axis", axis))
        group.orientation.turn = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), *axis);
    double bounding = 0;
    if (group.cluster)
        bounding = scene_.clusters[static_cast<std::size_t>(*group.cluster)].bounding_radius;
    group.classes.push_back({bounding > 0 ? bounding : 1, 1, 0}); // 1: already reported
}

} // namespace scree
