// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/ball.hpp>
#include <scree/broad/broad_phase.hpp>
#include <scree/motion/bodies.hpp>
#include <scree/scene/periodic.hpp>

#include <cstdint>
#include <span>
#include <vector>

// Images of grains in a periodic scene: where else a grain is met by others.
//
// Centres are put back into the period when the list is made, and only then; until the next list
// they go on without a jump, and so do the images, each at its owner's place plus a fixed shift. To
// the search images are balls like all others, and to the contact kernels bodies like all others,
// that lie behind the real ones; what pushes an image pushes its owner.
//
// Two grains i and j that are close across a side of the period are so twice: i and an image of j,
// j and an image of i. Listed is the one whose image is that of the larger ball (of two equal ones
// the later), so that a small grain next to the side needs no image for the sake of large ones.
//
// No ball of the list reaches further than half a period (`largest_swelling`), and two grains that
// touch are closer than that: of all images of a grain only the nearest may touch another. Contacts
// of shaped grains are known by the ids of both (sim/shaped_contacts.hpp), so among those no pair
// may even be listed twice: there a ball of the list reaches no further than a quarter.
namespace scree {

class Images {
public:
    Images() = default;
    /// The period in the world's frame.
    explicit Images(const Periodic& period) : period_(period) {}

    bool any() const { return period_.any(); }
    const Periodic& period() const { return period_; }

    /// How much larger than its grain a ball of the list may be, so that two of them and the skin
    /// are no longer than this part of the period.
    double largest_swelling(double largest_radius, double skin, double part) const;

    /// Finds the images of the balls of a new list.
    void find(std::span<const Ball> balls, double skin);

    std::size_t count() const { return owners_.size(); }
    std::span<const std::uint32_t> owners() const { return owners_; }
    /// The body that body i is, or is an image of.
    std::uint32_t owner(std::uint32_t i) const {
        return owners_.empty() || i < real_ ? i : owners_[i - real_];
    }
    Vec3 shift_of(std::size_t image) const { return steps_[image].shift(period_); }

    /// Close pairs of the balls and their images, sorted, each once; images by their place behind
    /// the real bodies.
    void search(BroadPhase& broad, const SearchTask& task, Workers& workers,
                std::vector<IndexPair>& pairs);

    /// Puts the images of the bodies [first, last) where these are now, as fast.
    void follow(Bodies& bodies, std::size_t first, std::size_t last) const;

    /// The pair as it is listed, for two bodies that touch (or an image of one of them).
    struct Listed {
        IndexPair pair;
        bool is_swapped; ///< the first body of the pair is j
    };
    Listed listed(const Bodies& bodies, std::span<const Ball> balls, std::uint32_t i,
                  std::uint32_t j) const;

    std::size_t bytes() const;

private:
    /// Is the pair of i and an image of j listed, rather than that of j and an image of i?
    static bool is_listed(std::span<const Ball> balls, std::uint32_t i, std::uint32_t j) {
        return balls[i].radius != balls[j].radius ? balls[i].radius < balls[j].radius : i < j;
    }
    std::uint32_t place(std::uint32_t owner, ImageStep step) const;

    Periodic period_;
    std::uint32_t real_ = 0;
    std::vector<std::uint32_t> first_; ///< image of each real body, and the end
    std::vector<std::uint32_t> owners_;
    std::vector<ImageStep> steps_;
    // What is searched: real balls, then images.
    std::vector<Ball> balls_;
    std::vector<double> radii_;
    std::vector<std::uint32_t> ids_;
    std::vector<Bounds> boxes_;
};

} // namespace scree
