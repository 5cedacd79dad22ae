// SPDX-License-Identifier: BSD-3-Clause
#include "narrow_pairs.hpp"

#include <fmt/format.h>

#include <cmath>

namespace scree {
namespace {

constexpr double motion_per_step = 1e-4; ///< sizes moved and radians turned

// Thousands of different pairs: repeating a few hundred flatters everyone twofold.
constexpr std::size_t many_bodies = 1000;
constexpr std::size_t many_pairs = 4096;

Vec3 random_unit(Random& random) {
    for (;;) {
        const Vec3 p(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        const double size = p.norm();
        if (size <= 1 && size > 0.1) return p / size;
    }
}

Eigen::Matrix3d random_rotation(Random& random) {
    for (;;) {
        const Eigen::Vector4d q(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                                random.uniform(-1, 1));
        if (q.norm() <= 1 && q.norm() > 0.1)
            return Eigen::Quaterniond(q.normalized()).toRotationMatrix();
    }
}

/// Around its centre of mass.
Polyhedron random_body(std::uint32_t corners, const Vec3& semi_axes, Random& random) {
    std::vector<Vec3> points(corners);
    for (Vec3& p : points) p = random_unit(random).cwiseProduct(semi_axes);
    const Vec3 center = mass_properties(make_polyhedron(points)).centroid;
    for (Vec3& p : points) p -= center;
    return make_polyhedron(points);
}

struct Motion {
    double gap;
    Vec3 velocity, spin; ///< unit
};

/// Moves B along the normal until the gap is as wanted: at once when apart, in a few rounds when
/// overlapping, where the nearest way out may change on the way in.
void place(Bodies bodies, double gap, BodyPair& pair) {
    const Corners a = corners(bodies[pair.a]);
    const Corners b = corners(bodies[pair.b]);
    for (int round = 0; round < 20; ++round) {
        const CoreGap now = polyhedral_gap(a, b, pair.b_in_a);
        if (std::abs(now.gap - gap) <= 1e-3 * std::abs(gap)) return;
        pair.b_in_a.position -= (now.gap - gap) * now.normal;
    }
}

} // namespace

BodySet round_bodies(std::uint32_t corners, std::uint64_t seed) {
    Random random(seed);
    const bool large = corners >= 1000;
    BodySet set{fmt::format("{}", corners), {}, large ? 512 : many_pairs};
    const std::size_t count = large ? 100000 / corners : many_bodies;
    for (std::size_t k = 0; k < count; ++k)
        set.bodies.push_back(random_body(corners, Vec3::Constant(0.5), random));
    return set;
}

BodySet grains(std::uint64_t seed) {
    Random random(seed);
    BodySet set{"grain", {}, many_pairs};
    for (std::size_t k = 0; k < many_bodies; ++k) {
        const Vec3 semi_axes(0.5, random.uniform(0.5 / 3, 0.5), random.uniform(0.5 / 3, 0.5));
        const auto corners = 12 + static_cast<std::uint32_t>(random.below(49));
        set.bodies.push_back(random_body(corners, semi_axes, random));
    }
    return set;
}

PairSteps place_pairs(const BodySet& set, const Placement& placement, std::size_t steps,
                      std::uint64_t seed) {
    Random random(seed);
    std::vector<Motion> motions;
    std::vector<BodyPair> pairs;
    for (std::size_t k = 0; k < set.pair_count; ++k) {
        BodyPair pair;
        pair.a = static_cast<std::uint32_t>(random.below(set.bodies.size()));
        pair.b = static_cast<std::uint32_t>(random.below(set.bodies.size()));
        pair.b_in_a = {random_rotation(random), 2 * random_unit(random)};
        motions.push_back({random.uniform(placement.low, placement.high), random_unit(random),
                           random_unit(random)});
        place(set.bodies, motions.back().gap, pair);
        pairs.push_back(pair);
    }
    PairSteps out{pairs};
    while (out.size() < steps) {
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            Pose& pose = pairs[k].b_in_a;
            pose.position += motion_per_step * motions[k].velocity;
            pose.rotation = Eigen::AngleAxisd(motion_per_step, motions[k].spin) * pose.rotation;
            place(set.bodies, motions[k].gap, pairs[k]);
        }
        out.push_back(pairs);
    }
    return out;
}

} // namespace scree
