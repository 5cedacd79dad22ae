// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Just enough JSON to print figures for other programs.
namespace scree {

/// "<" is escaped as well, so that the text may stand inside a page.
inline std::string json_text(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20 || c == '<') {
            out += fmt::format("\\u{:04x}", static_cast<int>(c));
        } else {
            out += c;
        }
    }
    return out + '"';
}

/// An object or array under construction; values print in the order they were added.
class Json {
public:
    static Json object() { return {'{', '}'}; }
    static Json array() { return {'[', ']'}; }

    Json& add(std::string_view key, std::string_view value) { return put(key, json_text(value)); }
    Json& add(std::string_view key, const char* value) { return put(key, json_text(value)); }
    Json& add(std::string_view key, const std::string& value) { return put(key, json_text(value)); }
    Json& add(std::string_view key, bool value) { return put(key, value ? "true" : "false"); }
    Json& add(std::string_view key, double value) { return put(key, number(value)); }
    Json& add(std::string_view key, std::integral auto value) {
        return put(key, std::to_string(value));
    }
    Json& add(std::string_view key, const Json& value) { return put(key, value.text()); }
    Json& add(std::string_view key, std::nullptr_t) { return put(key, "null"); }

    Json& push(const Json& value) { return put_item(value.text()); }
    Json& push(double value) { return put_item(number(value)); }
    Json& push(const std::string& value) { return put_item(json_text(value)); }
    Json& push(std::integral auto value) { return put_item(std::to_string(value)); }

    template <class Range>
    static Json list(const Range& values) {
        Json out = array();
        for (const auto& value : values) out.push(value);
        return out;
    }

    std::string text() const {
        std::string out(1, open_);
        for (std::size_t k = 0; k < items_.size(); ++k) out += (k ? ", " : "") + items_[k];
        return out + close_;
    }

private:
    Json(char open, char close) : open_(open), close_(close) {}
    static std::string number(double value) {
        return std::isfinite(value) ? fmt::format("{}", value) : "null";
    }
    Json& put(std::string_view key, const std::string& value) {
        return put_item(json_text(key) + ": " + value);
    }
    Json& put_item(std::string item) {
        items_.push_back(std::move(item));
        return *this;
    }

    char open_, close_;
    std::vector<std::string> items_;
};

} // namespace scree
