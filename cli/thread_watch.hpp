// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ctime>

namespace scree {

/// Seconds of the processor this thread has used: what else runs on the machine does not count.
class ThreadWatch {
public:
    double seconds() const { return now() - begin_; }

private:
    static double now() {
        timespec t{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
    }
    double begin_ = now();
};

} // namespace scree
