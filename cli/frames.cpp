// SPDX-License-Identifier: BSD-3-Clause
#include "frames.hpp"

#include <scree/base/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace scree {
namespace {

/// Numbers separated by colons; empty when the text is anything else.
std::vector<std::int64_t> numbers_of(const std::string& text) {
    std::vector<std::int64_t> numbers;
    const char* at = text.c_str();
    for (;;) {
        char* end = nullptr;
        numbers.push_back(std::strtoll(at, &end, 10));
        if (end == at) return {};
        if (*end == '\0') return numbers;
        if (*end != ':') return {};
        at = end + 1;
    }
}

} // namespace

std::vector<std::int64_t> chosen_frames(const RunFolder& folder, const std::string& which) {
    auto all = folder.frames();
    if (all.empty()) throw InputError(folder.path().string() + ": has no frames yet");
    if (which == "all") return all;
    if (which == "last") return {all.back()};
    if (which == "first") return {all.front()};
    auto range = numbers_of(which);
    if (range.empty() || range.size() > 3 || (range.size() == 3 && range[2] < 1))
        throw InputError("--frame: must be first, last, all, a number, A:B or A:B:STEP, got \"" +
                         which + "\"");
    if (range.size() == 1) range.push_back(range[0]);
    if (range.size() == 2) range.push_back(1);
    std::vector<std::int64_t> chosen;
    for (const std::int64_t index : all)
        if (index >= range[0] && index <= range[1] && (index - range[0]) % range[2] == 0)
            chosen.push_back(index);
    if (chosen.empty())
        throw InputError(fmt::format("--frame: {} has frames {} to {}, got {}",
                                     folder.path().string(), all.front(), all.back(), which));
    return chosen;
}

} // namespace scree
