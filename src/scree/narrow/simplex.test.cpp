// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/detail/signed_volumes.hpp>
#include <scree/narrow/exact_nearest.test.hpp>
#include <scree/narrow/json_reader.test.hpp>
#include <scree/narrow/random_simplices.test.hpp>
#include <scree/narrow/simplex.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace scree::detail {
/// Exact numbers have no rounding: every decision of the method is then the right one.
template <>
struct Precision<test::Rational> {
    static constexpr double roundoff = 0;
    using Finer = void;
};
} // namespace scree::detail

namespace scree {
namespace {

using test::exact_nearest;
using test::ExactNearest;
using test::Rational;
using Points = std::vector<Vec3>;
using Method = NearestPoint (*)(std::span<const Vec3>);

struct Named {
    const char* name;
    Method method;
};
constexpr Named methods[] = {{"signed_volumes", signed_volumes},
                             {"johnson", johnson},
                             {"johnson_with_backup", johnson_with_backup},
                             {"best_subset", best_subset},
                             {"voronoi_regions", voronoi_regions}};

/// Hand cases have small coordinates: a few roundings of 1.
constexpr double tolerance = 4e-16;

void expect_point(const NearestPoint& found, const Vec3& point, unsigned used) {
    EXPECT_LE((found.point - point).norm(), tolerance) << found.point.transpose();
    EXPECT_EQ(found.used, used);
}

void expect_everywhere(const Points& simplex, const Vec3& point, unsigned used) {
    for (const Named& m : methods) {
        SCOPED_TRACE(m.name);
        expect_point(m.method(simplex), point, used);
    }
}

TEST(Simplex, PointIsItself) { expect_everywhere({{1, -2, 3}}, {1, -2, 3}, 0b1); }

TEST(Simplex, RegionsOfASegment) {
    expect_everywhere({{1, 1, 0}, {3, 1, 0}}, {1, 1, 0}, 0b01);
    expect_everywhere({{-3, 1, 0}, {-1, 1, 0}}, {-1, 1, 0}, 0b10);
    expect_everywhere({{-1, 1, 0}, {3, 1, 0}}, {0, 1, 0}, 0b11);
}

TEST(Simplex, RegionsOfATriangle) {
    const auto moved = [](double x, double y) {
        return Points{{x, y, 2}, {x + 4, y, 2}, {x, y + 4, 2}};
    };
    expect_everywhere(moved(-1, -1), {0, 0, 2}, 0b111);
    expect_everywhere(moved(1, 2), {1, 2, 2}, 0b001);
    expect_everywhere(moved(-6, 1), {-2, 1, 2}, 0b010);
    expect_everywhere(moved(1, -6), {1, -2, 2}, 0b100);
    expect_everywhere(moved(-1, 1), {0, 1, 2}, 0b011);
    expect_everywhere(moved(1, -1), {1, 0, 2}, 0b101);
    expect_everywhere(moved(-3, -3), {-1, -1, 2}, 0b110);
}

TEST(Simplex, RegionsOfATetrahedron) {
    const auto moved = [](double x, double y, double z) {
        return Points{{x, y, z}, {x + 4, y, z}, {x, y + 4, z}, {x, y, z + 4}};
    };
    expect_everywhere(moved(-0.5, -0.5, -0.5), {0, 0, 0}, 0b1111);
    expect_everywhere(moved(1, 2, 3), {1, 2, 3}, 0b0001);
    expect_everywhere(moved(-7, -1, 0), {-3, -1, 0}, 0b0010);
    expect_everywhere(moved(-1, 1, 1), {0, 1, 1}, 0b0011);
    expect_everywhere(moved(-1, -1, 1), {0, 0, 1}, 0b0111);
    expect_everywhere(moved(-3, -3, 1), {-1, -1, 1}, 0b0110);
    expect_everywhere(moved(-2, -2, -2), {-2. / 3, -2. / 3, -2. / 3}, 0b1110);
}

TEST(Simplex, OriginOnAFeature) {
    const Vec3 origin = Vec3::Zero();
    for (const Named& m : methods) {
        SCOPED_TRACE(m.name);
        // On a vertex, an edge, a face.
        EXPECT_EQ(m.method(Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}).point, origin);
        EXPECT_EQ(m.method(Points{{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}).point, origin);
        EXPECT_EQ(m.method(Points{{-1, -1, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}).point, origin);
        EXPECT_EQ(m.method(Points{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}).point, origin);
    }
}

/// One triangle whose three vertices are nearly in line: its normal, rounded to doubles, has lost
/// half its digits, and so has the foot on its plane. More digits must be used [M §4.2].
TEST(SignedVolumes, ThinTrianglesNeedMoreDigits) {
    const Points needle{{-1, -1e-8 / 3, 1}, {1, 1e-8 / 7, 1.1}, {0.05, 1e-8, 1.0525}};
    const ExactNearest exact = exact_nearest(needle);
    EXPECT_LE((signed_volumes(needle).point - exact.point).norm(), tolerance);
    const Triple<double> s[3] = {{needle[0].x(), needle[0].y(), needle[0].z()},
                                 {needle[1].x(), needle[1].y(), needle[1].z()},
                                 {needle[2].x(), needle[2].y(), needle[2].z()}};
    const auto plain = detail::on_wide_triangle<false>(s, detail::Triangle<double>(s, 2, 0, 1));
    const Vec3 point(plain.point.x, plain.point.y, plain.point.z);
    EXPECT_GE((point - exact.point).norm(), 1e-12) << "this triangle no longer shows it";
}

/// The same functions in exact arithmetic must give the oracle's answer to the last digit: no error
/// of logic hides behind a tolerance.
TEST(SignedVolumes, IsExactWithExactNumbers) {
    const std::uint64_t seed = 4101;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    test::SimplexSource lattice(test::SimplexKind::lattice, seed);
    test::SimplexSource plain(test::SimplexKind::plain, seed);
    unsigned seen = 0;
    for (int n = 0; n < 4000; ++n) {
        const test::Simplex simplex = (n % 2 == 0 ? lattice : plain).next(1 + n / 2 % 4);
        Triple<Rational> s[4];
        for (std::size_t i = 0; i < simplex.count; ++i) {
            const Vec3& v = simplex.vertex[i];
            s[i] = {Rational(v.x()), Rational(v.y()), Rational(v.z())};
        }
        const auto p = detail::nearest_on_simplex<false>(s, static_cast<int>(simplex.count));
        const ExactNearest exact = exact_nearest(simplex.view());
        const Rational unit = exact.exponent < 0
                                  ? Rational(1, test::Integer(1) << unsigned(-exact.exponent))
                                  : Rational(test::Integer(1) << unsigned(exact.exponent));
        ASSERT_TRUE(p.point.x == exact.exact_point[0] * unit &&
                    p.point.y == exact.exact_point[1] * unit &&
                    p.point.z == exact.exact_point[2] * unit)
            << "simplex " << n;
        seen |= 1U << static_cast<unsigned>(std::popcount(exact.used));
    }
    EXPECT_EQ(seen, 0b11110U) << "vertices, edges, faces and insides";
}

/// [M Fig. 4.6]: the last vertex repeats the first. Answer by hand: the triangle lies in a plane
/// z = const and the origin's foot is inside it.
TEST(SignedVolumes, DegenerateTetrahedronOfTheSource) {
    const double z = -31.557752817397152;
    const Points simplex{{-20.713282046795065, 0, z},
                         {-6.3505362624669246, 19.715748586578577, z},
                         {20.713255776709875, -0.032989069061845351, z},
                         {-20.713282046795065, 0, z}};
    for (const Method method : {signed_volumes, signed_volumes_newest}) {
        const NearestPoint found = method(simplex);
        EXPECT_LE((found.point - Vec3(0, 0, z)).norm(), 32 * tolerance);
        EXPECT_TRUE(found.used == 0b0111U || found.used == 0b1110U);
        const double repeated = found.weight[0] + found.weight[3];
        EXPECT_NEAR(repeated + found.weight[1] + found.weight[2], 1, tolerance);
        EXPECT_NEAR(repeated, static_cast<double>(exact_nearest(simplex).weight[0]), tolerance);
    }
}

/// [M Table 4.1]: a triangle beside a sphere of diameter 1 about the origin. Its widest shadow is
/// on the xy-plane (1.5 against 1.425 on yz), the nearest point is s1, and the sphere is not
/// touched: the bound is its radius.
TEST(SignedVolumes, SphereAndTriangleOfTheSource) {
    const Points triangle{{0.45, 0, -0.6}, {-0.55, -0.75, -1.55}, {-0.55, 0.75, -1.55}};
    const Vec3 normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
    EXPECT_NEAR(normal.x(), 1.425, tolerance);
    EXPECT_NEAR(normal.y(), 0, tolerance);
    EXPECT_NEAR(normal.z(), -1.5, tolerance);
    expect_everywhere(triangle, triangle[0], 0b001);
    EXPECT_NEAR(signed_volumes(triangle).point.norm(), 0.75, tolerance);
}

TEST(Simplex, PublishedCases) {
    const std::string path = test::gjk_case_path("simplex_closest_point.json");
    const auto document = test::read_json(path);
    if (!document) GTEST_SKIP() << path << " is not there";
    int cases = 0;
    for (const test::JsonValue& published : document->at("cases").items) {
        SCOPED_TRACE(testing::Message() << "case " << cases++);
        const Points simplex = published.at("points").vectors();
        const Vec3 point = published.at("closest_point").vector();
        auto weights = published.at("nonzero_barycentric").numbers();
        std::sort(weights.begin(), weights.end());
        for (const Named& m : methods) {
            SCOPED_TRACE(m.name);
            const NearestPoint found = m.method(simplex);
            if (found.used == 0 && m.method == johnson) continue; // allowed for flat ones
            EXPECT_LE((found.point - point).norm(), tolerance);
            std::vector<double> own;
            for (const double w : found.weight) {
                if (w > 0) own.push_back(w);
            }
            std::sort(own.begin(), own.end());
            ASSERT_EQ(own.size(), weights.size());
            for (std::size_t i = 0; i < own.size(); ++i) EXPECT_NEAR(own[i], weights[i], tolerance);
        }
    }
    EXPECT_EQ(cases, 13);
}

} // namespace
} // namespace scree
