// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/contact_patch.hpp>
#include <scree/narrow/solids.test.hpp>

#include <gtest/gtest.h>

#include <cmath>

// Coincidences, slivers and scales.
namespace scree {
namespace {

using namespace test;

void expect_sound(const ContactPatch& p, const PolyhedronData& a, const PolyhedronData& b) {
    EXPECT_TRUE(std::isfinite(p.area) && std::isfinite(p.volume));
    EXPECT_TRUE(p.centroid.allFinite() && p.volume_centroid.allFinite() && p.normal.allFinite());
    EXPECT_TRUE(p.area_vector.allFinite() && p.area_moment.allFinite());
    if (!p.touching) return;
    EXPECT_NEAR(p.normal.norm(), 1, 8 * epsilon);
    const double error = 64 * epsilon * (a.reach + b.reach);
    EXPECT_GE(p.volume, 0);
    EXPECT_LE(p.volume, std::min(a.mass.volume, b.mass.volume) +
                            error * std::min(surface_area(a), surface_area(b)));
    // Both centroids lie in A, for nothing but averages of its points went into them.
    for (std::size_t f = 0; f < a.face_count(); ++f) {
        const Vec3 corner = a.corner(a.face(f)[0]);
        EXPECT_LE(a.face_normal[f].dot(p.centroid - corner), error);
        EXPECT_LE(a.face_normal[f].dot(p.volume_centroid - corner), error);
    }
}

TEST(ContactPatchHard, NearlyCoincidentCopies) {
    const std::uint64_t seed = 20;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace workspace;
    int checked = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const auto a =
            trial % 3 == 0 ? box_solid({1, 0.5, 0.75}) : random_grain(random, 8 + trial % 50);
        const PolyhedronData& data = *a.data;
        for (double offset = 1e-18; offset < 1e-2; offset *= 10, ++checked) {
            Pose pose = turned(random_direction(random), offset, offset * random_direction(random));
            if (trial % 2 == 0) pose.rotation.setIdentity();
            const ContactPatch& p = contact_patch(data, data, pose, workspace);
            ASSERT_TRUE(p.touching);
            expect_sound(p, data, data);
            // No point has moved by more than the way, so that a shell of that thickness is lost.
            const double way = offset * (1 + data.reach) + 64 * epsilon * data.reach;
            EXPECT_NEAR(p.volume, data.mass.volume, way * surface_area(data));
            EXPECT_LE((p.volume_centroid - data.mass.centroid).norm(),
                      2 * data.reach * way * surface_area(data) / data.mass.volume);
        }
    }
    EXPECT_EQ(checked, 300 * 16);
}

// A mesh's faces are flat to a millionth, say. Cut by itself it must lose nothing: a plane through
// three corners of such a face would take a millionth off the fourth.
TEST(ContactPatchHard, FacesNotQuiteFlatDoNotCutTheirOwnBody) {
    const std::uint64_t seed = 25;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace workspace;
    const auto huge = box_solid({4, 4, 4});
    const std::vector<std::vector<std::uint32_t>> faces{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                                        {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    double uneven = 0;
    for (int trial = 0; trial < 100; ++trial) {
        auto points = box_points({1, 0.8, 0.6});
        for (Vec3& point : points) point += 1e-6 * random_direction(random);
        const auto a = make_polyhedron(points, faces);
        const PolyhedronData& data = *a.data;
        ASSERT_EQ(data.face_count(), 6U);
        for (std::size_t f = 0; f < 6; ++f)
            for (const std::uint32_t i : data.face(f))
                uneven = std::max(
                    uneven, data.face_normal[f].dot(data.corner(i) - data.corner(data.face(f)[0])));
        const double whole = contact_patch(data, *huge.data, at(Vec3::Zero()), workspace).volume;
        const double self = contact_patch(data, data, at(Vec3::Zero()), workspace).volume;
        EXPECT_NEAR(self, whole, 64 * epsilon * surface_area(data));
    }
    EXPECT_GT(uneven, 1e-7);
}

// Two boxes with the same or touching faces, edges and corners in all combinations, in a turned
// frame where the coincidence holds only up to rounding.
TEST(ContactPatchHard, LatticeOfBoxes) {
    const std::uint64_t seed = 21;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace workspace;
    int flat = 0;
    int solid = 0;
    for (int trial = 0; trial < 4000; ++trial) {
        const auto pick = [&] { return static_cast<double>(random.below(5)) - 2; };
        const Vec3 half_a(1 + random.below(2), 1 + random.below(2), 1 + random.below(2));
        const Vec3 half_b(1 + random.below(2), 1 + random.below(2), 1 + random.below(2));
        const Vec3 center(pick(), pick(), pick());
        const Vec3 low = (-half_a).cwiseMax(center - half_b);
        const Vec3 high = half_a.cwiseMin(center + half_b);
        const Vec3 size = high - low;
        const double volume = size.cwiseMax(0).prod();
        // The frame of A is turned against the lattice; B's is the lattice.
        const Eigen::Matrix3d turn = random_attitude(random);
        std::vector<Vec3> points;
        for (const Vec3& point : box_points(half_a)) points.emplace_back(turn * point);
        const auto a = make_polyhedron(points);
        const auto b = box_solid(half_b);
        const ContactPatch& p =
            contact_patch(*a.data, *b.data, Pose{turn, turn * center}, workspace);
        expect_sound(p, *a.data, *b.data);
        const double error = 64 * epsilon * (a.data->reach + b.data->reach);
        EXPECT_NEAR(p.volume, volume, error * surface_area(*b.data));
        if (volume > 0) {
            ++solid;
            EXPECT_LE((p.volume_centroid - turn * (low + high) / 2).norm(), 20 * error);
        } else if (p.touching) {
            ++flat; // rounding may also part them
        }
    }
    EXPECT_GT(solid, 1000);
    EXPECT_GT(flat, 100);
}

// Approach of a face to a face: down to the last bit the patch is the common rectangle.
TEST(ContactPatchHard, FlatOverlapsOfAnyDepth) {
    PatchWorkspace workspace;
    const auto a = box_solid({2, 2, 1});
    const auto b = box_solid({1, 1, 1});
    int touching = 0;
    for (int k = 0; k <= 60; ++k) {
        const double depth = k == 60 ? 0 : std::ldexp(1.0, -k);
        const ContactPatch& p =
            contact_patch(*a.data, *b.data, at({1.5, 0.5, 2 - depth}), Vec3::UnitZ(), workspace);
        ASSERT_TRUE(p.touching);
        expect_sound(p, *a.data, *b.data);
        EXPECT_NEAR(p.volume, 3 * (2 - (2 - depth)), 64 * epsilon);
        EXPECT_NEAR(p.area, 3, 64 * epsilon);
        EXPECT_LE((p.centroid - Vec3(1.25, 0.5, 1 - depth / 2)).norm(), 64 * epsilon);
        // A layer uneven by an epsilon or two of the size, 4: its centroid may wander by that over
        // the depth, but not out of the body.
        const double wander = std::min(4 * epsilon * 4 / std::max(depth, epsilon), 1.0);
        EXPECT_LE((p.volume_centroid - Vec3(1.25, 0.5, 1 - depth / 2)).norm(),
                  64 * epsilon + wander);
        ++touching;
    }
    EXPECT_EQ(touching, 61);
}

TEST(ContactPatchHard, Slivers) {
    const std::uint64_t seed = 22;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace workspace;
    int touching = 0;
    const int trials = 3000;
    for (int trial = 0; trial < trials; ++trial) {
        const double thin = std::pow(10.0, -random.uniform(1, 6));
        const double thin_too = std::pow(10.0, -random.uniform(0, 4));
        const auto a = random_grain(random, 12, {1, thin_too, thin});
        const auto b = random_grain(random, 12, {thin, 1, 1});
        const Pose pose{random_attitude(random), 0.4 * random_direction(random)};
        const ContactPatch p = contact_patch(*a.data, *b.data, pose, workspace);
        expect_sound(p, *a.data, *b.data);
        const ContactPatch q = contact_patch(*b.data, *a.data, inverse(pose), workspace);
        const double surface = std::min(surface_area(*a.data), surface_area(*b.data));
        EXPECT_NEAR(p.volume, q.volume, 256 * epsilon * surface);
        touching += p.touching;
    }
    EXPECT_GT(touching, 0.3 * trials);
    EXPECT_LT(touching, 0.95 * trials);
}

TEST(ContactPatchHard, SizesApart) {
    const std::uint64_t seed = 23;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace workspace;
    int touching = 0;
    const int trials = 1000;
    for (int trial = 0; trial < trials; ++trial) {
        // A small grain over the face of a large box, partly in it: the box is a half-space to it.
        const double ratio = std::pow(10.0, random.uniform(0.5, 4));
        const double scale = std::pow(10.0, random.uniform(-5, -2)); // of the small one
        const auto small = random_grain(random, 20, Vec3::Constant(scale));
        const auto large = box_solid(Vec3::Constant(ratio * scale));
        const double spread = 0.8 * (ratio - 1) * scale;
        const Vec3 position(random.uniform(-spread, spread), random.uniform(-spread, spread),
                            (ratio + random.uniform(-1, 1.4)) * scale);
        const Pose pose{random_attitude(random), position};
        const ContactPatch p = contact_patch(*large.data, *small.data, pose, workspace);
        expect_sound(p, *large.data, *small.data);
        const Pose back = inverse(pose);
        const Plane wall{back * Vec3(0, 0, ratio * scale), back.rotation * Vec3::UnitZ()};
        const ContactPatch q = contact_patch(*small.data, wall, workspace);
        const ContactPatch swapped = contact_patch(*small.data, *large.data, back, workspace);
        // The position is known to epsilon of the large one.
        const double error = 32 * epsilon * ratio * scale;
        const double surface = surface_area(*small.data);
        EXPECT_NEAR(p.volume, q.volume, error * surface);
        EXPECT_NEAR(swapped.volume, q.volume, error * surface);
        EXPECT_LE((p.area_vector + pose.rotation * q.area_vector).norm(), 32 * error * scale);
        touching += p.touching;
    }
    EXPECT_GT(touching, 0.5 * trials);
    EXPECT_LT(touching, 0.97 * trials);
}

PolyhedronData scaled(PolyhedronData data, double s) {
    for (auto* coordinates : {&data.x, &data.y, &data.z})
        for (double& x : *coordinates) x *= s;
    for (double& offset : data.face_offset) offset *= s;
    data.reach *= s;
    data.mass.volume *= s * s * s;
    data.mass.centroid *= s;
    return data;
}

TEST(ContactPatchHard, PowersOfTwoScaleExactly) {
    const std::uint64_t seed = 24;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace workspace;
    int touching = 0;
    for (int trial = 0; trial < 400; ++trial) {
        const auto a = random_grain(random, 20);
        const auto b = trial % 2 == 0 ? box_solid({0.5, 1, 1}) : random_grain(random, 12);
        const Pose pose{random_attitude(random), 1.2 * random_direction(random)};
        const ContactPatch p = contact_patch(*a.data, *b.data, pose, workspace);
        const double s = trial % 4 < 2 ? 0x1p-17 : 0x1p7; // 10 µm, 100 m
        const Pose pose_s{pose.rotation, s * pose.position};
        const ContactPatch q =
            contact_patch(scaled(*a.data, s), scaled(*b.data, s), pose_s, workspace);
        EXPECT_EQ(p.touching, q.touching);
        EXPECT_EQ(p.volume * s * s * s, q.volume);
        EXPECT_EQ(p.area * s * s, q.area);
        EXPECT_EQ(p.normal, q.normal);
        EXPECT_EQ(Vec3(p.centroid * s), q.centroid);
        EXPECT_EQ(Vec3(p.volume_centroid * s), q.volume_centroid);
        EXPECT_EQ(Vec3(p.area_vector * s * s), q.area_vector);
        EXPECT_EQ(Vec3(p.area_moment * s * s * s), q.area_moment);
        ASSERT_EQ(p.polygon.size(), q.polygon.size());
        for (std::size_t k = 0; k < p.polygon.size(); ++k)
            EXPECT_EQ(Vec3(p.polygon[k] * s), q.polygon[k]);
        touching += p.touching;
    }
    EXPECT_GT(touching, 100);
}

} // namespace
} // namespace scree
