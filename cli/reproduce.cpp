// SPDX-License-Identifier: BSD-3-Clause
#include "reproduce.hpp"
#include "commands.hpp"

#include <scree/base/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace scree {
namespace {

constexpr int exit_does_not_hold = 1;

std::vector<Reproduction> all_reproductions() {
    std::vector<Reproduction> all;
    for (const auto& source :
         {cluster_reproductions, descantes_reproductions, ferrez_reproductions,
          montanari_reproductions, shape_reproductions}) { // one name per source
        const auto some = source();
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

std::vector<Reproduction> chosen_from(const std::vector<Reproduction>& all,
                                      const std::vector<std::string>& names) {
    std::vector<std::string> known, mistakes;
    for (const Reproduction& r : all) known.push_back(r.name);
    std::vector<Reproduction> chosen;
    for (const std::string& name : names) {
        const auto found = std::ranges::find(all, name, &Reproduction::name);
        if (found != all.end())
            chosen.push_back(*found);
        else
            mistakes.push_back("reproduce: no table or figure \"" + name + "\"" +
                               suggestion(name, known));
    }
    if (!mistakes.empty()) throw InputError(mistakes);
    return chosen;
}

} // namespace

int reproduce_command(const ReproduceOptions& o) {
    const auto all = all_reproductions();
    if (o.names.empty()) {
        for (const Reproduction& r : all) fmt::print("{:<8} {}\n", r.name, r.title);
        return 0;
    }
    bool all_hold = true;
    for (const Reproduction& r : chosen_from(all, o.names)) {
        fmt::print("{}: {}\n\n", r.name, r.title);
        const bool holds = o.full && r.run_full != nullptr ? r.run_full() : r.run();
        fmt::print("\n{} {}\n\n", r.name, holds ? "holds" : "DOES NOT HOLD");
        all_hold = all_hold && holds;
    }
    return all_hold ? 0 : exit_does_not_hold;
}

} // namespace scree
