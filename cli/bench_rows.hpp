// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace scree {

struct BenchRow {
    std::string name, peer_name, note, hash;
    bool in_seconds = false;   ///< else in grain-steps per second
    double ours = 0, peer = 0; ///< medians
    double ratio = 0, low = 0, high = 0;
};

/// What it takes to look at a run.
std::vector<BenchRow> view_rows();

} // namespace scree
