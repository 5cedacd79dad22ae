// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/detail/scene_parts.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace scree {
namespace {

constexpr std::string_view keys_of_laws =
    "stiffness, contact_time and tangential_ratio belong to laws \"linear\", \"walton\" and "
    "\"pournin\", hardening to \"walton\", reload_loss to \"pournin\", young and poisson to "
    "\"hertz\"";

std::vector<std::string_view> foreign_keys(LawKind law) {
    switch (law) {
    case LawKind::linear:
        return {"young", "poisson", "hardening", "reload_loss"};
    case LawKind::walton:
        return {"young", "poisson", "reload_loss"};
    case LawKind::pournin:
        return {"young", "poisson", "hardening"};
    case LawKind::hertz:
        break;
    }
    return {"stiffness", "contact_time", "tangential_ratio", "hardening", "reload_loss"};
}

} // namespace

std::string SceneReader::material_list() const {
    std::vector<std::string> names;
    for (const Material& m : scene_.materials) names.push_back(m.name);
    return fmt::format("{}", fmt::join(names, ", "));
}

// A key that belongs to another law would be ignored, so it is refused.
void SceneReader::check_law_keys(const SceneTable& t) const {
    if (!law_is_known_) return;
    for (const std::string_view key : foreign_keys(scene_.law))
        if (t.has(key))
            t.fail(key,
                   fmt::format("is not used by law \"{}\"; {}", name_of(scene_.law), keys_of_laws));
    if (t.has("stiffness") && t.has("contact_time"))
        t.fail("contact_time", "give stiffness or contact_time, not both");
}

Material SceneReader::read_material(const std::string& name, const SceneTable& t) const {
    Material m;
    m.name = name;
    m.density = t.has("density") ? t.number("density").value_or(1) : 0; // 1: already refused
    m.stiffness = t.number("stiffness");
    m.contact_time = t.number("contact_time");
    m.tangential_ratio = t.number("tangential_ratio").value_or(m.tangential_ratio);
    m.young = t.number("young");
    m.poisson = t.number("poisson");
    m.restitution = t.number("restitution");
    m.friction = t.number("friction");
    m.rolling_friction = t.number("rolling_friction").value_or(0);
    m.twisting_friction = t.number("twisting_friction").value_or(0);
    m.hardening = t.number("hardening").value_or(0);
    m.reload_loss = t.number("reload_loss").value_or(1);
    m.cohesion = t.number("cohesion").value_or(0);
    m.cohesion_density = t.number("cohesion_density").value_or(0);
    check_law_keys(t);
    if (!law_is_known_) return m;
    if (has_linear_spring(scene_.law)) {
        if (!t.has("stiffness") && !t.has("contact_time"))
            t.fail(
                fmt::format("needs contact_time or stiffness for law \"{}\"", name_of(scene_.law)));
    } else {
        for (const std::string_view key : {"young", "poisson"})
            if (!t.has(key)) t.fail(fmt::format("needs {} for law \"hertz\"", key));
    }
    return m;
}

void SceneReader::read_materials() {
    const toml::table* all = root_.table("material");
    if (all == nullptr) return;
    if (all->empty()) root_.fail("material", "needs at least one [material.NAME]");
    struct Entry {
        std::size_t line;
        std::string name;
        const toml::table* table;
    };
    std::vector<Entry> entries;
    for (const auto& [key, node] : *all) {
        const std::string name(key.str());
        const std::size_t line = node.source().begin.line;
        if (const toml::table* table = node.as_table())
            entries.push_back({line, name, table});
        else
            problems_.add(line, fmt::format("material.{}: must be a table: a material has a name, "
                                            "[material.NAME]",
                                            name));
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return a.line < b.line; });
    for (const Entry& e : entries) {
        const SceneTable t(*e.table, "material." + e.name, {&scene_keys("material")}, problems_);
        scene_.materials.push_back(read_material(e.name, t));
        material_lines_.push_back(t.line());
    }
}

std::optional<int> SceneReader::find_material(const SceneTable& t, std::string_view key,
                                              const std::string& name) const {
    std::vector<std::string> names;
    for (std::size_t m = 0; m < scene_.materials.size(); ++m) {
        names.push_back(scene_.materials[m].name);
        if (names.back() == name) return static_cast<int>(m);
    }
    if (names.empty()) return {};
    const std::string near = nearest_word(name, names);
    t.fail(key, fmt::format("there is no material \"{}\"; {}", name,
                            near.empty() ? "the scene has " + material_list()
                                         : fmt::format("did you mean \"{}\"?", near)));
    return {};
}

int SceneReader::material_of(const SceneTable& t) const {
    if (const auto name = t.text("material"))
        return find_material(t, "material", *name).value_or(0);
    if (!t.has("material") && scene_.materials.size() > 1)
        t.fail(fmt::format("needs material; the scene has {}", material_list()));
    return 0;
}

bool SceneReader::has_pair(int a, int b, bool with_hardness) const {
    return std::any_of(scene_.pairs.begin(), scene_.pairs.end(), [&](const PairOverride& p) {
        return ((p.a == a && p.b == b) || (p.a == b && p.b == a)) &&
               (!with_hardness || p.stiffness || p.contact_time);
    });
}

void SceneReader::read_pairs() {
    for (const toml::table* table : root_.tables("pair")) {
        const SceneTable t(*table, "pair", {&scene_keys("pair")}, problems_);
        check_law_keys(t);
        if (table->size() == 1 && t.has("materials"))
            t.fail("gives no value; set restitution, friction or another value of the pair");
        const auto names = t.texts("materials");
        if (names.size() != 2) continue;
        const auto a = find_material(t, "materials", names[0]);
        const auto b = find_material(t, "materials", names[1]);
        if (!a || !b) continue;
        if (has_pair(*a, *b, false))
            t.fail("materials",
                   fmt::format(R"("{}" and "{}" have a [[pair]] already)", names[0], names[1]));
        scene_.pairs.push_back(
            {*a, *b, t.number("stiffness"), t.number("contact_time"), t.number("tangential_ratio"),
             t.number("restitution"), t.number("friction"), t.number("rolling_friction"),
             t.number("twisting_friction"), t.number("hardening"), t.number("reload_loss"),
             t.number("cohesion"), t.number("cohesion_density")});
    }
}

// A stiffness and a contact time have no common mixing rule: the contact time means a stiffness
// that depends on the grains' masses.
void SceneReader::check_mixing() const {
    if (!law_is_known_ || !has_linear_spring(scene_.law)) return;
    const auto& m = scene_.materials;
    for (std::size_t b = 0; b < m.size(); ++b)
        for (std::size_t a = 0; a < b; ++a) {
            const bool clash =
                (m[a].stiffness && m[b].contact_time && !m[b].stiffness && !m[a].contact_time) ||
                (m[a].contact_time && m[b].stiffness && !m[a].stiffness && !m[b].contact_time);
            if (!clash || has_pair(static_cast<int>(a), static_cast<int>(b), true)) continue;
            root_.problems().add(
                material_lines_[b],
                fmt::format(
                    "material.{}: gives {} and material.{} gives {}, which do not mix; give "
                    "both the same or add a [[pair]] with one of them",
                    m[b].name, m[b].stiffness ? "stiffness" : "contact_time", m[a].name,
                    m[a].stiffness ? "stiffness" : "contact_time"));
        }
}

} // namespace scree
