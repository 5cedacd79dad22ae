// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/words.hpp>

#include <scree/scene/size_draw.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace scree {
namespace {

std::string range(double low, double high, const std::string& unit) {
    const std::string a = quantity(low, unit), b = quantity(high, unit);
    return a == b ? a : a + " to " + b;
}

std::string grains_in_words(const Scene& scene, std::size_t index, std::span<const Grain> grains) {
    std::size_t count = 0;
    double smallest = 0, largest = 0;
    for (const Grain& g : grains) {
        if (static_cast<std::size_t>(g.group) != index) continue;
        smallest = count == 0 ? g.radius : std::min(smallest, g.radius);
        largest = std::max(largest, g.radius);
        ++count;
    }
    const GrainGroup& group = scene.grains[index];
    const Material& material = scene.materials[static_cast<std::size_t>(group.material)];
    if (group.cluster) {
        const Cluster& cluster = scene.clusters[static_cast<std::size_t>(*group.cluster)];
        const bool is_poured = std::holds_alternative<PourFill>(group.fill);
        const std::size_t each = cluster.centers.size();
        const std::int64_t clusters =
            is_poured ? group.count.value_or(0) : static_cast<std::int64_t>(count / each);
        return fmt::format(
            "{} of {} bonded spheres each, of {}{} ({}).",
            clusters > 0 ? fmt::format("{} cluster{}", clusters, clusters == 1 ? "" : "s")
                         : "Clusters",
            each, material.name, is_poured ? ", poured during the run" : "", cluster.name);
    }
    const bool is_shaped = !group.shapes.empty();
    const auto across = [&](double least, double most) {
        const std::string sizes = range(2 * least, 2 * most, "m");
        if (!is_shaped) return sizes + " across";
        return fmt::format("shape \"{}\", as large as spheres of {}",
                           scene.shapes[static_cast<std::size_t>(group.shapes.front())].name,
                           sizes);
    };
    if (std::holds_alternative<PourFill>(group.fill))
        return fmt::format(
            "{} of {}, {}, poured during the run ({}).",
            group.count ? fmt::format("{} {}s", *group.count, is_shaped ? "grain" : "sphere")
                        : (is_shaped ? "Grains" : "Spheres"),
            material.name, across(smallest_radius(group), largest_radius(group)), group.name);
    return fmt::format(
        "{} {}{} of {}, {}{}{}.", count, is_shaped ? "grain" : "sphere", count == 1 ? "" : "s",
        material.name, across(smallest, largest),
        group.name.empty() || scene.grains.size() == 1 ? "" : " (" + group.name + ")",
        group.velocity.norm() > 0 ? ", thrown at " + quantity(group.velocity.norm(), "m/s") : "");
}

std::string material_in_words(const Material& m, LawKind law) {
    std::vector<std::string> parts;
    if (m.density > 0) parts.push_back("density " + quantity(m.density, "kg/m³"));
    if (has_linear_spring(law)) {
        if (m.stiffness) parts.push_back("stiffness " + quantity(*m.stiffness, "N/m"));
        if (m.contact_time) parts.push_back("an impact lasts " + quantity(*m.contact_time, "s"));
    } else {
        if (m.young) parts.push_back("Young's modulus " + quantity(*m.young, "Pa"));
        if (m.poisson) parts.push_back(fmt::format("Poisson's ratio {:.4g}", *m.poisson));
    }
    if (m.restitution) parts.push_back(fmt::format("restitution {:.4g}", *m.restitution));
    if (m.friction) parts.push_back(fmt::format("friction {:.4g}", *m.friction));
    if (law == LawKind::walton && m.hardening > 0)
        parts.push_back("hardening " + quantity(m.hardening, "1/m"));
    if (law == LawKind::pournin) parts.push_back(fmt::format("reload loss {:.4g}", m.reload_loss));
    if (m.rolling_friction > 0)
        parts.push_back(fmt::format("rolling friction {:.4g}", m.rolling_friction));
    if (m.twisting_friction > 0)
        parts.push_back(fmt::format("twisting friction {:.4g}", m.twisting_friction));
    if (m.cohesion > 0) parts.push_back("cohesion " + quantity(m.cohesion, "J/m²"));
    if (m.cohesion_density > 0)
        parts.push_back("cohesion density " + quantity(m.cohesion_density, "J/m³"));
    return fmt::format("Material {}: {}.", m.name, fmt::join(parts, ", "));
}

std::string law_in_words(LawKind law) {
    switch (law) {
    case LawKind::linear:
        return "Contacts: linear spring and dashpot, Coulomb friction.";
    case LawKind::hertz:
        return "Contacts: Hertz–Mindlin with damping, Coulomb friction.";
    case LawKind::walton:
        return "Contacts: hysteretic springs (Walton–Braun), Coulomb friction.";
    case LawKind::pournin:
        break;
    }
    return "Contacts: controlled loss at every reloading (Pournin), Coulomb friction.";
}

std::string walls_in_words(const Scene& scene) {
    if (scene.walls.empty()) return "No walls.";
    std::map<std::string, int> types;
    for (const Wall& wall : scene.walls) ++types[wall.type];
    std::vector<std::string> parts;
    parts.reserve(types.size());
    for (const auto& [type, count] : types)
        parts.push_back(count == 1 ? "one " + type
                                   : fmt::format("{} walls of type {}", count, type));
    return fmt::format("Walls: {}.", fmt::join(parts, ", "));
}

std::string end_in_words(const Scene& scene) {
    if (!scene.duration) return "It runs until the grains have settled.";
    const std::string duration = quantity(*scene.duration, "s");
    return scene.until_settled
               ? "It runs until the grains have settled, for " + duration + " at most."
               : "It runs for " + duration + ".";
}

} // namespace

