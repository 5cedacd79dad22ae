// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Asserts state what the code itself guarantees; user input is checked at the door (InputError).
// SCREE_ASSERT_LEVEL: 0 shipped build, 1 cheap asserts, 2 also the slow validators.
#ifndef SCREE_ASSERT_LEVEL
#define SCREE_ASSERT_LEVEL 0
#endif

namespace scree {
[[noreturn]] void assertion_failed(const char* claim, const char* file, int line);
}

#define SCREE_CHECK_CLAIM(claim)                                                                   \
    ((claim) ? static_cast<void>(0) : ::scree::assertion_failed(#claim, __FILE__, __LINE__))

#if SCREE_ASSERT_LEVEL >= 1
#define SCREE_ASSERT(claim) SCREE_CHECK_CLAIM(claim)
#else
#define SCREE_ASSERT(claim) static_cast<void>(0)
#endif

#if SCREE_ASSERT_LEVEL >= 2
#define SCREE_ASSERT_SLOW(claim) SCREE_CHECK_CLAIM(claim)
#else
#define SCREE_ASSERT_SLOW(claim) static_cast<void>(0)
#endif
