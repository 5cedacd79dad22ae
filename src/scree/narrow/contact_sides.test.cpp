// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/contact_patch.hpp>
#include <scree/narrow/gap.hpp>
#include <scree/narrow/solids.test.hpp>
#include <scree/shapes/generated.hpp>

#include <gtest/gtest.h>

#include <cmath>

// The overlap body found from the layer in which both bodies lie, against the one that is cut by
// all planes.
namespace scree {
namespace {

using namespace test;

double area_of(const PatchWorkspace& w) {
    double sum = 0;
    for (const Segment& side : w.section)
        sum +=
            0.5 * w.section_normal.dot(
                      (side.from - w.section.front().from).cross(side.to - w.section.front().from));
    return sum;
}

TEST(ContactSides, EqualThePlainPatchFromAnyDirection) {
    const std::uint64_t seed = 77;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace plain, work;
    int touching = 0, shallow = 0;
    const int trials = 2000;
    for (int trial = 0; trial < trials; ++trial) {
        // 300 corners are climbed, not scanned.
        const int corners = trial % 10 == 0 ? 300 : 8 + trial % 40;
        const auto seeds = static_cast<std::uint64_t>(trial + 1);
        const Polyhedron a = random_polyhedron({seeds, corners, {}}, 1);
        const Polyhedron b =
            trial % 3 == 0 ? box_solid({0.5, 1, 0.7}) : random_polyhedron({seeds + 7, 20, {}}, 0.8);
        Pose pose{random_attitude(random), random.uniform(0.3, 1.9) * random_direction(random)};
        Gap gap = scree::gap(a, {}, b, pose);
        if (trial % 2 == 0) { // to a depth as in a bed
            pose.position -= (gap.gap + random.uniform(1e-6, 0.05)) * gap.normal;
            gap = scree::gap(a, {}, b, pose);
        }
        // Any direction is right, that of the gap is quick.
        const Vec3 along =
            trial % 5 == 0 ? random_direction(random) : Vec3(gap.normal.normalized());
        const ContactPatch& p = contact_patch(*a.data, *b.data, pose, plain);
        const ContactPatch& q = contact_sides(*a.data, *b.data, pose, {along, false}, work);
        const double error = 64 * epsilon * (a.data->reach + b.data->reach);
        const double surface = std::min(surface_area(*a.data), surface_area(*b.data));
        EXPECT_NEAR(p.volume, q.volume, error * surface) << trial;
        if (p.volume < 1e-9) continue;
        ++touching;
        shallow += gap.gap > -0.05;
        ASSERT_TRUE(q.touching) << trial;
        const double depth = std::max(-gap.gap, 1e-9);
        EXPECT_LE((p.volume_centroid - q.volume_centroid).norm(), 1e3 * error / depth) << trial;
        EXPECT_LE((p.area_vector - q.area_vector).norm(), 1e3 * error / depth) << trial;
        EXPECT_LE((p.normal - q.normal).norm(), 1e3 * error / (depth * p.area_vector.norm()));
        EXPECT_NEAR(p.area, area_of(work), 1e4 * error / depth) << trial;
    }
    EXPECT_GT(touching, 0.6 * trials);
    EXPECT_GT(shallow, 0.3 * trials);
}

} // namespace
} // namespace scree
