// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/random.hpp>
#include <scree/scene/scene.hpp>

#include <memory>
#include <vector>

namespace scree {

/// The largest and the smallest radius a group may have.
double largest_radius(const GrainGroup& group);
double smallest_radius(const GrainGroup& group);

struct SizedGrain {
    double radius;
    int size_class;
};

/// Hands out the sizes of a group, from its classes or from its distribution.
class SizeDraw {
public:
    explicit SizeDraw(const GrainGroup& group);

    /// Mean volume of a grain.
    double mean_volume() const;

    /// Exactly so many: classes in their shares (rounded by the largest remainder), in the order of
    /// the classes; a distribution one from each of as many equal parts, shuffled.
    std::vector<SizedGrain> sample(std::int64_t count, Random& random) const;

    /// As many as have nearly this volume, in m³: within one of the largest grains, mostly far
    /// less.
    std::vector<SizedGrain> sample_volume(double volume, Random& random) const;

    /// One by chance.
    SizedGrain draw(Random& random) const;

private:
    const GrainGroup& group_;
    std::vector<double> shares_; ///< of the classes, by number
    std::shared_ptr<const SizeCurve> curve_;
};

/// Sizes one after the other, for places that may turn out not to hold them: of a group with a
/// count the sizes are handed out exactly, in random order, else by chance.
class SizeQueue {
public:
    SizeQueue(const GrainGroup& group, Random& random);

    SizedGrain propose(Random& random);
    void take(); ///< what was proposed last has been used

private:
    const GrainGroup& group_;
    SizeDraw sizes_;
    std::vector<std::int64_t> classes_left_;
    std::int64_t left_ = 0;
    std::vector<SizedGrain> grains_left_; ///< of a distribution
    std::size_t proposed_ = 0;            ///< index of the class or of the grain
};

} // namespace scree
