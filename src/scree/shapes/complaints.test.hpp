// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/error.hpp>

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace scree::test {

using Texts = std::vector<std::string>;
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// What a builder complains of; nothing when it does not.
inline Texts complaints(const std::function<void()>& build) {
    try {
        build();
    } catch (const InputError& error) {
        return error.messages();
    }
    return {};
}

} // namespace scree::test
