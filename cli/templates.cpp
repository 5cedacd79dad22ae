// SPDX-License-Identifier: BSD-3-Clause
#include "templates.hpp"
#include "scene_values.hpp"
#include "template_files.hpp"

#include <scree/base/assert.hpp>
#include <scree/base/error.hpp>

#include <algorithm>
#include <sstream>

namespace scree {
namespace {

/// One entry of variants.txt.
struct Variant {
    std::string name, of, about;
    std::vector<std::string> settings;
};

std::vector<Variant> read_variants(const std::string& text) {
    std::vector<Variant> all;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        if (line[0] == ' ') {
            all.back().settings.push_back(line);
            continue;
        }
        const auto of = line.find(" of "), colon = line.find(": ");
        SCREE_ASSERT(of != std::string::npos && colon != std::string::npos && of < colon);
        all.push_back(
            {line.substr(0, of), line.substr(of + 4, colon - of - 4), line.substr(colon + 2), {}});
    }
    return all;
}

const Template* find_in(const std::vector<Template>& all, const std::string& name) {
    const auto found = std::ranges::find(all, name, &Template::name);
    return found == all.end() ? nullptr : &*found;
}

/// The text with its first line replaced, which describes it.
std::string described(const std::string& text, const std::string& about) {
    return "# " + about + text.substr(text.find('\n'));
}

std::vector<Template> all_templates() {
    std::vector<Template> all = template_files();
    for (const Variant& v : read_variants(template_variants())) {
        const Template* base = find_in(all, v.of);
        SCREE_ASSERT(base != nullptr);
        all.push_back({v.name, with_values(described(base->text, v.about), v.settings)});
    }
    std::ranges::sort(all, {}, &Template::name);
    return all;
}

} // namespace

const std::vector<Template>& templates() {
    static const std::vector<Template> all = all_templates();
    return all;
}

const Template& find_template(const std::string& name) {
    if (const Template* found = find_in(templates(), name)) return *found;
    std::vector<std::string> names;
    for (const Template& t : templates()) names.push_back(t.name);
    const std::string near = nearest_word(name, names);
    throw InputError(
        "new: no template \"" + name + "\"" +
        (near.empty() ? "; see scree new --list" : "; did you mean \"" + near + "\"?"));
}

} // namespace scree
