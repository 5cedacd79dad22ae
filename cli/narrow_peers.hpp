// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/pose.hpp>
#include <scree/shapes/polyhedron.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

// Other libraries' distances and depths of the same pairs of polyhedra, as their users would ask
// for them: the shapes are made once, a query sets no more than the pose.
namespace scree {

/// Two bodies of a collection, the second at a pose in the frame of the first.
struct BodyPair {
    std::uint32_t a = 0, b = 0;
    Pose b_in_a;
};

/// What is known before the query: a peer may take the shorter way.
struct PeerQuery {
    bool apart = true;
    bool warm = false; ///< these pairs, in this order, were asked for a small motion ago
};

class NarrowPeer {
public:
    NarrowPeer() = default;
    NarrowPeer(const NarrowPeer&) = delete;
    NarrowPeer& operator=(const NarrowPeer&) = delete;
    virtual ~NarrowPeer() = default;

    /// The signed gap of each pair; NaN where the peer gives up or takes them for the other kind.
    virtual void gaps(std::span<const BodyPair> pairs, PeerQuery query, std::span<double> out) = 0;
};

using Bodies = std::span<const Polyhedron>;

struct NarrowPeerKind {
    std::string name;
    bool has_distances; ///< else only depths
    std::unique_ptr<NarrowPeer> (*make)(Bodies bodies);
};

/// Those this program was built with.
std::vector<NarrowPeerKind> narrow_peers();

/// The Debian packages that would add more of them.
std::vector<std::string> missing_narrow_packages();

std::unique_ptr<NarrowPeer> make_bullet(Bodies bodies);
std::unique_ptr<NarrowPeer> make_ccd_gjk(Bodies bodies);
std::unique_ptr<NarrowPeer> make_ccd_mpr(Bodies bodies);
std::unique_ptr<NarrowPeer> make_fcl_default(Bodies bodies);
std::unique_ptr<NarrowPeer> make_fcl_indep(Bodies bodies);

} // namespace scree
