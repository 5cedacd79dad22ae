// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/assert.hpp>

#include <cstdio>
#include <cstdlib>

namespace scree {

void assertion_failed(const char* claim, const char* file, int line) {
    std::fprintf(stderr, "scree: internal claim does not hold: %s (%s:%d)\n", claim, file, line);
    std::abort();
}

} // namespace scree
