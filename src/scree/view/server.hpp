// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/run_folder.hpp>

#include <memory>
#include <string>

namespace scree {

/// Serves the viewer of one run to the browsers of this user on this machine: on 127.0.0.1 only,
/// and only under a path that begins with a random token, which other users do not know. It serves
/// what `RunApi` answers and the program's own pages; no path of a request ever becomes a file's
/// name.
class ViewServer {
public:
    /// Port 0: any free one. Throws InputError when the port is taken.
    ViewServer(const RunFolder& folder, int port);
    ~ViewServer();

    /// http://127.0.0.1:PORT/TOKEN/
    const std::string& link() const { return link_; }

private:
    struct Serving;
    std::unique_ptr<Serving> serving_;
    std::string link_;
};

} // namespace scree
