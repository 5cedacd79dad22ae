// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/scene_file.hpp>

#include <scree/base/error.hpp>
#include <scree/io/detail/scene_reader.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace scree {
namespace {

constexpr std::string_view keys_of_laws =
    "stiffness, contact_time and tangential_ratio belong to law \"linear\", young and poisson to "
    "law \"hertz\"";

// Names given to things of one kind. Each must be new; an unnamed thing takes its kind's name and,
// when that is taken, a number.
class Names {
public:
    std::string take(const SceneTable& table, const std::string& kind) {
        const auto given = table.text("name");
        if (given) {
            const auto [known, is_new] = lines_.emplace(*given, table.line("name"));
            if (!is_new)
                table.fail("name", fmt::format("\"{}\" is taken already, in line {}", *given,
                                               known->second));
            return *given;
        }
        std::string name = kind;
        for (int n = 2; !lines_.emplace(name, table.line()).second; ++n)
            name = fmt::format("{} {}", kind, n);
        return name;
    }

private:
    std::map<std::string, std::size_t> lines_;
};

class SceneReader {
public:
    SceneReader(const toml::table& root, const std::string& file)
        : problems_(file), root_(root, "", {&scene_keys("scene")}, problems_) {
        scene_.file = file;
    }

    Scene read();

private:
    void read_top();
    void read_materials();
    Material read_material(const std::string& name, const SceneTable& t) const;
    void check_law_keys(const SceneTable& t) const;
    void read_pairs();
    void check_mixing() const;
    void read_grains();
    void read_classes(const SceneTable& t, GrainGroup& group) const;
    void read_fill(const SceneTable& t, const std::string& fill, GrainGroup& group) const;
    std::optional<Region> read_region(const SceneTable& grains) const;
    void read_walls();
    std::vector<Surface> read_surfaces(const SceneTable& t, const std::string& type) const;
    void read_planes();
    void read_output();

    std::optional<int> find_material(const SceneTable& t, std::string_view key,
                                     const std::string& name) const;
    int material_of(const SceneTable& t) const;
    std::string material_list() const;
    bool has_pair(int a, int b, bool with_hardness) const;
    Place place(const SceneTable& t) const {
        return fmt::format("{}:{}", problems_.file(), t.line());
    }

