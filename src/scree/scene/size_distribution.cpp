// SPDX-License-Identifier: BSD-3-Clause
//
// A law counts grains or mass; drawing needs the number, sieving the mass. One becomes the other by
// the weight r³ or r^-3, for which a truncated normal or Weibull law has no closed form. So the law
// is taken at some thousand sizes, half of them evenly in ln r, half at even quantiles, and as
// linear in ln r between these, which is what a sieve curve is anyway. Then the integral of r^p
// over each interval is closed, and the error left is that within one interval: 1e-6 of the whole
// for a decade of sizes. What the law counts itself is never taken from the table.
#include <scree/scene/size_distribution.hpp>

#include <scree/base/assert.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace scree {
namespace {

constexpr int nodes_of_each_kind = 2048;
constexpr int equal_classes = 5; // few enough for colours that can be told apart

double normal_below(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

/// Inverse of normal_below: Newton's steps, kept inside of a bracket that closes.
double normal_quantile(double p) {
    if (p <= 0) return -std::numeric_limits<double>::infinity();
    if (p >= 1) return std::numeric_limits<double>::infinity();
    double low = -40, high = 40, x = 0;
    for (int n = 0; n < 200; ++n) {
        const double off = normal_below(x) - p;
        (off < 0 ? low : high) = x;
        const double slope = std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi);
        double next = slope > 0 ? x - off / slope : low - 1;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        if (std::abs(next - x) <= 1e-15 * (1 + std::abs(x))) return next;
        x = next;
    }
    return x;
}

// Each law without its ends: the part below a size, and the size below which a part lies.

double law_below(const UniformSizes& u, double r) {
    return std::clamp((r - u.min) / (u.max - u.min), 0.0, 1.0);
}
double law_below(const NormalSizes& n, double r) {
    return normal_below((r - n.mean) / n.deviation);
}
double law_below(const LognormalSizes& l, double r) {
    return r > 0 ? normal_below(std::log(r / l.median) / l.sigma) : 0;
}
double law_below(const WeibullSizes& w, double r) {
    return r > 0 ? -std::expm1(-std::pow(r / w.scale, w.shape)) : 0;
}
double law_below(const SieveSizes& s, double r) {
    const auto above = std::upper_bound(s.radius.begin(), s.radius.end(), r);
    if (above == s.radius.begin()) return 0;
    if (above == s.radius.end()) return 1;
    const auto k = static_cast<std::size_t>(above - s.radius.begin());
    const double share = std::log(r / s.radius[k - 1]) / std::log(s.radius[k] / s.radius[k - 1]);
    return std::clamp(std::lerp(s.passing[k - 1], s.passing[k], share), 0.0, 1.0);
}

double law_quantile(const UniformSizes& u, double p) { return std::lerp(u.min, u.max, p); }
double law_quantile(const NormalSizes& n, double p) {
    return n.mean + n.deviation * normal_quantile(p);
}
double law_quantile(const LognormalSizes& l, double p) {
    return l.median * std::exp(l.sigma * normal_quantile(p));
}
double law_quantile(const WeibullSizes& w, double p) {
    return w.scale * std::pow(-std::log1p(-p), 1 / w.shape);
}
double law_quantile(const SieveSizes& s, double p) {
    const auto above = std::upper_bound(s.passing.begin(), s.passing.end(), p);
    if (above == s.passing.begin()) return s.radius.front();
    if (above == s.passing.end()) return s.radius.back();
    const auto k = static_cast<std::size_t>(above - s.passing.begin());
    const double share = (p - s.passing[k - 1]) / (s.passing[k] - s.passing[k - 1]);
    return s.radius[k - 1] * std::pow(s.radius[k] / s.radius[k - 1], share);
}

struct Ends {
    double min, max;
};
template <class Law>
Ends ends_of(const Law& law) {
    return {law.min, law.max};
}
Ends ends_of(const SieveSizes& s) { return {s.radius.front(), s.radius.back()}; }

/// Integral of (s/from)^power over ln s from `from` to `to`.
double weight(double from, double to, double power) {
    return std::expm1(power * std::log(to / from)) / power;
}

} // namespace

double part_between_ends(const SizeLaw& law) {
    return std::visit(
        [](const auto& l) {
            const Ends ends = ends_of(l);
            return law_below(l, ends.max) - law_below(l, ends.min);
        },
        law);
}

double untruncated_quantile(const SizeLaw& law, double p) {
    return std::visit([p](const auto& l) { return law_quantile(l, p); }, law);
}

SizeCurve::SizeCurve(SizeDistribution distribution) : distribution_(std::move(distribution)) {
    const Ends ends = std::visit([](const auto& l) { return ends_of(l); }, distribution_.law);
    min_ = ends.min;
    max_ = ends.max;
    SCREE_ASSERT(min_ > 0 && min_ < max_);
    below_min_ = std::visit([&](const auto& l) { return law_below(l, min_); }, distribution_.law);
    inside_ = part_between_ends(distribution_.law);
    SCREE_ASSERT(inside_ > 0);
    power_ = distribution_.by_mass ? -3 : 3;
    make_nodes();
}

