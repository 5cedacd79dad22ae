// SPDX-License-Identifier: BSD-3-Clause
#include "scene_values.hpp"

#include <scree/base/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace scree {
namespace {

std::string trimmed(const std::string& s) {
    const auto first = s.find_first_not_of(" \t");
    if (first == std::string::npos) return {};
    return s.substr(first, s.find_last_not_of(" \t") - first + 1);
}

/// Where the value on a line ends: at a comment (with the blanks before it) or at the end. Adds the
/// brackets that the line opens and closes to `depth`.
std::size_t end_of_value(const std::string& line, std::size_t from, int& depth) {
    char quote = 0;
    std::size_t end = from;
    for (std::size_t k = from; k < line.size(); ++k) {
        const char c = line[k];
        if (quote != 0) {
            if (c == quote) quote = 0;
        } else if (c == '#') {
            break;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else {
            depth += (c == '[' || c == '{') ? 1 : (c == ']' || c == '}') ? -1 : 0;
        }
        if (c != ' ' && c != '\t') end = k + 1;
    }
    return end;
}

/// The key that a line gives a value to; empty for other lines.
std::string key_of(const std::string& line) {
    const auto equals = line.find('=');
    if (equals == std::string::npos) return {};
    const std::string key = trimmed(line.substr(0, equals));
    return key.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string::npos ? key : "";
}

/// Lines from a header `[name]` or `[[name]]` up to the next; the top of the file has no name.
struct TableSpan {
    std::string kind, given_name;
    std::size_t begin = 0, end = 0; ///< first line after the header; one after the last
};

std::string header_of(const std::string& line) {
    if (line.empty() || line[0] != '[') return {};
    const auto first = line.find_first_not_of('['), last = line.find(']');
    if (first == std::string::npos || last == std::string::npos || last < first) return {};
    return trimmed(line.substr(first, last - first));
}

class SceneText {
public:
    explicit SceneText(const std::string& text) {
        std::istringstream in(text);
        for (std::string line; std::getline(in, line);) lines_.push_back(line);
    }

    void set(const std::string& setting) {
        const auto equals = setting.find('=');
        if (equals == std::string::npos)
            throw InputError("--set: must be KEY=VALUE, got \"" + setting + "\"");
        const std::string path = trimmed(setting.substr(0, equals));
        const auto dot = path.rfind('.');
        const TableSpan table =
            dot == std::string::npos ? tables().front() : find(path, path.substr(0, dot));
        const std::string key = dot == std::string::npos ? path : path.substr(dot + 1);
        put(table, key, trimmed(setting.substr(equals + 1)));
    }

    std::string text() const { return fmt::format("{}\n", fmt::join(lines_, "\n")); }

private:
    std::vector<TableSpan> tables() const {
        std::vector<TableSpan> all(1);
        for (std::size_t k = 0; k < lines_.size(); ++k) {
            if (const std::string kind = header_of(lines_[k]); !kind.empty())
                all.push_back({kind, "", k + 1, 0});
            all.back().end = k + 1;
            if (all.back().begin > k || key_of(lines_[k]) != "name") continue;
            const auto quote = lines_[k].find('"');
            all.back().given_name =
                lines_[k].substr(quote + 1, lines_[k].find('"', quote + 1) - quote - 1);
        }
        return all;
    }

    TableSpan find(const std::string& path, const std::string& wanted) const {
        const auto dot = wanted.find('.');
        const std::string which = dot == std::string::npos ? "" : wanted.substr(dot + 1);
        std::vector<TableSpan> whole, some;
        std::vector<std::string> kinds, names;
        for (const TableSpan& t : tables()) {
            if (t.kind.empty()) continue;
            if (std::ranges::find(kinds, t.kind) == kinds.end()) kinds.push_back(t.kind);
            if (t.kind == wanted) whole.push_back(t);
            if (t.kind != wanted.substr(0, dot)) continue;
            names.push_back(t.given_name.empty() ? std::to_string(names.size() + 1) : t.given_name);
            if (t.given_name == which || std::to_string(names.size()) == which) some.push_back(t);
        }
        if (whole.size() == 1) return whole.front();
        if (some.size() == 1) return some.front();
        if (names.empty())
            throw InputError(fmt::format("--set: {}: there is no table \"{}\"; the scene has {}",
                                         path, wanted, fmt::join(kinds, ", ")));
        const std::string kind = wanted.substr(0, dot);
        throw InputError(fmt::format("--set: {}: {}; the scene has {}.{}", path,
                                     which.empty() ? "which one" : "there is none of that name",
                                     kind, fmt::join(names, fmt::format(", {}.", kind))));
    }

    void put(const TableSpan& table, const std::string& key, const std::string& value) {
        std::size_t at = table.begin;
        while (at < table.end && key_of(lines_[at]) != key) ++at;
        if (at == table.end) { // not there yet: first of the table, but after opening comments
            at = table.begin;
            while (at < table.end && (lines_[at].empty() || lines_[at][0] == '#')) ++at;
            const auto place = lines_.begin() + static_cast<std::ptrdiff_t>(at);
            lines_.insert(place, fmt::format("{} = {}", key, value));
            return;
        }
        std::string& line = lines_[at];
        const std::size_t begin = line.find('=') + 1;
        int depth = 0;
        const std::size_t end = end_of_value(line, begin, depth);
        line.replace(begin, end - begin, " " + value);
        const auto next = lines_.begin() + static_cast<std::ptrdiff_t>(at) + 1;
        auto last = next;
        for (; depth > 0 && last != lines_.end(); ++last) end_of_value(*last, 0, depth);
        lines_.erase(next, last);
    }

    std::vector<std::string> lines_;
};

} // namespace

std::string with_values(const std::string& text, const std::vector<std::string>& settings) {
    SceneText scene(text);
    for (const std::string& setting : settings) scene.set(setting);
    return scene.text();
}

} // namespace scree
