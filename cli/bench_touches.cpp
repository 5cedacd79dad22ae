// SPDX-License-Identifier: BSD-3-Clause
#include "bench_rows.hpp"
#include "commands.hpp"
#include "thread_watch.hpp"

#include <scree/base/hash.hpp>
#include <scree/base/random.hpp>
#include <scree/laws/materials.hpp>
#include <scree/shapes/generated.hpp>
#include <scree/sim/shaped_force.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

// What one contact costs, from two posed parts to the force, when the pair has been touching for a
// while: every kind of part against every other, and polyhedra of more and more corners.
namespace scree {
namespace {

constexpr std::uint64_t first_seed = 20261117;
constexpr std::size_t pairs_per_case = 64;
constexpr double step_length = 1e-7; ///< s, for the law only
/// Of the radius, per step: how fast the places of contact move in a bed.
constexpr double slide = 1e-4;

struct Kind {
    std::string name;
    Shape shape; ///< of the volume of the unit ball
};

Shape of_unit_volume(const Shape& shape) {
    return scaled(shape, std::cbrt(4 * std::numbers::pi / 3 / mass_properties(shape).volume));
}

std::vector<Kind> kinds() {
    std::vector<Kind> out = {{"sphere", solid_sphere(1)},
                             {"capsule", solid_capsule(1, 0.6)},
                             {"ellipsoid", solid_ellipsoid({1.2, 1, 0.8})},
                             {"superquadric", solid_superquadric({1, 0.9, 0.8}, 4, 3)},
                             {"cylinder", solid_cylinder(0.8, 0.9)},
                             {"cone", solid_cone(1, 1.6)},
                             {"box", solid_box({1, 0.9, 0.8})},
                             {"polyhedron", random_polyhedron({1, 20, {}}, 1)}};
    Polyhedron rounded = random_polyhedron({2, 20, {}}, 1);
    rounded.rounding = 0.1;
    out.push_back({"rounded", rounded});
    for (Kind& kind : out) kind.shape = of_unit_volume(kind.shape);
    return out;
}

Eigen::Matrix3d any_turn(Random& random) {
    Eigen::Vector4d q;
    for (int k = 0; k < 4; ++k) q[k] = random.uniform(-1, 1);
    return Eigen::Quaterniond(q.normalized()).toRotationMatrix();
}

Vec3 any_vector(Random& random) {
    return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

/// Two parts that overlap by 0.2 to 2 % of the radius, and how B moves.
struct TouchingPair {
    Pose a, b;
    Vec3 way, turn; ///< per step

    TouchingPair(const PartSolid& part_a, const PartSolid& part_b, Random& random) {
        a.rotation = any_turn(random);
        b.rotation = any_turn(random);
        const Vec3 direction = any_vector(random).normalized();
        const double depth = random.uniform(0.002, 0.02);
        double near = 0, far = part_a.bound + part_b.bound + 1;
        for (int k = 0; k < 40; ++k) {
            const double middle = 0.5 * (near + far);
            b.position = middle * direction;
            (gap(part_a.shape, a, part_b.shape, b).gap < -depth ? near : far) = middle;
        }
        const Vec3 across = any_vector(random);
        way = slide * (across - across.dot(direction) * direction);
        turn = slide * any_vector(random);
    }

    Pose b_at(std::size_t step) const {
        const auto s = static_cast<double>(step);
        const Eigen::AngleAxisd turned(s * turn.norm(), turn.normalized());
        return {turned.toRotationMatrix() * b.rotation, b.position + s * way};
    }
};

/// The pairs of one case, with all that a run would remember of them.
class TouchCase {
public:
    TouchCase(const Shape& a, const Shape& b, std::uint64_t seed)
        : a_(part_solid(a, {})), b_(part_solid(b, {})) {
        Random random(seed);
        for (std::size_t k = 0; k < pairs_per_case; ++k) pairs_.emplace_back(a_, b_, random);
        starts_.resize(pairs_.size());
        touches_.resize(pairs_.size());
        Material m;
        m.density = 1;
        m.stiffness = 1;
        m.restitution = 0.5;
        m.friction = 0.5;
        const std::vector<Material> materials{m};
        laws_.rows = {pair_row(mixed(LawKind::linear, materials, {}, 0, 0))};
    }

    /// Nanoseconds of the processor per touching pair at the next step.
    double step() {
        poses_.clear();
        for (const TouchingPair& p : pairs_) poses_.push_back(p.b_at(step_));
        ++step_;
        touching_ = 0;
        sum_ = Vec3::Zero();
        const ThreadWatch watch;
        for (std::size_t k = 0; k < pairs_.size(); ++k) answer(k);
        return 1e9 * watch.seconds() / static_cast<double>(std::max<std::size_t>(touching_, 1));
    }

    std::size_t touching() const { return touching_; }
    const Vec3& sum() const { return sum_; }

private:
    void answer(std::size_t k) {
        TouchStart* start = a_.has_corners && b_.has_corners ? &starts_[k] : nullptr;
        const auto touching = touch_of_parts(a_, pairs_[k].a, b_, poses_[k], {start, work_, false});
        if (!touching) {
            touches_[k] = {};
            return;
        }
        Partner a, b;
        a.inverse_mass = b.inverse_mass = 1;
        a.radius = b.radius = 1;
        const Eigen::Matrix3d inertia = 2.5 * Eigen::Matrix3d::Identity();
        a.inverse_inertia = b.inverse_inertia = &inertia;
        b.center = poses_[k].position;
        b.velocity = pairs_[k].way / step_length;
        Losses losses;
        const ShapedLaw law{laws_, step_length, false};
        sum_ += answer_touch(*touching, {a, b, 0}, law, touches_[k], losses).force;
        ++touching_;
    }

    PartSolid a_, b_;
    std::vector<TouchingPair> pairs_;
    std::vector<Pose> poses_;
    std::vector<TouchStart> starts_;
    std::vector<TouchMemory> touches_;
    TouchWorkspace work_;
    LawTable laws_;
    std::size_t step_ = 0, touching_ = 0;
    Vec3 sum_ = Vec3::Zero();
};

struct Cost {
    std::string name, peer_name;
    TouchCase &ours, &peer;
};

BenchRow cost_row(const Cost& cost, const BenchOptions& o) {
    std::vector<double> ours, peer, ratio;
    StateHash hash;
    std::size_t touching = 0;
    for (int k = 0; k <= 8 * o.rounds; ++k) {
        const double our = cost.ours.step(), their = cost.peer.step();
        for (int axis = 0; axis < 3; ++axis) hash.add(cost.ours.sum()[axis]);
        if (k == 0) continue; // cold
        touching += cost.ours.touching();
        ours.push_back(our);
        peer.push_back(their);
        ratio.push_back(their / our);
    }
    BenchRow row;
    row.name = cost.name;
    row.peer_name = cost.peer_name;
    row.unit = BenchUnit::nanoseconds;
    row.ours = quantile(ours, 0.5);
    row.peer = quantile(peer, 0.5);
    row.ratio = quantile(ratio, 0.5);
    row.low = quantile(ratio, 0.1);
    row.high = quantile(ratio, 0.9);
    row.hash = hash.text();
    const double steps = 8.0 * o.rounds;
    row.counts = {{"grains", 2.0 * pairs_per_case},
                  {"contacts", static_cast<double>(touching) / steps},
                  {"candidates", static_cast<double>(pairs_per_case)}};
    row.note = fmt::format("{:.1f} of {} pairs touching", static_cast<double>(touching) / steps,
                           pairs_per_case);
    return row;
}

void print_table(const std::vector<Kind>& kinds, const std::vector<double>& ns) {
    fmt::print("\ntouch query and law, warm, ns per contact\n{:<13}", "");
    for (const Kind& kind : kinds) fmt::print("{:>13}", kind.name);
    std::size_t at = 0;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        fmt::print("\n{:<13}", kinds[i].name);
        for (std::size_t j = 0; j <= i; ++j) fmt::print("{:>13.0f}", ns[at++]);
    }
    fmt::print("\n\n");
}

} // namespace

void touch_rows(const BenchOptions& o, const EmitRow& emit) {
    const std::vector<Kind> all = kinds();
    std::uint64_t seed = first_seed;
    std::vector<double> ns;
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            TouchCase ours(all[i].shape, all[j].shape, ++seed);
            TouchCase peer(all[0].shape, all[0].shape, first_seed);
            const BenchRow row = cost_row(
                {fmt::format("{}-{}", all[i].name, all[j].name), "sphere-sphere", ours, peer}, o);
            ns.push_back(row.ours);
            emit(row);
        }
    if (!o.json) print_table(all, ns);
    const auto of_corners = [](int corners) { return random_polyhedron({7, corners, {}}, 1); };
    for (const int corners : {8, 20, 50, 100, 200, 500, 1000}) {
        TouchCase ours(of_corners(corners), of_corners(corners), ++seed);
        TouchCase peer(of_corners(20), of_corners(20), first_seed);
        emit(cost_row({fmt::format("corners-{}", corners), "20 corners", ours, peer}, o));
    }
}

} // namespace scree
