// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>
#include <scree/io/scene_keys.hpp>

// toml++ asserts on some malformed headers such as "[.a]" (its issue 294) although its parser goes
// on to report them properly. Bad input must never abort.
#define TOML_ASSERT(claim) static_cast<void>(0) // NOLINT(readability-identifier-naming)
#include <toml++/toml.h>

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace scree {

/// Collects the mistakes of one file.
class SceneProblems {
public:
    explicit SceneProblems(std::string file) : file_(std::move(file)) {}

    /// `line` 0: the file as a whole.
    void add(std::size_t line, const std::string& what);
    void throw_if_any() const; ///< InputError, sorted by line
    const std::string& file() const { return file_; }

private:
    struct Problem {
        std::size_t line;
        std::string text;
    };
    std::string file_;
    std::vector<Problem> problems_;
};

/// One TOML table seen through its key tables. Construction reports unknown and missing keys and
/// every value of the wrong type or outside its limits; the getters then return what is good, and
/// nothing for a key that is absent or already reported.
class SceneTable {
public:
    /// `path` names the table in messages ("material.glass"); `keys` are joined. `variant` says
    /// what chose the second key table, e.g. `type "box"`, for the message on unknown keys.
    SceneTable(const toml::table& table, std::string path, std::vector<const KeyTable*> keys,
               SceneProblems& problems, const std::string& variant = "");

    std::optional<double> number(std::string_view key) const;
    std::optional<std::int64_t> whole(std::string_view key) const;
    std::optional<std::string> text(std::string_view key) const;
    std::vector<std::string> texts(std::string_view key) const;
    std::optional<Vec3> vector(std::string_view key) const;
    std::vector<Vec3> vectors(std::string_view key) const;
    std::vector<double> numbers(std::string_view key) const;
    std::optional<std::array<double, 2>> pair(std::string_view key) const;
    const toml::table* table(std::string_view key) const;
    std::vector<const toml::table*> tables(std::string_view key) const;

    bool has(std::string_view key) const { return table_.contains(key); }
    void fail(const std::string& what) const; ///< about the table as a whole
    void fail(std::string_view key, const std::string& what) const;
    std::size_t line() const { return table_.source().begin.line; }
    std::size_t line(std::string_view key) const;
    const std::string& path() const { return path_; }
    SceneProblems& problems() const { return problems_; }

private:
    const toml::node* good(std::string_view key) const;
    const Key* find(std::string_view key) const;
    void report_unknown(const std::string& key, const toml::node& node,
                        const std::string& variant) const;
    bool check(const Key& key, const toml::node& node) const;
    bool check_number(const Key& key, const toml::node& node) const;
    bool check_numbers(const Key& key, const toml::node& node, std::size_t count) const;
    bool check_text(const Key& key, const toml::node& node) const;
    bool check_list(const Key& key, const toml::node& node) const;
    bool wrong(const Key& key, const toml::node& node, const std::string& what) const;
    std::string full(std::string_view key) const;

    const toml::table& table_;
    std::string path_;
    std::vector<const KeyTable*> keys_;
    SceneProblems& problems_;
    std::set<std::string, std::less<>> bad_;
};

/// The key tables and the word that chooses among the variants ("wall", "type" → "wall plane").
/// Without a valid choice only the choice itself is checked: what else is allowed is unknown.
/// `shown`: the path in messages, where it is not that of the key tables.
struct VariantTable {
    std::string choice; ///< "" when it was missing or wrong, and has been reported
    std::optional<SceneTable> table;
};
VariantTable read_variant(const toml::table& table, const std::string& path,
                          std::string_view selector, SceneProblems& problems,
                          const std::string& shown = "");

} // namespace scree
