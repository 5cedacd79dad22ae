// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/ball.hpp>
#include <scree/scene/scene.hpp>
#include <scree/sim/wall_list.hpp>

#include <span>
#include <vector>

namespace scree {

/// A free wall: the part of its motion that is not known beforehand.
struct MoverState {
    Vec3 shift = Vec3::Zero();
    Vec3 half_velocity = Vec3::Zero(); ///< at the last half step
    Vec3 velocity = Vec3::Zero();      ///< predicted for the present whole step
};

/// Where a wall was when the candidate list was made, and how far it may go from there. `lever` is
/// the largest distance of any grain's centre from the wall's axis.
struct WallReference {
    WallPlace place;
    double lever = 0, margin = 0;
};

/// All that moves walls. Prescribed motions follow from the time alone; the others have a state.
///
/// The list of grains near walls holds while no wall has gone its margin. For a wall turned by a
/// and shifted by s since then, the distance of a centre c to it has changed by at most
/// |s| + a · (distance of c from the axis), because moving the wall is moving c the other way.
class WallDrives {
public:
    WallDrives() = default;
    WallDrives(const Scene& scene, const Vec3& origin);

    bool any() const { return !drives_.empty(); }

    /// Puts the walls where they are at `time`.
    void place(double time, WallList& walls) const;
    /// Puts them where they were when the list was made.
    void place_at_references(WallList& walls) const;

    /// A new list is being made at `time`, meant to last `seconds`; `balls` are its balls.
    void set_references(std::span<const Ball> balls, double seconds, double least_margin,
                        WallList& walls);
    /// Has a wall gone its margin?
    bool is_list_outlived(const WallList& walls) const;
    /// How far any wall has gone since the list was made, at most.
    double largest_way(const WallList& walls) const;

    /// Free walls go on by a step, pushed by the grains with `force` (per wall).
    void advance(double time, double dt, const Vec3& gravity, std::span<const Vec3> force);

    const std::vector<MoverState>& movers() const { return movers_; }
    const std::vector<WallReference>& references() const { return references_; }
    void restore(const std::vector<MoverState>& movers,
                 const std::vector<WallReference>& references);

private:
    double way(std::size_t wall, const WallList& walls) const;

    std::vector<Drive> drives_;
    std::vector<MoverState> movers_;        ///< one per drive; at rest for prescribed ones
    std::vector<WallReference> references_; ///< one per wall
};

} // namespace scree
