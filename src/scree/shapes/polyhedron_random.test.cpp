// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/shapes/convex_checks.test.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

// Hulls against what a hull is: its corners are given points, no given point lies outside, its
// faces close, are planar and convex. Needles, slivers, grains of 10 µm and blocks of 100 m alike.
namespace scree {
namespace {

using namespace test;
constexpr std::uint64_t seed = 20240611;

/// A plane through corners and the measured heights are each off by a few roundings of the extent
/// (measured: 4e-16 of it, also on needles); ten times that, and still far below a merged facet.
constexpr double plane_rounding = 4e-15;

double extent_of(const std::vector<Vec3>& points) {
    Vec3 low = points[0];
    Vec3 high = points[0];
    for (const Vec3& p : points) low = low.cwiseMin(p), high = high.cwiseMax(p);
    return (high - low).maxCoeff();
}

void expect_closed(const PolyhedronData& data) {
    std::set<std::array<std::uint32_t, 2>> sides;
    for (std::size_t f = 0; f < data.face_count(); ++f) {
        const auto face = data.face(f);
        ASSERT_GE(face.size(), 3U);
        EXPECT_EQ(*std::ranges::min_element(face), face[0]);
        for (std::size_t i = 0; i < face.size(); ++i)
            EXPECT_TRUE(sides.insert({face[i], face[(i + 1) % face.size()]}).second);
    }
    for (const auto& [from, to] : sides) EXPECT_TRUE(sides.contains({to, from}));
    EXPECT_EQ(data.edges.size() * 2, sides.size());
    EXPECT_EQ(data.neighbours.size(), sides.size());
    EXPECT_EQ(data.corner_count + data.face_count(), data.edges.size() + 2); // Euler
    EXPECT_TRUE(std::ranges::is_sorted(data.edges));
    EXPECT_EQ(data.x.size(), (data.corner_count + 3) / 4 * 4);
}

/// Edges go around their corner counter-clockwise, and lead from face to face as they say.
void expect_order_around_corners(const PolyhedronData& data) {
    const auto has_side = [&](std::uint32_t f, std::uint32_t from, std::uint32_t to) {
        const auto face = data.face(f);
        for (std::size_t i = 0; i < face.size(); ++i)
            if (face[i] == from && face[(i + 1) % face.size()] == to) return true;
        return false;
    };
    for (std::uint32_t i = 0; i < data.corner_count; ++i) {
        const std::uint32_t first = data.neighbour_start[i], end = data.neighbour_start[i + 1];
        for (std::uint32_t k = first; k < end; ++k) {
            const auto& [left, right] = data.neighbour_faces[k];
            EXPECT_TRUE(has_side(left, i, data.neighbours[k]));
            EXPECT_TRUE(has_side(right, data.neighbours[k], i));
            EXPECT_EQ(data.neighbour_faces[k + 1 < end ? k + 1 : first][1], left);
            EXPECT_GE(data.neighbours[k], data.neighbours[first]);
        }
    }
    for (std::uint32_t f = 0; f < data.face_count(); ++f) {
        const auto face = data.face(f);
        for (std::size_t i = 0; i < face.size(); ++i)
            EXPECT_TRUE(has_side(data.face_across[data.face_start[f] + i],
                                 face[(i + 1) % face.size()], face[i]));
    }
}

void expect_hull(const PolyhedronData& data, const std::vector<Vec3>& points) {
    const double allowed = plane_rounding * extent_of(points);
    std::map<std::array<double, 3>, std::size_t> index;
    for (std::size_t i = points.size(); i-- > 0;)
        index[{points[i].x(), points[i].y(), points[i].z()}] = i;
    std::size_t last = 0;
    for (std::uint32_t i = 0; i < data.corner_count; ++i) { // given points, in their order
        const auto found = index.find({data.x[i], data.y[i], data.z[i]});
        ASSERT_NE(found, index.end());
        EXPECT_TRUE(i == 0 || found->second > last);
        last = found->second;
    }
    for (std::size_t f = 0; f < data.face_count(); ++f) {
        const Vec3 on_face = data.corner(data.face(f)[0]);
        const Vec3& normal = data.face_normal[f];
        EXPECT_NEAR(normal.norm(), 1, 1e-15);
        for (const Vec3& p : points) EXPECT_LE(normal.dot(p - on_face), allowed);
        for (const auto corner : data.face(f))
            EXPECT_LE(std::abs(normal.dot(data.corner(corner) - on_face)), allowed);
    }
}

struct Family {
    const char* name;
    Vec3 half;
    double size, distance; ///< of the whole, from the origin in sizes
};

const std::vector<Family> families = {
    {"lump", {1, 1, 1}, 1, 0},
    {"grain of 10 µm", {1, 1, 1}, 1e-5, 3},
    {"block of 100 m", {1, 1, 1}, 100, 1},
    {"needle", {1, 1e-6, 1e-6}, 0.3, 0},
    {"sliver", {1, 1, 1e-6}, 0.3, 0},
    {"far away", {1, 1, 1}, 1e-3, 1e6},
};

TEST(PolyhedronRandom, HullsAreHulls) {
    Random random(seed);
    std::cout << "seed " << seed << '\n';
    for (const auto& [name, half, size, distance] : families) {
        SCOPED_TRACE(name);
        std::size_t dropped = 0;
        for (int round = 0; round < 60; ++round) {
            const int count = 4 + static_cast<int>(random.below(60));
            const auto rotation = random_rotation(random);
            const Vec3 center = distance * size * random_direction(random);
            auto points = random_points(random, count, size * half);
            for (Vec3& p : points) p = rotation * p + center;
            const auto shape = make_polyhedron(points);
            expect_closed(*shape.data);
            expect_order_around_corners(*shape.data);
            expect_hull(*shape.data, points);
            dropped += points.size() - shape.data->corner_count;
            if (HasFailure()) FAIL() << "round " << round;
        }
        EXPECT_GT(dropped, 100U); // there were inner points to be dropped
    }
}

TEST(PolyhedronRandom, ScaledByAPowerOfTwoItIsTheSame) {
    Random random(seed + 1);
    std::cout << "seed " << seed + 1 << '\n';
    for (int round = 0; round < 60; ++round) {
        const auto points = random_points(random, 30, {1, 0.5, 0.1});
        const double factor = std::ldexp(1.0, static_cast<int>(random.below(400)) - 200);
        std::vector<Vec3> scaled;
        for (const Vec3& p : points) scaled.emplace_back(p * factor);
        const auto a = make_polyhedron(points);
        const auto b = make_polyhedron(scaled);
        EXPECT_EQ(a.data->face_corners, b.data->face_corners);
        EXPECT_EQ(a.data->face_start, b.data->face_start);
        EXPECT_EQ(a.data->face_normal, b.data->face_normal);
        EXPECT_EQ(a.data->neighbours, b.data->neighbours);
        EXPECT_EQ(a.data->mass.volume * factor * factor * factor, b.data->mass.volume);
    }
}

TEST(PolyhedronRandom, TurnedPrismsKeepTheirFaces) {
    // Rounding lifts every corner off the planes of its faces; the faces must not fall apart.
    Random random(seed + 2);
    std::cout << "seed " << seed + 2 << '\n';
    for (int round = 0; round < 200; ++round) {
        const int sides = 3 + static_cast<int>(random.below(60));
        const double half_length = std::pow(10, random.uniform(-4, 4));
        const auto rotation = random_rotation(random);
        const Vec3 center = 3 * half_length * random_direction(random);
        auto points = prism_points(sides, 1, half_length);
        for (Vec3& p : points) p = rotation * p + center;
        const auto prism = make_polyhedron(points);
        EXPECT_EQ(prism.data->corner_count, 2U * static_cast<unsigned>(sides));
        EXPECT_EQ(prism.data->face_count(), 2U + static_cast<unsigned>(sides))
            << sides << " sides, half length " << half_length << ", round " << round;
    }
}

TEST(PolyhedronRandom, ItsOwnFacesBuildItAgain) {
    Random random(seed + 4);
    std::cout << "seed " << seed + 4 << '\n';
    for (int round = 0; round < 60; ++round) {
        const auto hull = make_polyhedron(random_points(random, 40, {1, 0.7, 0.5}));
        const PolyhedronData& data = *hull.data;
        std::vector<Vec3> points;
        for (std::uint32_t i = 0; i < data.corner_count; ++i) points.push_back(data.corner(i));
        std::vector<std::vector<std::uint32_t>> faces;
        for (std::size_t f = 0; f < data.face_count(); ++f)
            faces.emplace_back(data.face(f).begin(), data.face(f).end());
        EXPECT_EQ(make_polyhedron(points, faces).data->face_corners, data.face_corners);
        // Any corner drawn into the middle leaves a dent.
        points[random.below(points.size())] = data.mass.centroid;
        EXPECT_THROW(make_polyhedron(points, faces), InputError);
    }
}

/// The ends of the rounded edges, which directions at random never meet.
void add_edge_arcs(const PolyhedronData& data, double r, int steps, std::vector<Vec3>& points) {
    std::map<std::array<std::uint32_t, 2>, std::size_t> left;
    for (std::size_t f = 0; f < data.face_count(); ++f) {
        const auto face = data.face(f);
        for (std::size_t i = 0; i < face.size(); ++i)
            left[{face[i], face[(i + 1) % face.size()]}] = f;
    }
    for (const auto& [from, to] : data.edges)
        for (int i = 0; i <= steps; ++i) {
            const double t = static_cast<double>(i) / steps;
            const Vec3 n = ((1 - t) * data.face_normal[left[{from, to}]] +
                            t * data.face_normal[left[{to, from}]])
                               .normalized();
            points.emplace_back(data.corner(from) + r * n);
            points.emplace_back(data.corner(to) + r * n);
        }
}

TEST(PolyhedronRandom, RoundedMassIsThatOfItsSamples) {
    Random random(seed + 5);
    std::cout << "seed " << seed + 5 << '\n';
    for (const double r : {0.1, 0.5, 2.0}) { // prisms, sectors, wedges: each dominates once
        const auto shape = make_polyhedron(random_points(random, 12, {1, 0.7, 0.5}), r);
        const auto samples = [&](int count) {
            auto points = farthest_points(shape, count);
            add_edge_arcs(*shape.data, r, static_cast<int>(std::sqrt(count)), points);
            return points;
        };
        expect_mass_of_samples(mass_properties(shape), samples, 1e-4);
    }
}

TEST(PolyhedronRandom, SupportIsTheFarthestCorner) {
    Random random(seed + 3);
    std::cout << "seed " << seed + 3 << '\n';
    const auto points = random_points(random, 100, {1, 2, 3});
    const auto shape = make_polyhedron(points);
    for (int round = 0; round < 1000; ++round) {
        const Vec3 d = random_direction(random) * std::pow(10, random.uniform(-300, 300));
        double most = -std::numeric_limits<double>::infinity();
        for (const Vec3& p : points) most = std::max(most, d.dot(p));
        EXPECT_EQ(d.dot(support(shape, d)), most);
    }
}

} // namespace
} // namespace scree
