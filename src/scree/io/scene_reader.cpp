// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/io/detail/scene_reader.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

// What was found, in words: `a string "four"`, `an array of 2 values`.
std::string found(const toml::node& node) {
    if (const auto* s = node.as_string()) return fmt::format("a string \"{}\"", s->get());
    if (const auto* i = node.as_integer()) return fmt::format("{}", i->get());
    if (const auto* f = node.as_floating_point()) return fmt::format("{}", f->get());
    if (const auto* b = node.as_boolean()) return b->get() ? "true" : "false";
    if (const auto* a = node.as_array())
        return a->size() == 1 ? "an array of 1 value"
                              : fmt::format("an array of {} values", a->size());
    if (node.is_table()) return "a table";
    return "a date or time";
}

std::string expected(KeyKind kind) {
    switch (kind) {
    case KeyKind::number:
        return "a number";
    case KeyKind::whole:
        return "a whole number";
    case KeyKind::text:
    case KeyKind::word:
        return "a string";
    case KeyKind::words:
        return "a list of strings";
    case KeyKind::names:
        return R"(two strings ["a", "b"])";
    case KeyKind::vector:
        return "three numbers [x, y, z]";
    case KeyKind::numbers:
        return "a list of numbers";
    case KeyKind::vectors:
        return "a list of positions [[x, y, z], ...]";
    case KeyKind::pair:
        return "two numbers [a, b]";
    case KeyKind::table:
        return "a table";
    case KeyKind::tables:
        return "a list of tables";
    }
    return "";
}

// How the user would write the key: the tables at the top of the file by their headers.
std::string as_header(const Key& key) {
    if (key.name == "material" && key.kind == KeyKind::table) return "[material.NAME]";
    if (key.kind == KeyKind::tables) return fmt::format("[[{}]]", key.name);
    return std::string(key.name);
}

bool is_whole(const toml::node& node) {
    if (node.is_integer()) return true;
    const auto* f = node.as_floating_point();
    return f != nullptr && std::isfinite(f->get()) && std::abs(f->get()) < 0x1p63 &&
           f->get() == std::floor(f->get());
}

double number_of(const toml::node& node) {
    if (const auto* i = node.as_integer()) return static_cast<double>(i->get());
    return node.as_floating_point()->get();
}

Vec3 vector_of(const toml::array& a) { return {number_of(a[0]), number_of(a[1]), number_of(a[2])}; }

} // namespace

void SceneProblems::add(std::size_t line, const std::string& what) {
    problems_.push_back({line, line == 0 ? fmt::format("{}: {}", file_, what)
                                         : fmt::format("{}:{}: {}", file_, line, what)});
}

void SceneProblems::throw_if_any() const {
    if (problems_.empty()) return;
    std::vector<Problem> sorted = problems_;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Problem& a, const Problem& b) { return a.line < b.line; });
    std::vector<std::string> messages;
    messages.reserve(sorted.size());
    for (Problem& p : sorted) messages.push_back(std::move(p.text));
    throw InputError(std::move(messages));
}

SceneTable::SceneTable(const toml::table& table, std::string path,
                       std::vector<const KeyTable*> keys, SceneProblems& problems,
                       const std::string& variant)
    : table_(table), path_(std::move(path)), keys_(std::move(keys)), problems_(problems) {
    for (const auto& [name, node] : table_) {
        const std::string key(name.str());
        if (const Key* known = find(key)) {
            if (!check(*known, node)) bad_.insert(key);
        } else {
            report_unknown(key, node, variant);
        }
    }
    for (const KeyTable* part : keys_)
        for (const Key& key : part->keys)
            if (key.fallback == "required" && !has(key.name)) fail("needs " + as_header(key));
}

const Key* SceneTable::find(std::string_view key) const {
    for (const KeyTable* part : keys_)
        for (const Key& k : part->keys)
            if (k.name == key) return &k;
    return nullptr;
}

void SceneTable::report_unknown(const std::string& key, const toml::node& node,
                                const std::string& variant) const {
    std::vector<std::string> known;
    for (const KeyTable* part : keys_)
        for (const Key& k : part->keys) known.emplace_back(k.name);
    const std::string near = nearest_word(key, known);
    const std::string help = near.empty() ? fmt::format("allowed: {}", fmt::join(known, ", "))
                                          : fmt::format("did you mean \"{}\"?", near);
    problems_.add(node.source().begin.line,
                  fmt::format("{}: unknown key{}{}; {}", full(key), variant.empty() ? "" : " for ",
                              variant, help));
}

