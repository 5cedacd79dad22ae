// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

// As much of JSON as the published cases need: no escapes in strings. What is not JSON throws.
namespace scree::test {

struct JsonValue {
    std::variant<std::nullptr_t, bool, double, std::string> scalar = nullptr;
    std::vector<JsonValue> items;
    std::map<std::string, JsonValue> members;

    bool has(const std::string& key) const { return members.contains(key); }
    /// There, and not null.
    bool gives(const std::string& key) const {
        return has(key) && !(at(key).items.empty() && at(key).members.empty() &&
                             std::holds_alternative<std::nullptr_t>(at(key).scalar));
    }
    const JsonValue& at(const std::string& key) const { return members.at(key); }
    bool is_true(const std::string& key) const {
        return has(key) && std::get<bool>(at(key).scalar);
    }
    double number() const { return std::get<double>(scalar); }
    const std::string& text() const { return std::get<std::string>(scalar); }
    std::vector<double> numbers() const {
        std::vector<double> out;
        for (const JsonValue& item : items) out.push_back(item.number());
        return out;
    }
    Vec3 vector() const {
        return {items.at(0).number(), items.at(1).number(), items.at(2).number()};
    }
    std::vector<Vec3> vectors() const {
        std::vector<Vec3> out;
        for (const JsonValue& item : items) out.push_back(item.vector());
        return out;
    }
};

class JsonReader {
public:
    explicit JsonReader(const std::string& text) : text_(text) {}

    JsonValue document() {
        JsonValue v = value();
        skip_space();
        if (at_ != text_.size()) fail("the end");
        return v;
    }

private:
    JsonValue value() { // NOLINT(misc-no-recursion): as deep as the file, which is ours
        switch (peek()) {
        case '{':
            return object();
        case '[':
            return array();
        case '"':
            return {string(), {}, {}};
        case 't':
            return word("true", true);
        case 'f':
            return word("false", false);
        case 'n':
            return word("null", nullptr);
        default:
            return number();
        }
    }

    JsonValue object() { // NOLINT(misc-no-recursion)
        JsonValue v;
        take("{");
        if (peek() == '}') return take("}"), v;
        do {
            std::string key = string();
            take(":");
            v.members.emplace(std::move(key), value());
        } while (take(",}") == ',');
        return v;
    }

    JsonValue array() { // NOLINT(misc-no-recursion)
        JsonValue v;
        take("[");
        if (peek() == ']') return take("]"), v;
        do v.items.push_back(value());
        while (take(",]") == ',');
        return v;
    }

    std::string string() {
        take("\"");
        const std::size_t end = text_.find_first_of("\"\\", at_);
        if (end == std::string::npos || text_[end] == '\\') fail("a string without escapes");
        std::string out = text_.substr(at_, end - at_);
        at_ = end + 1;
        return out;
    }

    template <class T>
    JsonValue word(const std::string& name, T meaning) {
        if (text_.compare(at_, name.size(), name) != 0) fail(name);
        at_ += name.size();
        return {meaning, {}, {}};
    }

    JsonValue number() {
        char* end = nullptr;
        const double number = std::strtod(text_.c_str() + at_, &end);
        const auto stop = static_cast<std::size_t>(end - text_.c_str());
        if (stop == at_) fail("a value");
        at_ = stop;
        return {number, {}, {}};
    }

    void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
    char peek() {
        skip_space();
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    char take(const std::string& wanted) {
        const char c = peek();
        if (c == '\0' || wanted.find(c) == std::string::npos) fail("one of " + wanted);
        ++at_;
        return c;
    }
    [[noreturn]] void fail(const std::string& wanted) const {
        throw std::runtime_error("character " + std::to_string(at_) + ": expected " + wanted);
    }

    const std::string& text_;
    std::size_t at_ = 0;
};

/// The path of a file of cases that broke other libraries; they are not ours to keep here.
inline std::string gjk_case_path(const std::string& name) {
    return std::string(SCREE_SOURCE_DIR) + "/../shared/data/gjk_cases/" + name;
}

/// Nothing when there is no such file.
inline std::optional<JsonValue> read_json(const std::string& path) {
    std::ifstream file(path);
    if (!file) return std::nullopt;
    std::ostringstream text;
    text << file.rdbuf();
    const std::string whole = text.str();
    return JsonReader(whole).document();
}

} // namespace scree::test
