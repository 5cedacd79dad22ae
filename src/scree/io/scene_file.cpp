// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/scene_file.hpp>

#include <scree/io/detail/scene_parts.hpp>

#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace scree {

Scene SceneReader::read() {
    read_top();
    read_periodic();
    read_materials();
    read_pairs();
    read_bonds();
    read_clusters();
    read_shapes();
    read_grains();
    read_walls();
    read_drives();
    read_gravity();
    read_outflows();
    check_ends();
    read_planes();
    read_measures();
    read_fluid();
    read_output();
    check_mixing();
    check_periodic();
    check_shapes();
    problems_.throw_if_any();
    return std::move(scene_);
}

void SceneReader::read_top() {
    const std::string stem = std::filesystem::path(scene_.file).stem().string();
    scene_.title = root_.text("title").value_or(stem);
    const auto law = root_.text("law");
    law_is_known_ = law.has_value() || !root_.has("law");
    for (const LawKind kind : {LawKind::hertz, LawKind::walton, LawKind::pournin})
        if (law == name_of(kind)) scene_.law = kind;
    scene_.gravity = root_.vector("gravity").value_or(scene_.gravity);
    scene_.duration = root_.number("duration");
    scene_.until_settled = root_.has("until");
    if (!root_.has("duration") && !root_.has("until"))
        root_.fail("needs duration (in s) or until = \"settled\"");
    scene_.seed = static_cast<std::uint64_t>(root_.whole("seed").value_or(1));
}

void SceneReader::read_planes() {
    Names names;
    for (const toml::table* table : root_.tables("plane")) {
        const SceneTable t(*table, "plane", {&scene_keys("plane")}, problems_);
        const auto point = t.vector("point"), normal = t.vector("normal");
        const std::string name = names.take(t, "plane");
        if (is_longer_than_zero(t, "normal", normal) && point)
            scene_.planes.push_back({name, *point, normal->stableNormalized()});
    }
}

void SceneReader::read_fluid() {
    const toml::table* table = root_.table("fluid");
    if (table == nullptr) return;
    const SceneTable t(*table, "fluid", {&scene_keys("fluid")}, problems_);
    if (t.has("viscosity") && (t.has("drag") || t.has("rotational_drag")))
        t.fail("viscosity", "give viscosity, or drag and rotational_drag, not both");
    if (table->empty()) t.fail("gives no value; set viscosity, or drag and rotational_drag");
    scene_.fluid = {t.number("drag").value_or(0), t.number("rotational_drag").value_or(0),
                    t.number("viscosity").value_or(0)};
}

void SceneReader::read_output() {
    const toml::table* table = root_.table("output");
    if (table == nullptr) return;
    const SceneTable t(*table, "output", {&scene_keys("output")}, problems_);
    scene_.output.frame_every = t.number("frames_every").value_or(0);
    scene_.output.measure_every = t.number("measures_every").value_or(0);
    scene_.output.laguerre = !t.texts("extra").empty();
}

bool is_longer_than_zero(const SceneTable& t, std::string_view key, const std::optional<Vec3>& v) {
    if (v && v->isZero(0)) t.fail(key, "must not be zero");
    return v && !v->isZero(0);
}

bool is_upright_box(const SceneTable& t, const std::optional<Vec3>& low,
                    const std::optional<Vec3>& high) {
    if (!low || !high) return false;
    for (int k = 0; k < 3; ++k) {
        if ((*low)[k] < (*high)[k]) continue;
        t.fail("high", fmt::format("must be greater than low in {}, got {} and {}", "xyz"[k],
                                   (*high)[k], (*low)[k]));
        return false;
    }
    return true;
}

std::optional<ConePiece> read_cone(const SceneTable& t) {
    const auto base = t.vector("base"), top = t.vector("top");
    if (base && top && *base == *top) {
        t.fail("top", "must differ from base");
        return {};
    }
    std::optional<std::array<double, 2>> radii = t.pair("radii");
    if (const auto radius = t.number("radius")) radii = std::array{*radius, *radius};
    if (radii && (*radii)[0] == 0 && (*radii)[1] == 0) {
        t.fail("radii", "must not both be 0");
        return {};
    }
    if (!base || !top || !radii) return {};
    return ConePiece{*base, *top, *radii};
}

Scene read_scene_text(const std::string& text, const std::string& name) {
    toml::table root;
    try {
        root = toml::parse(text, name);
    } catch (const toml::parse_error& error) {
        const auto& at = error.source().begin;
        throw InputError(fmt::format("{}:{}:{}: not valid TOML: {}", name, at.line, at.column,
                                     error.description()));
    }
    return SceneReader(root, name).read();
}

Scene read_scene_file(const std::filesystem::path& path) {
    const std::string name = path.string();
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        throw InputError(fmt::format("{}: no such file", name));
    if (std::filesystem::is_directory(path, ignored))
        throw InputError(fmt::format("{}: is a folder, not a scene file", name));
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in || !text) throw InputError(fmt::format("{}: cannot be read", name));
    return read_scene_text(text.str(), name);
}

} // namespace scree
