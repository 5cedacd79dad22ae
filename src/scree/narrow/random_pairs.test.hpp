// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/error.hpp>
#include <scree/base/pose.hpp>
#include <scree/base/random.hpp>
#include <scree/narrow/penetration.hpp>

#include <vector>

// Pairs of small convex polyhedra, from a seed.
namespace scree::test_support {

inline Vec3 random_point(Random& random, double half) {
    return {random.uniform(-half, half), random.uniform(-half, half), random.uniform(-half, half)};
}

/// A hull of 4 to 30 points: on a sphere (all of them corners), in a cube (few of them corners), or
/// on a lattice (faces with many corners, parallel edges).
inline Polyhedron random_solid(Random& random) {
    const auto kind = random.below(3);
    for (;;) {
        std::vector<Vec3> points(4 + random.below(27));
        for (Vec3& p : points) {
            p = random_point(random, 1);
            if (kind == 0) p.normalize();
            if (kind == 2) p = (3 * p).array().round();
        }
        try {
            return make_polyhedron(points);
        } catch (const InputError&) { // flat: lattice points may lie in one plane
        }
    }
}

inline Pose random_turn(Random& random) {
    Eigen::Quaterniond q;
    do {
        q.coeffs() << random_point(random, 1), random.uniform(-1, 1);
    } while (q.norm() > 1 || q.norm() < 0.1);
    return {.rotation = q.normalized().toRotationMatrix()};
}

struct RandomPair {
    Polyhedron a, b;
    Pose b_in_a;
};

/// A pair at random, its bodies somewhere between touching and concentric along a random line. They
/// may miss each other.
inline RandomPair random_overlap(Random& random) {
    RandomPair pair{random_solid(random), random_solid(random), random_turn(random)};
    if (random.below(4) == 0) pair.b_in_a.rotation.setIdentity(); // parallel faces and edges
    Vec3 u;
    do {
        u = random_point(random, 1);
    } while (u.norm() > 1 || u.norm() < 0.1);
    u.normalize();
    const Vec3 v = -(pair.b_in_a.rotation.transpose() * u);
    const double touching = u.dot(support(pair.a, u)) + v.dot(support(pair.b, v));
    pair.b_in_a.position = random.uniform() * touching * u;
    return pair;
}

} // namespace scree::test_support
