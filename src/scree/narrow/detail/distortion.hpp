// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/detail/tetrahedron.hpp>

namespace scree::detail {

/// Where the normal of a face points. [D §3.2] calls the two equivalent; they are not.
enum class Outward {
    from_origin, ///< away from the origin; from the solid where the origin lies in the plane
    from_solid,  ///< away from the corner opposite, always
};

/// [D Alg. 3] from an enclosing tetrahedron. Not converged: all faces or steps used up; then the
/// answer is the best direction seen.
Penetration distort(const Enclosure& start, PosedPair& pair, Outward outward, int most_steps);

} // namespace scree::detail
