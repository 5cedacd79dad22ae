// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/complaints.test.hpp>
#include <scree/shapes/wall.hpp>

#include <gtest/gtest.h>

namespace scree {
namespace {

using namespace test;

const Vec3 origin = Vec3::Zero();
const Vec3 up = Vec3::UnitZ();

TEST(WallBuilders, BoxFacesLookInwardAndMeetItsSides) {
    const Vec3 low(-1, -2, -3);
    const Vec3 high(1, 2, 5);
    const auto faces = make_box(low, high, {});
    ASSERT_EQ(faces.size(), 6U);
    for (int side = 0; side < 6; ++side) {
        const auto& face = std::get<Rectangle>(faces[static_cast<std::size_t>(side)]);
        const int k = side / 2;
        EXPECT_EQ(face.u.cross(face.v), (side % 2 == 0 ? 1.0 : -1.0) * Vec3(Vec3::Unit(k)));
        const Bounds box = bounds(face);
        for (int i = 0; i < 3; ++i) {
            const double flat = side % 2 == 0 ? low[k] : high[k];
            EXPECT_EQ(box.low[i], i == k ? flat : low[i]);
            EXPECT_EQ(box.high[i], i == k ? flat : high[i]);
        }
    }
}

TEST(WallBuilders, OpenSidesAreLeftOut) {
    const Texts open = {"+z", "-x"};
    const auto faces = make_box(origin, Vec3::Ones(), open);
    ASSERT_EQ(faces.size(), 4U);
    for (const auto& face : faces) {
        EXPECT_NE(std::get<Rectangle>(face).center, Vec3(0.5, 0.5, 1));
        EXPECT_NE(std::get<Rectangle>(face).center, Vec3(0, 0.5, 0.5));
    }
}

TEST(WallBuilders, DirectionsBecomeUnit) {
    EXPECT_EQ(std::get<Plane>(make_plane(origin, {0, 0, 1e-200})[0]).normal, up);
    EXPECT_EQ(std::get<Annulus>(make_annulus(origin, {0, -3, 0}, 0, 1)[0]).normal, Vec3(0, -1, 0));
    const auto frustum = std::get<Frustum>(make_frustum({1, 2, 3}, {1, 2, 3.5}, 1, 0)[0]);
    EXPECT_EQ(frustum.axis, up);
    EXPECT_EQ(frustum.height, 0.5);
    EXPECT_TRUE(std::get<SphereWall>(make_sphere(origin, 2, true)[0]).inside);
}

TEST(WallBuilders, SayWhatIsWrong) {
    EXPECT_EQ(complaints([] { make_sphere(origin, -0.5, true); }),
              Texts{"radius: must be > 0, got -0.5"});
    EXPECT_EQ(complaints([] { make_sphere(origin, nan, true); }),
              Texts{"radius: must be > 0, got nan"});
    EXPECT_EQ(complaints([] {
                  make_sphere({0, nan, 0}, 1, true);
              }),
              Texts{"center: must be finite, got (0, nan, 0)"});
    EXPECT_EQ(complaints([] { make_plane(origin, origin); }),
              Texts{"normal: must not be zero, got (0, 0, 0)"});
    EXPECT_EQ(complaints([] { make_frustum(up, up, 1, 1); }),
              Texts{"top: must differ from base, got (0, 0, 1)"});
    EXPECT_EQ(complaints([] { make_frustum(origin, up, 0, 0); }),
              Texts{"radius_base, radius_top: one must be > 0, got 0 and 0"});
    EXPECT_EQ(complaints([] { make_frustum(origin, up, -1, -2); }),
              (Texts{"radius_base: must be >= 0, got -1", "radius_top: must be >= 0, got -2"}));
    EXPECT_EQ(complaints([] { make_annulus(origin, up, 0.5, 0.5); }),
              Texts{"outer: must be > inner = 0.5, got 0.5"});
    EXPECT_EQ(complaints([] { make_annulus(origin, origin, -1, 0); }),
              (Texts{"normal: must not be zero, got (0, 0, 0)", "inner: must be >= 0, got -1",
                     "outer: must be > 0, got 0"}));
}

TEST(WallBuilders, SayWhatIsWrongWithABox) {
    EXPECT_EQ(complaints([] {
                  make_box(origin, {1, 0, -1}, {});
              }),
              (Texts{"high.y: must be > low.y = 0, got 0", "high.z: must be > low.z = 0, got -1"}));
    EXPECT_EQ(complaints([] {
                  make_box(origin, {1, nan, 1}, {});
              }),
              Texts{"high: must be finite, got (1, nan, 1)"});
    const auto open = [](Texts sides) {
        return complaints([&] { make_box(origin, Vec3::Ones(), sides); });
    };
    EXPECT_EQ(open({"-z", "z"}), Texts{"open_sides: unknown side \"z\", did you mean \"-z\"? "
                                       "Allowed: -x, +x, -y, +y, -z, +z"});
    EXPECT_EQ(open({"upper"}),
              Texts{"open_sides: unknown side \"upper\". Allowed: -x, +x, -y, +y, -z, +z"});
    EXPECT_EQ(open({"-x", "+x", "-y", "+y", "-z", "+z"}),
              Texts{"open_sides: must leave at least one side closed, got all six"});
}

} // namespace
} // namespace scree
