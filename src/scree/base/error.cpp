// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>

#include <algorithm>
#include <numeric>

namespace scree {
namespace {

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const auto& line : lines) {
        if (!text.empty()) text += '\n';
        text += line;
    }
    return text;
}

std::size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

} // namespace

InputError::InputError(std::string message)
    : InputError(std::vector<std::string>{std::move(message)}) {}

InputError::InputError(std::vector<std::string> messages)
    : std::runtime_error(joined(messages)), messages_(std::move(messages)) {}

std::string nearest_word(const std::string& word, const std::vector<std::string>& known) {
    std::string best;
    std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const auto& candidate : known) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < best_distance) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
    const std::string near = nearest_word(word, known);
    if (!near.empty()) return "; did you mean \"" + near + "\"?";
    std::string all;
    for (const std::string& name : known) all += (all.empty() ? "" : ", ") + name;
    return "; must be one of " + all;
}

} // namespace scree
