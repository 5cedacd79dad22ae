// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "stop.hpp"

#include <scree/base/error.hpp>
#include <scree/io/files.hpp>
#include <scree/view/report.hpp>
#include <scree/view/server.hpp>

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <thread>

namespace scree {

int report_command(const ReportOptions& o) {
    const RunFolder folder{std::filesystem::path(o.folder)};
    folder.require_run();
    const auto file = o.output.empty() ? report_file(folder) : std::filesystem::path(o.output);
    write_file_atomically(file, report_html(folder, o.threads > 0 ? o.threads : default_threads()));
    fmt::print("wrote {}\n", file.string());
    return 0;
}

int view_command(const ViewOptions& o) {
    const RunFolder folder{std::filesystem::path(o.folder)};
    if (!folder.holds_a_run())
        fmt::print(stderr, "{}: no run is there yet; the page waits for it\n", o.folder);
    catch_stop_signals();
    const ViewServer server(folder, o.port);
    fmt::print("open this link in a browser on this machine (Ctrl-C ends it):\n  {}\n",
               server.link());
    std::fflush(stdout);
    while (!stop_asked()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return 0;
}

} // namespace scree