std::string quantity(double value, const std::string& unit) {
    struct Prefix {
        double factor;
        const char* name;
    };
    constexpr std::array<Prefix, 8> prefixes = {{{1e9, "G"},
                                                 {1e6, "M"},
                                                 {1e3, "k"},
                                                 {1, ""},
                                                 {1e-3, "m"},
                                                 {1e-6, "µ"},
                                                 {1e-9, "n"},
                                                 {1e-12, "p"}}};
    const bool is_plain =
        unit == "m" || unit == "s" || unit == "N" || unit == "J" || unit == "Pa" || unit == "N/m";
    if (value == 0 || !std::isfinite(value)) return fmt::format("{} {}", value, unit);
    // The unit kg has its prefix already.
    if (unit == "kg")
        return std::abs(value) < 1 ? quantity(1e3 * value, "g") : fmt::format("{:.4g} kg", value);
    if (is_plain || unit == "g")
        for (const Prefix& p : prefixes)
            // 999.95 and more is written as 1000: the next prefix
            if (std::abs(value) >= 0.99995 * p.factor)
                return fmt::format("{:.4g} {}{}", value / p.factor, p.name, unit);
    return fmt::format("{:.4g} {}", value, unit);
}

std::vector<std::string> scene_in_words(const Scene& scene, std::span<const Grain> grains) {
    std::vector<std::string> out;
    for (std::size_t k = 0; k < scene.grains.size(); ++k)
        out.push_back(grains_in_words(scene, k, grains));
    for (const Material& m : scene.materials) out.push_back(material_in_words(m, scene.law));
    out.push_back(walls_in_words(scene));
    const Vec3& g = scene.gravity;
    out.push_back(g.norm() > 0 ? fmt::format("Gravity {} along ({:.3g}, {:.3g}, {:.3g}).",
                                             quantity(g.norm(), "m/s²"), g.x() / g.norm(),
                                             g.y() / g.norm(), g.z() / g.norm())
                               : "No gravity.");
    out.push_back(law_in_words(scene.law));
    out.push_back(end_in_words(scene));
    return out;
}

} // namespace scree
