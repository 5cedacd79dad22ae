// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>

namespace scree {

/// From now on SIGINT and SIGTERM only set a flag; a second one leaves at once.
void catch_stop_signals();

const std::atomic<bool>& stop_asked();
/// The signal that asked; 0 when none has.
int stop_signal();

} // namespace scree
