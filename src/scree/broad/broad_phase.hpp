// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/ball.hpp>
#include <scree/base/bounds.hpp>
#include <scree/base/parallel.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

// Who may touch? A broad phase sees bounding balls and boxes, never shapes. Whatever method finds
// them, the list is the same, so the physics is the same bits: a method may be faster, never
// different.
namespace scree {

/// Two balls that may touch: first < second.
struct IndexPair {
    std::uint32_t first, second;
    friend bool operator==(const IndexPair&, const IndexPair&) = default;
    friend bool operator<(const IndexPair& a, const IndexPair& b) {
        return a.first != b.first ? a.first < b.first : a.second < b.second;
    }
};

/// The one definition of "close": the gap of the two balls is less than `skin`. Symmetric in its
/// arguments to the bit.
[[gnu::always_inline]] inline bool is_close(const Ball& a, const Ball& b, double skin) {
    const double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
    const double reach = (a.radius + b.radius) + skin;
    return (dx * dx + dy * dy) + dz * dz < reach * reach;
}

/// Boxes that share no point hold nothing that touches.
[[gnu::always_inline]] inline bool have_common_point(const Bounds& a, const Bounds& b) {
    for (int k = 0; k < 3; ++k)
        if (a.low[k] > b.high[k] || b.low[k] > a.high[k]) return false;
    return true;
}

/// What is searched.
struct SearchTask {
    std::span<const Ball> balls;
    double skin = 0;
    /// Radii of the grains inside of the balls, at most the balls' own; empty: the balls' own. The
    /// pairs do not depend on them; a search may find it easier to follow what does not swell.
    std::span<const double> radii = {};
    /// Who each ball is, the same from one update to the next whatever the order; empty: its index.
    std::span<const std::uint32_t> ids = {};
    /// A box that each stays in while the list lasts, turning included; empty: none is known. The
    /// skin is not added to them.
    std::span<const Bounds> boxes = {};
};

class BroadPhase {
public:
    virtual ~BroadPhase() = default;

    /// Replaces `pairs` by exactly the pairs whose balls are close and whose boxes, if they have
    /// any, share a point; sorted by (first, second).
    void update(const SearchTask& task, Workers& workers, std::vector<IndexPair>& pairs);

    virtual std::string name() const = 0;

    /// What the updates did, in a few words; may be empty.
    virtual std::string summary() const { return {}; }

    /// Memory kept between updates.
    virtual std::size_t bytes() const = 0;

private:
    /// All close pairs, sorted; those whose boxes are apart may be missing.
    virtual void find(const SearchTask& task, Workers& workers, std::vector<IndexPair>& pairs) = 0;
};

/// Every pair is looked at: the oracle, and the fastest for a few dozen grains.
std::unique_ptr<BroadPhase> make_all_pairs();

/// Cells of doubling sizes, each grain in the level of its own size; cost linear in the number of
/// grains for any size range.
std::unique_ptr<BroadPhase> make_grid();

/// Boxes sorted along the axis on which the grains are spread most [W §2.3]: for a few thousand
/// grains, and for long ones, whose boxes are much smaller than their balls.
std::unique_ptr<BroadPhase> make_sweep();

/// The edges of a regular triangulation that follows the grains: no sizes to choose, and cost that
/// does not depend on them.
std::unique_ptr<BroadPhase> make_triangulation_search();

/// The grid, or the triangulation where a trial shows that it is the faster one.
std::unique_ptr<BroadPhase> make_auto_search();

/// By name: "all-pairs", "grid", "sweep", "triangulation", or "auto". Throws InputError naming the
/// known ones.
std::unique_ptr<BroadPhase> make_broad_phase(const std::string& name);

/// The names `make_broad_phase` knows.
std::vector<std::string> broad_phase_names();

} // namespace scree