bool SceneTable::wrong(const Key& key, const toml::node& node, const std::string& what) const {
    problems_.add(node.source().begin.line, fmt::format("{}: {}", full(key.name), what));
    return false;
}

bool SceneTable::check(const Key& key, const toml::node& node) const {
    switch (key.kind) {
    case KeyKind::number:
    case KeyKind::whole:
        return check_number(key, node);
    case KeyKind::text:
    case KeyKind::word:
        return check_text(key, node);
    case KeyKind::vector:
        return check_numbers(key, node, 3);
    case KeyKind::pair:
        return check_numbers(key, node, 2);
    case KeyKind::words:
    case KeyKind::names:
    case KeyKind::vectors:
    case KeyKind::numbers:
    case KeyKind::tables:
        return check_list(key, node);
    case KeyKind::table:
        return node.is_table() || wrong(key, node, "must be a table, got " + found(node));
    }
    return false;
}

bool SceneTable::check_number(const Key& key, const toml::node& node) const {
    const bool is_right = key.kind == KeyKind::whole ? is_whole(node) : node.is_number();
    if (!is_right)
        return wrong(key, node, fmt::format("must be {}, got {}", expected(key.kind), found(node)));
    const double value = number_of(node);
    if (!std::isfinite(value))
        return wrong(key, node, fmt::format("must be a finite number, got {}", value));
    if (!key.limits.allow(value))
        return wrong(key, node, fmt::format("must be {}, got {}", key.limits.text(), found(node)));
    return true;
}

bool SceneTable::check_numbers(const Key& key, const toml::node& node, std::size_t count) const {
    const std::string must = expected(count == 3 ? KeyKind::vector : KeyKind::pair);
    const auto* array = node.as_array();
    if (array == nullptr || array->size() != count)
        return wrong(key, node, fmt::format("must be {}, got {}", must, found(node)));
    for (const toml::node& element : *array) {
        if (!element.is_number())
            return wrong(key, element,
                         fmt::format("must be {}, got {} in it", must, found(element)));
        const double value = number_of(element);
        if (!std::isfinite(value))
            return wrong(key, element, fmt::format("must be finite numbers, got {}", value));
        if (!key.limits.allow(value))
            return wrong(key, element,
                         fmt::format("must be {}, got {}", key.limits.text(), found(element)));
    }
    return true;
}

