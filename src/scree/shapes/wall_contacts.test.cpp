// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/wall.hpp>
#include <scree/shapes/wall_samples.test.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

// Hand-derived answers: corners, edges, rims, necks, seams. The count of local minima by brute
// force over sampled scenes is in wall_contacts_sampled.test.cpp.
namespace scree {
namespace {

using namespace test;
using Scene = std::vector<Surface>;

std::vector<WallContact> touch(const Scene& scene, const Vec3& center, double radius,
                               double margin = 0) {
    std::vector<int> all(scene.size());
    std::iota(all.begin(), all.end(), 0);
    std::vector<WallContact> out;
    wall_contacts(scene, all, center, radius, margin, out);
    return out;
}

Scene joined(std::initializer_list<Scene> parts) {
    Scene scene;
    for (const Scene& part : parts) scene.insert(scene.end(), part.begin(), part.end());
    return scene;
}

Scene box(std::vector<std::string> open = {}) { return make_box(Vec3::Zero(), Vec3::Ones(), open); }

Rectangle floor_piece(double x0, double x1, double y0, double y1) {
    return {{(x0 + x1) / 2, (y0 + y1) / 2, 0},
            Vec3::UnitX(),
            Vec3::UnitY(),
            (x1 - x0) / 2,
            (y1 - y0) / 2};
}

TEST(WallContacts, InsideABoxEveryFaceInReachCountsOnce) {
    const std::uint64_t seed = 11;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    std::array<int, 4> seen{};
    for (int trial = 0; trial < 20000; ++trial) {
        const Vec3 c = Vec3::Constant(0.5) + random_vector(random, 0.5);
        const double radius = 0.2;
        std::size_t expected = 0;
        for (int k = 0; k < 3; ++k) expected += (c[k] < radius) + (c[k] > 1 - radius);
        const auto contacts = touch(box(), c, radius);
        ASSERT_EQ(contacts.size(), expected) << c.transpose();
        ++seen[expected];
        for (const auto& contact : contacts) {
            const int k = contact.surface / 2;
            const double distance = contact.surface % 2 == 0 ? c[k] : 1 - c[k];
            EXPECT_NEAR(contact.gap, distance - radius, 1e-15);
            EXPECT_EQ(contact.normal,
                      (contact.surface % 2 == 0 ? -1.0 : 1.0) * Vec3(Vec3::Unit(k)));
            EXPECT_LT((c + distance * contact.normal - contact.point).norm(), 1e-15);
        }
    }
    EXPECT_GT(*std::ranges::min_element(seen), 500); // nothing, face, edge, corner
}

TEST(WallContacts, OutsideABoxFaceEdgeAndVertexGiveOne) {
    const std::uint64_t seed = 12;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    std::array<int, 4> seen{};
    for (int trial = 0; trial < 40000; ++trial) {
        Vec3 c = Vec3::Constant(0.5) + random_vector(random, 0.8);
        if (trial % 4 == 0) c = (4 * c).array().round() / 4; // exactly over edges and vertices
        const Vec3 away = c - c.cwiseMax(0.0).cwiseMin(1.0);
        if (away.isZero(0)) continue;
        const double radius = 0.25;
        const auto contacts = touch(box(), c, radius);
        if (away.norm() >= radius) {
            ASSERT_TRUE(contacts.empty());
            continue;
        }
        ASSERT_EQ(contacts.size(), 1U) << c.transpose();
        EXPECT_NEAR(contacts[0].gap, away.norm() - radius, 1e-15);
        EXPECT_LT((contacts[0].normal + away.normalized()).norm(), 1e-13);
        ++seen[static_cast<std::size_t>((away.array() != 0).count())];
    }
    EXPECT_GT(std::min({seen[1], seen[2], seen[3]}), 500);
}

TEST(WallContacts, OnTheRimOfAnOpenBoxOne) {
    const std::uint64_t seed = 13;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    for (int trial = 0; trial < 5000; ++trial) {
        // Over the -x wall, beyond the reach of the others' rims or exactly at a corner's outside.
        const double y = trial % 5 == 0 ? -random.uniform(0, 0.05) : random.uniform(0.15, 0.85);
        const Vec3 c(trial % 5 == 0 ? -random.uniform(0, 0.05) : random.uniform(-0.04, 0.04), y,
                     1 + random.uniform(0.01, 0.05));
        const auto contacts = touch(box({"+z"}), c, 0.1);
        ASSERT_EQ(contacts.size(), 1U) << c.transpose();
        const Vec3 rim(0, std::max(0.0, y), 1);
        EXPECT_NEAR(contacts[0].gap, (c - rim).norm() - 0.1, 1e-15);
    }
    // Over the inside of a corner both rims are local minima.
    EXPECT_EQ(touch(box({"+z"}), {0.03, 0.03, 1.03}, 0.1).size(), 2U);
}

TEST(WallContacts, FoldSeenFromBothSides) {
    const Scene fold = {floor_piece(0, 1, 0, 1),
                        Rectangle{{0, 0.5, 0.5}, Vec3::UnitY(), Vec3::UnitZ(), 0.5, 0.5}};
    EXPECT_EQ(touch(fold, {0.1, 0.5, 0.1}, 0.2).size(), 2U);
    EXPECT_EQ(touch(fold, {-0.1, 0.5, -0.1}, 0.2).size(), 1U);
    EXPECT_EQ(touch(fold, {-0.1, 0.5, 0.1}, 0.2).size(), 1U);
    EXPECT_EQ(touch(fold, {0.1, 0.5, -0.1}, 0.2).size(), 1U);
    EXPECT_EQ(touch(fold, {0, 0.5, -0.1}, 0.2).size(), 1U);
}

TEST(WallContacts, DiscInACylinderFromInsideBoth) {
    const Scene tub = joined(
        {make_frustum({0, 0, 0}, {0, 0, 1}, 1, 1), make_annulus({0, 0, 0}, {0, 0, 1}, 0, 1)});
    EXPECT_EQ(touch(tub, {0.9, 0, 0.1}, 0.2).size(), 2U);
    EXPECT_EQ(touch(tub, {0.5, 0, 0.1}, 0.2).size(), 1U);
    EXPECT_EQ(touch(tub, {1.05, 0, -0.05}, 0.2).size(), 1U);
    EXPECT_EQ(touch(tub, {1.05, 0, 0.5}, 0.2).size(), 1U);
    EXPECT_EQ(touch(tub, {0.95, 0, -0.05}, 0.2).size(), 1U);
    EXPECT_EQ(touch(tub, {1, 0, -0.05}, 0.2).size(), 1U);
}

// In its meridian the hourglass is a polyline, bent towards the axis at the neck. A centre inside,
// above the neck, has its foot on the lower cone's ring only (that cone's inward normal points
// down), where the upper cone passes: one contact, whose distance is the smaller of the two.
TEST(WallContacts, NeckOfAnHourglassGivesOne) {
    const std::uint64_t seed = 14;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    int on_ring = 0;
    const int trials = 20000;
    for (int trial = 0; trial < trials; ++trial) {
        const Eigen::Matrix3d m = random_quaternion(random).toRotationMatrix();
        const Vec3 neck = random_vector(random, 1);
        const Vec3 half = m * Vec3(0, 0, 1);
        const double radius = random.uniform(0.05, 0.2);
        const Scene glass = joined({make_frustum(neck, neck + half, radius, 1),
                                    make_frustum(neck - half, neck, 1, radius)});
        const double z = trial % 5 == 0 ? 0.0 : random.uniform(-0.3, 0.3);
        // Every other centre on the axis up to rounding, where both cones may choose another side.
        const double r = trial % 2 == 0 ? 0.0 : random.uniform(0, radius + std::abs(z) / 2);
        const double noise = trial % 4 == 0 ? random.uniform(0, 1e-15) : 0.0;
        const Vec3 c = neck + m * Vec3(r + noise, noise, z);
        const auto contacts = touch(glass, c, 1);
        ASSERT_EQ(contacts.size(), 1U) << "z " << z << " r " << r;
        // The foot in the meridian: on the line of slope (1 - radius) : 1, or on the ring.
        const double slope = 1 - radius;
        const double along = (std::abs(z) + (r - radius) * slope) / std::hypot(1, slope);
        const double to_line = std::abs(r - radius - std::abs(z) * slope) / std::hypot(1, slope);
        const double expected = along > 0 ? to_line : std::hypot(z, r - radius);
        EXPECT_NEAR(contacts[0].gap, expected - 1, 1e-13);
        on_ring += along <= 0;
    }
    EXPECT_GT(on_ring, trials / 10);
    EXPECT_LT(on_ring, trials * 9 / 10);
}

// On the axis each of the two cones may choose another side of the ring they share; that must not
// make both give way, also when the grain touches something else.
TEST(WallContacts, NeckOnTheAxisIsFeltBesideAPlate) {
    const std::uint64_t seed = 21;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    int sides_differ = 0;
    for (int trial = 0; trial < 5000; ++trial) {
        const Vec3 neck = random_vector(random, 100); // rounding there: 1e-14
        const Vec3 half = random_quaternion(random) * Vec3(0, 0, 1);
        const Scene glass = joined({make_frustum(neck, neck + half, 0.1, 1),
                                    make_frustum(neck - half, neck, 1, 0.1),
                                    make_annulus(neck - 0.1 * half, half, 0, 0.05)});
        const Vec3 c = neck + random_vector(random, 1e-13);
        ASSERT_EQ(touch(glass, c, 0.2).size(), 2U);
        sides_differ += (nearest(glass[0], c).point - nearest(glass[1], c).point).norm() > 1e-3;
    }
    EXPECT_GT(sides_differ, 100);
}

// Crossing walls: both count, also at the moment when the foot on one is on the other.
TEST(WallContacts, SlidingOverACrossingLosesNoContact) {
    const Vec3 diagonal = Vec3(1, 0, 1).normalized();
    const Scene cross = {floor_piece(-1, 1, -1, 1),
                         Rectangle{Vec3::Zero(), diagonal, Vec3::UnitY(), 1, 1}};
    for (const double x : {-1e-3, -1e-12, 0.0, 1e-12, 1e-3})
        EXPECT_EQ(touch(cross, {x, 0, 0.3}, 0.4).size(), 2U);
}

// What counts as a seam is a named tolerance: one part in 1e9 of the radius, no more.
TEST(WallContacts, ASlitIsNotASeam) {
    for (const double slit : {1e-12, 1e-10, 1e-7, 1e-3}) {
        const Scene parts = {floor_piece(-1, -slit / 2, -1, 1), floor_piece(slit / 2, 1, -1, 1)};
        EXPECT_EQ(touch(parts, {0, 0, 0.9}, 1).size(), slit < 1e-9 ? 1U : 2U) << slit;
    }
}

// Three tiles that miss a common corner by about the tolerance: whatever "the same place" means
// there, the floor is felt.
TEST(WallContacts, SlitsOfAboutTheToleranceAreStillFloor) {
    const std::uint64_t seed = 22;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    std::array<int, 5> seen{};
    for (int trial = 0; trial < 100000; ++trial) {
        const double slit = 4e-9;
        Scene tiles;
        for (int k = 0; k < 3; ++k) {
            const double angle = 2 * std::numbers::pi * (k + random.uniform()) / 3;
            const Vec3 u(std::cos(angle), std::sin(angle), 0);
            const Vec3 v(-u.y(), u.x(), 0);
            const Vec3 corner = Vec3(random_vector(random, slit).array() * Vec3(1, 1, 0).array());
            tiles.emplace_back(Rectangle{corner + 0.5 * u + 0.5 * v, u, v, 0.5, 0.5});
        }
        const auto count = touch(tiles, {0, 0, 0.9}, 1).size();
        ASSERT_GE(count, 1U);
        ++seen[count];
    }
    EXPECT_GT(std::min(seen[1], seen[2]), 1000);
}

TEST(WallContacts, CutFloorIsTheSameFloorBitForBit) {
    const std::uint64_t seed = 15;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const Scene whole = {floor_piece(0, 1, 0, 1)};
    int over_seams = 0;
    for (int cut = 0; cut < 10; ++cut) {
        const double x = static_cast<double>(1 + random.below(1022)) / 1024;
        const double y = static_cast<double>(1 + random.below(1022)) / 1024;
        const Scene parts = {floor_piece(0, x, 0, y), floor_piece(x, 1, 0, y),
                             floor_piece(x, 1, y, 1), floor_piece(0, x, y, 1)};
        const double slope = static_cast<double>(random.below(5)) / 4 - 0.5;
        for (int step = 0; step <= 2048; ++step) { // through the point where four pieces meet
            const double at = step / 2048.0;
            const Vec3 c(at, y + slope * (at - x), random.uniform(-0.2, 0.2));
            const auto expected = touch(whole, c, 0.25);
            const auto got = touch(parts, c, 0.25);
            ASSERT_EQ(got.size(), 1U);
            ASSERT_EQ(expected.size(), 1U);
            if (c.y() >= 0 && c.y() <= 1) {
                ASSERT_EQ(got[0].gap, expected[0].gap);
                ASSERT_EQ(got[0].normal, expected[0].normal);
                ASSERT_EQ(got[0].point, expected[0].point);
            }
            over_seams += c.x() == x || c.y() == y;
        }
    }
    EXPECT_GE(over_seams, 10);
}

TEST(WallContacts, DiscAndRingsAreAFloor) {
    const std::uint64_t seed = 16;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const Vec3 up = Vec3::UnitZ();
    const Scene whole = make_annulus(Vec3::Zero(), up, 0, 1);
    for (int cut = 0; cut < 10; ++cut) {
        const double a = static_cast<double>(1 + random.below(500)) / 1024;
        const double b = a + static_cast<double>(1 + random.below(500)) / 1024;
        const Scene parts =
            joined({make_annulus(Vec3::Zero(), up, a, b), make_annulus(Vec3::Zero(), -up, 0, a),
                    make_annulus(Vec3::Zero(), up, b, 1)});
        const double tilt = random.uniform(0, 6);
        for (int step = 0; step <= 2048; ++step) { // even cuts: exactly over both seams
            const double at = step / 1024.0 - 1;
            const double height = random.uniform(0.01, 0.2) * (step % 2 == 0 ? 1 : -1);
            const Vec3 c = cut % 2 == 0 ? Vec3(at, 0, height)
                                        : Vec3(at * std::cos(tilt), at * std::sin(tilt), height);
            const auto expected = touch(whole, c, 0.25);
            const auto got = touch(parts, c, 0.25);
            ASSERT_EQ(got.size(), 1U) << at << " " << a << " " << b;
            if (std::abs(at) == 1) continue;
            // Off the x axis the radius is rounded, and a centre over a seam may miss both pieces
            // by its last bit.
            const double tolerance = cut % 2 == 0 ? 0.0 : 1e-13;
            ASSERT_LE(std::abs(got[0].gap - expected[0].gap), tolerance);
            ASSERT_LE((got[0].normal - expected[0].normal).norm(), tolerance);
        }
    }
}

TEST(WallContacts, CutCylindersAndConesHaveNoSeam) {
    const std::uint64_t seed = 17;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    for (int cut = 0; cut < 200; ++cut) {
        const Vec3 base = random_vector(random, 1);
        const Vec3 axis = random_quaternion(random) * Vec3::UnitZ();
        const double r0 = random.uniform(0.3, 1);
        const double r1 = cut % 2 == 0 ? r0 : random.uniform(0, 1);
        const double s = random.uniform(0.1, 0.9);
        const Vec3 seam = base + s * axis;
        const double r = (1 - s) * r0 + s * r1;
        const Scene whole = make_frustum(base, base + axis, r0, r1);
        const Scene parts =
            joined({make_frustum(base + axis, seam, r1, r), make_frustum(base, seam, r0, r)});
        for (int step = 0; step < 200; ++step) {
            // A quarter exactly (up to rounding) over the seam: on the cone's normal through it.
            const Vec3 outward = axis.cross(random_vector(random, 1)).normalized();
            const Vec3 normal = (outward - (r1 - r0) * axis).normalized();
            const double offset = step % 4 == 0 ? 0.0 : random.uniform(-0.05, 0.05);
            const Vec3 c = seam + offset * axis + (r + offset * (r1 - r0)) * outward +
                           random.uniform(-0.1, 0.1) * normal;
            const auto expected = touch(whole, c, 0.2);
            const auto got = touch(parts, c, 0.2);
            ASSERT_EQ(got.size(), 1U) << "cut " << cut << " step " << step;
            EXPECT_NEAR(got[0].gap, expected[0].gap, 1e-14);
            // Near the axis the side is known to epsilon over the radius only.
            EXPECT_LT((got[0].point - expected[0].point).norm(), 1e-11);
        }
    }
}

// Cuts that are not representable, far from the origin, for grains small against the coordinates.
TEST(WallContacts, SeamsStayClosedAKilometreAway) {
    const std::uint64_t seed = 18;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    for (int trial = 0; trial < 5000; ++trial) {
        const double cut = random.uniform(0.1, 0.9);
        const Eigen::Matrix3d m = random_quaternion(random).toRotationMatrix();
        const Vec3 shift = 1000 * (m * Vec3::UnitX());
        Scene parts = {floor_piece(0, cut, 0, 1), floor_piece(cut, 1, 0, 1)};
        for (Surface& s : parts) s = moved(std::visit(Rotated{m}, s), shift);
        const double offset = trial % 2 == 0 ? 0 : random.uniform(-1e-12, 1e-12);
        const double radius = std::pow(10, -random.uniform(0, 5));
        const Vec3 c = m * Vec3(cut + offset, random.uniform(0, 1), 0.9 * radius) + shift;
        const auto contacts = touch(parts, c, radius);
        ASSERT_EQ(contacts.size(), 1U) << "radius " << radius;
        EXPECT_NEAR(contacts[0].gap, -0.1 * radius, 1e-12); // ten units in the last place of 1 km
    }
}

TEST(WallContacts, TheSamePieceTwiceIsFeltOnce) {
    const std::uint64_t seed = 19;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const double far = std::numeric_limits<double>::infinity();
    for (int trial = 0; trial < 4000; ++trial) {
        const Surface s = random_surface(random, trial % surface_kinds);
        const auto contacts = touch({s, s, s}, random_vector(random, 2), 0.1, far);
        ASSERT_EQ(contacts.size(), 1U);
        EXPECT_EQ(contacts[0].surface, 0);
    }
}

TEST(WallContacts, SolidsHideWhatIsBuriedInThem) {
    const Surface ground = Plane{{0, 0, 0}, Vec3::UnitZ()};
    const Surface buried = moved(floor_piece(-1, 1, -1, 1), {0, 0, -0.01});
    EXPECT_EQ(touch({buried, ground}, {0, 0, 0.1}, 0.2).size(), 1U);
    EXPECT_EQ(touch({buried, ground}, {0, 0, 0.1}, 0.2)[0].surface, 1);
    // A pipe driven into the ground: its rim below does not count, its side above does.
    const Scene pile = joined({{ground}, make_frustum({0, 0, -0.01}, {0, 0, 1}, 0.5, 0.5)});
    EXPECT_EQ(touch(pile, {0.6, 0, 0.1}, 0.2).size(), 2U);
    // Two overlapping balls: over the notch both, elsewhere the one in front.
    const Scene balls = {SphereWall{{-0.5, 0, 0}, 1, false}, SphereWall{{0.5, 0, 0}, 1, false}};
    EXPECT_EQ(touch(balls, {0.01, 0, 1}, 0.5).size(), 2U);
    EXPECT_EQ(touch(balls, {1.6, 0, 0}, 2).size(), 1U);
    // A centre behind the plane: a coplanar shell does not push it farther in.
    const auto behind = touch({floor_piece(-1, 1, -1, 1), ground}, {0, 0, -0.05}, 0.2);
    ASSERT_EQ(behind.size(), 1U);
    EXPECT_EQ(behind[0].gap, -0.25);
    EXPECT_EQ(behind[0].normal, Vec3(0, 0, -1));
    EXPECT_EQ(touch({ground, Plane{{0, 0, 0}, Vec3::UnitX()}}, {-0.01, 0, 0.1}, 0.2).size(), 2U);
}

TEST(WallContacts, ManyPiecesAndGivenCandidates) {
    Scene tiles;
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j)
            tiles.emplace_back(floor_piece(i / 8.0, (i + 1) / 8.0, j / 8.0, (j + 1) / 8.0));
    for (int i = 0; i <= 64; ++i) EXPECT_EQ(touch(tiles, {i / 64.0, 0.5, 0.1}, 2).size(), 1U);
    tiles.emplace_back(Rectangle{{0, 0.5, 0.5}, Vec3::UnitY(), Vec3::UnitZ(), 0.5, 0.5});
    std::vector<WallContact> out = touch(tiles, {0.25, 0.5, 0.1}, 2);
    ASSERT_EQ(out.size(), 2U);
    EXPECT_EQ(out[0].surface, 1 * 8 + 3); // the lowest of the four that meet under the centre
    EXPECT_EQ(out[1].surface, 64);
    const std::vector<int> some = {20, 64};
    wall_contacts(tiles, some, {0.25, 0.5, 0.1}, 0.3, 0.0, out); // appends
    ASSERT_EQ(out.size(), 4U);
    EXPECT_EQ(out[2].surface, 20);
    EXPECT_EQ(out[3].surface, 64);
}

TEST(WallContacts, MarginIsABoundOnTheGap) {
    const Scene ground = make_plane(Vec3::Zero(), Vec3::UnitZ());
    EXPECT_EQ(touch(ground, {0, 0, 1.5}, 1, 0.5).size(), 0U);
    ASSERT_EQ(touch(ground, {0, 0, 1.25}, 1, 0.5).size(), 1U);
    EXPECT_EQ(touch(ground, {0, 0, 1.25}, 1, 0.5)[0].gap, 0.25);
    EXPECT_EQ(touch(ground, Vec3::Constant(std::numeric_limits<double>::quiet_NaN()), 1).size(),
              0U);
}

} // namespace
} // namespace scree
