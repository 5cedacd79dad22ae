// SPDX-License-Identifier: BSD-3-Clause
#include <scree/pack/packing.hpp>

#include <scree/base/assert.hpp>
#include <scree/base/ball.hpp>
#include <scree/base/random.hpp>
#include <scree/base/stopwatch.hpp>
#include <scree/broad/order.hpp>
#include <scree/pack/detail/relaxation.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace scree {
namespace {

// Free space that is left between any two balls, relative to their radii: far above the rounding
// of a coordinate, so that none overlap in exact arithmetic, and far below anything of interest.
constexpr double least_gap = 1e-10;
// What radii are inflated by, stage after stage. Much makes overlaps of the true radii vanish soon,
// little leaves room where there is hardly any.
constexpr double inflations[] = {3e-3, 1e-3, 2e-4, 4e-5};
// What is nearly free already needs only the last ones.
constexpr std::size_t first_when_near = 2;
constexpr std::int64_t longest_stage = 4000;
// Pushes that cancel to this part: the balls hold each other, nothing will change.
constexpr double jammed_imbalance = 2e-3;
// What an attempt that failed is compressed by.
constexpr double pressed = 1.065;
// A density that is not reached is searched for to this much.
constexpr double density_step = 3e-4;

Vec3 random_point(const Container& c, double radius, Random& random) {
    const double margin = c.kind == ContainerKind::periodic ? 0 : radius;
    const double wide = 0.5 * c.size.x() - radius;
    for (;;) {
        Vec3 p;
        for (int k = 0; k < 3; ++k) p[k] = random.uniform(margin, c.size[k] - margin);
        if (c.kind != ContainerKind::cylinder) return p;
        p.x() -= 0.5 * c.size.x();
        p.y() -= 0.5 * c.size.y();
        if (p.x() * p.x() + p.y() * p.y() <= wide * wide) return p;
    }
}

class Packer {
public:
    Packer(const PackTask& task, Workers& workers) : task_(task) {
        Random random(task.seed);
        std::vector<Ball> balls;
        double largest = 0;
        for (const double r : task.radii) {
            const Vec3 p = random_point(task.container, r, random);
            balls.push_back({p.x(), p.y(), p.z(), r});
            solid_ += ball_volume(r);
            largest = std::max(largest, r);
        }
        SCREE_ASSERT(largest <= largest_ball(task.container));
        morton_order(balls, 2 * largest, order_);
        std::vector<Ball> sorted;
        for (const std::uint32_t k : order_) sorted.push_back(balls[k]);
        relaxation_.emplace(std::move(sorted), task.container, workers);
    }

    Packing run() {
        asked_ = solid_ / task_.container.volume();
        tried_ = asked_;
        bool done = relax(inflations);
        if (!done && !is_stopped()) done = press_and_relax();
        double high = asked_;
        while (!done && !is_stopped() && high - best_density_ > density_step) {
            resize(0.5 * (best_density_ + high));
            if (!relax(std::span(inflations).subspan(first_when_near))) high = tried_;
        }
        return result(done);
    }

private:
    bool is_stopped() const { return task_.stop != nullptr && *task_.stop; }

    void resize(double density) {
        tried_ = density;
        relaxation_->scale(std::cbrt(solid_ / density / relaxation_->container().volume()));
    }

    /// Balls that have been pressed closer than they fit lie denser when they are let go again.
    /// Measured for 10 000 equal balls in a rigid box: 0.621 in place of 0.616.
    bool press_and_relax() {
        resize(pressed * asked_);
        relax(std::span(inflations).last(1));
        resize(asked_);
        return relax(inflations);
    }

    /// True when no true balls overlap any more. Keeps the best in either case.
    bool relax(std::span<const double> stages) {
        for (const double inflation : stages) {
            relaxation_->inflate(1 + inflation);
            for (std::int64_t k = 0; k < longest_stage; ++k) {
                const RelaxState state = relaxation_->look();
                ++iterations_;
                report(state);
                const bool is_free = state.smallest_ratio >= 1 + least_gap;
                const bool is_last = state.imbalance < jammed_imbalance || k + 1 == longest_stage;
                if (is_free || is_last || is_stopped()) {
                    keep(state);
                    if (is_free || is_stopped()) return is_free;
                    break;
                }
                relaxation_->move();
            }
        }
        return false;
    }

    /// What is there now, blown up until nothing overlaps, if that is denser than the best.
    void keep(const RelaxState& state) {
        const bool is_free = state.smallest_ratio >= 1 + least_gap;
        const double factor = is_free ? 1 : (1 + 2 * least_gap) / state.smallest_ratio;
        const double density = tried_ / (factor * factor * factor);
        if (!(density > best_density_)) return;
        best_density_ = density;
        best_ = relaxation_->balls();
        best_container_ = relaxation_->container().scaled(factor);
        for (Ball& b : best_) b = {factor * b.x, factor * b.y, factor * b.z, b.radius};
    }

    void report(const RelaxState& state) {
        if (!task_.progress || iterations_ % 50 != 0) return;
        task_.progress(
            {iterations_, tried_, std::max(0.0, 1 - state.smallest_ratio), watch_.seconds()});
    }

    Packing result(bool reached) const {
        Packing packing;
        packing.container = reached ? task_.container : best_container_;
        const std::vector<Ball>& balls = reached ? relaxation_->balls() : best_;
        packing.centers.resize(balls.size());
        const Vec3& size = packing.container.size;
        for (std::size_t k = 0; k < balls.size(); ++k) {
            Vec3 c(balls[k].x, balls[k].y, balls[k].z);
            if (packing.container.kind == ContainerKind::periodic)
                c -= (c.array() / size.array()).floor().matrix().cwiseProduct(size);
            packing.centers[order_[k]] = c;
        }
        packing.density = solid_ / packing.container.volume();
        packing.reached = reached;
        packing.stopped = !reached && is_stopped();
        packing.iterations = iterations_;
        return packing;
    }

    const PackTask& task_;
    std::vector<std::uint32_t> order_;
    std::optional<Relaxation> relaxation_;
    double solid_ = 0, asked_ = 0, tried_ = 0, best_density_ = 0;
    std::vector<Ball> best_;
    Container best_container_;
    std::int64_t iterations_ = 0;
    Stopwatch watch_;
};

} // namespace

Packing pack_balls(const PackTask& task, Workers& workers) {
    SCREE_ASSERT(!task.radii.empty());
    return Packer(task, workers).run();
}

} // namespace scree
