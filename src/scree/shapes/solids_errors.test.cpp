// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/box.hpp>
#include <scree/shapes/capsule.hpp>
#include <scree/shapes/complaints.test.hpp>
#include <scree/shapes/cone.hpp>
#include <scree/shapes/cylinder.hpp>
#include <scree/shapes/ellipsoid.hpp>
#include <scree/shapes/sphere.hpp>
#include <scree/shapes/superquadric.hpp>

#include <gtest/gtest.h>

namespace scree {
namespace {

using namespace test;

TEST(SolidErrors, EveryMistakeIsNamed) {
    EXPECT_EQ(complaints([] { solid_sphere(0); }), Texts{"radius: must be > 0, got 0"});
    EXPECT_EQ(complaints([] { solid_sphere(infinity); }), Texts{"radius: must be > 0, got inf"});
    EXPECT_EQ(complaints([] { solid_capsule(-1, nan); }),
              (Texts{"half_length: must be >= 0, got -1", "radius: must be > 0, got nan"}));
    EXPECT_EQ(complaints([] { solid_cylinder(0, -1, -2); }),
              (Texts{"radius: must be > 0, got 0", "half_length: must be > 0, got -1",
                     "rounding: must be >= 0, got -2"}));
    EXPECT_EQ(complaints([] { solid_cone(1, 0, nan); }),
              (Texts{"height: must be > 0, got 0", "rounding: must be >= 0, got nan"}));
    EXPECT_EQ(complaints([] { solid_box({1, 0, 1}); }), Texts{"half: must be > 0, got (1, 0, 1)"});
    EXPECT_EQ(complaints([] {
                  solid_ellipsoid({1, 1, nan}, -1);
              }),
              (Texts{"half: must be > 0, got (1, 1, nan)", "rounding: must be >= 0, got -1"}));
    EXPECT_EQ(complaints([] {
                  solid_superquadric({1, 1, 1}, 1.5, infinity);
              }),
              (Texts{"block_z: must be >= 2, got 1.5", "block_xy: must be >= 2, got inf"}));
}

} // namespace
} // namespace scree
