// SPDX-License-Identifier: BSD-3-Clause
#include "stop.hpp"

#include <csignal>
#include <cstdlib>

namespace scree {
namespace {

std::atomic<bool> asked = false;
std::atomic<int> signal_of = 0;

void ask_to_stop(int signal) {
    // A second Ctrl-C leaves at once; the last checkpoint is whole.
    if (asked.exchange(true)) std::_Exit(128 + signal);
    signal_of = signal;
}

} // namespace

void catch_stop_signals() {
    std::signal(SIGINT, ask_to_stop);
    std::signal(SIGTERM, ask_to_stop);
}

const std::atomic<bool>& stop_asked() { return asked; }

int stop_signal() { return signal_of; }

} // namespace scree
