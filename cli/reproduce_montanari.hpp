// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Experiments of [M §4.8]: print what was measured, return whether the source's statements hold.
namespace scree {

bool reproduce_m_4_28(); ///< time of a point–simplex query, by method and region
bool reproduce_m_4_29(); ///< time of the sub-algorithm within GJK, Fig. 4.29 and 4.30
bool reproduce_m_4_36(); ///< gear teeth, Fig. 4.34–4.36

} // namespace scree
