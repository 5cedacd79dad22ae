// SPDX-License-Identifier: BSD-3-Clause
#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

constexpr double seconds_between_lines = 10;
constexpr int bar_width = 30;

std::string duration(double seconds) {
    const long long s = std::llround(seconds);
    if (s < 60) return fmt::format("{} s", s);
    if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
    return fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
}

std::string time_left(const RunProgress& p) {
    if (!p.steps || p.steps_done <= 0 || p.seconds <= 0) return "";
    const double per_step = p.seconds / static_cast<double>(p.steps_done);
    return duration(per_step * static_cast<double>(*p.steps - p.step)) + " left";
}

} // namespace

ProgressPrinter::ProgressPrinter() : is_terminal_(::isatty(STDERR_FILENO) == 1) {}

void ProgressPrinter::show(const RunProgress& p) {
    const double share =
        p.steps && *p.steps > 0 ? static_cast<double>(p.step) / static_cast<double>(*p.steps) : 0;
    const std::string left = time_left(p);
    const std::string speed = fmt::format("{:.2f} M grain-steps/s", p.grain_steps_per_second / 1e6);
    if (is_terminal_) {
        const int full = std::clamp(static_cast<int>(share * bar_width), 0, bar_width);
        const std::string bar(static_cast<std::size_t>(full), '#');
        if (p.steps) {
            fmt::print(stderr, "\r[{:<{}}] {:5.1f} %  {:.4g} s simulated  {}  {}\033[K", bar,
                       bar_width, 100 * share, p.time, left, speed);
        } else {
            fmt::print(stderr, "\rstep {}  {:.4g} s simulated  {}\033[K", p.step, p.time, speed);
        }
        std::fflush(stderr);
        bar_shown_ = true;
        return;
    }
    if (p.seconds - last_line_ < seconds_between_lines) return;
    last_line_ = p.seconds;
    if (p.steps) {
        fmt::print(stderr, "step {} of {} ({:.1f} %), {:.4g} s simulated, {}, {}\n", p.step,
                   *p.steps, 100 * share, p.time, left, speed);
    } else {
        fmt::print(stderr, "step {}, {:.4g} s simulated, {}\n", p.step, p.time, speed);
    }
}

void ProgressPrinter::show(const std::string& text, double seconds) {
    if (is_terminal_) {
        fmt::print(stderr, "\r{}\033[K", text);
        std::fflush(stderr);
        bar_shown_ = true;
    } else if (seconds - std::max(last_line_, 0.0) >= seconds_between_lines) {
        last_line_ = seconds;
        fmt::print(stderr, "{}\n", text);
    }
}

void ProgressPrinter::done() {
    if (bar_shown_) fmt::print(stderr, "\r\033[K");
    bar_shown_ = false;
}

} // namespace scree
