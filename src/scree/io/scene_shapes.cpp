// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/detail/scene_parts.hpp>

#include <scree/io/clump_file.hpp>
#include <scree/io/files.hpp>
#include <scree/io/grain_tables.hpp>
#include <scree/io/mesh_file.hpp>
#include <scree/io/scene_file.hpp>
#include <scree/shapes/convexity.hpp>
#include <scree/shapes/generated.hpp>
#include <scree/sim/shaped_walls.hpp>

#include <algorithm>
#include <numbers>

namespace scree {
namespace {

bool is_one_of(const std::string& word, const std::vector<std::string>& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool ends_with_any(const std::string& name, std::initializer_list<std::string_view> endings) {
    return std::any_of(endings.begin(), endings.end(),
                       [&](std::string_view e) { return name.ends_with(e); });
}

Polyhedron rounded(Polyhedron shape, double rounding) {
    shape.rounding = rounding;
    return shape;
}

/// Shapes that need nothing but numbers; none of them: nullopt.
std::optional<Shape> plain_shape(const SceneTable& t, const std::string& type) {
    const double rounding = t.number("rounding").value_or(0);
    const auto length = t.number("length"), radius = t.number("radius");
    const auto height = t.number("height");
    if (type == "box") {
        if (const auto sides = t.vector("sides")) return solid_box(0.5 * *sides, rounding);
    } else if (type == "ellipsoid") {
        if (const auto axes = t.vector("axes")) return solid_ellipsoid(0.5 * *axes);
    } else if (type == "superquadric") {
        const auto axes = t.vector("axes");
        const auto exponents = t.pair("exponents");
        if (axes && exponents)
            return solid_superquadric(0.5 * *axes, (*exponents)[0], (*exponents)[1], rounding);
    } else if (type == "capsule") {
        if (length && radius) return solid_capsule(0.5 * *length, *radius);
    } else if (type == "cylinder") {
        if (length && radius) return solid_cylinder(*radius, 0.5 * *length, rounding);
    } else if (type == "cone") {
        if (height && radius) return solid_cone(*radius, *height, rounding);
    } else if (is_one_of(type, regular_solid_names())) {
        return rounded(regular_solid(type, 1), rounding);
    }
    return {};
}

/// What `make` makes of what a file holds; its complaints name the file.
template <class Make>
GrainShape shape_of(const std::string& file, Make&& make) {
    try {
        return make();
    } catch (const InputError& error) {
        std::vector<std::string> messages;
        for (const std::string& message : error.messages())
            messages.push_back(fmt::format("{}: {}", file, message));
        throw InputError(messages);
    }
}

GrainShape shape_of_mesh(const std::filesystem::path& path, const std::string& name,
                         double rounding) {
    const TriangleMesh mesh = read_mesh_file(path).mesh;
    return shape_of(path.string(),
                    [&] { return grain_shape(name, Shape(convex_solid(mesh, rounding))); });
}

GrainShape shape_of_clump(const SceneInput& input, const std::string& name) {
    const ClumpFile clump = parse_clump(input.name, input.text);
    return shape_of(input.name, [&] { return grain_shape(name, make_clump(clump.balls)); });
}

Aspect aspect_of(const SceneTable& t) {
    return {t.number("elongation").value_or(1), t.number("flatness").value_or(1)};
}

} // namespace

std::filesystem::path SceneReader::input_path(const std::string& name) const {
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(problems_.file()).parent_path();
    const fs::path stored = stored_input_file(folder, name);
    std::error_code ignored;
    return fs::exists(stored, ignored) ? stored : folder / name;
}

/// One shape, or as many as there are variants.
std::vector<GrainShape> SceneReader::read_shape(const SceneTable& t, const std::string& type,
                                                const std::string& name) {
    const double rounding = t.number("rounding").value_or(0);
    if (type == "random" || type == "grain") {
        std::vector<GrainShape> out;
        const auto first = static_cast<std::uint64_t>(t.whole("seed").value_or(1));
        for (std::int64_t k = 0; k < t.whole("variants").value_or(1); ++k) {
            const std::uint64_t seed = first + static_cast<std::uint64_t>(k);
            if (type == "random")
                out.push_back(grain_shape(
                    name, rounded(random_polyhedron(
                                      {seed, static_cast<int>(t.whole("vertices").value_or(12)),
                                       aspect_of(t)},
                                      1),
                                  rounding)));
            else
                out.push_back(grain_shape(
                    name, rounded(generated_grain(
                                      {seed, static_cast<int>(t.whole("vertices").value_or(40)),
                                       aspect_of(t), t.number("roundness").value_or(0.7)},
                                      1),
                                  rounding)));
        }
        return out;
    }
    if (type == "polyhedron") {
        if (t.has("file") == t.has("points")) t.fail("give file or points, and not both");
        if (t.has("points")) {
            const std::vector<Vec3> points = t.vectors("points");
            if (!points.empty()) return {grain_shape(name, make_polyhedron(points, rounding))};
        } else if (const SceneInput* input = read_input(t)) {
            return {shape_of_mesh(input_path(input->name), name, rounding)};
        }
        return {};
    }
    if (type == "clump") return read_clump(t, name);
    if (const auto shape = plain_shape(t, type)) return {grain_shape(name, *shape)};
    return {};
}

std::vector<GrainShape> SceneReader::read_clump(const SceneTable& t, const std::string& name) {
    if (t.has("file")) {
        if (t.has("centers") || t.has("radii"))
            t.fail("file", "give file, or centers and radii, not both");
        const SceneInput* input = read_input(t);
        if (input == nullptr) return {};
        return {shape_of_clump(*input, name)};
    }
    const std::vector<Vec3> centers = t.vectors("centers");
    const std::vector<double> radii = t.numbers("radii");
    if (!t.has("centers") || !t.has("radii")) {
        t.fail("needs file, or centers and radii");
    } else if (centers.empty() || radii.empty()) {
        // what is wrong with them has been said
    } else if (centers.size() != radii.size()) {
        t.fail("radii",
               fmt::format("must be as many as centers, {}, got {}", centers.size(), radii.size()));
    } else {
        std::vector<ClumpBall> balls;
        for (std::size_t k = 0; k < radii.size(); ++k) balls.push_back({centers[k], radii[k]});
        return {grain_shape(name, make_clump(balls))};
    }
    return {};
}

void SceneReader::read_shapes() {
    scene_.contact_by_volume = root_.text("contact") == "volume";
    Names names;
    for (const toml::table* table : root_.tables("shape")) {
        const auto [type, t] = read_variant(*table, "shape", "type", problems_);
        if (!t) continue;
        const std::string name = names.take(*t, type);
        shape_names_.push_back(name);
        if (name == "sphere") t->fail("name", "\"sphere\" is the name of balls; give another one");
        std::vector<GrainShape> made;
        try {
            made = read_shape(*t, type, name);
        } catch (const InputError& error) {
            // Numbers have been checked: what is left to be wrong is in the file, if there is one.
            for (const std::string& message : error.messages())
                t->has("file") ? t->fail("file", message) : t->fail(message);
        }
        for (GrainShape& shape : made) {
            shape.place = place(*t);
            scene_.shapes.push_back(std::move(shape));
        }
    }
}

void SceneReader::check_shapes() {
    const bool is_used = std::any_of(scene_.grains.begin(), scene_.grains.end(),
                                     [](const GrainGroup& g) { return !g.shapes.empty(); });
    if (!is_used) {
        scene_.shapes.clear(); // balls only: the fast way
        return;
    }
    for (const RefusedWall& refused : refused_walls(scene_)) {
        const Place& place = scene_.walls[refused.wall].place;
        problems_.add(std::stoul(place.substr(place.rfind(':') + 1)), refused.message);
    }
}

/// A shape that is named by its type or file alone.
void SceneReader::add_shape(const SceneTable& t, const std::string& name) {
    try {
        if (is_one_of(name, regular_solid_names())) {
            scene_.shapes.push_back(grain_shape(name, Shape(regular_solid(name, 1))));
        } else {
            const auto path = input_path(name);
            if (!std::filesystem::exists(path)) throw InputError(path.string() + ": no such file");
            auto input = std::find_if(scene_.inputs.begin(), scene_.inputs.end(),
                                      [&](const SceneInput& i) { return i.name == name; });
            if (input == scene_.inputs.end())
                input = scene_.inputs.insert(input, {name, read_text_file(path)});
            scene_.shapes.push_back(ends_with_any(name, {".csv", ".clu"})
                                        ? shape_of_clump(*input, name)
                                        : shape_of_mesh(path, name, 0));
        }
        scene_.shapes.back().place = place(t);
    } catch (const InputError& error) {
        for (const std::string& message : error.messages()) t.fail("shape", message);
    }
}

void SceneReader::read_group_shape(const SceneTable& t, GrainGroup& group) {
    const auto name = t.text("shape");
    for (const char* key : {"attitude_axis", "attitude_angle"})
        if (t.has(key) && !t.has("shape")) t.fail(key, "is only used with shape");
    if (t.has("shape") && t.has("cluster")) t.fail("shape", "give cluster or shape, not both");
    if (!name || *name == "sphere") return;
    const auto add_all = [&] {
        for (std::size_t s = 0; s < scene_.shapes.size(); ++s)
            if (scene_.shapes[s].name == *name) group.shapes.push_back(static_cast<int>(s));
    };
    add_all();
    const bool is_file =
        ends_with_any(*name, {".stl", ".obj", ".off", ".ply", ".csv", ".clu", ".STL", ".OBJ"});
    if (group.shapes.empty() && !is_one_of(*name, shape_names_)) {
        if (is_file || is_one_of(*name, regular_solid_names())) {
            add_shape(t, *name);
            add_all();
        } else {
            std::string known;
            for (const std::string& n : shape_names_) known += fmt::format("\"{}\", ", n);
            t.fail("shape",
                   fmt::format("must be the name of a [[shape]], a regular solid ({}), a file "
                               "(.stl, .obj, .off, .ply, .csv, .clu) or \"sphere\", got \"{}\"{}",
                               fmt::join(regular_solid_names(), ", "), *name,
                               known.empty() ? std::string("; there is no [[shape]]")
                                             : "; named are " + known.substr(0, known.size() - 2)));
        }
    }
    if (!t.has("attitude_axis") && !t.has("attitude_angle")) return;
    const Vec3 axis = t.vector("attitude_axis").value_or(Vec3::UnitZ());
    if (t.has("attitude_axis") && !is_longer_than_zero(t, "attitude_axis", axis)) return;
    const double angle = t.number("attitude_angle").value_or(0) * std::numbers::pi / 180;
    group.attitude = Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()));
}

} // namespace scree