void SizeCurve::make_nodes() {
    if (const auto* sieve = std::get_if<SieveSizes>(&distribution_.law)) {
        node_ = sieve->radius; // the law is what lies between these
    } else {
        for (int k = 0; k <= nodes_of_each_kind; ++k) {
            const double share = static_cast<double>(k) / nodes_of_each_kind;
            node_.push_back(std::clamp(min_ * std::pow(max_ / min_, share), min_, max_));
            node_.push_back(own_quantile(share));
        }
        std::sort(node_.begin(), node_.end());
        node_.erase(std::unique(node_.begin(), node_.end()), node_.end());
    }
    for (const double r : node_) own_.push_back(own_below(r));
    // Sums of r^power, in units of max^power or min^power, whichever keeps them below one.
    const double unit = power_ > 0 ? max_ : min_;
    other_.assign(node_.size(), 0);
    for (std::size_t k = 1; k < node_.size(); ++k) {
        const double span = std::log(node_[k] / node_[k - 1]);
        const double mean =
            span > 0 ? weight(node_[k - 1], node_[k], power_) / span : 1.0; // of (r/node)^power
        other_[k] =
            other_[k - 1] + (own_[k] - own_[k - 1]) * mean * std::pow(node_[k - 1] / unit, power_);
    }
    const double sum = other_.back();
    for (double& part : other_) part /= sum;
    // Mean of r³ over the grains, or one over the mean of r^-3 over the mass.
    mean_cube_ = unit * unit * unit * (power_ > 0 ? sum : 1 / sum);
}

double SizeCurve::own_quantile(double p) const {
    if (p <= 0) return min_;
    if (p >= 1) return max_;
    const double part = below_min_ + p * inside_;
    return std::clamp(untruncated_quantile(distribution_.law, part), min_, max_);
}

double SizeCurve::own_below(double radius) const {
    if (radius <= min_) return 0;
    if (radius >= max_) return 1;
    const double below =
        std::visit([&](const auto& l) { return law_below(l, radius); }, distribution_.law);
    return std::clamp((below - below_min_) / inside_, 0.0, 1.0);
}

double SizeCurve::other_quantile(double p) const {
    const auto above = std::upper_bound(other_.begin(), other_.end(), p);
    if (above == other_.begin()) return min_;
    if (above == other_.end()) return max_;
    const auto k = static_cast<std::size_t>(above - other_.begin());
    const double share = (p - other_[k - 1]) / (other_[k] - other_[k - 1]);
    const double whole = std::expm1(power_ * std::log(node_[k] / node_[k - 1]));
    return std::clamp(node_[k - 1] * std::exp(std::log1p(share * whole) / power_), node_[k - 1],
                      node_[k]);
}

double SizeCurve::other_below(double radius) const {
    const auto above = std::upper_bound(node_.begin(), node_.end(), radius);
    if (above == node_.begin()) return 0;
    if (above == node_.end()) return 1;
    const auto k = static_cast<std::size_t>(above - node_.begin());
    const double share =
        weight(node_[k - 1], radius, power_) / weight(node_[k - 1], node_[k], power_);
    return std::clamp(std::lerp(other_[k - 1], other_[k], share), 0.0, 1.0);
}

double SizeCurve::quantile(double p, bool by_mass) const {
    return by_mass == distribution_.by_mass ? own_quantile(p) : other_quantile(p);
}

double SizeCurve::below(double radius, bool by_mass) const {
    return by_mass == distribution_.by_mass ? own_below(radius) : other_below(radius);
}

std::vector<double> SizeCurve::sample(std::size_t count, Random& random) const {
    std::vector<double> radii;
    radii.reserve(count);
    for (std::size_t k = 0; k < count; ++k)
        radii.push_back(number_quantile((static_cast<double>(k) + random.uniform()) /
                                        static_cast<double>(count)));
    return radii;
}

int SizeCurve::size_classes() const {
    const auto* sieve = std::get_if<SieveSizes>(&distribution_.law);
    return sieve == nullptr ? equal_classes : static_cast<int>(sieve->radius.size()) - 1;
}

int SizeCurve::size_class(double radius) const {
    const auto* sieve = std::get_if<SieveSizes>(&distribution_.law);
    const int found = sieve == nullptr
                          ? static_cast<int>(own_below(radius) * equal_classes)
                          : static_cast<int>(std::upper_bound(sieve->radius.begin(),
                                                              sieve->radius.end(), radius) -
                                             sieve->radius.begin()) -
                                1;
    return std::clamp(found, 0, size_classes() - 1);
}

std::vector<double> SizeCurve::class_ends() const {
    if (const auto* sieve = std::get_if<SieveSizes>(&distribution_.law)) return sieve->radius;
    std::vector<double> ends;
    for (int k = 0; k <= equal_classes; ++k)
        ends.push_back(own_quantile(static_cast<double>(k) / equal_classes));
    return ends;
}

} // namespace scree
