// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/error.hpp>
#include <scree/base/vec3.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

// Lines and words of the text formats.
namespace scree::detail {

inline bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

inline std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

enum class LongLines { no, by_backslash };

/// Walks through a text line by line; comments begin with #.
class MeshLines {
public:
    /// `lines_before`: of the file, in front of the text.
    MeshLines(const std::string& name, std::string_view text, LongLines long_lines = LongLines::no,
              std::size_t lines_before = 0)
        : name_(name), rest_(text), long_lines_(long_lines), line_(lines_before),
          first_(lines_before) {}

    /// The words of the next line that has any; empty at the end of the file.
    std::vector<std::string_view> next() {
        std::vector<std::string_view> words;
        while (words.empty() && !rest_.empty()) {
            bool goes_on = true;
            first_ = line_ + 1;
            while (goes_on && !rest_.empty()) goes_on = take_line(words);
        }
        return words;
    }

    [[noreturn]] void fail(const std::string& message) const {
        throw InputError(name_ + ":" + std::to_string(first_) + ": " + message);
    }
    [[noreturn]] void fail_at_end(const std::string& message) const {
        throw InputError(name_ + ":" + std::to_string(line_) + ": the file ends here, " + message);
    }

    double number(std::string_view word) const {
        const std::string_view digits = word.substr(!word.empty() && word[0] == '+' ? 1 : 0);
        double value = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc() && error != std::errc::result_out_of_range)
            fail("expected a number, got \"" + shortened(word) + "\"");
        if (end != digits.data() + digits.size())
            fail("expected a number, got \"" + shortened(word) + "\"");
        // Too small to be told from zero is zero; too large is as wrong as infinity.
        if (error == std::errc::result_out_of_range) value = tiny_or_huge(digits);
        if (!std::isfinite(value))
            fail("a coordinate must be finite, got \"" + shortened(word) + "\"");
        return value;
    }

    long long integer(std::string_view word) const {
        long long value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc() || end != word.data() + word.size())
            fail("expected a whole number, got \"" + shortened(word) + "\"");
        return value;
    }

    /// Three coordinates at the words `from` and after.
    Vec3 point(const std::vector<std::string_view>& words, std::size_t from) const {
        if (words.size() < from + 3)
            fail("expected 3 coordinates, got " + std::to_string(words.size() - from));
        return {number(words[from]), number(words[from + 1]), number(words[from + 2])};
    }

    /// Bytes of a binary file that went the wrong way must not fill the screen.
    static std::string shortened(std::string_view word) {
        std::string out(word.substr(0, 24));
        for (char& c : out)
            if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126) c = '?';
        return word.size() > 24 ? out + "…" : out;
    }

private:
    static double tiny_or_huge(std::string_view digits) {
        const auto exponent = digits.find_first_of("eE");
        const bool is_tiny = exponent != std::string_view::npos && exponent + 1 < digits.size() &&
                             digits[exponent + 1] == '-';
        return is_tiny ? 0 : HUGE_VAL;
    }

    /// True if the line goes on in the next.
    bool take_line(std::vector<std::string_view>& words) {
        ++line_;
        const std::size_t length = std::min(rest_.find('\n'), rest_.size());
        std::string_view text = rest_.substr(0, length);
        rest_.remove_prefix(std::min(length + 1, rest_.size()));
        text = text.substr(0, text.find('#'));
        while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
        const bool goes_on =
            long_lines_ == LongLines::by_backslash && !text.empty() && text.back() == '\\';
        if (goes_on) text.remove_suffix(1);
        for (std::size_t i = 0; i < text.size();) {
            std::size_t end = i;
            while (end < text.size() && !is_blank(text[end])) ++end;
            if (end > i) words.push_back(text.substr(i, end - i));
            i = end + 1;
        }
        return goes_on;
    }

    std::string name_;
    std::string_view rest_;
    LongLines long_lines_;
    std::size_t line_, first_;
};

} // namespace scree::detail
