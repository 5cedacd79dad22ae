// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace scree {

/// Like `resize`, but a vector that must grow does so by a sixteenth rather than to twice its size:
/// lists that are made anew again and again with about the same length stay lean.
template <class T>
void resize_lean(std::vector<T>& values, std::size_t count) {
    if (count > values.capacity()) {
        values.clear(); // nothing to carry over when it moves
        values.reserve(count + count / 16);
    }
    values.resize(count);
}

} // namespace scree
