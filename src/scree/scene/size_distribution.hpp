// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/random.hpp>

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

// Sizes of grains that follow a law, by number or by mass. Radii in m throughout.
namespace scree {

struct UniformSizes {
    double min = 0, max = 0;
};
struct NormalSizes {
    double mean = 0, deviation = 0, min = 0, max = 0;
};
struct LognormalSizes {
    double median = 0;
    double sigma = 0; ///< standard deviation of ln r
    double min = 0, max = 0;
};
struct WeibullSizes { ///< also called Rosin–Rammler
    double scale = 0, shape = 0, min = 0, max = 0;
};
/// A sieve curve: the part of the grains that passes each size. Between two sizes it is linear in
/// the logarithm of the size.
struct SieveSizes {
    std::vector<double> radius;  ///< ascending, > 0, at least two
    std::vector<double> passing; ///< from 0 to 1, never descending
};
using SizeLaw = std::variant<UniformSizes, NormalSizes, LognormalSizes, WeibullSizes, SieveSizes>;

struct SizeDistribution {
    SizeLaw law;
    bool by_mass = false; ///< what the law counts
};

/// Part of the law without its ends that lies between min and max; 1 for laws that have their own.
double part_between_ends(const SizeLaw& law);

/// The size that the part `p` of the law without its ends stays below; 0 < p < 1.
double untruncated_quantile(const SizeLaw& law, double p);

/// A distribution made ready to draw from. It counts what is asked for, grains or mass, whatever
/// the law itself counts.
class SizeCurve {
public:
    explicit SizeCurve(SizeDistribution distribution);

    double min() const { return min_; }
    double max() const { return max_; }

    /// The radius that a part `p` (0 … 1) of the grains, or of their mass, stays below.
    double number_quantile(double p) const { return quantile(p, false); }
    double mass_quantile(double p) const { return quantile(p, true); }
    /// The part of the grains, or of their mass, below a radius.
    double number_below(double radius) const { return below(radius, false); }
    double mass_below(double radius) const { return below(radius, true); }
    /// Mean of r³ over the grains.
    double mean_cube() const { return mean_cube_; }

    /// Exactly `count` radii, one from each of as many equal parts of the distribution (by number),
    /// ascending: they follow the curve far closer than independent ones would.
    std::vector<double> sample(std::size_t count, Random& random) const;

    /// Size classes to colour and measure by: the intervals of a sieve curve; for the other laws
    /// five of equal shares, of the number or of the mass, as the law counts.
    int size_class(double radius) const;
    int size_classes() const;
    /// The radii at which classes begin and end, one more than classes.
    std::vector<double> class_ends() const;

private:
    double quantile(double p, bool by_mass) const;
    double below(double radius, bool by_mass) const;
    double own_quantile(double p) const; ///< counted as the law counts
    double own_below(double radius) const;
    double other_quantile(double p) const;
    double other_below(double radius) const;
    void make_nodes();

    SizeDistribution distribution_;
    double min_ = 0, max_ = 0;
    double below_min_ = 0, inside_ = 1; ///< parts of the law without its ends
    double power_ = 0;                  ///< of r, from the law's own counting to the other one
    double mean_cube_ = 0;
    // Sizes at which the law is known; between them it is linear in the logarithm of the size.
    std::vector<double> node_, own_, other_;
};

} // namespace scree
