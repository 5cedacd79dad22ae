// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/contact_patch.hpp>
#include <scree/narrow/solids.test.hpp>

#include <gtest/gtest.h>

#include <cmath>

// How the patch changes, or does not, when bodies move, swap, grow or coincide.
namespace scree {
namespace {

using namespace test;

TEST(ContactPatchMotion, VolumeFollowsTheAreaVector) {
    const std::uint64_t seed = 161803;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace workspace;
    const double h = 2e-5;
    // Central differences: wrong by h² times the third derivative (some ten edges that cross faces,
    // each over the sine of an angle, rarely below 0.01), and by epsilon / h = 1e-11 from rounding.
    const double tolerance = 1000 * h * h;
    double largest = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const auto a = random_grain(random, 12 + trial % 49);
        const auto b = random_grain(random, 60 - trial % 49, {0.6, 1, 0.8});
        const Pose pose{random_attitude(random),
                        random.uniform(0.7, 1.3) * random_direction(random)};
        const ContactPatch p = contact_patch(*a.data, *b.data, pose, workspace);
        const Vec3 d = random_direction(random);
        const Vec3 c = p.volume_centroid;
        const auto volume = [&](double shift, double turn) {
            const Eigen::Matrix3d spin = turned(d, turn).rotation; // about the volume's centroid
            const Pose moved{spin * pose.rotation, spin * (pose.position - c) + c + shift * d};
            return contact_patch(*a.data, *b.data, moved, workspace).volume;
        };
        EXPECT_NEAR((volume(h, 0) - volume(-h, 0)) / (2 * h), -p.area_vector.dot(d), tolerance);
        EXPECT_NEAR((volume(0, h) - volume(0, -h)) / (2 * h), -p.area_moment.dot(d), tolerance);
        largest = std::max(largest, p.area_vector.norm());
    }
    EXPECT_GT(largest, 0.5);
}

// A path of small steps in all six directions, into the overlap and through it. Bounds that hold
// for any convex bodies: no point of B moves farther than `way`, so that the bodies differ by no
// more than surface · way, where the surface of the part is at most that of either whole; and
// |Δ centroid| ≤ diameter · (volume of the difference) / volume.
TEST(ContactPatchMotion, PathsAreContinuous) {
    const std::uint64_t seed = 1414;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace workspace;
    int touching = 0;
    int steps = 0;
    for (int path = 0; path < 60; ++path) {
        const auto a = path % 2 == 0 ? box_solid({1, 0.8, 0.6}) : random_grain(random, 24);
        const auto b = path % 3 == 0 ? box_solid({0.5, 0.8, 0.6}) : random_grain(random, 16);
        const double surface = std::min(surface_area(*a.data), surface_area(*b.data));
        const double diameter = 2 * std::min(a.data->reach, b.data->reach);
        const Vec3 start = random_direction(random);
        const Vec3 axis = random_direction(random);
        const Eigen::Matrix3d first = random_attitude(random);
        const double ds = 1e-3;
        const double way = ds * (2 + b.data->reach) * 1.01; // chord against arc, and a margin
        ContactPatch before;
        for (int k = 0; k < 400; ++k, ++steps) {
            const double s = k * ds;
            const Pose pose{turned(axis, s).rotation * first, (2.1 - 2 * s) * start};
            const ContactPatch p = contact_patch(*a.data, *b.data, pose, workspace);
            EXPECT_LE(std::abs(p.volume - (k > 0 ? before.volume : p.volume)), surface * way);
            if (p.volume > 0 && before.volume > 0) {
                ++touching;
                const double bound = diameter * surface * way / std::max(p.volume, before.volume);
                EXPECT_LE((p.volume_centroid - before.volume_centroid).norm(), bound);
            }
            before = p;
        }
    }
    EXPECT_GT(touching, 0.2 * steps);
    EXPECT_LT(touching, 0.95 * steps);
}

// The patch itself has no such bound, but a continuous answer's steps shrink with the step; one
// that jumps keeps its jumps. Grains are in general position: their faces are never coplanar.
TEST(ContactPatchMotion, PatchStepsShrinkWithTheStep) {
    const std::uint64_t seed = 5772;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace workspace;
    for (int path = 0; path < 20; ++path) {
        const auto a = random_grain(random, 14);
        const auto b = random_grain(random, 18);
        const Vec3 start = random_direction(random);
        const Eigen::Matrix3d first = random_attitude(random);
        const Vec3 axis = random_direction(random);
        double worst[2][3] = {};
        for (const int fine : {0, 1}) {
            const double ds = fine == 1 ? 1e-5 : 1e-3;
            for (int window = 0; window < 200; ++window) { // the same places, 100 times closer
                ContactPatch pair[2];
                for (const int k : {0, 1}) {
                    const double s = window * 1e-3 + k * ds;
                    const Pose pose{turned(axis, s).rotation * first, (1 - s) * start};
                    pair[k] = contact_patch(*a.data, *b.data, pose, workspace);
                }
                if (pair[0].volume < 0.02) continue;
                double* w = worst[fine];
                w[0] = std::max(w[0], (pair[1].normal - pair[0].normal).norm());
                w[1] = std::max(w[1], std::abs(pair[1].area - pair[0].area));
                w[2] = std::max(w[2], (pair[1].centroid - pair[0].centroid).norm());
            }
        }
        for (int k = 0; k < 3; ++k) {
            EXPECT_GT(worst[0][k], 0);
            EXPECT_LE(worst[1][k], 0.1 * worst[0][k]) << "path " << path << " quantity " << k;
        }
    }
}

TEST(ContactPatchMotion, SwappingMirrors) {
    const std::uint64_t seed = 12;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace workspace;
    int touching = 0;
    for (int trial = 0; trial < 500; ++trial) {
        const auto a = random_grain(random, 20);
        const auto b = random_grain(random, 30, {0.5, 0.7, 0.9});
        const Pose pose{random_attitude(random),
                        random.uniform(0.8, 1.8) * random_direction(random)};
        const ContactPatch p = contact_patch(*a.data, *b.data, pose, workspace);
        const ContactPatch q = contact_patch(*b.data, *a.data, inverse(pose), workspace);
        EXPECT_EQ(p.touching, q.touching);
        if (!p.touching) continue;
        ++touching;
        // Two independent roundings; directions and centroids divide by the area and the volume.
        const double error = 64 * epsilon * (a.data->reach + b.data->reach);
        const double area = p.area_vector.norm();
        EXPECT_NEAR(p.volume, q.volume, error * surface_area(*b.data));
        EXPECT_LE((p.area_vector + pose.rotation * q.area_vector).norm(), error * 8);
        EXPECT_LE((p.normal + pose.rotation * q.normal).norm(), error * 8 / area);
        EXPECT_LE((p.volume_centroid - pose * q.volume_centroid).norm(),
                  error * (1 + surface_area(*b.data) / p.volume));
        if (p.volume < 1e-3) continue;
        EXPECT_NEAR(p.area, q.area, 1e-9);
        EXPECT_LE((p.centroid - pose * q.centroid).norm(), 1e-9);
    }
    EXPECT_GT(touching, 200);
    EXPECT_LT(touching, 480);
}

std::vector<Vec3> moved(const std::vector<Vec3>& points, const Pose& pose) {
    std::vector<Vec3> out;
    for (const Vec3& point : points) out.emplace_back(pose * point);
    return out;
}

TEST(ContactPatchMotion, FramesDoNotMatter) {
    const std::uint64_t seed = 13;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace workspace;
    int touching = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const auto points_a = random_points(random, 20, {1, 1, 1});
        const auto points_b = random_points(random, 30, {0.5, 0.7, 0.9});
        const Pose pose{random_attitude(random), 1.1 * random_direction(random)};
        // The same bodies written down in other frames.
        const Pose f{random_attitude(random), random_direction(random)};
        const Pose g{random_attitude(random), random_direction(random)};
        const Pose g_inverse = inverse(g);
        const Pose half{pose.rotation * g_inverse.rotation, pose * g_inverse.position};
        const Pose whole{f.rotation * half.rotation, f * half.position};
        const auto a = make_polyhedron(points_a);
        const auto b = make_polyhedron(points_b);
        const ContactPatch p = contact_patch(*a.data, *b.data, pose, workspace);
        const auto a2 = make_polyhedron(moved(points_a, f));
        const auto b2 = make_polyhedron(moved(points_b, g));
        const ContactPatch q = contact_patch(*a2.data, *b2.data, whole, workspace);
        if (p.volume < 1e-3) continue;
        ++touching;
        const double error = 256 * epsilon; // rounding of the points, of sizes up to 3
        const double surface = surface_area(*b.data);
        EXPECT_NEAR(p.volume, q.volume, error * surface);
        EXPECT_LE((f * p.volume_centroid - q.volume_centroid).norm(), error * surface / p.volume);
        EXPECT_LE((f.rotation * p.normal - q.normal).norm(), 8 * error / p.area_vector.norm());
        EXPECT_NEAR(p.area, q.area, 1e-9);
        EXPECT_LE((f * p.centroid - q.centroid).norm(), 1e-9);
    }
    EXPECT_GT(touching, 100);
}

} // namespace
} // namespace scree
