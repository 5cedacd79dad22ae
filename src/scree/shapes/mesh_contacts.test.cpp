// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/mesh_cuts.test.hpp>
#include <scree/shapes/mesh_surface.hpp>
#include <scree/shapes/polyhedron_samples.test.hpp>

#include <gtest/gtest.h>

#include <numeric>

// What a ball feels must not depend on how the surface is cut.
namespace scree {
namespace {

using namespace test;

std::vector<MeshContact> touch(const MeshSurface& surface, const Vec3& c, double radius) {
    std::vector<MeshContact> out;
    surface.contacts({c.x(), c.y(), c.z(), radius}, 0, out);
    return out;
}

/// Places over a cut square: anywhere, exactly over its vertices, exactly over its sides.
Flat place_over(const Cut& cut, Random& random) {
    const FlatTriangle& t = cut[random.below(cut.size())];
    switch (random.below(3)) {
    case 0:
        return {random.uniform(), random.uniform()};
    case 1:
        return t[random.below(3)];
    default:
        return between(t[0], t[1], random.uniform());
    }
}

TEST(MeshContacts, AFlatWallGivesTheSameBitsHoweverItIsCut) {
    Random random(51);
    for (int axis = 0; axis < 3; ++axis)
        for (int k = 0; k < cut_count; ++k) {
            SCOPED_TRACE(testing::Message() << "axis " << axis << " cut " << k);
            const Cut cut = cut_square(k, random);
            const auto place = [&](const Flat& p) {
                Vec3 at = Vec3::Zero();
                at[axis] = 0.3; // not a round number
                at[(axis + 1) % 3] = 2 * p[0] - 0.7;
                at[(axis + 2) % 3] = 3 * p[1] + 0.1;
                return at;
            };
            TriangleMesh mesh;
            add_cut(mesh, cut, place);
            const MeshSurface wall(mesh);
            for (int trial = 0; trial < 2000; ++trial) {
                const double height = random.uniform(-0.2, 0.2), radius = 0.25;
                Vec3 c = place(place_over(cut, random));
                const Vec3 below = c;
                c[axis] += height;
                const auto contacts = touch(wall, c, radius);
                ASSERT_EQ(contacts.size(), 1U) << c.transpose();
                const double distance = std::abs(c[axis] - 0.3);
                ASSERT_EQ(contacts[0].gap, distance - radius) << c.transpose();
                Vec3 normal = Vec3::Zero();
                normal[axis] = c[axis] > 0.3 ? -1 : 1;
                ASSERT_EQ(contacts[0].normal, normal);
                ASSERT_LT((contacts[0].point - below).norm(), 1e-15);
            }
        }
}

/// Contacts as (gap, normal), in an order of their own.
std::vector<std::array<double, 4>> plain(const std::vector<MeshContact>& contacts) {
    std::vector<std::array<double, 4>> rows;
    for (const MeshContact& c : contacts)
        rows.push_back({std::round(c.normal.x() * 1e6), std::round(c.normal.y() * 1e6),
                        std::round(c.normal.z() * 1e6), c.gap});
    std::ranges::sort(rows);
    return rows;
}
std::vector<std::array<double, 4>> plain(const std::vector<WallContact>& contacts) {
    std::vector<std::array<double, 4>> rows;
    for (const WallContact& c : contacts)
        rows.push_back({std::round(c.normal.x() * 1e6), std::round(c.normal.y() * 1e6),
                        std::round(c.normal.z() * 1e6), c.gap});
    std::ranges::sort(rows);
    return rows;
}

// Faces, edges and corners, from inside and outside, against the analytic box.
TEST(MeshContacts, ABoxIsABoxHoweverItIsCut) {
    const Vec3 sides(1, 2, 3);
    const std::vector<Surface> analytic = make_box(Vec3::Zero(), sides, {});
    std::vector<int> all(analytic.size());
    std::iota(all.begin(), all.end(), 0);
    Random random(52);
    for (int k = 0; k < cut_count; ++k) {
        SCOPED_TRACE(testing::Message() << "cut " << k);
        const MeshSurface wall(cut_box(sides, k, random));
        std::array<int, 4> seen{};
        for (int trial = 0; trial < 10000; ++trial) {
            const double radius = 0.3;
            Vec3 c(random.uniform(-0.4, 1.4), random.uniform(-0.4, 2.4), random.uniform(-0.4, 3.4));
            if (trial % 5 == 0) c = (8 * c).array().round() / 8; // over edges and corners
            std::vector<WallContact> expected;
            wall_contacts(analytic, all, c, radius, 0, expected);
            const auto found = plain(touch(wall, c, radius));
            const auto wanted = plain(expected);
            const bool is_near_a_face =
                std::ranges::any_of(expected, [](const WallContact& e) { return e.gap == -0.3; });
            if (is_near_a_face) continue; // a centre on the wall itself: either side will do
            ASSERT_EQ(found.size(), wanted.size()) << c.transpose();
            for (std::size_t i = 0; i < found.size(); ++i) {
                ASSERT_NEAR(found[i][3], wanted[i][3], 5e-14) << c.transpose();
                for (std::size_t j = 0; j < 3; ++j) ASSERT_NEAR(found[i][j], wanted[i][j], 1);
            }
            ++seen[std::min<std::size_t>(found.size(), 3)];
        }
        EXPECT_GT(std::min({seen[0], seen[1], seen[2], seen[3]}), 50);
    }
}

TEST(MeshContacts, ATurnedAndMovedWallIsTheSameUpToRounding) {
    Random random(53);
    for (int k = 0; k < cut_count; ++k) {
        const Pose pose{random_rotation(random), 10 * random_direction(random)};
        const Cut cut = cut_square(k, random);
        TriangleMesh mesh;
        add_cut(mesh, cut, [&](const Flat& p) { return pose * Vec3(p[0], p[1], 0); });
        const MeshSurface wall(mesh);
        for (int trial = 0; trial < 1000; ++trial) {
            const Flat p = place_over(cut, random);
            const double height = random.uniform(0.01, 0.2);
            const Vec3 c = pose * Vec3(p[0], p[1], height);
            const auto contacts = touch(wall, c, 0.25);
            ASSERT_EQ(contacts.size(), 1U) << "cut " << k;
            // The thinnest triangles of cut 8 are 1e-7 wide, and their corners are rounded to
            // 1e-15: their planes tilt by 1e-8.
            EXPECT_NEAR(contacts[0].gap, height - 0.25, k == 8 ? 1e-8 : 1e-13) << "cut " << k;
        }
    }
}

struct Against {
    double gap = 0, angle = 0;
    int touching = 0;
};

/// The worst difference between a cylinder of radius 1 and its mesh, for balls on one side.
Against compare_cylinder(const MeshSurface& wall, bool from_inside, int trials) {
    Random random(54);
    Against worst;
    const double radius = 0.3;
    for (int trial = 0; trial < trials; ++trial) {
        const double gap = random.uniform(-0.02, -1e-3), angle = random.uniform(0, 7);
        const double rho = from_inside ? 1 - radius - gap : 1 + radius + gap;
        const Vec3 outward(std::cos(angle), std::sin(angle), 0);
        const Vec3 c = rho * outward + random.uniform(0.5, 1.5) * Vec3::UnitZ();
        const auto contacts = touch(wall, c, radius);
        EXPECT_LE(contacts.size(), 1U);
        if (contacts.size() != 1) continue;
        ++worst.touching;
        const Vec3 normal = from_inside ? outward : Vec3(-outward);
        // From inside the chords are nearer than the circle, from outside farther away.
        const double nearer = (from_inside ? -1 : 1) * (contacts[0].gap - gap);
        EXPECT_GE(nearer, -1e-13);
        worst.gap = std::max(worst.gap, nearer);
        worst.angle =
            std::max(worst.angle, std::acos(std::min(1.0, contacts[0].normal.dot(normal))));
    }
    return worst;
}

// Bounds: the sagitta 1 - cos(π/n) for the gap, half the angle of a side for the normal; one
// contact.
TEST(MeshContacts, ACylinderAgainstItsMeshes) {
    struct Fineness {
        int n, m;
    };
    for (const Fineness& mesh : {Fineness{50, 10}, Fineness{500, 100}}) {
        const MeshSurface wall(cylinder_mesh(1, 2, mesh.n, mesh.m));
        const double sagitta = 1 - std::cos(std::numbers::pi / mesh.n);
        for (const bool from_inside : {true, false}) {
            const Against worst = compare_cylinder(wall, from_inside, 1000);
            std::printf("cylinder of %d triangles from %s: gap within %.2e (bound %.2e), normal "
                        "within %.2e (bound %.2e)\n",
                        2 * mesh.n * mesh.m, from_inside ? "inside" : "outside", worst.gap, sagitta,
                        worst.angle, std::numbers::pi / mesh.n);
            EXPECT_LE(worst.gap, sagitta + 1e-13);
            EXPECT_LE(worst.angle, std::numbers::pi / mesh.n + 1e-7);
            EXPECT_GT(worst.touching, 850);
        }
    }
}

// The gap changes by no more than the ball moves, over every edge, inside a coarse cylinder.
TEST(MeshContacts, TheGapIsContinuousOverSmoothEdges) {
    const MeshSurface wall(cylinder_mesh(1, 2, 24, 5));
    double last = 0;
    const int steps = 20000;
    for (int k = 0; k <= steps; ++k) {
        const double t = 6.4 * k / steps;
        const auto contacts =
            touch(wall, {0.72 * std::cos(t), 0.72 * std::sin(t), 1 + 0.2 * std::sin(3 * t)}, 0.3);
        ASSERT_EQ(contacts.size(), 1U) << t;
        if (k > 0) {
            ASSERT_LT(std::abs(contacts[0].gap - last), 6.4 / steps) << t;
        }
        last = contacts[0].gap;
    }
}

TEST(MeshContacts, GroovesAndRidges) {
    // Two floors that meet at x = 0 with an angle: up (a groove) or down (a ridge).
    const auto fold = [](double slope) {
        TriangleMesh mesh;
        mesh.vertices = {{0, 0, 0},     {0, 4, 0},      {1, 0, slope},
                         {1, 4, slope}, {-1, 0, slope}, {-1, 4, slope}};
        mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {0, 5, 4}, {0, 1, 5}};
        return mesh;
    };
    // 2 · atan 0.5 = 53°: a groove with two contacts.
    EXPECT_EQ(touch(MeshSurface(fold(0.5)), {0, 2, 0.3}, 0.3).size(), 2U);
    // 2 · atan 0.1 = 11°: smooth, one.
    EXPECT_EQ(touch(MeshSurface(fold(0.1)), {0, 2, 0.3}, 0.301).size(), 1U);
    EXPECT_EQ(touch(MeshSurface(fold(0.1), {0.1}), {0, 2, 0.3}, 0.301).size(), 2U);
    const auto ridge = touch(MeshSurface(fold(-0.5)), {0, 2, 0.25}, 0.3);
    ASSERT_EQ(ridge.size(), 1U);
    EXPECT_LT((ridge[0].point - Vec3(0, 2, 0)).norm(), 1e-15);
    EXPECT_EQ(ridge[0].normal, Vec3(0, 0, -1));
}

// A mesh among other walls: one rule for all of them.
TEST(MeshContacts, ARestOfTheFloorIsAnotherWall) {
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(0.4, Vec3(1, 2, 3).normalized()).matrix();
    Random random(56);
    for (int k = 0; k < cut_count; ++k) {
        SCOPED_TRACE(k);
        // The left half of a floor of triangles, the right half a rectangle; a wall at x = -1.
        TriangleMesh mesh;
        add_cut(mesh, cut_square(k, random), [](const Flat& p) { return Vec3(p[0] - 1, p[1], 0); });
        add_cut(mesh, cut_square(k, random), [](const Flat& p) { return Vec3(-1, p[0], p[1]); });
        std::vector<Surface> walls = make_mesh_wall(MeshSurface(mesh));
        walls.push_back(Rectangle{{0.5, 0.5, 0}, Vec3::UnitX(), Vec3::UnitY(), 0.5, 0.5});
        const Pose pose{turn, {3, -2, 1}};
        std::array<int, 3> seen{};
        for (int trial = 0; trial < 2000; ++trial) {
            const Vec3 c(trial % 3 == 0 ? 0.01 * random.uniform(-1, 1) : random.uniform(-0.95, 1),
                         random.uniform(0.1, 0.9), random.uniform(0.05, 0.15));
            std::vector<WallContact> here, there;
            wall_contacts(walls, std::array{0, 1}, c, 0.16, 0, here);
            const bool is_in_corner = c.x() < -0.84;
            ASSERT_EQ(here.size(), is_in_corner ? 2U : 1U) << c.transpose();
            for (const WallContact& contact : here) {
                const bool is_floor = contact.normal.z() < -0.5;
                EXPECT_NEAR(contact.gap, (is_floor ? c.z() : c.x() + 1) - 0.16, 1e-15);
                if (std::abs(c.x()) > 1e-6) {
                    EXPECT_EQ(contact.surface, c.x() < 0 ? 0 : 1);
                }
                ++seen[is_floor ? static_cast<std::size_t>(contact.surface) : 2];
            }
            // And the same where all is turned and moved.
            const std::vector<Surface> others = {moved(walls[0], pose), moved(walls[1], pose)};
            wall_contacts(others, std::array{0, 1}, pose * c, 0.16, 0, there);
            ASSERT_EQ(there.size(), here.size());
            for (std::size_t i = 0; i < here.size(); ++i) {
                EXPECT_NEAR(there[i].gap, here[i].gap, 2e-8); // of cut 8 see above
                EXPECT_LT((there[i].normal - turn * here[i].normal).norm(), 1e-7);
                EXPECT_LT((there[i].point - pose * here[i].point).norm(), 1e-7);
            }
        }
        EXPECT_GT(*std::ranges::min_element(seen), 50);
    }
}

TEST(MeshContacts, ScalingByAPowerOfTwoIsExact) {
    Random random(55);
    const TriangleMesh box = cut_box({1, 2, 3}, 8, random);
    TriangleMesh tiny = box;
    for (Vec3& p : tiny.vertices) p *= 0x1p-14;
    const MeshSurface a(box), b(tiny);
    for (int trial = 0; trial < 2000; ++trial) {
        const Vec3 c(random.uniform(-0.4, 1.4), random.uniform(-0.4, 2.4),
                     random.uniform(-0.4, 3.4));
        const auto large = touch(a, c, 0.3), small = touch(b, c * 0x1p-14, 0.3 * 0x1p-14);
        ASSERT_EQ(large.size(), small.size());
        for (std::size_t i = 0; i < large.size(); ++i) {
            EXPECT_EQ(large[i].gap * 0x1p-14, small[i].gap);
            EXPECT_EQ(large[i].triangle, small[i].triangle);
            EXPECT_EQ(large[i].normal, small[i].normal);
        }
    }
}

} // namespace
} // namespace scree
