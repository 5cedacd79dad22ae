// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/simplex.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

// Where [M §3.1], taken as printed, is wrong: the printed rule beside what holds (docs/errata.md).
namespace scree {
namespace {

using Points = std::vector<Vec3>;
using Point2 = std::array<double, 2>;

constexpr double tolerance = 4e-16; // a few roundings of 1

/// Twice the signed area of p, a, b: the bracket of [M Alg. 3 line 13].
double area(const Point2& p, const Point2& a, const Point2& b) {
    return p[0] * a[1] + p[1] * b[0] + a[0] * b[1] - p[0] * b[1] - p[1] * a[0] - b[0] * a[1];
}

/// [M eq. 3.4].
bool same_sign(double a, double b) { return (a > 0 && b > 0) || (a < 0 && b < 0); }

/// The areas of the fictitious triangles in cyclic order.
std::array<double, 3> fictitious(const std::array<Point2, 3>& s, const Point2& p) {
    return {area(p, s[1], s[2]), area(p, s[2], s[0]), area(p, s[0], s[1])};
}

TEST(MontanariErrata, ProjectionOnALineSubtracts) {
    const Vec3 s1(1, 2, 0);
    const Vec3 s2(4, 3, 1);
    const Vec3 t = s2 - s1;
    const Vec3 along = s2.dot(t) / t.dot(t) * t;
    EXPECT_GT(std::abs((s2 + along).dot(t)), 1) << "eq. 3.8 as printed";
    EXPECT_NEAR((s2 - along).dot(t), 0, 16 * tolerance);
}

TEST(MontanariErrata, CyclicCofactorsDoNotAlternate) {
    const std::array<Point2, 3> s{{{0, 0}, {4, 0}, {0, 4}}};
    const double whole = area(s[0], s[1], s[2]);
    const auto part = fictitious(s, {1, 1});
    EXPECT_NEAR(part[0] + part[1] + part[2], whole, tolerance);
    int agree = 0, agree_as_printed = 0;
    for (int j = 0; j < 3; ++j) {
        const double printed = (j + 1) % 2 == 0 ? part[j] : -part[j]; // (-1)^j, j from 1
        agree += same_sign(whole, part[j]) ? 1 : 0;
        agree_as_printed += same_sign(whole, printed) ? 1 : 0;
    }
    EXPECT_EQ(agree, 3) << "the point is inside";
    EXPECT_EQ(agree_as_printed, 1);
}

/// The foot is on a vertex: neither are all signs the same, nor is any the opposite.
TEST(MontanariErrata, ZeroAreasTakeNoBranchAsPrinted) {
    const std::array<Point2, 3> s{{{0, 0}, {4, 0}, {0, 4}}};
    const double whole = area(s[0], s[1], s[2]);
    const auto part = fictitious(s, {0, 0});
    bool is_inside = true, is_searched = false;
    for (const double c : part) is_inside &= same_sign(whole, c);
    for (const int j : {1, 2}) is_searched |= same_sign(whole, -part[j]);
    EXPECT_FALSE(is_inside);
    EXPECT_FALSE(is_searched);
    const Points triangle{{0, 0, 1}, {4, 0, 1}, {0, 4, 1}};
    for (const auto method : {signed_volumes, signed_volumes_newest}) {
        EXPECT_EQ(method(triangle).point, Vec3(0, 0, 1));
        EXPECT_EQ(method(triangle).used, 0b001U);
    }
}

/// Alg. 4 returns s1 whenever the foot is outside.
TEST(MontanariErrata, EitherEndOfASegmentMayBeNearest) {
    const Points segment{{5, 1, 0}, {2, 1, 0}};
    EXPECT_EQ(signed_volumes(segment).point, segment[1]);
}

/// The origin is beyond the edges s1 s3 and s1 s2. The nearest point of the first is s1, that of
/// the second (0, 1, 0), which is x = 2^-27 away; their squared norms are 1 + x² and 1, the same
/// double. Alg. 3 searches s1 s3 first and keeps it: √ε is lost.
TEST(MontanariErrata, NormsDoNotTellNearbyPointsApart) {
    const double x = 0x1p-27;
    const Points triangle{{-x, 1, 0}, {1, 1, 0}, {-1, 1.5, 0.3}};
    const Vec3 on_13 = signed_volumes(Points{triangle[0], triangle[2]}).point;
    const Vec3 on_12 = signed_volumes(Points{triangle[0], triangle[1]}).point;
    EXPECT_EQ(on_13, triangle[0]);
    EXPECT_EQ(on_12, Vec3(0, 1, 0));
    EXPECT_FALSE(on_12.squaredNorm() < on_13.squaredNorm()) << "as printed, s1 is kept";
    for (const auto method : {signed_volumes, signed_volumes_newest}) {
        EXPECT_EQ(method(triangle).point, on_12);
        EXPECT_EQ(method(triangle).used, 0b011U);
    }
}

/// A sphere touches within its radius, not its diameter: [M §4.1] with Table 4.1.
TEST(MontanariErrata, ASphereTouchesWithinItsRadius) {
    const Points triangle{{0.45, 0, -0.6}, {-0.55, -0.75, -1.55}, {-0.55, 0.75, -1.55}};
    const double diameter = 1;
    const double distance = signed_volumes(triangle).point.norm();
    EXPECT_LT(distance, diameter);
    EXPECT_GT(distance, diameter / 2) << "0.75 away from the centre: no contact";
}

} // namespace
} // namespace scree
