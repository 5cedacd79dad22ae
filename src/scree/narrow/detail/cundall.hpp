// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/detail/posed_pair.hpp>

namespace scree::detail {

/// The common plane that perturbing one starting normal leads to: the plain method of Cundall,
/// which the revised one repeats. A local maximum of the gap, not always the largest.
Penetration climb_from(const Vec3& start, PosedPair& pair);

} // namespace scree::detail
