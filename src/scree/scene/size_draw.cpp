// SPDX-License-Identifier: BSD-3-Clause
#include <scree/scene/size_draw.hpp>

#include <scree/base/assert.hpp>
#include <scree/base/ball.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace scree {
namespace {

// Fractions of the number of grains, adding up to 1. The mean mass of a class with relative spread
// s (uniform) is that of its nominal radius times 1 + s².
std::vector<double> number_shares(const GrainGroup& group) {
    std::vector<double> shares;
    if (group.classes.empty()) return shares;
    const double unit = group.classes.front().radius;
    for (const SizeClass& c : group.classes) {
        const double size = c.radius / unit;
        const double mass = size * size * size * (1 + c.spread * c.spread);
        shares.push_back(group.share_by_mass ? c.share / mass : c.share);
    }
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& s : shares) s /= sum;
    return shares;
}

// Whole numbers per class by the largest remainder; of equal remainders the first class wins.
std::vector<std::int64_t> class_numbers(const GrainGroup& group, std::int64_t count) {
    const std::vector<double> shares = number_shares(group);
    std::vector<std::int64_t> numbers;
    std::vector<double> remainders;
    for (const double share : shares) {
        const double exact = share * static_cast<double>(count);
        numbers.push_back(static_cast<std::int64_t>(std::floor(exact)));
        remainders.push_back(exact - std::floor(exact));
    }
    std::vector<std::size_t> order(shares.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
    std::int64_t missing = count - std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
    for (std::size_t k = 0; missing > 0; k = (k + 1) % order.size(), --missing) ++numbers[order[k]];
    return numbers;
}

SizedGrain draw_in(const GrainGroup& group, std::size_t k, Random& random) {
    const SizeClass& c = group.classes[k];
    const double radius =
        c.spread == 0 ? c.radius : c.radius * (1 + c.spread * (2 * random.uniform() - 1));
    return {radius, static_cast<int>(k)};
}

double volume_of(const std::vector<SizedGrain>& grains) {
    double sum = 0;
    for (const SizedGrain& g : grains) sum += ball_volume(g.radius);
    return sum;
}

void shuffle(std::vector<SizedGrain>& grains, Random& random) {
    for (std::size_t k = grains.size(); k > 1; --k)
        std::swap(grains[k - 1], grains[random.below(k)]);
}

} // namespace

double largest_radius(const GrainGroup& group) {
    double largest = group.distribution ? SizeCurve(*group.distribution).max() : 0;
    for (const SizeClass& c : group.classes) largest = std::max(largest, c.radius * (1 + c.spread));
    if (const auto* placed = std::get_if<PlacedFill>(&group.fill))
        for (const double r : placed->radii) largest = std::max(largest, r);
    return largest;
}

double smallest_radius(const GrainGroup& group) {
    double smallest = group.distribution ? SizeCurve(*group.distribution).min()
                                         : std::numeric_limits<double>::infinity();
    for (const SizeClass& c : group.classes)
        smallest = std::min(smallest, c.radius * (1 - c.spread));
    if (const auto* placed = std::get_if<PlacedFill>(&group.fill))
        for (const double r : placed->radii) smallest = std::min(smallest, r);
    return smallest;
}

SizeDraw::SizeDraw(const GrainGroup& group) : group_(group), shares_(number_shares(group)) {
    if (group.distribution) curve_ = std::make_shared<SizeCurve>(*group.distribution);
}

double SizeDraw::mean_volume() const {
    if (curve_) return ball_volume(1) * curve_->mean_cube();
    double mean = 0;
    for (std::size_t k = 0; k < shares_.size(); ++k) {
        const SizeClass& c = group_.classes[k];
        mean += shares_[k] * ball_volume(c.radius) * (1 + c.spread * c.spread);
    }
    return mean;
}

std::vector<SizedGrain> SizeDraw::sample(std::int64_t count, Random& random) const {
    std::vector<SizedGrain> out;
    out.reserve(static_cast<std::size_t>(count));
    if (curve_) {
        for (const double r : curve_->sample(static_cast<std::size_t>(count), random))
            out.push_back({r, curve_->size_class(r)});
        shuffle(out, random);
        return out;
    }
    const std::vector<std::int64_t> numbers = class_numbers(group_, count);
    for (std::size_t k = 0; k < numbers.size(); ++k)
        for (std::int64_t n = 0; n < numbers[k]; ++n) out.push_back(draw_in(group_, k, random));
    return out;
}

// The volume of a sample is off by the chance in its largest grains; a few samples of nearly the
// right number find a good one.
std::vector<SizedGrain> SizeDraw::sample_volume(double volume, Random& random) const {
    constexpr int samples = 8;
    const double mean = mean_volume();
    double wanted = volume / mean;
    std::vector<SizedGrain> best;
    double best_off = std::numeric_limits<double>::infinity();
    for (int k = 0; k < samples; ++k) {
        const auto count = static_cast<std::int64_t>(std::max(1.0, std::round(wanted)));
        std::vector<SizedGrain> grains = sample(count, random);
        const double off = volume - volume_of(grains);
        if (std::abs(off) < best_off) {
            best_off = std::abs(off);
            best = std::move(grains);
        }
        if (best_off <= 0.5 * mean) break;
        wanted = std::max(1.0, static_cast<double>(count) + off / mean);
    }
    return best;
}

SizedGrain SizeDraw::draw(Random& random) const {
    if (curve_) {
        const double r = curve_->number_quantile(random.uniform());
        return {r, curve_->size_class(r)};
    }
    std::size_t k = 0;
    if (shares_.size() > 1)
        for (double u = random.uniform(); k + 1 < shares_.size() && u >= shares_[k]; ++k)
            u -= shares_[k];
    return draw_in(group_, k, random);
}

SizeQueue::SizeQueue(const GrainGroup& group, Random& random) : group_(group), sizes_(group) {
    if (!group.count) return;
    left_ = *group.count;
    if (group.distribution)
        grains_left_ = sizes_.sample(left_, random);
    else
        classes_left_ = class_numbers(group, left_);
}

SizedGrain SizeQueue::propose(Random& random) {
    if (!group_.count) return sizes_.draw(random);
    SCREE_ASSERT(left_ > 0);
    if (group_.distribution) {
        proposed_ = random.below(grains_left_.size());
        return grains_left_[proposed_];
    }
    proposed_ = 0;
    if (classes_left_.size() > 1) {
        auto ticket = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(left_)));
        for (; ticket >= classes_left_[proposed_]; ++proposed_) ticket -= classes_left_[proposed_];
    }
    return draw_in(group_, proposed_, random);
}

void SizeQueue::take() {
    if (!group_.count) return;
    --left_;
    if (group_.distribution) {
        grains_left_[proposed_] = grains_left_.back();
        grains_left_.pop_back();
    } else {
        --classes_left_[proposed_];
    }
}

} // namespace scree
