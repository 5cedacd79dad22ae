// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/detail/scene_parts.hpp>

#include <scree/scene/size_draw.hpp>

#include <fmt/format.h>

namespace scree {

void SceneReader::read_sizes(const SceneTable& t, GrainGroup& group) {
    const bool has_distribution = t.has("distribution");
    if (t.has("radius") && t.has("classes")) t.fail("classes", "give radius or classes, not both");
    if (has_distribution && (t.has("radius") || t.has("classes")))
        t.fail("distribution", fmt::format("give {} or distribution, not both",
                                           t.has("radius") ? "radius" : "classes"));
    if (!t.has("radius") && !t.has("classes") && !has_distribution)
        t.fail("needs radius, classes or distribution");
    if (has_distribution && t.has("spread")) t.fail("spread", "is only used with radius");
    read_classes(t, group);
    read_distribution(t, group);
}

void SceneReader::read_classes(const SceneTable& t, GrainGroup& group) const {
    if (t.has("classes") && t.has("spread"))
        t.fail("spread", "with classes each class has its own spread");
    if (!t.has("classes") && t.has("share_by")) t.fail("share_by", "is only used with classes");
    group.share_by_mass = t.text("share_by") == "mass";
    if (const auto radius = t.number("radius"))
        group.classes.push_back({*radius, 1, t.number("spread").value_or(0)});
    for (const toml::table* table : t.tables("classes")) {
        const SceneTable c(*table, "grains.classes", {&scene_keys("grains.classes")},
                           root_.problems());
        group.classes.push_back({c.number("radius").value_or(0), c.number("share").value_or(1),
                                 c.number("spread").value_or(0)});
    }
}

std::optional<Region> SceneReader::read_region(const SceneTable& owner,
                                               std::string_view key) const {
    const toml::table* table = owner.table(key);
    if (table == nullptr) return {};
    const auto [type, t] = read_variant(*table, "grains.region", "type", root_.problems(),
                                        fmt::format("{}.{}", owner.path(), key));
    if (!t) return {};
    std::optional<Region> region;
    if (type == "box") {
        const auto low = t->vector("low"), high = t->vector("high");
        if (is_upright_box(*t, low, high)) region = BoxRegion{*low, *high};
    } else if (type == "sphere") {
        const auto center = t->vector("center");
        const auto radius = t->number("radius");
        if (center && radius) region = SphereRegion{*center, *radius};
    } else if (const auto cone = read_cone(*t)) {
        region = FrustumRegion{cone->base, cone->top, cone->radii[0], cone->radii[1]};
    }
    if (region) check_within_period(*t, *region);
    return region;
}

PourFill SceneReader::read_pour(const SceneTable& t, const Region& region) const {
    PourFill pour{region, t.number("rate"), t.number("mass_rate")};
    pour.from = t.number("from").value_or(0);
    pour.until = t.number("until").value_or(pour.until);
    pour.mass = t.number("mass");
    pour.level = t.number("level");
    if (t.has("rate") && t.has("mass_rate"))
        t.fail("mass_rate", "give rate or mass_rate, not both");
    if (pour.until <= pour.from)
        t.fail("until", fmt::format("must be later than from, {}, got {}", pour.from, pour.until));
    const bool ends = t.has("until") || t.has("count") || t.has("mass") || t.has("level");
    if (!ends && scene_.until_settled && !scene_.duration)
        t.fail("never ends, so until = \"settled\" is never reached; give it count, mass, level or "
               "until, or the scene a duration");
    return pour;
}

void SceneReader::read_outflows() {
    Names names;
    for (const toml::table* table : root_.tables("outflow")) {
        const SceneTable t(*table, "outflow", {&scene_keys("outflow")}, problems_);
        Outflow outflow;
        outflow.name = names.take(t, "outflow");
        outflow.place = place(t);
        outflow.velocity = t.vector("velocity").value_or(outflow.velocity);
        outflow.into = read_region(t, "into");
        const auto region = read_measured_region(t);
        if (t.has("velocity") && !t.has("into")) t.fail("velocity", "is only used with into");
        if (!region) continue;
        outflow.region = *region;
        scene_.outflows.push_back(std::move(outflow));
    }
}

RandomFill SceneReader::read_random(const SceneTable& t) const {
    const char* given = nullptr;
    for (const char* key : {"count", "density", "mass"}) {
        if (!t.has(key)) continue;
        if (given != nullptr) t.fail(key, fmt::format("give {} or {}, not both", given, key));
        given = key;
    }
    if (given == nullptr) t.fail("needs count, density or mass");
    return {{}, t.number("density"), t.number("mass")};
}

void SceneReader::read_fill(const SceneTable& t, const std::string& fill, GrainGroup& group) const {
    group.count = t.whole("count");
    if (fill == "placed") {
        group.fill = PlacedFill{t.vectors("at")};
        return;
    }
    RandomFill random;
    if (fill == "random") random = read_random(t);
    const auto region = read_region(t, "region");
    if (!region) return;
    if (fill == "pour") {
        group.fill = read_pour(t, *region);
        return;
    }
    if (fill == "random") {
        random.region = *region;
        group.fill = random;
        return;
    }
    LatticeFill lattice{*region, 0, t.number("probability").value_or(1)};
    const double largest = 2 * largest_radius(group) * largest_reach(scene_, group);
    if (const auto spacing = t.number("spacing")) {
        lattice.spacing = *spacing;
        if (*spacing < largest)
            t.fail("spacing", fmt::format("must be at least the largest diameter {}, got {}",
                                          largest, *spacing));
    }
    group.fill = lattice;
}

void SceneReader::read_grains() {
    Names names;
    for (const toml::table* table : root_.tables("grains")) {
        const auto [fill, t] = read_variant(*table, "grains", "fill", problems_);
        if (!t) continue;
        GrainGroup group;
        group.name = names.take(*t, "grains");
        group.place = place(*t);
        group.material = material_of(*t);
        for (const char* key : {"orientation", "axis"})
            if (!t->has("cluster") && t->has(key)) t->fail(key, "is only used with cluster");
        read_group_shape(*t, group);
        if (fill == "file") {
            if (t->has("cluster")) t->fail("cluster", "cannot be used with fill \"file\"");
            read_grain_file(*t, group);
        } else if (t->has("cluster")) {
            read_group_cluster(*t, fill, group);
            read_fill(*t, fill, group);
        } else {
            read_sizes(*t, group);
            read_fill(*t, fill, group);
        }
        group.velocity = t->vector("velocity").value_or(group.velocity);
        group.spin = t->vector("spin").value_or(group.spin);
        const auto m = static_cast<std::size_t>(group.material);
        if (m < scene_.materials.size() && scene_.materials[m].density == 0) {
            scene_.materials[m].density = 1; // said once, however many groups
            problems_.add(material_lines_[m],
                          fmt::format("material.{}: needs density, because grains are made of it",
                                      scene_.materials[m].name));
        }
        scene_.grains.push_back(std::move(group));
    }
}

} // namespace scree
