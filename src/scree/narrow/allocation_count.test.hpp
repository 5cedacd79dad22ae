// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace scree::test {

/// How often this program has called operator new so far.
long allocation_count();

} // namespace scree::test
