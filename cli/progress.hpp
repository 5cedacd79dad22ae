// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/runner.hpp>

namespace scree {

/// Progress on standard error: a bar with the time left on a terminal, plain lines otherwise.
class ProgressPrinter {
public:
    ProgressPrinter();
    void show(const RunProgress& progress);
    /// The same for work that is no run: `text` is all there is to say, `seconds` since its start.
    void show(const std::string& text, double seconds);
    /// Clears the bar.
    void done();

private:
    bool is_terminal_;
    double last_line_ = -1e300;
    bool bar_shown_ = false;
};

} // namespace scree
