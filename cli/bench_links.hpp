// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/broad/triangulation.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace scree {

struct LinkCost {
    std::string name;
    double seconds;    ///< to find the vertices on both sides of every inner facet
    std::uint64_t sum; ///< of their products: the same for all
    std::size_t bytes;
};

/// Flat arrays of cells, facet-edges [F §4.2.2] and a dictionary of triangles [F §4.2.3].
std::vector<LinkCost> link_costs(const Triangulation& triangulation);

} // namespace scree
