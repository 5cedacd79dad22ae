// SPDX-License-Identifier: BSD-3-Clause
#include "narrow_peers.hpp"

namespace scree {

std::vector<NarrowPeerKind> narrow_peers() {
    std::vector<NarrowPeerKind> peers;
#if defined(SCREE_HAVE_BULLET)
    peers.push_back({"bullet-double", true, make_bullet});
#endif
#if defined(SCREE_HAVE_CCD)
    peers.push_back({"ccd-gjk", false, make_ccd_gjk});
    peers.push_back({"ccd-mpr", false, make_ccd_mpr});
#endif
#if defined(SCREE_HAVE_FCL)
    peers.push_back({"fcl", true, make_fcl_default});
    peers.push_back({"fcl-indep", true, make_fcl_indep});
#endif
    return peers;
}

std::vector<std::string> missing_narrow_packages() {
    std::vector<std::string> missing;
#if !defined(SCREE_HAVE_BULLET)
    missing.emplace_back("libbullet-dev");
#endif
#if !defined(SCREE_HAVE_CCD)
    missing.emplace_back("libccd-dev");
#endif
#if !defined(SCREE_HAVE_FCL)
    missing.emplace_back("libfcl-dev");
#endif
    return missing;
}

} // namespace scree
