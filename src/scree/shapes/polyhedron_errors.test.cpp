// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/shapes/polyhedron.hpp>
#include <scree/shapes/polyhedron_samples.test.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace scree {
namespace {

using namespace test;
using Texts = std::vector<std::string>;
using Points = std::vector<Vec3>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Texts complaints(const std::function<void()>& build) {
    try {
        build();
    } catch (const InputError& error) {
        return error.messages();
    }
    return {};
}

Texts hull_complaints(const Points& points, double rounding = 0) {
    return complaints([&] { make_polyhedron(points, rounding); });
}

TEST(PolyhedronErrors, TooFewOrNotFinite) {
    EXPECT_EQ(hull_complaints({}), Texts{"points: a solid needs at least 4, got 0"});
    EXPECT_EQ(
        hull_complaints({{0, 0, 0}, {1, nan, 0}, {0, 1, 0}}, -1),
        (Texts{"points: a solid needs at least 4, got 3",
               "point 1: must be finite, got (1, nan, 0)", "rounding: must be >= 0, got -1"}));
    auto points = box_points({1, 1, 1});
    points[6].z() = infinity;
    EXPECT_EQ(hull_complaints(points), Texts{"point 6: must be finite, got (-1, 1, inf)"});
    EXPECT_EQ(hull_complaints(Points(9, Vec3(nan, 0, 0))).back(),
              "… and 4 more points that are not finite");
}

TEST(PolyhedronErrors, Flat) {
    EXPECT_EQ(hull_complaints(Points(7, Vec3(1, 2, 3))),
              Texts{"points: all are the same point (1, 2, 3)"});
    EXPECT_EQ(hull_complaints({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {4, 4, 4}, {3, 3, 3}}),
              Texts{"points: all on one line, 0 m wide over a length of 6.928203230275509 m; a "
                    "solid needs more than 1e-10 of its length in every direction"});
    EXPECT_EQ(hull_complaints({{0, 0, 5}, {3, 0, 5}, {0, 4, 5}, {3, 4, 5}}),
              Texts{"points: all in one plane, 0 m thick over a length of 5 m; a solid needs more "
                    "than 1e-10 of its length in every direction"});
    EXPECT_EQ(hull_complaints({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1e-12}}).size(), 1U);
    EXPECT_EQ(hull_complaints({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1e-9}}), Texts{});
}

} // namespace
} // namespace scree
