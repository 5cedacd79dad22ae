// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/ball.hpp>
#include <scree/pack/detail/close_pairs.hpp>

#include <vector>

// Balls that overlap push each other apart until none does. The balls are inflated a little, so
// that overlaps which die out slowly are gone from the true ones after finitely many steps.
//
// Minimises the sum of squared overlaps by the fast inertial relaxation engine (FIRE): motion with
// inertia, turned towards the force, that stops and starts anew whenever it goes uphill. A ball
// weighs about as much as it may have neighbours, which gives large and small balls the same pace.
namespace scree {

/// What there is to be pushed.
struct RelaxState {
    /// Distance of the centres over the sum of the true radii, smallest of all overlapping pairs of
    /// inflated balls (and of balls and walls); at least 1: no overlap.
    double smallest_ratio = 1;
    double largest_overlap = 0; ///< of inflated balls, in mean radii
    double imbalance = 0; ///< root mean square force over the same of the pushes that make it up
};

class Relaxation {
public:
    Relaxation(std::vector<Ball> balls, const Container& container, Workers& workers);

    /// Centres and container grow by the factor; the radii stay.
    void scale(double factor);
    /// Radii count as larger by this factor from now on; motion starts from rest.
    void inflate(double factor);
    /// Finds the pushes; moves nothing.
    RelaxState look();
    /// One step along the pushes found.
    void move();

    const std::vector<Ball>& balls() const { return balls_; }
    const Container& container() const { return container_; }

private:
    struct Piece {
        double power = 0, speed = 0, force = 0, push = 0;
        double smallest_ratio = 0, largest_overlap = 0, farthest = 0;
    };
    struct Motion {
        double ahead, kept,
            turned; ///< time step, and parts of velocity and force that make the new one
    };

    void find_neighbours();
    template <bool Periodic>
    void push(std::size_t begin, std::size_t end, Piece& out);
    void push_from_walls(std::size_t i, Vec3& force, Piece& out) const;
    void move_some(std::size_t begin, std::size_t end, const Motion& motion, Piece& out);
    Piece sum() const;
    template <class Work>
    void for_pieces(Work&& work);

    std::vector<Ball> balls_;
    Container container_;
    Workers& workers_;
    ClosePairs search_;
    double mean_radius_ = 0;
    double inflation_ = 1;
    double skin_ = 0;
    std::vector<double> weight_;
    std::vector<Vec3> velocity_, force_;
    std::vector<Ball> listed_; ///< balls when the neighbours were found
    std::vector<std::uint32_t> row_, neighbour_;
    std::vector<Piece> pieces_;
    bool list_is_good_ = false;
    double time_step_ = 0, turn_ = 0;
    int downhill_ = 0;
};

} // namespace scree
