// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/contact_patch.hpp>
#include <scree/narrow/exact_volume.test.hpp>
#include <scree/narrow/solids.test.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>

// Values of the patch against oracles that know nothing of clipping.
namespace scree {
namespace {

using namespace test;

// Each coordinate of the overlap body is wrong by a few epsilon of the reach of both bodies; that
// moves its surface, and the volume changes by surface times the way. Observed: below 1.
constexpr double ulps = 16;

double length_error(const PolyhedronData& a, const PolyhedronData& b) {
    return ulps * epsilon * (a.reach + b.reach);
}

// Boxes, tetrahedra and octahedra: corners are multiples of 1/64, so that faces are exactly flat.
Polyhedron coarse_solid(Random& random, int kind) {
    const auto coarse = [&](double low, double high) {
        return std::round(random.uniform(low, high) * 64) / 64;
    };
    const Vec3 center(coarse(-0.2, 0.2), coarse(-0.2, 0.2), coarse(-0.2, 0.2));
    const Vec3 half(coarse(0.3, 1), coarse(0.3, 1), coarse(0.3, 1));
    if (kind == 0) return box_solid(half, center);
    std::vector<Vec3> points;
    if (kind == 1)
        for (int k = 0; k < 3; ++k)
            for (const double sign : {-1.0, 1.0})
                points.emplace_back(center + sign * half[k] * Vec3::Unit(k));
    else
        for (const Vec3& v : {Vec3(1, 1, 1), Vec3(-1, -1, 1), Vec3(-1, 1, -1), Vec3(1, -1, -1)})
            points.emplace_back(center + half.cwiseProduct(v));
    return make_polyhedron(points);
}

TEST(ContactPatchExact, VolumeAgainstRationalArithmetic) {
    const std::uint64_t seed = 4711;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace workspace;
    int overlapping = 0;
    const int trials = 60;
    for (int trial = 0; trial < trials; ++trial) {
        const auto a = coarse_solid(random, trial % 3);
        const auto b = coarse_solid(random, trial / 3 % 3);
        const Pose pose{random_attitude(random),
                        random.uniform(0.2, 1.6) * random_direction(random)};
        std::vector<HalfSpace> planes;
        append_half_spaces(*a.data, at(Vec3::Zero()), planes);
        append_half_spaces(*b.data, pose, planes);
        const auto exact = static_cast<double>(exact_volume(planes));
        const ContactPatch& p = contact_patch(*a.data, *b.data, pose, workspace);
        overlapping += exact > 0;
        const double surface = std::min(surface_area(*a.data), surface_area(*b.data));
        EXPECT_NEAR(p.volume, exact, length_error(*a.data, *b.data) * surface) << "trial " << trial;
        EXPECT_EQ(p.touching, exact > 0) << "trial " << trial;
    }
    EXPECT_GT(overlapping, 0.4 * trials);
    EXPECT_LT(overlapping, 0.95 * trials);
}

TEST(ContactPatchExact, CentroidAgainstRationalArithmetic) {
    const std::uint64_t seed = 815;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace workspace;
    int overlapping = 0;
    for (int trial = 0; trial < 8; ++trial) {
        const auto a = coarse_solid(random, 2);
        const auto b = coarse_solid(random, trial % 2 == 0 ? 0 : 2);
        const Pose pose{random_attitude(random), 0.6 * random_direction(random)};
        std::vector<HalfSpace> planes;
        append_half_spaces(*a.data, at(Vec3::Zero()), planes);
        append_half_spaces(*b.data, pose, planes);
        const ContactPatch& p = contact_patch(*a.data, *b.data, pose, workspace);
        const Rational volume = exact_volume(planes);
        if (volume == 0) continue;
        ++overlapping;
        const int lift = 4; // every solid lies within this distance
        Vec3 exact;
        for (int k = 0; k < 3; ++k)
            exact[k] = static_cast<double>(exact_moment(planes, k, lift) / volume - lift);
        // Surface moved by the length error, over the volume, times the size of the body.
        const double surface = std::min(surface_area(*a.data), surface_area(*b.data));
        const double tolerance =
            length_error(*a.data, *b.data) * (1 + surface * a.data->reach / p.volume);
        EXPECT_LE((p.volume_centroid - exact).norm(), tolerance) << "trial " << trial;
        EXPECT_LT(tolerance, 1e-9);
    }
    EXPECT_GE(overlapping, 5);
}

TEST(ContactPatchExact, HalfSpaceAgainstRationalArithmetic) {
    const std::uint64_t seed = 99;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace workspace;
    int cut = 0;
    for (int trial = 0; trial < 60; ++trial) {
        const auto a = coarse_solid(random, trial % 3);
        const Plane wall{random.uniform(0, 1) * random_direction(random), random_direction(random)};
        std::vector<HalfSpace> planes;
        append_half_spaces(*a.data, at(Vec3::Zero()), planes);
        HalfSpace half_space{{}, 0};
        for (int k = 0; k < 3; ++k) {
            half_space.a.emplace_back(wall.normal[k]);
            half_space.b += Rational(wall.normal[k]) * Rational(wall.point[k]);
        }
        planes.push_back(half_space);
        const auto exact = static_cast<double>(exact_volume(planes));
        const ContactPatch& p = contact_patch(*a.data, wall, workspace);
        const double error = ulps * epsilon * (a.data->reach + wall.point.norm());
        EXPECT_NEAR(p.volume, exact, error * surface_area(*a.data));
        // The cap and the rest of the boundary close: two sums over different faces.
        EXPECT_LE((p.area_vector - p.area * p.normal).norm(), error * a.data->reach);
        cut += p.area > 0;
    }
    EXPECT_GT(cut, 30);
}

bool contains(const PolyhedronData& data, const Vec3& point) {
    for (std::size_t f = 0; f < data.face_count(); ++f)
        if (data.face_normal[f].dot(point - data.corner(data.face(f)[0])) > 0) return false;
    return true;
}

TEST(ContactPatchExact, GrainsAgainstSampling) {
    const std::uint64_t seed = 31337;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace workspace;
    const int samples = 40000;
    for (int trial = 0; trial < 12; ++trial) {
        const auto a = random_grain(random, 12 + 4 * trial, {1, 0.8, 1.2});
        const auto b = random_grain(random, 60 - 4 * trial, {0.9, 1, 0.7});
        const Pose pose{random_attitude(random), 0.9 * random_direction(random)};
        const ContactPatch& p = contact_patch(*a.data, *b.data, pose, workspace);
        ASSERT_GT(p.volume, 0.05);
        // The box |x - centroid| ≤ 1.5 holds nearly all of it; what is outside is counted by none.
        const double half = 1.5;
        int hits = 0;
        Vec3 sum = Vec3::Zero();
        for (int k = 0; k < samples; ++k) {
            const Vec3 offset(random.uniform(-half, half), random.uniform(-half, half),
                              random.uniform(-half, half));
            const Vec3 x = p.volume_centroid + offset;
            if (!contains(*a.data, x) || !contains(*b.data, inverse(pose) * x)) continue;
            ++hits;
            sum += offset;
        }
        ASSERT_GT(hits, 100);
        // Binomial count; five standard deviations fail once in two million.
        const double share = static_cast<double>(hits) / samples;
        const double sigma = std::sqrt(share * (1 - share) / samples);
        EXPECT_NEAR(p.volume / std::pow(2 * half, 3), share, 5 * sigma);
        // A coordinate's spread is below half its range, 1.2.
        EXPECT_LE((sum / hits).cwiseAbs().maxCoeff(), 5 * 1.2 / std::sqrt(hits));
    }
}

TEST(ContactPatchExact, PolygonIsTheSection) {
    const std::uint64_t seed = 2718;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace workspace;
    const int samples = 4000;
    for (int trial = 0; trial < 20; ++trial) {
        const auto a = random_grain(random, 30);
        const auto b = random_grain(random, 20, {0.7, 1, 0.5});
        const Pose pose{random_attitude(random), 0.9 * random_direction(random)};
        const Vec3 normal = random_direction(random);
        const ContactPatch& p = contact_patch(*a.data, *b.data, pose, normal, workspace);
        ASSERT_TRUE(p.touching);
        const Vec3 u = across(normal);
        const Vec3 v = normal.cross(u);
        for (const Vec3& corner : p.polygon)
            EXPECT_LE(std::abs((corner - p.volume_centroid).dot(normal)),
                      length_error(*a.data, *b.data));
        int hits = 0;
        Vec3 sum = Vec3::Zero();
        const double half = 1.5;
        for (int k = 0; k < samples; ++k) {
            const Vec3 offset = random.uniform(-half, half) * u + random.uniform(-half, half) * v;
            const Vec3 x = p.volume_centroid + offset;
            if (!contains(*a.data, x) || !contains(*b.data, inverse(pose) * x)) continue;
            ++hits;
            sum += x - p.centroid;
        }
        ASSERT_GT(hits, 20);
        const double share = static_cast<double>(hits) / samples;
        const double sigma = std::sqrt(share * (1 - share) / samples);
        EXPECT_NEAR(p.area / (4 * half * half), share, 5 * sigma);
        EXPECT_LE((sum / hits).norm(), 5 * 1.2 / std::sqrt(hits));
    }
}

} // namespace
} // namespace scree
