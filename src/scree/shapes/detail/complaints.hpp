// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/error.hpp>
#include <scree/base/vec3.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

// How the builders of shapes and walls say what is wrong with their arguments.
namespace scree::detail {

/// Shortest text that reads back as the same number.
inline std::string text(double value) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

inline std::string text(const Vec3& v) {
    std::string out = "(";
    out += text(v.x()) + ", " + text(v.y()) + ", " + text(v.z()) + ")";
    return out;
}

/// Collects every mistake of one builder call and throws them together.
class Complaints {
public:
    /// Says `key: must …, got …` unless the claim holds. NaN fails every comparison, as it should.
    template <class Value>
    void unless(bool claim, const std::string& key, const std::string& must, const Value& got) {
        if (!claim) messages_.push_back(key + ": must " + must + ", got " + text(got));
    }
    void add(std::string message) { messages_.push_back(std::move(message)); }
    void finite(const std::string& key, const Vec3& v) {
        unless(v.allFinite(), key, "be finite", v);
    }
    void positive(const std::string& key, double value) {
        unless(value > 0 && std::isfinite(value), key, "be > 0", value);
    }
    void not_negative(const std::string& key, double value) {
        unless(value >= 0 && std::isfinite(value), key, "be >= 0", value);
    }
    void direction(const std::string& key, const Vec3& v) {
        finite(key, v);
        unless(v != Vec3::Zero(), key, "not be zero", v);
    }
    void raise() const {
        if (!messages_.empty()) throw InputError(messages_);
    }

private:
    std::vector<std::string> messages_;
};

} // namespace scree::detail