    SceneProblems problems_;
    SceneTable root_;
    Scene scene_;
    std::vector<std::size_t> material_lines_;
    bool law_is_known_ = true;
};

Scene SceneReader::read() {
    read_top();
    read_materials();
    read_pairs();
    read_grains();
    read_walls();
    read_planes();
    read_output();
    check_mixing();
    problems_.throw_if_any();
    return std::move(scene_);
}

void SceneReader::read_top() {
    const std::string stem = std::filesystem::path(scene_.file).stem().string();
    scene_.title = root_.text("title").value_or(stem);
    const auto law = root_.text("law");
    law_is_known_ = law.has_value() || !root_.has("law");
    scene_.law = law == "hertz" ? LawKind::hertz : LawKind::linear;
    scene_.gravity = root_.vector("gravity").value_or(scene_.gravity);
    scene_.duration = root_.number("duration");
    scene_.until_settled = root_.has("until");
    if (!root_.has("duration") && !root_.has("until"))
        root_.fail("needs duration (in s) or until = \"settled\"");
    scene_.seed = static_cast<std::uint64_t>(root_.whole("seed").value_or(1));
}

std::string SceneReader::material_list() const {
    std::vector<std::string> names;
    for (const Material& m : scene_.materials) names.push_back(m.name);
    return fmt::format("{}", fmt::join(names, ", "));
}

// A key that belongs to the other law would be ignored, so it is refused.
void SceneReader::check_law_keys(const SceneTable& t) const {
    if (!law_is_known_) return;
    const bool is_linear = scene_.law == LawKind::linear;
    const std::vector<std::string_view> foreign =
        is_linear ? std::vector<std::string_view>{"young", "poisson"}
                  : std::vector<std::string_view>{"stiffness", "contact_time", "tangential_ratio"};
    for (const std::string_view key : foreign)
        if (t.has(key))
            t.fail(key, fmt::format("is not used by law \"{}\"; {}", is_linear ? "linear" : "hertz",
                                    keys_of_laws));
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
    check_law_keys(t);
    if (!law_is_known_) return m;
    if (scene_.law == LawKind::linear) {
        if (!t.has("stiffness") && !t.has("contact_time"))
            t.fail("needs contact_time or stiffness for law \"linear\"");
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
        scene_.pairs.push_back({*a, *b, t.number("stiffness"), t.number("contact_time"),
                                t.number("tangential_ratio"), t.number("restitution"),
                                t.number("friction")});
    }
}

// A stiffness and a contact time have no common mixing rule: the contact time means a stiffness
// that depends on the grains' masses.
void SceneReader::check_mixing() const {
    if (!law_is_known_ || scene_.law != LawKind::linear) return;
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

void SceneReader::read_classes(const SceneTable& t, GrainGroup& group) const {
    if (t.has("radius") && t.has("classes")) t.fail("classes", "give radius or classes, not both");
    if (!t.has("radius") && !t.has("classes")) t.fail("needs radius or classes");
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

struct ConePiece {
    Vec3 base, top;
    std::array<double, 2> radii;
};

// A cylinder (`radius`) or frustum (`radii`), of a wall or of a region.
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

std::optional<Region> SceneReader::read_region(const SceneTable& grains) const {
    const toml::table* table = grains.table("region");
    if (table == nullptr) return {};
    const auto [type, t] = read_variant(*table, "grains.region", "type", root_.problems());
    if (!t) return {};
    if (type == "box") {
        const auto low = t->vector("low"), high = t->vector("high");
        if (is_upright_box(*t, low, high)) return BoxRegion{*low, *high};
    } else if (type == "sphere") {
        const auto center = t->vector("center");
        const auto radius = t->number("radius");
        if (center && radius) return SphereRegion{*center, *radius};
    } else if (const auto cone = read_cone(*t)) {
        return FrustumRegion{cone->base, cone->top, cone->radii[0], cone->radii[1]};
    }
    return {};
}

void SceneReader::read_fill(const SceneTable& t, const std::string& fill, GrainGroup& group) const {
    group.count = t.whole("count");
    if (fill == "placed") {
        group.fill = PlacedFill{t.vectors("at")};
        return;
    }
    const auto region = read_region(t);
    if (!region) return;
    if (fill == "random") {
        group.fill = RandomFill{*region};
        return;
    }
    LatticeFill lattice{*region, 0, t.number("probability").value_or(1)};
    double largest = 0;
    for (const SizeClass& c : group.classes)
        largest = std::max(largest, 2 * c.radius * (1 + c.spread));
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
        read_classes(*t, group);
        read_fill(*t, fill, group);
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

std::vector<Surface> SceneReader::read_surfaces(const SceneTable& t,
                                                const std::string& type) const {
    const auto center = t.vector("center"), normal = t.vector("normal");
    const auto radius = t.number("radius");
    if (type == "plane") {
        const auto point = t.vector("point");
        if (is_longer_than_zero(t, "normal", normal) && point) return make_plane(*point, *normal);
    } else if (type == "box") {
        const auto low = t.vector("low"), high = t.vector("high");
        const auto open = t.texts("open");
        if (std::set(open.begin(), open.end()).size() == 6)
            t.fail("open", "must leave at least one side closed");
        else if (is_upright_box(t, low, high))
            return make_box(*low, *high, open);
    } else if (type == "sphere") {
        const auto side = t.text("side");
        if (center && radius && side) return make_sphere(*center, *radius, *side == "inside");
    } else if (type == "disc") {
        const double inner = t.number("inner_radius").value_or(0);
        if (radius && inner >= *radius)
            t.fail("inner_radius", fmt::format("must be < radius {}, got {}", *radius, inner));
        else if (is_longer_than_zero(t, "normal", normal) && center && radius)
            return make_annulus(*center, *normal, inner, *radius);
    } else if (const auto cone = read_cone(t)) {
        return make_frustum(cone->base, cone->top, cone->radii[0], cone->radii[1]);
    }
    return {};
}

void SceneReader::read_walls() {
    Names names;
    for (const toml::table* table : root_.tables("wall")) {
        const auto [type, t] = read_variant(*table, "wall", "type", problems_);
        if (!t) continue;
        Wall wall{names.take(*t, type), type, material_of(*t), {}, place(*t)};
        try {
            wall.surfaces = read_surfaces(*t, type);
        } catch (const InputError& error) {
            for (const std::string& message : error.messages()) t->fail(message);
        }
        scene_.walls.push_back(std::move(wall));
    }
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

void SceneReader::read_output() {
    const toml::table* table = root_.table("output");
    if (table == nullptr) return;
    const SceneTable t(*table, "output", {&scene_keys("output")}, problems_);
    scene_.output.frame_every = t.number("frames_every").value_or(0);
    scene_.output.measure_every = t.number("measures_every").value_or(0);
    scene_.output.laguerre = !t.texts("extra").empty();
}

} // namespace

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
