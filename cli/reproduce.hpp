// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

// Published tables and figures, recomputed. Each source has a file of its own, which tells what it
// can do; reproduce.cpp collects them.
namespace scree {

struct Reproduction {
    std::string name;  ///< source and table: "D-1"
    std::string title; ///< one line
    bool (*run)();     ///< prints published and own numbers side by side; whether they agree
    bool (*run_full)() = nullptr; ///< the same at the size of the source, if `run` reduces it
};

std::vector<Reproduction> cluster_reproductions();
std::vector<Reproduction> descantes_reproductions();
std::vector<Reproduction> ferrez_reproductions();
std::vector<Reproduction> montanari_reproductions();
std::vector<Reproduction> shape_reproductions();

} // namespace scree
