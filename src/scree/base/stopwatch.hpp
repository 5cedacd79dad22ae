// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

namespace scree {

/// Runs from when it is made.
class Stopwatch {
public:
    double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point begin_ = Clock::now();
};

} // namespace scree
