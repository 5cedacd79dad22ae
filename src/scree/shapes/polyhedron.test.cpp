// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/convex.hpp>
#include <scree/shapes/polyhedron.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace scree {
namespace {

static_assert(Convex<Polyhedron>);
constexpr double pi = std::numbers::pi;

std::vector<Vec3> box_points(const Vec3& half, const Vec3& center = Vec3::Zero()) {
    std::vector<Vec3> points;
    for (int i = 0; i < 8; ++i)
        points.emplace_back(center + Vec3((i & 1) != 0 ? half.x() : -half.x(),
                                          (i & 2) != 0 ? half.y() : -half.y(),
                                          (i & 4) != 0 ? half.z() : -half.z()));
    return points;
}

TEST(Polyhedron, CubeHasSixSquaresAndTwelveEdges) {
    const auto cube = make_polyhedron(box_points({1, 1, 1}));
    const PolyhedronData& data = *cube.data;
    EXPECT_EQ(data.corner_count, 8U);
    EXPECT_EQ(data.x.size(), 8U);
    ASSERT_EQ(data.face_count(), 6U);
    EXPECT_EQ(data.edges.size(), 12U);
    EXPECT_DOUBLE_EQ(data.reach, std::sqrt(3.0));
    for (std::size_t f = 0; f < 6; ++f) {
        EXPECT_EQ(data.face(f).size(), 4U);
        EXPECT_EQ(data.face_normal[f].cwiseAbs().sum(), 1); // along an axis, exactly
        EXPECT_EQ(data.face_normal[f].dot(data.corner(data.face(f)[0])), 1);
    }
    for (std::uint32_t i = 0; i < 8; ++i)
        EXPECT_EQ(data.neighbour_start[i + 1] - data.neighbour_start[i], 3U);
    EXPECT_DOUBLE_EQ(data.mass.volume, 8);
}

} // namespace
} // namespace scree
