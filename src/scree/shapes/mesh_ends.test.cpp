// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/mesh_cuts.test.hpp>
#include <scree/shapes/mesh_ends.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace scree {
namespace {

using namespace test;

/// Their length together.
double length_of(std::span<const RegionEnd> ends) {
    double sum = 0;
    for (const RegionEnd& end : ends) sum += (end.to - end.from).norm();
    return sum;
}

// Each face of a box ends at its four sides, where others rise inside and none does outside.
TEST(MeshEnds, OfABoxHoweverItIsCut) {
    for (int k = 0; k < cut_count; ++k) {
        SCOPED_TRACE(k);
        Random random(81);
        const MeshSurface box(cut_box({1, 2, 3}, k, random));
        const MeshEnds ends(box);
        const Vec3 middle(0.5, 1, 1.5);
        for (std::uint32_t r = 0; r < 6; ++r) {
            const Plane& plane = box.region_plane(r);
            const bool is_inward = plane.normal.dot(middle - plane.point) > 0;
            int axis = 0;
            plane.normal.cwiseAbs().maxCoeff(&axis);
            const Vec3 sides(1, 2, 3);
            const double around = 2 * (sides.sum() - sides[axis]);
            // Overlapping pieces, and slivers along a side, have some of it twice.
            const bool may_be_double = k == 8 || k == 9;
            EXPECT_GE(length_of(ends.of(r)), around * (1 - 1e-5));
            EXPECT_LE(length_of(ends.of(r)), around * (may_be_double ? 1.5 : 1 + 1e-5));
            if (!may_be_double) {
                EXPECT_EQ(ends.of(r).size(), 4U);
            }
            for (const RegionEnd& end : ends.of(r)) {
                EXPECT_TRUE(end.is_groove_from(middle));
                for (const double side : {-0.1, 0.1}) { // outside
                    EXPECT_FALSE(end.is_groove_from(end.from + end.outward + side * end.normal));
                }
                EXPECT_TRUE(end.rises[is_inward ? 0 : 1]);
                EXPECT_FALSE(end.rises[is_inward ? 1 : 0]);
                EXPECT_LT(std::abs(end.outward.dot(plane.normal)), 1e-12);
                // It lies on the outline of the face.
                int across = 0;
                EXPECT_NEAR(end.outward.cwiseAbs().maxCoeff(&across), 1, 1e-5);
                const double limit = end.outward[across] > 0 ? sides[across] : 0;
                EXPECT_NEAR(end.from[across], limit, 1e-5);
                EXPECT_NEAR(end.to[across], limit, 1e-5);
            }
        }
    }
}

TEST(MeshEnds, NoneBetweenTheStripsOfACylinder) {
    const int n = 24;
    const MeshSurface tube(cylinder_mesh(1, 2, n, 3));
    const MeshEnds ends(tube);
    ASSERT_EQ(tube.region_count(), static_cast<std::size_t>(n));
    for (std::uint32_t r = 0; r < tube.region_count(); ++r) {
        ASSERT_EQ(ends.of(r).size(), 2U); // of the rims
        for (const RegionEnd& end : ends.of(r)) {
            EXPECT_EQ(end.from.z(), end.to.z());
            EXPECT_FALSE(end.rises[0] || end.rises[1]);
        }
    }
    const MeshSurface edged(cylinder_mesh(1, 2, n, 3), {0.1}); // now 15° are an edge
    EXPECT_GT(length_of(MeshEnds(edged).of(0)), 4);
}

} // namespace
} // namespace scree
