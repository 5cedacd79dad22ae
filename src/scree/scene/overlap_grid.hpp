// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>
#include <scree/scene/periodic.hpp>

#include <cstdint>
#include <vector>

// Finds the balls a new ball would overlap, for any mixture of sizes. One hash grid per factor of
// two in the radius: a grain lives in one cell, as wide as the largest diameter of its level, so a
// small ball looks at a few cells of each level instead of the thousands of small ones under a
// large grain. Cells of equal hash share a chain; only distances decide, so that costs a test now
// and then and never an answer.
namespace scree {

/// Two balls this much closer than touching (relative to their distance) still only touch.
inline constexpr double touch_tolerance = 1e-12;

class OverlapGrid {
public:
    /// `largest_radius` bounds every radius added; `rounding` is the length by which coordinates
    /// of this scene may be off. In a period balls overlap the images of others too; centres that
    /// are added lie in it.
    OverlapGrid(double largest_radius, double rounding, const Periodic& period = {});

    void add(const Vec3& center, double radius);
    /// The centre lies in the period, or nearly.
    bool is_free(const Vec3& center, double radius) const;

    /// Indices (in the order of `add`) of all balls overlapped, ascending.
    std::vector<int> overlapped(const Vec3& center, double radius) const;

    const Vec3& center(int i) const { return centers_[static_cast<std::size_t>(i)]; }
    double radius(int i) const { return radii_[static_cast<std::size_t>(i)]; }

private:
    struct Level {
        double largest_radius = 0;
        std::vector<int> balls;            // in the order of insertion
        std::vector<std::uint64_t> hashes; // of the cell of each ball
        std::vector<int> next;             // chain, index into balls
        std::vector<int> heads;            // a power of two of them; -1: empty
    };

    bool overlaps(int ball, const Vec3& center, double radius) const;
    template <class Visit>
    bool visit_near(const Level& level, const Vec3& center, double radius, Visit&& visit) const;
    static void link(Level& level, int slot);
    bool is_free_here(const Vec3& center, double radius) const;
    void find_overlapped(const Vec3& center, double radius, std::vector<int>& found) const;

    Periodic period_;
    double largest_radius_, rounding_;
    std::vector<Vec3> centers_;
    std::vector<double> radii_;
    std::vector<Level> levels_;
};

} // namespace scree
