// SPDX-License-Identifier: BSD-3-Clause
//
// Size distributions of a scene file, and the files it refers to.
#include <scree/base/error.hpp>
#include <scree/io/detail/scene_parts.hpp>
#include <scree/io/files.hpp>
#include <scree/io/grain_tables.hpp>
#include <scree/io/scene_file.hpp>
#include <scree/scene/size_ends.hpp>

namespace scree {
namespace {

std::optional<SizeLaw> closed_law(const SceneTable& t, const std::string& type) {
    for (const std::string_view key :
         {"min", "max", "mean", "deviation", "median", "sigma", "scale", "shape"})
        if (t.has(key) && !t.number(key)) return {}; // reported already
    for (const Key& key : scene_keys("grains.distribution " + type).keys)
        if (key.fallback == "required" && !t.has(key.name)) return {};
    const auto value = [&](std::string_view key) { return t.number(key).value_or(0); };
    const double min = value("min"), max = value("max");
    SizeLaw law = UniformSizes{min, max};
    if (type == "normal") law = NormalSizes{value("mean"), value("deviation"), min, max};
    if (type == "lognormal") law = LognormalSizes{value("median"), value("sigma"), min, max};
    if (type == "weibull") law = WeibullSizes{value("scale"), value("shape"), min, max};
    law = with_default_ends(law);
    const std::string fault = fault_of_ends(law);
    if (fault.empty()) return law;
    t.fail(fault);
    return {};
}

} // namespace

std::filesystem::path stored_input_file(const std::filesystem::path& folder,
                                        const std::string& name) {
    std::string flat;
    for (const char c : name) flat += c == '/' ? "%2F" : c == '%' ? "%25" : std::string(1, c);
    return folder / "scene_files" / flat;
}

const SceneInput* SceneReader::read_input(const SceneTable& t) {
    const auto name = t.text("file");
    if (!name) return nullptr;
    for (const SceneInput& known : scene_.inputs)
        if (known.name == *name) return &known;
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(problems_.file()).parent_path();
    const fs::path stored = stored_input_file(folder, *name);
    std::error_code ignored;
    const fs::path path = fs::exists(stored, ignored) ? stored : folder / *name;
    try {
        if (!fs::exists(path, ignored)) throw InputError(path.string() + ": no such file");
        if (fs::is_directory(path, ignored))
            throw InputError(path.string() + ": is a folder, not a file");
        scene_.inputs.push_back({*name, read_text_file(path)});
        return &scene_.inputs.back();
    } catch (const InputError& e) {
        t.fail("file", e.what());
        return nullptr;
    }
}

void SceneReader::read_distribution(const SceneTable& grains, GrainGroup& group) {
    const toml::table* table = grains.table("distribution");
    if (table == nullptr) return;
    const auto [type, t] = read_variant(*table, "grains.distribution", "type", problems_);
    if (!t) return;
    const bool by_mass = t->text("by").value_or(type == "sieve" ? "mass" : "number") == "mass";
    if (type != "sieve") {
        if (auto law = closed_law(*t, type)) group.distribution = {std::move(*law), by_mass};
        return;
    }
    const SceneInput* input = read_input(*t);
    if (input == nullptr) return;
    try {
        const double unit = t->text("unit") == "mm" ? 1e-3 : 1;
        group.distribution = {parse_sieve_curve(input->text, input->name, unit), by_mass};
    } catch (const InputError& e) {
        for (const std::string& message : e.messages()) t->fail("file", message);
    }
}

void SceneReader::read_grain_file(const SceneTable& t, GrainGroup& group) {
    for (const char* key : {"radius", "spread", "classes", "share_by", "distribution"})
        if (t.has(key)) t.fail(key, "is not used with fill \"file\": the file has the sizes");
    const SceneInput* input = read_input(t);
    if (input == nullptr) return;
    try {
        group.fill = parse_grain_table(input->text, input->name);
    } catch (const InputError& e) {
        for (const std::string& message : e.messages()) t.fail("file", message);
    }
}

} // namespace scree