bool SceneTable::check_text(const Key& key, const toml::node& node) const {
    const auto* text = node.as_string();
    if (text == nullptr) return wrong(key, node, "must be a string, got " + found(node));
    if (text->get().empty()) return wrong(key, node, "must not be empty");
    if (key.words.empty()) return true;
    if (std::find(key.words.begin(), key.words.end(), text->get()) != key.words.end()) return true;
    const std::string near = nearest_word(text->get(), {key.words.begin(), key.words.end()});
    return wrong(key, node,
                 fmt::format(R"(must be {}"{}", got "{}"{})", key.words.size() > 1 ? "one of " : "",
                             fmt::join(key.words, "\", \""), text->get(),
                             near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
}

bool SceneTable::check_list(const Key& key, const toml::node& node) const {
    const auto* array = node.as_array();
    if (key.kind == KeyKind::tables && node.is_table())
        return wrong(key, node,
                     fmt::format("is a list of tables: write [[{}]], not [{}]", full(key.name),
                                 full(key.name)));
    const bool is_right_size = array != nullptr &&
                               (key.kind != KeyKind::names || array->size() == 2) &&
                               (key.kind == KeyKind::words || !array->empty());
    if (!is_right_size)
        return wrong(key, node, fmt::format("must be {}, got {}", expected(key.kind), found(node)));
    bool is_good = true;
    for (const toml::node& element : *array) {
        if (key.kind == KeyKind::vectors)
            is_good = check_numbers(key, element, 3) && is_good;
        else if (key.kind == KeyKind::numbers)
            is_good = check_number(key, element) && is_good;
        else if (key.kind == KeyKind::tables)
            is_good = (element.is_table() ||
                       wrong(key, element, "must hold only tables, got " + found(element))) &&
                      is_good;
        else
            is_good = check_text(key, element) && is_good;
    }
    return is_good;
}

std::string SceneTable::full(std::string_view key) const {
    return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

std::size_t SceneTable::line(std::string_view key) const {
    const toml::node* node = table_.get(key);
    return node == nullptr ? line() : node->source().begin.line;
}

void SceneTable::fail(const std::string& what) const {
    problems_.add(path_.empty() ? 0 : line(), path_.empty() ? what : path_ + ": " + what);
}

void SceneTable::fail(std::string_view key, const std::string& what) const {
    problems_.add(line(key), full(key) + ": " + what);
}

const toml::node* SceneTable::good(std::string_view key) const {
    return bad_.contains(key) ? nullptr : table_.get(key);
}

std::optional<double> SceneTable::number(std::string_view key) const {
    const toml::node* node = good(key);
    if (node == nullptr) return {};
    return number_of(*node);
}

std::optional<std::int64_t> SceneTable::whole(std::string_view key) const {
    const toml::node* node = good(key);
    if (node == nullptr) return {};
    if (const auto* i = node->as_integer()) return i->get();
    return static_cast<std::int64_t>(number_of(*node));
}

std::optional<std::string> SceneTable::text(std::string_view key) const {
    const toml::node* node = good(key);
    return node == nullptr ? std::nullopt : node->value<std::string>();
}

std::vector<std::string> SceneTable::texts(std::string_view key) const {
    std::vector<std::string> out;
    if (const toml::node* node = good(key))
        for (const toml::node& element : *node->as_array())
            out.push_back(element.value<std::string>().value());
    return out;
}

std::optional<Vec3> SceneTable::vector(std::string_view key) const {
    const toml::node* node = good(key);
    if (node == nullptr) return {};
    return vector_of(*node->as_array());
}

std::vector<Vec3> SceneTable::vectors(std::string_view key) const {
    std::vector<Vec3> out;
    if (const toml::node* node = good(key))
        for (const toml::node& element : *node->as_array())
            out.push_back(vector_of(*element.as_array()));
    return out;
}

std::vector<double> SceneTable::numbers(std::string_view key) const {
    std::vector<double> out;
    if (const toml::node* node = good(key))
        for (const toml::node& element : *node->as_array()) out.push_back(number_of(element));
    return out;
}

std::optional<std::array<double, 2>> SceneTable::pair(std::string_view key) const {
    const toml::node* node = good(key);
    if (node == nullptr) return {};
    const toml::array& a = *node->as_array();
    return std::array{number_of(a[0]), number_of(a[1])};
}

const toml::table* SceneTable::table(std::string_view key) const {
    const toml::node* node = good(key);
    return node == nullptr ? nullptr : node->as_table();
}

std::vector<const toml::table*> SceneTable::tables(std::string_view key) const {
    std::vector<const toml::table*> out;
    if (const toml::node* node = good(key))
        for (const toml::node& element : *node->as_array()) out.push_back(element.as_table());
    return out;
}

VariantTable read_variant(const toml::table& table, const std::string& path,
                          std::string_view selector, SceneProblems& problems,
                          const std::string& shown) {
    const std::string& name = shown.empty() ? path : shown;
    const KeyTable& common = scene_keys(path);
    const auto chooser = std::find_if(common.keys.begin(), common.keys.end(),
                                      [&](const Key& k) { return k.name == selector; });
    const auto chosen = table[selector].value<std::string>();
    if (chosen &&
        std::find(chooser->words.begin(), chooser->words.end(), *chosen) != chooser->words.end()) {
        const KeyTable& own = scene_keys(fmt::format("{} {}", path, *chosen));
        return {*chosen, SceneTable(table, name, {&common, &own}, problems,
                                    fmt::format("{} \"{}\"", selector, *chosen))};
    }
    KeyTable any = common;
    for (const std::string_view word : chooser->words)
        for (Key key : scene_keys(fmt::format("{} {}", path, word)).keys) {
            key.fallback = "";
            any.keys.push_back(key);
        }
    const SceneTable reports_only(table, name, {&any}, problems);
    return {};
}

} // namespace scree
