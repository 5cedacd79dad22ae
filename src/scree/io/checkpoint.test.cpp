// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
