// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/sim/inspect.hpp>

namespace scree {

/// Sets of grains of which each touches each other [M §5.3.1]. Five is the most for tangent spheres
/// (Descartes); overlaps allow more, which count as the fives they hold.
struct MutualContacts {
    double threes = 0, fours = 0, fives = 0;
};

/// Of the grains that count, one per row of the frame.
MutualContacts mutual_contacts(const Frame& frame, const std::vector<bool>& counts);

} // namespace scree
